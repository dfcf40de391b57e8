/*
 * The report "sched": waits for a processor of the program's goroutines.  A row is a wait that ended, as
 * analysis/waits/sweep.h has it, cut at the ends of the table's range.
 */
#include "analysis/pressure/sched.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/pressure/ranby.h"
#include "analysis/table/lengths.h"
#include "analysis/table/percentile.h"
#include "analysis/table/reports.h"
#include "analysis/waits/sweep.h"
#include "analysis/waits/wakers.h"
#include "base/thread.h"
#include "base/xalloc.h"
#include "index/file/answers.h"

/* Of so many rows, all are read only when one is asked for that is not among the longest. */
#define MANY 65536
#define LONGEST 1024          /* of these at least so many are read, */
#define MOST_LONGEST 16384    /* if there are not many more of the same length */
#define TOP_ROWS "sched.top"
/* Of so many, parts of all waits come from one walk: if all are sorted by them, or some of all have been asked for. */
#define FEW 1000
#define SOME 64

/* A row; the cause is looked up where it is shown. */
struct sched_wait {
	int64_t t0, t1;
	uint32_t g, slice;
};

/*
 * The first `have` rows have been read: all, or those that last `least` ns or more.  A limit needs the longest
 * only, and these are numbered first then.
 */
struct sched {
	struct gt_table head;
	struct gt_blame_index blames;
	struct gt_sweep sweep;
	struct gt_scratch waits;        /* struct sched_wait of each row */
	uint64_t have;
	int64_t least;
	bool is_all;                    /* of the whole trace */
	bool browsed, looked;           /* rows are asked for by a pane; all were looked at, or cannot be */
	struct gt_item totals[24];

	struct gt_ranby ranby;          /* parts of single waits */
	struct gt_scratch splits;       /* struct sched_split by slice id, if those of all rows are asked for */
};

struct sched_split {
	int64_t idle, still, free;
};

struct sched_list {
	struct sched_wait *rows;
	atomic_uint_fast64_t n;
	uint64_t room;
};

static void sched_take(void *arg, unsigned worker, const struct gt_wait *w)
{
	struct sched_list *list = arg;
	uint64_t i = atomic_fetch_add_explicit(&list->n, 1, memory_order_relaxed);

	(void)worker;
	if (i < list->room)
		list->rows[i] = (struct sched_wait){ .t0 = w->t0, .t1 = w->t1, .g = w->g, .slice = w->slice };
}

static int by_slice(const void *a, const void *b)
{
	const struct sched_wait *x = a, *y = b;

	return x->slice < y->slice ? -1 : x->slice > y->slice;
}

/* Reads all rows, or if there are none yet the longest: those of `least` ns or more. */
static int sched_read(struct sched *sc, uint64_t rows, int64_t least, struct gt_error *err)
{
	bool all = rows == sc->head.rows;
	struct sched_list list = { .n = sc->have, .room = rows };
	struct gt_scratch waits;
	int rc = gt_scratch_alloc(&waits, rows, sizeof(struct sched_wait), err);

	if (rc)
		return rc;
	list.rows = waits.data;
	if (sc->have)
		memcpy(list.rows, sc->waits.data, sc->have * sizeof *list.rows);
	gt_sweep_list(&sc->sweep, least, sc->have ? sc->least - 1 : INT64_MAX, all, sched_take, &list);
	if (!all)
		qsort(list.rows, rows, sizeof *list.rows, by_slice);
	gt_scratch_free(&sc->waits);
	sc->waits = waits;
	sc->have = rows;
	sc->least = least;
	return 0;
}

static const struct sched_wait *sched_rows(struct sched *sc, uint64_t row)
{
	if (row >= sc->have && (sc->head.fault.code || sched_read(sc, sc->head.rows, 0, &sc->head.fault)))
		return NULL;
	return (const struct sched_wait *)sc->waits.data + row;
}

bool gt_sched_get(const struct gt_table *t, uint64_t row, struct gt_waited *w)
{
	const struct sched_wait *sw = sched_rows((struct sched *)t, row);

	if (!sw)
		return false;
	*w = (struct gt_waited){ .t0 = sw->t0, .t1 = sw->t1, .ended = true, .next = sw->slice, .g = sw->g };
	return gt_waited_find(t->trace, sw->g, sw->slice, sw->t0, &w->iv);
}

static void wait_cause(struct gt_table *t, struct gt_cell *out)
{
	const struct sched_wait *sw = t->at;
	struct gt_slice s;
	struct gt_wait w;

	if (gt_slice_get(t->trace, sw->slice, &s) && gt_wait_before(t->trace, &s, &w))
		gt_cell_word(out, gt_wait_cause_name(w.cause));
}

static void sched_waker_kind(struct gt_table *t, struct gt_cell *out)
{
	const struct sched_wait *sw = t->at;
	struct gt_slice s;

	if (gt_slice_get(t->trace, sw->slice, &s))
		gt_cell_word(out, gt_waker_kind_name(gt_waker_kind_before(t->trace, &s)));
}

/* ---- who ran instead ---- */

static struct gt_held_span sched_time(struct gt_table *t, uint64_t row)
{
	const struct sched_wait *w = (const struct sched_wait *)((struct sched *)t)->waits.data + row;

	return (struct gt_held_span){ w->t0, w->t1 };
}

/* Of the present row, or of all when it turns out that most are asked for. */
static const struct gt_held_split *sched_look(struct gt_table *t)
{
	struct sched *sc = (struct sched *)t;
	const struct sched_wait *w = t->at;

	if (!sc->browsed && !sc->looked && sc->have == t->rows && t->rows >= FEW && sc->ranby.asked >= SOME) {
		sc->looked = true;
		gt_ranby_look_at_all(&sc->ranby, t, sched_time, NULL);
	}
	return gt_ranby_look(&sc->ranby, t, w->t0, w->t1);
}

static void sched_part(struct gt_table *t, struct gt_cell *out)
{
	struct sched *sc = (struct sched *)t;
	const struct sched_wait *w = t->at;
	const struct sched_split *s = sc->splits.data;
	unsigned part = t->column->at;
	const struct gt_held_split *one;

	if (s) {
		s += w->slice;
		gt_cell_i(out, part == GT_HELD_IDLE ? s->idle : part == GT_HELD_STILL ? s->still : s->free);
	} else if ((one = sched_look(t))) {
		gt_cell_i(out, one->ns[part]);
	}
}

static void sched_by(struct gt_table *t, struct gt_cell *out)
{
	struct gt_ranby *r = &((struct sched *)t)->ranby;

	if (sched_look(t))
		gt_ranby_parts(r, t->trace, r->held.parts, r->held.nparts, out);
}

static void keep_split(void *arg, unsigned worker, const struct gt_wait *w, const struct gt_held_split *split)
{
	struct gt_scratch *splits = arg;

	(void)worker;
	if (w->slice < splits->bytes / sizeof(struct sched_split))
		((struct sched_split *)splits->data)[w->slice] = (struct sched_split){
			split->ns[GT_HELD_IDLE], split->ns[GT_HELD_STILL], split->ns[GT_HELD_FREE] };
}

/* Those of all rows in one walk. */
static void sched_prepare(struct gt_table *t, unsigned col)
{
	struct sched *sc = (struct sched *)t;
	struct gt_held_args a = { .from = sc->sweep.from, .to = sc->sweep.to, .threads = gt_workers(),
				  .on_wait = keep_split, .arg = &sc->splits };
	const struct sched_wait *rows = sched_rows(sc, t->rows ? t->rows - 1 : 0);
	struct gt_error err = { 0 };
	struct gt_held h = { 0 };
	uint32_t most = 0;

	if (t->report->columns[col].cell != sched_part || sc->splits.data || t->rows < FEW || !rows)
		return;
	rows = sc->waits.data;
	for (uint64_t i = 0; i < t->rows; i++)
		most = rows[i].slice > most ? rows[i].slice : most;
	if (gt_scratch_alloc(&sc->splits, (uint64_t)most + 1, sizeof(struct sched_split), &err))
		return;
	if (gt_held_begin(&h, t->trace, &sc->blames, &a, &err))
		gt_scratch_free(&sc->splits);
	else
		while (!gt_held_step(&h))
			;
	gt_held_release(&h);
}

static const void *sched_row(struct gt_table *t, uint64_t row)
{
	return sched_rows((struct sched *)t, row);
}

enum sched_col {
	SCHED_G, SCHED_FUNC, SCHED_START, SCHED_DUR, SCHED_END, SCHED_CAUSE,
	SCHED_IDLES, SCHED_STILL, SCHED_FREE, SCHED_BY
};

static uint32_t sched_keys(struct gt_table *t, uint64_t row, uint32_t n, unsigned col, uint64_t *keys,
			   uint8_t *absent)
{
	struct sched *sc = (struct sched *)t;
	const struct sched_wait *w = sched_rows(sc, row + n - 1);

	if (!w)
		return 0;
	w -= n - 1;
	for (uint32_t i = 0; i < n; i++) {
		const struct gt_ginfo *g = gt_ginfos_get(&sc->sweep.goroutines, w[i].g);

		keys[i] = (uint64_t)(col == SCHED_START ? w[i].t0 : col == SCHED_END ? w[i].t1 : w[i].t1 - w[i].t0);
		if (col == SCHED_G)
			keys[i] = g->id;
		absent[i] = col == SCHED_G && !g->known;
	}
	return n;
}

static int64_t sched_ns(const struct sched *sc, uint64_t row)
{
	const struct sched_wait *w = (const struct sched_wait *)sc->waits.data + row;

	return w->t1 - w->t0;
}

/* At least n of the longest, by how many there are of each length; and keeps them. */
static void sched_read_longest(struct sched *sc, size_t n)
{
	const struct gt_lengths *l = gt_sweep_lengths(&sc->sweep);
	uint64_t longer = 0;
	uint32_t place = GT_LENGTHS;

	while (l && place > 0 && longer < n)
		longer += l->n[--place];
	if (longer < n || longer > MOST_LONGEST + n || longer >= sc->head.rows ||
	    sched_read(sc, longer, (int64_t)gt_lengths_least(place), &sc->head.fault))
		return;
	if (sc->is_all)
		gt_answer_keep(sc->head.trace, TOP_ROWS, sc->waits.data, sizeof(struct sched_wait), longer);
}

/* What is kept says only what a walk could have found. */
static bool are_waits(const struct sched *sc, const struct sched_wait *w, uint64_t n)
{
	struct gt_slice s;

	for (uint64_t i = 0; i < n; i++)
		if (w[i].t0 < 0 || w[i].t1 < w[i].t0 || w[i].t1 > gt_trace_info(sc->head.trace)->duration ||
		    !gt_slice_get(sc->head.trace, w[i].slice, &s) || s.g != w[i].g)
			return false;
	return n > 0 && n < sc->head.rows;
}

/* The longest that were kept: as if they had been read. */
static int sched_recall_longest(struct sched *sc, struct gt_error *err)
{
	uint64_t n = 0;
	struct sched_wait *kept = gt_answer_get(sc->head.trace, TOP_ROWS, sizeof *kept, &n);
	int rc = 0;

	if (kept && are_waits(sc, kept, n))
		rc = gt_scratch_alloc(&sc->waits, n, sizeof *kept, err);
	if (sc->waits.data) {
		memcpy(sc->waits.data, kept, n * sizeof *kept);
		sc->have = n;
		sc->least = INT64_MAX;
		for (uint64_t i = 0; i < n; i++)
			sc->least = sched_ns(sc, i) < sc->least ? sched_ns(sc, i) : sc->least;
	}
	free(kept);
	return rc;
}

static size_t sched_largest(struct gt_table *t, unsigned col, size_t n, uint32_t *rows, size_t room)
{
	struct sched *sc = (struct sched *)t;
	int64_t *ns, least;
	size_t left = 0;

	if (col == SCHED_DUR && !sc->have) {
		uint64_t usual = t->rows / 2 < LONGEST ? t->rows / 2 : LONGEST;

		sched_read_longest(sc, n > usual ? n : (size_t)usual);
	}
	if (col != SCHED_DUR || sc->have < n || sc->have == t->rows)
		return 0;
	ns = gt_xcalloc((size_t)sc->have, sizeof *ns);
	for (uint64_t i = 0; i < sc->have; i++)
		ns[i] = sched_ns(sc, i);
	least = gt_pick_i64(ns, (size_t)sc->have, (size_t)sc->have - n);
	free(ns);
	for (uint64_t i = 0; i < sc->have && left <= room; i++) {
		if (sched_ns(sc, i) < least)
			continue;
		if (left < room)
			rows[left] = (uint32_t)i;
		left++;
	}
	return left <= room ? left : 0;
}

static size_t sched_totals(struct gt_table *t, const struct gt_item **items)
{
	struct sched *sc = (struct sched *)t;
	struct gt_sweep *s = &sc->sweep;
	bool any = s->waits.n > 0;
	size_t n = 0;

	gt_item_u(&sc->totals[n++], "unnamed_waits", s->unnamed.waits);
	gt_item_ns(&sc->totals[n++], "unnamed_ns", s->unnamed.sum);
	gt_item_u(&sc->totals[n++], "waits", s->waits.n);
	gt_item_ns(&sc->totals[n++], "sum_ns", s->waits.sum);
	gt_item_ns(&sc->totals[n++], "median_ns", any ? gt_sweep_percentile(s, 0.5) : GT_NO_TIME);
	gt_item_ns(&sc->totals[n++], "p90_ns", any ? gt_sweep_percentile(s, 0.9) : GT_NO_TIME);
	gt_item_ns(&sc->totals[n++], "p99_ns", any ? gt_sweep_percentile(s, 0.99) : GT_NO_TIME);
	gt_item_ns(&sc->totals[n++], "p999_ns", any ? gt_sweep_percentile(s, 0.999) : GT_NO_TIME);
	gt_item_ns(&sc->totals[n++], "max_ns", any ? s->waits.max : GT_NO_TIME);
	gt_item_ns(&sc->totals[n++], "long_ns", s->waits.some_long);
	gt_item_u(&sc->totals[n++], "long", s->waits.nlong);
	for (unsigned i = 0; i < GT_WAIT_CAUSES; i++)
		gt_item_u(&sc->totals[n++], gt_wait_long_name(i), s->waits.by_cause[i]);
	gt_item_ns(&sc->totals[n++], "procs_ns", s->idle.procs);
	gt_item_ns(&sc->totals[n++], "idle_ns", s->idle.idle);
	gt_item_ns(&sc->totals[n++], "idle_ready_ns", s->idle.ready);
	gt_item_ns(&sc->totals[n++], "idle_wait_ns", s->idle.wait);
	gt_item_ns(&sc->totals[n++], "idle_long_ns", s->idle.wait_long);
	*items = sc->totals;
	return n;
}

static void sched_close(struct gt_table *t)
{
	struct sched *sc = (struct sched *)t;

	gt_sweep_release(&sc->sweep);
	gt_blame_index_release(&sc->blames);
	gt_scratch_free(&sc->waits);
	gt_ranby_release(&sc->ranby);
	gt_scratch_free(&sc->splits);
}

/* A pane asks for any row, and none may take long. */
static int sched_look_before(struct sched *sc, const struct gt_table_args *args, struct gt_error *err)
{
	uint64_t columns = (UINT64_C(2) << SCHED_BY) - (UINT64_C(1) << SCHED_IDLES);

	if (!args->browsed || !(args->asked & columns))
		return 0;
	sc->looked = true;
	if (gt_ranby_look_at_all(&sc->ranby, &sc->head, sched_time, args) == GT_ERR_CANCELLED)
		return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	return 0;
}

static int sched_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct sched *sc = (struct sched *)t;
	struct gt_sweep *s = &sc->sweep;
	int rc;

	gt_blame_index_update(&sc->blames, t->trace, 0);
	rc = gt_sweep_begin(s, t->trace, &sc->blames, args->from, args->to, NULL, err);
	s->threads = gt_workers();
	sc->is_all = !args->limited;
	sc->browsed = args->browsed;
	if (!rc && (args->browsed || !gt_sweep_recall(s))) {
		while (!rc && !gt_sweep_step(s))
			if (args->progress && !args->progress(args->progress_arg, s->seen, s->slices))
				rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
		if (!rc)
			gt_sweep_keep(s);
	}
	t->rows = s->waits.n;
	if (!rc && s->recalled)
		rc = sched_recall_longest(sc, err);
	else if (!rc && (args->browsed || (t->rows < MANY && !(sc->is_all && gt_answers_wanted(t->trace)))))
		rc = sched_read(sc, t->rows, 0, err);
	return rc ? rc : sched_look_before(sc, args, err);
}

#define FIELD(member) GT_FIELD(struct sched_wait, member)

static const struct gt_column columns[] = {
	[SCHED_G] = { "g", "G", GT_KIND_ID, GT_COL_BULK, 7,
		"goroutine that waited", GT_FIELD_AS(gt_cell_field_g, struct sched_wait, g) },
	[SCHED_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32,
		"its start function", GT_FIELD_AS(gt_cell_field_g_func, struct sched_wait, g) },
	[SCHED_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN | GT_COL_BULK, 12,
		"when it became runnable", FIELD(t0) },
	[SCHED_DUR] = { "dur_ns", "Wait", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE | GT_COL_BULK, 9,
		"how long it was until it ran", GT_FIELD_SPAN(struct sched_wait, t0, t1) },
	[SCHED_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END | GT_COL_BULK, 12,
		"when it ran", FIELD(t1) },
	[SCHED_CAUSE] = { "cause", "Cause", GT_KIND_STRING, 0, 10,
		"why it was runnable: created, unblocked, preempted, yielded, "
		"syscall (came back without a processor)", .cell = wait_cause },
	[SCHED_IDLES] = { "idle_ns", "Idle Ps", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE | GT_COL_WHOLE, 9,
		"time of processors that were idle meanwhile", GT_CELL_ARG(sched_part, GT_HELD_IDLE) },
	[SCHED_STILL] = { "still_ns", "Standstill", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE | GT_COL_WHOLE, 10,
		"time of processors while the world stood still", GT_CELL_ARG(sched_part, GT_HELD_STILL) },
	[SCHED_FREE] = { "free_ns", "A P free", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE | GT_COL_WHOLE, 9,
		"how long at least one processor was idle: not too few of them, but a late wake-up",
		GT_CELL_ARG(sched_part, GT_HELD_FREE) },
	[SCHED_BY] = { GT_COLUMN_RANBY, .cell = sched_by },
	{ "waker_kind", "Woken by", GT_KIND_STRING, GT_COL_MORE, 9,
		"what unblocked it: goroutine, gc, network, timer, runtime; absent if it was runnable for another cause",
		.cell = sched_waker_kind },
};

const struct gt_report gt_report_sched = {
	.name = "sched",
	.row = "a wait for a processor (P)",
	GT_REPORT_COLUMNS(columns),
	.order = { "dur_ns", "start_ns", "g" },
	.by_owner = true,
	.ops = { .size = sizeof(struct sched), .open = sched_open, .row = sched_row, .close = sched_close,
		 .keys = sched_keys, .largest = sched_largest, .prepare = sched_prepare, .totals = sched_totals },
};

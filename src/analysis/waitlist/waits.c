/* The report "waits": every wait of every goroutine.  What its rows (waitrows.h) lack is looked up when it is shown. */
#include "analysis/waitlist/waits.h"

#include <stdlib.h>

#include "analysis/locks/locks.h"
#include "analysis/table/percentile.h"
#include "analysis/table/reports.h"
#include "analysis/waits/waitrows.h"
#include "analysis/waits/wakers.h"
#include "base/bisect.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/file/answers.h"
#include "index/query/events.h"

struct waits {
	struct gt_table head;
	int64_t from, until;            /* the range, before the horizon */
	struct gt_ginfos goroutines;
	struct gt_wait_rows rows;
	struct gt_waited w;             /* of row `known` */
	uint64_t known;                 /* UINT64_MAX: none */
	struct gt_events *events;       /* once a waker's stack is looked for */
	struct gt_locks *locks;         /* once a lock's holder is asked for: all waits for locks in the range */
	struct gt_item totals[16];
};

static const struct gt_wait_row *row_of(struct waits *ws, uint64_t row)
{
	return gt_wait_row(&ws->rows, row);
}

static uint32_t goroutine_at(struct waits *ws, uint64_t row)
{
	return gt_wait_row_g(&ws->rows, row);
}

/* ---- one row ---- */

bool gt_waits_get(const struct gt_table *t, uint64_t row, struct gt_waited *out)
{
	struct waits *ws = (struct waits *)t;
	struct gt_waited *w = &ws->w;
	const struct gt_wait_row *r;

	if (ws->known != row) {
		r = row_of(ws, row);
		w->g = goroutine_at(ws, row);
		w->next = r->next;
		w->ended = r->ended;
		ws->known = UINT64_MAX;
		if (!gt_waited_find(t->trace, w->g, r->next, (int64_t)r->t0, &w->iv))
			return false;
		w->t0 = w->iv.t0 > ws->from ? w->iv.t0 : ws->from;
		w->t1 = w->iv.t1 < ws->until ? w->iv.t1 : ws->until;
		ws->known = row;
	}
	*out = *w;
	return true;
}

/* Of the row that a cell is asked of; NULL: its index cannot be read. */
static const void *wait_of(struct gt_table *t)
{
	struct gt_waited w;

	return gt_waits_get(t, t->row, &w) ? &((struct waits *)t)->w : NULL;
}

/* Who woke it at the horizon of a damaged trace did not end it: nothing is known of what follows. */
static const void *ended_wait_of(struct gt_table *t)
{
	const struct gt_waited *w = wait_of(t);

	return w && w->ended ? w : NULL;
}

/* The end of the whole wait. */
static int64_t waits_end_of(struct waits *ws, uint64_t row)
{
	const struct gt_wait_row *r = row_of(ws, row);
	struct gt_interval iv;

	if (r->dur < GT_WAIT_LONG)
		return (int64_t)r->t0 + r->dur;
	return gt_waited_find(ws->head.trace, goroutine_at(ws, row), r->next, (int64_t)r->t0, &iv) ? iv.t1
												  : (int64_t)r->t0;
}

/* What of it lies in the range. */
static void waits_span(struct waits *ws, uint64_t row, int64_t *t0, int64_t *t1)
{
	*t0 = (int64_t)row_of(ws, row)->t0;
	*t1 = waits_end_of(ws, row);
	*t0 = *t0 > ws->from ? *t0 : ws->from;
	*t1 = *t1 < ws->until ? *t1 : ws->until;
}

static const void *waits_row(struct gt_table *t, uint64_t row)
{
	return row_of((struct waits *)t, row);
}

bool gt_waits_open_at(const struct gt_table *t, uint64_t row)
{
	return !row_of((struct waits *)t, row)->ended;
}

/* ---- places ---- */

uint64_t gt_waits_row_at(const struct gt_table *t, uint32_t g, int64_t time)
{
	struct waits *ws = (struct waits *)t;
	uint32_t lo, end, at;

	gt_wait_rows_of(&ws->rows, g, &lo, &end);
	at = GT_BISECT(i, lo, end, (int64_t)row_of(ws, i)->t0 <= time);
	return at > lo ? at - 1 : at < end ? at : UINT64_MAX;
}

/* Of the slice that follows, or of the goroutine if none does, and which state it is. */
uint64_t gt_waits_id(const struct gt_table *t, uint64_t row)
{
	struct waits *ws = (struct waits *)t;
	const struct gt_wait_row *r = row_of(ws, row);
	bool at_end = r->next == GT_NO_ROW;

	return ((uint64_t)(at_end ? goroutine_at(ws, row) : r->next) << 1 | at_end) << 3 | r->what;
}

uint64_t gt_waits_row_of(const struct gt_table *t, uint64_t id)
{
	struct waits *ws = (struct waits *)t;
	bool at_end = id >> 3 & 1;
	uint32_t what = id & 7, of = (uint32_t)(id >> 4), g = of, next = GT_NO_ROW;
	struct gt_slice s;
	int64_t time = INT64_MAX;
	uint64_t row;

	if (!at_end) {
		if (!gt_slice_get(t->trace, of, &s))
			return UINT64_MAX;
		g = s.g;
		next = of;
		time = s.t0;
	}
	row = gt_waits_row_at(t, g, time);
	/* The last two of a gap, and perhaps what comes after it. */
	for (int i = 0; i < 4 && row != UINT64_MAX; i++) {
		if (row_of(ws, row)->next == next && row_of(ws, row)->what == what && goroutine_at(ws, row) == g)
			return row;
		row = row ? row - 1 : UINT64_MAX;
	}
	return UINT64_MAX;
}

/* ---- cells ---- */

static const void *waits_goroutine(struct gt_table *t)
{
	struct waits *ws = (struct waits *)t;

	return gt_ginfos_get(&ws->goroutines, goroutine_at(ws, t->row));
}

static void wait_life(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_life(out, t->trace, goroutine_at((struct waits *)t, t->row));
}

static void wait_state(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_spent_name((enum gt_spent)((const struct gt_wait_row *)t->at)->what));
}

static void wait_reason(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_waited *w = wait_of(t);
	bool inferred;

	if (w && w->iv.what == GT_SPENT_BLOCK)
		gt_cell_reason(out, t->trace, gt_interval_reason(t->trace, &w->iv, &inferred));
}

static void wait_inferred(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_waited *w = wait_of(t);
	bool inferred = false;

	if (w && gt_interval_reason(t->trace, &w->iv, &inferred))
		gt_cell_b(out, inferred);
}

/* What goes on beyond the horizon of a damaged trace has no end that is known. */
static bool ends_unknown(struct waits *ws, uint64_t row, int64_t t1)
{
	return !row_of(ws, row)->ended && gt_trace_beyond(ws->head.trace, GT_NO_TIME) &&
	       t1 >= gt_trace_info(ws->head.trace)->horizon;
}

/* GT_CELL_ARG: which of the times it is. */
static void wait_time(struct gt_table *t, struct gt_cell *out)
{
	struct waits *ws = (struct waits *)t;
	int64_t t0, t1;

	waits_span(ws, t->row, &t0, &t1);
	switch (t->column->at) {
	case GT_WAITS_START: gt_cell_i(out, t0); break;
	case GT_WAITS_END: gt_cell_i(out, ends_unknown(ws, t->row, t1) ? GT_NO_TIME : t1); break;
	case GT_WAITS_DUR: gt_cell_i(out, t1 - t0); break;
	default: gt_cell_i(out, waits_end_of(ws, t->row) - (int64_t)((const struct gt_wait_row *)t->at)->t0);
	}
}

static void wait_open(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_b(out, !((const struct gt_wait_row *)t->at)->ended);
}

static void wait_waker_kind(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_waited *w = wait_of(t);

	if (w)
		gt_cell_word(out, gt_waker_kind_name(gt_waker_kind_of(t->trace, w)));
}

static void wait_waker_stack(struct gt_table *t, struct gt_cell *out)
{
	struct waits *ws = (struct waits *)t;
	const struct gt_waited *w = wait_of(t);

	if (!w || !w->ended || w->iv.waker == GT_NO_ROW)
		return;
	if (!ws->events)
		ws->events = gt_events_open(t->trace);
	gt_cell_stack(out, gt_waking_stack(t->trace, ws->events, w->g, w->iv.t1, w->iv.end_type));
}

/* ---- who held the lock: as the report lockwaits has it ---- */

static int make_waits_locks(struct waits *ws, const struct gt_table_args *args, struct gt_error *err)
{
	int rc;

	ws->locks = gt_xcalloc(1, sizeof *ws->locks);
	rc = gt_locks_make(ws->locks, ws->head.trace, args, err);
	if (rc)
		ws->locks->nwaits = 0;
	return rc;
}

/* Who holds a lock is known from all waits for it; unless a pane asked before, they are read with the first cell. */
static const struct gt_locks *waits_locks(struct waits *ws)
{
	struct gt_table_args args = ws->rows.args;

	args.progress = NULL;
	if (!ws->locks)
		make_waits_locks(ws, &args, &ws->head.fault);
	return ws->locks;
}

/* The row, if it is a wait for a lock that a goroutine gave back at its end; else NULL. */
static const void *handed_lock(struct gt_table *t)
{
	struct waits *ws = (struct waits *)t;
	const struct gt_waited *w = wait_of(t);
	const struct gt_lock_wait *x;
	const struct gt_locks *l;
	uint32_t at;

	if (!w || !w->ended || w->iv.what != GT_SPENT_BLOCK || w->iv.waker == GT_NO_ROW)
		return NULL;
	l = waits_locks(ws);
	at = GT_BISECT(i, 0, l->nwaits, (x = gt_lock_wait_at(l, i), x->end < w->iv.t1 ||
					 (x->end == w->iv.t1 && x->g < w->g)));
	x = at < l->nwaits ? gt_lock_wait_at(l, at) : NULL;
	return x && x->g == w->g && x->end == w->iv.t1 && x->gives ? x : NULL;
}

static void wait_hold(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_lock_wait *x = handed_lock(t);
	const struct gt_locks *l = ((struct waits *)t)->locks;

	if (x && x->held != GT_NO_TIME)
		gt_cell_i(out, gt_lock_clip(l, x->end) - gt_lock_clip(l, x->held));
}

static void wait_confidence(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_lock_wait *x = handed_lock(t);
	const struct waits *ws = (const struct waits *)t;

	if (x)
		gt_cell_word(out, gt_lock_confidence_name(gt_lock_confidence(&ws->locks->v[x->lock])));
}

/* ---- many rows ---- */

static uint32_t waits_keys(struct gt_table *t, uint64_t row, uint32_t n, unsigned col, uint64_t *keys,
			   uint8_t *absent)
{
	struct waits *ws = (struct waits *)t;
	const struct gt_ginfo *g;
	int64_t t0, t1;

	for (uint32_t i = 0; i < n; i++) {
		absent[i] = 0;
		if (col == GT_WAITS_G) {
			g = gt_ginfos_get(&ws->goroutines, goroutine_at(ws, row + i));
			keys[i] = g->id;
			absent[i] = !g->known;
			continue;
		}
		waits_span(ws, row + i, &t0, &t1);
		if (col == GT_WAITS_WHOLE) {
			t0 = (int64_t)row_of(ws, row + i)->t0;
			t1 = waits_end_of(ws, row + i);
		}
		absent[i] = col == GT_WAITS_END && ends_unknown(ws, row + i, t1);
		keys[i] = (uint64_t)(col == GT_WAITS_START ? t0 : col == GT_WAITS_END ? t1 : t1 - t0);
	}
	return n;
}

/* ---- sums of the program's waits ---- */

struct waits_sums {
	uint64_t n, open, unnamed;      /* ended, open ones; those of goroutines with an unknown owner */
	int64_t sum, open_ns, unnamed_ns, max, at[4];
};
#define SUMS_NAME "waits.sums"

static int sum_waits(struct waits *ws, struct waits_sums *x)
{
	static const double ranks[] = { 0.5, 0.9, 0.99, 0.999 };
	struct gt_scratch durs;
	int64_t t0, t1;

	*x = (struct waits_sums){ .max = GT_NO_TIME };
	if (gt_scratch_alloc(&durs, ws->rows.n, sizeof(int64_t), NULL))
		return GT_ERR_NOMEM;
	for (uint64_t row = 0; row < ws->rows.n; row++) {
		enum gt_owner owner = gt_ginfos_get(&ws->goroutines, goroutine_at(ws, row))->owner;

		waits_span(ws, row, &t0, &t1);
		if (owner == GT_OWNER_UNKNOWN) {
			x->unnamed++;
			gt_sat_grow(&x->unnamed_ns, t1 - t0);
		} else if (owner != GT_OWNER_PROGRAM) {
			continue;
		} else if (!row_of(ws, row)->ended) {
			x->open++;
			gt_sat_grow(&x->open_ns, t1 - t0);
		} else {
			((int64_t *)durs.data)[x->n++] = t1 - t0;
			gt_sat_grow(&x->sum, t1 - t0);
			x->max = t1 - t0 > x->max ? t1 - t0 : x->max;
		}
	}
	gt_percentiles_pick_i64(durs.data, x->n, ranks, GT_COUNT(ranks), x->at);
	gt_scratch_free(&durs);
	return 0;
}

static size_t waits_totals(struct gt_table *t, const struct gt_item **items)
{
	static const char *const names[] = { "median_ns", "p90_ns", "p99_ns", "p999_ns" };
	struct waits *ws = (struct waits *)t;
	uint64_t n = 0;
	struct waits_sums *kept = ws->rows.is_all ? gt_answer_get(t->trace, SUMS_NAME, sizeof *kept, &n) : NULL, x;
	size_t m = 0;

	*items = ws->totals;
	if (n == 1)
		x = *kept;
	free(kept);
	if (n != 1 && sum_waits(ws, &x))
		return 0;
	if (n != 1 && ws->rows.is_all && !t->fault.code)
		gt_answer_keep(t->trace, SUMS_NAME, &x, sizeof x, 1);
	gt_item_u(&ws->totals[m++], "unnamed_waits", x.unnamed);
	gt_item_ns(&ws->totals[m++], "unnamed_ns", x.unnamed_ns);
	gt_item_u(&ws->totals[m++], "waits", x.n);
	gt_item_ns(&ws->totals[m++], "sum_ns", x.sum);
	for (unsigned i = 0; i < GT_COUNT(names); i++)
		gt_item_ns(&ws->totals[m++], names[i], x.n ? x.at[i] : GT_NO_TIME);
	gt_item_ns(&ws->totals[m++], "max_ns", x.max);
	gt_item_u(&ws->totals[m++], "open_waits", x.open);
	gt_item_ns(&ws->totals[m++], "open_ns", x.open_ns);
	return m;
}

/* ---- opening ---- */

/* Bits of the columns about a lock's holder. */
#define LOCK_COLUMNS ((UINT64_C(2) << GT_WAITS_CONFIDENCE) - (UINT64_C(1) << GT_WAITS_HOLDER))

static int waits_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct waits *ws = (struct waits *)t;
	int rc;

	ws->known = UINT64_MAX;
	ws->from = args->from > 0 ? args->from : 0;
	ws->until = args->until;
	rc = gt_ginfos_open(&ws->goroutines, t->trace, err);
	if (!rc)
		rc = gt_wait_rows_open(&ws->rows, t->trace, args, &t->fault, err);
	t->rows = ws->rows.n;
	if (!rc && args->browsed && args->asked & LOCK_COLUMNS)
		rc = make_waits_locks(ws, args, err);
	return rc;
}

static size_t waits_largest(struct gt_table *t, unsigned col, size_t n, uint32_t *rows, size_t room)
{
	struct waits *ws = (struct waits *)t;
	bool is_whole = ws->from == 0 && ws->until >= gt_trace_info(t->trace)->duration;

	return col == GT_WAITS_DUR || (col == GT_WAITS_WHOLE && is_whole)
		       ? gt_wait_rows_longest(&ws->rows, n, rows, room) : 0;
}

static void waits_close(struct gt_table *t)
{
	struct waits *ws = (struct waits *)t;

	gt_events_close(ws->events);
	if (ws->locks)
		gt_locks_release(ws->locks);
	free(ws->locks);
	gt_ginfos_release(&ws->goroutines);
	gt_wait_rows_release(&ws->rows);
}

static bool waits_inside(struct gt_table *t)
{
	(void)t;
	return true;
}

#define OF_LOCKS (GT_COL_MORE | GT_COL_ASKED | GT_COL_WHOLE)

static const struct gt_column columns[] = {
	[GT_WAITS_G] = { "g", "G", GT_KIND_ID, GT_COL_BULK, 7,
		"goroutine that waited", GT_FIELD(struct gt_ginfo, id), .of = waits_goroutine },
	[GT_WAITS_LIFE] = { GT_COLUMN_LIFE, .cell = wait_life },
	[GT_WAITS_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"its start function",
		GT_FIELD_AS(gt_cell_field_func, struct gt_ginfo, func), .of = waits_goroutine },
	[GT_WAITS_STATE] = { "state", "State", GT_KIND_STRING, 0, 17,
		"runnable, waiting, or syscall without P", .cell = wait_state },
	[GT_WAITS_REASON] = { "reason", "Waits for", GT_KIND_STRING, 0, 14,
		"what it waited for", .cell = wait_reason },
	[GT_WAITS_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN | GT_COL_BULK, 12,
		"when the wait began, or the range", GT_CELL_ARG(wait_time, GT_WAITS_START) },
	[GT_WAITS_DUR] = { "dur_ns", "Wait", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE | GT_COL_BULK, 9,
		"how long it waited, in the range", GT_CELL_ARG(wait_time, GT_WAITS_DUR) },
	[GT_WAITS_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END | GT_COL_BULK, 12,
		"when the wait ended, or the range; absent if that is not known, as it goes on beyond the whole part of "
		"a damaged trace", GT_CELL_ARG(wait_time, GT_WAITS_END) },
	[GT_WAITS_WHOLE] = { "whole_ns", "Whole wait", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE | GT_COL_BULK, 10,
		"how long it waited, also outside the range", GT_CELL_ARG(wait_time, GT_WAITS_WHOLE) },
	[GT_WAITS_OPEN] = { "open", "Open", GT_KIND_BOOL, GT_COL_MORE, 4,
		"nothing is known to have ended it", .cell = wait_open },
	[GT_WAITS_WAKER] = { "waker_g", "Woken by", GT_KIND_ID, 0, 8,
		"goroutine that ended the wait",
		GT_FIELD_AS(gt_cell_field_g, struct gt_waited, iv.waker), .of = ended_wait_of },
	[GT_WAITS_WAKER_FUNC] = { "waker_func", "Waker", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"start function of that goroutine",
		GT_FIELD_AS(gt_cell_field_g_func, struct gt_waited, iv.waker), .of = ended_wait_of },
	[GT_WAITS_WAKER_KIND] = { "waker_kind", "Woken", GT_KIND_STRING, 0, 10,
		"who ended it: goroutine, gc (a goroutine of the garbage collector), network, timer, runtime (none of "
		"these), syscall (it came back from the call), unknown; of a runnable goroutine why it was runnable: "
		"created, unblocked, preempted, yielded, syscall", .cell = wait_waker_kind },
	[GT_WAITS_WHERE] = { "where", "At", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where it waited: the innermost frame outside of the standard library",
		GT_FIELD_AS(gt_cell_field_where, struct gt_waited, iv.stack), .of = wait_of },
	[GT_WAITS_LEAF] = { GT_COLUMN_LEAF("top", GT_COL_MORE),
		GT_FIELD_AS(gt_cell_field_leaf, struct gt_waited, iv.stack), .of = wait_of },
	[GT_WAITS_BEGAN] = { "began", "Began with", GT_KIND_STRING, GT_COL_MORE, 12,
		"event that began it",
		GT_FIELD_AS(gt_cell_field_event_type, struct gt_waited, iv.begin_type), .of = wait_of },
	[GT_WAITS_ENDED] = { "ended", "Ended with", GT_KIND_STRING, GT_COL_MORE, 12,
		"event that ended it",
		GT_FIELD_AS(gt_cell_field_event_type, struct gt_waited, iv.end_type), .of = ended_wait_of },
	[GT_WAITS_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"the goroutine belongs to the runtime; absent if unknown",
		GT_FIELD_AS(gt_cell_field_owner, struct gt_ginfo, owner), .of = waits_goroutine },
	[GT_WAITS_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it waited", GT_FIELD(struct gt_waited, iv.stack), .of = wait_of },
	[GT_WAITS_WAKER_STACK] = { "waker_stack", "Waker's stack", GT_KIND_STACK, GT_COL_MORE | GT_COL_ASKED, 28,
		"where the goroutine that ended it was", .cell = wait_waker_stack },
	[GT_WAITS_HOLDER] = { "holder_g", "Holder", GT_KIND_ID, OF_LOCKS, 6,
		"of a wait for a lock: the goroutine that held it, and gave it back at the wait's end, as in lockwaits",
		GT_FIELD_AS(gt_cell_field_g, struct gt_lock_wait, waker), .of = handed_lock },
	[GT_WAITS_HOLDER_FUNC] = { "holder_func", "Holder's function", GT_KIND_STRING,
		GT_COL_FUNC | OF_LOCKS, 28, "start function of the holder",
		GT_FIELD_AS(gt_cell_field_g_func, struct gt_lock_wait, waker), .of = handed_lock },
	[GT_WAITS_HELD] = { "held_since_ns", "Held since", GT_KIND_TIME, OF_LOCKS, 12,
		"since when the holder held the lock at the latest",
		GT_FIELD(struct gt_lock_wait, held), .of = handed_lock },
	[GT_WAITS_HOLD] = { "hold_min_ns", "Held", GT_KIND_DUR, GT_COL_DESC | OF_LOCKS, 9,
		"how long the holder held the lock at least, in the range", .cell = wait_hold },
	[GT_WAITS_CONFIDENCE] = { "confidence", "Confidence", GT_KIND_STRING, OF_LOCKS, 10,
		"how sure it is that it is one lock: low, medium or high, as in locks", .cell = wait_confidence },
	[GT_WAITS_INFERRED] = { "reason_inferred", "Inferred", GT_KIND_BOOL, GT_COL_MORE, 8,
		"the trace does not record what it waited for: its stack or start function says so", .cell = wait_inferred },
};

const struct gt_report gt_report_waits = {
	.name = "waits",
	.row = "a wait of a goroutine: runnable, waiting, or in a call without a processor",
	GT_REPORT_COLUMNS(columns),
	.order = { "dur_ns", "start_ns", "g" },
	.takes = GT_TAKES_GOROUTINE | GT_TAKES_AT,
	.by_owner = true,
	.ops = { .size = sizeof(struct waits), .open = waits_open, .row = waits_row, .close = waits_close,
		 .keys = waits_keys, .largest = waits_largest, .inside = waits_inside, .totals = waits_totals },
};

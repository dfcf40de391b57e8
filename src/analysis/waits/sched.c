/*
 * The report "sched": waits for a processor of the program's goroutines.  A row is a wait that ended, as
 * analysis/waits/sweep.h has it, cut at the ends of the table's range.
 */
#include "analysis/table/reports.h"
#include "analysis/waits/sweep.h"

struct sched {
	struct gt_table head;
	struct gt_blame_index blames;
	struct gt_sweep sweep;
	struct gt_scratch slices;       /* uint32_t: the slice that ended the wait of each row */
	struct gt_wait w;               /* of the row that was asked for */
	struct gt_item totals[24];
};

static void sched_take(void *arg, const struct gt_wait *w)
{
	struct sched *sc = arg;

	((uint32_t *)sc->slices.data)[sc->head.rows++] = w->slice;
}

static void wait_cause(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_wait *w = t->at;

	gt_cell_word(out, gt_wait_cause_name(w->cause));
}

static const void *sched_row(struct gt_table *t, uint64_t row)
{
	struct sched *sc = (struct sched *)t;
	const struct gt_sweep *sw = &sc->sweep;
	struct gt_slice s;

	if (!gt_slice_get(t->trace, ((const uint32_t *)sc->slices.data)[row], &s) ||
	    !gt_wait_before(t->trace, &s, &sc->w))
		return NULL;
	sc->w.t0 = sc->w.t0 > sw->from ? sc->w.t0 : sw->from;
	sc->w.t1 = sc->w.t1 < sw->to ? sc->w.t1 : sw->to;
	return &sc->w;
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
	gt_item_ns(&sc->totals[n++], "p99_ns", any ? gt_sweep_percentile(s, 0.99) : GT_NO_TIME);
	gt_item_ns(&sc->totals[n++], "max_ns", any ? s->waits.max : GT_NO_TIME);
	gt_item_ns(&sc->totals[n++], "long_ns", s->waits.some_long);
	gt_item_u(&sc->totals[n++], "long", s->waits.nlong);
	for (unsigned i = 0; i < GT_WAIT_CAUSES; i++)
		gt_item_u(&sc->totals[n++], gt_wait_long_name(i), s->waits.by_cause[i]);
	gt_item_ns(&sc->totals[n++], "procs_ns", s->idle.procs);
	gt_item_ns(&sc->totals[n++], "idle_ns", s->idle.idle);
	gt_item_ns(&sc->totals[n++], "idle_ready_ns", s->idle.ready);
	gt_item_ns(&sc->totals[n++], "idle_wait_ns", s->idle.wait);
	*items = sc->totals;
	return n;
}

static void sched_close(struct gt_table *t)
{
	struct sched *sc = (struct sched *)t;

	gt_sweep_release(&sc->sweep);
	gt_blame_index_release(&sc->blames);
	gt_scratch_free(&sc->slices);
}

static int sched_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct sched *sc = (struct sched *)t;
	struct gt_sweep *s = &sc->sweep;
	int rc;

	gt_blame_index_update(&sc->blames, t->trace, 0);
	rc = gt_sweep_begin(s, t->trace, &sc->blames, args->from, args->to, NULL, err);
	if (!rc)
		rc = gt_scratch_alloc(&sc->slices, s->slices + s->goroutines.n, sizeof(uint32_t), err);
	s->on_wait = sched_take;
	s->arg = sc;
	while (!rc && !gt_sweep_step(s))
		if (args->progress && !args->progress(args->progress_arg, s->seen, s->slices))
			rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	return rc;
}

#define FIELD(member) GT_FIELD(struct gt_wait, member)

static const struct gt_column columns[] = {
	{ "g", "G", GT_KIND_ID, 0, 7,
		"goroutine that waited", GT_FIELD_AS(gt_cell_field_g, struct gt_wait, g) },
	{ "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32,
		"its start function", GT_FIELD_AS(gt_cell_field_g_func, struct gt_wait, g) },
	{ "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when it became runnable", FIELD(t0) },
	{ "dur_ns", "Wait", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it was until it ran", GT_FIELD_SPAN(struct gt_wait, t0, t1) },
	{ "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ran", FIELD(t1) },
	{ "cause", "Cause", GT_KIND_STRING, 0, 10,
		"why it was runnable: created, unblocked, preempted, yielded, "
		"syscall (came back without a processor)", .cell = wait_cause },
};

const struct gt_report gt_report_sched = {
	.name = "sched",
	.row = "a wait for a processor (P)",
	GT_REPORT_COLUMNS(columns),
	.order = { "dur_ns", "start_ns", "g" },
	.by_owner = true,
	.ops = { .size = sizeof(struct sched), .open = sched_open, .row = sched_row, .close = sched_close,
		 .totals = sched_totals },
};

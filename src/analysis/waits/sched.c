/* The report "sched": waits for a processor of the program's goroutines. */
#include "analysis/waits/sched.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/findings/findings.h"
#include "base/xalloc.h"

struct sched {
	struct gt_table head;
	struct gt_blame_index blames;
	struct gt_sweep sweep;
	struct gt_scratch slices;       /* uint32_t: the slice that ended the wait of each row */
	uint64_t row;                   /* in w: UINT64_MAX: none */
	struct gt_wait w;
	struct gt_item totals[24];
};

static void sched_take(void *arg, const struct gt_wait *w)
{
	struct sched *sc = arg;

	((uint32_t *)sc->slices.data)[sc->head.rows++] = w->slice;
}

static const struct gt_wait *wait_of(struct sched *sc, uint64_t row)
{
	const struct gt_sweep *sw = &sc->sweep;
	struct gt_slice s;

	if (row == sc->row)
		return &sc->w;
	sc->row = UINT64_MAX;
	if (!gt_slice_get(sw->trace, ((const uint32_t *)sc->slices.data)[row], &s) ||
	    !gt_wait_before(sw->trace, &s, &sc->w))
		return NULL;
	sc->w.t0 = sc->w.t0 > sw->from ? sc->w.t0 : sw->from;
	sc->w.t1 = sc->w.t1 < sw->to ? sc->w.t1 : sw->to;
	sc->row = row;
	return &sc->w;
}

static void sched_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	const struct gt_wait *w = wait_of((struct sched *)t, row);
	struct gt_goroutine g;
	const char *cause;

	if (!w)
		return;
	switch ((enum gt_sched_col)col) {
	case GT_SCHED_G: gt_cell_goroutine(out, t->trace, w->g); break;
	case GT_SCHED_FUNC:
		if (gt_goroutine_get(t->trace, w->g, &g))
			gt_cell_func(out, t->trace, g.func);
		break;
	case GT_SCHED_START: gt_cell_i(out, w->t0); break;
	case GT_SCHED_DUR: gt_cell_i(out, w->t1 - w->t0); break;
	case GT_SCHED_END: gt_cell_i(out, w->t1); break;
	case GT_SCHED_CAUSE:
		cause = gt_wait_cause_name(w->cause);
		gt_cell_s(out, cause, strlen(cause));
		break;
	case GT_SCHED_COLS: break;
	}
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
	free(sc);
}

static const struct gt_table_ops sched_ops = {
	.cell = sched_cell,
	.close = sched_close,
	.totals = sched_totals,
};

static int sched_walk(struct sched *sc, struct gt_trace *t, const struct gt_table_args *args,
		      struct gt_error *err)
{
	struct gt_sweep *s = &sc->sweep;
	int rc;

	gt_blame_index_update(&sc->blames, t, 0);
	rc = gt_sweep_begin(s, t, &sc->blames, args->from, args->to, &gt_finding_defaults.sweep, err);
	if (!rc)
		rc = gt_scratch_alloc(&sc->slices, s->slices + s->goroutines.n, sizeof(uint32_t), err);
	s->on_wait = sched_take;
	s->arg = sc;
	while (!rc && !gt_sweep_step(s))
		if (args->progress && !args->progress(args->progress_arg, s->seen, s->slices))
			rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	return rc;
}

static int sched_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		      struct gt_error *err)
{
	struct sched *sc = gt_xcalloc(1, sizeof *sc);
	int rc;

	sc->head.ops = &sched_ops;
	sc->row = UINT64_MAX;
	rc = sched_walk(sc, t, args, err);
	if (rc) {
		sched_close(&sc->head);
		return rc;
	}
	*out = &sc->head;
	return 0;
}

static const struct gt_column columns[GT_SCHED_COLS] = {
	[GT_SCHED_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine that waited" },
	[GT_SCHED_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32,
		"its start function" },
	[GT_SCHED_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"when it became runnable" },
	[GT_SCHED_DUR] = { "dur_ns", "Wait", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long it was until it ran" },
	[GT_SCHED_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"when it ran" },
	[GT_SCHED_CAUSE] = { "cause", "Cause", GT_KIND_STRING, 0, 10,
		"why it was runnable: created, unblocked, preempted, yielded, "
		"syscall (came back without a processor)" },
};

const struct gt_report gt_report_sched = {
	.name = "sched",
	.row = "a wait for a processor (P)",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.order = { { GT_SCHED_DUR, true }, { GT_SCHED_START, false }, { GT_SCHED_G, false } },
	.norder = 3,
	.start = GT_SCHED_START,
	.end = GT_SCHED_END,
	.by_owner = true,
	.measure = GT_SCHED_DUR,
	.open = sched_open,
};

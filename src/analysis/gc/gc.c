/* The report "gc": GC cycles with their pauses, assists, sweeps and heap. */
#include <stdlib.h>
#include <string.h>

#include "analysis/gc/gcworkers.h"
#include "analysis/stw/stw.h"
#include "analysis/table/reports.h"
#include "base/bisect.h"
#include "base/sat.h"
#include "base/xalloc.h"

/* A cycle: the mark phase, and what belongs to it until the next one begins. */
struct cycle {
	int64_t t0, t1;
	int64_t stw, assist, assist_wall, sweep;
	int64_t worked[GT_GC_WORKERS]; /* by the workers' mode */
	uint64_t heap, goal, heap_end;
	bool active;
};

struct gc {
	struct gt_table head;
	struct cycle *cycles;
};

/* The last cycle that began at or before a time, or -1. */
static int64_t cycle_at(const struct gc *gc, int64_t time)
{
	return (int64_t)GT_BISECT(i, 0, gc->head.rows, gc->cycles[i].t0 <= time) - 1;
}

static void gc_add_range(struct gc *gc, const struct gt_trace *t, const struct gt_range_row *r)
{
	int64_t end = gt_trace_until(t, r->t1 != GT_NO_TIME ? r->t1 : gt_trace_info(t)->duration);
	int64_t i = cycle_at(gc, r->t0);
	const char *name;
	size_t n;

	if (gt_trace_beyond(t, r->t0))
		return;
	switch (r->kind) {
	case GT_RANGE_STW:
		/*
		 * The pauses of a cycle touch its mark phase: it begins inside the one
		 * ("GC sweep termination") and ends inside the other ("GC mark termination").
		 */
		name = gt_trace_string(t, r->name, &n);
		if (r->t1 == GT_NO_TIME || gt_trace_beyond(t, r->t1) || n < 2 || !memmem(name, n, "GC", 2))
			break;
		i = cycle_at(gc, r->t1);
		if (i >= 0 && (gc->cycles[i].t1 == GT_NO_TIME || r->t0 <= gc->cycles[i].t1))
			gt_sat_grow(&gc->cycles[i].stw, r->t1 - r->t0);
		break;
	case GT_RANGE_ASSIST:
		if (i >= 0) {
			gt_sat_grow(&gc->cycles[i].assist, gt_goroutine_busy(t, r->g, r->t0, end));
			gt_sat_grow(&gc->cycles[i].assist_wall, end - r->t0);
		}
		break;
	case GT_RANGE_SWEEP:
		if (i >= 0)
			gt_sat_grow(&gc->cycles[i].sweep, end - r->t0);
		break;
	default:
		break;
	}
}

static void add_workers_of_all(struct gc *gc, const struct gt_trace *t)
{
	struct gt_gc_walk w;

	for (uint32_t p = 0; p < gt_trace_info(t)->procs; p++) {
		gt_gc_walk_begin(&w, t, p, 0, INT64_MAX);
		while (gt_gc_walk_next(&w)) {
			int64_t i = cycle_at(gc, w.slice.t0), end = gt_trace_until(t, w.slice.t1);

			if (i >= 0 && end > w.slice.t0)
				gt_sat_grow(&gc->cycles[i].worked[w.mode], end - w.slice.t0);
		}
	}
}

/* The heap when each cycle's mark phase ended: the last value up to then. */
static void add_heap_end(struct gc *gc, const struct gt_trace *t)
{
	uint64_t n = gt_trace_info(t)->counters, i = 0, heap = GT_NONE;
	struct gt_counter c;

	for (uint64_t k = 0; k < gc->head.rows; k++) {
		for (; i < n && gt_counter_get(t, i, &c) && c.t <= gc->cycles[k].t1; i++)
			if (c.metric == GT_METRIC_HEAP_ALLOC)
				heap = c.value;
		gc->cycles[k].heap_end = gc->cycles[k].t1 == GT_NO_TIME ? GT_NONE : heap;
	}
}

/* The last values before each cycle's mark phase began. */
static void add_heap(struct gc *gc, const struct gt_trace *t)
{
	uint64_t n = gt_trace_info(t)->counters, i = 0, heap = GT_NONE, goal = GT_NONE;
	struct gt_counter c;

	for (uint64_t k = 0; k < gc->head.rows; k++) {
		for (; i < n && gt_counter_get(t, i, &c) && c.t <= gc->cycles[k].t0; i++) {
			if (c.metric == GT_METRIC_HEAP_ALLOC)
				heap = c.value;
			else if (c.metric == GT_METRIC_HEAP_GOAL)
				goal = c.value;
		}
		gc->cycles[k].heap = heap;
		gc->cycles[k].goal = goal;
	}
}

static const void *gc_row(struct gt_table *t, uint64_t row)
{
	return &((const struct gc *)t)->cycles[row];
}

static void gc_close(struct gt_table *t)
{
	free(((struct gc *)t)->cycles);
}

static int gc_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct gc *gc = (struct gc *)t;
	uint64_t n = gt_trace_info(t->trace)->ranges;
	struct gt_range_row r;

	(void)args;
	(void)err;
	t->rows = gt_ranges_of_kind(t->trace, GT_RANGE_GC);
	gc->cycles = gt_xcalloc(t->rows ? t->rows : 1, sizeof *gc->cycles);
	for (uint64_t i = 0; i < t->rows; i++)
		if (gt_range_get(t->trace, gt_range_of_kind(t->trace, GT_RANGE_GC, i), &r))
			gc->cycles[i] = (struct cycle) { .t0 = r.t0, .t1 = r.t1, .active = r.active };
	for (uint64_t i = 0; t->rows && i < n; i++)
		if (gt_range_get(t->trace, i, &r))
			gc_add_range(gc, t->trace, &r);
	if (t->rows)
		add_workers_of_all(gc, t->trace);
	add_heap(gc, t->trace);
	add_heap_end(gc, t->trace);
	return 0;
}

#define FIELD(member) GT_FIELD(struct cycle, member)

static const struct gt_column columns[] = {
	[GT_GC_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when the mark phase began", FIELD(t0) },
	[GT_GC_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when the mark phase ended", FIELD(t1) },
	[GT_GC_DUR] = { "dur_ns", "Mark phase", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 10,
		"how long the mark phase lasted", GT_FIELD_SPAN(struct cycle, t0, t1) },
	[GT_GC_STW] = { "stw_ns", "Pauses", GT_KIND_DUR, GT_COL_DESC, 9,
		"both stop-the-world pauses of the cycle together", FIELD(stw) },
	[GT_GC_ASSIST] = { "assist_ns", "Assists on P", GT_KIND_DUR, GT_COL_DESC, 12,
		"processor time in mark assists that began in the cycle", FIELD(assist) },
	[GT_GC_ASSIST_WALL] = { "assist_wall_ns", "Assists, wall", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 13,
		"how long these lasted together, with waits for work and for processors", FIELD(assist_wall) },
	[GT_GC_SWEEP] = { "sweep_ns", "Sweeps", GT_KIND_DUR, GT_COL_DESC, 9,
		"sweeps until the next cycle, together", FIELD(sweep) },
	[GT_GC_HEAP_START] = { "heap_start", "Heap", GT_KIND_BYTES, GT_COL_DESC, 9,
		"heap in use when it began", FIELD(heap) },
	[GT_GC_HEAP_GOAL] = { "heap_goal", "Goal", GT_KIND_BYTES, GT_COL_DESC, 9,
		"heap goal when it began", FIELD(goal) },
	[GT_GC_ACTIVE] = { "active", "Active", GT_KIND_BOOL, GT_COL_MORE, 6,
		"was going on when the trace began", FIELD(active) },
	{ "heap_end", "Heap after", GT_KIND_BYTES, GT_COL_DESC, 10,
		"heap in use when the mark phase ended: what is alive", FIELD(heap_end) },
	{ "dedicated_ns", "Dedicated", GT_KIND_DUR, GT_COL_DESC, 9,
		"processor time of dedicated mark workers, until the next cycle", FIELD(worked[GT_GC_DEDICATED]) },
	{ "fractional_ns", "Fractional", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 10,
		"of fractional ones", FIELD(worked[GT_GC_FRACTIONAL]) },
	{ "idle_ns", "Idle workers", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 12,
		"of idle ones, which take what nobody else wants", FIELD(worked[GT_GC_IDLE]) },
};

const struct gt_report gt_report_gc = {
	.name = "gc",
	.row = "a GC cycle",
	GT_REPORT_COLUMNS(columns),
	.ops = { .size = sizeof(struct gc), .open = gc_open, .row = gc_row, .close = gc_close },
};

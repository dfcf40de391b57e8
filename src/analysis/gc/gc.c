/* The report "gc": GC cycles with their pauses, assists, sweeps and heap. */
#include <stdlib.h>
#include <string.h>

#include "analysis/gc/gccycles.h"
#include "analysis/gc/gcheap.h"
#include "analysis/stw/stw.h"
#include "analysis/table/reports.h"
#include "base/bisect.h"
#include "base/sat.h"
#include "base/xalloc.h"

struct cycle {
	struct gt_gc_cycle c;
	int64_t stw, assist, assist_wall, sweep;
	int64_t worked[GT_GC_WORKERS]; /* by the workers' mode */
	uint64_t sweeps, reclaimed;
};

struct gc {
	struct gt_table head;
	struct cycle *cycles;
	int64_t from, to;
	struct gt_gc_pace pace;
	bool paced;
	struct gt_gc_heap *chart; /* only where rows are browsed */
	struct gt_item totals[13];
};

/* The last cycle that began at or before a time, or -1. */
static int64_t cycle_at(const struct gc *gc, int64_t time)
{
	return (int64_t)GT_BISECT(i, 0, gc->head.rows, gc->cycles[i].c.t0 <= time) - 1;
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
		if (i >= 0 && (gc->cycles[i].c.t1 == GT_NO_TIME || r->t0 <= gc->cycles[i].c.t1))
			gt_sat_grow(&gc->cycles[i].stw, r->t1 - r->t0);
		break;
	case GT_RANGE_ASSIST:
		if (i >= 0) {
			gt_sat_grow(&gc->cycles[i].assist, gt_goroutine_busy(t, r->g, r->t0, end));
			gt_sat_grow(&gc->cycles[i].assist_wall, end - r->t0);
		}
		break;
	case GT_RANGE_SWEEP:
		if (i < 0)
			break;
		gc->cycles[i].sweeps++;
		gt_sat_grow(&gc->cycles[i].sweep, end - r->t0);
		if (r->t1 != GT_NO_TIME && !gt_trace_beyond(t, r->t1)) /* told at its end */
			gt_sat_grow_u64(&gc->cycles[i].reclaimed, r->value2);
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

/* Of all P time until the next cycle.  Idle workers take nothing from the program, so they are no part of it. */
static void cycle_share(struct gt_table *t, struct gt_cell *out)
{
	const struct cycle *c = t->at;
	double took = (double)c->worked[GT_GC_DEDICATED] + (double)c->worked[GT_GC_FRACTIONAL] + (double)c->assist;

	if (c->c.procs > 0)
		gt_cell_r(out, took / (double)c->c.procs);
}

/* Until the next cycle begins; column->at: the mark phase as a share of it. */
static void cycle_interval(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_gc_cycle *c = &((const struct cycle *)t->at)->c;
	int64_t ns = c->next - c->t0;

	if (c->last)
		return;
	if (!t->column->at)
		gt_cell_i(out, ns);
	else if (c->t1 != GT_NO_TIME && ns > 0)
		gt_cell_r(out, (double)(c->t1 - c->t0) / (double)ns);
}

const struct gt_gc_pace *gt_gc_table_pace(struct gt_table *t)
{
	struct gc *gc = (struct gc *)t;
	struct gt_gccost cost;

	if (gc->paced)
		return &gc->pace;
	gt_gccost_begin(&cost, t->trace, gc->from, gc->to);
	while (!gt_gccost_step(&cost))
		;
	gt_gc_pace_of(&gc->pace, &cost);
	gt_gccost_release(&cost);
	gc->paced = true;
	return &gc->pace;
}

static void gc_item_bytes(struct gt_item *item, const char *key, uint64_t bytes)
{
	gt_item_u(item, key, bytes);
	item->value.kind = GT_KIND_BYTES;
	item->value.null = bytes == GT_NONE;
}

static void gc_item_real(struct gt_item *item, const char *key, enum gt_kind kind, double r)
{
	*item = (struct gt_item){ .key = key, .nkey = strlen(key), .value = { .kind = kind } };
	gt_cell_r(&item->value, r);
}

static size_t gc_totals(struct gt_table *t, const struct gt_item **items)
{
	const struct gt_gc_pace *p = gt_gc_table_pace(t);
	struct gt_item *v = ((struct gc *)t)->totals;
	size_t n = 0;

	gt_item_u(&v[n++], "begun", p->begun);
	gc_item_real(&v[n++], "begun_per_s", GT_KIND_REAL, p->per_s);
	gt_item_ns(&v[n++], "interval_p50_ns", p->interval);
	gc_item_bytes(&v[n++], "heap_p50", p->heap);
	gc_item_bytes(&v[n++], "live_p50", p->live);
	gc_item_bytes(&v[n++], "goal_p50", p->goal);
	gt_item_u(&v[n++], "least_goals", p->least);
	gt_item_ns(&v[n++], "mark_ns", p->mark);
	gc_item_real(&v[n++], "mark_share", GT_KIND_SHARE, p->mark_share);
	gt_item_ns(&v[n++], "taken_ns", p->taken);
	gt_item_ns(&v[n++], "idle_ns", p->idle);
	gt_item_ns(&v[n++], "procs_ns", p->procs);
	gc_item_real(&v[n++], "taken_share", GT_KIND_SHARE, p->taken_share);
	*items = v;
	return n;
}

const struct gt_gc_heap *gt_gc_table_heap(const struct gt_table *t)
{
	return ((const struct gc *)t)->chart;
}

static void gc_close(struct gt_table *t)
{
	free(((struct gc *)t)->cycles);
	free(((struct gc *)t)->chart);
}

static int gc_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct gc *gc = (struct gc *)t;
	uint64_t n = gt_trace_info(t->trace)->ranges;
	struct gt_gc_cycle *v = gt_gc_cycles(t->trace, &t->rows);
	struct gt_range_row r;

	(void)err;
	gc->from = args->from;
	gc->to = args->until;
	gc->cycles = gt_xcalloc(t->rows ? t->rows : 1, sizeof *gc->cycles);
	for (uint64_t i = 0; i < t->rows; i++)
		gc->cycles[i].c = v[i];
	free(v);
	for (uint64_t i = 0; t->rows && i < n; i++)
		if (gt_range_get(t->trace, i, &r))
			gc_add_range(gc, t->trace, &r);
	if (t->rows)
		add_workers_of_all(gc, t->trace);
	if (!args->browsed)
		return 0;
	gt_gc_table_pace(t);
	gc->chart = gt_xcalloc(1, sizeof *gc->chart);
	gt_gc_heap_fill(gc->chart, t->trace, args->from, args->until);
	return 0;
}

#define FIELD(member) GT_FIELD(struct cycle, member)

static const struct gt_column columns[] = {
	[GT_GC_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when the mark phase began", FIELD(c.t0) },
	[GT_GC_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when the mark phase ended", FIELD(c.t1) },
	[GT_GC_DUR] = { "dur_ns", "Mark phase", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 10,
		"how long the mark phase lasted", GT_FIELD_SPAN(struct cycle, c.t0, c.t1) },
	[GT_GC_STW] = { "stw_ns", "Pauses", GT_KIND_DUR, GT_COL_DESC, 9,
		"both stop-the-world pauses of the cycle together", FIELD(stw) },
	[GT_GC_ASSIST] = { "assist_ns", "Assists on P", GT_KIND_DUR, GT_COL_DESC, 12,
		"processor time in mark assists that began in the cycle", FIELD(assist) },
	[GT_GC_ASSIST_WALL] = { "assist_wall_ns", "Assists, wall", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 13,
		"how long these lasted together, with waits for work and for processors", FIELD(assist_wall) },
	[GT_GC_SWEEP] = { "sweep_ns", "Sweeps", GT_KIND_DUR, GT_COL_DESC, 9,
		"sweeps until the next cycle, together", FIELD(sweep) },
	[GT_GC_HEAP_START] = { "heap_start", "Heap", GT_KIND_BYTES, GT_COL_DESC, 9,
		"heap in use when it began", FIELD(c.heap) },
	[GT_GC_HEAP_GOAL] = { "heap_goal", "Goal", GT_KIND_BYTES, GT_COL_DESC, 9,
		"heap goal when it began", FIELD(c.goal) },
	[GT_GC_ACTIVE] = { "active", "Active", GT_KIND_BOOL, GT_COL_MORE, 6,
		"was going on when the trace began", FIELD(c.active) },
	[GT_GC_HEAP_END] = { "heap_end", "Heap after", GT_KIND_BYTES, GT_COL_DESC, 10,
		"heap in use when the mark phase ended: what is alive", FIELD(c.live) },
	[GT_GC_OF_DEDICATED] = { "dedicated_ns", "Dedicated", GT_KIND_DUR, GT_COL_DESC, 9,
		"processor time of dedicated mark workers, until the next cycle", FIELD(worked[GT_GC_DEDICATED]) },
	[GT_GC_OF_FRACTIONAL] = { "fractional_ns", "Fractional", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 10,
		"of fractional ones", FIELD(worked[GT_GC_FRACTIONAL]) },
	[GT_GC_OF_IDLE] = { "idle_ns", "Idle workers", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 12,
		"of idle ones, which take what nobody else wants", FIELD(worked[GT_GC_IDLE]) },
	[GT_GC_INTERVAL] = { "interval_ns", "Next after", GT_KIND_DUR, GT_COL_DESC, 10,
		"from when it began until the next one began", GT_CELL_ARG(cycle_interval, 0) },
	[GT_GC_MARKING] = { "mark_share", "Marking", GT_KIND_SHARE, GT_COL_DESC | GT_COL_MORE, 8,
		"what part of that time the mark phase took", GT_CELL_ARG(cycle_interval, 1) },
	[GT_GC_SHARE] = { "procs_share", "Of Ps", GT_KIND_SHARE, GT_COL_DESC, 7,
		"what dedicated and fractional workers and assists took of all processor time until the next cycle",
		.cell = cycle_share },
	[GT_GC_SWEEPS] = { "sweeps", "Sweeps", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7,
		"how many sweeps began until the next cycle", FIELD(sweeps) },
	[GT_GC_RECLAIMED] = { "reclaimed", "Reclaimed", GT_KIND_BYTES, GT_COL_DESC | GT_COL_MORE, 9,
		"what these sweeps reclaimed", FIELD(reclaimed) },
};

const struct gt_report gt_report_gc = {
	.name = "gc",
	.row = "a GC cycle",
	GT_REPORT_COLUMNS(columns),
	.ops = { .size = sizeof(struct gc), .open = gc_open, GT_ROWS(struct gc, cycles), .close = gc_close,
		 .totals = gc_totals },
};

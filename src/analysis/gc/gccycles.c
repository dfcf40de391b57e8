/* GC cycles with what the heap was, and how often there was one. */
#include "analysis/gc/gccycles.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/gc/heapgoals.h"
#include "analysis/table/percentile.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/query/procs.h"

/* ---- cycles ---- */

/* The counters up to a time. */
struct gccycles_walk {
	const struct gt_trace *t;
	uint64_t i;           /* the next counter */
	uint64_t heap, goal;  /* the last values */
};

/* Takes in the counters at and before a time. */
static void walk_to(struct gccycles_walk *w, int64_t time)
{
	struct gt_counter c;

	for (; gt_counter_get(w->t, w->i, &c) && c.t <= time; w->i++) {
		if (c.metric == GT_METRIC_HEAP_ALLOC)
			w->heap = c.value;
		else if (c.metric == GT_METRIC_HEAP_GOAL)
			w->goal = c.value;
	}
}

struct gt_gc_cycle *gt_gc_cycles(const struct gt_trace *t, uint64_t *n)
{
	struct gccycles_walk w = { .t = t, .heap = GT_NONE, .goal = GT_NONE };
	uint64_t all = gt_ranges_of_kind(t, GT_RANGE_GC), got = 0;
	struct gt_gc_cycle *v = gt_xcalloc(all ? all : 1, sizeof *v);
	int64_t horizon = gt_trace_info(t)->horizon;
	struct gt_procs_walk procs;
	struct gt_range_row r;

	for (uint64_t i = 0; i < all; i++)
		if (gt_range_get(t, gt_range_of_kind(t, GT_RANGE_GC, i), &r))
			v[got++] = (struct gt_gc_cycle){ .t0 = r.t0, .t1 = r.t1, .active = r.active, .stack = r.stack };
	gt_procs_begin(&procs, t);
	for (uint64_t i = 0; i < got; i++) {
		struct gt_gc_cycle *c = &v[i];

		/* A mark phase that begins beyond the horizon may not be the next one. */
		c->last = i + 1 == got || gt_trace_beyond(t, v[i + 1].t0);
		c->next = !c->last ? v[i + 1].t0 : horizon > c->t0 ? horizon : c->t0;
		walk_to(&w, c->t0);
		c->heap = w.heap;
		c->goal = w.goal;
		c->live = GT_NONE;
		if (c->t1 != GT_NO_TIME && !gt_trace_beyond(t, c->t1)) {
			walk_to(&w, c->t1);
			c->live = w.heap;
		}
		c->procs = gt_procs_sum(&procs, c->t0, c->next);
	}
	*n = got;
	return v;
}

/* ---- how often ---- */

/* The median, GT_NO_TIME: of nothing.  Reorders v. */
static int64_t gccycles_median(int64_t *v, size_t n)
{
	return n ? gt_percentile_pick_i64(v, n, 0.5) : GT_NO_TIME;
}

/* The median of what is known of the chosen cycles at an offset, bytes. */
static uint64_t median_bytes(const struct gt_gc_cycle *c, uint64_t n, size_t offset, int64_t *v)
{
	uint64_t value;
	size_t k = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(&value, (const char *)&c[i] + offset, sizeof value);
		if (value <= INT64_MAX)
			v[k++] = (int64_t)value;
	}
	return k ? (uint64_t)gccycles_median(v, k) : GT_NONE;
}

static void pace_of_cycles(struct gt_gc_pace *p, const struct gt_gc_cycle *c, uint64_t n)
{
	int64_t *v = gt_xcalloc(n, sizeof *v);

	p->begun = n;
	for (uint64_t i = 0; i + 1 < n; i++)
		v[i] = c[i + 1].t0 - c[i].t0;
	p->interval = gccycles_median(v, n - 1);
	p->heap = median_bytes(c, n, offsetof(struct gt_gc_cycle, heap), v);
	p->live = median_bytes(c, n, offsetof(struct gt_gc_cycle, live), v);
	p->goal = median_bytes(c, n, offsetof(struct gt_gc_cycle, goal), v);
	for (uint64_t i = 0; i < n; i++)
		p->least += c[i].goal <= GT_GC_LEAST_GOAL;
	free(v);
}

void gt_gc_pace_of(struct gt_gc_pace *p, const struct gt_gccost *cost)
{
	uint64_t n, first = 0, end;
	struct gt_gc_cycle *c = gt_gc_cycles(cost->trace, &n);
	double ns = cost->to > cost->from ? (double)(cost->to - cost->from) : 0;

	*p = (struct gt_gc_pace){ .interval = GT_NO_TIME, .heap = GT_NONE, .live = GT_NONE, .goal = GT_NONE,
				  .mark = cost->mark, .procs = gt_gccost_procs(cost) };
	while (first < n && (c[first].active || c[first].t0 < cost->from))
		first++;
	for (end = first; end < n && c[end].t0 < cost->to; )
		end++;
	if (end > first)
		pace_of_cycles(p, c + first, end - first);
	free(c);
	p->taken = gt_sat_add(gt_sat_add(cost->dedicated, cost->fractional), cost->assist);
	p->idle = cost->idle;
	p->per_s = ns > 0 ? (double)p->begun * 1e9 / ns : 0;
	p->mark_share = ns > 0 ? (double)p->mark / ns : 0;
	p->taken_share = p->procs > 0 ? (double)p->taken / (double)p->procs : 0;
}

/* The GC's heap goal over time: few values, far apart among the other counters. */
#include "analysis/gc/heapgoals.h"

#include "base/bisect.h"
#include "base/xalloc.h"

bool gt_heap_goals_update(struct gt_heap_goals *g, const struct gt_trace *t, uint64_t most)
{
	uint64_t n = gt_trace_info(t)->counters, end = n;
	struct gt_counter c;

	if (end - g->seen > most)
		end = g->seen + most;
	for (; g->seen < end; g->seen++) {
		if (!gt_counter_get(t, g->seen, &c) || c.metric != GT_METRIC_HEAP_GOAL)
			continue;
		GT_GROW(g->v, g->cap, g->n + 1);
		g->v[g->n++] = (struct gt_heap_goal){ c.t, c.value == GT_NONE ? 0 : c.value };
	}
	return g->seen < n;
}

uint64_t gt_heap_goals_at(const struct gt_heap_goals *g, int64_t time)
{
	size_t first = GT_BISECT(i, 0, g->n, g->v[i].t < time);

	return first ? g->v[first - 1].value : 0;
}

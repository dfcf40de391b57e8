/* The heap and its goal in equal parts of a range: what a chart of them needs. */
#include "analysis/gc/gcheap.h"

#include "analysis/gc/heapgoals.h"

/* What holds when a part begins, and each change in it. */
static void gcheap_take(struct gt_gc_heap_part *p, uint64_t heap, uint64_t goal)
{
	if (heap != GT_NONE) {
		p->min = !p->max || heap < p->min ? heap : p->min;
		p->max = heap > p->max ? heap : p->max;
	}
	if (goal != GT_NONE && goal > p->goal)
		p->goal = goal;
}

/* A time is below 2^55: multiplied by 1024 it can be more than an int64_t. */
static int64_t part_begin(const struct gt_gc_heap *h, int64_t k)
{
	return h->from + (int64_t)((__int128)(h->to - h->from) * k / GT_GC_HEAP_PARTS);
}

void gt_gc_heap_fill(struct gt_gc_heap *h, const struct gt_trace *t, int64_t from, int64_t to)
{
	uint64_t heap = GT_NONE, goal = GT_NONE, i = 0;
	struct gt_counter c;

	*h = (struct gt_gc_heap){ .from = from > 0 ? from : 0, .to = gt_trace_until(t, gt_trace_info(t)->duration) };
	h->to = to < h->to ? to : h->to;
	for (int64_t k = 0; k < GT_GC_HEAP_PARTS && h->to > h->from; k++) {
		int64_t start = part_begin(h, k), end = part_begin(h, k + 1);

		for (; gt_counter_get(t, i, &c) && c.t < end; i++) {
			if (c.t > start)
				gcheap_take(&h->v[k], heap, goal);    /* what held until now */
			if (c.metric == GT_METRIC_HEAP_ALLOC)
				heap = c.value;
			else if (c.metric == GT_METRIC_HEAP_GOAL)
				goal = c.value;
		}
		gcheap_take(&h->v[k], heap, goal);
		h->most = h->v[k].max > h->most ? h->v[k].max : h->most;
		h->most = h->v[k].goal > h->most ? h->v[k].goal : h->most;
	}
}

struct gt_gc_heap_part gt_gc_heap_column(const struct gt_gc_heap *h, int x, int cols)
{
	int a = x * GT_GC_HEAP_PARTS / cols, b = ((x + 1) * GT_GC_HEAP_PARTS + cols - 1) / cols;
	struct gt_gc_heap_part p = { 0 };

	for (int i = a; i < b && i < GT_GC_HEAP_PARTS; i++) {
		const struct gt_gc_heap_part *v = &h->v[i];

		if (v->max)
			gcheap_take(&p, v->max, GT_NONE);
		if (v->max)
			gcheap_take(&p, v->min, GT_NONE);
		if (v->goal)
			gcheap_take(&p, GT_NONE, v->goal);
	}
	return p;
}

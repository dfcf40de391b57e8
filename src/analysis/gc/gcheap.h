/* The heap and its goal in equal parts of a range: what a chart of them needs. */
#ifndef GT_ANALYSIS_GCHEAP_H
#define GT_ANALYSIS_GCHEAP_H

#include "index/trace.h"

#define GT_GC_HEAP_PARTS 1024

/* One walk over the counters; zeroed before, nothing to release. */
struct gt_gc_heap {
	int64_t from, to;     /* part i is from + (to - from) * i / GT_GC_HEAP_PARTS on */
	uint64_t most;        /* the largest of all of them; 0: nothing is known */
	struct gt_gc_heap_part {
		uint64_t max, min;    /* bytes: of the heap in it; 0: not known */
		uint64_t goal;        /* the largest in it; 0: none */
	} v[GT_GC_HEAP_PARTS];
};

/* What lies beyond the trace's horizon is not looked at. */
void gt_gc_heap_fill(struct gt_gc_heap *h, const struct gt_trace *t, int64_t from, int64_t to);
/* Of columns [x, x + 1) of cols: the parts that touch it together. */
struct gt_gc_heap_part gt_gc_heap_column(const struct gt_gc_heap *h, int x, int cols);

#endif

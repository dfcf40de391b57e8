/* Sorting by time with the same fate for equal times as in Go's slices.SortFunc. */
#ifndef GT_WIRE_GOSORT_H
#define GT_WIRE_GOSORT_H

#include "base/compiler.h"

/* A cursor of the frontier (or a CPU sample) and the time of its next event. */
struct gt_heap_item {
	int64_t time;
	uint32_t cursor;
};

/*
 * Sorts a[0..n) by time.  Go's reader sorts its frontier and the CPU samples
 * with an unstable sort, so where several threads have an event at the same
 * time stamp, which one it tries first, and in which order samples of one time
 * come, depends on that sort's every step.  This one makes the same exchanges
 * as slices.SortFunc of Go 1.27 with a comparison of times (Go 1.22 drew other
 * pseudo-random numbers), and so leaves equal items in the same order.
 */
void gt_gosort(struct gt_heap_item *a, size_t n);

#endif

/* Sums by goroutine over the slices of several Ps (query_busy.c). */
#ifndef GT_INDEX_BUSY_H
#define GT_INDEX_BUSY_H

#include "index/store/state.h"
#include "index/store/top_sum.h"

/* Adds what gt_slices_dominant compares to a tally that has been initialised. */
void gt_slices_tally(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b,
		     struct gt_top_sum *tally);

#endif

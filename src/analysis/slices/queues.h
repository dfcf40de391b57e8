/* The longest wait for a P during each long slice, found in one walk. */
#ifndef GT_ANALYSIS_QUEUES_H
#define GT_ANALYSIS_QUEUES_H

#include "analysis/waits/sweep.h"

struct gt_queues {
	struct gt_blame_index blames;
	struct gt_sweep sweep;
	struct gt_map by_slice;   /* slice id -> index of sweep.longs */
};

/* Of [from, to); *q is overwritten.  GT_ERR_NOMEM, GT_ERR_IO; release in any case. */
int gt_queues_open(struct gt_queues *q, const struct gt_trace *t, int64_t from, int64_t to, struct gt_error *err);
void gt_queues_release(struct gt_queues *q);

/*
 * The longest time for which one goroutine of the program waited for a P while the slice
 * ran, in a wait of over 1 ms and with no P idle (gt_long_slice.queue); GT_NO_TIME of slices
 * under 10 ms and of those of the runtime.
 */
int64_t gt_queues_of(const struct gt_queues *q, uint32_t slice);

#endif

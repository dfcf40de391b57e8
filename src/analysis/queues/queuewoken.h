/* Where those stood who woke some goroutines, and what they did to a channel there. */
#ifndef GT_ANALYSIS_QUEUEWOKEN_H
#define GT_ANALYSIS_QUEUEWOKEN_H

#include "analysis/stacks/queuesites.h"

/* Goroutine row g was woken at t. */
struct gt_queue_woken {
	int64_t t;
	uint32_t g;
	uint32_t stack;       /* stack row of its waker, 0: not known, */
	enum gt_queue_act act;/* ... and what that did */
};

/*
 * Fills in `stack` and `act` of a few wake-ups, and sorts these by time.  Each costs a jump in the events.  Negative:
 * the trace cannot be read any more.
 */
int gt_queue_ask_woken(struct gt_trace *t, struct gt_queue_woken *v, size_t n, struct gt_error *err);

#endif

/* Makes v2 traces whose events mostly have equal times, for tests. */
#ifndef GT_TEST_ORDER_V2TIES_H
#define GT_TEST_ORDER_V2TIES_H

#include "base/buf.h"

struct gt_v2_ties {
	uint64_t seed;
	unsigned threads, steps; /* Ms (two thirds of them have a P); events, about */
	unsigned still;          /* of 100 events, those with the time of the one before */
	unsigned skew;           /* each thread's clock is ahead of the true one by up to this */
	unsigned lost;           /* 1: one record in the middle is not there */
};

/*
 * Replaces out by a trace of Go 1.22 of a scheduler that goes its way at random, in two generations: goroutines are
 * created, run, yield, block, wake others, are in calls and lose their P there, and end; Ps go from thread to thread.
 * Where clocks are equal or ahead, the event with the earliest time often cannot come yet: then the order hangs on
 * each exchange of Go's heap and of its sort.  A unit is 1 ns.
 */
void gt_v2_ties_make(struct gt_buf *out, const struct gt_v2_ties *t);

#endif

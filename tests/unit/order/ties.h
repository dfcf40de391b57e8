/* Makes v1 traces whose events mostly have equal times, for tests. */
#ifndef GT_TEST_ORDER_TIES_H
#define GT_TEST_ORDER_TIES_H

#include "base/buf.h"

struct gt_ties {
	uint64_t seed;
	unsigned procs, steps;   /* Ps; events, about */
	unsigned still;          /* of 100 events, those with the time of the one before */
	enum gt_ties_fault {
		GT_TIES_SOUND,
		GT_TIES_LOST,    /* one record in the middle is not there */
		GT_TIES_SEQ,     /* one sequence number is another */
		GT_TIES_EARLY,   /* one P's clock is behind the others' */
	} fault;
};

/*
 * Replaces out by a trace of Go 1.21 of a scheduler that goes its way at random: goroutines are created, run, yield,
 * block, wake others on other Ps, lose their P in calls and come back later on another one, and end.  What happens
 * is one order of events, in which times never fall; each P writes its own, in batches that are mixed at random.  So a
 * reader may find another order of equal times, but not other times.  A tick is 1 ns.
 */
void gt_ties_make(struct gt_buf *out, const struct gt_ties *t);

#endif

/* Waits for a processor: when a goroutine could have run, until it did. */
#ifndef GT_ANALYSIS_SCHEDWAIT_H
#define GT_ANALYSIS_SCHEDWAIT_H

#include "analysis/goroutines/ginfo.h"

/* The event that made the goroutine runnable. */
enum gt_wait_cause {
	GT_WAIT_CREATED,
	GT_WAIT_UNBLOCKED,
	GT_WAIT_PREEMPTED,
	GT_WAIT_YIELDED,
	GT_WAIT_SYSCALL,      /* it came back from a call in which it had lost its P */
	GT_WAIT_CAUSES
};
const char *gt_wait_cause_name(enum gt_wait_cause cause);   /* "created" */
const char *gt_wait_long_name(enum gt_wait_cause cause);    /* "long_created", as the number of long ones is called */

struct gt_wait {
	int64_t t0, t1;       /* runnable since; until it ran, or until the trace ends (open) */
	uint32_t g;           /* goroutine row */
	uint32_t slice;       /* that ended it, GT_NO_ROW: open */
	enum gt_wait_cause cause;
};

/*
 * What each type of event says of the wait that it began: a cause, or that it began none; of some types the
 * slice, or the goroutine, must be looked at (gt_wait_before).
 */
enum { GT_WAIT_NONE = GT_WAIT_CAUSES, GT_WAIT_LOOK };
void gt_wait_causes_by_type(const struct gt_trace *t, uint8_t causes[GT_EVENT_TYPES]);

/*
 * The wait before a slice.  False: there was none that lasted, or the trace
 * does not show how it began (it was going on when the trace began).
 * Those of the runtime's goroutines are waits as well.
 */
bool gt_wait_before(const struct gt_trace *t, const struct gt_slice *s, struct gt_wait *w);

/* The wait in which a goroutine is when the trace ends.  False: it is in none, as above. */
bool gt_wait_at_end(const struct gt_trace *t, const struct gt_goroutine *g, struct gt_wait *w);

#endif

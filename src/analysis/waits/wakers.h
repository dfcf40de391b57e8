/* Who or what ended a wait. */
#ifndef GT_ANALYSIS_WAKERS_H
#define GT_ANALYSIS_WAKERS_H

#include "analysis/waits/schedwait.h"
#include "analysis/waits/waitscan.h"

/* Who or what ended a wait for something; of a runnable goroutine, what made it runnable. */
enum gt_waker_kind {
	GT_WAKER_NONE,        /* nobody: the wait is open */
	GT_WAKER_GOROUTINE,
	GT_WAKER_GC,          /* a goroutine of the garbage collector */
	GT_WAKER_NETWORK,     /* the network poller */
	GT_WAKER_TIMER,
	GT_WAKER_RUNTIME,     /* none of these: the scheduler, the system monitor */
	GT_WAKER_SYSCALL,     /* it came back from a call */
	GT_WAKER_CREATED,     /* runnable: it was created, */
	GT_WAKER_UNBLOCKED,   /* what it had waited for came (the wait before says by whom), */
	GT_WAKER_PREEMPTED,   /* it was preempted, */
	GT_WAKER_YIELDED,     /* it yielded */
	GT_WAKER_UNKNOWN,     /* the trace does not say */
	GT_WAKER_KINDS
};
const char *gt_waker_kind_name(enum gt_waker_kind kind);    /* "goroutine"; NONE: NULL */
enum gt_waker_kind gt_waker_kind_of_cause(enum gt_wait_cause cause);
enum gt_waker_kind gt_waker_kind_of(const struct gt_trace *t, const struct gt_waited *w);
/* Who or what made a goroutine runnable that waited for a P before a slice: NONE if that was not what unblocked it. */
enum gt_waker_kind gt_waker_kind_before(const struct gt_trace *t, const struct gt_slice *s);

#endif

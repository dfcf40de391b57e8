/* Times in which the machine, not the program, stood still: nothing of the program ran, though it had work. */
#ifndef GT_ANALYSIS_STALLS_H
#define GT_ANALYSIS_STALLS_H

#include "index/trace.h"

/*
 * A stall is a silence (no event of any P or thread) in which there was work that nobody did.  Either a goroutine ran
 * through it, outside of a call, and one of these says that it could not run in truth:
 *
 * - A goroutine that ran through it is preempted asynchronously within GT_STALL_AFTER of its end.  The runtime's
 *   monitor asks for that when a slice is 10 ms long, and looks every 10 ms at most, so code that can be preempted at
 *   any instruction lasts 20 ms.  (Code that cannot, a loop before Go 1.14 or an assembly routine, ends with a
 *   preemption at a call, which says nothing.)
 * - One that ran through it ends its slice within GT_STALL_AFTER of its end; and of all such that are not preempted
 *   later, at most one in eight of the slices that the goroutine had ended at that place before, at least
 *   GT_STALL_OTHERS, was longer than half of it.
 * - A timer woke a goroutine within GT_STALL_AFTER of its end, a P was idle, and the same holds of how long that
 *   goroutine had slept at that place before.
 * - A CPU profile ran, as samples within GT_STALL_PROFILE before and after it show, and none was taken for
 *   GT_STALL_SURE.
 *
 * Or it lasts for GT_STALL_SURE, the world is not stopped, nor to be stopped, and
 *
 * - a goroutine of the program was ready and a P held by no goroutine, or
 * - a call of the program kept a P, which the monitor takes after 30 ms at the latest.
 *
 * Silences shorter than GT_STALL_LEAST are none: a loop alone has them between its preemptions.  A machine that is
 * busy runs the monitor's thread late, too, by tens of ms (seen: 84 ms while eight compilers ran on two cores).  So
 * what the first four say counts only if they say it of three silences of GT_STALL_SURE, or of one of GT_STALL_ALONE.
 */
#define GT_STALL_LEAST INT64_C(30000000)
#define GT_STALL_SURE INT64_C(50000000)
#define GT_STALL_COUNT 3
#define GT_STALL_ALONE INT64_C(100000000)
#define GT_STALL_AFTER INT64_C(1000000)
#define GT_STALL_OTHERS 16
#define GT_STALL_PROFILE INT64_C(1000000000)

struct gt_stalls {
	struct gt_silence *v; /* in time order, cut to the range; nothing begins or ends within one */
	size_t n, cap;
};

/* Of a complete index; those that touch [from, to).  *s is overwritten and released by the caller. */
void gt_stalls_find(struct gt_stalls *s, const struct gt_trace *t, int64_t from, int64_t to);
void gt_stalls_release(struct gt_stalls *s);

/* The first of the longest, NULL: there are none. */
const struct gt_silence *gt_stalls_longest(const struct gt_stalls *s);
/* How much of [t0, t1) they are. */
int64_t gt_stalls_in(const struct gt_stalls *s, int64_t t0, int64_t t1);

#endif

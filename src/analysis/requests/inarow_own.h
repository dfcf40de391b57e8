/* The steps of gt_inarow_step, in files of this room. */
#ifndef GT_ANALYSIS_INAROW_OWN_H
#define GT_ANALYSIS_INAROW_OWN_H

#include "analysis/requests/inarow.h"

/* What who waits with a stack does. */
enum inarow_stack {
	INAROW_UNKNOWN,       /* not looked at yet */
	INAROW_OTHER,
	INAROW_CALLS,         /* waits for the answer of a call over the network */
	INAROW_BEFORE,        /* ... for a connection, before such a call */
	INAROW_AFTER,         /* ... for anything else of the network: after such a call for more of the answer */
	INAROW_SLEEPS,
};

/* Each stack is looked at once. */
enum inarow_stack gt_inarow_stack(struct gt_inarow *r, uint32_t stack);

/* Adds what a goroutine did in [t0, t1) to r->v, if it is a row.  loops: the same call may be in it several times. */
void gt_inarow_walk(struct gt_inarow *r, uint32_t g, enum gt_inarow_kind kind, int64_t t0, int64_t t1, bool loops);

#endif

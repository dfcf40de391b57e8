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
	INAROW_READS,         /* waits for bytes of a connection: for an answer, if a question was written before */
	INAROW_WRITES,        /* writes bytes to a connection */
};

/* Each stack is looked at once. */
enum inarow_stack gt_inarow_stack(struct gt_inarow *r, uint32_t stack);

/* Whether a function, a string row, has this name. */
bool gt_inarow_is_func(const struct gt_trace *t, uint32_t func, const char *name);

/* Frames of a stack. */
uint32_t gt_inarow_depth(const struct gt_trace *t, uint32_t stack);

/* How many outer frames two stacks have in common; in the innermost of these they may be at other lines. */
uint32_t gt_inarow_common(const struct gt_trace *t, uint32_t a, uint32_t b);

/*
 * Whether what was written with one stack is the question that the other one waits for: a function of the program
 * wrote first, and waits at the same line or further down.  What copies a stream reads first, and then writes.
 */
bool gt_inarow_answers(const struct gt_trace *t, uint32_t write, uint32_t read);

/* Adds what a goroutine did in [t0, t1) to r->v, if it is a row.  loops: the same call may be in it several times. */
void gt_inarow_walk(struct gt_inarow *r, const struct inarow_maybe *m, enum gt_inarow_kind kind, int64_t t0, int64_t t1,
		    bool loops);

/* The same of the calls over the network that a goroutine made between two waits for a timer, each time. */
void gt_inarow_rounds(struct gt_inarow *r, const struct inarow_maybe *m);

#endif

/* System calls one by one, from their begin to their end, with the P and after it was lost. */
#ifndef GT_ANALYSIS_CALLSCAN_H
#define GT_ANALYSIS_CALLSCAN_H

#include "index/trace.h"

/*
 * A call whose begin and end are in the trace, as far as that is whole: its end is when it kept its P or the
 * goroutine could run again.  v1 has the ends of those calls only that lost their P.
 */
struct gt_call {
	int64_t t0, t1;
	int64_t lost;         /* when its P was taken; t1: it kept it */
	uint32_t g, stack;    /* goroutine row; stack row of the call, 0: none */
};

/* Where a call is: which one of a P's. */
struct gt_call_place {
	uint32_t proc_row, k;
};

/* Finds the call of a place; false: its begin or its end is not in the trace. */
bool gt_call_get(const struct gt_trace *t, const struct gt_call_place *at, struct gt_call *c);

/* All calls that touch [from, to), those of one P after the other, each in the order of time. */
struct gt_callscan {
	const struct gt_trace *trace;
	int64_t from, to;
	int64_t least;        /* those that last no longer in the range are left out; 0: none is */
	struct gt_call_place at;        /* the next one */
};

/*
 * Looks at `most` more at the most.  1: *c is a call, cut at the ends of the range, and *at its place; 0: there was
 * none among these; -1: there are no more.
 */
int gt_callscan_next(struct gt_callscan *s, unsigned most, struct gt_call *c, struct gt_call_place *at);

/*
 * What was called: "syscall.Read" rather than "syscall.Syscall", in which its stack ends, and a C function by the name
 * of its stub.  String row; 0: unknown.
 */
uint32_t gt_call_function(const struct gt_trace *t, uint32_t stack);

/* How long it had its P of that time. */
GT_INLINE int64_t gt_call_kept(const struct gt_call *c)
{
	return c->lost > c->t0 ? (c->lost < c->t1 ? c->lost : c->t1) - c->t0 : 0;
}

#endif

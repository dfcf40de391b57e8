/* The stacks of those who woke goroutines, which are in the events only: a pass over these, beside the waits. */
#ifndef GT_ANALYSIS_WAKINGS_H
#define GT_ANALYSIS_WAKINGS_H

#include "analysis/table/scratch.h"
#include "base/hash.h"
#include "index/query/events.h"

/* A place in the events, and the last wake-ups of each goroutine before it. */
struct gt_wakers {
	struct gt_trace *t;
	bool last;            /* of wake-ups at one time: the last one counts, else the first */
	bool jumps;           /* leaves out what lies between two times that are far from each other */
	int64_t from;         /* wake-ups before this time are not known */
	struct gt_scratch seen;          /* struct gt_wakers_seen by goroutine row */
	struct gt_map rows;              /* goroutine id -> its row, if it has one life */
	uint32_t goroutines;
	struct gt_map stacks;            /* of generation `gen`: stack id -> its row */
	uint64_t gen;
	struct gt_events *events;
	uint64_t at, total;   /* the next event */
	int rc;               /* negative: the trace cannot be read any more: *err says why */
	struct gt_error *err;
};

int gt_wakers_open(struct gt_wakers *w, struct gt_trace *t, bool last, int64_t from, struct gt_error *err);
void gt_wakers_close(struct gt_wakers *w);
/*
 * The stack of what woke goroutine row g at a time: 0 if it had none.  False: that is not known here, because the
 * time lies before `from`, or because later times were asked for in between; then ask another time.
 */
bool gt_wakers_at(struct gt_wakers *w, uint32_t g, int64_t time, uint32_t *stack);

#endif

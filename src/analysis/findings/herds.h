/* Herds: many goroutines woken at once, nearly all of them for nothing. */
#ifndef GT_ANALYSIS_HERDS_H
#define GT_ANALYSIS_HERDS_H

#include "index/trace.h"

struct gt_herd_look;

/*
 * A goroutine wakes more goroutines than there are processors in one of its slices, all of which waited at one place
 * for a condition, or for a channel that it closes; half of them or more, and of all herds together four fifths, wait
 * there again after next to nothing, but for a lock perhaps.
 */
struct gt_herd {
	uint32_t site;            /* stack row: where they wait */
	uint32_t waking;          /* stack row: where most were woken, 0: unknown */
	uint32_t waker_func;      /* string row: start function of who woke the largest herd, */
	uint32_t g;               /* ... goroutine row of one that it woke for nothing, */
	int64_t t0, t1;           /* ... and from its waking until it waited again */
	uint64_t n;               /* herds */
	uint64_t woken, again;    /* goroutines in these; those that waited again */
	uint64_t most;            /* goroutines in the largest */
	int64_t ready, ran;       /* ns of those until they waited again: runnable, running */
	int64_t ns;               /* in all herds: from the first waking until the last of those waited again */
};

/* procs: how many are more than can run. */
struct gt_herd_look *gt_herd_look_new(struct gt_trace *t, int64_t from, int64_t to, uint64_t procs);
void gt_herd_look_free(struct gt_herd_look *k);
/* 1: there is more to do, 0: all is known, negative: the trace cannot be read any more. */
int gt_herd_look_step(struct gt_herd_look *k, struct gt_error *err);
/* When all is known; how many. */
const struct gt_herd *gt_herd_look_herds(const struct gt_herd_look *k, size_t *n);

#endif

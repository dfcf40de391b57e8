/* The nearest slice before which its goroutine was runnable for long. */
#ifndef GT_UI_TIMELINE_WAITS_H
#define GT_UI_TIMELINE_WAITS_H

#include "index/trace.h"

/*
 * Nothing in the index says where the long waits are: the slices are walked,
 * all Ps side by side, from a time outwards until one is found.
 */
struct gt_tl_waits {
	const struct gt_trace *trace;
	int dir;              /* 1: slices that begin after `from`, -1: before */
	int64_t limit;        /* those at or beyond it do not count */
	int64_t wait_ns;      /* shortest wait that counts */

	uint32_t slice;       /* found: GT_NO_ROW if there is none */
	int64_t t0;           /* where it begins */
	bool done;

	uint64_t *next;       /* of each P: the place of the next slice to look at; -1: of the last one + 1 */
	uint32_t procs, proc_row;
	int64_t from, reach, stride;
};

/* *w is overwritten; it is released by the caller. */
void gt_tl_waits_begin(struct gt_tl_waits *w, const struct gt_trace *t, int64_t from, int dir, int64_t limit,
		       int64_t wait_ns);
/* Looks at some thousand slices; true at the end. */
bool gt_tl_waits_step(struct gt_tl_waits *w);
void gt_tl_waits_release(struct gt_tl_waits *w);

#endif

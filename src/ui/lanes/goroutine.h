/* A goroutine's lane: its slices, and what it does between them. */
#ifndef GT_UI_TIMELINE_GOROUTINE_H
#define GT_UI_TIMELINE_GOROUTINE_H

#include "analysis/goroutines/goroutines.h"
#include "ui/lanes/proc.h"
#include "ui/timeline/track.h"

/* src of gt_tl_goroutine_ops.  { .inner.trace, .row } is ready. */
struct gt_tl_goroutine {
	struct gt_tl_proc inner;   /* the calls inside a slice */
	uint32_t row;
	/* Slices read lately: a cell has two ends. */
	struct gt_goroutine_stretch near[2];
	bool has[2];
	uint8_t newest;
};

/*
 * Places are numbers of the goroutine's slices.  Idle cells say in `inside`
 * what it does then, gt_spent + 1, and in `item` why it waits.
 */
extern const struct gt_tl_source_ops gt_tl_goroutine_ops;
extern const struct gt_track_ops gt_goroutine_track;

/* States of a goroutine between two of its slices, or before the first, or after the last: oldest first. */
#define GT_TL_SPELLS 4
struct gt_tl_gap {
	struct gt_interval v[GT_TL_SPELLS];
	int n;
};

/* The gap that a time lies in, when the goroutine runs no slice; n is 0 where it does not exist. */
/* Item: as in gt_tl_source_ops.between. */
void gt_tl_gap_before(const struct gt_trace *t, uint32_t row, uint32_t next, struct gt_tl_gap *out);
void gt_tl_gap_at(const struct gt_trace *t, uint32_t row, int64_t time, struct gt_tl_gap *out);

/* Of the states in the gap the one with most of [a, b); NULL: none. */
const struct gt_interval *gt_tl_gap_in(const struct gt_tl_gap *gap, int64_t a, int64_t b);

#endif

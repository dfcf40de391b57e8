/* The slices of a lane, one after the other: of a P, of a thread, of a goroutine. */
#ifndef GT_UI_TIMELINE_TRACK_H
#define GT_UI_TIMELINE_TRACK_H

#include "index/trace.h"
#include "ui/lanes/cells.h"

/*
 * Slices of row `row` in time order, told apart by their ids; they do not
 * overlap.  All O(log n), `beside` but for small n (see there).
 */
struct gt_track_ops {
	const char *what;    /* "P": for messages */
	/* 0 if there are none. */
	uint64_t (*count)(const struct gt_trace *t, uint32_t row);
	/* The first that ends after a time, GT_NO_ROW: none. */
	uint32_t (*seek)(const struct gt_trace *t, uint32_t row, int64_t time);
	/* The last one, GT_NO_ROW: none. */
	uint32_t (*last)(const struct gt_trace *t, uint32_t row);
	/*
	 * n slices after (dir 1) or before (-1) one that is on the track, or as
	 * far as there are any: *n is how many it went.  May take O(n).
	 */
	uint32_t (*beside)(const struct gt_trace *t, uint32_t row, uint32_t slice, int dir, uint64_t *n);
	/* True if the slice is on the track. */
	bool (*has)(const struct gt_trace *t, uint32_t row, const struct gt_slice *s);
	/* The longest that overlaps [a, b), GT_NO_ROW: none. */
	uint32_t (*longest)(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);
	/* ns of [a, b) in slices. */
	int64_t (*busy)(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);
};

/* The slice that runs at a time, GT_NO_ROW if none does. */
uint32_t gt_track_at(const struct gt_track_ops *ops, const struct gt_trace *t, uint32_t row, int64_t time);

/*
 * The slice that a cell stands for, of which `time` is a moment: one of at
 * least long_ns that hides in it, else the one running at that time, else the
 * longest in [a, b).
 */
uint32_t gt_track_in(const struct gt_track_ops *ops, const struct gt_trace *t, uint32_t row, int64_t time,
		     int64_t a, int64_t b, int64_t long_ns);

struct gt_timeline;
struct gt_lane;

/* The slice after (before) the one selected or the cursor; GT_NO_ROW: none. */
uint32_t gt_track_first(const struct gt_timeline *tl, const struct gt_lane *lane, int dir);
/* The n-th next or previous slice of the lane becomes the selection. */
void gt_track_step(struct gt_timeline *tl, const struct gt_lane *lane, int dir, int64_t n);

#endif

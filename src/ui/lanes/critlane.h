/* The critical path that was asked for last, for its lane: its segments by time. */
#ifndef GT_UI_LANES_CRITLANE_H
#define GT_UI_LANES_CRITLANE_H

#include "analysis/paths/critlist.h"
#include "analysis/paths/crittable.h"

/* More segments are not kept: then the lane knows only the latest part of the window. */
#define GT_TL_CRIT_SEGS 1000000u
#define GT_TL_CRIT_LEVELS 3

struct gt_tl_crit {
	bool chosen, walked;
	bool settled;                 /* begun when the whole trace had been read */
	uint32_t g;                   /* the window: goroutine row */
	int64_t from, to;
	struct gt_crit_list list;     /* the latest first */
	/* Of 64, 64 * 64 ... segments each the longest: its place in the list. */
	uint32_t *longest[GT_TL_CRIT_LEVELS];
	size_t cap[GT_TL_CRIT_LEVELS];
};

/* True if it is of this window.  What was begun before all of the trace was read does not count after that. */
bool gt_tl_crit_is(const struct gt_tl_crit *c, const struct gt_trace *t, uint32_t g, int64_t from,
		   int64_t to);
/* Begins another one. */
void gt_tl_crit_choose(struct gt_tl_crit *c, struct gt_trace *t, uint32_t g, int64_t from, int64_t to);
void gt_tl_crit_release(struct gt_tl_crit *c);
/* Walks on until the deadline (gt_clock_now); true: nothing is left to do. */
bool gt_tl_crit_update(struct gt_tl_crit *c, int64_t deadline);

/* Where what is known of it begins and ends; false: nothing is. */
bool gt_tl_crit_bounds(const struct gt_tl_crit *c, int64_t *from, int64_t *to);
/* The place of the segment with the most of [a, b); SIZE_MAX: the path is not there.  O(log n). */
size_t gt_tl_crit_in(const struct gt_tl_crit *c, int64_t a, int64_t b);
/* Of the segment at a place how much lies in [a, b), ns. */
int64_t gt_tl_crit_part(const struct gt_tl_crit *c, size_t place, int64_t a, int64_t b);
/* How many begin before a time. */
size_t gt_tl_crit_before(const struct gt_tl_crit *c, int64_t time);

#endif

/* Anchors: every 64th slice of a goroutine, linked so that any of them is a few steps from the newest. */
#ifndef GT_INDEX_ANCHORS_H
#define GT_INDEX_ANCHORS_H

#include "index/store/state.h"

/*
 * Anchor i of a goroutine is its slice (i + 1) * 64.  Its stretch are the
 * slices after the anchor before it, up to and with its own.  Besides the anchor before it each
 * knows one further back (`jump`), chosen such that a walk to any of n anchors
 * takes at most 2 log n steps and rows need not change when more come (Myers'
 * random-access list).
 */
struct gt_anchor {
	uint64_t row;            /* in the table of anchors */
	struct gt_srow_anchor r;
};

/* The newest anchor of a goroutine; false: it has none. */
bool gt_anchor_newest(const struct gt_trace *t, uint32_t g, struct gt_anchor *a);

/* From a back to anchor number i <= a->r.place. */
bool gt_anchor_back_to(const struct gt_trace *t, struct gt_anchor *a, uint32_t i);

/* From a, whose slice ends after `time`, back to the first anchor of which this is true. */
void gt_anchor_back_to_time(const struct gt_trace *t, struct gt_anchor *a, int64_t time);

/*
 * The longest slice after anchor number i, up to and with a's; the first of
 * equal ones.  *dur is its length.  GT_NO_ROW if i is not before a.
 */
uint32_t gt_anchor_longest_since(const struct gt_trace *t, const struct gt_anchor *a, uint32_t i, uint64_t *dur);

/* What is read of a slice when a goroutine's are walked back. */
struct gt_step {
	uint32_t id, prev;
	int64_t t0, t1;
};

bool gt_step_at(const struct gt_trace *t, uint32_t id, struct gt_step *s);

/* Where a walk back begins: a slice that can be reached at once, its number, and the anchor before it. */
struct gt_slice_place {
	uint32_t id, k;
	bool has_before;
	struct gt_anchor before;
};

/* The first anchor whose slice ends after `time`, or the goroutine's last slice; false: it has none. */
bool gt_place_after(const struct gt_trace *t, const struct gt_goroutine *g, int64_t time,
		    struct gt_slice_place *p);

#endif

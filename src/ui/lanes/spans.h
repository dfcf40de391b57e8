/* Ranges of the whole program, sorted by time: garbage collections and stop-the-world pauses. */
#ifndef GT_UI_TIMELINE_SPANS_H
#define GT_UI_TIMELINE_SPANS_H

#include "index/trace.h"
#include "ui/lanes/cells.h"

struct gt_tl_span {
	int64_t t0, t1;      /* t1 INT64_MAX: it never ended */
	uint32_t row;        /* gt_range_get */
};

/* What the spans cover together, without overlaps: sums for the share of a cell. */
struct gt_tl_cover {
	int64_t t0, t1;
	int64_t before;      /* ns covered before t0 */
};

struct gt_tl_spans {
	struct gt_tl_span *v;
	size_t n, cap;
	struct gt_tl_cover *cover;
	size_t ncover, cover_cap;
	size_t sorted;       /* so many of v are in order and in cover */
	int64_t longest;     /* of those that ended */
};

/* The two kinds, and how far the index's ranges have been looked at. */
struct gt_tl_ranges {
	struct gt_tl_spans gc, stw;
	uint64_t seen;
};

/*
 * Takes in new ranges, at most `most` of them (sweeps and mark assists, which
 * can be many, are stepped over); true if all have been seen.
 */
bool gt_tl_ranges_update(struct gt_tl_ranges *r, const struct gt_trace *t, uint64_t most);
void gt_tl_ranges_release(struct gt_tl_ranges *r);

/* In time order; called by gt_tl_ranges_update.  Adding out of order is allowed, but slow. */
void gt_tl_spans_add(struct gt_tl_spans *s, int64_t t0, int64_t t1, uint32_t row);
void gt_tl_spans_settle(struct gt_tl_spans *s);

/* Place of the first span that begins at or after a time / that ends after it. */
size_t gt_tl_spans_begin(const struct gt_tl_spans *s, int64_t time);
size_t gt_tl_spans_seek(const struct gt_tl_spans *s, int64_t time);
/* ns of [a, b) in spans. */
int64_t gt_tl_spans_busy(const struct gt_tl_spans *s, int64_t a, int64_t b);

/* A lane of them: items are places in v, all of one colour.  src is a struct gt_tl_spans. */
extern const struct gt_tl_source_ops gt_tl_spans_ops;

#endif

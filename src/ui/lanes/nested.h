/* What goroutines are inside of: user regions, mark assists, sweeps. */
#ifndef GT_UI_TIMELINE_NESTED_H
#define GT_UI_TIMELINE_NESTED_H

#include "base/hash.h"
#include "index/trace.h"
#include "ui/detail/detail.h"

enum gt_tl_nest_kind { GT_NEST_REGION, GT_NEST_ASSIST, GT_NEST_SWEEP };

struct gt_tl_nest_item {
	int64_t t0, t1;      /* t1 INT64_MAX: it never ended */
	uint32_t name;       /* string row, regions only */
	uint32_t outer;      /* the place of the one it lies in, GT_NO_ROW */
	uint8_t kind;        /* enum gt_tl_nest_kind */
};

/* Those of one goroutine, by their begin; one that begins inside another ends inside it. */
struct gt_tl_nest {
	struct gt_tl_nest_item *v;
	size_t n, cap;
	bool sorted;
};

struct gt_tl_nested {
	struct gt_map by_g;
	struct gt_tl_nest *v;
	size_t n, cap;
	uint64_t ranges, regions;   /* rows of the index that have been looked at */
};

/* Takes in new rows until the deadline (gt_clock_now); true: all have been seen. */
bool gt_tl_nested_update(struct gt_tl_nested *n, const struct gt_trace *t, int64_t deadline);
void gt_tl_nested_release(struct gt_tl_nested *n);

/* Those of a goroutine, NULL: none. */
const struct gt_tl_nest *gt_tl_nest_of(struct gt_tl_nested *n, uint32_t g_row);

/*
 * What an interval shows: the first that begins in it, else the innermost that
 * covers its begin.  GT_NO_ROW: none.  *more: others begin in it as well.
 */
uint32_t gt_tl_nest_in(const struct gt_tl_nest *nest, int64_t a, int64_t b, bool *more);

/* The innermost at a time, GT_NO_ROW: none; its `outer` is the next one. */
uint32_t gt_tl_nest_at(const struct gt_tl_nest *nest, int64_t time);

/* Appends "region NAME", "mark assist", "sweep". */
void gt_tl_nest_name(const struct gt_trace *t, const struct gt_tl_nest_item *item, struct gt_buf *out);
/* A line for each that covers a time, the innermost first. */
void gt_tl_nest_tell(const struct gt_tl_nest *nest, const struct gt_trace *t, int64_t time,
		     struct gt_detail *d);

#endif

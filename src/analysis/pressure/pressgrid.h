/* Pressure over time in so many equal parts: what a chart reads, whatever it shows. */
#ifndef GT_ANALYSIS_PRESSGRID_H
#define GT_ANALYSIS_PRESSGRID_H

#include "analysis/pressure/held.h"

/* What `some` and `full` are: analysis/pressure/held.h. */
struct gt_press_grid {
	int64_t from, to;     /* as for gt_held */
	int64_t width;        /* of a part, ns; the last one may be shorter */
	size_t n;             /* parts */
	bool begun, done;
	/* Inside: of each kind n + 1 numbers; when it is done, ns before each part. */
	struct gt_scratch sums;
	struct gt_held held;
};

/*
 * Begins a walk over [from, to) in at most `parts` parts; *p is overwritten and released by the caller, and must
 * stay where it is.  b: as for gt_held_begin, only for this call.  GT_ERR_NOMEM, GT_ERR_IO, GT_ERR_LIMIT.
 */
int gt_press_begin(struct gt_press_grid *p, const struct gt_trace *t, const struct gt_blame_index *b, int64_t from,
		   int64_t to, size_t parts, struct gt_error *err);
/* Some thousand slices; true when there are no more. */
bool gt_press_step(struct gt_press_grid *p);
/* 0 to 1. */
double gt_press_share(const struct gt_press_grid *p);

/*
 * ns of some and full in what [a, b) has of a grid that is done: exact where a and b are borders of parts; a part
 * that is cut counts by how much of it is inside.
 */
void gt_press_over(const struct gt_press_grid *p, int64_t a, int64_t b, int64_t *some, int64_t *full);
void gt_press_release(struct gt_press_grid *p);

#endif

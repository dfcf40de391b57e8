/* Two traces on one time scale: a time of one stands above a time of the other.  Pure arithmetic. */
#ifndef GT_UI_ALIGN_H
#define GT_UI_ALIGN_H

#include "analysis/compare/compare.h"
#include "ui/lanes/window.h"

struct gt_align {
	int64_t at[GT_CMP_SIDES];        /* these stand above each other, ns since the start of their trace; */
	int64_t extent[GT_CMP_SIDES];    /* how long the traces are, 1 at least */
};

/* What there is of both, in the time of a side. */
struct gt_window gt_align_all(const struct gt_align *a, enum gt_cmp_side side);
/* The time of the other side that stands beside one of this side; and what its window shows then. */
int64_t gt_align_time(const struct gt_align *a, enum gt_cmp_side from, int64_t time);
struct gt_window gt_align_window(const struct gt_align *a, enum gt_cmp_side from, const struct gt_window *w);

#endif

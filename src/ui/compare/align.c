/* Two traces on one time scale. */
#include "ui/compare/align.h"

static enum gt_cmp_side align_other(enum gt_cmp_side side)
{
	return side == GT_CMP_OLD ? GT_CMP_NEW : GT_CMP_OLD;
}

int64_t gt_align_time(const struct gt_align *a, enum gt_cmp_side from, int64_t time)
{
	return time - a->at[from] + a->at[align_other(from)];
}

struct gt_window gt_align_window(const struct gt_align *a, enum gt_cmp_side from, const struct gt_window *w)
{
	return (struct gt_window){ gt_align_time(a, from, w->t0), w->span };
}

struct gt_window gt_align_all(const struct gt_align *a, enum gt_cmp_side side)
{
	enum gt_cmp_side other = align_other(side);
	int64_t t0 = gt_align_time(a, other, 0), t1 = t0 + a->extent[other];

	t0 = t0 < 0 ? t0 : 0;
	t1 = t1 > a->extent[side] ? t1 : a->extent[side];
	return (struct gt_window){ t0, t1 - t0 };
}

/* The one selection that all panes share. */
#include "ui/select.h"

bool gt_sel_equal(const struct gt_sel *a, const struct gt_sel *b)
{
	if (a->has != b->has)
		return false;
	return (!(a->has & (GT_SEL_TIME | GT_SEL_SPAN)) || a->time_ns == b->time_ns) &&
	       (!(a->has & GT_SEL_SPAN) || a->end_ns == b->end_ns) &&
	       (!(a->has & GT_SEL_P) || a->p == b->p) &&
	       (!(a->has & GT_SEL_G) || (a->g == b->g && a->g_row == b->g_row)) &&
	       (!(a->has & GT_SEL_M) || a->m == b->m) &&
	       (!(a->has & GT_SEL_SLICE) || a->slice == b->slice) &&
	       (!(a->has & GT_SEL_EVENT) || a->event == b->event);
}

void gt_sel_merge(struct gt_sel *sel, const struct gt_sel *more)
{
	if (more->has & (GT_SEL_TIME | GT_SEL_SPAN))
		sel->time_ns = more->time_ns;
	if (more->has & GT_SEL_SPAN)
		sel->end_ns = more->end_ns;
	if (more->has & GT_SEL_P)
		sel->p = more->p;
	if (more->has & GT_SEL_G) {
		sel->g = more->g;
		sel->g_row = more->g_row;
	}
	if (more->has & GT_SEL_M)
		sel->m = more->m;
	if (more->has & GT_SEL_SLICE)
		sel->slice = more->slice;
	if (more->has & GT_SEL_EVENT)
		sel->event = more->event;
	sel->has |= more->has;
}

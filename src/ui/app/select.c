/* The one selection that all panes share. */
#include "ui/app/select.h"

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

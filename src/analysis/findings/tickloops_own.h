/* Inside tickloops.c: the period of a ticker. */
#ifndef GT_ANALYSIS_TICKLOOPS_OWN_H
#define GT_ANALYSIS_TICKLOOPS_OWN_H

#include "analysis/findings/tickloops.h"

/* How far a gap between two ticks is from the nearest multiple of a period; *periods: which one. */
int64_t gt_tick_error(int64_t gap, int64_t period, int64_t *periods);
/* The longest period, at least so long, that all but a fifth of n gaps are multiples of; of few, all.  0: none. */
int64_t gt_tick_period(const int64_t *gaps, size_t n, int64_t least);

#endif

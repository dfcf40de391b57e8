/* What charts have in common. */
#ifndef GT_UI_CHART_H
#define GT_UI_CHART_H

#include <stdint.h>

/*
 * What a full bar stands for: as much as the 99th percentile of the n values, which are put in order, rounded up
 * to a whole, so that one peak does not make all else flat; `most`, the largest, if that is not much more.
 * GT_CHART_LEAST where none is larger; 0: there are no values.
 */
#define GT_CHART_LEAST 0.01   /* goroutines on average: what is less is a trace of a bar */
double gt_chart_scale(double *v, int n, double most);

#endif

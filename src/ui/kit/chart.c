/* What charts have in common. */
#include "ui/kit/chart.h"

#include <math.h>
#include <stdlib.h>

/* A scale of its own is worth it below so much of the peak. */
#define WORTH 0.67

static int compare_values(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double gt_chart_scale(double *v, int n, double most)
{
	double scale;

	if (n < 1)
		return 0;
	qsort(v, (size_t)n, sizeof *v, compare_values);
	scale = v[(n - 1) * 99 / 100];
	/* Nothing but peaks: then they are typical. */
	if (scale <= 0)
		scale = v[n - 1];
	/* Mostly none at all: a whole one would be flat. */
	if (scale > 1)
		scale = ceil(scale);
	return fmax(scale < most * WORTH ? scale : most, GT_CHART_LEAST);
}

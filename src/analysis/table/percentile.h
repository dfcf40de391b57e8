/* Sorting numbers and picking percentiles. */
#ifndef GT_ANALYSIS_PERCENTILE_H
#define GT_ANALYSIS_PERCENTILE_H

#include "base/compiler.h"

void gt_sort_i64(int64_t *v, size_t n);

/* Nearest rank: the smallest value with at least q * n values at or below it; v is sorted.  0 if n is 0. */
int64_t gt_percentile_i64(const int64_t *v, size_t n, double q);

/* The same of v in any order, which it changes: in linear time. */
int64_t gt_percentile_pick_i64(int64_t *v, size_t n, double q);

#endif

/* Sorting numbers and picking percentiles. */
#ifndef GT_ANALYSIS_PERCENTILE_H
#define GT_ANALYSIS_PERCENTILE_H

#include "base/compiler.h"

void gt_sort_i64(int64_t *v, size_t n);

/* The value at place `rank` < n of sorted v; afterwards the smaller ones are before it.  In linear time. */
int64_t gt_pick_i64(int64_t *v, size_t n, size_t rank);

/* Nearest rank: the smallest value with at least q * n values at or below it; v is sorted.  0 if n is 0. */
int64_t gt_percentile_i64(const int64_t *v, size_t n, double q);
/* Its place in v; n > 0. */
size_t gt_percentile_rank(size_t n, double q);

/* The same of v in any order, which it changes: in linear time. */
int64_t gt_percentile_pick_i64(int64_t *v, size_t n, double q);

/* Several, q ascending; out[i] is 0 if n is 0. */
void gt_percentiles_pick_i64(int64_t *v, size_t n, const double *q, unsigned nq, int64_t *out);

#endif

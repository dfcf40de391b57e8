/* Whether two samples differ, and by how much: ranks only, nothing is assumed about how they are distributed. */
#ifndef GT_ANALYSIS_STATS_H
#define GT_ANALYSIS_STATS_H

#include <stddef.h>

/*
 * The two-sided p of the Mann-Whitney test: how likely ranks as far apart are if both come from the same
 * distribution; 1 if one is empty.  Equal values share their mean rank.  Up to GT_RANKS_EXACT values together it is
 * exact (the share of all divisions into two samples of these sizes, ties included), beyond that the normal
 * approximation with the corrections for ties and continuity.
 */
#define GT_RANKS_EXACT 40
double gt_rank_test(const double *a, size_t na, const double *b, size_t nb);

/* The Hodges-Lehmann shift from a to b: the median of all differences b - a; 0 if one is empty. */
double gt_rank_shift(const double *a, size_t na, const double *b, size_t nb);

/* The median, of an even number the mean of both in the middle; 0 if n is 0.  Changes the order of v. */
double gt_median(double *v, size_t n);

/* Holm's correction of n p-values in place; `tests` >= n were made, of which those that are not here were larger. */
void gt_holm(double *p, size_t n, size_t tests);

#endif

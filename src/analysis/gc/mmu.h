/* Minimum mutator utilisation: the least that the program has of any stretch of time of a given length. */
#ifndef GT_ANALYSIS_MMU_H
#define GT_ANALYSIS_MMU_H

#include "analysis/gc/mutil.h"

/*
 * The mean over a window [t, t + w) is piecewise linear in t, with corners where t or t + w is a point of the
 * function (format/semantics.md 8.2).  So its least value is at a corner, and corners are all that is looked
 * at: exact, and proportional to the points.  A window longer than a function counts as the whole of it.
 */
struct gt_mmu_window {
	int64_t t;            /* where it begins; of equal ones the first */
	int64_t w;            /* how long it is: never longer than its function */
	double mean;          /* 0 … 1 */
	uint64_t p;           /* GT_NONE: of all */
};

/* The worst window of a length, w > 0; false: there is no function. */
bool gt_mmu_worst(const struct gt_mutil *u, int64_t w, struct gt_mmu_window *out);

/*
 * The n worst windows of a length that do not overlap: each time the worst of those that are left, worst
 * first; none in which the program had everything.  How many.
 */
size_t gt_mmu_worst_list(const struct gt_mutil *u, int64_t w, struct gt_mmu_window *out, size_t n);

/*
 * The utilisation that a share of all windows of the length has at least, windows of all functions together:
 * out[i] for share[i], to a millionth.  Without windows (a length that no function has) it is the least.
 */
void gt_mmu_shares(const struct gt_mutil *u, int64_t w, const double *share, double *out, size_t n);

/*
 * The lengths that reports and curves have: 10us, 20us, 50us, 100us … up to the first that holds all of
 * `length`, but at least up to 100 ms.  The i-th, 0 beyond the last.
 */
int64_t gt_mmu_length(int64_t length, unsigned i);

#endif

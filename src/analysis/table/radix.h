/* Sorting numbers by some of their bits. */
#ifndef GT_ANALYSIS_RADIX_H
#define GT_ANALYSIS_RADIX_H

#include "base/thread.h"

struct gt_radix {
	struct gt_team *team;
	uint64_t *v, *spare;     /* n numbers, and room for as many more */
	uint64_t n;              /* below 2^32 */
	unsigned low, bits;      /* they are sorted by these bits, which begin at bit `low` */
};

/*
 * Sorts v stably, from the lowest digit up; v and spare may change places.  The result is the same for any size of
 * the team.  False: the team was stopped.
 */
bool gt_radix_sort(struct gt_radix *r);

#endif

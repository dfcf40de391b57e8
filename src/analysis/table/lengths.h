/* How often each length occurs, and what share of them is not longer than what. */
#ifndef GT_ANALYSIS_LENGTHS_H
#define GT_ANALYSIS_LENGTHS_H

#include "base/compiler.h"

/*
 * Small numbers are counted one by one, larger ones in steps of less than a hundredth.  A percentile is exact all
 * the same: what lies in the step that it is in is counted again, from that step on.
 */
#define GT_LENGTHS_ONE 8192u         /* from here on in steps */
#define GT_LENGTHS_LOG 13
#define GT_LENGTHS_SUB 7             /* 128 steps until the number is twice as large */
#define GT_LENGTHS (GT_LENGTHS_ONE + ((63 - GT_LENGTHS_LOG) << GT_LENGTHS_SUB))

struct gt_lengths {
	uint64_t n[GT_LENGTHS];
};

/* Where a number that is not negative is counted. */
GT_INLINE uint32_t gt_lengths_place(uint64_t v)
{
	unsigned log;

	if (v < GT_LENGTHS_ONE)
		return (uint32_t)v;
	log = 63 - (unsigned)__builtin_clzll(v);
	return GT_LENGTHS_ONE + ((log - GT_LENGTHS_LOG) << GT_LENGTHS_SUB) +
	       (uint32_t)(v >> (log - GT_LENGTHS_SUB) & ((1u << GT_LENGTHS_SUB) - 1));
}

/* The smallest number of a place; of the one after the last: 2^63. */
uint64_t gt_lengths_least(uint32_t place);

/* The place of the number that is `rank` numbers from the smallest, and how many are before that place. */
uint32_t gt_lengths_find(const struct gt_lengths *l, uint64_t rank, uint64_t *before);

#endif

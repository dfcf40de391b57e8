/* Sums and products that stay at the end of the range instead of leaving it: for times that a file made up. */
#ifndef GT_BASE_SAT_H
#define GT_BASE_SAT_H

#include "base/compiler.h"

/*
 * A time of a trace is below 2^55 (order/order.h: GT_LAST_NS), and so is the length of anything in it.  What
 * does not overlap (the slices of a P or of a goroutine) can be added as it is; what does (over Ps,
 * goroutines, stops of the world), and every product, is added with these.
 */
GT_INLINE int64_t gt_sat_add(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? a < 0 ? INT64_MIN : INT64_MAX : sum;
}

GT_INLINE int64_t gt_sat_mul(int64_t a, int64_t b)
{
	int64_t product;

	return __builtin_mul_overflow(a, b, &product) ? (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN : product;
}

/* *sum += v */
GT_INLINE void gt_sat_grow(int64_t *sum, int64_t v)
{
	*sum = gt_sat_add(*sum, v);
}

/* The same of what has no sign: bytes, counts. */
GT_INLINE void gt_sat_grow_u64(uint64_t *sum, uint64_t v)
{
	if (__builtin_add_overflow(*sum, v, sum))
		*sum = UINT64_MAX;
}

/* v without its fraction. */
GT_INLINE int64_t gt_sat_of_double(double v)
{
	return v >= 0x1p63 ? INT64_MAX : v <= -0x1p63 ? INT64_MIN : (int64_t)v;
}

#endif

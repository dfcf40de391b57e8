/* Binary search, whatever is searched. */
#ifndef GT_BASE_BISECT_H
#define GT_BASE_BISECT_H

/*
 * The first place of [lo, hi) for which `before`, an expression of the place `at`, is false; hi if there is
 * none.  `before` must be true of all places in front of it; where damaged data breaks that the result is some
 * place in [lo, hi].  O(log n).
 */
#define GT_BISECT(at, lo, hi, before) __extension__({ \
	__typeof__((lo) + (hi)) low_ = (lo), high_ = (hi); \
	while (low_ < high_) { \
		__typeof__(low_) at = low_ + (high_ - low_) / 2; \
		if (before) \
			low_ = at + 1; \
		else \
			high_ = at; \
	} \
	low_; \
})

#endif

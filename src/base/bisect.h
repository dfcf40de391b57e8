/* Binary search, whatever is searched. */
#ifndef GT_BASE_BISECT_H
#define GT_BASE_BISECT_H

/*
 * The first place of [lo, hi) where `before`, an expression of the place `at`, is false: lo is that place (hi
 * if there is none) and hi the same afterwards.  `before` must be true of all places in front of it; where
 * damaged data breaks that the result is some place in [lo, hi].
 */
#define GT_BISECT(lo, hi, at, before) \
	while ((lo) < (hi)) { \
		__typeof__(lo) at = (lo) + ((hi) - (lo)) / 2; \
		if (before) \
			(lo) = at + 1; \
		else \
			(hi) = at; \
	}

#endif

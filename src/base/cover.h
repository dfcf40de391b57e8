/* How long intervals that overlap cover together, added up one by one. */
#ifndef GT_BASE_COVER_H
#define GT_BASE_COVER_H

#include "base/compiler.h"

/* Begins do not fall.  *until: the latest end so far; at first not after the first begin. */
GT_INLINE void gt_cover_on(int64_t *sum, int64_t *until, int64_t t0, int64_t t1)
{
	t0 = t0 > *until ? t0 : *until;
	if (t0 >= t1)
		return;
	*sum += t1 - t0;
	*until = t1;
}

/* Ends do not rise.  *since: the earliest begin so far; at first not before the first end. */
GT_INLINE void gt_cover_back(int64_t *sum, int64_t *since, int64_t t0, int64_t t1)
{
	t1 = t1 < *since ? t1 : *since;
	if (t0 >= t1)
		return;
	*sum += t1 - t0;
	*since = t0;
}

#endif

/* Arrays whose length a file decides: growth that reports instead of aborting. */
#ifndef GT_WIRE_GROW_H
#define GT_WIRE_GROW_H

#include "base/xalloc.h"

/*
 * Grows *items so that it holds at least `need` items of `size` bytes; doubles,
 * so that appending stays linear.  False: memory is short and nothing changed.
 */
GT_INLINE bool gt_try_grow(void **items, size_t *cap, size_t need, size_t size)
{
	size_t want;
	void *grown;

	if (GT_LIKELY(need <= *cap))
		return true;
	want = *cap < 16 ? 32 : *cap * 2;
	if (want < need)
		want = need;
	grown = gt_checked_realloc(*items, want, size);
	if (!grown)
		return false;
	*items = grown;
	*cap = want;
	return true;
}

#define GT_TRY_GROW(ptr, cap, need) gt_try_grow((void **)&(ptr), &(cap), (need), sizeof *(ptr))

#endif

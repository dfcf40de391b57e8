/* Arrays whose length a file decides: growth that reports instead of aborting. */
#ifndef GT_WIRE_GROW_H
#define GT_WIRE_GROW_H

#include "base/xalloc.h"

/*
 * Room for at least `need` items of `size` bytes; doubles, so that appending stays linear.  Returns the
 * items, which may have moved.  Memory is short: the old ones, and *cap stays below `need`.
 */
GT_INLINE void *gt_try_grow(void *items, size_t *cap, size_t need, size_t size)
{
	size_t want;
	void *grown;

	if (GT_LIKELY(need <= *cap))
		return items;
	want = *cap < 16 ? 32 : *cap * 2;
	if (want < need)
		want = need;
	grown = gt_checked_realloc(items, want, size);
	if (!grown)
		return items;
	*cap = want;
	return grown;
}

/* Grows the array `ptr` of `cap` items, whatever their type.  False: memory is short and nothing changed. */
#define GT_TRY_GROW(ptr, cap, need) \
	((ptr) = gt_try_grow((ptr), &(cap), (need), sizeof *(ptr)), (need) <= (cap))

#endif

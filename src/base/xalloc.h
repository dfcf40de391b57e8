/* Allocation: fatal for program-sized memory, checked for sizes that come from a file. */
#ifndef GT_BASE_XALLOC_H
#define GT_BASE_XALLOC_H

#include <stdlib.h>

#include "base/compiler.h"

/*
 * x*: for sizes the program chose.  They never return NULL: out of memory
 * ends the program by quick_exit with status 1.  Sizes are n * size with overflow checked.
 * The caller owns the result and releases it with free().
 */
void *gt_xmalloc(size_t n);
void *gt_xcalloc(size_t n, size_t size);               /* zeroed */
void *gt_xrealloc(void *p, size_t n, size_t size);     /* n items of size */
char *gt_xstrdup(const char *s);
char *gt_xmemdup0(const void *s, size_t n);            /* n bytes and a NUL */
char *gt_xasprintf(const char *fmt, ...) GT_PRINTF(1, 2);

/*
 * Out of memory then prints one line, after all that is given to at_quick_exit later (the terminal is
 * restored: ui/kit/signals.h).  For main to call, first.
 */
void gt_xalloc_guard(void);

/* For sizes read from a file: NULL if n * size overflows or memory is short. */
void *gt_checked_alloc(uint64_t n, uint64_t size);
void *gt_checked_realloc(void *p, uint64_t n, uint64_t size);

/*
 * Room for at least `need` items of `size` bytes; doubles *cap, the number of items there is room for.
 * Returns the items, which may have moved.  Ends the program when memory is short.
 */
void *gt_grow(void *items, size_t *cap, size_t need, size_t size);

/* Room for one more than n of a short list, of which there may be millions: 1, 2, 4 … items. */
void *gt_grow_from_one(void *items, uint32_t *cap, uint32_t n, size_t size);

/* The same for an array `ptr` of any type, which is assigned; ptr is evaluated more than once. */
#define GT_GROW(ptr, cap, need) ((void)((ptr) = gt_grow((ptr), &(cap), (need), sizeof *(ptr))))
#define GT_GROW_FROM_ONE(ptr, cap, n) ((void)((ptr) = gt_grow_from_one((ptr), &(cap), (n), sizeof *(ptr))))

/* ---- arrays whose length a file decides: growth that reports instead of ending the program ---- */

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

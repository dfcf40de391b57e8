/* Hash functions, and a map from uint64_t to uint32_t. */
#ifndef GT_BASE_HASH_H
#define GT_BASE_HASH_H

#include "base/compiler.h"

/* Spreads every bit of v over the whole result: for keys that count up, like goroutine ids. */
GT_INLINE uint64_t gt_hash64(uint64_t v)
{
	v ^= v >> 32;
	v *= UINT64_C(0xd6e8feb86659fd93);
	v ^= v >> 32;
	v *= UINT64_C(0xd6e8feb86659fd93);
	v ^= v >> 32;
	return v;
}

/* A hash of bytes, the same on every machine and in every run. */
uint64_t gt_hash_bytes(const void *bytes, size_t n);

/*
 * An open-addressing map with linear probing.  Every key is legal, 0 and
 * 2^64-1 too; 2^32-1 is the one value that cannot be stored (GT_MAP_NONE
 * means "not there").  Iteration order depends only on the history of calls:
 * a program that makes the same calls sees the same order.  Removal moves
 * later entries back, so a map that churns does not slow down.
 * { 0 } is an empty map.  16 bytes per slot, at most 3/4 of them in use.
 */
struct gt_map_slot {
	uint64_t key;
	uint32_t value;   /* GT_MAP_NONE: the slot is free */
};

struct gt_map {
	struct gt_map_slot *slots;
	size_t mask;      /* slots - 1; 0 while there are none */
	size_t count;     /* entries */
};

#define GT_MAP_NONE UINT32_MAX

void gt_map_init(struct gt_map *m);
void gt_map_release(struct gt_map *m);
void gt_map_clear(struct gt_map *m);                 /* empty, keeps the memory */
void gt_map_reserve(struct gt_map *m, size_t n);     /* room for n entries without growing */

/* Puts value in, or replaces what is there. */
void gt_map_put(struct gt_map *m, uint64_t key, uint32_t value);

/*
 * The value of key; if there is none, puts value in and sets *added (which
 * may be NULL).  One probe where get and put would be two.
 */
uint32_t gt_map_get_or_put(struct gt_map *m, uint64_t key, uint32_t value, bool *added);

/* True if key was there. */
bool gt_map_remove(struct gt_map *m, uint64_t key);

/*
 * Walks all entries: start with *it = 0; false at the end.  The map must not
 * change meanwhile.
 *
 *	for (size_t it = 0; gt_map_next(&m, &it, &key, &value);)
 */
bool gt_map_next(const struct gt_map *m, size_t *it, uint64_t *key, uint32_t *value);

/* The value of key, or GT_MAP_NONE. */
GT_INLINE uint32_t gt_map_get(const struct gt_map *m, uint64_t key)
{
	size_t i;

	if (!m->slots)
		return GT_MAP_NONE;
	for (i = gt_hash64(key) & m->mask; m->slots[i].value != GT_MAP_NONE; i = (i + 1) & m->mask)
		if (m->slots[i].key == key)
			return m->slots[i].value;
	return GT_MAP_NONE;
}

#endif

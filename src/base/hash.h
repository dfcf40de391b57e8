/* Hash functions, and a map from uint64_t to uint32_t. */
#ifndef GT_BASE_HASH_H
#define GT_BASE_HASH_H

#include "base/compiler.h"

/*
 * What is hashed comes from traces that may be made to harm: ids whose hashes are known in advance can
 * all be given the same place, and a million look-ups become a million million steps.  So each table
 * hashes with a random key of its own.  Hashes differ from run to run: nothing that leaves the program
 * may depend on one, nor on the order of a table.
 */
struct gt_hash_key {
	uint64_t a, b;
};

struct gt_hash_key gt_hash_key_new(void);

__extension__ typedef unsigned __int128 gt_wide;

/* Both halves of the product, one over the other: every bit of x and y has a part in every bit. */
GT_INLINE uint64_t gt_hash_fold(uint64_t x, uint64_t y)
{
	gt_wide product = (gt_wide)x * y;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

GT_INLINE uint64_t gt_hash64(struct gt_hash_key k, uint64_t v)
{
	return gt_hash_fold(gt_hash_fold(v ^ k.a, UINT64_C(0xd6e8feb86659fd93)), k.b);
}

uint64_t gt_hash_bytes(struct gt_hash_key k, const void *bytes, size_t n);

/*
 * An open-addressing map with linear probing.  Every key is legal, 0 and
 * 2^64-1 too; 2^32-1 is the one value that cannot be stored (GT_MAP_NONE
 * means "not there").  There is no iteration, since its order would be random.  Removal moves
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
	struct gt_hash_key key;
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

/* The value of key, or GT_MAP_NONE. */
GT_INLINE uint32_t gt_map_get(const struct gt_map *m, uint64_t key)
{
	size_t i;

	if (!m->slots)
		return GT_MAP_NONE;
	for (i = gt_hash64(m->key, key) & m->mask; m->slots[i].value != GT_MAP_NONE; i = (i + 1) & m->mask)
		if (m->slots[i].key == key)
			return m->slots[i].value;
	return GT_MAP_NONE;
}

#endif

/* Finding the items of an array by their ids: a hash table of places only. */
#ifndef GT_BASE_IDSET_H
#define GT_BASE_IDSET_H

#include "base/hash.h"

/*
 * Where things lie in an array and know their ids, a gt_map would hold each id again: 16 bytes a
 * slot where 4 do, which a million goroutines feel.  The caller says what id the item at a place has;
 * an item must be complete before it is put in, and keep its id while it is in.
 * Ids are any, places are below 2^32 - 1.  { 0 } is an empty set.  At most half of the slots are in use.
 */
struct gt_idset {
	uint32_t *slots;         /* a place, or GT_MAP_NONE */
	size_t mask;             /* slots - 1; 0 while there are none */
	size_t count;
	struct gt_hash_key key;
};

typedef uint64_t gt_id_of(const void *items, uint32_t place);

void gt_idset_release(struct gt_idset *s);
void gt_idset_clear(struct gt_idset *s);         /* empty, keeps the memory */

/* Puts the item at a place in; an item of the same id is replaced: its place, or GT_MAP_NONE. */
uint32_t gt_idset_put(struct gt_idset *s, uint32_t place, gt_id_of *id_of, const void *items);

/* Takes out the item with this id, which is still at its place. */
void gt_idset_remove(struct gt_idset *s, uint64_t id, gt_id_of *id_of, const void *items);

/* The place of the item with this id, or GT_MAP_NONE. */
GT_INLINE uint32_t gt_idset_get(const struct gt_idset *s, uint64_t id, gt_id_of *id_of, const void *items)
{
	uint32_t place;
	size_t i;

	if (!s->slots)
		return GT_MAP_NONE;
	for (i = gt_hash64(s->key, id) & s->mask; (place = s->slots[i]) != GT_MAP_NONE; i = (i + 1) & s->mask)
		if (id_of(items, place) == id)
			break;
	return place;
}

#endif

/* A hash table of places, whose items know their ids. */
#include "base/idset.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define MIN_SLOTS 16

void gt_idset_release(struct gt_idset *s)
{
	free(s->slots);
	*s = (struct gt_idset){ 0 };
}

void gt_idset_clear(struct gt_idset *s)
{
	if (s->count)
		memset(s->slots, 0xff, (s->mask + 1) * sizeof *s->slots);
	s->count = 0;
}

/* The slot of an id, or the free one where it belongs. */
static size_t idset_find_slot(const struct gt_idset *s, uint64_t id, gt_id_of *id_of, const void *items)
{
	size_t i = gt_hash64(s->key, id) & s->mask;

	while (s->slots[i] != GT_MAP_NONE && id_of(items, s->slots[i]) != id)
		i = (i + 1) & s->mask;
	return i;
}

static void idset_grow(struct gt_idset *s, gt_id_of *id_of, const void *items)
{
	struct gt_idset old = *s;
	size_t slots = old.slots ? 2 * (old.mask + 1) : MIN_SLOTS;

	assert((slots & (slots - 1)) == 0 && s->count < slots);
	if (!old.slots)
		s->key = gt_hash_key_new();
	s->slots = gt_xrealloc(NULL, slots, sizeof *s->slots);
	memset(s->slots, 0xff, slots * sizeof *s->slots);
	s->mask = slots - 1;
	for (size_t i = 0; old.slots && i <= old.mask; i++)
		if (old.slots[i] != GT_MAP_NONE)
			s->slots[idset_find_slot(s, id_of(items, old.slots[i]), id_of, items)] = old.slots[i];
	free(old.slots);
}

uint32_t gt_idset_put(struct gt_idset *s, uint32_t place, gt_id_of *id_of, const void *items)
{
	uint32_t before;
	size_t i;

	if (!s->slots || s->count > s->mask / 2)
		idset_grow(s, id_of, items);
	i = idset_find_slot(s, id_of(items, place), id_of, items);
	before = s->slots[i];
	s->slots[i] = place;
	s->count += before == GT_MAP_NONE;
	return before;
}

void gt_idset_remove(struct gt_idset *s, uint64_t id, gt_id_of *id_of, const void *items)
{
	size_t hole, i, home;

	if (!s->slots)
		return;
	hole = idset_find_slot(s, id, id_of, items);
	if (s->slots[hole] == GT_MAP_NONE)
		return;
	/* Later entries of the run move back over the hole, but none further than to where it belongs. */
	for (i = (hole + 1) & s->mask; s->slots[i] != GT_MAP_NONE; i = (i + 1) & s->mask) {
		home = gt_hash64(s->key, id_of(items, s->slots[i])) & s->mask;
		if (((i - home) & s->mask) < ((i - hole) & s->mask))
			continue;
		s->slots[hole] = s->slots[i];
		hole = i;
	}
	s->slots[hole] = GT_MAP_NONE;
	s->count--;
}

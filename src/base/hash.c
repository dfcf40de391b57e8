/* The map from uint64_t to uint32_t, and the hash of bytes. */
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/xalloc.h"

#define MIN_SLOTS 16

uint64_t gt_hash_bytes(const void *bytes, size_t n)
{
	const uint64_t k = UINT64_C(0xa0761d6478bd642f);
	const uint8_t *p = bytes;
	uint64_t h = n * k, last = 0;

	for (; n >= 8; p += 8, n -= 8) {
		h = (h ^ gt_get64(p)) * k;
		h ^= h >> 32;
	}
	if (n) {
		memcpy(&last, p, n);
		h = (h ^ GT_LE64(last)) * k;
	}
	return gt_hash64(h);
}

void gt_map_init(struct gt_map *m)
{
	*m = (struct gt_map){ 0 };
}

void gt_map_release(struct gt_map *m)
{
	free(m->slots);
	gt_map_init(m);
}

void gt_map_clear(struct gt_map *m)
{
	if (m->count)
		memset(m->slots, 0xff, (m->mask + 1) * sizeof *m->slots);
	m->count = 0;
}

/* The slot of key, or the free one where it belongs. */
static struct gt_map_slot *find_slot(const struct gt_map *m, uint64_t key)
{
	size_t i = gt_hash64(key) & m->mask;

	while (m->slots[i].value != GT_MAP_NONE && m->slots[i].key != key)
		i = (i + 1) & m->mask;
	return &m->slots[i];
}

static void resize(struct gt_map *m, size_t slots)
{
	struct gt_map old = *m;
	size_t i;

	m->slots = gt_xrealloc(NULL, slots, sizeof *m->slots);
	/* All ones: GT_MAP_NONE in every slot. */
	memset(m->slots, 0xff, slots * sizeof *m->slots);
	m->mask = slots - 1;
	for (i = 0; old.slots && i <= old.mask; i++)
		if (old.slots[i].value != GT_MAP_NONE)
			*find_slot(m, old.slots[i].key) = old.slots[i];
	free(old.slots);
}

void gt_map_reserve(struct gt_map *m, size_t n)
{
	size_t slots = m->slots ? m->mask + 1 : MIN_SLOTS;

	while (n > slots / 4 * 3)
		slots *= 2;
	if (!m->slots || slots > m->mask + 1)
		resize(m, slots);
}

void gt_map_put(struct gt_map *m, uint64_t key, uint32_t value)
{
	bool added;

	gt_map_get_or_put(m, key, value, &added);
	if (!added)
		find_slot(m, key)->value = value;
}

uint32_t gt_map_get_or_put(struct gt_map *m, uint64_t key, uint32_t value, bool *added)
{
	struct gt_map_slot *slot;
	bool is_new;

	gt_map_reserve(m, m->count + 1);
	slot = find_slot(m, key);
	is_new = slot->value == GT_MAP_NONE;
	if (is_new) {
		slot->key = key;
		slot->value = value;
		m->count++;
	}
	if (added)
		*added = is_new;
	return slot->value;
}

/* Moves later entries of the probe run back over the hole, so that no probe ends too early. */
static void close_hole(struct gt_map *m, size_t hole)
{
	size_t i, home;

	for (i = (hole + 1) & m->mask; m->slots[i].value != GT_MAP_NONE; i = (i + 1) & m->mask) {
		home = gt_hash64(m->slots[i].key) & m->mask;
		/* An entry may only move back as far as its home. */
		if (((i - home) & m->mask) < ((i - hole) & m->mask))
			continue;
		m->slots[hole] = m->slots[i];
		hole = i;
	}
	m->slots[hole].value = GT_MAP_NONE;
}

bool gt_map_remove(struct gt_map *m, uint64_t key)
{
	struct gt_map_slot *slot;

	if (!m->slots)
		return false;
	slot = find_slot(m, key);
	if (slot->value == GT_MAP_NONE)
		return false;
	close_hole(m, (size_t)(slot - m->slots));
	m->count--;
	return true;
}

bool gt_map_next(const struct gt_map *m, size_t *it, uint64_t *key, uint32_t *value)
{
	size_t slots = m->slots ? m->mask + 1 : 0;

	while (*it < slots) {
		const struct gt_map_slot *slot = &m->slots[(*it)++];

		if (slot->value == GT_MAP_NONE)
			continue;
		*key = slot->key;
		*value = slot->value;
		return true;
	}
	return false;
}

/* The map from uint64_t to uint32_t, and the hash of bytes. */
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/xalloc.h"

#define MIN_SLOTS 16
#define PRIME UINT64_C(0x9e3779b97f4a7c15)

struct gt_hash_key gt_hash_key_new(void)
{
	struct gt_hash_key k;

	/* Without random numbers, what differs from run to run has to do: where things lie, and when. */
	if (getentropy(&k, sizeof k) < 0)
		k = (struct gt_hash_key){ .a = (uintptr_t)&k, .b = (uint64_t)gt_clock_now() * PRIME };
	k.b |= 1;
	return k;
}

uint64_t gt_hash_bytes(struct gt_hash_key k, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	uint64_t h = k.a, last = 0;
	size_t left = n;

	for (; left >= 8; p += 8, left -= 8)
		h = gt_hash_fold(h ^ gt_get64(p), k.b);
	if (left)
		memcpy(&last, p, left);
	/* The length last: where all else is secret nothing can be chosen to cancel it. */
	return gt_hash64(k, gt_hash_fold(h ^ GT_LE64(last), k.b) + n);
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
static struct gt_map_slot *hash_find_slot(const struct gt_map *m, uint64_t key)
{
	size_t i = gt_hash64(m->key, key) & m->mask;

	while (m->slots[i].value != GT_MAP_NONE && m->slots[i].key != key)
		i = (i + 1) & m->mask;
	return &m->slots[i];
}

static void resize(struct gt_map *m, size_t slots)
{
	struct gt_map old = *m;
	size_t i;

	assert((slots & (slots - 1)) == 0 && m->count < slots);
	if (!old.slots)
		m->key = gt_hash_key_new();
	m->slots = gt_xrealloc(NULL, slots, sizeof *m->slots);
	/* All ones: GT_MAP_NONE in every slot. */
	memset(m->slots, 0xff, slots * sizeof *m->slots);
	m->mask = slots - 1;
	for (i = 0; old.slots && i <= old.mask; i++)
		if (old.slots[i].value != GT_MAP_NONE)
			*hash_find_slot(m, old.slots[i].key) = old.slots[i];
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
		hash_find_slot(m, key)->value = value;
}

uint32_t gt_map_get_or_put(struct gt_map *m, uint64_t key, uint32_t value, bool *added)
{
	struct gt_map_slot *slot;
	bool is_new;

	assert(value != GT_MAP_NONE);
	gt_map_reserve(m, m->count + 1);
	slot = hash_find_slot(m, key);
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
		home = gt_hash64(m->key, m->slots[i].key) & m->mask;
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
	slot = hash_find_slot(m, key);
	if (slot->value == GT_MAP_NONE)
		return false;
	close_hole(m, (size_t)(slot - m->slots));
	m->count--;
	return true;
}

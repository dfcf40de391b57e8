/* Interned strings: blocks of text and an open-addressing table of ids. */
#include "base/strtab.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/xalloc.h"

#define MIN_SLOTS 64
#define BLOCK_SIZE (64 * 1024 - 64)

struct gt_strtab_block {
	struct gt_strtab_block *older;
	size_t size;
	char bytes[];
};

void gt_strtab_init(struct gt_strtab *t)
{
	*t = (struct gt_strtab){ .key = gt_hash_key_new() };
	gt_strtab_add(t, "", 0);
}

void gt_strtab_release(struct gt_strtab *t)
{
	while (t->text) {
		struct gt_strtab_block *older = t->text->older;

		free(t->text);
		t->text = older;
	}
	free(t->items);
	free(t->slots);
	*t = (struct gt_strtab){ 0 };
}

/* A copy that stays where it is until release, with a NUL after it. */
static char *strtab_copy(struct gt_strtab *t, const void *s, size_t n)
{
	bool large = n >= BLOCK_SIZE / 4;
	struct gt_strtab_block *b = t->text;
	char *copy;

	if (large || !b || b->size - t->used <= n) {
		b = gt_xmalloc(sizeof *b + (large ? n + 1 : BLOCK_SIZE));
		b->size = large ? n + 1 : BLOCK_SIZE;
		/* A large one stands behind the newest, which goes on being filled. */
		if (large && t->text) {
			b->older = t->text->older;
			t->text->older = b;
		} else {
			b->older = t->text;
			t->text = b;
			t->used = 0;
		}
	}
	copy = b->bytes + (b == t->text ? t->used : 0);
	if (b == t->text)
		t->used += n + 1;
	if (n)
		memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

/* The slot that holds the text's id + 1, or the free one where it belongs. */
static uint32_t *strtab_find_slot(const struct gt_strtab *t, const void *s, size_t n, uint32_t hash)
{
	size_t i;

	for (i = hash & t->mask; t->slots[i]; i = (i + 1) & t->mask) {
		const struct gt_strtab_item *item = &t->items[t->slots[i] - 1];

		if (item->hash == hash && item->len == n && !memcmp(item->s, s, n))
			break;
	}
	return &t->slots[i];
}

static void strtab_grow(struct gt_strtab *t)
{
	size_t slots = t->slots ? (t->mask + 1) * 2 : MIN_SLOTS, id, i;

	free(t->slots);
	t->slots = gt_xcalloc(slots, sizeof *t->slots);
	t->mask = slots - 1;
	for (id = 0; id < t->count; id++) {
		for (i = t->items[id].hash & t->mask; t->slots[i]; i = (i + 1) & t->mask)
			;
		t->slots[i] = (uint32_t)(id + 1);
	}
}

uint32_t gt_strtab_add(struct gt_strtab *t, const void *s, size_t n)
{
	uint32_t hash = (uint32_t)gt_hash_bytes(t->key, s, n), *slot;

	if (!t->slots || t->count + 1 > (t->mask + 1) / 4 * 3)
		strtab_grow(t);
	slot = strtab_find_slot(t, s, n, hash);
	if (!*slot) {
		GT_GROW(t->items, t->cap, t->count + 1);
		t->items[t->count++] = (struct gt_strtab_item){
			.s = strtab_copy(t, s, n), .len = (uint32_t)n, .hash = hash };
		*slot = (uint32_t)t->count;
	}
	return *slot - 1;
}

const char *gt_strtab_get(const struct gt_strtab *t, uint32_t id, size_t *len)
{
	assert(id < t->count);
	if (len)
		*len = t->items[id].len;
	return t->items[id].s;
}

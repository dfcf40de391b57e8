/* Texts that repeat, by a number: see textcache.h. */
#include "base/textcache.h"

#include <stdlib.h>

#include "base/xalloc.h"

#define LONGEST (GT_TEXTCACHE_BYTES / 16)

struct gt_textcache_slot {
	uint64_t key;
	uint32_t at, n1;      /* its place in `texts`; its length and 1, 0: the slot is free */
};

void gt_textcache_release(struct gt_textcache *c)
{
	free(c->slots);
	gt_buf_release(&c->texts);
	c->slots = NULL;
}

bool gt_textcache_get(const struct gt_textcache *c, uint64_t key, struct gt_buf *out)
{
	const struct gt_textcache_slot *s = c->slots ? &c->slots[key % GT_TEXTCACHE_SLOTS] : NULL;

	if (!s || s->key != key || !s->n1)
		return false;
	gt_buf_add(out, c->texts.data + s->at, s->n1 - 1);
	return true;
}

void gt_textcache_put(struct gt_textcache *c, uint64_t key, const char *s, size_t n)
{
	if (n > LONGEST)
		return;
	if (!c->slots)
		c->slots = gt_xcalloc(GT_TEXTCACHE_SLOTS, sizeof *c->slots);
	if (c->texts.len + n > GT_TEXTCACHE_BYTES) {
		memset(c->slots, 0, GT_TEXTCACHE_SLOTS * sizeof *c->slots);
		gt_buf_reset(&c->texts);
	}
	c->slots[key % GT_TEXTCACHE_SLOTS] =
		(struct gt_textcache_slot){ .key = key, .at = (uint32_t)c->texts.len, .n1 = (uint32_t)n + 1 };
	gt_buf_add(&c->texts, s, n);
}

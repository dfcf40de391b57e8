/* Texts that repeat, by a number: what was made once of a stack or a name is copied from then on. */
#ifndef GT_BASE_TEXTCACHE_H
#define GT_BASE_TEXTCACHE_H

#include "base/buf.h"

/*
 * A table of GT_TEXTCACHE_SLOTS places, the number's last bits say which, whose texts share one buffer
 * of at most GT_TEXTCACHE_BYTES; a text that finds no room there empties the cache.  { 0 } is an
 * empty one.
 */
#define GT_TEXTCACHE_SLOTS 4096u
#define GT_TEXTCACHE_BYTES (4u << 20)

struct gt_textcache {
	struct gt_textcache_slot *slots;   /* NULL: nothing was kept yet */
	struct gt_buf texts;
};

void gt_textcache_release(struct gt_textcache *c);

/* Appends the text of `key` to out; false, and nothing: the cache does not have it. */
bool gt_textcache_get(const struct gt_textcache *c, uint64_t key, struct gt_buf *out);

/* Keeps n bytes as the text of `key`.  Texts that alone are a large part of the cache are not kept. */
void gt_textcache_put(struct gt_textcache *c, uint64_t key, const char *s, size_t n);

#endif

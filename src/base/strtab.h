/* Interned strings: each distinct text once, under a small dense number. */
#ifndef GT_BASE_STRTAB_H
#define GT_BASE_STRTAB_H

#include "base/hash.h"

/*
 * Ids count from 0 in the order of first appearance; id 0 is the empty
 * string, always.  Text may hold any bytes, NULs too; it is kept with a NUL
 * after it.  Pointers stay valid until release.
 */
struct gt_strtab {
	struct gt_strtab_block *text;   /* newest first */
	size_t used;                    /* bytes of the newest block */
	struct gt_strtab_item {
		const char *s;
		uint32_t len;
		uint32_t hash;          /* so that growing needs no text */
	} *items;
	size_t count, cap;
	uint32_t *slots;                /* id + 1, or 0 */
	size_t mask;
	struct gt_hash_key key;
};

void gt_strtab_init(struct gt_strtab *t);
void gt_strtab_release(struct gt_strtab *t);

/*
 * The id of n bytes at s, which are copied if they are new.  n and the number
 * of strings stay below 2^32 - 1.
 */
uint32_t gt_strtab_add(struct gt_strtab *t, const void *s, size_t n);

/* The text of an id below t->count; *len may be NULL. */
const char *gt_strtab_get(const struct gt_strtab *t, uint32_t id, size_t *len);

#endif

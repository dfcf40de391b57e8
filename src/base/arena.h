/* Bump memory: many small things that live and die together. */
#ifndef GT_BASE_ARENA_H
#define GT_BASE_ARENA_H

#include "base/compiler.h"

struct gt_arena_block;

/*
 * Memory handed out stays where it is until reset or release; single pieces
 * are never freed.  { 0 } is an empty arena.  Out of memory aborts: sizes
 * that come from a file are checked by the caller first.
 */
struct gt_arena {
	struct gt_arena_block *blocks;  /* newest first */
	size_t used;                    /* bytes used in the newest block */
	size_t total;                   /* bytes in all blocks: what the arena costs */
};

void gt_arena_init(struct gt_arena *a);
void gt_arena_release(struct gt_arena *a);

/* Forgets all pieces, keeps one block to start over in. */
void gt_arena_reset(struct gt_arena *a);

/* n bytes, aligned for any type up to 16 bytes; not cleared. */
void *gt_arena_alloc(struct gt_arena *a, size_t n);

/* n bytes at any alignment: for text. */
void *gt_arena_bytes(struct gt_arena *a, size_t n);

/* A copy of n bytes with a NUL after them. */
char *gt_arena_strndup(struct gt_arena *a, const void *s, size_t n);

#endif

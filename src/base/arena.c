/* Bump memory: see arena.h. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define BLOCK_SIZE (64 * 1024 - 64)
#define ALIGN 16

struct gt_arena_block {
	struct gt_arena_block *older;
	size_t size;
	alignas(ALIGN) unsigned char bytes[];
};

void gt_arena_init(struct gt_arena *a)
{
	*a = (struct gt_arena){ 0 };
}

static void free_blocks(struct gt_arena_block *b)
{
	struct gt_arena_block *older;

	for (; b; b = older) {
		older = b->older;
		free(b);
	}
}

void gt_arena_release(struct gt_arena *a)
{
	free_blocks(a->blocks);
	gt_arena_init(a);
}

void gt_arena_reset(struct gt_arena *a)
{
	if (!a->blocks)
		return;
	free_blocks(a->blocks->older);
	a->blocks->older = NULL;
	a->used = 0;
	a->total = a->blocks->size;
}

static struct gt_arena_block *new_block(struct gt_arena *a, size_t size)
{
	struct gt_arena_block *b;

	if (size > SIZE_MAX - sizeof *b)
		size = SIZE_MAX - sizeof *b; /* fails in the allocator */
	b = gt_xmalloc(sizeof *b + size);
	b->size = size;
	a->total += size;
	return b;
}

static void *arena_alloc(struct gt_arena *a, size_t n, size_t align)
{
	size_t at = (a->used + align - 1) & ~(align - 1);
	struct gt_arena_block *b;

	if (!a->blocks || at > a->blocks->size || a->blocks->size - at < n) {
		b = new_block(a, n > BLOCK_SIZE / 4 ? n : BLOCK_SIZE);
		/* A piece too large for a block gets one of its own behind the newest, which goes on being filled. */
		if (n > BLOCK_SIZE / 4 && a->blocks) {
			b->older = a->blocks->older;
			a->blocks->older = b;
			return b->bytes;
		}
		b->older = a->blocks;
		a->blocks = b;
		at = 0;
	}
	a->used = at + n;
	return a->blocks->bytes + at;
}

void *gt_arena_alloc(struct gt_arena *a, size_t n)
{
	return arena_alloc(a, n, ALIGN);
}

void *gt_arena_bytes(struct gt_arena *a, size_t n)
{
	return arena_alloc(a, n, 1);
}

char *gt_arena_strndup(struct gt_arena *a, const void *s, size_t n)
{
	char *copy = gt_arena_bytes(a, n + 1);

	if (n)
		memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

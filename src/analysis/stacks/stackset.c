/* Stacks that show the same frames, as one. */
#include "analysis/stacks/stackset.h"

#include <assert.h>

#include "analysis/stacks/stacktext.h"

void gt_stackset_init(struct gt_stackset *s, const struct gt_trace *t)
{
	*s = (struct gt_stackset) { .t = t, .key = gt_hash_key_new() };
	gt_map_init(&s->known);
	gt_map_init(&s->by_hash);
	gt_map_init(&s->next);
}

void gt_stackset_release(struct gt_stackset *s)
{
	gt_map_release(&s->known);
	gt_map_release(&s->by_hash);
	gt_map_release(&s->next);
}

static uint32_t represent(struct gt_stackset *s, uint32_t stack)
{
	uint64_t hash = 0;
	struct gt_frame f;
	uint32_t first, r;
	bool blank = true;

	assert(stack);
	for (uint32_t i = 0; gt_stack_frame(s->t, stack, i, &f); i++) {
		hash = gt_hash64(s->key, hash ^ ((uint64_t)f.func << 32 | f.file));
		hash = gt_hash64(s->key, hash ^ (f.func ? f.line : f.line ^ f.pc));
		blank &= !f.func && !f.file && !f.line && !f.pc;
	}
	if (blank)
		return 0;
	first = gt_map_get(&s->by_hash, hash);
	for (r = first; r != GT_MAP_NONE; r = gt_map_get(&s->next, r))
		if (gt_stack_same_text(s->t, r, stack))
			return r;
	if (first != GT_MAP_NONE)
		gt_map_put(&s->next, stack, first);
	gt_map_put(&s->by_hash, hash, stack);
	return stack;
}

uint32_t gt_stackset_find(struct gt_stackset *s, uint32_t stack)
{
	uint32_t r = gt_map_get(&s->known, stack);

	if (r != GT_MAP_NONE)
		return r;
	r = stack && gt_stack_depth(s->t, stack) ? represent(s, stack) : 0;
	gt_map_put(&s->known, stack, r);
	return r;
}

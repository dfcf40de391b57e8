/* Stacks that show the same frames, as one. */
#ifndef GT_ANALYSIS_STACKSET_H
#define GT_ANALYSIS_STACKSET_H

#include "base/hash.h"
#include "index/trace.h"

/*
 * A trace writes its stacks again in every generation, and the same functions
 * and lines may have different program counters: each distinct text is
 * represented by the first stack row that showed it.  Where a function has no name its counter is its text.
 */
struct gt_stackset {
	const struct gt_trace *t;
	struct gt_hash_key key;
	struct gt_map known;      /* stack row -> the one that stands for it */
	struct gt_map by_hash;    /* hash -> first of a chain of representatives */
	struct gt_map next;       /* representative -> the next with this hash */
};

void gt_stackset_init(struct gt_stackset *s, const struct gt_trace *t);
void gt_stackset_release(struct gt_stackset *s);

/* The stack row that stands for `stack`; 0 for none and for a stack whose frames, if it has some, say nothing. */
uint32_t gt_stackset_find(struct gt_stackset *s, uint32_t stack);

#endif

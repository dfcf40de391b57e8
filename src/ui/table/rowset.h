/* A growing set of row numbers: one bit per row, found by place in a few steps. */
#ifndef GT_UI_ROWSET_H
#define GT_UI_ROWSET_H

#include "base/compiler.h"

/* { 0 } is empty. */
struct gt_rowset {
	uint64_t *words;       /* a bit per row */
	uint64_t *ranks;       /* rows in the set before each block */
	size_t nwords, words_cap, ranks_cap;
	uint64_t count;
};

/* Rows must be added in ascending order. */
void gt_rowset_add(struct gt_rowset *s, uint64_t row);
void gt_rowset_clear(struct gt_rowset *s);
void gt_rowset_release(struct gt_rowset *s);

/* The row at a place, place < count. */
uint64_t gt_rowset_at(const struct gt_rowset *s, uint64_t place);

/* How many rows of the set are below this one: the place of the row, or of the next one. */
uint64_t gt_rowset_place(const struct gt_rowset *s, uint64_t row);
bool gt_rowset_has(const struct gt_rowset *s, uint64_t row);

#endif

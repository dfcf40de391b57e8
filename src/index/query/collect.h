/* The changes of counts in an interval, collected from the rows of all tables that imply one. */
#ifndef GT_INDEX_GATHER_H
#define GT_INDEX_GATHER_H

#include "index/store/state.h"

struct gt_change {
	int64_t t;
	uint8_t from, to;        /* enum gt_count, GT_COUNT_NONE */
};

struct gt_changes {
	struct gt_change *v;
	size_t n, cap;
	struct gt_change few[2 * GT_STRETCH];    /* v, as long as there is room */
};

/* All changes in (lo, hi], in no order.  Ends with gt_changes_release. */
void gt_changes_collect(const struct gt_trace *t, int64_t lo, int64_t hi, struct gt_changes *c);
void gt_changes_sort(struct gt_changes *c);
void gt_changes_release(struct gt_changes *c);

/* Stretch k (query_counts.c); false if there are not so many. */
bool gt_count_block_get(const struct gt_trace *t, uint64_t k, struct gt_count_block *st);

#endif

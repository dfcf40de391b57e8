/* Packing an open block into narrow columns, and the summary for the block's descriptor. */
#ifndef GT_INDEX_PACK_H
#define GT_INDEX_PACK_H

#include "index/store/table.h"

/* The most bytes that a packed block of n rows takes. */
size_t gt_pack_bound(const struct gt_schema *schema, uint32_t n);

/* The summary of a block's rows in its descriptor. */
struct gt_pack_summary {
	int64_t last;                  /* latest end */
	uint64_t sum, max, who_sum;
	uint32_t who, max_place;
};

/*
 * Packs the open block of a partition, which has rows, into out (gt_pack_bound bytes) as format.h
 * has it; the length.
 */
size_t gt_pack_block(const struct gt_btable *t, const struct gt_part *p, uint8_t *out, struct gt_pack_summary *s);

#endif

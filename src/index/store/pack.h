/* Packing the rows of a block into narrow columns, and the summary for the block's descriptor. */
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
 * Packs n (1 … GT_BLOCK_ROWS) rows into out (gt_pack_bound bytes) as format.h
 * has it, the columns from `used` on as zeros; the length.
 */
size_t gt_pack_rows(const struct gt_schema *schema, unsigned used, const uint8_t *rows, uint32_t n, uint8_t *out,
		    struct gt_pack_summary *s);

#endif

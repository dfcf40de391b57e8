/* Reading block tables: descriptors, views of blocks, rows; sealed or still open, the same calls. */
#ifndef GT_INDEX_BLOCK_H
#define GT_INDEX_BLOCK_H

#include "index/store/column.h"
#include "index/store/format.h"
#include "index/store/table.h"

/*
 * Nothing read here is trusted: whatever the file holds, no call reads
 * outside of it, and rows that cannot be there do not exist.  Values are as they were stored:
 * users check those that are row numbers.
 */

/* A block's columns, in memory or in the file; both are read alike. */
struct gt_bview {
	uint32_t count;               /* rows */
	uint32_t block, part;
	uint64_t first;               /* rows of the partition before it */
	struct gt_columns in;
};

bool gt_bview_block(const struct gt_btable *t, uint32_t block, struct gt_bview *v);

/* Column c of row i, i < count. */
GT_INLINE uint64_t gt_bview_get(const struct gt_bview *v, unsigned c, uint32_t i)
{
	return gt_columns_get(&v->in, c, i);
}

/* Start and end of row i of a table with durations. */

GT_INLINE int64_t gt_bview_t0(const struct gt_bview *v, uint32_t i)
{
	return (int64_t)gt_bview_get(v, GT_COL_T0, i);
}

GT_INLINE int64_t gt_bview_t1(const struct gt_bview *v, uint32_t i)
{
	return (int64_t)(gt_bview_get(v, GT_COL_T0, i) + gt_bview_get(v, GT_COL_DUR, i));
}

/* Column c of rows [from, to), to <= count, into out. */
GT_INLINE void gt_bview_column(const struct gt_bview *v, unsigned c, uint32_t from, uint32_t to, uint64_t *out)
{
	gt_columns_read(&v->in, c, from, to, out);
}

/*
 * Of a block with durations: the first row that ends after `time`, in a table of moments the first one after
 * it; count: none.  Rows do not overlap, so only the last one that begins by then can reach over it.
 */
uint32_t gt_bview_seek(const struct gt_bview *v, bool durations, int64_t time);

/* A partition: how many rows, and its blocks in order. */
struct gt_part_view {
	uint64_t rows;
	const uint8_t *list;          /* entries (format.h) of the sealed blocks */
	uint32_t nlist;
	uint32_t nblocks;             /* nlist, + 1 if there is an open block with rows */
	uint32_t open_block;
	const uint8_t *level[GT_MAX_LEVELS];
	uint64_t nlevel[GT_MAX_LEVELS];
};

bool gt_part_view(const struct gt_btable *t, uint32_t part, struct gt_part_view *p);

/* Number of the partition's i-th block, i < nblocks. */
uint32_t gt_part_block(const struct gt_part_view *p, uint32_t i);

/* Rows of a partition, 0 if there is no such partition. */
uint64_t gt_btable_rows(const struct gt_btable *t, uint32_t part);

/* Sum of the durations of a partition. */
uint64_t gt_btable_sum(const struct gt_btable *t, uint32_t part);

/* Row `id` as the struct it was added as (schema->row_size bytes); false if there is none. */
bool gt_btable_row(const struct gt_btable *t, uint64_t id, void *row);

/* Row k of a partition, as gt_btable_row. */
bool gt_part_row(const struct gt_btable *t, uint32_t part, uint64_t k, void *row);

/* Up to n bytes of a table of bytes from place `at`; the number copied. */
size_t gt_btable_get_bytes(const struct gt_btable *t, uint64_t at, void *out, size_t n);

/* What is kept of a block or of a level's entry, to find the longest row and the leading goroutine. */
struct gt_block_sum {
	uint64_t max, who_sum;
	uint32_t id;                  /* of the longest row */
	uint32_t who;                 /* GT_NO_ROW: none */
};

bool gt_block_sum_of(const struct gt_btable *t, uint32_t block, struct gt_block_sum *s);
void gt_block_sum_decode(const uint8_t *entry, struct gt_block_sum *s);

/*
 * A sealed table of a file from elsewhere (disks fail, people edit): the checksum of each page and block
 * is compared at its first use.  A wrong one makes its rows absent and sets the file's `damaged`.
 */
void gt_btable_distrust(struct gt_btable *t);

/* Compares all of them now. */
void gt_btable_check(const struct gt_btable *t);

/* Bytes of the i-th page of descriptors: the last one ends with the last block. */
GT_INLINE size_t gt_page_bytes(const struct gt_btable *t, uint64_t i)
{
	uint64_t blocks = t->nblocks - i * GT_PAGE_BLOCKS;

	return (size_t)(blocks < GT_PAGE_BLOCKS ? blocks : GT_PAGE_BLOCKS) * GT_DESC_SIZE;
}

/* Descriptor of a block (format.h), NULL if there is none.  Its row count is 0 while it is open. */
const uint8_t *gt_btable_desc(const struct gt_btable *t, uint32_t block);

#endif

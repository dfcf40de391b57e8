/* One column of a block as it is read (format.h has the bytes). */
#ifndef GT_INDEX_COLUMN_H
#define GT_INDEX_COLUMN_H

#include "index/store/format.h"
#include "index/store/table.h"

/*
 * The bytes of a block.  The heads of its columns say where what is; no call reads outside of [block, last + 8),
 * whatever they say.
 */
struct gt_columns {
	const uint8_t *heads;         /* the block's, or gt_open_heads */
	const uint8_t *block, *last;
	uint32_t count;               /* rows, not 0 */
	const struct gt_btable *table;
	const struct gt_part *open;   /* NULL: in the file */
};

/* Heads for open blocks, whose columns are arrays. */
extern const uint8_t gt_open_heads[GT_MAX_COLUMNS * GT_COLUMN_SIZE];

/* Row i of a column that is not plain, or in an open block. */
uint64_t gt_columns_far(const struct gt_columns *b, unsigned c, uint32_t i);

/* True if all rows of column c are known to be the same. */
GT_INLINE bool gt_columns_same(const struct gt_columns *b, unsigned c)
{
	return !(gt_get32(b->heads + (size_t)GT_COLUMN_SIZE * c + GT_COLUMN_AT) >> 16);
}

/* Row i of the first n columns. */
void gt_columns_row(const struct gt_columns *b, uint32_t i, unsigned n, uint64_t *out);

/* Rows [from, to), to <= count, of column c into out. */
void gt_columns_read(const struct gt_columns *b, unsigned c, uint32_t from, uint32_t to, uint64_t *out);

/* The first row whose value is larger than `value`, of a column that rises; count: none. */
uint32_t gt_columns_seek(const struct gt_columns *b, unsigned c, int64_t value);

/* Row i < count of column c. */
GT_INLINE uint64_t gt_columns_get(const struct gt_columns *b, unsigned c, uint32_t i)
{
	const uint8_t *head = b->heads + (size_t)GT_COLUMN_SIZE * c, *p;
	uint32_t what = gt_get32(head + GT_COLUMN_AT), bits = what >> 16;
	uint64_t bit = (uint64_t)bits * i;

	/* Kind and bits are the high half. */
	if (!bits)
		return gt_get64(head + GT_COLUMN_BASE);
	if (bits > 0xff)
		return gt_columns_far(b, c, i);
	p = b->block + 4 * (size_t)(what & 0xffff) + (bit >> 3);
	p = p < b->last ? p : b->last;
	return gt_get64(head + GT_COLUMN_BASE) + (gt_get64(p) >> (bit & 7) & ((UINT64_C(1) << (bits & 63)) - 1));
}

#endif

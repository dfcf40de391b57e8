/* Block tables: rows that are appended once, packed into blocks of the index file, and read in place. */
#ifndef GT_INDEX_TABLE_H
#define GT_INDEX_TABLE_H

#include "base/bytes.h"
#include "base/err.h"
#include "index/store/file.h"

/*
 * (The b of gt_btable, gt_bview, gt_bcolumn is for block: tables of the analysis layer are another thing.)
 * A table has columns of 1 to 8 bytes and one or more partitions (slices: one
 * per P).  Rows are appended to the open block of their partition, which is
 * private memory; a block of GT_BLOCK_ROWS rows is packed (every column as its
 * smallest value and differences of as few bits as they need) and written, at
 * the end the others are too.  An open block has an array for each column.
 * Block numbers are handed out when a block is opened, so a row's id, block * GT_BLOCK_ROWS + place, never changes.
 * In a table with one partition the id is the row's number.
 */
#define GT_BLOCK_SHIFT 9
#define GT_BLOCK_ROWS 512u
#define GT_BYTES_ROWS 65536u                 /* in a block of a table of bytes */
#define GT_MAX_COLUMNS 20
#define GT_MAX_BLOCKS (UINT32_C(1) << 23)    /* so that a row id fits in 32 bits */
#define GT_MAX_BITS 56                       /* of a packed value; wider ones take 64 */
#define GT_MAX_LEVELS 3                      /* 64^4 blocks are more than there can be */
#define GT_LEVEL_SHIFT 6                     /* a summary covers 64 of the level below */

/*
 * What the values of a column are rows of; gt_trace_verify compares them with how many there are.  The first
 * two: of none.
 */
enum gt_refers {
	GT_TO_NUMBER, GT_TO_TIME, GT_TO_STRING, GT_TO_STACK, GT_TO_GOROUTINE, GT_TO_PROC, GT_TO_RANGE, GT_TO_GEN
};

struct gt_bcolumn {
	uint16_t at;         /* offset in the row's struct; that of the array in an open block / its room in rows */
	uint8_t width;       /* bytes there */
	uint8_t plus;        /* 1: stored is the value + 1, as it can be missing (0) */
	enum gt_refers refers;
};

#define GT_NO_BCOLUMN UINT8_MAX

enum { GT_COL_T0, GT_COL_DUR };      /* the first columns of all tables in time order, and of those with durations */

struct gt_schema {
	const char *name;
	const struct gt_bcolumn *columns;
	uint16_t row_size;
	uint8_t ncolumns;
	/*
	 * Columns that the blocks' summaries are made of, or GT_NO_BCOLUMN: durations are added up, the row with
	 * the largest weight (a duration) is found, and the goroutine with the largest sum of weights.
	 */
	uint8_t time, dur, weight, who;
	bool partitioned;
	bool bytes;              /* one column of bytes, not packed: blocks of GT_BYTES_ROWS */
};

/* The most rows of a block. */
GT_INLINE uint32_t gt_block_rows(const struct gt_schema *schema)
{
	return schema->bytes ? GT_BYTES_ROWS : GT_BLOCK_ROWS;
}

/* Summaries of 64, 64^2 … sealed blocks of a partition. */
struct gt_levels {
	uint8_t *at[GT_MAX_LEVELS];
	size_t n[GT_MAX_LEVELS], cap[GT_MAX_LEVELS];
};

/* The partition of a table that is being written: 64 bytes, as each of a million threads has one. */
struct gt_part {
	uint8_t *cols;           /* the open block, or NULL before the first row: column c from at * cap on */
	uint32_t n, cap;         /* rows in it; room (grows up to a block) */
	uint32_t block;          /* its number */
	uint32_t nlist : 31;     /* blocks in the file */
	uint32_t lost : 1;       /* the file cannot be written: the open block is a write-only sink */
	uint64_t first;          /* rows before the open block */
	uint64_t sum;            /* summed durations in these */
	int64_t last;            /* largest end in these */
	uint8_t *list;           /* entries of the sealed blocks (format.h), room for the next power of two */
	struct gt_levels *levels;        /* NULL: none yet */
};

struct gt_btable {
	const struct gt_schema *schema;
	struct gt_file *file;
	struct gt_sealing *sealing;      /* where full blocks go (seal.h); NULL if all is in the file */
	uint32_t nparts;
	uint32_t nblocks;
	uint8_t used;            /* columns that rows have: the others are 0, and open blocks have no arrays for them */
	uint64_t tick;           /* of the trace's clock: ns, 32 bits behind the point; 0: any time is possible */
	bool sealed;             /* all is in the file; else the next five are in use */
	struct gt_part *parts;
	size_t parts_cap;
	uint8_t *page;           /* descriptors of the newest blocks, until the page is full */
	uint64_t *page_offs;     /* file offsets of the pages before it */
	size_t npages, pages_cap;
	/*
	 * Sealed, and of a file that is not trusted: a bit for each page of descriptors and then for each block,
	 * set when its checksum was found right.  NULL: nothing is checked.
	 */
	_Atomic uint8_t *checked;
	/* sealed: the chunks in the file's map */
	struct gt_btable_map {
		const uint8_t *pages, *parts, *lists, *levels;
		uint64_t npages, nparts, nlists, nlevels;
	} map;
};

/* The array of a column (< used) in the open block. */
GT_INLINE uint8_t *gt_part_column(const struct gt_btable *t, const struct gt_part *p, unsigned column)
{
	return p->cols + (size_t)t->schema->columns[column].at * p->cap;
}

#endif

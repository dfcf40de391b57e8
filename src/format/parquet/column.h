/* One column of a row group of a Parquet file: its values until they are written, then its pages. */
#ifndef GT_FORMAT_PARQUET_COLUMN_H
#define GT_FORMAT_PARQUET_COLUMN_H

#include "base/hash.h"
#include "base/strtab.h"
#include "format/parquet/pagepack.h"
#include "format/parquet/parquet.h"

#define GT_PQ_PAGE_ROWS 16384u        /* of a page: pages of all columns begin at the same rows */
#define GT_PQ_BOUND_MOST 64u          /* bytes of a text that may stand as the smallest or largest one */

/* Numbers of parquet.thrift. */
enum gt_pq_encoding { GT_PQ_PLAIN = 0, GT_PQ_RLE = 3, GT_PQ_DELTA = 5, GT_PQ_DICTIONARY = 8 };

/* The smallest and the largest of some values, as they stand in the file; `known`: there are any, and short ones. */
struct gt_pq_bounds {
	bool known;
	unsigned char min[GT_PQ_BOUND_MOST], max[GT_PQ_BOUND_MOST];
	uint32_t nmin, nmax;
};

/* Where a page lies, for the page index at the file's end. */
struct gt_pq_page {
	uint64_t offset, first_row;   /* of the file; of its row group */
	uint32_t size;                /* with its header */
	uint32_t rows, nulls;
	struct gt_pq_bounds bounds;
};

/* What became of a column of a row group. */
struct gt_pq_chunk {
	uint64_t values, nulls;       /* values: with the absent ones */
	uint64_t dictionary, data;    /* offsets in the file; dictionary: 0, there is none */
	uint64_t raw, packed;         /* bytes before and after compression, headers included */
	enum gt_pq_encoding encoding;
	struct gt_pq_bounds bounds;
	struct gt_pq_page *pages;
	size_t npages, cap;
	uint64_t column_index, offset_index;    /* offsets in the file, and sizes; 0: there is none */
	uint32_t column_index_size, offset_index_size;
};

struct gt_pq_values {
	enum gt_pq_kind kind;
	uint8_t *there;               /* of each row: 1 if it has a value */
	size_t rows, cap;
	int64_t *v;                   /* of those that have: numbers, bits of reals, ids in `texts` */
	size_t n, vcap;
	struct gt_strtab texts;       /* of GT_PQ_TEXT and GT_PQ_JSON, */
	uint32_t first;               /* from this one on: 1 while nobody has added the empty one, which is no JSON */
	struct gt_map places;         /* of other kinds: value -> its place in `distinct`, while there are few */
	int64_t *distinct;
	size_t ndistinct, dcap;
};

void gt_pq_values_init(struct gt_pq_values *c, enum gt_pq_kind kind);
void gt_pq_values_release(struct gt_pq_values *c);
void gt_pq_values_null(struct gt_pq_values *c);
void gt_pq_values_number(struct gt_pq_values *c, int64_t v);
/* Returns how many bytes it keeps of the text: 0 if that is there already. */
size_t gt_pq_values_text(struct gt_pq_values *c, const char *s, size_t n);

/* Appends the column's pages to `out`, where the next byte is at `at` of the file, and forgets the values. */
int gt_pq_values_write(struct gt_pq_values *c, struct gt_pq_chunk *chunk, struct gt_pagepack *pack,
		       struct gt_buf *out, uint64_t at, struct gt_error *err);

#endif

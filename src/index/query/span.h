/* Stretches of a partition in time: binary search, and walks that use the summaries. */
#ifndef GT_INDEX_SPAN_H
#define GT_INDEX_SPAN_H

#include "index/store/block.h"
#include "index/store/rows.h"

/*
 * For tables whose column 0 is a time and whose rows, in a partition, are in
 * time order and do not overlap (slices, calls, runs).
 */

/* Number within the partition of the first row that ends after `time`; the count of rows if none does. */
uint64_t gt_span_seek_end(const struct gt_btable *t, uint32_t part, int64_t time);

/* Of the first row that starts at or after `time`. */
uint64_t gt_span_seek_start(const struct gt_btable *t, uint32_t part, int64_t time);

/* Row k of a partition: its block's view and its place; false if there is none. */
bool gt_span_at(const struct gt_btable *t, uint32_t part, uint64_t k, struct gt_bview *v, uint32_t *place);

/* The first row that ends after `time`: its block's view and place (false: none), its number in *k. */
bool gt_span_open(const struct gt_btable *t, uint32_t part, int64_t time, struct gt_bview *v, uint32_t *place,
		  uint64_t *k);

/* The id of row k of a partition, GT_NO_ROW if there is none. */
uint32_t gt_span_id(const struct gt_btable *t, uint32_t part, uint64_t k);

/* For tables in time order without durations: number of the partition's first row at or after `time`. */
uint64_t gt_btable_seek_time(const struct gt_btable *t, uint32_t part, int64_t time);

/*
 * The rows of a partition that overlap [a, b), piece by piece in order:
 *
 *	gt_span_find(t, part, a, b, &s);
 *	while (gt_span_next(&s, &piece)) …
 *
 * A piece is either rows [from, to) of a block, or the summary of whole blocks.
 * Rows that reach over an end of [a, b) come in a piece of rows, never in a summary.
 */
struct gt_span {
	const struct gt_btable *table;
	struct gt_part_view part;
	uint64_t k0, k1;              /* the rows */
	uint64_t w0, w1;              /* those that lie inside as a whole */
	uint64_t before, after;       /* how far the first and the last one reach out */
	uint64_t next;                /* first row of the next piece */
};

/* The most pieces that a walk has: up and down the levels, 63 on each, and the ends. */
#define GT_SPAN_PIECES (2 * 64 * (GT_MAX_LEVELS + 1))

struct gt_piece {
	bool whole;
	struct gt_block_sum sum;      /* if whole */
	struct gt_bview view;          /* else */
	uint32_t from, to;
};

bool gt_span_find(const struct gt_btable *t, uint32_t part, int64_t a, int64_t b, struct gt_span *s);

/* Exact ns of [a, b) covered by rows of the partition. */
int64_t gt_span_sum(const struct gt_btable *t, uint32_t part, int64_t a, int64_t b);
/* Of all before a time: the difference of two is the sum between them. */
int64_t gt_span_sum_until(const struct gt_btable *t, uint32_t part, int64_t time);

/* True if the stretch has at least one whole block. */
bool gt_span_wide(const struct gt_span *s);
bool gt_span_next(struct gt_span *s, struct gt_piece *piece);

#endif

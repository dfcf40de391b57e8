/* Which slices a table of slices holds, and reading them: greedy.c's other half. */
#ifndef GT_ANALYSIS_GREEDYROWS_H
#define GT_ANALYSIS_GREEDYROWS_H

#include "analysis/goroutines/ginfo.h"
#include "analysis/slices/greedy.h"
#include "analysis/table/scratch.h"
#include "analysis/table/types.h"

/* The slices of one P, or of one goroutine, that the table covers: k from lo on. */
struct gt_greedy_lane {
	uint32_t part;        /* the P, or the goroutine's row */
	uint64_t lo, n;
	uint64_t first;       /* row of its first slice */
};

/* A row of a split table. */
struct gt_greedy_part {
	uint32_t slice;
	uint32_t part;
};

struct gt_greedy_rows {
	const struct gt_trace *t;
	const struct gt_types *types;
	uint64_t n;             /* rows */
	struct gt_greedy_lane *lanes;
	size_t nlanes, lane;    /* lane: of the last row asked for */
	bool split;
	bool own;               /* only those of one goroutine: its lives are the lanes, not Ps */
	struct gt_scratch parts; /* if split: struct gt_greedy_part per row */
};

/* GT_ERR_NOMEM, GT_ERR_IO; release in any case. */
int gt_greedy_rows_open(struct gt_greedy_rows *gr, struct gt_trace *t, const struct gt_table_args *args,
			struct gt_error *err);
void gt_greedy_rows_release(struct gt_greedy_rows *gr);

void gt_greedy_rows_get(struct gt_greedy_rows *gr, uint64_t row, struct gt_slice_part *s);
/* Many rows, at most GT_KEYS_STEP: how many it read, at least one if there is a row. */
uint32_t gt_greedy_rows_read(struct gt_greedy_rows *gr, uint64_t row, uint32_t n, struct gt_slice_part *out);
/* One field of many rows; 0: not of parts, nor of one goroutine's.  The P that such a row's slice is of. */
uint32_t gt_greedy_rows_field(struct gt_greedy_rows *gr, uint64_t row, uint32_t n, enum gt_slice_field f,
			      uint64_t *out);
uint32_t gt_greedy_rows_proc(struct gt_greedy_rows *gr, uint64_t row);
/* Whether no row begins at `to` or later, the end of the table's range. */
bool gt_greedy_rows_inside(const struct gt_greedy_rows *gr, int64_t to);
/* gt_table_ops.keys of the report greedy. */
uint32_t gt_greedy_rows_keys(struct gt_greedy_rows *gr, struct gt_ginfos *goroutines, uint64_t row, uint32_t n,
			     unsigned col, uint64_t *keys, uint8_t *absent);
/* As gt_greedy_row. */
uint64_t gt_greedy_rows_find(const struct gt_greedy_rows *gr, uint32_t slice);

#endif

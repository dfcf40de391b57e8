/* The waits before many slices of a P, read at once: column by column. */
#ifndef GT_ANALYSIS_WAITBLOCK_H
#define GT_ANALYSIS_WAITBLOCK_H

#include "analysis/waits/schedwait.h"

#define GT_WAIT_BLOCK 512u

/* What all threads of a walk may read. */
struct gt_wait_reader {
	const struct gt_trace *trace;
	int64_t from;                   /* waits are cut here */
	const uint8_t *owners;          /* enum gt_owner by goroutine row; of those beyond nobody knows of a wait */
	uint32_t n;
	uint8_t causes[GT_EVENT_TYPES]; /* gt_wait_causes_by_type */
};

/*
 * Waits of the program's goroutines (schedwait.h) of which something lies after `from`, before slices of one P
 * that follow each other.
 */
struct gt_wait_block {
	uint32_t proc_row, id;          /* id: of the first slice */
	uint64_t k;                     /* its place */
	uint32_t slices;                /* that were read */
	uint32_t n;                     /* waits */
	uint64_t unnamed;               /* waits of goroutines with an unknown owner: not among these, */
	int64_t unnamed_ns;             /* and their sum */
	int64_t most;                   /* no wait of the block is longer, before it is cut */
	bool has_t0;
	uint16_t at[GT_WAIT_BLOCK];     /* the slice of each wait: k + at */
	int64_t ns[GT_WAIT_BLOCK];      /* how long it was, cut */
	uint64_t g[GT_WAIT_BLOCK], t0[GT_WAIT_BLOCK], type[GT_WAIT_BLOCK];   /* of each slice; t0 if has_t0 */
	uint8_t unknown[GT_WAIT_BLOCK]; /* while it is read: of each wait */
};

/* Slices k ... k + n - 1 of a P, as far as they are in one block of the index; slices is 0 if there are none. */
void gt_wait_block_read(const struct gt_wait_reader *r, uint32_t proc_row, uint64_t k, uint32_t n,
			struct gt_wait_block *b);

/* Fills t0. */
void gt_wait_block_times(const struct gt_wait_reader *r, struct gt_wait_block *b);

/* The start of the slice of wait i: its end.  Without t0 it is looked up. */
int64_t gt_wait_block_end(const struct gt_wait_reader *r, const struct gt_wait_block *b, uint32_t i);

/* Why the goroutine of wait i was runnable. */
enum gt_wait_cause gt_wait_block_cause(const struct gt_wait_reader *r, const struct gt_wait_block *b, uint32_t i);

#endif

/* All stop-the-world pauses of a trace, and how much each slice, goroutine and function delayed them. */
#ifndef GT_ANALYSIS_BLAMES_H
#define GT_ANALYSIS_BLAMES_H

#include "analysis/stw/blame.h"

/* A pause in short.  Times are the trace's; GT_NO_TIME: unknown. */
struct gt_blame_row {
	int64_t t0, t1;       /* the range; t1 GT_NO_TIME: it did not end */
	int64_t ns[GT_PAUSE_PARTS];
	int64_t late;         /* gt_blame_late_ns */
	int64_t yield;        /* when the last goroutine yielded */
	int64_t delay;        /* how long after the request that was (never: until the trace ended);
			       * GT_NO_TIME: nobody can be charged */
	uint32_t range;       /* row for gt_range_get */
	uint32_t requester;       /* goroutine row that asked for it, GT_NO_ROW */
	uint32_t proc_row, slice, g, stack;  /* of the one charged; GT_NO_ROW, stack 0: nobody */
	uint8_t how;          /* enum gt_stop_cause of that one; GT_STOPPED_IDLE: nobody */
	uint8_t known;        /* enum gt_blame_known */
};

/* What a slice cost: one for each that a stop found on a P, or that ran there until it stopped. */
struct gt_slice_delay {
	uint32_t slice;
	uint32_t g;
	uint32_t asked;       /* stops that asked it to stop */
	uint32_t last;        /* those in which it was the last to yield */
	int64_t sum, max;     /* ns from the request to its yield, of the latter */
	uint32_t worst;       /* range row of the longest; GT_NO_ROW if last is 0 */
};

/* A slice that a stop asked. */
struct gt_blame_ask {
	int64_t t0;           /* of the stop */
	int64_t delay;        /* GT_NO_TIME: it was not the last one */
	uint32_t range, slice, g;
	bool again;           /* the stop had asked this goroutine on another P before */
};

struct gt_blame_index {
	struct gt_blame_row *rows;      /* by t0 */
	size_t n, cap;
	struct gt_blame_ask *asks;      /* as they came */
	size_t nasks, cap_asks;
	struct gt_slice_delay *delays;  /* in no order */
	size_t ndelays, cap_delays;
	struct gt_map by_slice;         /* slice id -> index in delays */
	struct gt_map asked_by;         /* goroutine row -> row of the last stop that asked it */
	uint64_t seen;                  /* stops that were looked at */
	bool final;                     /* the index was complete then */
	struct gt_blame work;
};

/*
 * Takes in the stops that the index has got since the last call, at most
 * `budget` of them (0: all).  True: nothing is left to do for now.  When the
 * index becomes complete all is made again: what was going on at a stop may
 * have been missing before.
 */
bool gt_blame_index_update(struct gt_blame_index *b, const struct gt_trace *t, uint64_t budget);
void gt_blame_index_release(struct gt_blame_index *b);

/* NULL: no stop found this slice running. */
const struct gt_slice_delay *gt_blame_index_slice(const struct gt_blame_index *b, uint32_t slice);

/* The first stop that begins at or after a time: b->n if none. */
size_t gt_blame_index_seek(const struct gt_blame_index *b, int64_t time);

/* The stop of a range row, NULL if it is none. */
const struct gt_blame_row *gt_blame_index_of_range(const struct gt_blame_index *b, const struct gt_trace *t,
						   uint32_t range);

/* How much all goroutines of a function, or one goroutine, delayed pauses together. */
struct gt_blame_total {
	uint32_t func;        /* string row of the start function, 0: unknown */
	uint32_t g;           /* by goroutine: its row; else GT_NO_ROW */
	uint64_t asked, count;/* stops that asked it; in which it was last */
	uint64_t goroutines;  /* distinct ones that were last */
	int64_t sum, max;     /* ns */
	uint32_t worst;       /* range row of the longest, GT_NO_ROW if count is 0 */
};

/* The parts of several pauses together. */
struct gt_pause_sum {
	uint64_t n[GT_PAUSE_PARTS];     /* pauses of which the part is known */
	int64_t ns[GT_PAUSE_PARTS], max[GT_PAUSE_PARTS];
	int64_t late;         /* ns of gt_blame_late_ns: in GT_PAUSE_STOP, charged to nobody */
};

/* Of those that begin in [from, to). */
struct gt_pause_sum gt_blame_index_sum(const struct gt_blame_index *b, int64_t from, int64_t to);

/*
 * The pauses that begin in [from, to) for which nobody can be charged: how many, how long
 * they took to stop, and the row of the one that took longest (GT_NO_ROW: of none
 * is that known).  With gt_blame_index_total this accounts for all pauses.
 */
struct gt_blame_total gt_blame_index_nobody(const struct gt_blame_index *b, int64_t from, int64_t to);

/*
 * Totals of the stops that begin in [from, to), largest sum first; *n of them, to be
 * freed.  Those that were asked but never last are among them.
 */
struct gt_blame_total *gt_blame_index_total(const struct gt_blame_index *b, const struct gt_trace *t,
					    bool by_g, int64_t from, int64_t to, size_t *n);

#endif

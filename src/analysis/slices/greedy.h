/* On-processor slices: the table of all of them, the longest, Tmax_stw (format/semantics.md 12). */
#ifndef GT_ANALYSIS_GREEDY_H
#define GT_ANALYSIS_GREEDY_H

#include "analysis/table/view.h"

/* Columns of the report "greedy". */
enum gt_greedy_col {
	GT_GREEDY_DUR, GT_GREEDY_START, GT_GREEDY_END, GT_GREEDY_P, GT_GREEDY_G, GT_GREEDY_LIFE, GT_GREEDY_M,
	GT_GREEDY_FUNC, GT_GREEDY_START_EVENT, GT_GREEDY_END_EVENT, GT_GREEDY_END_REASON, GT_GREEDY_END_WHERE,
	GT_GREEDY_END_LEAF, GT_GREEDY_OPEN, GT_GREEDY_CUT, GT_GREEDY_BEFORE, GT_GREEDY_HELD,
	GT_GREEDY_RUN_MAX, GT_GREEDY_SYSCALL, GT_GREEDY_STW_DELAY, GT_GREEDY_LABEL, GT_GREEDY_WAIT,
	GT_GREEDY_SYSTEM, GT_GREEDY_CHAIN, GT_GREEDY_CHAIN_STACK, GT_GREEDY_START_STACK, GT_GREEDY_END_STACK,
	GT_GREEDY_QUEUED
};

/* What a table of slices, or of groups of them, is opened with. */
struct gt_greedy_args {
	bool split;           /* slices also end where a system call begins */
};
GT_OWN_ARGS(gt_greedy_args)
/* gt_report.take of both reports. */
const char *gt_greedy_take(struct gt_table_args *args, enum gt_takes option, const char *value);

/*
 * A stretch on a processor: a whole slice, or where they are split the part of
 * one between two calls.
 */
struct gt_slice_part {
	struct gt_slice slice;
	int64_t t0, t1;
	uint32_t part;        /* 0, or the place in a split slice: as many calls of it went before */
	uint32_t end_stack;   /* stack row: where it ended */
	uint32_t reason;      /* string row: why it stopped */
	uint8_t start_type, end_type; /* event types; end_type 0 if open */
	bool open;            /* still running when the trace ended */
	bool cut;             /* was running when the trace began: t0 is where the trace first shows it */
};

/* Only for tables of gt_report_greedy. */
void gt_greedy_get(const struct gt_table *t, uint64_t row, struct gt_slice_part *out);
/* What is needed of many rows, to walk over all of them. */
struct gt_greedy_chunk {
	uint32_t n;
	int64_t dur[GT_KEYS_STEP];      /* up to the trace's horizon; GT_NO_TIME: nothing of it is before that */
	uint64_t g[GT_KEYS_STEP];       /* goroutine rows, and stack rows: as they are stored */
	uint64_t end_stack[GT_KEYS_STEP];
};
/* Those of rows row …: at least one if there is a row.  end_stack is only set if stacks is. */
void gt_greedy_chunk_read(const struct gt_table *t, uint64_t row, bool stacks, struct gt_greedy_chunk *out);
/* The (first) row of a slice, UINT64_MAX if it is not in the table. */
uint64_t gt_greedy_row(const struct gt_table *t, uint32_t slice);

/* A slice as a stretch (unsplit). */
bool gt_slice_part_of(const struct gt_trace *t, uint32_t slice, struct gt_slice_part *out);

/* Cuts it at the trace's horizon: false, nothing is left. */
bool gt_slice_part_clip(const struct gt_trace *t, struct gt_slice_part *s);

/* Longest time in the slice without a call, and the time in calls (format/semantics.md 12.3). */
void gt_slice_runs(const struct gt_trace *t, const struct gt_slice *s, int64_t *run_max, int64_t *syscall);

/*
 * The n longest slices, longest first, ties by start, P, G; returns how many
 * there are (<= n).  Costs O(n log n) queries, whatever the trace's size.
 */
size_t gt_greedy_top(const struct gt_trace *t, size_t n, struct gt_slice_part *out);

/* Of those that touch [from, to) the longest, whole as they are. */
size_t gt_greedy_top_in(const struct gt_trace *t, int64_t from, int64_t to, size_t n,
			struct gt_slice_part *out);

/*
 * The same slices by their ids, and all that are as long as the last of them, longest first: how many, at most
 * `room`; 0: they are more, or the last of them is empty.
 */
size_t gt_greedy_longest(const struct gt_trace *t, int64_t from, int64_t to, size_t n, uint32_t *ids, size_t room);

/* Tmax_stw: of the n longest slices, up to the horizon, the longest and the sum; n = largest GOMAXPROCS seen. */
struct gt_tmax {
	uint64_t n;
	int64_t max, sum;
};
void gt_greedy_tmax(const struct gt_trace *t, struct gt_tmax *out);
/* Of the slices that touch [from, to). */
void gt_greedy_tmax_in(const struct gt_trace *t, int64_t from, int64_t to, struct gt_tmax *out);

/* What a walk over a table of slices (or of their parts) finds. */
#define GT_GREEDY_BUCKETS 64
struct gt_greedy_facts {
	uint64_t histogram[GT_GREEDY_BUCKETS]; /* how many last [2^i, 2^(i+1)) ns; bucket 0 counts 0 and 1 */
	uint64_t over10, over20;               /* how many last 10 and 20 ms or more */
	struct gt_tmax tmax;                   /* of its rows */
};
/* Of the rows that a view shows; NULL: of all. */
void gt_greedy_facts_fill(struct gt_greedy_facts *f, const struct gt_table *t, const struct gt_view *v);

#endif

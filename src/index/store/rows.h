/* The tables of the index and their rows as they are stored. */
#ifndef GT_INDEX_ROWS_H
#define GT_INDEX_ROWS_H

#include "index/store/table.h"
#include "index/query/tracks.h"

/* Part of the format: a number never changes its meaning. */
enum gt_table_id {
	GT_T_SLICES, GT_T_CALLS, GT_T_RUNS,                    /* one partition per P */
	GT_T_RANGES, GT_T_COUNTERS, GT_T_TASKS, GT_T_REGIONS, GT_T_LOGS, GT_T_SAMPLES,
	GT_T_GOROUTINES,         /* written at the end */
	GT_T_LIVES,              /* goroutine rows by (id, row); written at the end */
	GT_T_ANCHORS,            /* every 64th slice of a goroutine, in order of appearance */
	GT_T_GENS, GT_T_BATCHES, GT_T_STREAMS, GT_T_GEN_STRINGS, GT_T_GEN_STACKS,
	GT_T_CHECKPOINTS, GT_T_MARKS,
	GT_T_ORDER,              /* bytes: the runs of the total order */
	GT_T_MOVED,              /* v1: ends of system calls by their own times */
	GT_T_GOROUTINES_V1,      /* v1: more of each row of GT_T_GOROUTINES */
	GT_T_THREAD_RUNS,        /* one partition per thread */
	GT_T_RANGE_STARTS,       /* ranges by their starts: one partition for STW, one for GC */
	GT_T_COUNTS,             /* stretches of time, see counting.h */
	GT_T_COUNT_MAXIMA,       /* a partition per level: the largest values of 64, 64^2, 64^3 of them */
	GT_T_CHANGES,            /* of counts, those that no other table has */
	GT_T_INSTANTS,           /* a partition for each kind of no P, then for each kind of every P */
	GT_TABLES
};

extern const struct gt_schema gt_schemas[GT_TABLES];

/*
 * Stored forms of the rows of model.h.  What is mostly "none" or near another
 * column is stored so that packing makes it small: ids + 1 (none is 0), prev
 * and ready as distances.
 */
struct gt_srow_slice {
	int64_t t0;
	uint64_t dur;
	uint64_t ready;          /* t0 - ready time + 1; 0: unknown; of cut ones seen - t0 + 1 */
	uint32_t g, end_stack, label, reason;
	uint32_t prev;           /* own id - previous id, zigzag; 0: none */
	uint32_t waker;          /* + 1 */
	uint8_t start_type, end_type, ready_type, flags;
	uint64_t start_n;        /* v1, else 0: event number */
	uint64_t events;         /* v1: end_n - start_n; 0: no end */
	uint64_t since_ready;    /* v1: start_n - ready_n; 0: unknown */
};

/* The distance between a slice's id and the previous one's, either of which can be larger. */
GT_INLINE uint32_t gt_prev_distance(uint32_t id, uint32_t prev)
{
	uint32_t d = id - prev;

	return d << 1 ^ (0 - (d >> 31));
}

GT_INLINE uint32_t gt_prev_id(uint32_t id, uint32_t distance)
{
	return distance ? id - (distance >> 1 ^ (0 - (distance & 1))) : GT_NO_ROW;
}

/* Columns that are read one by one, by their places in the schemas. */
enum { GT_COL_T0 = 0, GT_COL_DUR = 1 };          /* of slices, calls and runs */
enum {
	GT_SLICE_COL_READY = 2, GT_SLICE_COL_G, GT_SLICE_COL_PREV, GT_SLICE_COL_END_TYPE, GT_SLICE_COL_FLAGS,
	GT_SLICE_COL_END_STACK, GT_SLICE_COL_LABEL, GT_SLICE_COL_REASON, GT_SLICE_COL_WAKER, GT_SLICE_COL_START_TYPE,
	GT_SLICE_COL_READY_TYPE, GT_SLICE_COL_START_N, GT_SLICE_COL_EVENTS, GT_SLICE_COL_SINCE_READY
};
enum { GT_CALL_COL_G = 2, GT_CALL_COL_STACK, GT_CALL_COL_FLAGS };
enum { GT_RUN_COL_M = 2 };
enum { GT_THREAD_RUN_COL_LONGEST_DUR = 2, GT_THREAD_RUN_COL_WHO, GT_THREAD_RUN_COL_LONGEST, GT_THREAD_RUN_COL_PART };
enum { GT_INSTANT_COL_G = 1 };
enum { GT_CHANGE_COL_CODE = 1 };
enum { GT_RANGE_START_COL_ROW = 1 };
enum { GT_GOROUTINE_COL_SLICES = 14, GT_GOROUTINE_COL_ANCHOR = 16 };
enum { GT_ANCHOR_COL_PLACE, GT_ANCHOR_COL_JUMP, GT_ANCHOR_COL_JUMP_DUR, GT_ANCHOR_COL_JUMP_LONGEST };
enum { GT_ANCHOR_COL_G = 6 };

enum gt_call_flag { GT_CALL_LOST = 1, GT_CALL_KNOWN_START = 2 };

struct gt_srow_call {
	int64_t t0;
	uint64_t dur;
	uint32_t g, stack;
	uint8_t flags;
};

struct gt_srow_proc_binding {
	int64_t t0;
	uint64_t dur;
	uint64_t m;              /* + 1 */
};

/* Of one thread: the columns that walks read come first. */
struct gt_srow_thread_run {
	int64_t t0;
	uint64_t dur;
	uint64_t longest_dur;    /* of the longest slice in it; 0: none */
	uint32_t who;            /* whose slice that is + 1 */
	uint32_t longest;        /* that slice + 1 */
	uint32_t proc_row;
	uint64_t busy, before;   /* ns in slices in it, and in the thread's runs before it */
};

struct gt_srow_range {
	int64_t t0;
	uint64_t dur;            /* + 1; 0: no end */
	uint64_t value, value2;
	uint32_t g, proc_row;        /* + 1 */
	uint32_t name, stack;
	uint8_t kind, active;
};

struct gt_srow_range_start {
	int64_t t0;
	uint32_t row;            /* of the table of ranges */
};

#define GT_SORTED_RANGES 2       /* kinds: GT_RANGE_STW, GT_RANGE_GC */

struct gt_srow_counter {
	int64_t t;
	uint64_t value;
	uint8_t metric;
};

enum gt_known { GT_KNOWN_T0 = 1, GT_KNOWN_T1 = 2 };

struct gt_srow_task {
	uint64_t id, parent;     /* parent + 1 */
	int64_t t0;
	uint64_t t1;             /* t1 - t0 + 1 if both are known, t1 as it is if only it is */
	uint32_t name, g0, g1;   /* goroutines + 1 */
	uint8_t known;           /* enum gt_known */
};

struct gt_srow_region {
	int64_t t0;
	uint64_t t1;             /* as in a task */
	uint64_t task;
	uint32_t name, g, stack; /* g + 1 */
	uint8_t known;
};

struct gt_srow_log {
	int64_t t;
	uint64_t task, msg_off;
	uint32_t g, category, stack, msg_len;    /* g + 1 */
};

/* A CPU sample, as the replay needs it and with its stack's row. */
struct gt_srow_sample {
	int64_t time;            /* on the trace's own clock */
	uint64_t m, p, g;        /* + 1 */
	uint64_t stack_id, off;
	uint32_t stack;
};

struct gt_srow_goroutine {
	uint64_t id;
	int64_t create, first_seen;
	uint64_t start, end, since, mid;         /* - create + 1; 0: GT_NO_TIME */
	uint32_t creator;                        /* + 1 */
	uint32_t create_stack, first_stack, func, end_stack, end_reason;
	uint32_t last_slice;                     /* + 1 */
	uint32_t slices;
	uint32_t kinds;                          /* see enum gt_goroutine_kinds */
	uint32_t anchor;                         /* its newest one + 1 */
	uint32_t waker;                          /* + 1 */
};

/* Where the small fields of a goroutine are in kinds: first_type, last_type, first_state, state and the flags. */
enum gt_goroutine_kinds {
	GT_KINDS_FIRST_TYPE = 0, GT_KINDS_LAST_TYPE = 8, GT_KINDS_FIRST_STATE = 16, GT_KINDS_STATE = 20,
	GT_KINDS_OLDER = 24, GT_KINDS_SYSTEM = 25, GT_KINDS_FOREVER = 26
};

struct gt_srow_instant {
	int64_t t;
	uint32_t g;              /* + 1 */
};

/* The partition of a kind of instants: those of no P come first. */
#define GT_INSTANTS_OF_PROC GT_INSTANT_NETWORK
#define GT_INSTANTS_OF_NONE (GT_INSTANTS - GT_INSTANTS_OF_PROC)

GT_INLINE uint32_t gt_instant_part(enum gt_instant kind, uint32_t proc_row)
{
	if (kind >= GT_INSTANTS_OF_PROC)
		return (uint32_t)(kind - GT_INSTANTS_OF_PROC);
	return (uint32_t)GT_INSTANTS_OF_NONE + proc_row * (uint32_t)GT_INSTANTS_OF_PROC + (uint32_t)kind;
}

/* A stretch; signed numbers are stored as distances from a number below them all. */
#define GT_COUNT_BIAS (UINT32_C(1) << 31)
#define GT_COUNT_NS_BIAS (UINT64_C(1) << 62)

struct gt_srow_counts {
	int64_t t;
	uint64_t ns[GT_COUNTS];
	uint32_t v[GT_COUNTS], max[GT_COUNTS];
};

struct gt_srow_maxima {
	uint32_t max[GT_COUNTS];
};

struct gt_srow_change {
	int64_t t;
	uint8_t code;            /* gt_change_code */
};

struct gt_srow_goroutine_v1 {
	uint64_t last_n, first_stack_id;
};

struct gt_srow_incarnation {
	uint64_t id;
	uint32_t row;
};

struct gt_srow_anchor {
	int64_t t1;              /* of the slice */
	uint64_t busy;           /* ns in the goroutine's slices up to and with this one */
	uint64_t dur, jump_dur;  /* of the longest slice since the anchor before it, since the one it jumps to */
	uint32_t longest, jump_longest;  /* these slices */
	uint32_t g, slice;
	uint32_t place;          /* which of the goroutine's anchors it is, from 0 */
	uint32_t before, jump;   /* so many rows back; 0: none */
};

struct gt_srow_gen {
	uint64_t gen, start_off, end_off, freq;
	int64_t sync_time;       /* on the trace's own clock */
	uint64_t first_event;
	uint64_t batches, streams, samples, strings, stacks;   /* first rows; the next generation's are the ends */
	uint64_t clock_time, clock_mono, clock_sec;   /* v1 (has_clock is 0): clock_time is the ticks of event 0 */
	uint32_t clock_nsec;
	uint8_t has_clock;
};

struct gt_srow_batch {
	uint64_t off, time;
	uint64_t m;              /* + 1 */
	uint32_t size, next;     /* next + 1 */
};

struct gt_srow_stream {
	uint64_t m;              /* + 1 */
	uint32_t first, last;
};

struct gt_srow_gen_string {
	uint64_t id, off;
	uint32_t len;
};

struct gt_srow_gen_stack {
	uint64_t id;
	uint32_t stack;
};

struct gt_srow_checkpoint {
	uint64_t event;          /* number of the first event after it */
	int64_t time;            /* of the last event before it, on the trace's own clock */
	uint64_t order;          /* its place in the bytes of the order */
	uint64_t cursors;          /* its first mark; the next checkpoint's is the end */
	uint64_t sample;         /* next CPU sample of the generation */
	uint32_t gen;            /* row */
	uint64_t retimed;          /* v1: next of the moved events */
};

struct gt_srow_retimed {
	int64_t ticks;
	uint64_t off, g, seq, ts;
};

struct gt_srow_mark {
	uint64_t m, p, g;        /* + 1 */
	int64_t time;
	uint64_t off;
	uint32_t stream, batch;  /* stream + 1 */
};

#endif

/* What lanes beside the processors' show: threads, instants, goroutines and threads counted by state. */
#ifndef GT_INDEX_TRACKS_H
#define GT_INDEX_TRACKS_H

#include "index/trace.h"

/*
 * All of this is asked under the same rules as index/trace.h: under the
 * trace's lock while a worker runs, no query fails, rows never change and
 * their numbers never shrink.  While the index is built, what has not ended
 * yet (a slice, a call, a thread's run) is missing, but counts are complete.
 * `part` is a P's index.  O(log n) unless something else is said.
 */

/* ---- threads (Ms) ---- */

/*
 * v2: one row per thread that wrote events, in the order of the generations
 * and of their batches.  v1: one per thread that a ProcStart names; older
 * traces that name none have no rows.
 */
struct gt_thread_row {
	uint64_t id;
	int64_t first;        /* first mention: its first batch (v2), its first ProcStart (v1) */
	uint64_t runs;        /* rows so far; 0: it never held a P */
	int64_t busy;         /* ns in slices */
};

/* A stretch of a thread holding a P.  Those of one thread do not overlap and are in time order. */
struct gt_thread_run {
	int64_t t0, t1;
	uint32_t proc_row;        /* the P */
	int64_t busy;         /* ns in slices of that P inside it */
	uint32_t who;         /* goroutine row of the longest of these slices, GT_NO_ROW: none */
	uint32_t longest;     /* that slice's id, GT_NO_ROW: none that has a length; the first of equal ones */
};

/* False if the trace says nothing about threads: a pane says so instead of showing no lanes. */
bool gt_trace_has_threads(const struct gt_trace *t);

uint32_t gt_threads(const struct gt_trace *t);                              /* rows */
bool gt_thread_get(const struct gt_trace *t, uint32_t row, struct gt_thread_row *th);
uint32_t gt_thread_find(const struct gt_trace *t, uint64_t id);             /* row, or GT_NO_ROW */
uint32_t gt_thread_by_order(const struct gt_trace *t, uint32_t i);          /* by ascending id: row at place i */

/* The k of the thread's first run with t1 > time (== runs if none). */
uint64_t gt_thread_run_seek(const struct gt_trace *t, uint32_t row, int64_t time);
bool gt_thread_run_get(const struct gt_trace *t, uint32_t row, uint64_t k, struct gt_thread_run *r);

/* Exact ns of [a, b) in which the thread ran a slice, and in which it held a P. */
int64_t gt_thread_busy(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);
int64_t gt_thread_held(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);

/* Id of the longest slice on the thread that overlaps [a, b), GT_NO_ROW if none has a length. */
uint32_t gt_thread_longest(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);

/*
 * The goroutine row with most time in [a, b) on the thread, GT_NO_ROW if it
 * was idle.  Of few runs (16) as gt_slices_dominant, else by the longest
 * slice of each run, summed by goroutine.
 */
uint32_t gt_thread_dominant(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);

/* ---- instants ---- */

/*
 * Each wake-up is in one of four lists.  NETWORK: of a goroutine that waited
 * for the network, by no goroutine (the poller), or by one that restarted the
 * world, which polls the network, too.  TIMER: on a P but by no goroutine, of a
 * sleeper or of one that waited for what a timer's function can do (channels,
 * select, locks), and all by the timers' own goroutines (up to Go 1.13).
 * SYSCALL: the end of a call that had lost its P.  UNBLOCK: all others, on the
 * P of the event.  Go's own reader of v1 puts into NETWORK all ends of waits for the network,
 * also those by a goroutine that set a deadline or closed the connection.
 */
enum gt_instant {
	/* of a P: part */
	GT_INSTANT_UNBLOCK,   /* g was woken */
	GT_INSTANT_CREATE,    /* g was created */
	GT_INSTANT_PREEMPT,   /* g was preempted (GoPreempt, GoStop) */
	GT_INSTANT_ASSIST,    /* g began a mark assist */
	GT_INSTANT_LOG,       /* g logged a message (gt_log_seek finds it by time) */
	GT_INSTANT_SAMPLE,    /* a CPU sample of g */
	/* of no P: part is GT_NO_ROW */
	GT_INSTANT_NETWORK,
	GT_INSTANT_TIMER,
	GT_INSTANT_SYSCALL,
	GT_INSTANTS
};

struct gt_instant_row {
	int64_t t;
	uint32_t g;           /* goroutine row that it is about, GT_NO_ROW if unknown */
};

/* How many there are; the first one with t >= time (== number if none); the k-th in time order. */
uint64_t gt_instants(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row);
uint64_t gt_instant_seek(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row, int64_t time);
bool gt_instant_get(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row, uint64_t k,
		    struct gt_instant_row *r);

/* In which list the wake-up of goroutine row g at a time is: NETWORK, TIMER, else UNBLOCK (which is not asked). */
enum gt_instant gt_wake_list(const struct gt_trace *t, uint32_t g, int64_t time);

/*
 * Calls on a P in time order, as in its slices (gt_slice_call): number, the
 * first one that begins at or after `time`, the k-th.
 */
uint64_t gt_syscalls_of_proc(const struct gt_trace *t, uint32_t proc_row);
uint64_t gt_syscall_seek(const struct gt_trace *t, uint32_t proc_row, int64_t time);
bool gt_syscall_get(const struct gt_trace *t, uint32_t proc_row, uint64_t k, struct gt_syscall *c);

/* ---- counts by state ---- */

enum gt_count {
	GT_COUNT_RUNNING,     /* goroutines on a P and not in a call */
	GT_COUNT_RUNNABLE,
	GT_COUNT_WAITING,     /* those that are blocked for ever too */
	GT_COUNT_SYSCALL,     /* in a call, with or without a P; v1: without a P only, others are not recorded */
	GT_COUNT_THREADS,     /* threads that hold a P */
	GT_COUNT_THREADS_SYSCALL, /* threads in a call without a P: not in THREADS */
	GT_COUNTS
};

/*
 * A count is a step function of time: its value at x is what the events up to
 * and including x made it.  What existed before the trace began counts
 * from 0 on in the state in which it is first met (format/semantics.md 6), so the integral of
 * a state is the sum of the goroutines' time in it.
 */
struct gt_counts {
	int64_t ns[GT_COUNTS];    /* integral of count * ns over [a, b) */
	uint64_t max[GT_COUNTS];  /* largest value in [a, b) */
};

/* Over the part of [a, b) inside the trace; all 0 if there is none.  O(Ps * log n). */
void gt_counts_over(const struct gt_trace *t, int64_t a, int64_t b, struct gt_counts *c);
void gt_counts_at(const struct gt_trace *t, int64_t time, uint64_t v[GT_COUNTS]);
/* Over n neighbouring intervals [edges[i], edges[i + 1]), edges rising: the same for half of the work, or less. */
void gt_counts_columns(const struct gt_trace *t, const int64_t *edges, size_t n, struct gt_counts *c);

#endif

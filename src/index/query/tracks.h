/* What lanes beside the processors' show: threads, instants, goroutines and threads counted by state. */
#ifndef GT_INDEX_TRACKS_H
#define GT_INDEX_TRACKS_H

#include "index/trace.h"

/*
 * The same rules as in index/trace.h: call these under the
 * trace's lock while a worker runs, no query fails, rows never change and
 * their numbers never shrink.  While the index is built, what has not ended
 * yet (a slice, a call, a thread's run) is missing, but counts are complete.
 * `part` is a P's index.  O(log n) unless noted.
 */

/* ---- threads (Ms) ---- */

/* False if the trace has no data about threads: then a pane shows a sentence instead of lanes. */
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

/* How many there are; the first one with t >= time (== number if none); the k-th in time order. */
uint64_t gt_instants(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row);
uint64_t gt_instant_seek(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row, int64_t time);
bool gt_instant_get(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row, uint64_t k,
		    struct gt_instant_row *r);

/* The times of k, k + 1 … into out: at least one and at most n, faster than one by one; 0 beyond the last. */
uint32_t gt_instant_times(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row, uint64_t k, uint32_t n,
			  uint64_t *out);

/* In which list the wake-up of goroutine row g at a time is: NETWORK, TIMER, else UNBLOCK (which is not searched). */
enum gt_instant gt_wake_list(const struct gt_trace *t, uint32_t g, int64_t time);

/*
 * Calls on a P in time order, as in its slices (gt_slice_call): number, the
 * first one that begins at or after `time`, the k-th.
 */
uint64_t gt_syscalls_of_proc(const struct gt_trace *t, uint32_t proc_row);
uint64_t gt_syscall_seek(const struct gt_trace *t, uint32_t proc_row, int64_t time);
bool gt_syscall_get(const struct gt_trace *t, uint32_t proc_row, uint64_t k, struct gt_syscall *c);

/* ---- counts by state ---- */

/* Over the part of [a, b) inside the trace; all 0 if there is none.  O(Ps * log n). */
void gt_counts_over(const struct gt_trace *t, int64_t a, int64_t b, struct gt_counts *c);
void gt_counts_at(const struct gt_trace *t, int64_t time, uint64_t v[GT_COUNTS]);
/* Over n neighbouring intervals [edges[i], edges[i + 1]), edges rising: the same for half of the work, or less. */
void gt_counts_columns(const struct gt_trace *t, const int64_t *edges, size_t n, struct gt_counts *c);
/*
 * Each value of all counts in [a, b), in order: fn gets the time since when it is so, `a` for the first, and ends
 * the walk by returning false.
 */
typedef bool gt_counts_fn(void *arg, int64_t time, const uint64_t v[GT_COUNTS]);
void gt_counts_walk(const struct gt_trace *t, int64_t a, int64_t b, gt_counts_fn *fn, void *arg);

#endif

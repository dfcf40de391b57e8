/* Traces with stop-the-world pauses, written row by row into a store. */
#ifndef GT_TEST_ANALYSIS_STOPS_H
#define GT_TEST_ANALYSIS_STOPS_H

#include "index/trace.h"

/*
 * Five Ps and goroutines 0 … 7 with ids from 100; those from 4 on have the
 * start function main.b, the others main.a.  The trace ends at SCENE_END.
 * Rows of a P come in time order.
 */
#define SCENE_END 1000

struct scene {
	struct gt_trace *t;
	uint32_t preempted, sync;       /* string rows */
};

enum { SCENE_NO, SCENE_PREEMPTED, SCENE_BLOCKED };       /* why a slice ended */

void scene_open(struct scene *s, enum gt_format format, int minor);
void scene_close(struct scene *s);

/* Returns the slice's id. */
uint32_t scene_slice(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, int why, uint8_t flags);

/* A preempted slice of v1 whose end is event number n; GT_NONE: of v2. */
uint32_t scene_numbered(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, uint64_t n);

/* A slice for which its goroutine, unblocked, was ready before.  Those of a goroutine come in time order. */
uint32_t scene_waited(struct scene *s, uint32_t p, uint32_t g, int64_t ready, int64_t t0, int64_t t1);

/* The goroutine blocks at the end; `waker` had made it runnable, at its begin. */
uint32_t scene_woken(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, uint32_t waker);

/* It ended at a line of a function, by a yield or by preemption. */
uint32_t scene_ended(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, bool yields, const char *func,
		     uint64_t line);

/* A slice that loses its P in a call since `call`. */
uint32_t scene_caller(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t call, int64_t t1);

/* One more P, first mentioned at t. */
void scene_proc(struct scene *s, uint64_t p, int64_t t);

/* A thread holds a P. */
void scene_run(struct scene *s, uint32_t p, int64_t t0, int64_t t1);

/* The number of Ps is written; the heap grows. */
void scene_procs(struct scene *s, int64_t t);
void scene_gomaxprocs(struct scene *s, int64_t t, uint64_t n);
void scene_heap(struct scene *s, int64_t t);

/* g, p: GT_NO_ROW as in gt_range_row. */
void scene_stop(struct scene *s, const char *reason, uint32_t g, uint32_t p, int64_t t0, int64_t t1);

/* A mark phase; a slice of a worker that marks meanwhile ("GC (dedicated)"). */
void scene_gc(struct scene *s, int64_t t0, int64_t t1);
uint32_t scene_worker(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, const char *label);

/* A goroutine that is created, and runs no more than a slice that the caller adds. */
uint32_t scene_created(struct scene *s, const char *func, int64_t t);

/* A mark assist; a goroutine that waits since a time until the end. */
void scene_assist(struct scene *s, uint32_t g, int64_t t0, int64_t t1);
void scene_waits(struct scene *s, uint32_t g, int64_t since, bool forever);

/* No event between two times. */
void scene_silence(struct scene *s, int64_t t0, int64_t t1);

/* The trace is longer than SCENE_END. */
void scene_lasts(struct scene *s, int64_t duration);

/* What was added so far can be asked for; the index is complete. */
void scene_refresh(struct scene *s);
void scene_finish(struct scene *s);

#endif

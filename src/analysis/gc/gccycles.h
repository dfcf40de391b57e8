/* GC cycles with what the heap was, and how often there was one. */
#ifndef GT_ANALYSIS_GCCYCLES_H
#define GT_ANALYSIS_GCCYCLES_H

#include "analysis/gc/gccost.h"

/* The goal that GOGC=100 gives however little is alive (runtime/mgcpacer.go, heapMinimum). */
#define GT_GC_LEAST_GOAL (UINT64_C(4) << 20)

/* A cycle: the mark phase, and what belongs to it until the next one begins. */
struct gt_gc_cycle {
	int64_t t0, t1;       /* of the mark phase; t1 GT_NO_TIME: not ended in the trace */
	int64_t next;         /* when the next one begins; of the last one the horizon */
	bool last;            /* in the trace: the next one is not known */
	bool active;          /* was going on when the trace began: t0 is 0 */
	uint32_t stack;       /* row: what began it */
	/*
	 * Bytes, GT_NONE: not told.  heap, goal: the last values when the mark phase began; goal: also if
	 * there is none (GOGC=off).  live: the heap at its end, when Go has set it to what was found alive.
	 */
	uint64_t heap, goal, live;
	int64_t procs;        /* GOMAXPROCS added up over [t0, next), ns */
};

/* All of the trace, in the order of their begins; *n is how many.  The caller frees them.  A walk over the counters. */
struct gt_gc_cycle *gt_gc_cycles(const struct gt_trace *t, uint64_t *n);

/* How often the GC ran in a range, against the heap: the numbers behind "a GC every 3 ms for a heap of 4 MB". */
struct gt_gc_pace {
	uint64_t begun;       /* mark phases that began in [from, to), not one that was going on when the trace began */
	double per_s;         /* of these per second of the range; 0: it is empty */
	int64_t interval;     /* from begin to begin, both in the range: median, ns; GT_NO_TIME: fewer than two */
	/* Of those that began: medians of what struct gt_gc_cycle has, GT_NONE: of none it is known. */
	uint64_t heap, live, goal;
	uint64_t least;       /* of them with a goal of at most GT_GC_LEAST_GOAL: the heap is too small for any pace */
	int64_t mark;         /* mark phases in the range, ns */
	double mark_share;    /* ... of the range's time */
	/* Dedicated and fractional workers and assists, ns: idle workers take nothing from the program. */
	int64_t taken;
	int64_t idle;         /* idle workers, ns */
	int64_t procs;        /* GOMAXPROCS added up over the range, ns */
	double taken_share;   /* taken / procs */
};

/* cost: finished (gt_gccost_step) for the range that is meant; also counts no further than its horizon. */
void gt_gc_pace_of(struct gt_gc_pace *p, const struct gt_gccost *cost);

/* Of the report gc and the range that it was opened with; lives as long as the table. */
struct gt_table;
const struct gt_gc_pace *gt_gc_table_pace(struct gt_table *t);
/* The same of its heap (analysis/gc/gcheap.h); NULL: it was not opened to be browsed. */
const struct gt_gc_heap *gt_gc_table_heap(const struct gt_table *t);

#endif

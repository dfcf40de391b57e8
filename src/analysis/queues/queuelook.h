/* Queues that cost the program time, found in small steps. */
#ifndef GT_ANALYSIS_QUEUELOOK_H
#define GT_ANALYSIS_QUEUELOOK_H

#include "analysis/queues/queueing.h"

struct gt_queue_look;

/* What a queue of the program's goroutines cost: the waits that are longer than a limit count. */
struct gt_queue_cost {
	int64_t harm;             /* ns in which at least one went on while a P had nothing to run */
	uint64_t nlong, n;        /* these waits, and all that ended */
	int64_t some;             /* ns in which at least one of all went on */
	int64_t wait, max;        /* of all */
	int64_t t0, t1;           /* the part of the longest wait in the range */
	uint64_t line, waker_line;
	uint32_t func, waker_func;      /* string rows: where they waited, where they were woken; 0: not known */
	uint32_t g;               /* goroutine row of the longest */
	uint32_t reason;          /* string row */
	uint32_t waiters, holders;
	uint32_t kind, pool;      /* enum gt_queue_kind; enum gt_queue_pool, of the waits */
	/* held: what the goroutines that ended its waits did; the others are parts of it. */
	int64_t held, running, syscalls, network, asleep;
};

#define GT_QUEUE_COSTS 5

/*
 * Looks at the waits in queues in [from, to), a step at a time; longer: than how many ns.  With two threads or more
 * one of the steps is all that they share.  Of a whole trace the costs are kept (index/file/answers.h).  The caller
 * frees it (gt_queue_look_free; NULL is none).
 */
struct gt_queue_look *gt_queue_look_new(struct gt_trace *t, int64_t from, int64_t to, int64_t longer,
					unsigned threads);
void gt_queue_look_free(struct gt_queue_look *k);
/* Some milliseconds; 1: there is more to do, 0: all is known, negative: an error as of gt_queueing_make. */
int gt_queue_look_step(struct gt_queue_look *k, struct gt_error *err);

/* When all is known: the costs of those that are harm, the highest first, GT_QUEUE_COSTS at most; how many. */
const struct gt_queue_cost *gt_queue_look_costs(const struct gt_queue_look *k, size_t *n);

#endif

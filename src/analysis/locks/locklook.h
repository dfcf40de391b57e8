/* Locks that cost the program time, found in small steps. */
#ifndef GT_ANALYSIS_LOCKLOOK_H
#define GT_ANALYSIS_LOCKLOOK_H

#include "analysis/locks/locks.h"

struct gt_lock_look;

/*
 * What a lock (all pairs of sites with its number) cost goroutines of the program.  A wait counts as heavy if it
 * ended and lasted longer than a limit, or is in a convoy.
 */
struct gt_lock_cost {
	uint64_t number;
	int64_t heavy;            /* ns in which at least one heavy wait went on */
	uint64_t nheavy, n;       /* heavy waits, all that ended */
	int64_t some;             /* ns in which at least one of these went on */
	int64_t wait, sched, max; /* of these: as in struct gt_lock */
	int64_t hold, hold_max;
	uint64_t convoys, convoy_max;
	int64_t t0, t1;           /* the longest wait, as far as it lies in the range */
	uint64_t line;            /* of the site whose waits lasted longest together, ... */
	uint32_t func, g;         /* ... and its function, a string row; goroutine row of the longest wait */
	uint32_t holder;          /* string row: where it was given back after the longest holds together; 0: unknown */
	/* What holders did longest but run: a wait's reason, or what was called (string row); where; 0: nothing. */
	uint32_t over_what, over_stack, unused;
	int64_t over, overs;      /* ns of that, in one function; of everything but running */
	int64_t looked;           /* ns of the holds that were looked at */
};

#define GT_LOCK_COSTS 5

/*
 * Looks at the waits for locks in [from, to), a step at a time; limit: of heavy waits, ns.  With two threads
 * or more one of the steps is all that they share.  Of a whole trace the costs are kept (index/file/answers.h).  The
 * caller frees it (gt_lock_look_free; NULL is none).
 */
struct gt_lock_look *gt_lock_look_new(struct gt_trace *t, int64_t from, int64_t to, int64_t limit,
					unsigned threads);
void gt_lock_look_free(struct gt_lock_look *k);
/* Some milliseconds; 1: there is more to do, 0: all is known, negative: an error as of gt_locks_make. */
int gt_lock_look_step(struct gt_lock_look *k, struct gt_error *err);

/* "waited for the network": what a wait for this reason is, while a lock is held; NULL: no such wait. */
const char *gt_lock_over_name(uint32_t reason);

/* When all is known: the costs of the locks with heavy waits, the highest first, GT_LOCK_COSTS at most; how many. */
const struct gt_lock_cost *gt_lock_look_costs(const struct gt_lock_look *k, size_t *n);

#endif

/* The steps of gt_locks_make, in files of this room. */
#ifndef GT_ANALYSIS_LOCKS_OWN_H
#define GT_ANALYSIS_LOCKS_OWN_H

#include "analysis/goroutines/ginfo.h"
#include "analysis/locks/lock.h"
#include "analysis/waits/waitscan.h"

/* Where waits for locks are gathered, in steps. */
struct gt_lockscan {
	struct gt_locks *l;
	struct gt_ginfos goroutines;
	size_t room;
	struct gt_waitscan *waits;
	uint32_t sync, other;     /* string rows of reasons: "sync", and one that is not; GT_NO_ROW: not met */
	int rc;
	struct gt_error *err;
};

/* An empty list for [from, to). */
void gt_locks_begin(struct gt_locks *l, struct gt_trace *t, int64_t from, int64_t to);

/* GT_ERR_NOMEM, GT_ERR_IO; close in any case. */
int gt_lockscan_open(struct gt_lockscan *s, struct gt_locks *l, const struct gt_waits_args *a, struct gt_error *err);
/* Adds those before about n slices to s->l->waits; 1: there are more.  Errors of gt_waits_scan, or GT_ERR_LIMIT. */
int gt_lockscan_step(struct gt_lockscan *s, uint64_t n, struct gt_error *err);
void gt_lockscan_close(struct gt_lockscan *s);

/*
 * All of them at once, by so many threads (0: one), into an empty list; of args only progress.  The same errors, and
 * GT_ERR_CANCELLED.
 */
int gt_locks_gather(struct gt_locks *l, unsigned threads, const struct gt_table_args *args, struct gt_error *err);

/* Then, with all waits: their order; after the stacks of those who ended them: which locks they are, their numbers. */
void gt_locks_sort(struct gt_locks *l);
void gt_locks_tell_apart(struct gt_locks *l);
void gt_locks_number(struct gt_locks *l);
/* Sets held, again, first, nth and handed of all waits. */
void gt_locks_find_holders(struct gt_locks *l);
/* The sums of all locks.  GT_ERR_NOMEM, GT_ERR_IO. */
int gt_locks_sum(struct gt_locks *l, struct gt_error *err);

#endif

/* The steps of gt_locks_make, in files of this room. */
#ifndef GT_ANALYSIS_LOCKS_OWN_H
#define GT_ANALYSIS_LOCKS_OWN_H

#include "analysis/goroutines/ginfo.h"
#include "analysis/locks/lock.h"
#include "analysis/waits/waitgather.h"

/* An empty list for [from, to). */
void gt_locks_begin(struct gt_locks *l, struct gt_trace *t, int64_t from, int64_t to);

/* How waits for locks are gathered: rows are struct gt_lock_wait. */
extern const struct gt_gather_ops gt_lock_gather;
/* Moves what was gathered to the list, in the order of their ends. */
void gt_locks_gathered(struct gt_locks *l, struct gt_gather *from);

/* After the stacks of those who ended them: which locks they are, their numbers. */
void gt_locks_sort(struct gt_locks *l);
void gt_locks_tell_apart(struct gt_locks *l);
void gt_locks_number(struct gt_locks *l);
/* Sets held, again, first, nth and handed of all waits. */
void gt_locks_find_holders(struct gt_locks *l);
/* Sets over, its place and looked of a lock's cost. */
struct gt_lock_cost;
void gt_locks_held_over(const struct gt_locks *l, struct gt_lock_cost *c);
/* The sums of all locks.  GT_ERR_NOMEM, GT_ERR_IO. */
int gt_locks_sum(struct gt_locks *l, struct gt_error *err);

#endif

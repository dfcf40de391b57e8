/* Locks: who waited for which, who held it at least since when, and convoys (HACKING has the definitions). */
#ifndef GT_ANALYSIS_LOCKS_H
#define GT_ANALYSIS_LOCKS_H

#include "analysis/locks/lock.h"
#include "analysis/table/table.h"

/*
 * Reads all waits of a range as gt_waits_scan does, and the events around the ends of those for locks.  args: from,
 * to, progress.  *l is overwritten and released by the caller, also after an error: GT_ERR_NOMEM, GT_ERR_IO,
 * GT_ERR_CANCELLED, or the trace cannot be read any more.
 */
int gt_locks_make(struct gt_locks *l, struct gt_trace *t, const struct gt_table_args *args, struct gt_error *err);
void gt_locks_release(struct gt_locks *l);

/*
 * Sites stand for a lock, which may be several, or have more sites.  low: it rests on less than 3 waits, or
 * who gave it back is not known; high: on 10 at least, and each of its sites is paired with the other alone.
 */
enum gt_lock_confidence { GT_LOCK_LOW, GT_LOCK_MEDIUM, GT_LOCK_HIGH };
enum gt_lock_confidence gt_lock_confidence(const struct gt_lock *k);
const char *gt_lock_confidence_name(enum gt_lock_confidence c);  /* "low" */

/* Columns of the report "locks" that views name, and of "lockwaits". */
enum gt_locks_col {
	GT_LOCKS_SITE, GT_LOCKS_UNLOCK, GT_LOCKS_WAITS, GT_LOCKS_WAIT, GT_LOCKS_P50, GT_LOCKS_P99, GT_LOCKS_MAX,
	GT_LOCKS_SOME, GT_LOCKS_SCHED, GT_LOCKS_HOLD, GT_LOCKS_HOLD_MAX, GT_LOCKS_CONVOYS, GT_LOCKS_CONVOY_MAX,
	GT_LOCKS_CONVOY_NS, GT_LOCKS_CONFIDENCE, GT_LOCKS_OPEN, GT_LOCKS_OPEN_NS, GT_LOCKS_LOCK, GT_LOCKS_SYSTEM,
	GT_LOCKS_STACK, GT_LOCKS_UNLOCK_STACK
};
enum gt_lockwaits_col {
	GT_LOCKWAITS_G, GT_LOCKWAITS_LIFE, GT_LOCKWAITS_FUNC, GT_LOCKWAITS_START, GT_LOCKWAITS_DUR, GT_LOCKWAITS_END,
	GT_LOCKWAITS_SITE, GT_LOCKWAITS_UNLOCK, GT_LOCKWAITS_HOLDER, GT_LOCKWAITS_HOLDER_FUNC, GT_LOCKWAITS_HELD,
	GT_LOCKWAITS_HOLD, GT_LOCKWAITS_SCHED, GT_LOCKWAITS_CHAIN, GT_LOCKWAITS_NTH, GT_LOCKWAITS_OPEN
};

/* Tables of these two reports: what a row is. */
const struct gt_locks *gt_locks_of(const struct gt_table *t);
const struct gt_lock *gt_lock_row(const struct gt_table *t, uint64_t row);
const struct gt_lock_wait *gt_lock_wait_row(const struct gt_table *t, uint64_t row);

#endif

/* Locks: who waited for which, who held it at least since when, and convoys (HACKING has the definitions). */
#ifndef GT_ANALYSIS_LOCKS_H
#define GT_ANALYSIS_LOCKS_H

#include "analysis/locks/locksites.h"
#include "analysis/table/scratch.h"
#include "analysis/table/table.h"

/* So many waits one after the other, each ended by the goroutine whose wait is before it, are a convoy. */
#define GT_CONVOY 3

/* A wait for a lock.  Rows are those of waits, 0: none; times are of all of it, not of its part in the range. */
struct gt_lock_wait {
	int64_t begin, end;       /* end: of an open one that of the trace, or the horizon */
	int64_t ran;              /* when the goroutine ran again, GT_NO_TIME: it did not */
	int64_t again;            /* when it next waited for that lock, if it ran only once in between; GT_NO_TIME */
	int64_t held;             /* since when at least the one who ended it held the lock; GT_NO_TIME: unknown */
	uint32_t g, waker;        /* goroutine rows; GT_NO_ROW: no goroutine ended it */
	uint32_t after, next;     /* slices before and after it, GT_NO_ROW */
	uint32_t stack, waking;   /* stack rows of who waited, and of who woke it */
	uint32_t lock;            /* its struct gt_lock */
	uint32_t first, nth;      /* first wait of its chain; the how manieth it is, from 1 */
	bool ended, reads, gives; /* gives: `waking` gives a lock back */
	bool handed;              /* another one of its chain follows */
	uint8_t owner;            /* enum gt_owner of its goroutine, the tracer's are the program's */
};

/* Waits with one site each of taking and of giving back: what is known of a lock. */
struct gt_lock {
	uint32_t takes, gives;    /* sites, GT_NO_ROW: it did not end, or not by somebody who gives back a lock */
	uint8_t owner;
	bool is_new;              /* the first one with these sites: others are of other owners */
	uint32_t number;          /* from 1: pairs that share a site, directly or through others, have the same */
	uint32_t ntakes, ngives;  /* sites that the one of giving back is paired with; that of taking */
	uint64_t n, nopen;        /* waits that ended, and did not */
	int64_t wait, open;       /* ns of these in the range */
	int64_t some;             /* ns in which at least one of the ended ones went on */
	int64_t max, p50, p99;    /* of the ended ones; GT_NO_TIME */
	int64_t sched;            /* ns after these until the goroutines ran again */
	int64_t hold, hold_max;   /* ns for which the lock was held at least; hold_max GT_NO_TIME: unknown */
	uint32_t longest;         /* wait; an open one only if none ended */
	uint64_t convoys, convoy_max;     /* that begin here, and waits of the longest */
	int64_t convoy, convoy_max_ns;    /* ns of all, and of that one */
	uint32_t convoy_at;       /* its first wait */
};

struct gt_locks {
	struct gt_trace *t;
	int64_t from, until;      /* the range, before the horizon */
	struct gt_lock_sites sites;
	struct gt_scratch waits;  /* struct gt_lock_wait, in the order in which they end (then of goroutine rows) */
	uint32_t nwaits;
	struct gt_lock *v;
	size_t n, cap;
};

enum gt_lock_confidence { GT_LOCK_LOW, GT_LOCK_MEDIUM, GT_LOCK_HIGH };

/*
 * Reads all waits of a range as gt_waits_scan does, and the events around the ends of those for locks.  args: from,
 * to, progress.  *l is overwritten and released by the caller, also after an error: GT_ERR_NOMEM, GT_ERR_IO,
 * GT_ERR_CANCELLED, or the trace cannot be read any more.
 */
int gt_locks_make(struct gt_locks *l, struct gt_trace *t, const struct gt_table_args *args, struct gt_error *err);
void gt_locks_release(struct gt_locks *l);

GT_INLINE struct gt_lock_wait *gt_lock_wait_at(const struct gt_locks *l, uint32_t i)
{
	return (struct gt_lock_wait *)l->waits.data + i;
}
/* What of a time lies in the range. */
GT_INLINE int64_t gt_lock_clip(const struct gt_locks *l, int64_t time)
{
	return time < l->from ? l->from : time > l->until ? l->until : time;
}
/* The site of taking or of giving back; NULL: none. */
GT_INLINE const struct gt_lock_site *gt_lock_site_at(const struct gt_locks *l, uint32_t site)
{
	return site < l->sites.n ? &l->sites.v[site] : NULL;
}

/*
 * Sites stand for a lock, which may be several, or have more sites.  low: it rests on less than 3 waits, or
 * who gave it back is not known; high: on 10 at least, and each of its sites is paired with the other alone.
 */
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

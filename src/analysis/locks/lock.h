/* A lock, a wait for one, and all of a range (HACKING has the definitions). */
#ifndef GT_ANALYSIS_LOCK_H
#define GT_ANALYSIS_LOCK_H

#include "analysis/locks/locksites.h"
#include "analysis/table/scratch.h"

/* The shortest convoy, in waits: each is ended by the goroutine that waited just before. */
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
	uint32_t first, nth;      /* first wait of its chain; its position in the chain, from 1 */
	bool ended, reads, gives; /* gives: `waking` gives a lock back */
	bool handed;              /* another one of its chain follows */
	uint8_t owner;            /* enum gt_owner of its goroutine */
};

/* Waits with one site each of taking and of giving back: what is known of a lock. */
struct gt_lock {
	uint32_t takes, gives;    /* sites, GT_NO_ROW: it did not end, or not by somebody who gives back a lock */
	uint8_t owner;
	bool reads;               /* taken to read */
	bool is_new;              /* the first one with these sites: others are of other owners */
	uint32_t number;          /* from 1: pairs that share a site, or are the readers' and the writers' of the
				   * same functions, directly or through others, have the same */
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

#endif

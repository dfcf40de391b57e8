/* A queue, a wait in one, and all of a range (HACKING has the definitions). */
#ifndef GT_ANALYSIS_QUEUE_H
#define GT_ANALYSIS_QUEUE_H

#include "analysis/goroutines/goroutines.h"
#include "analysis/stacks/queuesites.h"
#include "analysis/table/scratch.h"

/*
 * A guess from who wakes whom.  Limit: the waiting goroutine and its waker run the same code.  Room: a sender waits
 * until others have taken something.  Work: a receiver waits for what others send.
 */
enum gt_queue_kind { GT_QUEUE_UNKNOWN, GT_QUEUE_LIMIT, GT_QUEUE_ROOM, GT_QUEUE_WORK };

/* A wait in a queue.  Rows are those of goroutines and stacks; times are of all of it, not of its part in the range. */
struct gt_queue_wait {
	int64_t begin, end;       /* end: of an open one that of the trace, or the horizon */
	uint32_t g, waker;        /* waker GT_NO_ROW: no goroutine ended it */
	uint32_t stack, waking;   /* of who waited, and of who woke it; 0: not known */
	uint32_t queue;           /* its struct gt_queue */
	uint32_t reason;          /* string row, enum gt_known_string */
	uint8_t owner;            /* enum gt_owner of its goroutine */
	bool ended, equal;        /* equal: who ended it waits there itself, or was created by one that does */
};

/* Waits at one site for one reason. */
struct gt_queue {
	uint32_t site, reason;
	uint8_t owner, kind;
	bool sure;                /* a limit: the library says so where they wait */
	bool harmful;             /* its waits cost time, and it is what is to blame for that */
	uint32_t first, count;    /* its waits, ended or not, in the order of their ends */
	uint64_t n, nopen;        /* waits that ended, and did not */
	int64_t wait, open;       /* ns of these in the range */
	int64_t some;             /* ns in which at least one of the ended ones went on */
	int64_t max, p50, p99;    /* of the ended ones; GT_NO_TIME */
	uint32_t longest;         /* wait; an open one only if none ended */
	uint32_t waiters;         /* most of the ended ones at a time */
	uint32_t wakes, nwakes;   /* the site whose stacks ended most of the time, GT_NO_ROW; how many there are */
	uint64_t nequal, nother;  /* ended by equals, by other goroutines */
	int64_t equal, other;     /* ns of these */
	int64_t sent, received;   /* of these: ns of waits to send, to receive; of a select as its waker did */
	/* What those who ended waits had done since they passed the site, or ended another, but not before the wait. */
	uint64_t holds;
	uint64_t nagain, nsame;   /* waits of goroutines that had waited before; ended by the same one as that */
	uint64_t nmore;           /* waits that were ended by somebody who had nothing to give */
	uint32_t holders;         /* most of them at a time */
	int64_t hold, hold_max;   /* ns; GT_NO_TIME: there is none */
	uint32_t holder;          /* string row: start function of those with the most of it; 0 */
	int64_t did[GT_SPENT_KINDS];    /* what they did; of at most GT_QUEUE_HOLDS of them, evenly chosen */
	struct gt_reason_ns *blocks;    /* of their waits: by reason, the longest first */
	size_t nblocks;
	int64_t harm;             /* ns in which a wait that is harm went on while a P had nothing to run */
};
#define GT_QUEUE_HOLDS 1024

struct gt_queueing {
	struct gt_trace *t;
	int64_t from, until;      /* the range, before the horizon */
	struct gt_queue_sites sites;
	struct gt_scratch waits;  /* struct gt_queue_wait: those of one queue after those of another */
	uint32_t nwaits;
	struct gt_queue *v;
	size_t n, cap;
};

GT_INLINE struct gt_queue_wait *gt_queue_wait_at(const struct gt_queueing *q, uint32_t i)
{
	return (struct gt_queue_wait *)q->waits.data + i;
}
/* What of a time lies in the range. */
GT_INLINE int64_t gt_queue_clip(const struct gt_queueing *q, int64_t time)
{
	return time < q->from ? q->from : time > q->until ? q->until : time;
}
GT_INLINE int64_t gt_queue_wait_ns(const struct gt_queueing *q, const struct gt_queue_wait *w)
{
	return gt_queue_clip(q, w->end) - gt_queue_clip(q, w->begin);
}
/* NULL: none. */
GT_INLINE const struct gt_queue_site *gt_queue_site_at(const struct gt_queueing *q, uint32_t site)
{
	return site < q->sites.n ? &q->sites.v[site] : NULL;
}

#endif

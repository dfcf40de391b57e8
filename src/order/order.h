/* Ordering: a trace's streams in, one validated total order of events out. */
#ifndef GT_ORDER_ORDER_H
#define GT_ORDER_ORDER_H

#include "base/err.h"
#include "order/event.h"
#include "wire/header.h"
#include "wire/v1/v1scan.h"
#include "wire/v2/v2gen.h"

/*
 * v2: the machine of format/v2.md 10-16: the same events in the same order with
 * the same times and contexts as Go's own reader, up to the same fault.
 *
 * v1: the merge of format/v1.md 10-13, as one generation with the number 0.
 * A trace that Go 1.21 accepts gives the same events with the same times,
 * processors and goroutines, where equal times leave the order open.  What Go refuses
 * is kept as far as it can be ordered, and the first fault is told when
 * the next generation is asked for.
 *
 *	gt_order_open(&o, src, &header, &err);
 *	while ((rc = gt_order_next_gen(o, &err)) > 0)
 *		while ((n = gt_order_next(o, buf, GT_COUNT(buf), &err)) > 0)
 *			… gt_order_gen(o) has the generation's tables …
 *	gt_order_close(o);
 */
struct gt_order;

/*
 * Bounds that no trace of a real program comes near; beyond one the trace counts as damaged (GT_ERR_LIMIT).
 *
 * Where the first event may not come yet, others are tried, in Go's order: a step for each one that is looked
 * at.  Some steps are free, and each event brings more.  Go's reader looks at as many, without an end.
 */
#define GT_TRIES_FREE (UINT64_C(1) << 26)
#define GT_TRIES_PER_EVENT 4096
#define GT_MAX_OPEN_STWS 1024     /* stops of the world going on at a time; before Go 1.10 one per P is usual */
#define GT_MAX_OPEN_STWS_V2 64    /* the same of v2, where one is usual, and all Ps are looked at for each */

#define GT_ORDER_BATCH 256

int gt_order_open(struct gt_order **out, struct gt_source *src, const struct gt_header *h, struct gt_error *err);
void gt_order_close(struct gt_order *o);

/*
 * Once this is set (it outlives the order), what takes long without an event ends with GT_ERR_CANCELLED: the
 * scan of a v1 file.
 */
void gt_order_cancel_with(struct gt_order *o, const struct gt_cancel *cancel);

/* 1: the next generation is ready to be ordered; 0: the trace is over; negative: a fault (what came before stands). */
int gt_order_next_gen(struct gt_order *o, struct gt_error *err);

/*
 * The next at most n (>= 3) events of the current generation; 0 at its end.
 * Negative: a fault; the events of the same call before it have been stored
 * and *got says how many (on success *got is the return value).
 */
int gt_order_next(struct gt_order *o, struct gt_event *buf, int n, int *got, struct gt_error *err);

/*
 * The same events as of gt_order_next, for who needs little of most of them: the frequent ones in short, the others
 * in full.  b->n is 0 at the end of the generation; a negative return value is a fault, b has what came before it.
 */
struct gt_order_run {
	uint32_t stream, records;
};

struct gt_order_batch {
	int n;                   /* events */
	int nfull;               /* those in full[]; n: all of them, and ev[] need not have anything */
	int nruns;               /* 0: each event has its stream */
	struct gt_short_event ev[GT_ORDER_BATCH];   /* in order; of type GT_SHORT_FULL: the next one of full[] */
	struct gt_order_run runs[GT_ORDER_BATCH];   /* the streams that the records came from, in order */
	struct gt_event full[GT_ORDER_BATCH];
	uint64_t off;            /* of the record of the last event */
};
int gt_order_fill(struct gt_order *o, struct gt_order_batch *b, struct gt_error *err);

const struct gt_v2_gen *gt_order_gen(const struct gt_order *o);

/* Time of the Sync that precedes the current generation, as Go's reader gives it (strictly increasing). */
int64_t gt_order_sync_time(const struct gt_order *o);

/* Time of the closing Sync: last time + 1. */
int64_t gt_order_end_time(const struct gt_order *o);

/*
 * Up to when every stream is whole, after the last event: INT64_MAX if
 * nothing of them is missing.  Too early is honest, too late is not.
 *
 * v1: a file that ends before its tables has lost the end of each P's stream:
 * the earliest of their last events; of a P without any, the time when GOMAXPROCS
 * first allowed for it.  Before that, wherever an event does not fit (nobody made its
 * goroutine ready, its P ran another one, its time is before the last): the time of what was sure
 * before it, as the goroutine or the stream has it.  What threads without a P
 * wrote (P -1) may be lost as a whole: only goroutines that were woken and are not tell of it.
 * CPU samples are no stream: what is missing of them looks like nothing.
 *
 * v2: threads are not counted, so a generation that is not there to its end is not
 * whole from its start on; one that is faulty, from the first event that any thread has left.
 */
int64_t gt_order_horizon(const struct gt_order *o);

/* v2: what is known to be lost, after the last event; not known is what a file that was cut has lost. */
struct gt_order_loss {
	int64_t ns;              /* between what could be ordered and the next generation */
	uint64_t bytes, events;
	uint64_t no_stack;       /* events that name a stack which is not in the trace */
};
const struct gt_order_loss *gt_order_loss(const struct gt_order *o);

/* True if the current generation does not continue the one before: what was going on then is not known any more. */
bool gt_order_is_torn(const struct gt_order *o);

/*
 * How far the clocks of threads (v2) or Ps (v1) must differ at least: the order puts an event behind one whose clock
 * is later.  That a generation begins before the one before it has ended proves nothing, unless a thread's clock does
 * so itself: then it was set back.  (A thread can be stopped between taking a generation and reading the clock.)
 */
struct gt_order_clock {
	uint64_t moved;          /* events by more than GT_CLOCK_STEP */
	int64_t most;            /* the largest difference, ns */
	int64_t first, at;       /* times of the first of these events, of the largest */
	uint64_t backs;          /* how often it was set back by more than GT_CLOCK_BOUND */
	int64_t back, back_at;   /* the largest, and when */
};
#define GT_CLOCK_STEP 1000       /* ns, and … */
#define GT_CLOCK_SHARE 1000      /* … of how many events more than one is told */
#define GT_CLOCK_BOUND 100000    /* ns: one such event is told */
const struct gt_order_clock *gt_order_clock(const struct gt_order *o);

/* Whether the clocks differ by what is worth telling. */
GT_INLINE bool gt_clocks_differ(const struct gt_order_clock *c, uint64_t events)
{
	/* One event alone is none of many. */
	return c->most > GT_CLOCK_BOUND || c->moved > 1 + events / GT_CLOCK_SHARE;
}

/*
 * v1: what the scan of the file has found, valid after gt_order_next_gen, and
 * the ticks of event 0; NULL for v2.  Sample times of gt_order_gen are in ticks:
 * gt_v1_ns makes ns of them.
 */
const struct gt_v1_file *gt_order_v1(const struct gt_order *o, int64_t *first_ticks);

/* No trace is longer than half a year (208 days): what is later is a broken clock. */
#define GT_LAST_NS (INT64_C(1) << 54)

/* Ticks to ns since event 0 exactly as Go does (format/v1.md 7): ns_per_tick is 1e9 / frequency. */
GT_INLINE int64_t gt_v1_ns(int64_t ticks, int64_t first, double ns_per_tick)
{
	double ns = ticks > first ? (double)((uint64_t)ticks - (uint64_t)first) * ns_per_tick : 0;

	return ns < (double)GT_LAST_NS ? (int64_t)ns : GT_LAST_NS;
}

/* Text of a string of the current generation, into *out (cleared first); length, or negative if it cannot be read. */
struct gt_buf;
int gt_order_string(struct gt_order *o, uint64_t id, struct gt_buf *out);

/*
 * The frames of a stack of the current generation, innermost first, into
 * out[GT_ORDER_MAX_FRAMES]: their number or a negative code.  In a v1 trace of
 * Go 1.5 they are PCs only.
 */
#define GT_ORDER_MAX_FRAMES 1000
int gt_order_stack(struct gt_order *o, struct gt_v2_ref ref, struct gt_v2_frame *out);

/*
 * The position between two events: what a replay (order/replay.h) needs to go
 * on from here.  Valid only directly after gt_order_next or gt_order_next_gen.
 * One mark per M that has a cursor, a P or a goroutine; in v1 one per P that has
 * events left: m is the thread that runs it, time its clock in ticks.
 */
struct gt_order_cursor {
	uint64_t m, p, g;        /* the thread, its P and goroutine or GT_NONE */
	int64_t time;            /* clock of the cursor before the record at off (raw, not pushed apart) */
	uint64_t off;            /* next record to read, 0: none in this generation */
	uint32_t stream;         /* index of its stream in this generation, or UINT32_MAX */
	uint32_t batch;          /* index of the batch that off lies in */
};

struct gt_order_cursors {
	struct gt_order_cursor *cursors;
	size_t n, cap;
	int64_t last_time;       /* time of the last event handed out (or Sync) */
	uint64_t sample;         /* index of the next CPU sample */
	uint64_t retimed;          /* v1: number of the next moved event (order/replay.h) */
};

/* Fills *marks (re-using its memory), sorted by m. */
void gt_order_get_cursors(const struct gt_order *o, struct gt_order_cursors *cursors);
void gt_order_cursors_release(struct gt_order_cursors *cursors);

#endif

/* The state machine behind the v1 orderer's events (format/v1.md 11-13; private to the order layer). */
#ifndef GT_ORDER_V1STATE_H
#define GT_ORDER_V1STATE_H

#include "order/meaning.h"
#include "order/orderops.h"
#include "order/v1merge.h"

struct v1_proc {
	uint64_t p;                  /* its number, as events have it */
	uint64_t thread;             /* of its last ProcStart, or GT_NONE */
	uint32_t g;                  /* slot of the goroutine that it runs, or V1_SLOT_NONE */
	bool running, stw, sweep;
};

struct v1_order {
	struct gt_order base;        /* first: order/orderops.h */
	struct gt_v1_file file;
	struct v1_merge merge;
	struct v1_proc *procs;       /* by stream */
	struct gt_map timers;        /* timer goroutines */
	struct gt_map tasks;         /* open ones */
	struct v1_unlisted unlisted;
	struct gt_map dropped;       /* see v1futile.c */
	uint64_t *dropped_bits;
	size_t ndropped, dropped_cap;
	struct v1_item next;         /* what the merge gave and nobody has had yet */
	bool have_next;
	bool started;                /* the first Gomaxprocs is over: what comes was not there before the trace */
	bool gc, stw;
	uint8_t usual[256];          /* v1run.c: what the first bytes of records stand for there */
	bool plain;                  /* no futile wake-ups, timer goroutines, sequence numbers: v1_run is for it */
	int64_t first_ticks, last_ticks;
	int64_t last_time;
	double ns_per_tick;
	int minor;
	enum { V1_NEW, V1_ORDERING, V1_OVER } phase;
	int damage;                  /* 0, or the first fault of all */
	struct gt_error damage_err;
	int missing;                 /* 0, or the error of an event that refers to what no table has */
	struct gt_error missing_err;
};

/* Fills in what a record, a moved event or a sample alone says: shared with the replay. */
void v1_decode_event(struct gt_event *e, const struct gt_v1_cursor *c, uint64_t g);
void v1_decode_retimed(struct gt_event *e, const struct gt_v1_retimed *retimed);
void v1_decode_sample(struct gt_event *e, const struct gt_v2_sample *sample);

GT_INLINE uint64_t v1_p(uint64_t p)
{
	return p == GT_NONE ? GT_P_OUTSIDE : p;
}

/*
 * Runs the state machine over one event: fills states, slots, pseudo-Ps, and
 * e->stream's "how".  What breaks a rule is remembered as damage; the event stays and the state
 * is made to fit it.
 */
void v1_apply(struct v1_order *o, struct gt_event *e, const struct v1_item *item);

/*
 * v1run.c: adds the next events in short, as long as the batch has room, they are of the usual kinds and
 * nothing is wrong with them.  Everything else is left to the merge and v1_apply, which go on after it.
 * 0, or negative if the file cannot be read any more.
 */
int v1_run(struct v1_order *o, struct gt_order_batch *b, struct gt_error *err);
void v1_run_init(struct v1_order *o);       /* after the scan */

/* v1unlisted.c: goroutines that were in a call since before the trace without an event that says so. */
int v1_find_unlisted(struct v1_order *o, struct v1_unlisted *found, struct gt_error *err);

/* v1futile.c: finds the records of futile wake-ups, with a merge of its own; asks whether a record is one. */
int v1_find_futile(struct v1_order *o, struct gt_error *err);
bool v1_is_dropped(const struct v1_order *o, uint64_t off);

#endif

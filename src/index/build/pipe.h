/* Batches of ordered events on their way to the builder, and the threads that make them. */
#ifndef GT_INDEX_PIPE_H
#define GT_INDEX_PIPE_H

#include "base/chores.h"
#include "order/order.h"

/*
 *	ordering thread                 building thread (the caller)
 *	read a generation      -> START -> tables to rows, checkpoint
 *	order 256 events       -> EVENTS -> rows
 *	…                         …
 *	end of the generation  -> END   -> "done with its tables"
 *	(waits for that)
 *	end of the trace, fault -> STOP -> finish
 *
 * Batches travel in a ring.  The generation's tables are read by both threads
 * and change only while the ordering thread has the other's word that it is
 * done with them.  Chores are run by whichever of the two would wait, and by threads that do nothing else.
 * What comes out does not depend on timing, nor on how many threads there are.
 */
enum gt_batch_kind { GT_BATCH_START, GT_BATCH_EVENTS, GT_BATCH_END, GT_BATCH_STOP };

struct gt_batch {
	enum gt_batch_kind kind;
	bool has_marks;                  /* cursors: the position before the first event */
	struct gt_order_cursors cursors;
	struct gt_order_batch events;
};

/* More threads have nothing to do: one that orders, one that builds, and chores are less work than either. */
#define GT_MOST_JOBS 4

/*
 * Both sides look at the counters without the lock; the lock and the condition
 * are for sleeping only.  A side that must wait looks a while before it sleeps,
 * and then sleeps until the ring is half empty or half full: waking a thread
 * for every batch would cost more than the batch.
 *
 * The counters and the two flags of sleepers are sequentially consistent: one side adds to a counter and then
 * reads the other's flag, while that one sets its flag and then reads the counter, and one of them must see
 * what the other wrote, or a thread would sleep forever.  That a counter is read before the batch it
 * counts is included.  quit and urgent only have to become visible: quit is set before the lock is taken to
 * wake the sleeper, urgent before `put` is added to.
 */
struct gt_pipe {
	struct gt_order *order;
	struct gt_chores chores;         /* of the store; nobody runs any with one job */
	struct gt_batch *ring;
	unsigned room;                   /* batches in it */
	atomic_uint_fast64_t put, taken; /* batches so far */
	atomic_bool put_waits, take_waits;
	atomic_bool quit;                /* the builder gives up */
	atomic_bool urgent;              /* the newest batch is a control batch: wake the builder now */
	bool tables_free;                /* the builder is done with the generation */
	struct gt_mutex lock;
	struct gt_cond moved;            /* put or taken changed, or one of the flags above */
	struct gt_thread thread, packers[GT_MOST_JOBS - 2];

	/* the ordering side's */
	struct gt_order_batch *own;      /* its events before they go into the ring */
	bool in_gen, gen_over;
	uint64_t since;                  /* events since the last marks */
	size_t nmarks;
	int rc;                          /* why it stopped: for the other side after the STOP */
	struct gt_error err;
};

/* jobs: 1, or without a thread to be had, orders a batch whenever none is left, in the caller's thread. */
void gt_pipe_start(struct gt_pipe *p, struct gt_order *order, uint64_t jobs);

/* The oldest batch, or NULL; when it was taken; and waiting for the next one, where there is none. */
struct gt_batch *gt_pipe_oldest(struct gt_pipe *p);
void gt_pipe_taken(struct gt_pipe *p, struct gt_batch *b);
void gt_pipe_wait(struct gt_pipe *p);

/* Ends the threads, wherever they are: all chores were waited for. */
void gt_pipe_stop(struct gt_pipe *p);
void gt_pipe_release(struct gt_pipe *p);

/* True if other threads run chores. */
GT_INLINE bool gt_pipe_has_help(const struct gt_pipe *p)
{
	return p->room > 1;
}

#endif

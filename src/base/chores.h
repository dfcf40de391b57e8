/* Small pieces of work for whichever thread has nothing else to do. */
#ifndef GT_BASE_CHORES_H
#define GT_BASE_CHORES_H

#include "base/thread.h"

/*
 * One thread at a time, the owner, puts chores in a queue and sooner or later waits for each; any thread
 * runs them, in the order in which they were put.  A chore may use only what its argument leads to, which the
 * owner leaves alone until it has waited.
 */
#define GT_CHORES 64

struct gt_chore {
	void (*run)(void *arg);
	void *arg;
	atomic_bool done;
};

struct gt_chores {
	struct gt_chore ring[GT_CHORES];
	atomic_uint_fast64_t put, taken;
	atomic_bool owner_sleeps;
	atomic_uint idle;                /* threads that sleep in gt_chores_serve */
	bool quit;
	struct gt_mutex lock;            /* for sleeping only */
	struct gt_cond changed;
};

void gt_chores_init(struct gt_chores *c);
void gt_chores_release(struct gt_chores *c);

/* The owner: puts one more, waiting for one of long ago if there is no room; its number. */
uint64_t gt_chores_put(struct gt_chores *c, void (*run)(void *arg), void *arg);

/* The owner: returns when that one is done, having run what nobody else had begun. */
void gt_chores_wait(struct gt_chores *c, uint64_t number);

/* Any thread: runs the next one; false if there is none.  How many nobody has begun. */
bool gt_chores_run_one(struct gt_chores *c);
uint64_t gt_chores_waiting(struct gt_chores *c);

/* A thread that does nothing else: until gt_chores_quit. */
void gt_chores_serve(struct gt_chores *c);
void gt_chores_quit(struct gt_chores *c);

#endif

/* Threads, locks and a cancel flag: pthreads whose failures are bugs or end the program. */
#ifndef GT_BASE_THREAD_H
#define GT_BASE_THREAD_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/err.h"

/*
 * A thread that runs body(arg) with signals blocked (but SIGBUS and other
 * faults of its own): they belong to the main loop.  start fails with
 * GT_ERR_IO; join waits and returns what body returned.  A thread that was
 * not started (or already joined) joins at once with 0, so
 * `struct gt_thread t = { 0 }` can always be joined.  *t must not move while
 * the thread runs.
 */
struct gt_thread {
	pthread_t id;
	bool running;          /* started and not joined yet */
	int (*body)(void *arg);
	void *arg;
	int result;
};

int gt_thread_start(struct gt_thread *t, int (*body)(void *arg), void *arg, struct gt_error *err);
int gt_thread_join(struct gt_thread *t);

/* How many processors the program may use: at least 1.  The quota of a container counts. */
unsigned gt_thread_processors(void);

/* Where a container finds its quota (cgroup v2); what such a file says, in whole processors, 0: no limit. */
#define GT_QUOTA_FILE "/sys/fs/cgroup/cpu.max"
unsigned gt_thread_quota(const char *file);

/* How many threads can run on these at a time, at most GT_WORKERS. */
#define GT_WORKERS 8
unsigned gt_workers(void);

/*
 * Calls body(arg, i) for each i < n <= GT_WORKERS, each in a thread of its own as far as there are threads, and
 * returns when all have returned.
 */
void gt_work_together(unsigned n, void (*body)(void *arg, unsigned worker), void *arg);

/* ---- threads that share an array: each has a part of its own and does it piece by piece ---- */

/* So few rows are done in some ms at most: who cancels does not wait for longer. */
#define GT_TEAM_PIECE (UINT64_C(1) << 16)

struct gt_team {
	unsigned n;                           /* threads, at most GT_WORKERS */
	/* Asked by the calling thread alone, before each of its pieces; false stops all.  May be NULL. */
	bool (*go_on)(void *arg, uint64_t done);
	void *arg;
	atomic_bool stopped;
};

/* How many threads are worth while for so many rows. */
unsigned gt_team_size(uint64_t rows);

/*
 * Calls piece(arg, worker, from, to) for the pieces of 0..rows.  A worker's part depends on nothing but its number,
 * rows and the team's size, and its pieces come in order: what it counted in one call is true in the next.
 * False: stopped.
 */
bool gt_team_each(struct gt_team *team, uint64_t rows,
		  void (*piece)(void *arg, unsigned worker, uint64_t from, uint64_t to), void *arg);

/* What a thread does between two looks at something that another one is about to change. */
static inline void gt_thread_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#else
	atomic_signal_fence(memory_order_seq_cst);
#endif
}

struct gt_mutex {
	pthread_mutex_t m;
};

void gt_mutex_init(struct gt_mutex *m);
void gt_mutex_release(struct gt_mutex *m);
void gt_mutex_lock(struct gt_mutex *m);
void gt_mutex_unlock(struct gt_mutex *m);

struct gt_cond {
	pthread_cond_t c;
};

void gt_cond_init(struct gt_cond *c);
void gt_cond_release(struct gt_cond *c);
void gt_cond_signal(struct gt_cond *c);
void gt_cond_broadcast(struct gt_cond *c);

/* m is locked by the caller.  May return without a signal: wait in a loop around the condition. */
void gt_cond_wait(struct gt_cond *c, struct gt_mutex *m);

/* As wait, for at most ns nanoseconds; false when the time is over. */
bool gt_cond_wait_for(struct gt_cond *c, struct gt_mutex *m, int64_t ns);

/*
 * The last member of a struct of which threads that work together have one each, side by side: what one writes is
 * in no cache line of another's.
 */
#define GT_APART char apart[128]

/* Set once by whoever wants the work to end; polled by the worker, cheap enough for every batch. */
struct gt_cancel {
	atomic_bool set;
};

static inline void gt_cancel_set(struct gt_cancel *c)
{
	atomic_store_explicit(&c->set, true, memory_order_relaxed);
}

/* c may be NULL: work that cannot be cancelled. */
static inline bool gt_cancelled(const struct gt_cancel *c)
{
	return c && atomic_load_explicit(&c->set, memory_order_relaxed);
}

#endif

/* Threads and locks: see thread.h. */
#include "base/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

/* Locks fail only when they are misused. */
static void must(int errnum, const char *what)
{
	if (GT_LIKELY(!errnum))
		return;
	fprintf(stderr, "gtrace-tui: %s: error %d\n", what, errnum);
	abort();
}

static void *thread_run(void *arg)
{
	struct gt_thread *t = arg;

	t->result = t->body(t->arg);
	return NULL;
}

int gt_thread_start(struct gt_thread *t, int (*body)(void *arg), void *arg, struct gt_error *err)
{
	sigset_t all, old;
	int errnum;

	*t = (struct gt_thread){ .body = body, .arg = arg };
	sigfillset(&all);
	/* These are about what the thread itself did; blocked, they would kill without a handler's chance. */
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGFPE);
	sigdelset(&all, SIGILL);
	must(pthread_sigmask(SIG_SETMASK, &all, &old), "pthread_sigmask");
	errnum = pthread_create(&t->id, NULL, thread_run, t);
	must(pthread_sigmask(SIG_SETMASK, &old, NULL), "pthread_sigmask");
	if (errnum)
		return gt_error_errno(err, errnum, "cannot start a thread");
	t->running = true;
	return GT_OK;
}

int gt_thread_join(struct gt_thread *t)
{
	if (!t->running)
		return 0;
	must(pthread_join(t->id, NULL), "pthread_join");
	t->running = false;
	return t->result;
}

/* "QUOTA PERIOD" in microseconds, or "max PERIOD".  A part of a processor counts as one. */
unsigned gt_thread_quota(const char *file)
{
	unsigned long long quota, period, n;
	char text[64];
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

	if (fd >= 0)
		close(fd);
	if (got <= 0)
		return 0;
	text[got] = '\0';
	if (sscanf(text, "%llu %llu", &quota, &period) != 2 || !quota || !period)
		return 0;
	n = quota / period + (quota % period != 0);
	return n < UINT_MAX ? (unsigned)n : 0;
}

static unsigned allowed_processors(void)
{
	long n;
#ifdef __linux__
	cpu_set_t allowed;

	if (!sched_getaffinity(0, sizeof allowed, &allowed))
		return (unsigned)CPU_COUNT(&allowed);
#endif
	n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 1 ? (unsigned)n : 1;
}

unsigned gt_thread_processors(void)
{
	unsigned n = allowed_processors(), quota = gt_thread_quota(GT_QUOTA_FILE);

	return quota && quota < n ? quota : n;
}

unsigned gt_workers(void)
{
	unsigned n = gt_thread_processors();

	return n < GT_WORKERS ? n : GT_WORKERS;
}

struct worker {
	struct gt_thread thread;
	void (*body)(void *arg, unsigned worker);
	void *arg;
	unsigned number;
};

static int worker_run(void *arg)
{
	struct worker *w = arg;

	w->body(w->arg, w->number);
	return 0;
}

void gt_work_together(unsigned n, void (*body)(void *arg, unsigned worker), void *arg)
{
	struct worker workers[GT_WORKERS] = { { .body = NULL } };
	bool failed[GT_WORKERS] = { false };

	for (unsigned i = 1; i < n; i++) {
		workers[i] = (struct worker){ .body = body, .arg = arg, .number = i };
		failed[i] = gt_thread_start(&workers[i].thread, worker_run, &workers[i], NULL) < 0;
	}
	body(arg, 0);
	for (unsigned i = 1; i < n; i++) {
		if (failed[i])
			body(arg, i);
		gt_thread_join(&workers[i].thread);
	}
}

/* ---- teams ---- */

struct each {
	struct gt_team *team;
	uint64_t rows;
	void (*piece)(void *arg, unsigned worker, uint64_t from, uint64_t to);
	void *arg;
};

unsigned gt_team_size(uint64_t rows)
{
	uint64_t pieces = rows / GT_TEAM_PIECE;

	return pieces < 1 ? 1 : pieces < gt_workers() ? (unsigned)pieces : gt_workers();
}

static bool team_goes_on(struct gt_team *team, unsigned worker, uint64_t done)
{
	if (!atomic_load_explicit(&team->stopped, memory_order_relaxed) &&
	    (worker || !team->go_on || team->go_on(team->arg, done * team->n)))
		return true;
	atomic_store_explicit(&team->stopped, true, memory_order_relaxed);
	return false;
}

static void do_part(void *arg, unsigned worker)
{
	const struct each *e = arg;
	uint64_t share = e->rows / e->team->n, from = share * worker, at, next;
	uint64_t to = worker + 1 == e->team->n ? e->rows : from + share;

	for (at = from; at < to && team_goes_on(e->team, worker, at - from); at = next) {
		next = to - at < GT_TEAM_PIECE ? to : at + GT_TEAM_PIECE;
		e->piece(e->arg, worker, at, next);
	}
}

bool gt_team_each(struct gt_team *team, uint64_t rows,
		  void (*piece)(void *arg, unsigned worker, uint64_t from, uint64_t to), void *arg)
{
	struct each e = { .team = team, .rows = rows, .piece = piece, .arg = arg };

	gt_work_together(team->n, do_part, &e);
	return !atomic_load_explicit(&team->stopped, memory_order_relaxed);
}

void gt_mutex_init(struct gt_mutex *m)
{
	must(pthread_mutex_init(&m->m, NULL), "pthread_mutex_init");
}

void gt_mutex_release(struct gt_mutex *m)
{
	must(pthread_mutex_destroy(&m->m), "pthread_mutex_destroy");
}

void gt_mutex_lock(struct gt_mutex *m)
{
	must(pthread_mutex_lock(&m->m), "pthread_mutex_lock");
}

void gt_mutex_unlock(struct gt_mutex *m)
{
	must(pthread_mutex_unlock(&m->m), "pthread_mutex_unlock");
}

void gt_cond_init(struct gt_cond *c)
{
	pthread_condattr_t attr;

	/* Timed waits must not jump with the wall clock. */
	must(pthread_condattr_init(&attr), "pthread_condattr_init");
	must(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC), "pthread_condattr_setclock");
	must(pthread_cond_init(&c->c, &attr), "pthread_cond_init");
	pthread_condattr_destroy(&attr);
}

void gt_cond_release(struct gt_cond *c)
{
	must(pthread_cond_destroy(&c->c), "pthread_cond_destroy");
}

void gt_cond_signal(struct gt_cond *c)
{
	must(pthread_cond_signal(&c->c), "pthread_cond_signal");
}

void gt_cond_broadcast(struct gt_cond *c)
{
	must(pthread_cond_broadcast(&c->c), "pthread_cond_broadcast");
}

void gt_cond_wait(struct gt_cond *c, struct gt_mutex *m)
{
	must(pthread_cond_wait(&c->c, &m->m), "pthread_cond_wait");
}

bool gt_cond_wait_for(struct gt_cond *c, struct gt_mutex *m, int64_t ns)
{
	int64_t until;
	struct timespec ts;
	int errnum;

	if (__builtin_add_overflow(gt_clock_now(), ns > 0 ? ns : 0, &until))
		until = INT64_MAX;
	ts.tv_sec = (time_t)(until / 1000000000);
	ts.tv_nsec = (long)(until % 1000000000);
	errnum = pthread_cond_timedwait(&c->c, &m->m, &ts);
	if (errnum == ETIMEDOUT)
		return false;
	must(errnum, "pthread_cond_timedwait");
	return true;
}

/* Threads: start, join, hand-over through a lock, timed waits, the cancel flag. */
#include "base/thread.h"

#include <signal.h>

#include "base/clock.h"
#include "tap/tap.h"

struct shared {
	struct gt_mutex lock;
	struct gt_cond more;
	unsigned int given, taken;
	bool blocks_term, blocks_bus;
	struct gt_cancel cancel;
};

static int take_all(void *arg)
{
	struct shared *s = arg;
	sigset_t mask;

	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	s->blocks_term = sigismember(&mask, SIGTERM) == 1;
	s->blocks_bus = sigismember(&mask, SIGBUS) == 1;
	gt_mutex_lock(&s->lock);
	while (s->taken < 100) {
		while (s->taken == s->given)
			gt_cond_wait(&s->more, &s->lock);
		s->taken++;
	}
	gt_mutex_unlock(&s->lock);
	return 17;
}

static void test_handover(struct shared *s)
{
	struct gt_thread t = { 0 };
	struct gt_error err;
	sigset_t mask;

	tap_is_int(gt_thread_join(&t), 0, "a thread that never ran joins");
	tap_is_int(gt_thread_start(&t, take_all, s, &err), 0, "start");
	for (int i = 0; i < 100; i++) {
		gt_mutex_lock(&s->lock);
		s->given++;
		gt_cond_signal(&s->more);
		gt_mutex_unlock(&s->lock);
	}
	tap_is_int(gt_thread_join(&t), 17, "join returns what the body returned");
	tap_is_u64(s->taken, 100, "everything handed over");
	tap_is_int(gt_thread_join(&t), 0, "a second join is nothing");
	tap_ok(s->blocks_term, "signals stay with the main thread");
	tap_ok(!s->blocks_bus, "but faults");
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	tap_ok(!sigismember(&mask, SIGTERM), "which still gets them");
}

static int wait_for_cancel(void *arg)
{
	struct shared *s = arg;
	int64_t end = gt_clock_now() + INT64_C(20000000000);

	while (!gt_cancelled(&s->cancel))
		if (gt_clock_now() > end)
			return 1;
	return 0;
}

static void test_cancel(struct shared *s)
{
	struct gt_thread t = { 0 };

	tap_ok(!gt_cancelled(NULL), "no flag, never cancelled");
	tap_ok(!gt_cancelled(&s->cancel), "not cancelled at first");
	gt_thread_start(&t, wait_for_cancel, s, NULL);
	gt_cancel_set(&s->cancel);
	tap_is_int(gt_thread_join(&t), 0, "the worker sees the flag");
}

static void test_timeout(struct shared *s)
{
	int64_t start = gt_clock_now();
	bool signalled = true;

	gt_mutex_lock(&s->lock);
	while (signalled)
		signalled = gt_cond_wait_for(&s->more, &s->lock, 20000000);
	gt_mutex_unlock(&s->lock);
	tap_ok(gt_clock_now() - start >= 20000000, "a timed wait takes its time");
}

static void mark_worker(void *arg, unsigned worker)
{
	atomic_fetch_add((atomic_uint *)arg + worker, 1);
}

TAP_TEST(together)
{
	atomic_uint calls[GT_WORKERS + 1] = { 0 };
	bool once = true;

	tap_ok(gt_workers() >= 1 && gt_workers() <= GT_WORKERS, "there is a processor");
	gt_work_together(GT_WORKERS, mark_worker, calls);
	for (unsigned i = 0; i < GT_WORKERS; i++)
		once &= calls[i] == 1;
	tap_ok(once && !calls[GT_WORKERS], "each worker works once, and all have ended");
}

TAP_TEST(shared)
{
	struct shared s = { 0 };

	gt_mutex_init(&s.lock);
	gt_cond_init(&s.more);
	test_handover(&s);
	test_cancel(&s);
	test_timeout(&s);
	gt_cond_release(&s.more);
	gt_mutex_release(&s.lock);
}

/* What a container's file may say. */
TAP_TEST(quota)
{
	static const struct {
		const char *text;
		unsigned want;
	} files[] = {
		{ "200000 100000\n", 2 }, { "150000 100000\n", 2 }, { "1000 100000\n", 1 }, { "max 100000\n", 0 },
		{ "", 0 }, { "0 100000\n", 0 }, { "100000 0\n", 0 }, { "18446744073709551615 1\n", 0 },
	};
	char path[] = "/tmp/gt-quota-XXXXXX";
	int fd = mkstemp(path);

	if (fd < 0)
		tap_bail("no scratch file");
	for (size_t i = 0; i < GT_COUNT(files); i++) {
		if (ftruncate(fd, 0) || pwrite(fd, files[i].text, strlen(files[i].text), 0) < 0)
			tap_bail("cannot write");
		tap_is_u64(gt_thread_quota(path), files[i].want, "quota \"%.12s\"", files[i].text);
	}
	close(fd);
	unlink(path);
	tap_is_u64(gt_thread_quota(path), 0, "no file");
}

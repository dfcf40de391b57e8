/* Chores: run by the owner alone, by others beside it, and one for which the owner has to sleep. */
#include "base/chores.h"

#include <unistd.h>

#include "tap/tap.h"

#define MANY 2000

struct sums {
	unsigned ran[MANY];              /* how often each was run */
	unsigned before[MANY];           /* how many had been run before it */
	atomic_uint n;
};

struct one {
	struct sums *sums;
	unsigned i;
};

static void count(void *arg)
{
	const struct one *o = arg;

	o->sums->before[o->i] = atomic_fetch_add(&o->sums->n, 1);
	o->sums->ran[o->i]++;
}

static int serve(void *arg)
{
	gt_chores_serve(arg);
	return 0;
}

/* Each is waited for `behind` later than it was put. */
static void put_all(struct gt_chores *c, struct sums *s, struct one *one, unsigned behind)
{
	uint64_t number[MANY];

	for (unsigned i = 0; i < MANY; i++) {
		one[i] = (struct one){ s, i };
		number[i] = gt_chores_put(c, count, &one[i]);
		if (i >= behind)
			gt_chores_wait(c, number[i - behind]);
	}
	for (unsigned i = MANY - behind; i < MANY; i++)
		gt_chores_wait(c, number[i]);
}

static void test_counts(unsigned threads, unsigned behind)
{
	static struct sums s;
	static struct one one[MANY];
	struct gt_thread t[3] = { 0 };
	struct gt_chores c;
	unsigned bad = 0, order = 0;

	s = (struct sums){ .n = 0 };
	gt_chores_init(&c);
	for (unsigned i = 0; i < threads; i++)
		gt_thread_start(&t[i], serve, &c, NULL);
	put_all(&c, &s, one, behind);
	for (unsigned i = 0; i < MANY; i++) {
		bad += s.ran[i] != 1;
		order += s.before[i] != i;
	}
	tap_is_u64(bad, 0, "%u threads, %u behind: each chore once", threads, behind);
	tap_ok(threads || !order, "alone in the order in which they were put");
	tap_ok(!gt_chores_run_one(&c), "none is left");
	gt_chores_quit(&c);
	for (unsigned i = 0; i < threads; i++)
		gt_thread_join(&t[i]);
	gt_chores_release(&c);
}

/* ---- one that takes long ---- */

struct slow {
	struct gt_chores c;
	atomic_bool begun, done;
};

static void be_slow(void *arg)
{
	struct slow *s = arg;

	atomic_store(&s->begun, true);
	usleep(50000);
	atomic_store(&s->done, true);
}

static int run_one(void *arg)
{
	while (!gt_chores_run_one(arg))
		gt_thread_relax();
	return 0;
}

TAP_TEST(sleep)
{
	struct slow s = { .begun = false };
	struct gt_thread t = { 0 };
	uint64_t number;

	gt_chores_init(&s.c);
	gt_thread_start(&t, run_one, &s.c, NULL);
	number = gt_chores_put(&s.c, be_slow, &s);
	while (!atomic_load(&s.begun))
		gt_thread_relax();
	tap_ok(!gt_chores_run_one(&s.c), "one that another thread has begun cannot be run");
	gt_chores_wait(&s.c, number);
	tap_ok(atomic_load(&s.done), "it is waited for");
	gt_thread_join(&t);
	gt_chores_release(&s.c);
}

TAP_TEST(workers)
{
	test_counts(0, 1);
	test_counts(0, GT_CHORES + 10);
	test_counts(1, 16);
	test_counts(3, GT_CHORES);
}

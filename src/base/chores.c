/* A ring of chores: counters that all threads read, a lock for those that sleep. */
#include "base/chores.h"

/* How often a thread looks before it sleeps, and how many chores must wait for one that sleeps to be woken. */
#define CHORE_LOOKS 100
#define CHORES_WAKE 4

void gt_chores_init(struct gt_chores *c)
{
	*c = (struct gt_chores){ .quit = false };
	gt_mutex_init(&c->lock);
	gt_cond_init(&c->changed);
}

void gt_chores_release(struct gt_chores *c)
{
	gt_cond_release(&c->changed);
	gt_mutex_release(&c->lock);
}

static void chores_wake(struct gt_chores *c)
{
	gt_mutex_lock(&c->lock);
	gt_cond_broadcast(&c->changed);
	gt_mutex_unlock(&c->lock);
}

uint64_t gt_chores_waiting(struct gt_chores *c)
{
	uint64_t taken = atomic_load_explicit(&c->taken, memory_order_seq_cst);

	return atomic_load_explicit(&c->put, memory_order_seq_cst) - taken;
}

uint64_t gt_chores_put(struct gt_chores *c, void (*run)(void *arg), void *arg)
{
	uint64_t n = atomic_load_explicit(&c->put, memory_order_relaxed);
	struct gt_chore *chore = &c->ring[n % GT_CHORES];

	if (n >= GT_CHORES)
		gt_chores_wait(c, n - GT_CHORES);
	chore->run = run;
	chore->arg = arg;
	atomic_store_explicit(&chore->done, false, memory_order_relaxed);
	atomic_store_explicit(&c->put, n + 1, memory_order_seq_cst);
	if (atomic_load_explicit(&c->idle, memory_order_seq_cst) && gt_chores_waiting(c) >= CHORES_WAKE)
		chores_wake(c);
	return n;
}

bool gt_chores_run_one(struct gt_chores *c)
{
	uint64_t n = atomic_load_explicit(&c->taken, memory_order_acquire);
	struct gt_chore *chore;

	do {
		if (n >= atomic_load_explicit(&c->put, memory_order_acquire))
			return false;
	} while (!atomic_compare_exchange_weak_explicit(&c->taken, &n, n + 1, memory_order_acq_rel,
							memory_order_acquire));
	chore = &c->ring[n % GT_CHORES];
	chore->run(chore->arg);
	/* From here on the owner may use the place again.  It sets its flag and then looks, or sees this. */
	atomic_store_explicit(&chore->done, true, memory_order_seq_cst);
	if (atomic_load_explicit(&c->owner_sleeps, memory_order_seq_cst))
		chores_wake(c);
	return true;
}

/* One whose place was used again was waited for. */
static bool is_done(struct gt_chores *c, uint64_t number)
{
	return atomic_load_explicit(&c->put, memory_order_relaxed) - number > GT_CHORES ||
	       atomic_load_explicit(&c->ring[number % GT_CHORES].done, memory_order_seq_cst);
}

void gt_chores_wait(struct gt_chores *c, uint64_t number)
{
	for (int i = 0; i < CHORE_LOOKS; i++) {
		if (is_done(c, number))
			return;
		if (gt_chores_run_one(c))
			i = 0;
		else
			gt_thread_relax();
	}
	gt_mutex_lock(&c->lock);
	atomic_store_explicit(&c->owner_sleeps, true, memory_order_seq_cst);
	while (!is_done(c, number))
		gt_cond_wait(&c->changed, &c->lock);
	atomic_store_explicit(&c->owner_sleeps, false, memory_order_seq_cst);
	gt_mutex_unlock(&c->lock);
}

void gt_chores_serve(struct gt_chores *c)
{
	bool quit = false;

	while (!quit) {
		for (int i = 0; i < CHORE_LOOKS; i++) {
			if (gt_chores_run_one(c))
				i = 0;
			else
				gt_thread_relax();
		}
		gt_mutex_lock(&c->lock);
		atomic_fetch_add_explicit(&c->idle, 1, memory_order_seq_cst);
		while (!c->quit && gt_chores_waiting(c) < CHORES_WAKE)
			gt_cond_wait(&c->changed, &c->lock);
		atomic_fetch_sub_explicit(&c->idle, 1, memory_order_seq_cst);
		quit = c->quit;
		gt_mutex_unlock(&c->lock);
	}
}

void gt_chores_quit(struct gt_chores *c)
{
	gt_mutex_lock(&c->lock);
	c->quit = true;
	gt_cond_broadcast(&c->changed);
	gt_mutex_unlock(&c->lock);
}

/* Ordering ahead of the builder: a ring of batches between two threads, or one batch at a time in one. */
#include "index/build/pipe.h"

#include <assert.h>
#include <string.h>

#include "base/xalloc.h"
#include "index/store/store.h"

/* Whoever sleeps wakes up late: half a ring lasts longer than that. */
#define RING_BATCHES 32
#define MARKS_KEPT 1024

#define LOOKS 100

/* So many chores wake an ordering thread that has no room for batches. */
#define ENOUGH_CHORES 8

static uint64_t in_ring(struct gt_pipe *p)
{
	return atomic_load_explicit(&p->put, memory_order_seq_cst) -
	       atomic_load_explicit(&p->taken, memory_order_seq_cst);
}

static bool pipe_quits(struct gt_pipe *p)
{
	return atomic_load_explicit(&p->quit, memory_order_acquire);
}

/* True if the ordering side should go on after sleeping: half of the ring is free, or there are chores. */
static bool has_room(struct gt_pipe *p)
{
	return in_ring(p) <= p->room / 2 || gt_chores_waiting(&p->chores) >= ENOUGH_CHORES;
}

/* True if the builder should be woken: half a ring of events, or something that it waits for. */
static bool has_work(struct gt_pipe *p)
{
	uint64_t n = in_ring(p);

	return n >= p->room / 2 || (n > 0 && atomic_load_explicit(&p->urgent, memory_order_acquire));
}

static void sleep_until(struct gt_pipe *p, atomic_bool *waits, bool (*ready)(struct gt_pipe *))
{
	gt_mutex_lock(&p->lock);
	atomic_store_explicit(waits, true, memory_order_seq_cst);
	while (!ready(p) && !pipe_quits(p))
		gt_cond_wait(&p->moved, &p->lock);
	atomic_store_explicit(waits, false, memory_order_seq_cst);
	gt_mutex_unlock(&p->lock);
}

/* The other side is often just about to move: chores and then a short look save the sleep. */
static bool look_for(struct gt_pipe *p, uint64_t least, uint64_t most)
{
	for (int i = 0; i < LOOKS; i++) {
		uint64_t n = in_ring(p);

		if (n >= least && n <= most)
			return true;
		if (gt_chores_run_one(&p->chores))
			i = 0;
		else
			gt_thread_relax();
	}
	return false;
}

static void pipe_wake(struct gt_pipe *p)
{
	gt_mutex_lock(&p->lock);
	gt_cond_broadcast(&p->moved);
	gt_mutex_unlock(&p->lock);
}

/* ---- the ordering side ---- */

/* A place for the next batch; NULL: the builder has given up. */
static struct gt_batch *next_free(struct gt_pipe *p)
{
	while (in_ring(p) == p->room && !pipe_quits(p))
		if (!look_for(p, 0, p->room - 1))
			sleep_until(p, &p->put_waits, has_room);
	return pipe_quits(p) ? NULL : &p->ring[atomic_load_explicit(&p->put, memory_order_relaxed) % p->room];
}

static void publish(struct gt_pipe *p, struct gt_batch *b, enum gt_batch_kind kind)
{
	assert(in_ring(p) < p->room);
	b->kind = kind;
	atomic_store_explicit(&p->urgent, kind != GT_BATCH_EVENTS, memory_order_release);
	atomic_fetch_add_explicit(&p->put, 1, memory_order_seq_cst);
	if (atomic_load_explicit(&p->take_waits, memory_order_seq_cst) && has_work(p))
		pipe_wake(p);
}

/*
 * The orderer writes the fields of one event after the other.  In memory that the other side's processor has just
 * read, each of these would wait until that one has given it up, and all others behind it: ordering would take twice
 * as long as alone, or worse.  So it writes to memory of its own, from which whole lines are copied.
 */
static void copy_events(struct gt_order_batch *to, const struct gt_order_batch *from)
{
	to->n = from->n;
	to->nfull = from->nfull;
	to->nruns = from->nruns;
	to->off = from->off;
	memcpy(to->ev, from->ev, (size_t)from->n * sizeof *to->ev);
	memcpy(to->runs, from->runs, (size_t)from->nruns * sizeof *to->runs);
	memcpy(to->full, from->full, (size_t)from->nfull * sizeof *to->full);
}

static enum gt_batch_kind start_gen(struct gt_pipe *p, struct gt_batch *b)
{
	p->rc = gt_order_next_gen(p->order, &p->err);
	if (p->rc <= 0)
		return GT_BATCH_STOP;
	gt_order_get_cursors(p->order, &b->cursors);
	p->in_gen = true;
	p->gen_over = false;
	p->since = 0;
	p->nmarks = 0;
	return GT_BATCH_START;
}

/* The next batch, of which kind; after a STOP there is none. */
static enum gt_batch_kind order_next(struct gt_pipe *p, struct gt_batch *b)
{
	if (!p->in_gen)
		return start_gen(p, b);
	if (!p->gen_over) {
		b->has_marks = p->since >= GT_CHECKPOINT_EVENTS && p->since >= p->nmarks * GT_CHECKPOINT_PER_MARK;
		if (b->has_marks) {
			gt_order_get_cursors(p->order, &b->cursors);
			p->nmarks = b->cursors.n;
			p->since = 0;
		}
		p->rc = gt_order_fill(p->order, p->own, &p->err);
		p->since += (uint64_t)p->own->n;
		p->gen_over = p->rc <= 0;
		if (p->own->n > 0) {
			copy_events(&b->events, p->own);
			return GT_BATCH_EVENTS;
		}
	}
	p->in_gen = false;
	return p->rc < 0 ? GT_BATCH_STOP : GT_BATCH_END;
}

static int order_all(void *arg)
{
	struct gt_pipe *p = arg;
	enum gt_batch_kind kind = GT_BATCH_START;
	struct gt_batch *b;

	while (kind != GT_BATCH_STOP && (b = next_free(p))) {
		kind = order_next(p, b);
		publish(p, b, kind);
		if (kind != GT_BATCH_END)
			continue;
		gt_mutex_lock(&p->lock);
		while (!pipe_quits(p) && !p->tables_free)
			gt_cond_wait(&p->moved, &p->lock);
		p->tables_free = false;
		gt_mutex_unlock(&p->lock);
	}
	return 0;
}

/* ---- the builder's side ---- */

struct gt_batch *gt_pipe_oldest(struct gt_pipe *p)
{
	if (in_ring(p) == 0)
		return NULL;
	return &p->ring[atomic_load_explicit(&p->taken, memory_order_relaxed) % p->room];
}

void gt_pipe_wait(struct gt_pipe *p)
{
	struct gt_batch *b;

	if (gt_pipe_has_help(p)) {
		if (!look_for(p, 1, p->room))
			sleep_until(p, &p->take_waits, has_work);
	} else if ((b = next_free(p))) {
		publish(p, b, order_next(p, b));
	}
}

void gt_pipe_taken(struct gt_pipe *p, struct gt_batch *b)
{
	bool tables = b->kind == GT_BATCH_END;

	/* Each of the ring's batches could come to hold the cursors of a million threads. */
	if (b->cursors.cap > MARKS_KEPT)
		gt_order_cursors_release(&b->cursors);
	atomic_fetch_add_explicit(&p->taken, 1, memory_order_seq_cst);
	if (!tables && !(atomic_load_explicit(&p->put_waits, memory_order_seq_cst) && has_room(p)))
		return;
	gt_mutex_lock(&p->lock);
	p->tables_free |= tables;
	gt_cond_broadcast(&p->moved);
	gt_mutex_unlock(&p->lock);
}

/* ---- all threads ---- */

static int run_chores(void *arg)
{
	gt_chores_serve(arg);
	return 0;
}

void gt_pipe_start(struct gt_pipe *p, struct gt_order *order, uint64_t jobs)
{
	*p = (struct gt_pipe){ .order = order, .room = jobs > 1 ? RING_BATCHES : 1 };
	p->own = gt_xcalloc(1, sizeof *p->own);
	p->ring = gt_xcalloc(p->room, sizeof *p->ring);
	gt_mutex_init(&p->lock);
	gt_cond_init(&p->moved);
	gt_chores_init(&p->chores);
	if (jobs < 2)
		return;
	/* Without those that only run chores it takes longer. */
	for (unsigned i = 0; i + 2 < jobs && i < GT_COUNT(p->packers); i++)
		gt_thread_start(&p->packers[i], run_chores, &p->chores, NULL);
	/* Without the one that orders it is all done in turn, as with one job: a container may have no thread left. */
	if (gt_thread_start(&p->thread, order_all, p, NULL) < 0)
		p->room = 1;
}

void gt_pipe_stop(struct gt_pipe *p)
{
	atomic_store_explicit(&p->quit, true, memory_order_release);
	pipe_wake(p);
	gt_thread_join(&p->thread);
	gt_chores_quit(&p->chores);
	for (size_t i = 0; i < GT_COUNT(p->packers); i++)
		gt_thread_join(&p->packers[i]);
}

void gt_pipe_release(struct gt_pipe *p)
{
	gt_chores_release(&p->chores);
	gt_cond_release(&p->moved);
	gt_mutex_release(&p->lock);
	for (unsigned i = 0; i < p->room; i++)
		gt_order_cursors_release(&p->ring[i].cursors);
	free(p->ring);
	free(p->own);
}

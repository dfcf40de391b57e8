/* Building an index: one thread orders batches of events, the other turns them into rows. */
#include "index/build/build.h"

#include "base/thread.h"
#include "base/xalloc.h"
#include "index/build/builder.h"

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
 * done with them.  What comes out does not depend on timing.
 */
#define BATCH_EVENTS 256
#define RING_BATCHES 16
#define MARKS_KEPT 4096

enum batch_kind { BATCH_START, BATCH_EVENTS_ONLY, BATCH_END, BATCH_STOP };

struct batch {
	enum batch_kind kind;
	int n;
	bool has_marks;                  /* cursors: the position before the first event */
	struct gt_order_cursors cursors;
	struct gt_event ev[BATCH_EVENTS];
};

/*
 * Both sides look at the counters without the lock; the lock and the condition
 * are for sleeping only.  A side that must wait looks a while before it sleeps,
 * and then sleeps until the ring is half empty or half full: waking a thread
 * for every batch would cost more than the batch.
 */
struct pipe {
	struct gt_order *order;
	struct batch *ring;
	atomic_uint_fast64_t put, taken; /* batches so far */
	atomic_bool put_waits, take_waits;
	atomic_bool quit;                /* the builder gives up */
	atomic_bool urgent;              /* the newest batch is not one of many: take it at once */
	bool tables_free;                /* the builder is done with the generation */
	struct gt_mutex lock;
	struct gt_cond retimed;
	struct gt_thread thread;
	int rc;                          /* why it stopped */
	struct gt_error err;
};

#define LOOKS 100

static uint64_t in_ring(struct pipe *p)
{
	return atomic_load(&p->put) - atomic_load(&p->taken);
}

/* True if the ring has room enough for the ordering side to go on, after sleeping: half of it. */
static bool has_room(struct pipe *p)
{
	return in_ring(p) <= RING_BATCHES / 2;
}

/* True if the builder should be woken: half a ring of events, or something that it waits for. */
static bool has_work(struct pipe *p)
{
	uint64_t n = in_ring(p);

	return n >= RING_BATCHES / 2 || (n > 0 && atomic_load(&p->urgent));
}

static void sleep_until(struct pipe *p, atomic_bool *waits, bool (*ready)(struct pipe *))
{
	gt_mutex_lock(&p->lock);
	atomic_store(waits, true);
	while (!ready(p) && !atomic_load(&p->quit))
		gt_cond_wait(&p->retimed, &p->lock);
	atomic_store(waits, false);
	gt_mutex_unlock(&p->lock);
}

/* The other side is often just about to move: a short look saves the sleep. */
static bool look_for(struct pipe *p, uint64_t least, uint64_t most)
{
	for (int i = 0; i < LOOKS; i++) {
		uint64_t n = in_ring(p);

		if (n >= least && n <= most)
			return true;
		gt_thread_relax();
	}
	return false;
}

static void build_wake(struct pipe *p)
{
	gt_mutex_lock(&p->lock);
	gt_cond_broadcast(&p->retimed);
	gt_mutex_unlock(&p->lock);
}

/* ---- the ordering thread ---- */

static struct batch *next_free(struct pipe *p)
{
	if (in_ring(p) == RING_BATCHES && !look_for(p, 0, RING_BATCHES - 1))
		sleep_until(p, &p->put_waits, has_room);
	return atomic_load(&p->quit) ? NULL : &p->ring[atomic_load(&p->put) % RING_BATCHES];
}

static void publish(struct pipe *p, struct batch *b, enum batch_kind kind)
{
	b->kind = kind;
	atomic_store(&p->urgent, kind != BATCH_EVENTS_ONLY);
	atomic_fetch_add(&p->put, 1);
	if (atomic_load(&p->take_waits) && has_work(p))
		build_wake(p);
}

static bool wait_for_tables(struct pipe *p)
{
	bool ok;

	gt_mutex_lock(&p->lock);
	while (!atomic_load(&p->quit) && !p->tables_free)
		gt_cond_wait(&p->retimed, &p->lock);
	ok = !atomic_load(&p->quit);
	p->tables_free = false;
	gt_mutex_unlock(&p->lock);
	return ok;
}

/* Events of the current generation until its end: 0, or a fault. */
static int order_gen(struct pipe *p)
{
	uint64_t since = 0;
	size_t nmarks = 0;
	int rc;

	do {
		struct batch *b = next_free(p);

		if (!b)
			return GT_ERR_CANCELLED;
		b->has_marks = since >= GT_CHECKPOINT_EVENTS && since >= nmarks * GT_CHECKPOINT_PER_MARK;
		if (b->has_marks) {
			gt_order_get_cursors(p->order, &b->cursors);
			nmarks = b->cursors.n;
			since = 0;
		}
		rc = gt_order_next(p->order, b->ev, BATCH_EVENTS, &b->n, &p->err);
		since += (uint64_t)b->n;
		if (b->n > 0)
			publish(p, b, BATCH_EVENTS_ONLY);
	} while (rc > 0);
	return rc;
}

static int order_all(void *arg)
{
	struct pipe *p = arg;
	struct batch *b;
	int rc;

	while ((rc = gt_order_next_gen(p->order, &p->err)) > 0) {
		if (!(b = next_free(p)))
			return 0;
		gt_order_get_cursors(p->order, &b->cursors);
		publish(p, b, BATCH_START);
		rc = order_gen(p);
		if (rc < 0)
			break;
		if (!(b = next_free(p)))
			return 0;
		publish(p, b, BATCH_END);
		if (!wait_for_tables(p))
			return 0;
	}
	p->rc = rc;
	if ((b = next_free(p)))
		publish(p, b, BATCH_STOP);
	return 0;
}

/* ---- the building thread ---- */

/* The store is consistent: readers may have the trace until ops->resume. */
static void build_pause(struct gt_trace_build *b)
{
	gt_store_sort_ids(b->store);
	b->ops->pause(b->arg);
}

/* The next batch, or NULL after waiting for one with the trace's lock released. */
static struct batch *next_full(struct pipe *p, struct gt_trace_build *b)
{
	if (in_ring(p) == 0) {
		build_pause(b);
		if (!look_for(p, 1, RING_BATCHES))
			sleep_until(p, &p->take_waits, has_work);
		return NULL;
	}
	return &p->ring[atomic_load(&p->taken) % RING_BATCHES];
}

static void done_with(struct pipe *p, bool tables)
{
	atomic_fetch_add(&p->taken, 1);
	if (tables) {
		gt_mutex_lock(&p->lock);
		p->tables_free = true;
		gt_cond_broadcast(&p->retimed);
		gt_mutex_unlock(&p->lock);
	} else if (atomic_load(&p->put_waits) && has_room(p)) {
		build_wake(p);
	}
}

static void add_v2_event(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	switch (e->kind) {
	case GT_EV_G_STATE:
		gt_builder_g_state(w, e, t);
		break;
	case GT_EV_P_STATE:
		gt_builder_p_state(w, e, t);
		break;
	case GT_EV_RANGE_BEGIN:
	case GT_EV_RANGE_ACTIVE:
	case GT_EV_RANGE_END:
		gt_builder_range(w, e, t);
		break;
	case GT_EV_METRIC:
		gt_builder_metric(w, e, t);
		break;
	case GT_EV_LABEL:
		gt_builder_label(w, e);
		break;
	case GT_EV_TASK_BEGIN:
	case GT_EV_TASK_END:
		gt_builder_task(w, e, t);
		break;
	case GT_EV_REGION_BEGIN:
	case GT_EV_REGION_END:
		gt_builder_region(w, e, t);
		break;
	case GT_EV_LOG:
		gt_builder_log(w, e, t);
		break;
	case GT_EV_SAMPLE:
		gt_builder_sample(w, e, t);
		break;
	default:
		break;
	}
}

static void build_add_batch(struct gt_builder *w, const struct batch *b, uint64_t *bytes)
{
	uint64_t *counts = w->b->event_counts, n = w->events;

	if (b->has_marks)
		gt_checkpoint_add(w->store, w->events, &b->cursors);
	for (int i = 0; i < b->n; i++) {
		const struct gt_event *e = &b->ev[i];

		if (e->part == 0)
			gt_order_record(w->store, e->stream);
		if (GT_UNLIKELY(e->kind == GT_EV_DROPPED))
			continue;
		counts[e->type]++;
		w->event_n = n++;
		w->at = e;
		w->add(w, e, e->time - w->base);
	}
	w->at = NULL;
	if (b->ev[b->n - 1].off > *bytes)
		*bytes = b->ev[b->n - 1].off;
	w->events = n;
	w->now = b->ev[b->n - 1].time - w->base;
	w->b->info->events = w->events;
	w->b->info->duration = w->b->info->horizon = w->now;
}

static int build_start_gen(struct gt_builder *w, const struct batch *b, struct gt_error *err)
{
	const struct gt_v1_file *v1;
	int64_t first_ticks;
	int rc;

	if (w->base == INT64_MIN) {
		w->base = gt_order_sync_time(w->order);
		w->b->info->first_ts = w->base;
	}
	v1 = gt_order_v1(w->order, &first_ticks);
	if (v1)
		gt_builder_v1_start(w, v1, first_ticks);
	rc = gt_builder_start_gen(w, err);
	gt_checkpoint_add(w->store, w->events, &b->cursors);
	return rc;
}

/* Takes batches until the ordering thread stops: 0 when it did, or why the building cannot go on. */
static int build_all(struct gt_builder *w, struct pipe *p, struct gt_error *err)
{
	uint64_t bytes = 0;
	int rc = 0;

	while (rc >= 0) {
		struct batch *b = next_full(p, w->b);

		if (!b) {
			rc = w->b->ops->resume(w->b->arg, bytes, err);
			continue;
		}
		if (b->kind == BATCH_STOP)
			return 0;
		if (b->kind == BATCH_START)
			rc = build_start_gen(w, b, err);
		else if (b->kind == BATCH_EVENTS_ONLY)
			build_add_batch(w, b, &bytes);
		/* Each of the ring's batches could come to hold the cursors of a million threads. */
		if (b->cursors.cap > MARKS_KEPT)
			gt_order_cursors_release(&b->cursors);
		done_with(p, b->kind == BATCH_END);
		if (w->over.code) {
			if (err)
				*err = w->over;
			return w->over.code;
		}
		if (rc < 0)
			return rc;
		/* After every batch, a fraction of a millisecond of work, readers that wait get the trace. */
		build_pause(w->b);
		rc = w->b->ops->resume(w->b->arg, bytes, err);
	}
	return rc;
}

static void stop_pipe(struct pipe *p)
{
	atomic_store(&p->quit, true);
	build_wake(p);
	gt_thread_join(&p->thread);
}

static void release_builder(struct gt_builder *w)
{
	free(w->gs);
	free(w->ps);
	free(w->held);
	free(w->stws);
	free(w->ended);
	free(w->tasks);
	free(w->string_rows);
	free(w->stack_rows);
	gt_buf_release(&w->text);
	gt_map_release(&w->sparse_strings);
	gt_map_release(&w->sparse_stacks);
	gt_map_release(&w->pc_frames);
	gt_map_release(&w->task_by_id);
}

/* On the trace's own clock, from its start. */
static int64_t find_horizon(const struct gt_builder *w)
{
	int64_t t = gt_order_horizon(w->order);

	t = t == INT64_MAX ? w->now : t > w->base ? t - w->base : 0;
	if (w->over.code && w->over_t < t)
		t = w->over_t;
	return t < w->now ? t : w->now;
}

static int build_run(struct gt_builder *w, struct pipe *p, struct gt_error *err)
{
	int rc = gt_thread_start(&p->thread, order_all, p, err);

	if (rc < 0)
		return rc;
	rc = build_all(w, p, err);
	stop_pipe(p);
	if (rc == 0 && p->rc < 0) {
		rc = p->rc;
		if (err)
			*err = p->err;
	}
	if (w->base == INT64_MIN)
		w->base = 0;
	/* A closing Sync ends the trace, one ns after the last event; an ordering fault comes without one. */
	if (rc == 0)
		w->now = gt_order_end_time(w->order) - w->base;
	w->b->info->duration = w->now;
	w->b->info->horizon = find_horizon(w);
	gt_builder_v1_finish(w);
	gt_builder_finish_notes(w);
	gt_builder_finish_sched(w, w->now);
	if (w->b->info->horizon < w->now)
		gt_builder_recount_alive(w, w->b->info->horizon);
	if (w->store->run_records)
		gt_order_flush_run(w->store);
	return rc;
}

int gt_build_run(struct gt_trace_build *b, struct gt_error *err)
{
	struct gt_builder w = {
		.b = b, .store = b->store, .names = b->names, .base = INT64_MIN, .gc_t0 = GT_NO_TIME,
		.free_task = UINT32_MAX, .shown = GT_SHOWN_NONE, .add = add_v2_event };
	struct pipe p = { 0 };
	int rc = gt_order_open(&w.order, b->src, &b->header, err);

	if (rc < 0)
		return rc;
	gt_builder_intern_reasons(&w);
	if (b->header.format != GT_FORMAT_V1)
		b->store->tables[GT_T_SLICES].used = GT_COL(slice, start_n);
	p.order = w.order;
	p.ring = gt_xcalloc(RING_BATCHES, sizeof *p.ring);
	gt_mutex_init(&p.lock);
	gt_cond_init(&p.retimed);
	rc = build_run(&w, &p, err);
	gt_cond_release(&p.retimed);
	gt_mutex_release(&p.lock);
	for (int i = 0; i < RING_BATCHES; i++)
		gt_order_cursors_release(&p.ring[i].cursors);
	free(p.ring);
	release_builder(&w);
	gt_order_close(w.order);
	return rc;
}

/* Building an index: one thread orders batches of events, the other turns them into rows. */
#include "index/build/builder.h"

#include <assert.h>

#include "base/thread.h"
#include "base/xalloc.h"

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
#define RING_BATCHES 16
#define MARKS_KEPT 4096

enum batch_kind { BATCH_START, BATCH_EVENTS_ONLY, BATCH_END, BATCH_STOP };

struct batch {
	enum batch_kind kind;
	bool has_marks;                  /* cursors: the position before the first event */
	struct gt_order_cursors cursors;
	struct gt_order_batch events;
};

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
struct pipe {
	struct gt_order *order;
	struct gt_chores chores;         /* of the store, for a side that would wait */
	struct batch *ring;
	atomic_uint_fast64_t put, taken; /* batches so far */
	atomic_bool put_waits, take_waits;
	atomic_bool quit;                /* the builder gives up */
	atomic_bool urgent;              /* the newest batch is a control batch: wake the builder now */
	bool tables_free;                /* the builder is done with the generation */
	struct gt_mutex lock;
	struct gt_cond moved;            /* put or taken changed, or one of the flags below */
	struct gt_thread thread;
	int rc;                          /* why it stopped */
	struct gt_error err;
};

#define LOOKS 100

static uint64_t in_ring(struct pipe *p)
{
	return atomic_load_explicit(&p->put, memory_order_seq_cst) -
	       atomic_load_explicit(&p->taken, memory_order_seq_cst);
}

static bool quits(struct pipe *p)
{
	return atomic_load_explicit(&p->quit, memory_order_acquire);
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

	return n >= RING_BATCHES / 2 || (n > 0 && atomic_load_explicit(&p->urgent, memory_order_acquire));
}

static void sleep_until(struct pipe *p, atomic_bool *waits, bool (*ready)(struct pipe *))
{
	gt_mutex_lock(&p->lock);
	atomic_store_explicit(waits, true, memory_order_seq_cst);
	while (!ready(p) && !quits(p))
		gt_cond_wait(&p->moved, &p->lock);
	atomic_store_explicit(waits, false, memory_order_seq_cst);
	gt_mutex_unlock(&p->lock);
}

/* The other side is often just about to move: chores and then a short look save the sleep. */
static bool look_for(struct pipe *p, uint64_t least, uint64_t most)
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

static void build_wake(struct pipe *p)
{
	gt_mutex_lock(&p->lock);
	gt_cond_broadcast(&p->moved);
	gt_mutex_unlock(&p->lock);
}

/* ---- the ordering thread ---- */

static struct batch *next_free(struct pipe *p)
{
	if (in_ring(p) == RING_BATCHES && !look_for(p, 0, RING_BATCHES - 1))
		sleep_until(p, &p->put_waits, has_room);
	return quits(p) ? NULL : &p->ring[atomic_load_explicit(&p->put, memory_order_relaxed) % RING_BATCHES];
}

static void publish(struct pipe *p, struct batch *b, enum batch_kind kind)
{
	assert(in_ring(p) < RING_BATCHES);
	b->kind = kind;
	atomic_store_explicit(&p->urgent, kind != BATCH_EVENTS_ONLY, memory_order_release);
	atomic_fetch_add_explicit(&p->put, 1, memory_order_seq_cst);
	if (atomic_load_explicit(&p->take_waits, memory_order_seq_cst) && has_work(p))
		build_wake(p);
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
		rc = gt_order_fill(p->order, &b->events, &p->err);
		since += (uint64_t)b->events.n;
		if (b->events.n > 0)
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
		gt_mutex_lock(&p->lock);
		while (!quits(p) && !p->tables_free)
			gt_cond_wait(&p->moved, &p->lock);
		p->tables_free = false;
		gt_mutex_unlock(&p->lock);
		if (quits(p))
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

static void done_with(struct pipe *p, bool tables)
{
	atomic_fetch_add_explicit(&p->taken, 1, memory_order_seq_cst);
	if (!tables && !(atomic_load_explicit(&p->put_waits, memory_order_seq_cst) && has_room(p)))
		return;
	gt_mutex_lock(&p->lock);
	p->tables_free |= tables;
	gt_cond_broadcast(&p->moved);
	gt_mutex_unlock(&p->lock);
}

/* What takes an event, by the format and the event's kind; the others only count. */
typedef void handler(struct gt_builder *w, const struct gt_event *e, int64_t t);

#define FOR_BOTH_FORMATS \
	[GT_EV_P_STATE] = gt_builder_p_state, [GT_EV_METRIC] = gt_builder_metric, \
	[GT_EV_TASK_BEGIN] = gt_builder_task, [GT_EV_TASK_END] = gt_builder_task, \
	[GT_EV_REGION_BEGIN] = gt_builder_region, [GT_EV_REGION_END] = gt_builder_region, \
	[GT_EV_LOG] = gt_builder_log, [GT_EV_SAMPLE] = gt_builder_sample

static handler *const handlers[][GT_EV_DROPPED] = {
	[GT_FORMAT_V1] = { FOR_BOTH_FORMATS,
		[GT_EV_G_STATE] = gt_builder_v1_g_state,
		[GT_EV_RANGE_BEGIN] = gt_builder_v1_range,
		[GT_EV_RANGE_END] = gt_builder_v1_range,
	},
	[GT_FORMAT_V2] = { FOR_BOTH_FORMATS,
		[GT_EV_G_STATE] = gt_builder_g_state,
		[GT_EV_RANGE_BEGIN] = gt_builder_range,
		[GT_EV_RANGE_ACTIVE] = gt_builder_range,
		[GT_EV_RANGE_END] = gt_builder_range,
		[GT_EV_LABEL] = gt_builder_label,
	},
};

static void add_in_full(struct gt_builder *w, handler *const *handle, const struct gt_event *e)
{
	if (GT_UNLIKELY(e->kind == GT_EV_DROPPED))
		return;
	assert(e->kind < GT_EV_DROPPED);
	w->b->event_counts[e->type]++;
	w->event_n = w->events++;
	w->at = e;
	if (handle[e->kind])
		handle[e->kind](w, e, e->time - w->base);
}

static void build_add_batch(struct gt_builder *w, const struct gt_order_batch *b)
{
	handler *const *handle = handlers[w->b->header.format];
	const struct gt_event *full = b->full;
	int i = 0;

	for (int r = 0; r < b->nruns; r++)
		gt_order_records(w->store, b->runs[r].stream, b->runs[r].records);
	while (i < b->n) {
		if (b->nfull < b->n)
			i += w->v1 ? gt_builder_v1_short(w, b->ev + i, b->n - i)
				   : gt_builder_short(w, b->ev + i, b->n - i);
		if (i < b->n) {
			if (b->nruns == 0 && full->part == 0)
				gt_order_record(w->store, full->stream);
			add_in_full(w, handle, full++);
			i++;
		}
	}
	w->at = NULL;
	w->now = (b->nfull < b->n ? b->ev[b->n - 1].time : b->full[b->n - 1].time) - w->base;
	w->b->info->events = w->events;
	w->b->info->duration = w->b->info->horizon = w->now;
}

static void build_take_events(struct gt_builder *w, const struct batch *b, uint64_t *bytes)
{
	if (b->has_marks)
		gt_checkpoint_add(w->store, w->events, &b->cursors);
	build_add_batch(w, &b->events);
	if (b->events.off > *bytes)
		*bytes = b->events.off;
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
		struct batch *b = &p->ring[atomic_load_explicit(&p->taken, memory_order_relaxed) % RING_BATCHES];

		if (in_ring(p) == 0) {
			/* Waits with the trace's lock released. */
			build_pause(w->b);
			if (!look_for(p, 1, RING_BATCHES))
				sleep_until(p, &p->take_waits, has_work);
			rc = w->b->ops->resume(w->b->arg, bytes, err);
			continue;
		}
		if (b->kind == BATCH_STOP)
			return 0;
		if (b->kind == BATCH_START)
			rc = build_start_gen(w, b, err);
		else if (b->kind == BATCH_EVENTS_ONLY)
			build_take_events(w, b, &bytes);
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

static int build_run(struct gt_builder *w, struct pipe *p, struct gt_error *err)
{
	int rc = gt_thread_start(&p->thread, order_all, p, err);
	int64_t horizon;

	if (rc < 0)
		return rc;
	gt_store_set_chores(w->store, &p->chores);
	rc = build_all(w, p, err);
	atomic_store_explicit(&p->quit, true, memory_order_release);
	build_wake(p);
	gt_thread_join(&p->thread);
	gt_store_set_chores(w->store, NULL);
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
	horizon = gt_order_horizon(w->order);
	horizon = horizon == INT64_MAX ? w->now : horizon > w->base ? horizon - w->base : 0;
	if (w->over.code && w->over_t < horizon)
		horizon = w->over_t;
	w->b->info->horizon = horizon < w->now ? horizon : w->now;
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
		.b = b, .store = b->store, .names = b->names, .base = INT64_MIN, .gc.t0 = GT_NO_TIME,
		.free_task = UINT32_MAX, .shown = GT_SHOWN_NONE };
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
	gt_cond_init(&p.moved);
	gt_chores_init(&p.chores);
	rc = build_run(&w, &p, err);
	gt_chores_release(&p.chores);
	gt_cond_release(&p.moved);
	gt_mutex_release(&p.lock);
	for (int i = 0; i < RING_BATCHES; i++)
		gt_order_cursors_release(&p.ring[i].cursors);
	free(p.ring);
	release_builder(&w);
	gt_order_close(w.order);
	return rc;
}

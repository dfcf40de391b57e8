/* The v2 orderer: generations, events in full, marks; the steps are in v2step.c and v2fill.c (format/v2.md 11). */
#include "order/orderops.h"
#include "order/v2state.h"

#include <inttypes.h>
#include <string.h>

GT_INLINE struct v2_order *v2_of(struct gt_order *base)
{
	return (struct v2_order *)base;
}

GT_INLINE const struct v2_order *v2_of_const(const struct gt_order *base)
{
	return (const struct v2_order *)base;
}

static void v2_close(struct gt_order *base)
{
	struct v2_order *o = v2_of(base);

	for (size_t i = 0; i < o->ngs; i++)
		v2_release_open(&o->gs[i]);
	for (size_t i = 0; i < o->nps; i++)
		free(o->ps[i].ranges.v);
	free(o->gs);
	free(o->free_slots);
	free(o->ps);
	free(o->ms);
	gt_idset_release(&o->gs_by_id);
	free(o->recent);
	gt_idset_release(&o->ps_by_id);
	gt_idset_release(&o->ms_by_id);
	gt_map_release(&o->tasks);
	gt_v2_gen_release(&o->gen);
	gt_v2_reader_release(&o->reader);
	free(o->cursors);
	free(o->parked);
	free(o->owners);
	free(o->cursor_m);
	free(o->windows);
	free(o->heap);
	free(o->ends);
	free(o->seqs);
	free(o->taken);
	free(o);
}

static const struct gt_v2_gen *v2_gen(const struct gt_order *base)
{
	return &v2_of_const(base)->gen;
}

static int64_t v2_sync_time(const struct gt_order *base)
{
	return v2_of_const(base)->sync_time;
}

static int64_t v2_end_time(const struct gt_order *base)
{
	return v2_after(v2_of_const(base)->last_time);
}

static int64_t v2_horizon(const struct gt_order *base)
{
	return v2_of_const(base)->whole;
}

static int v2_stack(struct gt_order *base, struct gt_v2_ref ref, struct gt_v2_frame *out)
{
	return gt_v2_read_stack(v2_of(base)->src, ref, out);
}

/* ---- generations ---- */

/* Up to what time each thread's clock went in the generation that is over. */
static void note_ends(struct v2_order *o)
{
	GT_GROW(o->ends, o->ends_cap, o->nms);
	for (; o->nends < o->nms; o->nends++)
		o->ends[o->nends] = INT64_MIN;
	for (uint32_t i = 0; i < o->gen.nstreams && !o->parked && o->ncursors; i++)
		if (o->cursor_m[i] != UINT32_MAX)
			o->ends[o->cursor_m[i]] = o->cursors[i].time;
}

/* How far a thread's clock is behind where it was: 0 if it is not. */
static int64_t set_back(const struct v2_order *o, uint32_t stream, int64_t time)
{
	uint32_t m = o->cursor_m[stream];

	return m < o->nends ? v2_apart(time, o->ends[m]) : 0;
}

/* Nothing is left to be read: the first fault of all. */
static int v2_end(struct v2_order *o, int rc, struct gt_error *err)
{
	bool is_end = o->reader.unstopped && !o->first.code;

	/*
	 * Go's reader takes that for a trace of nothing.  But no program is traced without an event, and from 1.26 on
	 * a generation even has an end mark.
	 */
	if (rc == 0 && !o->has_events && !o->first.code)
		return gt_error_set(err, GT_ERR_CUT, o->reader.off, "the file ends before its first event");
	if (rc < 0 && rc != GT_ERR_CUT && rc != GT_ERR_CORRUPT)
		return rc;
	if (o->first.code && err)
		*err = o->first;
	if (o->first.code)
		rc = o->first.code;
	if ((is_end || o->first_is_end) && err && o->has_events)
		return gt_error_set(err, GT_ERR_CUT, err->offset, "stopped without trace.Stop: what came after %.4f s is "
				    "missing", (double)(o->last_time - o->start) / 1e9);
	if ((is_end || o->first_is_end) && err)
		return gt_error_set(err, GT_ERR_CUT, err->offset, "stopped without trace.Stop, before its first event");
	return rc;
}

/* After a generation that could not be ordered to its end: this one says what state all are in. */
static void v2_begin_again(struct v2_order *o)
{
	for (size_t i = 0; i < o->ngs; i++) {
		if (o->gs[i].id == GT_NONE)
			continue;
		v2_release_open(&o->gs[i]);
		o->gs[i].status = GS_LOST;
	}
	for (size_t i = 0; i < o->nps; i++) {
		o->ps[i].status = PS_LOST;
		o->ps[i].ranges.n = 0;
	}
	for (size_t i = 0; i < o->nms; i++) {
		v2_set_p(&o->ms[i], GT_NONE, GT_MAP_NONE);
		v2_set_g(&o->ms[i], GT_NONE, GT_NO_SLOT);
	}
	gt_map_clear(&o->tasks);
	o->gc = GC_UNKNOWN;
	o->open_stws = 0;
	o->initial_gen = o->gen.gen;
	o->again = false;
	o->torn = true;
	if (o->sync_time > o->lost_from)
		o->loss.ns += o->sync_time - o->lost_from;
}

/*
 * Before Go 1.26 nothing marks the end of a generation, but its last batches are tables.  Where events come last and
 * name stacks that are not there, the file was cut between two batches.
 */
static void v2_look_at_end(struct v2_order *o)
{
	struct gt_error why;

	o->salvage = o->again = o->lacks_stacks;
	if (!o->salvage)
		return;
	gt_error_set(&why, GT_ERR_CUT, o->gen.end_off, "the file ends before the tables of generation %" PRIu64,
		     o->gen.gen);
	v2_note_fault(o, &why);
	if (o->sync_time < o->whole)
		o->whole = o->sync_time;
}

/* Sets the begin of the generation that was read, and what of it is lost.  torn: the one before is damaged. */
static int v2_begin_gen(struct v2_order *o, bool torn, struct gt_error *err)
{
	const struct gt_v2_gen *g = &o->gen;

	o->has_events |= g->nbatches > 0;
	o->sample = 0;
	o->nheap = 0;
	o->forced = 0;
	o->salvage = o->torn = false;
	o->late = INT64_MIN;
	/* Marks say what threads have when a generation begins. */
	if (o->ntaken)
		memset(o->taken, 0, o->ntaken);
	o->sync_time = gt_v2_ns(g, g->min_time);
	if (o->sync_time <= o->last_time)
		o->sync_time = v2_after(o->last_time);
	if (o->time_max == 0) {
		o->time_max = o->sync_time < V2_LAST_TIME - GT_LAST_NS ? o->sync_time + GT_LAST_NS : V2_LAST_TIME;
		o->start = o->sync_time;
	}
	if (o->sync_time > o->time_max)
		return v2_late(o, g->start_off, err);
	if (torn)
		v2_begin_again(o);
	if (g->fault.code) {
		o->first_is_end |= !o->first.code && o->reader.unstopped;
		v2_note_fault(o, &g->fault);
		o->loss.bytes += g->lost_bytes;
	}
	/* Without an end mark, the end of a file that lost some is not the end of the generation. */
	if ((g->fault.code && (!g->events_whole || g->nholes > 0)) || (o->reader.done && gt_source_damage(o->src))) {
		if (o->sync_time < o->whole)
			o->whole = o->sync_time;
		o->again = true;
	}
	o->lost_from = o->lost_until = INT64_MAX;
	return 0;
}

/* The heap of all threads' first events; *back: the largest step back of a thread's clock between generations. */
static int v2_fill_heap(struct v2_order *o, int64_t *back, struct gt_error *err)
{
	int rc = 0;

	for (uint32_t i = 0; i < o->gen.nstreams && rc >= 0; i++) {
		struct gt_v2_cursor *c;

		rc = v2_first(o, i, &c);
		if (rc < 0 && err)
			*err = o->fault_err;
		if (rc <= 0)
			continue;
		if (set_back(o, i, c->time) > *back)
			*back = set_back(o, i, c->time);
		o->heap[o->nheap] = (struct gt_heap_item){ .time = c->time, .cursor = i };
		v2_sift_up(o->heap, o->nheap++);
	}
	return rc;
}

static void note_back(struct v2_order *o, int64_t back)
{
	struct gt_order_clock *clock = &o->base.clock;

	if (back <= GT_CLOCK_BOUND || o->salvage)
		return;
	clock->backs++;
	if (back > clock->back) {
		clock->back = back;
		clock->back_at = o->sync_time;
	}
}

static int v2_next_gen(struct gt_order *base, struct gt_error *err)
{
	struct v2_order *o = v2_of(base);
	int64_t back = 0;
	bool torn = o->again;
	int rc;

	if (o->fault) {
		if (err)
			*err = o->fault_err;
		return o->fault;
	}
	note_ends(o);
	rc = gt_v2_read_gen(&o->reader, &o->gen, err);
	if (rc <= 0) {
		if (torn && o->lost_until > o->lost_from)
			o->loss.ns += o->lost_until - o->lost_from;
		return v2_end(o, rc, err);
	}
	gt_shift_gen(base, &o->gen, false);
	rc = v2_begin_gen(o, torn, err);
	if (rc >= 0)
		rc = v2_prepare_streams(o, err);
	if (rc >= 0 && (o->again || o->gen.open_ended))
		rc = v2_salvage(o, err);
	if (rc >= 0 && !o->again && o->gen.open_ended)
		v2_look_at_end(o);
	if (rc >= 0)
		rc = v2_fill_heap(o, &back, err);
	if (rc < 0)
		return rc;
	o->initial = o->initial_gen == o->gen.gen;
	o->last_time = o->sync_time;
	o->moved_to = o->last_time;
	o->moved_from = INT64_MIN;
	note_back(o, back);
	return 1;
}

static int v2_next(struct gt_order *base, struct gt_event *buf, int n, int *got, struct gt_error *err)
{
	struct v2_order *o = v2_of(base);
	int have = 0;

	*got = 0;
	/* 0 is the end of the generation, and after a contradiction it may go on. */
	do {
		while (!o->fault && have + 3 <= n && v2_has_more(o))
			have += v2_step(o, buf + have);
		*got = have;
		if (o->fault && v2_stopped(o, err) < 0)
			return o->fault;
	} while (!have && v2_has_more(o));
	o->tries += (uint64_t)have * GT_TRIES_PER_EVENT;
	return have;
}

static const struct gt_order_loss *v2_loss(const struct gt_order *base)
{
	return &v2_of_const(base)->loss;
}

static bool v2_is_torn(const struct gt_order *base)
{
	return v2_of_const(base)->torn;
}

/* ---- marks ---- */

static void add_mark(struct gt_order_cursors *cursors, struct gt_order_cursor mark)
{
	GT_GROW(cursors->cursors, cursors->cap, cursors->n + 1);
	cursors->cursors[cursors->n++] = mark;
}

static int by_m(const void *a, const void *b)
{
	const struct gt_order_cursor *x = a, *y = b;

	return x->m < y->m ? -1 : x->m > y->m;
}

static void v2_get_marks(const struct gt_order *base, struct gt_order_cursors *cursors)
{
	const struct v2_order *o = v2_of_const(base);
	size_t n = 0;

	cursors->n = 0;
	cursors->last_time = o->last_time;
	cursors->sample = o->sample;
	for (size_t i = 0; i < o->nms; i++) {
		const struct v2_ctx *m = &o->ms[i];

		if (m->p != GT_NONE || m->g != GT_NONE)
			add_mark(cursors, (struct gt_order_cursor){
				.m = m->m, .p = m->p, .g = m->g, .stream = UINT32_MAX, .batch = UINT32_MAX });
	}
	for (size_t i = 0; i < o->nheap; i++) {
		uint32_t stream = o->heap[i].cursor;
		struct gt_order_cursor mark = { .m = o->gen.streams[stream].m, .p = GT_NONE, .g = GT_NONE };

		/* The record that the cursor has decoded has not been handed out: a replay begins with it. */
		v2_where(o, stream, &mark);
		add_mark(cursors, mark);
	}
	if (cursors->n > 0)
		qsort(cursors->cursors, cursors->n, sizeof *cursors->cursors, by_m);
	/* A thread's binding and its cursor were added apart: one mark of both. */
	for (size_t i = 0; i < cursors->n; i++) {
		struct gt_order_cursor *last = &cursors->cursors[n - (n > 0)], m = cursors->cursors[i];

		if (n == 0 || last->m != m.m) {
			cursors->cursors[n++] = m;
		} else if (m.stream == UINT32_MAX) {
			last->p = m.p;
			last->g = m.g;
		} else {
			m.p = last->p;
			m.g = last->g;
			*last = m;
		}
	}
	cursors->n = n;
}

static const struct gt_order_ops v2_ops = {
	.close = v2_close,
	.next_gen = v2_next_gen,
	.next = v2_next,
	.fill = v2_fill,
	.gen = v2_gen,
	.sync_time = v2_sync_time,
	.end_time = v2_end_time,
	.horizon = v2_horizon,
	.loss = v2_loss,
	.is_torn = v2_is_torn,
	.stack = v2_stack,
	.get_cursors = v2_get_marks,
	.get_state = v2_get_state,
};

struct gt_order *gt_v2_order_open(struct gt_source *src, int minor)
{
	struct v2_order *o = gt_xcalloc(1, sizeof *o);

	o->base = (struct gt_order){ .ops = &v2_ops, .src = src };
	o->src = src;
	o->whole = INT64_MAX;
	o->tries = GT_TRIES_FREE;
	o->skew = V2_SKEW;
	gt_v2_reader_init(&o->reader, src, minor);
	gt_v2_gen_init(&o->gen);
	return &o->base;
}

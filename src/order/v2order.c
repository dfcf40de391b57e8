/* The ordering loop: cursors in a heap, one rule per event, a strictly increasing clock (format/v2.md 11). */
#include "order/orderops.h"
#include "order/v2state.h"

#include <string.h>

GT_INLINE struct v2_order *v2_of(struct gt_order *base)
{
	return (struct v2_order *)base;
}

GT_INLINE const struct v2_order *v2_of_const(const struct gt_order *base)
{
	return (const struct v2_order *)base;
}

/* Far enough from the end of time for a trace to be added. */
#define LAST_TIME (INT64_MAX - 2 * GT_LAST_NS)

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
	gt_idset_release(&o->ps_by_id);
	gt_idset_release(&o->ms_by_id);
	gt_map_release(&o->tasks);
	gt_map_release(&o->name_ids);
	gt_strtab_release(&o->names);
	gt_v2_gen_release(&o->gen);
	gt_v2_reader_release(&o->reader);
	free(o->cursors);
	free(o->parked);
	free(o->owners);
	free(o->cursor_m);
	free(o->windows);
	free(o->heap);
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

/* ---- the heap: the exact exchanges of Go's reader, which decide between equal times ---- */

static size_t sift_up(struct gt_heap_item *h, size_t i)
{
	while (i > 0 && h[(i - 1) / 2].time > h[i].time) {
		struct gt_heap_item t = h[i];

		h[i] = h[(i - 1) / 2];
		h[(i - 1) / 2] = t;
		i = (i - 1) / 2;
	}
	return i;
}

/* Puts an item at place i or below, where its children are not earlier. */
static void v2order_sift_down(struct gt_heap_item *h, size_t n, size_t i, int64_t time, uint32_t cursor)
{
	for (;;) {
		size_t least = 2 * i + 1;

		if (least >= n)
			break;
		if (least + 1 < n && h[least + 1].time < h[least].time)
			least++;
		if (h[least].time >= time)
			break;
		h[i] = h[least];
		i = least;
	}
	h[i].time = time;
	h[i].cursor = cursor;
}

/* ---- generations ---- */

static int late(const struct v2_order *o, uint64_t off, struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_LIMIT, off, o->time_max == LAST_TIME ?
			    "the clock is about to overflow" : "the clock is half a year after the trace's start");
}

static int v2_next_gen(struct gt_order *base, struct gt_error *err)
{
	struct v2_order *o = v2_of(base);
	int rc;

	if (o->fault) {
		if (err)
			*err = o->fault_err;
		return o->fault;
	}
	rc = gt_v2_read_gen(&o->reader, &o->gen, err);
	if (rc <= 0)
		return rc;
	gt_map_clear(&o->name_ids);
	o->sample = 0;
	o->nheap = 0;
	rc = v2_prepare_streams(o, err);
	for (uint32_t i = 0; i < o->gen.nstreams && rc >= 0; i++) {
		struct gt_v2_cursor *c;

		rc = v2_first(o, i, &c, err);
		if (rc <= 0)
			continue;
		o->heap[o->nheap] = (struct gt_heap_item){ .time = c->time, .cursor = i };
		sift_up(o->heap, o->nheap++);
	}
	if (rc < 0)
		return rc;
	o->initial = o->initial_gen == o->gen.gen;
	o->sync_time = gt_v2_ns(&o->gen, o->gen.min_time);
	if (o->sync_time <= o->last_time)
		o->sync_time = v2_after(o->last_time);
	if (o->time_max == 0)
		o->time_max = o->sync_time < LAST_TIME - GT_LAST_NS ? o->sync_time + GT_LAST_NS : LAST_TIME;
	if (o->sync_time > o->time_max)
		return late(o, o->gen.start_off, err);
	o->last_time = o->sync_time;
	/* Without an end mark, the end of a file that lost some is not the end of the generation. */
	if (o->reader.pending_rc || (o->reader.done && gt_source_damage(o->src)))
		o->whole = o->sync_time;
	return 1;
}

/* ---- one step ---- */

/* The thread of a cursor; threads become known to the rules when an event of theirs is first tried. */
static struct v2_ctx *thread_of(struct v2_order *o, uint32_t cursor)
{
	uint64_t id = o->gen.streams[cursor].m;
	uint32_t mi;

	if (id == GT_NONE) {
		o->nobody = (struct v2_ctx){ GT_NONE, GT_NONE, GT_NONE, GT_NO_SLOT, GT_MAP_NONE };
		return &o->nobody;
	}
	mi = v2_place_of_m(o, id);
	if (mi == GT_MAP_NONE)
		mi = v2_add_m(o, id);
	o->cursor_m[cursor] = mi;
	return &o->ms[mi];
}

static int try_cursor(struct v2_order *o, uint32_t cursor, struct gt_event *out, struct gt_error *err)
{
	struct gt_v2_cursor *c;
	uint32_t mi = o->cursor_m[cursor];
	struct v2_step s;
	v2_rule *rule;
	int rc = v2_load(o, cursor, &c, err);

	if (GT_UNLIKELY(rc < 0))
		return rc;
	rule = v2_rules[c->type];
	s.o = o;
	s.c = c;
	s.out = out;
	s.n = 0;
	s.err = err;
	s.next = GT_LIKELY(mi != UINT32_MAX) ? &o->ms[mi] : thread_of(o, cursor);
	s.cur = *s.next;
	/* The goroutine may have ended on another thread (broken traces only): its slot may be another's now. */
	if (GT_UNLIKELY(s.cur.slot != GT_NO_SLOT && o->gs[s.cur.slot].id != s.cur.g))
		s.cur.slot = v2_slot_of(o, s.cur.g);
	if (GT_UNLIKELY(o->initial_gen == 0)) {
		o->initial_gen = o->gen.gen;
		o->initial = true;
	}
	rc = rule(&s);
	if (rc <= 0)
		return rc;
	for (int i = 0; i < s.n; i++)
		out[i].stream = cursor;
	return s.n;
}

/* Loads the next event of the heap's i-th cursor, or takes the cursor out. */
static int v2order_advance(struct v2_order *o, size_t i, struct gt_error *err)
{
	struct gt_heap_item *h = o->heap;
	uint32_t cursor = h[i].cursor;
	struct gt_v2_cursor *c = v2_loaded(o, cursor);
	int rc = gt_v2_cursor_next(c, err);

	if (rc < 0)
		return rc;
	if (rc > 0) {
		if (i > 0) {
			h[i].time = c->time;
			if (sift_up(h, i) != i)
				return 0;
		}
		v2order_sift_down(h, o->nheap, i, c->time, cursor);
		return 0;
	}
	/* What is removed travels to the root past all its ancestors, then the last one takes its place. */
	for (; i > 0; i = (i - 1) / 2)
		h[i] = h[(i - 1) / 2];
	if (--o->nheap > 0)
		v2order_sift_down(h, o->nheap, 0, h[o->nheap].time, h[o->nheap].cursor);
	return 0;
}

/* Reading and decoding a record again costs as much as so many looks at one. */
#define LOAD_STEPS 64

/* The first event cannot come now: the others are tried in the order of a sort, whose cost is bounded. */
static int try_others(struct v2_order *o, struct gt_event *out, size_t *place, struct gt_error *err)
{
	uint64_t steps, loads = o->loads;
	const struct gt_v2_spec *spec;
	struct gt_v2_cursor *c;
	size_t i;
	int n = 0;

	gt_gosort(o->heap, o->nheap);
	for (i = 1; i < o->nheap && n == 0; i++)
		n = try_cursor(o, o->heap[i].cursor, out, err);
	*place = i - 1;
	if (n == 0 && (n = v2_load(o, o->heap[0].cursor, &c, err)) >= 0) {
		spec = gt_v2_spec(c->type);
		return gt_error_set(err, GT_ERR_ORDER, c->off, "failed to advance: none of %zu threads has an event that "
				    "can come next; the earliest is %s", o->nheap, spec ? spec->name : "?");
	}
	if (n < 0)
		return n;
	steps = o->nheap + i + (o->loads - loads) * LOAD_STEPS;
	if (GT_UNLIKELY(o->tries < steps))
		return gt_error_set(err, GT_ERR_LIMIT, v2_loaded(o, o->heap[*place].cursor)->off,
				    "finding the next event among %zu threads takes too long", o->nheap);
	o->tries -= steps;
	return n;
}

/* The next record's events at out: their number, or a negative code. */
static int v2order_step(struct v2_order *o, struct gt_event *out, struct gt_error *err)
{
	size_t i = 0;
	int n, rc;

	if (o->sample < o->gen.nsamples &&
	    (o->nheap == 0 || o->gen.samples[o->sample].time < o->heap[0].time)) {
		v2_decode_sample(out, &o->gen.samples[o->sample++], o->gen.gen);
		return 1;
	}
	n = try_cursor(o, o->heap[0].cursor, out, err);
	if (GT_UNLIKELY(n == 0))
		n = try_others(o, out, &i, err);
	if (n < 0)
		return n;
	rc = v2order_advance(o, i, err);
	return rc < 0 ? rc : n;
}

/* Keeps time strictly increasing and checks ids: the number of events that stand. */
static int v2order_settle(struct v2_order *o, struct gt_event *ev, int n, struct gt_error *err)
{
	for (int i = 0; i < n; i++) {
		int rc = ev[i].part ? 0 : v2_check_ids(&ev[i], &o->gen, err);

		if (rc < 0) {
			o->fault = rc;
			return i;
		}
		if (ev[i].time <= o->last_time)
			ev[i].time = v2_after(o->last_time);
		o->last_time = ev[i].time;
	}
	return n;
}

static int v2_next(struct gt_order *base, struct gt_event *buf, int n, int *got, struct gt_error *err)
{
	struct v2_order *o = v2_of(base);
	int64_t before = o->last_time;
	int have = 0;

	*got = 0;
	while (!o->fault && have + 3 <= n && (o->nheap > 0 || o->sample < o->gen.nsamples)) {
		int k = v2order_step(o, buf + have, &o->fault_err);

		if (k < 0)
			o->fault = k;
		else
			have += v2order_settle(o, buf + have, k, &o->fault_err);
		/* What a file that ends early has lost is missed before its end. */
		if (o->fault == GT_ERR_ORDER || o->fault == GT_ERR_CORRUPT)
			o->fault = gt_v2_blame_end(&o->reader, o->reader.done, &o->fault_err);
	}
	/* Events that are too late are looked for by the hundred: the first one, and all after it, go. */
	if (GT_UNLIKELY(have > 0 && buf[have - 1].time > o->time_max)) {
		while (have > 0 && buf[have - 1].time > o->time_max)
			have--;
		o->fault = late(o, buf[have].off, &o->fault_err);
		o->last_time = have > 0 ? buf[have - 1].time : before;
	}
	o->tries += (uint64_t)have * GT_TRIES_PER_EVENT;
	*got = have;
	if (o->fault) {
		/* What the threads have left is lost, the earliest first. */
		if (o->last_time < o->whole)
			o->whole = o->last_time;
		for (size_t i = 0; i < o->nheap; i++)
			if (o->heap[i].time < o->whole)
				o->whole = o->heap[i].time;
		if (err)
			*err = o->fault_err;
		return o->fault;
	}
	return have;
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
	.gen = v2_gen,
	.sync_time = v2_sync_time,
	.end_time = v2_end_time,
	.horizon = v2_horizon,
	.stack = v2_stack,
	.get_cursors = v2_get_marks,
};

struct gt_order *gt_v2_order_open(struct gt_source *src, int minor)
{
	struct v2_order *o = gt_xcalloc(1, sizeof *o);

	o->base = (struct gt_order){ .ops = &v2_ops, .src = src };
	o->src = src;
	o->whole = INT64_MAX;
	o->tries = GT_TRIES_FREE;
	gt_v2_reader_init(&o->reader, src, minor);
	gt_v2_gen_init(&o->gen);
	gt_strtab_init(&o->names);
	return &o->base;
}

/* One step of the order: the heap of cursors, whose turn it is, one rule per event (format/v2.md 11). */
#include "order/v2state.h"

#include <inttypes.h>

/* ---- the heap: the exact exchanges of Go's reader, which decide between equal times ---- */

size_t v2_sift_up(struct gt_heap_item *h, size_t i)
{
	while (i > 0 && h[(i - 1) / 2].time > h[i].time) {
		struct gt_heap_item t = h[i];

		h[i] = h[(i - 1) / 2];
		h[(i - 1) / 2] = t;
		i = (i - 1) / 2;
	}
	return i;
}

void v2_sift_down(struct gt_heap_item *h, size_t n, size_t i, int64_t time, uint32_t cursor)
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

int v2_late(const struct v2_order *o, uint64_t off, struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_LIMIT, off, o->time_max == V2_LAST_TIME ?
			    "the clock is about to overflow" : "the clock is half a year after the trace's start");
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
	uint32_t mi = o->cursor_m[cursor], stream = cursor;
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
	if (GT_UNLIKELY(o->salvage) && c->time < o->late) {
		s.how = 0;
		rc = v2_leave_late(&s);
		out->stream = stream + (uint32_t)o->gen.nstreams * (s.how | v2_taken(o, s.next));
		return rc;
	}
	/* The P of a C thread that ends may have been stolen: none is invented then. */
	if (GT_UNLIKELY(o->salvage) && c->type == GT_V2_GoDestroySyscall && s.cur.p != GT_NONE)
		rc = GT_ERR_ORDER;
	else
		rc = rule(&s);
	if (GT_UNLIKELY(o->salvage)) {
		s.how = 0;
		if (rc <= 0 && rc != GT_ERR_LIMIT)
			rc = v2_save(&s, rule, rc);
		if (rc > 0)
			v2_came(o, c, s.cur.p);
		if (rc > 0)
			stream += (uint32_t)o->gen.nstreams * (s.how | v2_taken(o, s.next));
	}
	if (rc <= 0)
		return rc;
	for (int i = 0; i < s.n; i++)
		out[i].stream = stream;
	return s.n;
}

void v2_remove(struct v2_order *o, size_t i)
{
	struct gt_heap_item *h = o->heap;

	for (; i > 0; i = (i - 1) / 2)
		h[i] = h[(i - 1) / 2];
	if (--o->nheap > 0)
		v2_sift_down(h, o->nheap, 0, h[o->nheap].time, h[o->nheap].cursor);
}

/* Loads the next event of the heap's i-th cursor, or takes the cursor out. */
static int v2step_advance(struct v2_order *o, size_t i)
{
	struct gt_heap_item *h = o->heap;
	uint32_t cursor = h[i].cursor;
	struct gt_v2_cursor *c = v2_loaded(o, cursor);
	int rc = v2_next_of(o, cursor, c);

	if (rc < 0)
		return rc;
	if (rc == 0) {
		v2_remove(o, i);
		return 0;
	}
	if (i > 0) {
		h[i].time = c->time;
		if (v2_sift_up(h, i) != i)
			return 0;
	}
	v2_sift_down(h, o->nheap, i, c->time, cursor);
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
	int64_t last;
	size_t i;
	int n = 0;

	gt_gosort(o->heap, o->nheap);
	last = o->salvage ? o->heap[0].time + o->skew : INT64_MAX;
	for (i = 1; i < o->nheap && n == 0 && o->heap[i].time <= last; i++)
		n = try_cursor(o, o->heap[i].cursor, out, err);
	*place = i - 1;
	if (n > 0 && !o->salvage && o->heap[*place].time - o->heap[0].time > o->skew)
		o->skew = o->heap[*place].time - o->heap[0].time;
	if (n == 0 && o->salvage) {
		/* What all wait for is lost: the earliest comes. */
		o->stuck = true;
		n = try_cursor(o, o->heap[0].cursor, out, err);
		o->stuck = false;
		*place = 0;
	}
	if (n == 0 && (n = v2_load(o, o->heap[0].cursor, &c, err)) >= 0) {
		spec = gt_v2_spec(c->type);
		gt_error_set(err, GT_ERR_ORDER, c->off, "failed to advance: none of %zu threads has an event that "
			     "can come next; the earliest is %s", o->nheap, spec ? spec->name : "?");
		v2_add_place(o, c, o->gen.streams[o->heap[0].cursor].m, GT_NONE, err);
		return GT_ERR_ORDER;
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
static int next_record(struct v2_order *o, struct gt_event *out, struct gt_error *err)
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
	rc = v2step_advance(o, i);
	return rc < 0 ? rc : n;
}

static void bound_clocks(struct v2_order *o, const struct gt_event *e, int64_t raw)
{
	bool status = e->type == GT_V2_GoStatus || e->type == GT_V2_GoStatusStack || e->type == GT_V2_ProcStatus;
	bool known = !o->salvage && !status && e->kind != GT_EV_SAMPLE;

	gt_bounds_add(o->base.bounds, e, known ? o->gen.streams[e->stream].m : GT_NONE, known, raw);
}

/* Keeps time strictly increasing, and before its end: the number of events that stand. */
static int settle(struct v2_order *o, struct gt_event *ev, int n, struct gt_error *err)
{
	for (int i = 0; i < n && ev[i].kind != GT_EV_DROPPED; i++) {
		int64_t last = o->last_time, raw = ev[i].time, time = raw > last ? raw : v2_after(last);

		if (GT_UNLIKELY(time > o->time_max)) {
			o->fault = v2_late(o, ev[i].off, err);
			return i;
		}
		if (GT_UNLIKELY(ev[i].kind == GT_EV_SAMPLE)) {
			/* Its time is in no order with the others'. */
			o->moved_from = v2_latest(o, last);
			o->moved_to = time;
		} else if (raw <= last && !o->salvage) {
			v2_moved(o, raw, last, time);
		}
		if (GT_UNLIKELY(ev[i].kind == GT_EV_SAMPLE
				? !gt_v2_table_has(&o->gen.stacks, ev[i].stack)
				: ev[i].part == 0 && v2_lacks_stack(ev[i].type, ev[i].args, &o->gen)))
			o->loss.no_stack++;
		if (GT_UNLIKELY(o->base.bounds != NULL))
			bound_clocks(o, &ev[i], raw);
		ev[i].time = o->last_time = time;
	}
	return n;
}

int v2_step(struct v2_order *o, struct gt_event *out)
{
	int n = next_record(o, out, &o->fault_err);

	if (n >= 0)
		return settle(o, out, n, &o->fault_err);
	o->fault = n;
	return 0;
}

/* What the threads have left is lost: how much, and until when. */
static void count_left(struct v2_order *o)
{
	for (size_t i = 0; i < o->nheap; i++) {
		struct gt_v2_cursor *c = o->parked ? NULL : &o->cursors[o->heap[i].cursor];
		int rc = c ? 1 : 0;

		if (c)
			o->loss.bytes += c->in.left + (uint64_t)(c->in.end - c->in.p) + gt_reader_off(&c->in, c->in.p) -
					 c->off;
		for (uint32_t b = c ? c->batches.next : UINT32_MAX; b != UINT32_MAX; b = o->gen.batches[b].next)
			o->loss.bytes += o->gen.batches[b].size;
		for (; rc > 0; rc = gt_v2_cursor_next(c, NULL)) {
			o->loss.events++;
			if (c->time > o->lost_until && c->time <= o->time_max)
				o->lost_until = c->time;
		}
	}
}

int v2_stopped(struct v2_order *o, struct gt_error *err)
{
	int fault = o->fault;

	/* What the threads have left is lost, the earliest first. */
	o->lost_from = o->last_time;
	for (size_t i = 0; i < o->nheap; i++)
		if (o->heap[i].time < o->lost_from)
			o->lost_from = o->heap[i].time;
	/* A time that a broken record says is none. */
	if (o->lost_from < o->start)
		o->lost_from = o->start;
	if (o->lost_from < o->whole)
		o->whole = o->lost_from;
	v2_note_fault(o, &o->fault_err);
	/* What contradicts the rest is passed over from here on, and the next generation says what state all are in. */
	if ((fault == GT_ERR_ORDER || fault == GT_ERR_CORRUPT) && !o->salvage) {
		o->again = true;
		o->fault = v2_salvage_rest(o, &o->fault_err);
		if (o->fault >= 0) {
			o->loss.ns += o->last_time - o->lost_from;
			o->lost_from = INT64_MAX;
			return o->fault = 0;
		}
		fault = o->fault;
	}
	if (fault == GT_ERR_ORDER || fault == GT_ERR_CORRUPT) {
		/* The next generation begins with the state of everything. */
		o->lost_until = o->last_time;
		count_left(o);
		o->nheap = 0;
		o->sample = o->gen.nsamples;
		o->again = true;
		o->fault = 0;
		return 0;
	}
	if (err)
		*err = o->fault_err;
	return fault;
}

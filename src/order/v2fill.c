/* Ordering in short: frequent types in one loop, as long as nothing is unusual about them (order/order.h). */
#include "order/v2state.h"

/*
 * A rule here does what the rule of meaning.def does and what v2_step does around it, where all of that is plain: the
 * event may come now, its thread, goroutine and P are those that it needs, and its ids are in the dense tables.  In
 * any other case it changes nothing and says no, and the record is v2_step's, which waits, refuses, or knows more.
 */

/* Goroutines are looked up by their ids twice for each time that they run: most of them here, without a hash. */
#define RECENT 8192u

/* What a run has at hand: the thread, and its record, decoded.  The compiler keeps it in registers. */
struct run {
	struct v2_order *o;
	struct v2_ctx *m;
	uint64_t a, b, c;               /* the record's arguments without the time, as far as its type has any */
	int64_t time;
	const uint8_t *p;               /* the byte after it in the cursor's window */
	uint64_t off;                   /* of its first byte in the trace */
	uint16_t proc;                  /* the thread's P, in short */
	uint8_t type;
};

/* The slot of a goroutine that is in `status` and whose next counted event this is, or GT_NO_SLOT. */
GT_INLINE uint32_t ready_slot(struct v2_order *o, uint64_t id, uint64_t seq, uint8_t status)
{
	uint32_t *at = &o->recent[id % RECENT], slot = *at;
	const struct v2_g *g = &o->gs[slot];

	if (GT_UNLIKELY(g->id != id)) {
		slot = v2_slot_of(o, id);
		if (slot == GT_NO_SLOT)
			return slot;
		*at = slot;
		g = &o->gs[slot];
	}
	return g->status == status && v2_follows(o, seq, g->seq) ? slot : GT_NO_SLOT;
}

GT_INLINE bool dense_has(const struct gt_v2_table *t, uint64_t id)
{
	return (id < t->dense_len && t->dense[id].known) || id == 0;
}

/* The slot of the goroutine that runs on the thread and on a P, if it is in `status`; else GT_NO_SLOT. */
GT_INLINE uint32_t running_slot(const struct run *r, uint8_t status)
{
	uint32_t slot = r->m->slot;
	const struct v2_g *g;

	if (slot == GT_NO_SLOT || r->m->p == GT_NONE)
		return GT_NO_SLOT;
	g = &r->o->gs[slot];
	return g->id == r->m->g && g->status == status ? slot : GT_NO_SLOT;
}

GT_INLINE bool short_start(const struct run *r, struct gt_short_event *e)
{
	uint32_t slot = ready_slot(r->o, r->a, r->b, GS_RUNNABLE);

	if (GT_UNLIKELY(slot == GT_NO_SLOT || r->m->p == GT_NONE || r->m->g != GT_NONE))
		return false;
	r->o->gs[slot].status = GS_RUNNING;
	r->o->gs[slot].seq.n++;
	v2_set_g(r->m, r->a, slot);
	e->sslot = slot;
	e->gslot = GT_NO_SLOT;
	e->stack2 = e->str = 0;
	return true;
}

/* GoBlock, GoStop. */
GT_INLINE bool short_stop(const struct run *r, struct gt_short_event *e, uint8_t status)
{
	uint64_t reason = r->a, stack = r->b;
	uint32_t slot = running_slot(r, GS_RUNNING);

	if (GT_UNLIKELY(slot == GT_NO_SLOT || !dense_has(&r->o->gen.strings, reason) ||
			!dense_has(&r->o->gen.stacks, stack)))
		return false;
	r->o->gs[slot].status = status;
	v2_set_g(r->m, GT_NONE, GT_NO_SLOT);
	e->sslot = e->gslot = slot;
	e->stack2 = (uint32_t)stack;
	e->str = (uint32_t)reason;
	return true;
}

GT_INLINE bool short_unblock(const struct run *r, struct gt_short_event *e)
{
	uint32_t by = r->m->slot, slot;

	if (GT_UNLIKELY(by != GT_NO_SLOT && r->o->gs[by].id != r->m->g))
		return false;
	slot = ready_slot(r->o, r->a, r->b, GS_WAITING);
	if (GT_UNLIKELY(slot == GT_NO_SLOT || !dense_has(&r->o->gen.stacks, r->c)))
		return false;
	r->o->gs[slot].status = GS_RUNNABLE;
	r->o->gs[slot].seq.n++;
	e->sslot = slot;
	e->gslot = by;
	e->stack2 = e->str = 0;
	return true;
}

GT_INLINE bool short_syscall_begin(const struct run *r, struct gt_short_event *e)
{
	uint32_t slot = running_slot(r, GS_RUNNING);
	struct v2_p *p;

	if (GT_UNLIKELY(slot == GT_NO_SLOT || r->m->pidx == GT_MAP_NONE))
		return false;
	p = &r->o->ps[r->m->pidx];
	if (GT_UNLIKELY(!v2_follows(r->o, r->a, p->seq) || !dense_has(&r->o->gen.stacks, r->b)))
		return false;
	r->o->gs[slot].status = GS_SYSCALL;
	p->status = PS_SYSCALL;
	p->seq.n++;
	e->sslot = e->gslot = slot;
	e->stack2 = (uint32_t)r->b;
	e->str = 0;
	return true;
}

GT_INLINE bool short_syscall_end(const struct run *r, struct gt_short_event *e)
{
	uint32_t slot = running_slot(r, GS_SYSCALL);

	if (GT_UNLIKELY(slot == GT_NO_SLOT || r->m->pidx == GT_MAP_NONE || r->o->ps[r->m->pidx].status != PS_SYSCALL))
		return false;
	r->o->gs[slot].status = GS_RUNNING;
	r->o->ps[r->m->pidx].status = PS_RUNNING;
	e->sslot = e->gslot = slot;
	e->stack2 = e->str = 0;
	return true;
}

/* The types that have a rule here: their arguments without the time, + 1. */
static const uint8_t short_args[256] = {
	[GT_V2_GoStart] = 3, [GT_V2_GoBlock] = 3, [GT_V2_GoUnblock] = 4, [GT_V2_GoStop] = 3,
	[GT_V2_GoSyscallBegin] = 3, [GT_V2_GoSyscallEnd] = 1,
};

/* The record's event without its time and stream; false: nothing has changed. */
GT_INLINE bool short_event(const struct run *r, struct gt_short_event *e)
{
	uint8_t type = r->type;

	e->p = r->proc;
	e->type = type;
	/* Not a switch: the first three are nearly all. */
	if (GT_LIKELY(type == GT_V2_GoStart))
		return short_start(r, e);
	if (GT_LIKELY(type == GT_V2_GoBlock))
		return short_stop(r, e, GS_WAITING);
	if (GT_LIKELY(type == GT_V2_GoUnblock))
		return short_unblock(r, e);
	if (type == GT_V2_GoStop)
		return short_stop(r, e, GS_RUNNABLE);
	if (type == GT_V2_GoSyscallBegin)
		return short_syscall_begin(r, e);
	return type == GT_V2_GoSyscallEnd && short_syscall_end(r, e);
}

/* The next record of the run's stream, as gt_v2_cursor_next; false: it is not here, or not one of the types above. */
GT_INLINE bool next_short(struct run *r, const struct gt_v2_cursor *c)
{
	const uint8_t *p = r->p;
	uint8_t type, n;
	uint64_t dt;

	if (GT_UNLIKELY(c->in.end - p < GT_V2_RECORD_MAX))
		return false;
	type = *p;
	n = short_args[type];
	if (GT_UNLIKELY(n == 0) || !(p = gt_v2_varint(p + 1, &dt)))
		return false;
	if (GT_LIKELY(n > 1) && (!(p = gt_v2_varint(p, &r->a)) || !(p = gt_v2_varint(p, &r->b))))
		return false;
	if (n > 3 && !(p = gt_v2_varint(p, &r->c)))
		return false;
	r->off = gt_reader_off(&c->in, r->p);
	r->p = p;
	r->type = type;
	r->time = (int64_t)((uint64_t)r->time + (uint64_t)gt_v2_cursor_ns(c, dt));
	return true;
}

/*
 * As long as the first stream's next time is not after those of its children in the heap, putting it back there
 * exchanges nothing; a sample comes before an event only if it is earlier; what is too late is refused elsewhere.
 */
static int64_t end_of_run(const struct v2_order *o)
{
	int64_t end = o->time_max;

	if (o->nheap > 1 && o->heap[1].time < end)
		end = o->heap[1].time;
	if (o->nheap > 2 && o->heap[2].time < end)
		end = o->heap[2].time;
	if (o->sample < o->gen.nsamples && o->gen.samples[o->sample].time < end)
		end = o->gen.samples[o->sample].time;
	return end;
}

/* The cursor is at the run's record, which was decoded when the clock stood at `before`. */
static void leave_run(const struct run *r, int64_t before, struct gt_v2_cursor *c)
{
	c->in.p = r->p;
	c->off = r->off;
	c->type = r->type;
	c->args[0] = r->a;
	c->args[1] = r->b;
	c->args[2] = r->c;
	c->prev_time = before;
	c->time = r->time;
}

/* The run's record, of the heap's first stream, has come; what follows is not for next_short. */
static int run_out(struct v2_order *o, const struct run *r)
{
	uint32_t stream = o->heap[0].cursor;
	struct gt_v2_cursor *c = &o->cursors[stream];
	int rc;

	c->in.p = r->p;
	o->heap[0].time = c->time = r->time;
	rc = gt_v2_cursor_next(c, &o->fault_err);
	if (rc < 0) {
		o->fault = rc;
		v2_blame(o);
	} else if (rc == 0) {
		v2_remove(o, 0);
	} else {
		v2_sift_down(o->heap, o->nheap, 0, c->time, stream);
	}
	return rc;
}

/* The batch has n events now, the new ones of one record of the stream each: false if there is none. */
GT_INLINE bool end_stretch(struct gt_order_batch *b, uint32_t stream, int n)
{
	if (n == b->n)
		return false;
	b->runs[b->nruns++] = (struct gt_order_run){ stream, (uint32_t)(n - b->n) };
	b->n = n;
	return true;
}

/* Events of the stream that comes first, until another one does: false if not even one can be had here. */
static bool fill_run(struct v2_order *o, struct gt_order_batch *b)
{
	uint32_t stream = o->heap[0].cursor;
	struct gt_v2_cursor *c = &o->cursors[stream];
	struct run r = { .o = o, .m = &o->ms[o->cursor_m[stream]], .a = c->args[0], .b = c->args[1], .c = c->args[2],
			 .time = c->time, .p = c->in.p, .off = c->off, .type = c->type };
	struct gt_short_event *e = &b->ev[b->n], *stop = &b->ev[GT_ORDER_BATCH - 2];
	int64_t end = end_of_run(o), last = o->last_time, time, before = c->prev_time;
	bool here = true;

	if (r.time > end || (r.m->p >= GT_SHORT_NO_P && r.m->p != GT_NONE))
		return false;
	r.proc = (uint16_t)r.m->p;
	for (;;) {
		uint64_t off = r.off;

		time = r.time;
		if (GT_UNLIKELY(time <= last) && (time = v2_after(last)) > o->time_max)
			break;
		if (!short_event(&r, e))
			break;
		before = r.time;
		here = next_short(&r, c);
		if (GT_UNLIKELY(!here) && run_out(o, &r) < 0)
			break;
		e->time = last = time;
		b->off = off;
		e++;
		if (GT_UNLIKELY(r.time > end || e == stop || !here))
			break;
	}
	if (here) {
		leave_run(&r, before, c);
		v2_sift_down(o->heap, o->nheap, 0, r.time, stream);
	}
	o->last_time = last;
	return end_stretch(b, stream, (int)(e - b->ev)) || !here;
}

/* One record by the rules for all. */
static void fill_step(struct v2_order *o, struct gt_order_batch *b)
{
	struct gt_event *ev = &b->full[b->nfull];
	int n = v2_step(o, ev);
	uint32_t records = 0;

	for (int i = 0; i < n; i++) {
		b->ev[b->n++] = (struct gt_short_event){ .time = ev[i].time, .type = GT_SHORT_FULL };
		records += ev[i].part == 0;
	}
	b->nfull += n;
	if (n > 0)
		b->off = ev[n - 1].off;
	if (records > 0)
		b->runs[b->nruns++] = (struct gt_order_run){ ev->stream, records };
}

int v2_fill(struct gt_order *base, struct gt_order_batch *b, struct gt_error *err)
{
	struct v2_order *o = (struct v2_order *)base;

	b->n = b->nfull = b->nruns = 0;
	if (!o->recent)
		o->recent = gt_xcalloc(RECENT, sizeof *o->recent);
	while (!o->fault && b->n + 3 <= GT_ORDER_BATCH && v2_has_more(o)) {
		bool plain = !o->parked && o->nheap > 0 && o->ngs > 0 && o->cursor_m[o->heap[0].cursor] != UINT32_MAX;

		if (!plain || !fill_run(o, b))
			fill_step(o, b);
	}
	o->tries += (uint64_t)b->n * GT_TRIES_PER_EVENT;
	return o->fault ? v2_stopped(o, err) : b->n;
}

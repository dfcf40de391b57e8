/* Ordering in short: frequent types in one loop, as long as nothing is unusual about them (order/order.h). */
#include "order/v2state.h"

/*
 * A rule here does what the rule of meaning.def does and what v2_step does around it, where all of that is plain: the
 * event may come now, its thread, goroutine and P are those that it needs, and its ids are in the dense tables.  In
 * any other case it changes nothing and says no, and the record is v2_step's, which waits, refuses, or knows more.
 */

/* Goroutines are looked up by their ids twice for each time that they run: most of them here, without a hash. */
#define RECENT 8192u

/* What a run needs of the orderer, for the compiler to keep at hand. */
struct run {
	struct v2_order *o;
	struct v2_ctx *m;               /* the thread */
	const struct gt_v2_cursor *c;   /* its record */
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
	return id < t->dense_len && (id == 0 || t->dense[id].known);
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
	uint32_t slot = ready_slot(r->o, r->c->args[0], r->c->args[1], GS_RUNNABLE);

	if (GT_UNLIKELY(slot == GT_NO_SLOT || r->m->p == GT_NONE || r->m->g != GT_NONE))
		return false;
	r->o->gs[slot].status = GS_RUNNING;
	r->o->gs[slot].seq.n++;
	v2_set_g(r->m, r->c->args[0], slot);
	e->sslot = slot;
	e->gslot = GT_NO_SLOT;
	e->stack2 = e->str = 0;
	return true;
}

/* GoBlock, GoStop. */
GT_INLINE bool short_stop(const struct run *r, struct gt_short_event *e, uint8_t status)
{
	uint64_t reason = r->c->args[0], stack = r->c->args[1];
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
	slot = ready_slot(r->o, r->c->args[0], r->c->args[1], GS_WAITING);
	if (GT_UNLIKELY(slot == GT_NO_SLOT || !dense_has(&r->o->gen.stacks, r->c->args[2])))
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
	if (GT_UNLIKELY(!v2_follows(r->o, r->c->args[0], p->seq) || !dense_has(&r->o->gen.stacks, r->c->args[1])))
		return false;
	r->o->gs[slot].status = GS_SYSCALL;
	p->status = PS_SYSCALL;
	p->seq.n++;
	e->sslot = e->gslot = slot;
	e->stack2 = (uint32_t)r->c->args[1];
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

/* The record's event without its time and stream; false: nothing has changed. */
GT_INLINE bool short_event(const struct run *r, struct gt_short_event *e)
{
	uint64_t p = r->m->p;

	if (GT_UNLIKELY(p >= GT_SHORT_NO_P && p != GT_NONE))
		return false;
	e->p = (uint16_t)p;
	e->type = r->c->type;
	switch (r->c->type) {
	case GT_V2_GoStart:
		return short_start(r, e);
	case GT_V2_GoBlock:
		return short_stop(r, e, GS_WAITING);
	case GT_V2_GoUnblock:
		return short_unblock(r, e);
	case GT_V2_GoStop:
		return short_stop(r, e, GS_RUNNABLE);
	case GT_V2_GoSyscallBegin:
		return short_syscall_begin(r, e);
	case GT_V2_GoSyscallEnd:
		return short_syscall_end(r, e);
	default:
		return false;
	}
}

/*
 * As long as the first stream's next time is not after those of its children in the heap, putting it back there
 * exchanges nothing; and a sample comes before an event only if it is earlier.
 */
static int64_t end_of_run(const struct v2_order *o)
{
	int64_t end = INT64_MAX;

	if (o->nheap > 1)
		end = o->heap[1].time;
	if (o->nheap > 2 && o->heap[2].time < end)
		end = o->heap[2].time;
	if (o->sample < o->gen.nsamples && o->gen.samples[o->sample].time < end)
		end = o->gen.samples[o->sample].time;
	return end;
}

/* Events of the stream that comes first, until another one does: false if not even one can be had here. */
static bool fill_run(struct v2_order *o, struct gt_order_batch *b)
{
	uint32_t stream = o->heap[0].cursor;
	struct gt_v2_cursor *c = &o->cursors[stream];
	struct run r = { o, &o->ms[o->cursor_m[stream]], c };
	struct gt_short_event *e = &b->ev[b->n], *first = e, *stop = &b->ev[GT_ORDER_BATCH - 2];
	int64_t end = end_of_run(o), at;
	uint64_t off;
	int rc = 1;

	if (c->time > end)
		return false;
	do {
		at = c->time;
		e->time = at > o->last_time ? at : v2_after(o->last_time);
		if (e->time > o->time_max || !short_event(&r, e))
			break;
		off = c->off;
		rc = gt_v2_cursor_next(c, &o->fault_err);
		if (GT_UNLIKELY(rc < 0))
			break;
		b->off = off;
		e->stream = stream;
		o->last_time = e->time;
		e++;
	} while (c->time <= end && e < stop && rc > 0);
	b->n += (int)(e - first);
	if (rc > 0) {
		v2_sift_down(o->heap, o->nheap, 0, c->time, stream);
		return e > first;
	}
	o->heap[0].time = at;
	if (rc == 0) {
		v2_remove(o, 0);
	} else {
		o->fault = rc;
		v2_blame(o);
	}
	return true;
}

/* One record by the rules for all. */
static void fill_step(struct v2_order *o, struct gt_order_batch *b)
{
	struct gt_event *ev = &b->full[b->nfull];
	int n = v2_step(o, ev);

	for (int i = 0; i < n; i++)
		b->ev[b->n++] = (struct gt_short_event){ .time = ev[i].time, .type = GT_SHORT_FULL };
	b->nfull += n;
	if (n > 0)
		b->off = ev[n - 1].off;
}

int v2_fill(struct gt_order *base, struct gt_order_batch *b, struct gt_error *err)
{
	struct v2_order *o = (struct v2_order *)base;

	b->n = b->nfull = 0;
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

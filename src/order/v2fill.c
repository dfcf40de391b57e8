/* Ordering in short: frequent types in one loop, as long as nothing is unusual about them (order/order.h). */
#include "order/v2state.h"

/*
 * A rule here does what the rule of meaning.def does and what v2_step does around it, where all of that is plain: the
 * event may come now, its thread, goroutine and P are those that it needs, and its ids are in the dense tables.  In
 * any other case it changes nothing and says no, and the record is v2_step's, which waits, refuses, or knows more.
 */

/* Goroutines are looked up by their ids twice for each time that they run: most of them here, without a hash. */
#define RECENT 8192u

/*
 * What a run has at hand: the thread, which has a P and whose goroutine is in its slot, and its next record.  The
 * arguments of the first record are in the cursor, those of the others still at `args`.  What does not change
 * is here, too, as the compiler must think that it does.
 */
struct run {
	struct v2_order *o;
	struct v2_ctx *m;
	struct v2_g *gs;
	const struct gt_v2_ref *stacks;
	uint64_t nstacks;
	uint64_t gen;
	uint64_t whole_ns;
	const uint8_t *end;             /* of what the cursor's window has */
	const uint8_t *record, *args;   /* the record, if it is not the first, and what of it was not read yet */
	int64_t time, before;           /* of the record, and of the one before it */
	uint32_t slot;                  /* of the thread's goroutine, or GT_NO_SLOT */
	uint16_t proc;                  /* its P, in short */
	uint8_t type;
};

/* What became of a record. */
enum taken { TAKEN, NOT_PLAIN, UNREADABLE };

GT_INLINE bool run_follows(const struct run *r, uint64_t n, struct v2_seq prev)
{
	return prev.gen == r->gen && n == prev.n + 1;
}

/* The slot of a goroutine that is in `status` and whose next counted event this is, or GT_NO_SLOT. */
GT_INLINE uint32_t ready_slot(const struct run *r, uint64_t id, uint64_t seq, uint8_t status)
{
	uint32_t *at = &r->o->recent[id % RECENT], slot = *at;
	const struct v2_g *g = &r->gs[slot];

	if (GT_UNLIKELY(g->id != id)) {
		slot = v2_slot_of(r->o, id);
		if (slot == GT_NO_SLOT)
			return slot;
		*at = slot;
		g = &r->gs[slot];
	}
	return g->status == status && run_follows(r, seq, g->seq) ? slot : GT_NO_SLOT;
}

GT_INLINE bool stack_known(const struct run *r, uint64_t id)
{
	return (id < r->nstacks && r->stacks[id].known) || id == 0;
}

GT_INLINE bool string_known(const struct run *r, uint64_t id)
{
	const struct gt_v2_table *t = &r->o->gen.strings;

	return (id < t->dense_len && t->dense[id].known) || id == 0;
}

/* The thread's goroutine is in `status`. */
GT_INLINE bool runs(const struct run *r, uint8_t status)
{
	return r->slot != GT_NO_SLOT && r->gs[r->slot].status == status;
}

/* The thread has another goroutine. */
GT_INLINE void run_set_g(struct run *r, uint64_t id, uint32_t slot)
{
	v2_set_g(r->m, id, slot);
	r->slot = slot;
}

GT_INLINE bool short_start(struct run *r, struct gt_short_event *e, uint64_t id, uint64_t seq)
{
	uint32_t slot = ready_slot(r, id, seq, GS_RUNNABLE);

	if (GT_UNLIKELY(slot == GT_NO_SLOT || r->m->g != GT_NONE))
		return false;
	r->gs[slot].status = GS_RUNNING;
	r->gs[slot].seq.n++;
	run_set_g(r, id, slot);
	e->sslot = slot;
	e->gslot = GT_NO_SLOT;
	e->stack2 = e->str = 0;
	return true;
}

/* GoBlock, GoStop. */
GT_INLINE bool short_stop(struct run *r, struct gt_short_event *e, uint64_t reason, uint64_t stack, uint8_t status)
{
	uint32_t slot = r->slot;

	if (GT_UNLIKELY(!runs(r, GS_RUNNING) || !string_known(r, reason) || !stack_known(r, stack)))
		return false;
	r->gs[slot].status = status;
	run_set_g(r, GT_NONE, GT_NO_SLOT);
	e->sslot = e->gslot = slot;
	e->stack2 = (uint32_t)stack;
	e->str = (uint32_t)reason;
	return true;
}

GT_INLINE bool short_unblock(const struct run *r, struct gt_short_event *e, uint64_t id, uint64_t seq, uint64_t stack)
{
	uint32_t slot = ready_slot(r, id, seq, GS_WAITING);

	if (GT_UNLIKELY(slot == GT_NO_SLOT || !stack_known(r, stack)))
		return false;
	r->gs[slot].status = GS_RUNNABLE;
	r->gs[slot].seq.n++;
	e->sslot = slot;
	e->gslot = r->slot;
	e->stack2 = e->str = 0;
	return true;
}

GT_INLINE bool short_syscall_begin(const struct run *r, struct gt_short_event *e, uint64_t seq, uint64_t stack)
{
	struct v2_p *p;

	if (GT_UNLIKELY(!runs(r, GS_RUNNING) || r->m->pidx == GT_MAP_NONE))
		return false;
	p = &r->o->ps[r->m->pidx];
	if (GT_UNLIKELY(!run_follows(r, seq, p->seq) || !stack_known(r, stack)))
		return false;
	r->gs[r->slot].status = GS_SYSCALL;
	p->status = PS_SYSCALL;
	p->seq.n++;
	e->sslot = e->gslot = r->slot;
	e->stack2 = (uint32_t)stack;
	e->str = 0;
	return true;
}

GT_INLINE bool short_syscall_end(const struct run *r, struct gt_short_event *e)
{
	if (GT_UNLIKELY(!runs(r, GS_SYSCALL) || r->m->pidx == GT_MAP_NONE || r->o->ps[r->m->pidx].status != PS_SYSCALL))
		return false;
	r->gs[r->slot].status = GS_RUNNING;
	r->o->ps[r->m->pidx].status = PS_RUNNING;
	e->sslot = e->gslot = r->slot;
	e->stack2 = e->str = 0;
	return true;
}

/* The types that have a rule here: their arguments without the time, + 1. */
static const uint8_t short_args[256] = {
	[GT_V2_GoStart] = 3, [GT_V2_GoBlock] = 3, [GT_V2_GoUnblock] = 4, [GT_V2_GoStop] = 3,
	[GT_V2_GoSyscallBegin] = 3, [GT_V2_GoSyscallEnd] = 1,
};

/* The next argument of the record: false if it cannot be read. */
GT_INLINE bool run_arg(struct run *r, uint64_t *v)
{
	r->args = gt_v2_varint(r->args, v);
	return GT_LIKELY(r->args != NULL);
}

/* The rule of a type, with the record's arguments. */
GT_INLINE bool short_rule(struct run *r, struct gt_short_event *e, uint8_t type, uint64_t a, uint64_t b, uint64_t c)
{
	/* Not a switch: the first three are nearly all. */
	if (GT_LIKELY(type == GT_V2_GoStart))
		return short_start(r, e, a, b);
	if (GT_LIKELY(type == GT_V2_GoBlock))
		return short_stop(r, e, a, b, GS_WAITING);
	if (GT_LIKELY(type == GT_V2_GoUnblock))
		return short_unblock(r, e, a, b, c);
	if (type == GT_V2_GoStop)
		return short_stop(r, e, a, b, GS_RUNNABLE);
	if (type == GT_V2_GoSyscallBegin)
		return short_syscall_begin(r, e, a, b);
	return type == GT_V2_GoSyscallEnd && short_syscall_end(r, e);
}

/* The record's event without its time and stream; unless it was taken, nothing has changed but r->args. */
GT_INLINE enum taken short_event(struct run *r, struct gt_short_event *e)
{
	uint8_t type = r->type;
	uint64_t a = 0, b = 0, c = 0;

	e->p = r->proc;
	e->type = type;
	if (GT_LIKELY(type != GT_V2_GoSyscallEnd)) {
		if (!run_arg(r, &a) || !run_arg(r, &b))
			return UNREADABLE;
		if (type == GT_V2_GoUnblock) {
			if (!run_arg(r, &c))
				return UNREADABLE;
			return GT_LIKELY(short_unblock(r, e, a, b, c)) ? TAKEN : NOT_PLAIN;
		}
	}
	return GT_LIKELY(short_rule(r, e, type, a, b, c)) ? TAKEN : NOT_PLAIN;
}

/* The type and time of the next record of the run's stream; false: it is not here, or not one of the types above. */
GT_INLINE bool next_short(struct run *r, const struct gt_v2_cursor *c)
{
	const uint8_t *p = r->args;
	uint64_t dt;

	r->record = p;
	r->before = r->time;
	if (GT_UNLIKELY(r->end - p < GT_V2_RECORD_MAX))
		return false;
	r->type = *p;
	if (GT_UNLIKELY(short_args[r->type] == 0) || GT_UNLIKELY(!(p = gt_v2_varint(p + 1, &dt))))
		return false;
	r->args = p;
	if (GT_LIKELY(r->whole_ns && dt < UINT64_C(1) << 46))
		dt *= r->whole_ns;
	else
		dt = (uint64_t)gt_v2_cursor_ns(c, dt);
	r->time = (int64_t)((uint64_t)r->time + dt);
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

/*
 * The run ends before its record, which the heap's first stream comes to: false if that has another form
 * than those above.
 */
GT_INLINE bool leave_run(const struct run *r, struct gt_v2_cursor *c)
{
	const uint8_t *p = r->record;
	uint64_t v[GT_V2_MAX_ARGS];

	if (!p)
		return true;
	for (unsigned i = 0; i < short_args[r->type]; i++)
		if (!(p = gt_v2_varint(i ? p : p + 1, &v[i])))
			return false;
	for (unsigned i = 1; i < short_args[r->type]; i++)
		c->args[i - 1] = v[i];
	c->in.p = p;
	c->off = gt_reader_off(&c->in, r->record);
	c->type = r->type;
	c->prev_time = r->before;
	c->time = r->time;
	return true;
}

/* The run ends where its records are not in short any more: the general code reads the next one. */
static int run_out(struct v2_order *o, const uint8_t *record, int64_t before)
{
	uint32_t stream = o->heap[0].cursor;
	struct gt_v2_cursor *c = &o->cursors[stream];
	int rc;

	c->in.p = record;
	o->heap[0].time = c->time = before;
	rc = v2_next_of(o, stream, c);
	if (rc < 0) {
		o->fault = rc;
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

/* The heap's first stream, if its thread is as a run wants it. */
GT_INLINE bool begin_run(struct v2_order *o, const struct gt_v2_cursor *c, struct run *r)
{
	struct v2_ctx *m = &o->ms[o->cursor_m[o->heap[0].cursor]];

	if (m->p >= GT_SHORT_NO_P || (m->slot != GT_NO_SLOT && o->gs[m->slot].id != m->g))
		return false;
	*r = (struct run){
		.o = o, .m = m, .gs = o->gs, .stacks = o->gen.stacks.dense, .nstacks = o->gen.stacks.dense_len,
		.gen = o->gen.gen, .whole_ns = c->whole_ns, .end = c->in.end,
		.time = c->time, .args = c->in.p, .slot = m->slot, .proc = (uint16_t)m->p, .type = c->type };
	return true;
}

/* Events of the stream that comes first, until another one does: false if not even one can be had here. */
static bool fill_run(struct v2_order *o, struct gt_order_batch *b)
{
	uint32_t stream = o->heap[0].cursor;
	struct gt_v2_cursor *c = &o->cursors[stream];
	struct gt_short_event *e = &b->ev[b->n], *stop = &b->ev[GT_ORDER_BATCH - 2];
	int64_t end = end_of_run(o), last = o->last_time, time = c->time, raw = time;
	const uint8_t *done = NULL, *prior = NULL; /* records of the last event, of the one before; NULL: the first */
	uint64_t off, before;
	enum taken taken;
	struct run r;
	bool here;

	if (time > end || !begin_run(o, c, &r))
		return false;
	if (time <= last && (time = v2_after(last)) > o->time_max)
		return false;
	e->p = r.proc;
	e->type = r.type;
	if (!short_rule(&r, e, r.type, c->args[0], c->args[1], c->args[2]))
		return false;
	for (;;) {
		if (GT_UNLIKELY(raw <= last))
			v2_moved(o, raw, last, time);
		e->time = last = time;
		e++;
		here = next_short(&r, c);
		if (GT_UNLIKELY(!here))
			break;
		if (GT_UNLIKELY(r.time > end || e == stop))
			break;
		time = raw = r.time;
		if (GT_UNLIKELY(time <= last) && (time = v2_after(last)) > o->time_max)
			break;
		taken = short_event(&r, e);
		if (GT_UNLIKELY(taken != TAKEN)) {
			here = taken == NOT_PLAIN;
			break;
		}
		prior = done;
		done = r.record;
	}
	/* Now: where the window is may change below. */
	off = done ? gt_reader_off(&c->in, done) : c->off;
	before = prior ? gt_reader_off(&c->in, prior) : c->off;
	if (here && leave_run(&r, c)) {
		v2_sift_down(o->heap, o->nheap, 0, r.time, stream);
	} else if (run_out(o, r.record, r.before) < 0) {
		/* Go reads the next record of a thread before it gives an event: one before a fault is not given. */
		e--;
		last = e > &b->ev[b->n] ? e[-1].time : o->last_time;
		off = before;
	}
	if (end_stretch(b, stream, (int)(e - b->ev))) {
		b->off = off;
		o->last_time = last;
	}
	return true;
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
	/* As in v2_next. */
	do {
		while (!o->fault && b->n + 3 <= GT_ORDER_BATCH && v2_has_more(o)) {
			bool plain = !o->parked && !o->salvage && o->nheap > 0 && o->ngs > 0 &&
				     o->cursor_m[o->heap[0].cursor] != UINT32_MAX;

			if (!plain || !fill_run(o, b))
				fill_step(o, b);
		}
		if (o->fault && v2_stopped(o, err) < 0)
			return o->fault;
	} while (!b->n && v2_has_more(o));
	o->tries += (uint64_t)b->n * GT_TRIES_PER_EVENT;
	return b->n;
}

/* The usual events of a v1 trace in short: starts, ends of running, wake-ups, begins of calls, in one loop. */
#include "order/v1state.h"

/*
 * Nearly all events are of these types, and what the merge (v1merge.c) and the state machine (v1rules.c) ask of them
 * are a few fields of one goroutine.  Here a stream's records are decoded, compared with all rules of both, and
 * carried out, until another stream's turn comes.  A record that breaks a rule, or is of another type or form, ends
 * the run before anything is changed, and the general code takes it.
 */
enum v1_class { NOT_HERE, STARTS, STARTS_LOCAL, LEAVES, CALLS, WAKES, WAKES_LOCAL };

static const uint8_t usual[64] = {
	[GT_V1_GoStart] = STARTS, [GT_V1_GoStartLocal] = STARTS_LOCAL,
	[GT_V1_GoSched] = LEAVES, [GT_V1_GoPreempt] = LEAVES, [GT_V1_GoSleep] = LEAVES, [GT_V1_GoBlock] = LEAVES,
	[GT_V1_GoBlockSend] = LEAVES, [GT_V1_GoBlockRecv] = LEAVES, [GT_V1_GoBlockSelect] = LEAVES,
	[GT_V1_GoBlockSync] = LEAVES, [GT_V1_GoBlockCond] = LEAVES, [GT_V1_GoBlockNet] = LEAVES,
	[GT_V1_GoBlockGC] = LEAVES,
	[GT_V1_GoUnblock] = WAKES, [GT_V1_GoUnblockLocal] = WAKES_LOCAL,
	[GT_V1_GoSysCall] = CALLS,
};

void v1_run_init(struct v1_order *o)
{
	const struct gt_v1_layout *l = &o->file.layout;

	/* Only GoUnblock has so many values that their length comes first. */
	for (unsigned byte = 0; byte < 256; byte++)
		if (l->form[byte].kind == ((byte & 63) == GT_V1_GoUnblock ? GT_V1_LONG : GT_V1_INLINE))
			o->usual[byte] = usual[byte & 63];
}

/* A stream's turn. */
struct run {
	struct v1_merge *m;
	struct v1_proc *p;
	const uint8_t *at;       /* the next value of the record, NULL: it cannot be read here */
	const uint8_t *stop;     /* where the record ends, if it says so */
	int64_t ticks;           /* of the event */
	uint64_t cur;            /* the P's goroutine */
	uint32_t cur_slot;
	const struct gt_v2_table *stacks;
	uint32_t changed;        /* slot of the goroutine that the event changes in the merge, or V1_NO_KEY */
};

GT_INLINE uint64_t next_value(struct run *r)
{
	uint64_t v = 0;

	if (GT_LIKELY(r->at != NULL))
		r->at = gt_v1_cursor_number(r->at, &v);
	return v;
}

/*
 * The goroutine may change: what the merge asks (v1_ready in v1merge.c).  Only a damaged file runs those without a
 * slot of their own, goroutine 0 and the GC: they go the long way.
 */
GT_INLINE bool may_change(const struct v1_g *g, uint8_t status, bool counted, uint64_t seq)
{
	return g->status == status && g->exists && (!counted || g->seq == seq);
}

/* It does (change() in v1merge.c). */
GT_INLINE void now_is(struct run *r, struct v1_g *g, uint8_t status, bool counts)
{
	g->status = status;
	g->ticks = r->ticks;
	g->seq += counts;
}

/* A first start goes the long way: it has a stack of its own, and is told to be the first. */
GT_INLINE bool run_start(struct run *r, struct gt_short_event *e, bool counted)
{
	uint64_t id = next_value(r), seq = counted ? next_value(r) : 0;
	uint32_t slot;
	struct v1_g *g;

	if (GT_UNLIKELY(!r->at || r->p->g != V1_SLOT_NONE))
		return false;
	slot = v1_slot(r->m, id);
	g = &r->m->gs[slot];
	if (GT_UNLIKELY(!may_change(g, V1_RUNNABLE, counted, seq) || g->state != V1_RUNNABLE || g->unstarted ||
			slot <= V1_SLOT_GC))
		return false;
	now_is(r, g, V1_RUNNING, true);
	g->state = V1_RUNNING;
	g->last = 0;
	r->p->g = r->cur_slot = r->changed = slot;
	r->cur = id;
	e->type = GT_V1_GoStart;
	e->sslot = e->gslot = slot;
	e->stack2 = 0;
	return true;
}

/* The goroutine stops, or begins a call. */
GT_INLINE bool run_leave(struct run *r, struct gt_short_event *e, uint8_t type, bool stops)
{
	uint64_t stack = next_value(r);
	uint32_t slot = r->cur_slot;
	struct v1_g *g = &r->m->gs[slot];

	if (GT_UNLIKELY(!r->at || g->state != V1_RUNNING || !g->exists || r->p->g != slot || slot <= V1_SLOT_GC ||
			stack > UINT32_MAX || !gt_v2_table_has(r->stacks, stack) || (stops && g->status != V1_RUNNING)))
		return false;
	g->last = type;
	r->changed = V1_NO_KEY;
	if (stops) {
		now_is(r, g, v1_types[type].to, false);
		g->state = v1_types[type].to;
		r->p->g = r->cur_slot = V1_SLOT_NONE;
		r->cur = 0;
		r->changed = slot;
	}
	e->type = type;
	e->sslot = e->gslot = slot;
	e->stack2 = (uint32_t)stack;
	return true;
}

/* Who waited for the network is woken by nobody's goroutine: the long way. */
GT_INLINE bool run_wake(struct run *r, struct gt_short_event *e, bool counted)
{
	uint64_t id = next_value(r), seq = counted ? next_value(r) : 0;
	const struct v1_g *g;
	struct v1_g *target;
	uint64_t stack;
	uint32_t slot;

	/* An index does not keep the stack. */
	stack = next_value(r);
	if (GT_UNLIKELY(!r->at || (counted && r->at != r->stop) || r->p->g != r->cur_slot ||
			!gt_v2_table_has(r->stacks, stack)))
		return false;
	slot = v1_slot(r->m, id);
	target = &r->m->gs[slot];
	g = &r->m->gs[r->cur_slot];
	if (GT_UNLIKELY(!may_change(target, V1_WAITING, counted, seq) || target->state != V1_WAITING ||
			target->last == GT_V1_GoBlockNet || g->state != V1_RUNNING || !g->exists ||
			slot <= V1_SLOT_GC || r->cur_slot <= V1_SLOT_GC))
		return false;
	now_is(r, target, V1_RUNNABLE, true);
	target->state = V1_RUNNABLE;
	target->last = GT_V1_GoUnblock;
	r->changed = slot;
	e->type = GT_V1_GoUnblock;
	e->sslot = slot;
	e->gslot = r->cur_slot;
	e->stack2 = 0;
	return true;
}

/* The event of a record of this class, without its time and P; false: nothing has changed. */
GT_INLINE bool run_event(struct run *r, struct gt_short_event *e, uint8_t class, uint8_t type)
{
	switch (class) {
	case STARTS:
		return run_start(r, e, true);
	case STARTS_LOCAL:
		return run_start(r, e, false);
	case LEAVES:
		return run_leave(r, e, type, true);
	case CALLS:
		return run_leave(r, e, type, false);
	case WAKES:
		return run_wake(r, e, true);
	default:
		return run_wake(r, e, false);
	}
}

/* The last key that `stream` may have to come before all others; false: not to be said. */
static bool end_of_turn(const struct v1_merge *m, uint32_t stream, int64_t *end)
{
	*end = m->limit;
	if (m->nheap > 0) {
		if (m->heap[0].key == INT64_MIN)
			return false;
		if (m->heap[0].key - (m->heap[0].stream < stream) < *end)
			*end = m->heap[0].key - (m->heap[0].stream < stream);
	}
	return true;
}

/* The time of an event at `ticks`, which are not before `last`, the last event's; false: out of the usual. */
GT_INLINE bool run_time(const struct v1_order *o, int64_t ticks, int64_t *time)
{
	uint64_t since = (uint64_t)ticks - (uint64_t)o->first_ticks;
	double ns = (double)(int64_t)since * o->ns_per_tick;

	if (GT_UNLIKELY((int64_t)since < 0 || !(ns < (double)GT_LAST_NS)))
		return false;
	*time = (int64_t)ns;
	return true;
}

/*
 * The events of `top` from the one that it holds on, until its turn is over: false if not even one can be had here.
 * The cursor is taken back to before its record, and afterwards stands behind the last one that was given out.
 */
static bool run_stream(struct v1_order *o, struct gt_order_batch *b)
{
	struct v1_merge *m = &o->merge;
	uint32_t stream = m->top.stream;
	struct v1_stream *st = &m->streams[stream];
	struct gt_v1_cursor *c = &st->c;
	struct run r = { .m = m, .p = &o->procs[stream], .cur = st->before, .cur_slot = st->before_slot,
			 .stacks = &o->file.gen.stacks };
	struct gt_short_event *e = &b->ev[b->n], *first = e, *stop = &b->ev[GT_ORDER_BATCH];
	int64_t ticks = c->prev_ticks, end, time;
	int64_t earliest = m->last_ticks > o->last_ticks ? m->last_ticks : o->last_ticks;
	const uint8_t *p, *last = NULL;

	if (!usual[c->type] || r.p->p >= GT_SHORT_NO_P || !end_of_turn(m, stream, &end))
		return false;
	p = c->in.end - (c->in.end_off - c->off);
	while (e < stop && c->in.end - p >= GT_V1_RECORD_MAX) {
		uint8_t class = o->usual[*p];

		r.at = class == WAKES ? p + 2 : p + 1;
		r.stop = r.at + p[1];
		r.ticks = (int64_t)((uint64_t)ticks + next_value(&r));
		if (GT_UNLIKELY(!class || r.ticks > end || r.ticks < earliest || !run_time(o, r.ticks, &time) ||
				!run_event(&r, e, class, *p & 63)))
			break;
		e->time = time;
		e->str = 0;
		e->p = (uint16_t)r.p->p;
		if (e++ > first)
			m->tries += GT_TRIES_PER_EVENT;   /* as v1_advance does, which comes after the last one */
		earliest = ticks = r.ticks;
		last = p;
		p = r.at;
		m->given = true;
		if (GT_UNLIKELY(r.changed != V1_NO_KEY && m->gs[r.changed].waiting != V1_NO_STREAM)) {
			v1_wake(m, r.changed);
			if (m->tries == 0 || !end_of_turn(m, stream, &end))
				break;
		}
	}
	if (e == first)
		return false;
	c->in.p = p;
	c->ticks = ticks;
	st->cur = r.cur;
	st->cur_slot = r.cur_slot;
	o->last_ticks = m->last_ticks = ticks;
	m->have_ticks = true;
	o->last_time = e[-1].time;
	b->off = gt_reader_off(&c->in, last);
	b->runs[b->nruns++] = (struct gt_order_run){ GT_V1_STREAM(stream, GT_V1_PLAIN), (uint32_t)(e - first) };
	b->n += (int)(e - first);
	return true;
}

int v1_run(struct v1_order *o, struct gt_order_batch *b, struct gt_error *err)
{
	const struct v1_merge *m = &o->merge;

	while (b->n < GT_ORDER_BATCH) {
		int rc = v1_step(&o->merge, err);

		if (rc < 0)
			return rc;
		if (m->top.stream == V1_NO_STREAM || m->top.key > m->limit || !run_stream(o, b))
			break;
	}
	return 0;
}

/* The usual events of a v1 trace: starts, ends of running, wake-ups, begins of calls, in one loop. */
#include "order/v1state.h"
#include "order/v1step.h"

/*
 * Nearly all events are of these types, and what the merge asks of them (v1step.h) and what the state
 * machine does (v1rules.c) are a few fields of one goroutine.  Each is first compared with the rules of both.
 * If it keeps them, it is carried out here; if not, nothing has been changed, and the general code finds out
 * what is wrong.
 */
enum { NOT_HERE, STARTS, LEAVES, WAKES, CALLS };

static const uint8_t usual[64] = {
	[GT_V1_GoStart] = STARTS, [GT_V1_GoStartLocal] = STARTS,
	[GT_V1_GoSched] = LEAVES, [GT_V1_GoPreempt] = LEAVES, [GT_V1_GoSleep] = LEAVES, [GT_V1_GoBlock] = LEAVES,
	[GT_V1_GoBlockSend] = LEAVES, [GT_V1_GoBlockRecv] = LEAVES, [GT_V1_GoBlockSelect] = LEAVES,
	[GT_V1_GoBlockSync] = LEAVES, [GT_V1_GoBlockCond] = LEAVES, [GT_V1_GoBlockNet] = LEAVES,
	[GT_V1_GoBlockGC] = LEAVES,
	[GT_V1_GoUnblock] = WAKES, [GT_V1_GoUnblockLocal] = WAKES,
	[GT_V1_GoSysCall] = CALLS,
};

/* The merge's part of an event that may come (change() in v1merge.c). */
GT_INLINE void note_change(struct v1_g *g, const struct v1_type *k, int64_t ticks)
{
	g->status = k->to;
	g->ticks = ticks;
	g->seq += k->counts;
}

static bool run_start(struct v1_order *o, const struct v1_stream *st, struct v1_proc *p, struct gt_event *e)
{
	struct v1_g *g = &o->merge.gs[st->key];

	if (g->state != V1_RUNNABLE || !g->exists || p->g != V1_SLOT_NONE || st->key <= V1_SLOT_GC)
		return false;
	v1_decode_event(e, &st->c, st->g);
	e->gslot = e->sslot = st->key;
	g->state = V1_RUNNING;
	g->last = 0;
	p->g = st->key;
	if (g->unstarted) {
		g->unstarted = false;
		e->fresh = 1;
		e->stack = g->create_stack;
	}
	return true;
}

static bool run_leave(struct v1_order *o, const struct v1_stream *st, struct v1_proc *p, struct gt_event *e)
{
	struct v1_g *g = &o->merge.gs[st->g_slot];

	if (g->state != V1_RUNNING || !g->exists || p->g != st->g_slot || st->g_slot <= V1_SLOT_GC)
		return false;
	v1_decode_event(e, &st->c, st->g);
	e->gslot = e->sslot = st->g_slot;
	if (v1_types[st->c.type].move == V1_LEAVES) {
		g->state = v1_types[st->c.type].to;
		g->last = e->type;
		p->g = V1_SLOT_NONE;
	} else {
		g->last = GT_V1_GoSysCall;
	}
	return true;
}

static bool run_wake(struct v1_order *o, const struct v1_stream *st, struct v1_proc *p, struct gt_event *e)
{
	struct v1_g *g = &o->merge.gs[st->g_slot], *target = &o->merge.gs[st->key];

	if (g->state != V1_RUNNING || p->g != st->g_slot || target->state != V1_WAITING || !target->exists ||
	    target->last == GT_V1_GoBlockNet || st->key <= V1_SLOT_GC)
		return false;
	v1_decode_event(e, &st->c, st->g);
	e->gslot = st->g_slot > V1_SLOT_GC && g->exists ? st->g_slot : GT_NO_SLOT;
	e->sslot = st->key;
	target->state = V1_RUNNABLE;
	target->last = GT_V1_GoUnblock;
	return true;
}

/* The event of `top` as a whole; false: it has to go the long way. */
GT_INLINE bool run_top(struct v1_order *o, struct gt_event *e)
{
	struct v1_merge *m = &o->merge;
	uint32_t stream = m->top.stream;
	struct v1_stream *st = &m->streams[stream];
	struct v1_proc *p = &o->procs[stream];
	int64_t ticks = st->c.ticks, time = o->last_time;
	bool done;

	if (GT_UNLIKELY(ticks < m->last_ticks || ticks < o->last_ticks || !v1_ready(m, st)))
		return false;
	if (ticks > o->last_ticks)
		time = gt_v1_ns(ticks, o->first_ticks, o->ns_per_tick);
	if (GT_UNLIKELY(time == GT_LAST_NS))
		return false;
	switch (usual[st->c.type]) {
	case STARTS:
		done = run_start(o, st, p, e);
		break;
	case LEAVES:
	case CALLS:
		done = run_leave(o, st, p, e);
		break;
	case WAKES:
		done = run_wake(o, st, p, e);
		break;
	default:
		return false;
	}
	if (GT_UNLIKELY(!done))
		return false;
	e->m = p->thread;
	e->p = p->p;
	e->stream = GT_V1_STREAM(stream, e->fresh ? GT_V1_FIRST : GT_V1_PLAIN);
	e->time = o->last_time = time;
	o->last_ticks = m->last_ticks = ticks;
	m->have_ticks = true;
	if (st->key != V1_NO_KEY)
		note_change(&m->gs[st->key], &v1_types[st->c.type], ticks);
	m->given = true;
	return true;
}

int v1_run(struct v1_order *o, struct gt_event *buf, int n, int *rc, struct gt_error *err)
{
	struct v1_merge *m = &o->merge;
	int have = 0;

	for (; have < n; have++) {
		*rc = v1_step(m, err);
		if (*rc < 0 || m->top.stream == V1_NO_STREAM || m->top.key > m->limit || !run_top(o, &buf[have]))
			break;
	}
	return have;
}

/* From frequent events in short to rows: what build_sched.c does with them where nothing is unusual. */
#include "index/build/builder.h"

#include "wire/v2/v2events.h"

/* What events in short mean.  The others are GT_G_UNDETERMINED here. */
static const struct { uint8_t from, to; } changes[GT_V2_TYPES] = {
	[GT_V2_GoStart] = { GT_G_RUNNABLE, GT_G_RUNNING },
	[GT_V2_GoBlock] = { GT_G_RUNNING, GT_G_WAITING },
	[GT_V2_GoStop] = { GT_G_RUNNING, GT_G_RUNNABLE },
	[GT_V2_GoUnblock] = { GT_G_WAITING, GT_G_RUNNABLE },
	[GT_V2_GoSyscallBegin] = { GT_G_RUNNING, GT_G_SYSCALL },
	[GT_V2_GoSyscallEnd] = { GT_G_SYSCALL, GT_G_RUNNING },
};

/* Something is unusual: the event goes the way of all others. */
static void in_full(struct gt_builder *w, const struct gt_short_event *s, int64_t t)
{
	struct gt_event e = {
		.time = s->time, .p = s->p == GT_SHORT_NO_P ? GT_NONE : s->p, .subject = GT_NONE, .stack2 = s->stack2,
		.str = s->str, .gslot = s->gslot, .sslot = s->sslot, .stream = s->stream, .type = s->type,
		.kind = GT_EV_G_STATE, .from = changes[s->type].from, .to = changes[s->type].to,
		.off = GT_NO_OFFSET, .m = GT_NONE, .g = GT_NONE };

	w->at = &e;
	gt_builder_g_state(w, &e, t);
	w->at = NULL;
}

/* The goroutine's P, if the builder knows it; else NULL. */
GT_INLINE struct gt_build_p *short_proc(struct gt_builder *w, const struct gt_short_event *s)
{
	if (GT_UNLIKELY(s->p >= GT_DENSE_PROCS || !w->proc_row_of[s->p]))
		return NULL;
	return &w->ps[w->proc_row_of[s->p] - 1];
}

/* The goroutine has come to a state. */
GT_INLINE void short_became(struct gt_goroutine *g, const struct gt_short_event *s, uint8_t state, int64_t t,
			    uint32_t stack, uint32_t reason)
{
	g->mid = GT_NO_TIME;
	g->since = t;
	g->state = state;
	g->last_type = s->type;
	g->end_stack = stack;
	g->end_reason = reason;
	g->forever = false;
}

/* Each of these: false, and nothing has changed, if something is unusual. */

GT_INLINE bool take_start(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s, int64_t t)
{
	struct gt_build_p *p = short_proc(w, s);
	uint32_t proc_row;

	if (GT_UNLIKELY(!p || p->slot != GT_NO_SLOT || bg->on))
		return false;
	proc_row = (uint32_t)(p - w->ps);
	if (GT_UNLIKELY(bg->g->start == GT_NO_TIME))
		bg->g->start = t;
	bg->on = true;
	bg->t0 = t;
	bg->proc_row = proc_row;
	bg->label = 0;
	bg->start_type = s->type;
	bg->slice_flags = 0;
	p->slot = s->sslot;
	w->store->open_slices[proc_row] = (struct gt_open_slice){ t, true };
	short_became(bg->g, s, GT_G_RUNNING, t, 0, 0);
	gt_count_change(w->store, t, GT_COUNT_RUNNABLE, GT_COUNT_RUNNING);
	return true;
}

GT_INLINE bool take_stop(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s, int64_t t,
			  uint8_t to)
{
	uint32_t stack, reason;

	if (GT_UNLIKELY(!bg->on || (bg->slice_flags & GT_SLICE_CUT) != 0))
		return false;
	stack = gt_builder_stack(w, s->stack2);
	reason = gt_builder_string(w, s->str);
	if (GT_UNLIKELY(bg->g->func == 0 && stack != 0))
		gt_builder_name_goroutine(w, bg->g, stack);
	gt_builder_end_slice(w, bg, &(struct gt_slice){
		.t0 = bg->t0, .t1 = t, .proc_row = bg->proc_row, .g = bg->row, .end_stack = stack, .label = bg->label,
		.reason = reason, .ready = bg->ready, .waker = bg->g->waker, .start_type = bg->start_type,
		.end_type = s->type, .ready_type = bg->ready_type, .flags = bg->slice_flags,
		.start_n = GT_NONE, .end_n = GT_NONE, .ready_n = GT_NONE });
	short_became(bg->g, s, to, t, stack, reason);
	if (to == GT_G_RUNNABLE) {
		bg->ready = t;
		bg->ready_type = s->type;
		if (reason == w->preempted)
			gt_instant_add(w->store, GT_INSTANT_PREEMPT, bg->proc_row, t, bg->row);
	} else {
		bg->g->forever = reason != 0 && reason == w->forever;
	}
	gt_count_change(w->store, t, GT_COUNT_RUNNING, to == GT_G_RUNNABLE ? GT_COUNT_RUNNABLE : GT_COUNT_WAITING);
	return true;
}

GT_INLINE bool take_unblock(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s, int64_t t)
{
	struct gt_build_p *p = short_proc(w, s);

	/* Without a goroutine that did it, or after a wait for the network, it is to be told who did. */
	if (GT_UNLIKELY(!p || bg->on || s->gslot == GT_NO_SLOT || bg->g->end_reason == w->network))
		return false;
	bg->ready = t;
	bg->ready_type = s->type;
	bg->g->waker = gt_builder_row(w, s->gslot);
	gt_instant_add(w->store, GT_INSTANT_UNBLOCK, (uint32_t)(p - w->ps), t, bg->row);
	short_became(bg->g, s, GT_G_RUNNABLE, t, 0, 0);
	gt_count_change(w->store, t, GT_COUNT_WAITING, GT_COUNT_RUNNABLE);
	return true;
}

/* The rule's part of an event of a goroutine that is known. */
GT_INLINE bool take_event(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s, int64_t t)
{
	switch (s->type) {
	case GT_V2_GoStart:
		return take_start(w, bg, s, t);
	case GT_V2_GoBlock:
		return take_stop(w, bg, s, t, GT_G_WAITING);
	case GT_V2_GoUnblock:
		return take_unblock(w, bg, s, t);
	case GT_V2_GoStop:
		return take_stop(w, bg, s, t, GT_G_RUNNABLE);
	default:
		return false;
	}
}

int gt_builder_short(struct gt_builder *w, const struct gt_short_event *ev, int n)
{
	uint64_t *counts = w->b->event_counts;
	int64_t base = w->base;
	int i;

	for (i = 0; i < n && ev[i].type != GT_SHORT_FULL; i++) {
		const struct gt_short_event *s = &ev[i];
		int64_t t = s->time - base;
		struct gt_build_g *bg = gt_builder_slot_at(w, s->sslot);

		gt_order_record(w->store, s->stream);
		counts[s->type]++;
		if (GT_UNLIKELY(!bg->g || !take_event(w, bg, s, t)))
			in_full(w, s, t);
	}
	w->events += (uint64_t)i;
	return i;
}

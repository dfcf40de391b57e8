/* From frequent events of v1 in short to rows: what build_v1.c does with them where nothing is unusual. */
#include "index/build/builder.h"

#include "order/meaning.h"
#include "wire/v1/v1events.h"

/* Something is unusual: the event goes the way of all others. */
static void v1short_in_full(struct gt_builder *w, const struct gt_short_event *s, int64_t t)
{
	struct gt_event e = {
		.time = s->time, .p = s->p, .subject = GT_NONE, .stack = s->stack2, .stack2 = s->stack2,
		.gslot = s->gslot, .sslot = s->sslot, .type = s->type, .kind = GT_EV_G_STATE,
		.from = gt_v1_meanings[s->type].from, .to = gt_v1_meanings[s->type].to, .off = GT_NO_OFFSET,
		.m = GT_NONE, .g = GT_NONE };

	w->at = &e;
	gt_builder_v1_g_state(w, &e, t);
	w->at = NULL;
}

/* The goroutine has come to a state from another: what set_state in build_v1.c does. */
GT_INLINE void v1short_became(struct gt_builder *w, struct gt_goroutine *g, uint8_t type, uint8_t from, uint8_t to,
			      int64_t t, uint32_t stack, uint32_t reason)
{
	g->mid = GT_NO_TIME;
	g->since = t;
	g->end_stack = stack;
	g->end_reason = reason;
	g->state = to;
	g->last_type = type;
	g->forever = false;
	((struct gt_incarnation *)g)->v1.last_n = w->event_n;
	gt_count_change(w->store, t, gt_count_of(from), gt_count_of(to));
}

/* Each of these: false, and nothing has changed, if something is unusual. */

GT_INLINE bool v1short_start(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s,
			      int64_t t)
{
	uint32_t proc_row = gt_builder_short_proc(w, s);
	struct gt_goroutine *g = bg->g;

	if (GT_UNLIKELY(g->state != GT_G_RUNNABLE || proc_row == GT_NO_ROW || bg->on ||
			w->ps[proc_row].slot != GT_NO_SLOT))
		return false;
	if (GT_UNLIKELY(g->start == GT_NO_TIME))
		g->start = t;
	bg->call_t0 = GT_NO_TIME;
	bg->start_n = w->event_n;
	bg->on = true;
	bg->t0 = t;
	bg->proc_row = proc_row;
	bg->label = 0;
	bg->start_type = GT_V1_GoStart;
	bg->slice_flags = 0;
	w->ps[proc_row].slot = s->sslot;
	w->store->open_slices[proc_row] = (struct gt_open_slice){ t, true };
	v1short_became(w, g, GT_V1_GoStart, GT_G_RUNNABLE, GT_G_RUNNING, t, 0, 0);
	return true;
}

/* The goroutine leaves its P, to wait or (`ready`) to run on. */
GT_INLINE bool v1short_leave(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s,
			     int64_t t, bool ready)
{
	struct gt_goroutine *g = bg->g;
	uint32_t stack, reason;
	uint8_t type = s->type;

	if (GT_UNLIKELY(g->state != GT_G_RUNNING || !bg->on || bg->slice_flags & GT_SLICE_CUT))
		return false;
	stack = gt_builder_stack(w, s->stack2);
	reason = w->reasons[type];
	if (GT_UNLIKELY(bg->call_t0 != GT_NO_TIME))
		gt_builder_v1_flush_call(w, bg);
	gt_builder_end_slice(w, bg, &(struct gt_slice){
		.t0 = bg->t0, .t1 = t, .proc_row = bg->proc_row, .g = bg->row, .end_stack = stack, .label = bg->label,
		.reason = reason, .ready = bg->ready, .waker = g->waker, .start_type = bg->start_type,
		.end_type = type, .ready_type = bg->ready_type, .flags = bg->slice_flags,
		.start_n = bg->start_n, .end_n = w->event_n > bg->start_n ? w->event_n : GT_NONE,
		.ready_n = bg->ready_n });
	if (ready) {
		if (type == GT_V1_GoPreempt)
			gt_instant_add(w->store, GT_INSTANT_PREEMPT, bg->proc_row, t, bg->row);
		bg->ready = t;
		bg->ready_type = type;
		bg->ready_n = w->event_n;
	}
	v1short_became(w, g, type, GT_G_RUNNING, ready ? GT_G_RUNNABLE : GT_G_WAITING, t, stack, reason);
	return true;
}

GT_INLINE bool v1short_wake(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s,
			      int64_t t)
{
	uint32_t proc_row = gt_builder_short_proc(w, s);
	struct gt_goroutine *g = bg->g;

	/* Without a goroutine that did it, or after a wait for the network, it is to be told who did. */
	if (GT_UNLIKELY(g->state != GT_G_WAITING || proc_row == GT_NO_ROW || bg->on || s->gslot == GT_NO_SLOT ||
			g->end_reason == w->network))
		return false;
	gt_instant_add(w->store, GT_INSTANT_UNBLOCK, proc_row, t, bg->row);
	bg->ready = t;
	bg->ready_type = GT_V1_GoUnblock;
	bg->ready_n = w->event_n;
	g->waker = gt_builder_row(w, s->gslot);
	v1short_became(w, g, GT_V1_GoUnblock, GT_G_WAITING, GT_G_RUNNABLE, t, 0, 0);
	return true;
}

GT_INLINE bool v1short_call(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s,
			      int64_t t)
{
	if (GT_UNLIKELY(!bg->on))
		return false;
	gt_builder_v1_flush_call(w, bg);
	bg->call_t0 = t;
	bg->call_known = true;
	bg->call_stack = gt_builder_stack(w, s->stack2);
	return true;
}

GT_INLINE bool v1short_event(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s,
			      int64_t t)
{
	uint8_t type = s->type;

	/* Not a switch: most are of these. */
	if (GT_LIKELY(type == GT_V1_GoStart))
		return v1short_start(w, bg, s, t);
	if (GT_LIKELY(type == GT_V1_GoUnblock))
		return v1short_wake(w, bg, s, t);
	if (type == GT_V1_GoSysCall)
		return v1short_call(w, bg, s, t);
	if (gt_v1_meanings[type].to == GT_G_RUNNABLE)
		return v1short_leave(w, bg, s, t, true);
	return v1short_leave(w, bg, s, t, false);
}

int gt_builder_v1_short(struct gt_builder *w, const struct gt_short_event *ev, int n)
{
	uint64_t *counts = w->b->event_counts, first = w->events;
	int i;

	for (i = 0; i < n && ev[i].type != GT_SHORT_FULL; i++) {
		const struct gt_short_event *s = &ev[i];
		struct gt_build_g *bg = gt_builder_slot_at(w, s->sslot);
		int64_t t = s->time - w->base;

		counts[s->type]++;
		w->event_n = first + (uint64_t)i;
		if (GT_UNLIKELY(!bg->g || !v1short_event(w, bg, s, t)))
			v1short_in_full(w, s, t);
	}
	w->events = first + (uint64_t)i;
	return i;
}

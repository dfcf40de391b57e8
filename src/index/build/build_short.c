/* From frequent events in short to rows: what build_sched.c does with them where nothing is unusual. */
#include "index/build/builder.h"

#include "order/meaning.h"
#include "wire/v2/v2events.h"

/* Something is unusual: the event goes the way of all others. */
static void in_full(struct gt_builder *w, const struct gt_short_event *s)
{
	struct gt_event e = {
		.time = s->time, .p = s->p == GT_SHORT_NO_P ? GT_NONE : s->p, .subject = GT_NONE, .stack2 = s->stack2,
		.str = s->str, .gslot = s->gslot, .sslot = s->sslot, .type = s->type,
		.kind = GT_EV_G_STATE, .from = gt_v2_meanings[s->type].from, .to = gt_v2_meanings[s->type].to,
		.off = GT_NO_OFFSET, .m = GT_NONE, .g = GT_NONE };

	w->at = &e;
	gt_builder_g_state(w, &e, s->time - w->base);
	w->at = NULL;
}

/* The goroutine has come to a state. */
GT_INLINE void short_became(struct gt_goroutine *g, uint8_t type, uint8_t state, int64_t t, uint32_t stack,
			    uint32_t reason)
{
	g->mid = GT_NO_TIME;
	g->since = t;
	g->end_stack = stack;
	g->end_reason = reason;
	g->state = state;
	g->last_type = type;
	g->forever = false;
}

/* Each of these: false, and nothing has changed, if something is unusual. */

GT_INLINE bool take_start(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s, int64_t t)
{
	uint32_t proc_row = gt_builder_short_proc(w, s);
	struct gt_goroutine *g = bg->g;

	if (GT_UNLIKELY(!g || proc_row == GT_NO_ROW || w->ps[proc_row].slot != GT_NO_SLOT || bg->on))
		return false;
	if (GT_UNLIKELY(g->start == GT_NO_TIME))
		g->start = t;
	bg->on = true;
	bg->t0 = t;
	bg->proc_row = proc_row;
	bg->label = 0;
	bg->start_type = GT_V2_GoStart;
	bg->slice_flags = 0;
	w->ps[proc_row].slot = s->sslot;
	w->store->open_slices[proc_row] = (struct gt_open_slice){ t, true };
	short_became(g, GT_V2_GoStart, GT_G_RUNNING, t, 0, 0);
	gt_count_change(w->store, t, GT_COUNT_RUNNABLE, GT_COUNT_RUNNING);
	return true;
}

/* The goroutine leaves its P. */
GT_INLINE void take_end(struct gt_builder *w, struct gt_build_g *bg, int64_t t, uint32_t stack, uint32_t reason,
			uint8_t type)
{
	struct gt_goroutine *g = bg->g;

	if (GT_UNLIKELY(g->func == 0 && stack != 0))
		gt_builder_name_goroutine(w, g, stack);
	gt_builder_end_slice(w, bg, &(struct gt_slice){
		.t0 = bg->t0, .t1 = t, .proc_row = bg->proc_row, .g = bg->row, .end_stack = stack, .label = bg->label,
		.reason = reason, .ready = bg->ready, .waker = g->waker, .start_type = bg->start_type,
		.end_type = type, .ready_type = bg->ready_type, .flags = bg->slice_flags,
		.start_n = GT_NONE, .end_n = GT_NONE, .ready_n = GT_NONE });
}

GT_INLINE bool take_block(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s, int64_t t)
{
	uint32_t stack, reason;

	if (GT_UNLIKELY(!bg->on || (bg->slice_flags & GT_SLICE_CUT) != 0))
		return false;
	stack = gt_builder_stack(w, s->stack2);
	reason = gt_builder_string(w, s->str);
	take_end(w, bg, t, stack, reason, GT_V2_GoBlock);
	short_became(bg->g, GT_V2_GoBlock, GT_G_WAITING, t, stack, reason);
	if (GT_UNLIKELY(reason == w->forever))
		bg->g->forever = reason != 0;
	gt_count_change(w->store, t, GT_COUNT_RUNNING, GT_COUNT_WAITING);
	return true;
}

GT_INLINE bool take_stop(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s, int64_t t)
{
	uint32_t stack, reason;

	if (GT_UNLIKELY(!bg->on || (bg->slice_flags & GT_SLICE_CUT) != 0))
		return false;
	stack = gt_builder_stack(w, s->stack2);
	reason = gt_builder_string(w, s->str);
	take_end(w, bg, t, stack, reason, GT_V2_GoStop);
	short_became(bg->g, GT_V2_GoStop, GT_G_RUNNABLE, t, stack, reason);
	bg->ready = t;
	bg->ready_type = GT_V2_GoStop;
	if (reason == w->preempted)
		gt_instant_add(w->store, GT_INSTANT_PREEMPT, bg->proc_row, t, bg->row);
	gt_count_change(w->store, t, GT_COUNT_RUNNING, GT_COUNT_RUNNABLE);
	return true;
}

GT_INLINE bool take_unblock(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s, int64_t t)
{
	uint32_t proc_row = gt_builder_short_proc(w, s);
	struct gt_goroutine *g = bg->g;

	/* Without a goroutine that did it, or after a wait for the network, it is to be told who did. */
	if (GT_UNLIKELY(!g || proc_row == GT_NO_ROW || bg->on || s->gslot == GT_NO_SLOT ||
			g->end_reason == w->network))
		return false;
	bg->ready = t;
	bg->ready_type = GT_V2_GoUnblock;
	g->waker = w->gs[s->gslot].g ? w->gs[s->gslot].row : GT_NO_ROW;
	gt_instant_add(w->store, GT_INSTANT_UNBLOCK, proc_row, t, bg->row);
	short_became(g, GT_V2_GoUnblock, GT_G_RUNNABLE, t, 0, 0);
	gt_count_change(w->store, t, GT_COUNT_WAITING, GT_COUNT_RUNNABLE);
	return true;
}

GT_INLINE bool take_syscall_begin(struct gt_builder *w, struct gt_build_g *bg, const struct gt_short_event *s,
				  int64_t t)
{
	uint32_t proc_row = gt_builder_short_proc(w, s), stack;

	if (GT_UNLIKELY(!bg->g || proc_row == GT_NO_ROW))
		return false;
	stack = gt_builder_stack(w, s->stack2);
	if (GT_UNLIKELY(bg->g->func == 0 && stack != 0))
		gt_builder_name_goroutine(w, bg->g, stack);
	bg->call_t0 = t;
	bg->call_stack = stack;
	bg->call_known = true;
	bg->call_proc_row = proc_row;
	w->ps[proc_row].caller = s->sslot;
	gt_count_change_row(w->store, t, GT_COUNT_RUNNING, GT_COUNT_SYSCALL);
	short_became(bg->g, GT_V2_GoSyscallBegin, GT_G_SYSCALL, t, stack, 0);
	return true;
}

GT_INLINE bool take_syscall_end(struct gt_builder *w, struct gt_build_g *bg, int64_t t, uint32_t slot)
{
	uint32_t proc_row = bg->call_proc_row;

	if (GT_UNLIKELY(!bg->on || bg->without_p || proc_row == GT_NO_ROW || w->ps[proc_row].caller != slot ||
			bg->g->start == GT_NO_TIME))
		return false;
	gt_builder_end_call(w, bg, t, false);
	w->ps[proc_row].caller = GT_NO_SLOT;
	bg->call_proc_row = GT_NO_ROW;
	gt_count_change_row(w->store, t, GT_COUNT_SYSCALL, GT_COUNT_RUNNING);
	short_became(bg->g, GT_V2_GoSyscallEnd, GT_G_RUNNING, t, 0, 0);
	return true;
}

/*
 * The rule of the event.  Its goroutines have their places in w->gs since the events that made the orderer know
 * them, which are always in full; where bg->g is needed a rule looks whether it is there.
 */
GT_INLINE bool take_in_short(struct gt_builder *w, const struct gt_short_event *s)
{
	struct gt_build_g *bg = &w->gs[s->sslot];
	int64_t t = s->time - w->base;

	/* Not a switch: the first three are nearly all. */
	if (GT_LIKELY(s->type == GT_V2_GoStart))
		return take_start(w, bg, s, t);
	if (GT_LIKELY(s->type == GT_V2_GoBlock))
		return take_block(w, bg, s, t);
	if (GT_LIKELY(s->type == GT_V2_GoUnblock))
		return take_unblock(w, bg, s, t);
	if (s->type == GT_V2_GoStop)
		return take_stop(w, bg, s, t);
	if (s->type == GT_V2_GoSyscallBegin)
		return take_syscall_begin(w, bg, s, t);
	return s->type == GT_V2_GoSyscallEnd && take_syscall_end(w, bg, t, s->sslot);
}

int gt_builder_short(struct gt_builder *w, const struct gt_short_event *ev, int n)
{
	const struct gt_short_event *s = ev, *end = ev + n;
	uint64_t *counts = w->b->event_counts;

	for (; s < end && s->type != GT_SHORT_FULL; s++) {
		counts[s->type]++;
		if (GT_UNLIKELY(!take_in_short(w, s)))
			in_full(w, s);
	}
	w->events += (uint64_t)(s - ev);
	return (int)(s - ev);
}

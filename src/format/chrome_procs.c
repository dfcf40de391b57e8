/* Trace-event JSON: what ran on each P, with its calls, and who woke it. */
#include <inttypes.h>

#include "analysis/goroutines/goroutines.h"
#include "format/chromew.h"
#include "index/query/tracks.h"

/* Slices that are read at a time. */
#define STEP 64

struct chrome_proc {
	struct gt_chrome *c;
	uint32_t row;
	uint64_t id;
};

/* Where it goes on: the stack at the end of its last slice. */
static uint32_t began_at(const struct gt_trace *t, const struct gt_slice *s)
{
	struct gt_goroutine g;
	struct gt_slice prev;

	if (s->prev != GT_NO_ROW)
		return gt_slice_get(t, s->prev, &prev) ? prev.end_stack : 0;
	return gt_goroutine_get(t, s->g, &g) ? gt_goroutine_first_stood(t, &g) : 0;
}

static bool write_slice(const struct chrome_proc *p, const struct gt_slice *s, const struct gt_chrome_span *span)
{
	struct gt_chrome *c = p->c;

	gt_chrome_slice(c, GT_CHROME_PROCS, p->id, span, "slice");
	gt_chrome_label(c, s->g);
	gt_chrome_name_text(c);
	gt_chrome_args(c, span, s->t1);
	gt_chrome_g(c, "g", s->g);
	gt_chrome_func(c, s->g);
	gt_chrome_string(c, "label", s->label);
	gt_chrome_top(c, "start", began_at(c->t, s));
	gt_chrome_top(c, "end", s->end_stack);
	if (s->end_type)
		gt_chrome_word(c, "end_type", gt_event_type_name(c->t, s->end_type));
	gt_chrome_string(c, "end_reason", s->reason);
	gt_chrome_flag(c, "open", s->flags & GT_SLICE_OPEN);
	gt_chrome_flag(c, "cut", s->flags & GT_SLICE_CUT);
	return gt_chrome_close(c);
}

static bool write_calls(const struct chrome_proc *p, const struct gt_slice *s)
{
	uint32_t n = s->flags & GT_SLICE_CALLS ? gt_slice_calls(p->c->t, s) : 0;
	struct gt_chrome_span span;
	struct gt_syscall call;

	for (uint32_t i = 0; i < n; i++) {
		if (!gt_slice_call(p->c->t, s, i, &call) || !gt_chrome_clip(p->c, call.t0, call.t1, &span))
			continue;
		gt_chrome_slice(p->c, GT_CHROME_PROCS, p->id, &span, "syscall");
		gt_chrome_name(p->c, "syscall");
		gt_chrome_args(p->c, &span, call.t1);
		gt_chrome_g(p->c, "g", call.g);
		gt_chrome_top(p->c, "stack", call.stack);
		gt_chrome_flag(p->c, "lost_p", call.lost);
		if (!gt_chrome_close(p->c))
			return false;
	}
	return true;
}

/* The P that the goroutine was on at a time, GT_NONE: it was not. */
static uint64_t waker_proc(const struct gt_trace *t, uint32_t g, int64_t time)
{
	uint32_t k = gt_goroutine_seek(t, g, time > 0 ? time - 1 : 0);
	struct gt_slice s;
	struct gt_proc p;

	if (!gt_slice_get(t, gt_goroutine_slice(t, g, k), &s) || s.t0 > time || !gt_proc_get(t, s.proc_row, &p))
		return GT_NONE;
	return p.id;
}

/* An arrow from who made the goroutine runnable to where it ran. */
static bool write_flow(const struct chrome_proc *p, const struct gt_slice *s)
{
	struct gt_chrome *c = p->c;
	uint64_t from = GT_NONE;
	const char *name = gt_event_type_name(c->t, s->ready_type);

	if (s->waker != GT_NO_ROW && s->ready != GT_NO_TIME && s->ready >= c->from && s->ready <= s->t0 &&
	    s->t0 >= c->from && s->t0 < c->to)
		from = waker_proc(c->t, s->waker, s->ready);
	if (from == GT_NONE)
		return true;
	gt_chrome_event(c, 's', GT_CHROME_PROCS, from, s->ready, "wakeup");
	gt_chrome_name(c, name);
	gt_chrome_id(c, s->id);
	gt_chrome_args(c, NULL, 0);
	gt_chrome_g(c, "by", s->waker);
	if (!gt_chrome_close(c))
		return false;
	gt_chrome_event(c, 'f', GT_CHROME_PROCS, p->id, s->t0, "wakeup");
	gt_chrome_name(c, name);
	gt_chrome_id(c, s->id);
	gt_chrome_word(c, "bp", "e");
	return gt_chrome_close(c);
}

static bool write_slices(const struct chrome_proc *p)
{
	uint64_t k = gt_slice_seek(p->c->t, p->row, p->c->from - 1);
	struct gt_slice s[STEP];
	struct gt_chrome_span span;
	uint32_t n;

	for (; (n = gt_slices_read(p->c->t, p->row, k, STEP, s)) > 0; k += n) {
		for (uint32_t i = 0; i < n; i++) {
			if (s[i].t0 >= p->c->to)
				return true;
			if (gt_chrome_clip(p->c, s[i].t0, s[i].t1, &span) &&
			    !(write_slice(p, &s[i], &span) && write_calls(p, &s[i]) && write_flow(p, &s[i])))
				return false;
		}
	}
	return true;
}

static bool write_preemptions(const struct chrome_proc *p)
{
	struct gt_chrome *c = p->c;
	struct gt_instant_row r;
	uint64_t k = gt_instant_seek(c->t, GT_INSTANT_PREEMPT, p->row, c->from);

	for (; gt_instant_get(c->t, GT_INSTANT_PREEMPT, p->row, k, &r) && r.t < c->to; k++) {
		gt_chrome_event(c, 'i', GT_CHROME_PROCS, p->id, r.t, "preempt");
		gt_chrome_word(c, "s", "t");
		gt_chrome_name(c, "preempted");
		gt_chrome_args(c, NULL, r.t);
		gt_chrome_g(c, "g", r.g);
		if (!gt_chrome_close(c))
			return false;
	}
	return true;
}

void gt_chrome_procs(struct gt_chrome *c)
{
	uint32_t n = gt_trace_info(c->t)->procs;
	struct gt_proc p;

	for (uint32_t i = 0; i < n; i++) {
		struct chrome_proc cp = { .c = c, .row = gt_proc_by_order(c->t, i) };

		if (!gt_proc_get(c->t, cp.row, &p))
			continue;
		cp.id = p.id;
		gt_buf_reset(&c->text);
		gt_buf_printf(&c->text, "P%" PRIu64, p.id);
		gt_chrome_thread(c, GT_CHROME_PROCS, p.id);
		if (!write_slices(&cp) || !write_preemptions(&cp))
			return;
	}
}

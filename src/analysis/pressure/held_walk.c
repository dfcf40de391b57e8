/* A part of the range, going back in time from one moment to the next. */
#include "analysis/pressure/held_own.h"

#define MOMENTS 524288u

/* ---- what goes on at the end of the part ---- */

static void held_look_at_end(struct gt_held_worker *w, uint32_t row)
{
	struct gt_held *h = w->h;
	uint8_t class = gt_held_class(w, row);
	bool counts = class & GT_HELD_WANTED, known;
	struct gt_goroutine g;
	struct gt_slice s;
	struct gt_wait wait;
	uint32_t k;

	if ((class & GT_HELD_CLASS) != GT_HELD_PROGRAM || !gt_goroutine_get(h->trace, row, &g) || g.create >= w->hi ||
	    (g.end != GT_NO_TIME && g.end < w->hi))
		return;
	k = gt_goroutine_seek(h->trace, row, w->hi - 1);
	if (k < g.slices) {
		if (!gt_slice_get(h->trace, gt_goroutine_slice(h->trace, row, k), &s) || s.t0 < w->hi)
			return;
		known = gt_wait_before(h->trace, &s, &wait);
		if (!known)
			s.ready = gt_held_ready(h, row, s.id);
		if (s.ready == GT_NO_TIME || s.ready >= w->hi)
			return;
		/* One that goes on at the horizon of a damaged trace has no end that is known. */
		if (w->hi == gt_trace_info(h->trace)->horizon && gt_trace_beyond(h->trace, s.t0))
			known = false;
		wait = known ? wait : (struct gt_wait){ .t0 = s.ready, .t1 = s.t0, .g = row, .slice = s.id };
		gt_held_enter(w, &wait, counts && known, true);
	} else if (g.state == GT_G_RUNNABLE && g.end == GT_NO_TIME && g.since < w->hi) {
		g.since = gt_held_ready(h, row, GT_NO_ROW);
		wait = (struct gt_wait){ .t0 = g.since, .t1 = h->to, .g = row, .slice = GT_NO_ROW };
		gt_held_enter(w, &wait, false, true);
	}
}

/* ---- time ---- */

bool gt_held_back(struct gt_held_worker *w, int64_t until)
{
	int64_t proc = w->nprocs ? w->turns[0].t : INT64_MIN;
	int64_t wait = w->nheap ? w->heap[0].t0 : INT64_MIN;
	int64_t change = w->next_change ? w->h->changes[w->next_change - 1].t : INT64_MIN;
	int64_t t = proc > wait ? proc : wait;

	t = t > change ? t : change;
	if (t <= until) {
		w->t = until;
		return false;
	}
	w->t = t < w->t ? t : w->t;
	if (t == proc)
		gt_held_procs_meet(w);
	else if (t == wait)
		gt_held_leave(w);
	else
		gt_held_undo(w, &w->h->changes[--w->next_change]);
	return true;
}

void gt_held_end(struct gt_held_worker *w)
{
	while (gt_held_back(w, w->lo))
		;
	while (w->nheap)
		gt_held_leave(w);
	gt_held_procs_flush(w);
	gt_alone_end(w);
	gt_held_note(w);
	w->done = true;
}

bool gt_held_walk(struct gt_held_worker *w)
{
	unsigned n = 0, most = w->h->args.moments ? w->h->args.moments : MOMENTS;

	for (; n < most && w->next_g < w->h->goroutines.n; n++)
		held_look_at_end(w, w->next_g++);
	for (; n < most && !w->done; n++)
		if (!gt_held_back(w, w->lo))
			gt_held_end(w);
	return w->done;
}

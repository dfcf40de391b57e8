/* The one selection that all panes share, and what it leads to in the trace. */
#include "ui/app/select.h"

#include "index/query/tracks.h"
#include "ui/app/program.h"

bool gt_sel_equal(const struct gt_sel *a, const struct gt_sel *b)
{
	if (a->has != b->has)
		return false;
	return (!(a->has & (GT_SEL_TIME | GT_SEL_SPAN)) || a->time_ns == b->time_ns) &&
	       (!(a->has & GT_SEL_SPAN) || a->end_ns == b->end_ns) &&
	       (!(a->has & GT_SEL_P) || a->p == b->p) &&
	       (!(a->has & GT_SEL_G) || (a->g == b->g && a->g_row == b->g_row)) &&
	       (!(a->has & GT_SEL_M) || a->m == b->m) &&
	       (!(a->has & GT_SEL_SLICE) || a->slice == b->slice) &&
	       (!(a->has & GT_SEL_EVENT) || a->event == b->event) &&
	       (!(a->has & GT_SEL_TASK) || a->task == b->task) && (!(a->has & GT_SEL_RANGE) || a->range == b->range);
}

/* ---- filling selections ---- */

void gt_sel_add_goroutine(struct gt_sel *sel, const struct gt_trace *t, uint32_t g_row)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(t, g_row, &g))
		return;
	sel->has |= GT_SEL_G;
	sel->g = g.id;
	sel->g_row = g_row;
}

static void add_m(struct gt_sel *sel, uint64_t m)
{
	if (m == GT_NONE)
		return;
	sel->has |= GT_SEL_M;
	sel->m = m;
}

bool gt_sel_slice(struct gt_sel *sel, const struct gt_program *prog, uint32_t slice)
{
	struct gt_slice s;
	struct gt_proc p;

	if (slice == GT_NO_ROW || !gt_slice_get(prog->trace, slice, &s))
		return false;
	*sel = (struct gt_sel){
		.has = GT_SEL_TIME | GT_SEL_SPAN | GT_SEL_SLICE,
		.time_ns = s.t0,
		.end_ns = s.t1,
		.slice = slice,
	};
	gt_sel_add_goroutine(sel, prog->trace, s.g);
	if (gt_proc_get(prog->trace, s.proc_row, &p)) {
		sel->has |= GT_SEL_P;
		sel->p = p.id;
	}
	add_m(sel, gt_proc_thread(prog->trace, s.proc_row, s.t0));
	return true;
}

bool gt_sel_goroutine(struct gt_sel *sel, const struct gt_program *prog, uint32_t g_row)
{
	struct gt_goroutine g;

	if (g_row == GT_NO_ROW || !gt_goroutine_get(prog->trace, g_row, &g))
		return false;
	*sel = (struct gt_sel){
		.has = GT_SEL_TIME | GT_SEL_SPAN | GT_SEL_G,
		.time_ns = g.create,
		.end_ns = g.end == GT_NO_TIME ? gt_trace_info(prog->trace)->duration : g.end,
		.g = g.id,
		.g_row = g_row,
	};
	return true;
}

bool gt_sel_event(struct gt_sel *sel, const struct gt_program *prog, uint64_t n)
{
	const struct gt_event *ev;
	struct gt_goroutine row;
	struct gt_slice s;
	uint64_t g;
	uint32_t k;

	if (n >= gt_trace_info(prog->trace)->events || gt_events_get(prog->events, n, &ev, NULL) < 0)
		return false;
	*sel = (struct gt_sel){ .has = GT_SEL_TIME | GT_SEL_EVENT, .time_ns = ev->time, .event = n };
	add_m(sel, ev->m);
	if (ev->p != GT_NONE && ev->p != GT_P_OUTSIDE) {
		sel->has |= GT_SEL_P;
		sel->p = ev->p;
	}
	g = ev->g == GT_NONE && ev->kind == GT_EV_G_STATE ? ev->subject : ev->g;
	if (g != GT_NONE)
		gt_sel_add_goroutine(sel, prog->trace, gt_goroutine_find(prog->trace, g, ev->time));
	if (!(sel->has & GT_SEL_G) || !gt_goroutine_get(prog->trace, sel->g_row, &row))
		return true;
	/* The slice that the event is in, or begins or ends. */
	k = gt_goroutine_seek(prog->trace, sel->g_row, ev->time - 1);
	if (k < row.slices && gt_slice_get(prog->trace, gt_goroutine_slice(prog->trace, sel->g_row, k), &s) &&
	    s.t0 <= ev->time) {
		sel->has |= GT_SEL_SLICE;
		sel->slice = s.id;
	}
	return true;
}

/* ---- what a selection means ---- */

/* The slice of a goroutine at a time, else the one before, else the first. */
static uint32_t slice_of_g(const struct gt_program *prog, uint32_t row, int64_t time)
{
	struct gt_goroutine g;
	struct gt_slice s;
	uint32_t k;

	if (!gt_goroutine_get(prog->trace, row, &g) || g.slices == 0)
		return GT_NO_ROW;
	k = gt_goroutine_seek(prog->trace, row, time);
	if (k > 0 && (k >= g.slices ||
		      !gt_slice_get(prog->trace, gt_goroutine_slice(prog->trace, row, k), &s) || s.t0 > time))
		k--;
	return gt_goroutine_slice(prog->trace, row, k);
}

static uint32_t slice_of_p(const struct gt_program *prog, uint64_t id, int64_t time)
{
	uint32_t proc_row = gt_proc_find(prog->trace, id);
	struct gt_slice s;
	uint64_t n, k;

	if (proc_row == GT_NO_ROW || (n = gt_slices_of_proc(prog->trace, proc_row)) == 0)
		return GT_NO_ROW;
	k = gt_slice_seek(prog->trace, proc_row, time);
	if (k > 0 && (k >= n || !gt_slice_get(prog->trace, gt_slice_of_proc(prog->trace, proc_row, k), &s) ||
		      s.t0 > time))
		k--;
	return gt_slice_of_proc(prog->trace, proc_row, k);
}

uint32_t gt_sel_find_slice(const struct gt_sel *sel, const struct gt_program *prog)
{
	int64_t time = sel->has & GT_SEL_TIME ? sel->time_ns : 0;

	if (sel->has & GT_SEL_SLICE)
		return (uint32_t)sel->slice;
	if (sel->has & GT_SEL_G)
		return slice_of_g(prog, sel->g_row, time);
	if (sel->has & GT_SEL_P)
		return slice_of_p(prog, sel->p, time);
	return GT_NO_ROW;
}

uint32_t gt_sel_find_goroutine(const struct gt_sel *sel, const struct gt_program *prog)
{
	struct gt_slice s;
	uint32_t slice;

	if (sel->has & GT_SEL_G)
		return sel->g_row;
	slice = gt_sel_find_slice(sel, prog);
	return slice != GT_NO_ROW && gt_slice_get(prog->trace, slice, &s) ? s.g : GT_NO_ROW;
}

uint64_t gt_sel_find_event(const struct gt_sel *sel, const struct gt_program *prog)
{
	uint64_t events = gt_trace_info(prog->trace)->events, n;

	if (sel->has & GT_SEL_EVENT)
		return sel->event < events ? sel->event : GT_NONE;
	if (!(sel->has & GT_SEL_TIME) || events == 0)
		return GT_NONE;
	n = gt_events_seek(prog->events, sel->time_ns);
	return n < events ? n : events - 1;
}

/* ---- causes ---- */

/* The event at a time about a goroutine, valid until the next event is read; NULL: none. */
static const struct gt_event *event_about(const struct gt_program *prog, uint64_t g, int64_t time, uint64_t *n)
{
	const struct gt_event *ev;

	/* Several events can have one time in old formats. */
	for (*n = gt_events_seek(prog->events, time);
	     gt_events_get(prog->events, *n, &ev, NULL) == 0 && ev->time == time; (*n)++) {
		if (ev->kind == GT_EV_G_STATE && ev->subject == g)
			return ev;
	}
	return NULL;
}

/* Why no goroutine can be named for what made g (a row) runnable by an event; NULL: one can. */
static const char *why_nobody(const struct gt_trace *t, uint32_t g, const struct gt_event *ev)
{
	if (ev->g == ev->subject)
		return ev->from == GT_G_SYSCALL ? "no goroutine: it returned from a system call"
						: "no goroutine: it yielded its processor or was preempted";
	if (ev->from != GT_G_WAITING)
		return ev->g == GT_NONE ? "the trace does not say what made it runnable" : NULL;
	switch (gt_wake_list(t, g, ev->time)) {
	case GT_INSTANT_NETWORK: return "no goroutine: the network poller";
	case GT_INSTANT_TIMER: return "no goroutine: a timer";
	default: return ev->g == GT_NONE ? "no goroutine: the runtime (scheduler or monitor)" : NULL;
	}
}

/*
 * The event that made the selection's goroutine runnable: of its slice; of a
 * time at which it is not on a processor, that which ends the wait.
 */
static const struct gt_event *event_waking(const struct gt_sel *from, const struct gt_program *prog, uint64_t *n)
{
	const struct gt_event *ev;
	struct gt_goroutine g;
	struct gt_slice s;
	uint32_t id, k;

	if ((from->has & (GT_SEL_SLICE | GT_SEL_G | GT_SEL_TIME)) == (GT_SEL_G | GT_SEL_TIME)) {
		ev = event_about(prog, from->g, from->time_ns, n);
		if (ev && ev->from == GT_G_WAITING)
			return ev;
		k = gt_goroutine_seek(prog->trace, from->g_row, from->time_ns);
		id = gt_goroutine_get(prog->trace, from->g_row, &g) && k < g.slices
			     ? gt_goroutine_slice(prog->trace, from->g_row, k) : GT_NO_ROW;
	} else {
		id = gt_sel_find_slice(from, prog);
	}
	if (!gt_slice_get(prog->trace, id, &s) || !gt_goroutine_get(prog->trace, s.g, &g) ||
	    s.ready == GT_NO_TIME)
		return NULL;
	return event_about(prog, g.id, s.ready, n);
}

bool gt_sel_unblocker(struct gt_sel *to, const struct gt_sel *from, const struct gt_program *prog,
		      const char **why)
{
	uint32_t row = gt_sel_find_goroutine(from, prog);
	const struct gt_event *ev;
	uint64_t n;

	*why = "no goroutine is selected";
	if (row == GT_NO_ROW)
		return false;
	*why = "the trace does not say what made it runnable";
	ev = event_waking(from, prog, &n);
	if (!ev)
		return false;
	*why = why_nobody(prog->trace, row, ev);
	return !*why && gt_sel_event(to, prog, n);
}

bool gt_sel_creator(struct gt_sel *to, const struct gt_sel *from, const struct gt_program *prog,
		    const char **why)
{
	uint32_t row = gt_sel_find_goroutine(from, prog);
	struct gt_goroutine g;
	uint64_t n;

	*why = "no goroutine is selected";
	if (row == GT_NO_ROW || !gt_goroutine_get(prog->trace, row, &g))
		return false;
	*why = "this goroutine is older than the trace";
	if (g.predates_trace)
		return false;
	*why = "the trace does not say who created it";
	return event_about(prog, g.id, g.create, &n) && gt_sel_event(to, prog, n);
}

/* Of a time at which the goroutine is off the processor: the slices around it. */
static bool neighbour_of_time(struct gt_sel *to, const struct gt_sel *from, const struct gt_program *prog, int dir)
{
	uint32_t k = gt_goroutine_seek(prog->trace, from->g_row, from->time_ns);
	struct gt_goroutine g;
	struct gt_slice s;

	if (!gt_goroutine_get(prog->trace, from->g_row, &g) || (dir < 0 && k == 0))
		return false;
	if (dir > 0 && k < g.slices &&
	    gt_slice_get(prog->trace, gt_goroutine_slice(prog->trace, from->g_row, k), &s) && s.t0 <= from->time_ns)
		k++;
	k -= dir < 0;
	return k < g.slices && gt_sel_slice(to, prog, gt_goroutine_slice(prog->trace, from->g_row, k));
}

bool gt_sel_neighbour(struct gt_sel *to, const struct gt_sel *from, const struct gt_program *prog, int dir)
{
	uint32_t slice = gt_sel_find_slice(from, prog);
	struct gt_slice s;

	if ((from->has & (GT_SEL_SLICE | GT_SEL_G | GT_SEL_TIME)) == (GT_SEL_G | GT_SEL_TIME))
		return neighbour_of_time(to, from, prog, dir);

	if (slice == GT_NO_ROW || !gt_slice_get(prog->trace, slice, &s))
		return false;
	return gt_sel_slice(to, prog, dir > 0 ? gt_slice_next_of_g(prog->trace, slice) : s.prev);
}

/* The linked event: what ends or follows what an event began. */
#include "index/query/events.h"

#include "base/bisect.h"
#include "index/query/begins.h"
#include "index/store/block.h"
#include "index/query/span.h"
#include "index/query/link_v1.h"
#include "index/store/state.h"

/*
 * The rows of the index have the time of the linked event; its number is then
 * found by its time.  NOWHERE: there is none.
 */
#define NOWHERE GT_NO_TIME

/* ---- goroutines ---- */

/* The goroutine's first slice that ends after `time`. */
static bool link_slice_after(const struct gt_trace *t, const struct gt_goroutine *g, int64_t time,
			     struct gt_slice *s)
{
	uint32_t k = gt_goroutine_seek(t, g->row, time);

	return k < g->slices && gt_slice_get(t, gt_goroutine_slice(t, g->row, k), s);
}

/* When the waiting goroutine (or one whose call has lost its P) becomes runnable. */
static int64_t ready_of(const struct gt_trace *t, const struct gt_goroutine *g, int64_t time)
{
	struct gt_slice s;

	if (link_slice_after(t, g, time, &s))
		return s.ready != GT_NO_TIME && s.ready > time ? s.ready : NOWHERE;
	return g->state == GT_G_RUNNABLE && g->since > time ? g->since : NOWHERE;
}

/* When the call that begins at `time` ends: inside the slice, or as ready_of. */
static int64_t call_end_of(const struct gt_trace *t, const struct gt_goroutine *g, int64_t time)
{
	uint32_t lo = 0, hi;
	struct gt_slice s;
	struct gt_syscall c;

	if (!link_slice_after(t, g, time, &s) || s.t0 > time)
		return ready_of(t, g, time);
	hi = gt_slice_calls(t, &s);
	lo = GT_BISECT(i, lo, hi, gt_slice_call(t, &s, i, &c) && c.t0 < time);
	if (!gt_slice_call(t, &s, lo, &c) || c.t0 != time)
		return NOWHERE;
	return c.lost ? ready_of(t, g, s.t1) : c.t1;
}

static int64_t link_goroutine_link(const struct gt_trace *t, const struct gt_event *ev)
{
	uint32_t row = gt_goroutine_find(t, ev->subject, ev->time);
	struct gt_goroutine g;
	struct gt_slice s;

	if (!gt_goroutine_get(t, row, &g))
		return NOWHERE;
	switch (ev->to) {
	case GT_G_RUNNING:      /* until it stops */
		return link_slice_after(t, &g, ev->time, &s) && s.t0 <= ev->time && !(s.flags & GT_SLICE_OPEN)
			       ? s.t1 : NOWHERE;
	case GT_G_RUNNABLE:     /* until it runs */
		return link_slice_after(t, &g, ev->time, &s) && s.t0 >= ev->time ? s.t0 : NOWHERE;
	case GT_G_WAITING:
		return ready_of(t, &g, ev->time);
	case GT_G_SYSCALL:
		return call_end_of(t, &g, ev->time);
	default:
		return NOWHERE;
	}
}

/* ---- Ps ---- */

static int64_t proc_link(const struct gt_trace *t, const struct gt_event *ev)
{
	const struct gt_btable *runs = &t->store.tables[GT_T_RUNS];
	uint32_t proc_row = gt_proc_find(t, ev->subject), i;
	struct gt_bview v;

	if (proc_row == GT_NO_ROW ||
	    !gt_span_at(runs, proc_row, gt_span_seek_end(runs, proc_row, ev->time), &v, &i))
		return NOWHERE;
	if (ev->to == GT_P_IDLE)
		return gt_bview_t0(&v, i) > ev->time ? gt_bview_t0(&v, i) : NOWHERE;
	if (gt_bview_t0(&v, i) > ev->time || gt_bview_t1(&v, i) >= t->info.duration)
		return NOWHERE;
	return gt_bview_t1(&v, i);
}

/* ---- ranges, regions, tasks ---- */

static int64_t link_end_of(struct gt_trace *t, enum gt_begun_kind kind, int64_t time)
{
	struct gt_begun b;

	return gt_begun_find(t, kind, time, 0, 0, &b) ? b.t1 : NOWHERE;
}

static int64_t link_time(struct gt_trace *t, const struct gt_event *ev)
{
	switch (ev->kind) {
	case GT_EV_G_STATE:
		return link_goroutine_link(t, ev);
	case GT_EV_P_STATE:
		return proc_link(t, ev);
	case GT_EV_RANGE_BEGIN:
		return link_end_of(t, GT_BEGUN_RANGE, ev->time);
	case GT_EV_REGION_BEGIN:
		return link_end_of(t, GT_BEGUN_REGION, ev->time);
	case GT_EV_TASK_BEGIN:
		return link_end_of(t, GT_BEGUN_TASK, ev->time);
	default:
		return NOWHERE;
	}
}

uint64_t gt_event_link_of(struct gt_events *e, uint64_t n, const struct gt_event *of)
{
	struct gt_trace *t = gt_events_trace(e);
	const struct gt_event *ev;
	uint64_t link;
	int64_t time;

	if (t->header.format == GT_FORMAT_V1)
		return gt_v1_link(e, n, of);
	time = link_time(t, of);
	if (time == NOWHERE)
		return GT_NONE;
	if (of->kind == GT_EV_G_STATE || of->kind == GT_EV_P_STATE)
		return gt_events_find(e, time, of->subject);
	/* Those around it are the next ones to be asked for, if things are nested or one follows the other. */
	link = gt_events_seek(e, time);
	return gt_events_get(e, link, &ev, NULL) || ev->time != time ? GT_NONE : link;
}

uint64_t gt_event_link(struct gt_events *e, uint64_t n)
{
	const struct gt_event *ev;
	struct gt_event of;

	if (gt_events_get(e, n, &ev, NULL))
		return GT_NONE;
	of = *ev;
	return gt_event_link_of(e, n, &of);
}

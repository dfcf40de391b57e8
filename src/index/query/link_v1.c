/* Linked events of v1 traces (format/v1.md 14). */
#include "index/query/link_v1.h"

#include "base/bisect.h"
#include "index/store/state.h"
#include "wire/v1/v1events.h"

/*
 * Many v1 events have the same time, so slices know their events by number;
 * ranges, regions and tasks, of which there are few, are found by time, and then the
 * event by what it is about.
 */
#define MAX_ROWS 100000        /* how many ranges or regions are looked at */
#define MAX_EVENTS 100000      /* and events at one time, of which only a damaged index has so many */

struct linked {
	struct gt_events *e;
	const struct gt_trace *t;
	uint64_t n;
	struct gt_event ev;
	struct gt_goroutine g;
};

/* ---- goroutines ---- */

/* The first slice that starts (or, ends: ends) after event n. */
static bool link_v1_slice_after(const struct linked *a, bool ends, struct gt_slice *s)
{
	uint32_t k = gt_goroutine_seek(a->t, a->g.row, a->ev.time);
	struct gt_slice before;

	if (!gt_slice_get(a->t, k < a->g.slices ? gt_goroutine_slice(a->t, a->g.row, k) : a->g.last_slice, s))
		return false;
	if (s->start_n <= a->n)
		return (ends && s->end_n > a->n) ||
		       (gt_slice_get(a->t, gt_goroutine_slice(a->t, a->g.row, k + 1), s) && s->start_n > a->n);
	/* Slices that end at this very time come before k; in a damaged index numbers may rise there. */
	for (; gt_slice_get(a->t, s->prev, &before) && before.start_n < s->start_n && before.t1 >= a->ev.time;
	     *s = before)
		if (before.start_n <= a->n) {
			if (ends && before.end_n > a->n)
				*s = before;
			break;
		}
	return true;
}

/* The event that makes the goroutine runnable before it starts next, or at the trace's end. */
static uint64_t ready_after(const struct linked *a, uint8_t type)
{
	struct gt_goroutine_v1 last;
	struct gt_slice s;

	if (link_v1_slice_after(a, false, &s))
		return s.ready_type == type && s.ready_n != GT_NONE && s.ready_n > a->n ? s.ready_n : GT_NONE;
	if (a->g.state != GT_G_RUNNABLE || a->g.last_type != type || !gt_goroutine_get_v1(a->t, a->g.row, &last))
		return GT_NONE;
	return last.last_n > a->n ? last.last_n : GT_NONE;
}

/* A call's end, if the call lost its P. */
static uint64_t end_of_call(struct linked *a)
{
	const struct gt_event *ev;
	struct gt_slice s;
	struct gt_syscall c;
	uint32_t calls;
	uint64_t to;

	if (!link_v1_slice_after(a, true, &s) || s.start_n > a->n || !(s.flags & GT_SLICE_LOST_P))
		return GT_NONE;
	calls = gt_slice_calls(a->t, &s);
	if (!calls || !gt_slice_call(a->t, &s, calls - 1, &c) || c.t0 != a->ev.time)
		return GT_NONE;
	/* Another call of the goroutine at the same time lost it. */
	to = s.end_n - a->n > MAX_EVENTS ? a->n + MAX_EVENTS : s.end_n;
	for (uint64_t n = a->n + 1; n < to && !gt_events_get(a->e, n, &ev, NULL) && ev->time == a->ev.time; n++)
		if (ev->type == GT_V1_GoSysCall && ev->g == a->ev.g)
			return GT_NONE;
	return ready_after(a, GT_V1_GoSysExit);
}

static uint64_t link_v1_goroutine_link(struct linked *a)
{
	struct gt_slice s;

	if (!gt_goroutine_get(a->t, gt_goroutine_find(a->t, a->ev.subject, a->ev.time), &a->g))
		return GT_NONE;
	switch (a->ev.type) {
	case GT_V1_GoStart:     /* to the end of the slice that begins here */
	case GT_V1_GoStartLabel:
		return link_v1_slice_after(a, true, &s) && s.start_n == a->n ? s.end_n : GT_NONE;
	case GT_V1_GoCreate:    /* to the start of the slice that this makes the goroutine ready for */
	case GT_V1_GoUnblock:
	case GT_V1_GoSysExit:
	case GT_V1_GoSched:
	case GT_V1_GoPreempt:
		return link_v1_slice_after(a, false, &s) && s.ready_n == a->n ? s.start_n : GT_NONE;
	case GT_V1_GoSysCall:
		return end_of_call(a);
	case GT_V1_GoInSyscall:
	case GT_V1_GoSysBlock:
	case GT_V1_GoEnd:
	case GT_V1_GoStop:
		return GT_NONE;
	default:
		return ready_after(a, GT_V1_GoUnblock);
	}
}

/* ---- ranges, tasks, regions ---- */

/* A table whose rows are in the order of their ends, those without an end last. */
struct rows {
	uint64_t count;
	bool (*get)(const struct linked *a, uint64_t i, int64_t *t1, bool *mine);
	bool (*fits)(const struct linked *a, const struct gt_event *ev);   /* an event may be the end of `mine` */
};

static bool link_v1_get_range(const struct linked *a, uint64_t i, int64_t *t1, bool *mine)
{
	struct gt_range_row r;
	struct gt_goroutine g;
	struct gt_proc p;

	if (!gt_range_get(a->t, i, &r))
		return false;
	*t1 = r.t1;
	*mine = r.t0 == a->ev.time && r.kind == a->ev.range;
	if (*mine && r.kind == GT_RANGE_ASSIST)
		*mine = gt_goroutine_get(a->t, r.g, &g) && g.id == a->ev.g;
	else if (*mine && r.kind != GT_RANGE_GC && r.proc_row != GT_NO_ROW)
		*mine = gt_proc_get(a->t, r.proc_row, &p) && p.id == a->ev.p;
	return true;
}

static bool fits_range(const struct linked *a, const struct gt_event *ev)
{
	if (ev->kind != GT_EV_RANGE_END || ev->range != a->ev.range)
		return false;
	if (ev->range == GT_RANGE_ASSIST)
		return ev->g == a->ev.g;
	return ev->range == GT_RANGE_GC || (ev->range == GT_RANGE_STW && a->t->header.minor >= 10) ||
	       ev->p == a->ev.p;
}

static bool link_v1_get_task(const struct linked *a, uint64_t i, int64_t *t1, bool *mine)
{
	struct gt_task r;

	if (!gt_task_get(a->t, i, &r))
		return false;
	*t1 = r.t1;
	*mine = r.t0 == a->ev.time && r.id == a->ev.subject;
	return true;
}

static bool fits_task(const struct linked *a, const struct gt_event *ev)
{
	return ev->kind == GT_EV_TASK_END && ev->subject == a->ev.subject;
}

static bool link_v1_get_region(const struct linked *a, uint64_t i, int64_t *t1, bool *mine)
{
	struct gt_region r;
	struct gt_goroutine g;

	if (!gt_region_get(a->t, i, &r))
		return false;
	*t1 = r.t1;
	*mine = r.t0 == a->ev.time && r.task == a->ev.subject && gt_goroutine_get(a->t, r.g, &g) &&
		g.id == a->ev.g && r.stack == gt_event_stack(a->t, &a->ev);
	return true;
}

static bool fits_region(const struct linked *a, const struct gt_event *ev)
{
	return ev->g == a->ev.g &&
	       (ev->type == GT_V1_GoEnd || (ev->kind == GT_EV_REGION_END && ev->subject == a->ev.subject));
}

/* The first later event that fits, at the time when the row of this event ends. */
static uint64_t end_link(struct linked *a, const struct rows *rows)
{
	uint64_t lo = 0, hi = rows->count, n;
	int64_t t1, time = GT_NO_TIME;
	const struct gt_event *ev;
	bool mine;

	lo = GT_BISECT(i, lo, hi, rows->get(a, i, &t1, &mine) && t1 != GT_NO_TIME && t1 < a->ev.time);
	for (hi = lo + MAX_ROWS, mine = false; lo < hi && !mine && rows->get(a, lo, &t1, &mine); lo++)
		time = mine ? t1 : GT_NO_TIME;
	if (time == GT_NO_TIME)
		return GT_NONE;
	n = gt_events_seek(a->e, time);
	for (hi = n + MAX_EVENTS; n < hi && !gt_events_get(a->e, n, &ev, NULL) && ev->time == time; n++)
		if (n > a->n && rows->fits(a, ev))
			return n;
	return GT_NONE;
}

uint64_t gt_v1_link(struct gt_events *e, uint64_t n, const struct gt_event *ev)
{
	struct linked a = { .e = e, .t = gt_events_trace(e), .n = n, .ev = *ev };

	switch (ev->kind) {
	case GT_EV_G_STATE:
		return link_v1_goroutine_link(&a);
	case GT_EV_RANGE_BEGIN:
		return end_link(&a, &(struct rows){ a.t->info.ranges, link_v1_get_range, fits_range });
	case GT_EV_REGION_BEGIN:
		return end_link(&a, &(struct rows){ a.t->info.regions, link_v1_get_region, fits_region });
	case GT_EV_TASK_BEGIN:
		return end_link(&a, &(struct rows){ a.t->info.tasks, link_v1_get_task, fits_task });
	default:
		return GT_NONE;
	}
}

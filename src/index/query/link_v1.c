/* Linked events of v1 traces (format/v1.md 14). */
#include "index/query/link_v1.h"

#include "index/query/begins.h"
#include "index/store/state.h"
#include "wire/v1/v1events.h"

/*
 * Many v1 events have the same time, so slices know their events by number;
 * ranges, regions and tasks are found by time, and then the
 * event by what it is about.
 */
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

static bool is_begin(const struct linked *a, enum gt_begun_kind kind, const struct gt_event *ev, uint64_t owner)
{
	return ev->kind == a->ev.kind && gt_begun_owner(a->t, kind, ev, false) == owner;
}

/* How many events of the same owner and time come before this one.  Who asks for one after the other walks on. */
static uint64_t begun_before(struct linked *a, enum gt_begun_kind kind, uint64_t owner)
{
	struct gt_events_place *p = gt_events_place(a->e, false, owner);
	const struct gt_event *ev;
	uint64_t rank = 0;

	for (uint64_t n = a->n; n-- > 0 && a->n - n < MAX_EVENTS;) {
		if (gt_events_get(a->e, n, &ev, NULL) || ev->time != a->ev.time)
			break;
		if (!is_begin(a, kind, ev, owner))
			continue;
		rank++;
		if (p->owner == owner && p->time == ev->time && p->n == n) {
			rank += p->rank;
			break;
		}
	}
	*p = (struct gt_events_place){ .time = a->ev.time, .owner = owner, .n = a->n, .rank = rank };
	return rank;
}

/* An event may be the end of what this one began.  A goroutine's end ends its regions. */
static bool is_end(const struct linked *a, enum gt_begun_kind kind, const struct gt_event *ev, uint64_t owner)
{
	static const uint8_t ends[] = {
		[GT_BEGUN_RANGE] = GT_EV_RANGE_END, [GT_BEGUN_REGION] = GT_EV_REGION_END,
		[GT_BEGUN_TASK] = GT_EV_TASK_END };

	return (ev->kind == ends[kind] && gt_begun_owner(a->t, kind, ev, true) == owner) ||
	       (kind == GT_BEGUN_REGION && ev->type == GT_V1_GoEnd && ev->g == a->ev.g);
}

/* The event at a time after the `rank` others that may be that end, too; the last one if there are fewer. */
static uint64_t end_at(struct linked *a, enum gt_begun_kind kind, uint64_t owner, int64_t time, uint64_t rank)
{
	struct gt_events_place *p = gt_events_place(a->e, true, owner), at = *p;
	bool known = at.owner == owner && at.time == time, back = known && at.rank > rank;
	uint64_t n = known ? at.n : gt_events_seek(a->e, time), seen = 0;
	const struct gt_event *ev;

	/* The place that is known is one of them, and counted. */
	if (!known)
		at = (struct gt_events_place){ .time = time, .owner = owner, .n = GT_NONE, .rank = UINT64_MAX };
	else if (at.rank != rank)
		n += back ? UINT64_MAX : 1;
	for (; at.rank != rank && seen++ < MAX_EVENTS; n += back ? UINT64_MAX : 1) {
		if (gt_events_get(a->e, n, &ev, NULL) || ev->time != time)
			break;
		if (!is_end(a, kind, ev, owner))
			continue;
		at.n = n;
		at.rank += back ? UINT64_MAX : 1;
	}
	if (at.n != GT_NONE)
		*p = at;
	return at.n != GT_NONE && at.n > a->n ? at.n : GT_NONE;
}

static uint64_t end_link(struct linked *a, enum gt_begun_kind kind)
{
	uint64_t owner = gt_begun_owner(a->t, kind, &a->ev, false);
	struct gt_begun b;

	if (!gt_begun_find(gt_events_trace(a->e), kind, a->ev.time, owner, begun_before(a, kind, owner), &b) ||
	    b.t1 == GT_NO_TIME)
		return GT_NONE;
	return end_at(a, kind, gt_begun_owner(a->t, kind, &a->ev, true), b.t1, b.rank);
}

uint64_t gt_v1_link(struct gt_events *e, uint64_t n, const struct gt_event *ev)
{
	struct linked a = { .e = e, .t = gt_events_trace(e), .n = n, .ev = *ev };

	switch (ev->kind) {
	case GT_EV_G_STATE:
		return link_v1_goroutine_link(&a);
	case GT_EV_RANGE_BEGIN:
		return end_link(&a, GT_BEGUN_RANGE);
	case GT_EV_REGION_BEGIN:
		return end_link(&a, GT_BEGUN_REGION);
	case GT_EV_TASK_BEGIN:
		return end_link(&a, GT_BEGUN_TASK);
	default:
		return GT_NONE;
	}
}

/* The stacks of those who woke goroutines: one pass over the events. */
#include "analysis/profiles/scan.h"

#include <string.h>

/* Of a goroutine: its first waking that was not found yet, and the end of its own. */
struct gt_waking_place {
	uint64_t next, end;
};

#define STEP_EVENTS 20000

int gt_wakings_open(struct gt_wakings *w, const struct gt_trace *t, uint64_t room, bool last, struct gt_error *err)
{
	int rc;

	*w = (struct gt_wakings){ .room = room, .last = last, .t0 = INT64_MAX, .t1 = INT64_MIN };
	w->goroutines = gt_trace_info(t)->goroutines;
	rc = gt_scratch_alloc(&w->items, room, sizeof(struct gt_waking), err);
	if (!rc)
		rc = gt_scratch_alloc(&w->places, w->goroutines, sizeof(struct gt_waking_place), err);
	return rc;
}

void gt_wakings_close(struct gt_wakings *w)
{
	gt_events_close(w->events);
	gt_scratch_free(&w->items);
	gt_scratch_free(&w->places);
	memset(w, 0, sizeof *w);
}

void gt_wakings_add(struct gt_wakings *w, uint32_t g, const struct gt_waking *one)
{
	struct gt_waking_place *p = (struct gt_waking_place *)w->places.data + g;

	/* More waits than slices: only a damaged index has them. */
	if (w->n == w->room || g >= w->goroutines)
		return;
	if (p->end == p->next)
		p->next = w->n;
	((struct gt_waking *)w->items.data)[w->n++] = *one;
	p->end = w->n;
	if (one->time < w->t0)
		w->t0 = one->time;
	if (one->time > w->t1)
		w->t1 = one->time;
}

/* An event made goroutine `id` runnable. */
static void wakings_meet(struct gt_wakings *w, const struct gt_trace *t, const struct gt_event *ev)
{
	uint32_t g = gt_goroutine_find(t, ev->subject, ev->time);
	struct gt_waking *items = w->items.data;
	struct gt_waking_place *p;

	if (g >= w->goroutines)
		return;
	p = (struct gt_waking_place *)w->places.data + g;
	while (p->next < p->end && items[p->next].time < ev->time)
		p->next++;
	if (p->next == p->end || items[p->next].time != ev->time)
		return;
	items[p->next].waker = gt_event_stack(t, ev);
	/* Those at equal times (v1) wait nothing, before or after the wake-up, and only one of them is listed. */
	if (!w->last)
		p->next++;
}

int gt_wakings_step(struct gt_wakings *w, struct gt_trace *t, struct gt_error *err)
{
	uint64_t total = gt_trace_info(t)->events;
	const struct gt_event *ev;
	int rc;

	if (!w->n)
		return 0;
	if (!w->events) {
		w->events = gt_events_open(t);
		w->first = w->at = gt_events_seek(w->events, w->t0);
		w->end = w->t1 >= gt_trace_info(t)->duration ? total : gt_events_seek(w->events, w->t1 + 1);
		return 1;
	}
	for (unsigned i = 0; i < STEP_EVENTS && w->at < w->end; i++, w->at++) {
		rc = gt_events_get(w->events, w->at, &ev, err);
		if (rc)
			return rc;
		if (ev->kind == GT_EV_G_STATE && ev->to == GT_G_RUNNABLE && ev->from == GT_G_WAITING)
			wakings_meet(w, t, ev);
	}
	return w->at < w->end;
}

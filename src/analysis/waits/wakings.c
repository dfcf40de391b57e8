/* The stacks of those who woke goroutines: a pass over the events, beside the waits. */
#include "analysis/waits/wakings.h"

#include <string.h>

/* The last two times at which a goroutine was woken, the later one first: it may have been again meanwhile. */
struct gt_wakers_seen {
	int64_t t[2];
	uint32_t stack[2];
};

#define SEVERAL (GT_NO_ROW - 1)       /* instead of a row: the goroutine has none, or several lives */
#define FAR 20000             /* events; a jump costs as much as reading some thousand */

int gt_wakers_open(struct gt_wakers *w, struct gt_trace *t, bool last, int64_t from, struct gt_error *err)
{
	int rc;

	*w = (struct gt_wakers){ .t = t, .last = last, .from = from, .err = err };
	w->goroutines = gt_trace_info(t)->goroutines;
	w->total = gt_trace_info(t)->events;
	gt_map_init(&w->rows);
	gt_map_init(&w->stacks);
	rc = gt_scratch_alloc(&w->seen, w->goroutines, sizeof(struct gt_wakers_seen), err);
	if (rc)
		return rc;
	for (uint32_t g = 0; g < w->goroutines; g++)
		((struct gt_wakers_seen *)w->seen.data)[g] = (struct gt_wakers_seen){ .t = { INT64_MIN, INT64_MIN } };
	w->events = gt_events_open(t);
	w->at = gt_events_seek(w->events, from);
	return 0;
}

void gt_wakers_close(struct gt_wakers *w)
{
	gt_events_close(w->events);
	gt_scratch_free(&w->seen);
	gt_map_release(&w->rows);
	gt_map_release(&w->stacks);
	memset(w, 0, sizeof *w);
}

/* As gt_goroutine_find, which searches each time. */
static uint32_t wakers_row(struct gt_wakers *w, const struct gt_event *ev)
{
	uint32_t row = gt_map_get(&w->rows, ev->subject);

	if (row == GT_MAP_NONE) {
		row = gt_goroutine_lives(w->t, ev->subject) == 1 ? gt_goroutine_life(w->t, ev->subject, 0) : SEVERAL;
		gt_map_put(&w->rows, ev->subject, row < SEVERAL ? row : SEVERAL);
	}
	return row >= SEVERAL ? gt_goroutine_find(w->t, ev->subject, ev->time) : row;
}

/* As gt_event_stack, which searches each time. */
static uint32_t wakers_stack(struct gt_wakers *w, const struct gt_event *ev)
{
	uint32_t row;

	if (ev->gen != w->gen) {
		gt_map_clear(&w->stacks);
		w->gen = ev->gen;
	}
	row = gt_map_get(&w->stacks, ev->stack);
	if (row != GT_MAP_NONE)
		return row;
	row = gt_event_stack(w->t, ev);
	gt_map_put(&w->stacks, ev->stack, row);
	return row;
}

/* An event made goroutine `id` runnable. */
static void wakers_meet(struct gt_wakers *w, const struct gt_event *ev)
{
	uint32_t g = wakers_row(w, ev);
	struct gt_wakers_seen *s;

	if (g >= w->goroutines)
		return;
	s = (struct gt_wakers_seen *)w->seen.data + g;
	/* Those at equal times (v1) wait nothing, before or after the wake-up. */
	if (s->t[0] == ev->time && !w->last)
		return;
	if (s->t[0] != ev->time) {
		s->t[1] = s->t[0];
		s->stack[1] = s->stack[0];
		s->t[0] = ev->time;
	}
	s->stack[0] = wakers_stack(w, ev);
}

/* Reads the events up to a time; between far ones only the last of them. */
static void wakers_advance(struct gt_wakers *w, int64_t time)
{
	const struct gt_event *ev;
	uint64_t next, jump = w->jumps ? w->at + FAR : UINT64_MAX;

	for (; !w->rc && w->at < w->total; w->at++) {
		if (w->at == jump && (next = gt_events_seek(w->events, time)) > w->at) {
			w->at = next;
			if (next >= w->total)
				break;
		}
		w->rc = gt_events_get(w->events, w->at, &ev, w->err);
		if (w->rc || ev->time > time)
			break;
		if (ev->kind == GT_EV_G_STATE && ev->to == GT_G_RUNNABLE && ev->from == GT_G_WAITING)
			wakers_meet(w, ev);
	}
}

bool gt_wakers_at(struct gt_wakers *w, uint32_t g, int64_t time, uint32_t *stack)
{
	const struct gt_wakers_seen *s = (const struct gt_wakers_seen *)w->seen.data + g;

	*stack = 0;
	if (time < w->from || g >= w->goroutines)
		return false;
	wakers_advance(w, time);
	for (int i = 0; i < 2; i++) {
		if (s->t[i] == time) {
			*stack = s->stack[i];
			return true;
		}
	}
	return false;
}

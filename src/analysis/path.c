/* The walk back along wake-ups: from a point in a goroutine's life to what began it all. */
#include "analysis/path.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/types.h"
#include "base/xalloc.h"

struct walk {
	const struct gt_trace *t;
	struct gt_path *path;
	size_t max;
	bool over;

	uint32_t g;           /* the goroutine walked along, and the time it was followed back to */
	int64_t at;
	struct gt_hop next;   /* link, to, waited, reason and type of the next hop */
};

/* ---- hops ---- */

static void stop(struct walk *w, enum gt_path_end why)
{
	if (!w->over)
		w->path->end = why;
	w->over = true;
}

/* Of the walk's goroutine, from t0 to where it was followed to. */
static struct gt_hop *add(struct walk *w, enum gt_hop_state state, int64_t t0, uint32_t slice)
{
	struct gt_path *p = w->path;
	struct gt_hop *hop;

	if (p->n == w->max) {
		stop(w, GT_PATH_LIMIT);
		return NULL;
	}
	GT_GROW(p->hops, p->cap, p->n + 1);
	hop = &p->hops[p->n++];
	*hop = w->next;
	hop->state = state;
	hop->g = w->g;
	hop->t0 = t0;
	hop->t1 = w->at;
	hop->slice = slice;
	w->at = t0;
	w->next = (struct gt_hop) { .link = GT_LINK_SAME, .to = w->g, .waited = GT_NO_TIME };
	return hop;
}

/* How a slice ended, of a hop that nothing else is known of. */
static void add_end(struct gt_hop *hop, const struct gt_slice *s)
{
	if (!hop || hop->t1 != s->t1 || hop->link == GT_LINK_WOKE || hop->link == GT_LINK_CREATED)
		return;
	hop->type = s->end_type;
	hop->reason = s->reason;
	hop->stack = s->end_stack;
}

/* The walk goes on with another goroutine, which did something to the present one. */
static void cross(struct walk *w, uint32_t to, int64_t at, enum gt_hop_link link, uint8_t type)
{
	w->next = (struct gt_hop) { .link = link, .to = w->g, .waited = GT_NO_TIME, .type = type };
	w->g = to;
	w->at = at;
}

/* ---- what made a goroutine runnable ---- */

static bool is_main(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	return gt_goroutine_get(t, row, &g) && g.id == 1;
}

static void cross_creation(struct walk *w, const struct gt_goroutine *g)
{
	if (g->older)
		stop(w, GT_PATH_BEGIN);
	else if (g->creator == GT_NO_ROW)
		stop(w, GT_PATH_UNKNOWN);
	else
		cross(w, g->creator, g->create, GT_LINK_CREATED, g->first_type);
}

/* Blocked since `from` until `ready`, when somebody (or something) woke it. */
static void cross_wake(struct walk *w, const struct gt_slice *s, int64_t from, uint32_t slice,
		       uint32_t reason, uint32_t stack)
{
	struct gt_hop *hop;

	if (s->waker != GT_NO_ROW && s->waker != w->g) {
		cross(w, s->waker, s->ready, GT_LINK_WOKE, s->ready_type);
		w->next.waited = s->ready - from;
		w->next.reason = reason;
		w->next.stack = stack;
		return;
	}
	w->at = s->ready;
	hop = add(w, GT_HOP_WAITING, from, slice);
	if (hop) {
		hop->type = s->ready_type;
		hop->reason = reason;
		hop->stack = stack;
	}
	stop(w, GT_PATH_ROOT);
}

/* From the moment at which the goroutine became runnable for slice s, back. */
static void cross_ready(struct walk *w, const struct gt_slice *s)
{
	struct gt_goroutine g;
	struct gt_slice prev;
	struct gt_hop *hop;

	if (!gt_goroutine_get(w->t, w->g, &g) || s->ready == GT_NO_TIME) {
		stop(w, s->flags & GT_SLICE_CUT ? GT_PATH_BEGIN : GT_PATH_UNKNOWN);
		return;
	}
	w->at = s->ready;
	if (s->prev == GT_NO_ROW || !gt_slice_get(w->t, s->prev, &prev)) {
		if (g.first_state == GT_G_WAITING && s->ready > g.create)
			cross_wake(w, s, g.create, GT_NO_ROW, 0, g.first_stack);
		else
			cross_creation(w, &g);
		return;
	}
	if (prev.flags & GT_SLICE_LOST_P) {
		hop = add(w, GT_HOP_SYSCALL, prev.t1, prev.id);
		if (hop) {
			hop->type = s->ready_type;
			hop->stack = prev.end_stack;
		}
	} else if (s->ready != prev.t1 || s->ready_type != prev.end_type) {
		cross_wake(w, s, prev.t1, prev.id, prev.reason, prev.end_stack);
	}
}

/* ---- one goroutine's part ---- */

/* Slice k of the walk's goroutine, where it is at time `at`. */
static bool slice_k(const struct walk *w, const struct gt_goroutine *g, uint32_t k, struct gt_slice *s)
{
	return k < g->slices && gt_slice_get(w->t, gt_goroutine_slice(w->t, g->row, k), s);
}

static void back_slice(struct walk *w, const struct gt_slice *s)
{
	enum gt_hop_link link = w->next.link;
	struct gt_hop *hop = add(w, GT_HOP_RUNNING, s->t0, s->id);

	add_end(hop, s);
	if (link == GT_LINK_CREATED && is_main(w->t, w->g)) {
		stop(w, GT_PATH_MAIN);
		return;
	}
	if (s->flags & GT_SLICE_CUT) {
		stop(w, GT_PATH_BEGIN);
		return;
	}
	if (s->ready != GT_NO_TIME && s->ready < s->t0) {
		hop = add(w, GT_HOP_RUNNABLE, s->ready, s->id);
		if (hop)
			hop->type = s->start_type;
	}
	if (!w->over)
		cross_ready(w, s);
}

/* Blocked or in a call at w->at; prev: the slice before, NULL if there was none. */
static void back_wait(struct walk *w, const struct gt_goroutine *g, const struct gt_slice *prev)
{
	bool call = prev ? prev->flags & GT_SLICE_LOST_P : g->first_state == GT_G_SYSCALL;
	struct gt_hop *hop = add(w, call ? GT_HOP_SYSCALL : GT_HOP_WAITING, prev ? prev->t1 : g->create,
				 prev ? prev->id : GT_NO_ROW);

	if (hop) {
		hop->reason = prev ? prev->reason : 0;
		hop->stack = prev ? prev->end_stack : g->first_stack;
	}
	if (!prev)
		cross_creation(w, g);
}

/* Runnable since `ready`, and did not run again after prev. */
static void back_last(struct walk *w, const struct gt_slice *prev, int64_t ready)
{
	struct gt_hop *hop;

	if (prev && prev->flags & GT_SLICE_LOST_P) {
		hop = add(w, GT_HOP_SYSCALL, prev->t1, prev->id);
		if (hop)
			hop->stack = prev->end_stack;
	} else if (!prev || ready != prev->t1) {
		stop(w, GT_PATH_UNKNOWN);
	}
}

/*
 * Not on a processor at w->at: between prev (NULL: none) and s (NULL: it did
 * not run again).  A wait that ended right there is who woke it.
 */
static void back_gap(struct walk *w, const struct gt_goroutine *g, const struct gt_slice *prev,
		     const struct gt_slice *s)
{
	int64_t ready = s ? s->ready : g->state == GT_G_RUNNABLE ? g->since : GT_NO_TIME;
	struct gt_hop *hop;

	if (ready != GT_NO_TIME && w->at > ready) {
		hop = add(w, GT_HOP_RUNNABLE, ready, s ? s->id : prev ? prev->id : GT_NO_ROW);
		if (hop && s)
			hop->type = s->start_type;
		if (w->over)
			return;
		if (s)
			cross_ready(w, s);
		else
			back_last(w, prev, ready);
		return;
	}
	if (w->path->n == 0 && s && ready == w->at) {
		/* The path was asked for from a wait that ended then: it is shown, too. */
		back_wait(w, g, prev);
		if (!w->over && w->path->n)
			cross_ready(w, s);
		return;
	}
	back_wait(w, g, prev);
}

static void back(struct walk *w)
{
	struct gt_goroutine g;
	struct gt_slice s, prev;
	bool any, before;
	uint32_t k;

	if (!gt_goroutine_get(w->t, w->g, &g)) {
		stop(w, GT_PATH_UNKNOWN);
		return;
	}
	k = gt_goroutine_seek(w->t, w->g, w->at - 1);
	any = slice_k(w, &g, k, &s);
	/* Where a path is asked for as a slice begins, the wait for it is meant. */
	if (any && (s.t0 < w->at || (s.t0 == w->at && (w->path->n || s.t1 == s.t0)))) {
		back_slice(w, &s);
		return;
	}
	before = k > 0 && slice_k(w, &g, k - 1, &prev);
	if (!before && w->at <= g.create)
		cross_creation(w, &g);
	else
		back_gap(w, &g, before ? &prev : NULL, any ? &s : NULL);
}

bool gt_path_walk(struct gt_path *path, const struct gt_trace *t, uint32_t g, int64_t time, size_t max)
{
	struct walk w = { .t = t, .path = path, .max = max, .g = g, .at = time };
	struct gt_goroutine gr;

	path->n = 0;
	path->end = GT_PATH_UNKNOWN;
	if (!gt_goroutine_get(t, g, &gr) || time < gr.create)
		return false;
	w.next = (struct gt_hop) { .link = GT_LINK_FIRST, .to = g, .waited = GT_NO_TIME };
	for (uint64_t steps = 0; !w.over; steps++) {
		if (steps > 2 * (uint64_t)max + 2)
			stop(&w, GT_PATH_UNKNOWN);
		else
			back(&w);
	}
	return true;
}

void gt_path_release(struct gt_path *path)
{
	free(path->hops);
	*path = (struct gt_path) { 0 };
}

/* ---- where it stood ---- */

/* The event at a time that made a goroutine runnable. */
static const struct gt_event *event_waking(struct gt_events *events, uint64_t g, int64_t time, uint8_t type)
{
	const struct gt_event *ev;
	uint64_t n = gt_events_seek(events, time);

	/* Several events can have one time in old formats. */
	for (; gt_events_get(events, n, &ev, NULL) == 0 && ev->time == time; n++)
		if (ev->kind == GT_EV_G_STATE && ev->subject == g && ev->type == type)
			return ev;
	return NULL;
}

uint32_t gt_hop_stack(const struct gt_hop *hop, const struct gt_trace *t, struct gt_events *events)
{
	const struct gt_event *ev;
	struct gt_goroutine g;

	if (hop->link != GT_LINK_WOKE && hop->link != GT_LINK_CREATED)
		return hop->stack;
	if (!gt_goroutine_get(t, hop->to, &g))
		return 0;
	if (hop->link == GT_LINK_CREATED)
		return g.create_stack;
	ev = event_waking(events, g.id, hop->t1, hop->type);
	return ev ? gt_event_stack(t, ev) : 0;
}

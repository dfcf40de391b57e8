/* The wake-up chain: from a moment in a goroutine's life to what began it all. */
#include "analysis/paths/path.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "index/query/tracks.h"

/* Wake-ups and creations at one time, one after the other: only a damaged index has more. */
#define MAX_TIES 1000

/* A goroutine that waits for the one that is followed, and since when. */
struct waiter {
	uint32_t g;
	int64_t since;
};

/*
 * Where a goroutine was left.  Time only falls, so when it is met again its slice is this one or one shortly before:
 * two goroutines that wake each other in turn cost a slice read per hop.
 */
struct seat {
	bool any;             /* `g` is that of a goroutine */
	bool has_next, has_prev, knows_prev;
	struct gt_goroutine g;
	struct gt_slice next; /* the first that ends at or after the time; none: after the last one */
	struct gt_slice prev; /* the one before, if knows_prev */
};
#define SEAT_STEPS 8
/* A short walk has few seats; a long one may go through hundreds of goroutines again and again. */
#define FEW_SEATS 32
#define MANY_SEATS 512
#define MANY_LOOKS 4096

struct gt_path_walker {
	const struct gt_trace *t;
	int64_t from;         /* of a window; INT64_MIN: a chain */
	int64_t time;
	bool window, over, made;
	enum gt_path_end end;
	struct gt_hop hop;    /* that was made last */
	struct gt_slice slice;    /* ... while it ran: in which one */

	uint32_t g;           /* the goroutine followed, and the time it was followed back to */
	int64_t at;
	struct gt_hop next;   /* link, to, waited, reason and type of the next hop */
	struct waiter *waiters;   /* since ever later times, all before `at` */
	size_t nwaiters, waiters_cap;
	unsigned ties;        /* crossings since the last hop */
	struct seat *seats;   /* by goroutine row: few, or nseats of its own */
	uint32_t nseats, looks;
	struct seat few[FEW_SEATS];
};

/* What a goroutine does up to a time. */
struct path_look {
	int64_t time;
	bool found;
	struct gt_interval iv;
	const struct gt_goroutine *g;
	const struct gt_slice *s;     /* the slice that this is, or the next one */
};

/* ---- hops ---- */

static void path_stop(struct gt_path_walker *w, enum gt_path_end why)
{
	if (!w->over)
		w->end = why;
	w->over = true;
}

/* Where the goroutine that is followed is left. */
static int64_t path_bound(const struct gt_path_walker *w)
{
	return w->nwaiters ? w->waiters[w->nwaiters - 1].since : w->from;
}

/* A hop of the goroutine followed, from t0 (or the start of the wait that it is followed for) to w->at. */
static struct gt_hop *path_add(struct gt_path_walker *w, enum gt_hop_state state, int64_t t0, uint32_t slice)
{
	int64_t bound = path_bound(w);
	struct gt_hop *hop = &w->hop;

	*hop = w->next;
	hop->state = state;
	hop->g = w->g;
	hop->t0 = t0 > bound ? t0 : bound;
	hop->t1 = w->at;
	hop->slice = slice;
	hop->root = GT_PATH_LIMIT;
	assert(hop->t0 < hop->t1);
	w->made = true;
	w->at = hop->t0;
	w->next = (struct gt_hop) { .link = GT_LINK_SAME, .to = w->g, .waited = GT_NO_TIME };
	w->ties = 0;
	/* What was followed for the sake of the latest waiter begins here: on with that one, before its wait. */
	if (hop->t0 == bound && w->nwaiters) {
		w->g = w->waiters[--w->nwaiters].g;
		w->next.link = GT_LINK_WAITED;
		w->next.to = w->g;
	} else if (hop->t0 == bound) {
		path_stop(w, GT_PATH_WINDOW);
	}
	return hop;
}

/* What was before is not known, or nobody's: a chain ends, a window goes on with who waited for it. */
static void path_lose(struct gt_path_walker *w, enum gt_path_end why)
{
	if (w->window)
		path_add(w, GT_HOP_UNKNOWN, INT64_MIN, GT_NO_ROW)->root = why;
	else
		path_stop(w, why);
}

/* Another goroutine is followed, which did something to the present one at this time. */
static void cross(struct gt_path_walker *w, uint32_t to, enum gt_hop_link link, uint8_t type)
{
	w->next = (struct gt_hop) { .link = link, .to = w->g, .waited = GT_NO_TIME, .type = type };
	w->g = to;
	if (++w->ties > MAX_TIES)
		path_lose(w, GT_PATH_UNKNOWN);
}

/* ---- the state before a time ---- */

static bool keep_state(void *arg, const struct gt_interval *iv)
{
	struct path_look *l = arg;

	l->found = iv->t0 < l->time && l->time <= iv->t1;
	if (l->found)
		l->iv = *iv;
	return !l->found;
}

static void seat_before(const struct gt_path_walker *w, struct seat *seat)
{
	uint32_t id = seat->has_next ? seat->next.prev : seat->g.last_slice;

	if (seat->knows_prev)
		return;
	seat->knows_prev = true;
	seat->has_prev = gt_slice_get(w->t, id, &seat->prev);
}

static void add_seats(struct gt_path_walker *w)
{
	struct seat *seats = gt_xcalloc(MANY_SEATS, sizeof *seats);

	for (uint32_t i = 0; i < w->nseats; i++)
		if (w->seats[i].any)
			seats[w->seats[i].g.row % MANY_SEATS] = w->seats[i];
	w->seats = seats;
	w->nseats = MANY_SEATS;
}

/* In the goroutine followed, at the first slice that ends at or after w->at; NULL: no such goroutine. */
static struct seat *seat_find(struct gt_path_walker *w)
{
	struct seat *seat;
	uint32_t k;

	if (w->looks < MANY_LOOKS && ++w->looks == MANY_LOOKS)
		add_seats(w);
	seat = &w->seats[w->g % w->nseats];
	if (seat->any && seat->g.row == w->g) {
		for (unsigned i = 0; i < SEAT_STEPS; i++) {
			seat_before(w, seat);
			if (!seat->has_prev || seat->prev.g != w->g || seat->prev.t1 < w->at)
				return seat;
			seat->next = seat->prev;
			seat->has_next = true;
			seat->knows_prev = false;
		}
	}
	*seat = (struct seat){ .any = false };
	if (!gt_goroutine_get(w->t, w->g, &seat->g))
		return NULL;
	k = gt_goroutine_seek(w->t, w->g, w->at - 1);
	seat->any = true;
	seat->has_next = k < seat->g.slices && gt_slice_get(w->t, gt_goroutine_slice(w->t, w->g, k), &seat->next);
	return seat;
}

/* False: the goroutine did not exist before, or nothing is known of it. */
static bool path_look(struct gt_path_walker *w, struct path_look *l)
{
	struct seat *seat = seat_find(w);
	const struct gt_slice *s;

	*l = (struct path_look){ .time = w->at };
	if (!seat)
		return false;
	s = &seat->next;
	l->g = &seat->g;
	l->s = s;
	if (!seat->has_next || s->t0 >= w->at) {
		seat_before(w, seat);
		gt_goroutine_walk_between(w->t, l->g, seat->has_prev ? &seat->prev : NULL, seat->has_next ? s : NULL,
					  keep_state, l);
		return l->found;
	}
	l->iv = (struct gt_interval){ .t0 = s->t0, .t1 = s->t1, .what = GT_SPENT_EXEC, .slice = s->id };
	/* It ran since before the trace began; in odd traces the P had another slice, or thread, until here. */
	if (s->flags & GT_SLICE_CUT && s->prev == GT_NO_ROW && l->g->create < s->t0)
		l->iv.t0 = l->g->create;
	return true;
}

/* ---- what made a goroutine runnable ---- */

static void back_creation(struct gt_path_walker *w, const struct gt_goroutine *g)
{
	if (!g)
		path_lose(w, GT_PATH_UNKNOWN);
	else if (w->at <= g->create && g->predates_trace)
		path_lose(w, GT_PATH_BEGIN);
	else if (w->at != g->create)
		path_lose(w, GT_PATH_UNKNOWN);
	else if (g->creator == GT_NO_ROW)
		path_lose(w, GT_PATH_NO_CREATOR);
	else
		cross(w, g->creator, GT_LINK_CREATED, g->first_type);
}

static enum gt_path_end root_of(const struct gt_path_walker *w, uint32_t g, int64_t time)
{
	switch (gt_wake_list(w->t, g, time)) {
	case GT_INSTANT_NETWORK: return GT_PATH_NETWORK;
	case GT_INSTANT_TIMER: return GT_PATH_TIMER;
	default: return GT_PATH_RUNTIME;
	}
}

static void cross_wake(struct gt_path_walker *w, const struct path_look *l, uint32_t by)
{
	const struct gt_interval *iv = &l->iv;

	/* A wait that began before another one that is followed for, or the window, adds nothing to that. */
	if (path_bound(w) < iv->t0) {
		GT_GROW(w->waiters, w->waiters_cap, w->nwaiters + 1);
		w->waiters[w->nwaiters++] = (struct waiter){ w->g, iv->t0 };
	}
	cross(w, by, GT_LINK_WOKE, iv->end_type);
	if (w->made)
		return;
	w->next.waited = iv->t1 - iv->t0;
	w->next.reason = iv->reason;
	w->next.stack = iv->stack;
}

/* ---- one state ---- */

static void back_run(struct gt_path_walker *w, const struct path_look *l)
{
	enum gt_hop_link link = w->next.link;
	struct gt_hop *hop = path_add(w, GT_HOP_RUNNING, l->iv.t0, l->iv.slice);

	w->slice = *l->s;
	if (hop->t1 == l->s->t1 && link != GT_LINK_WOKE && link != GT_LINK_CREATED) {
		hop->type = l->s->end_type;
		hop->reason = l->s->reason;
		hop->stack = l->s->end_stack;
	}
	if (!w->window && link == GT_LINK_CREATED && l->g->id == 1)
		path_stop(w, GT_PATH_MAIN);
}

/* Not on a P; what is known of its end, if that is where the hop ends. */
static struct gt_hop *back_off(struct gt_path_walker *w, enum gt_hop_state state, const struct path_look *l)
{
	bool own = w->next.link != GT_LINK_WOKE && w->next.link != GT_LINK_CREATED;
	bool ends = w->at == l->iv.t1;
	struct gt_hop *hop = path_add(w, state, l->iv.t0, l->iv.slice);

	if (!own)
		return hop;
	hop->type = ends ? l->iv.end_type : 0;
	if (state != GT_HOP_RUNNABLE) {
		hop->reason = l->iv.reason;
		hop->stack = l->iv.stack;
	}
	return hop;
}

static void back_wait(struct gt_path_walker *w, const struct path_look *l)
{
	uint32_t g = w->g, by = l->iv.waker;
	int64_t end = w->at;
	enum gt_path_end root;

	if (end < l->iv.t1 || l->iv.open) {
		back_off(w, GT_HOP_WAITING, l);
	} else if (l->iv.woken && by != GT_NO_ROW && by != g) {
		cross_wake(w, l, by);
	} else {
		root = l->iv.woken ? root_of(w, g, end) : GT_PATH_UNKNOWN;
		back_off(w, GT_HOP_WAITING, l)->root = root;
		if (!w->window)
			path_stop(w, root);
	}
}

static void back(struct gt_path_walker *w)
{
	struct path_look l;

	if (!path_look(w, &l)) {
		back_creation(w, l.g);
		return;
	}
	switch (l.iv.what) {
	case GT_SPENT_SCHED: back_off(w, GT_HOP_RUNNABLE, &l); break;
	case GT_SPENT_SYSCALL_BLOCK: back_off(w, GT_HOP_SYSCALL, &l); break;
	case GT_SPENT_BLOCK: back_wait(w, &l); break;
	default: back_run(w, &l);
	}
}

/* ---- the walk ---- */

struct gt_path_walker *gt_path_begin(const struct gt_trace *t, uint32_t g, int64_t from, int64_t time)
{
	struct gt_path_walker *w;
	struct gt_goroutine gr;
	int64_t end;

	if (!gt_goroutine_get(t, g, &gr) || time < gr.create)
		return NULL;
	end = gr.end != GT_NO_TIME ? gr.end : gt_trace_info(t)->duration;
	w = gt_xcalloc(1, sizeof *w);
	w->seats = w->few;
	w->nseats = FEW_SEATS;
	w->t = t;
	w->g = g;
	w->from = from;
	w->window = from != INT64_MIN;
	w->end = GT_PATH_UNKNOWN;
	w->time = w->at = time < end ? time : end;
	w->next = (struct gt_hop) { .link = GT_LINK_FIRST, .to = g, .waited = GT_NO_TIME };
	if (w->at <= from)
		path_stop(w, GT_PATH_WINDOW);
	return w;
}

bool gt_path_next(struct gt_path_walker *w, struct gt_hop *hop)
{
	w->made = false;
	while (!w->over && !w->made)
		back(w);
	*hop = w->hop;
	return w->made;
}

enum gt_path_end gt_path_why_ended(const struct gt_path_walker *w)
{
	return w->end;
}

/* The time that the first hop ends at: the one asked for, or the goroutine's or the trace's end. */
static int64_t path_from_time(const struct gt_path_walker *w)
{
	return w->time;
}

const struct gt_slice *gt_path_slice(const struct gt_path_walker *w)
{
	return &w->slice;
}

void gt_path_finish(struct gt_path_walker *w)
{
	if (!w)
		return;
	if (w->seats != w->few)
		free(w->seats);
	free(w->waiters);
	free(w);
}

bool gt_path_walk(struct gt_path *path, const struct gt_trace *t, uint32_t g, int64_t time, size_t max)
{
	struct gt_path_walker *w = gt_path_begin(t, g, INT64_MIN, time);
	struct gt_hop hop;

	path->n = 0;
	path->g = g;
	path->time = time;
	path->end = GT_PATH_UNKNOWN;
	if (!w)
		return false;
	path->time = path_from_time(w);
	while (gt_path_next(w, &hop) && path->n < max) {
		GT_GROW(path->hops, path->cap, path->n + 1);
		path->hops[path->n++] = hop;
	}
	path->end = w->made ? GT_PATH_LIMIT : w->end;
	gt_path_finish(w);
	return true;
}

int64_t gt_path_length(const struct gt_path *path)
{
	return path->n ? path->hops[0].t1 - path->hops[path->n - 1].t0 : 0;
}

void gt_path_release(struct gt_path *path)
{
	free(path->hops);
	*path = (struct gt_path) { 0 };
}

/* ---- where it stood ---- */

uint32_t gt_hop_stack(const struct gt_hop *hop, const struct gt_trace *t, struct gt_events *events)
{
	struct gt_goroutine g;

	if (hop->link == GT_LINK_CREATED)
		return gt_goroutine_get(t, hop->to, &g) ? g.create_stack : 0;
	return hop->link == GT_LINK_WOKE ? gt_waking_stack(t, events, hop->to, hop->t1, hop->type) : hop->stack;
}

const struct gt_queue_site *gt_hop_queue(const struct gt_hop *hop, struct gt_queue_sites *sites)
{
	if (hop->link != GT_LINK_WOKE && hop->state != GT_HOP_WAITING)
		return NULL;
	return gt_queue_sites_of_wait(sites, hop->reason, hop->stack);
}

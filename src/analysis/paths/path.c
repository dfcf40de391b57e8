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

struct walk {
	const struct gt_trace *t;
	struct gt_path *path;
	size_t max;
	bool over;

	uint32_t g;           /* the goroutine followed, and the time it was followed back to */
	int64_t at;
	struct gt_hop next;   /* link, to, waited, reason and type of the next hop */
	struct waiter *waiters;   /* since ever later times, all before `at` */
	size_t nwaiters, waiters_cap;
	unsigned ties;        /* crossings since the last hop */
};

/* What a goroutine does up to a time. */
struct path_look {
	int64_t time;
	bool found;
	struct gt_interval iv;
	struct gt_goroutine g;
	struct gt_slice s;    /* the slice that this is, or the next one */
};

/* ---- hops ---- */

static void path_stop(struct walk *w, enum gt_path_end why)
{
	if (!w->over)
		w->path->end = why;
	w->over = true;
}

/* A hop of the goroutine followed, from t0 (or the start of the wait that it is followed for) to w->at. */
static struct gt_hop *path_add(struct walk *w, enum gt_hop_state state, const struct path_look *l)
{
	int64_t bound = w->nwaiters ? w->waiters[w->nwaiters - 1].since : INT64_MIN;
	struct gt_path *p = w->path;
	struct gt_hop *hop;

	if (p->n == w->max) {
		path_stop(w, GT_PATH_LIMIT);
		return NULL;
	}
	GT_GROW(p->hops, p->cap, p->n + 1);
	hop = &p->hops[p->n++];
	*hop = w->next;
	hop->state = state;
	hop->g = w->g;
	hop->t0 = l->iv.t0 > bound ? l->iv.t0 : bound;
	hop->t1 = w->at;
	hop->slice = l->iv.slice;
	assert(hop->t0 < hop->t1);
	w->at = hop->t0;
	w->next = (struct gt_hop) { .link = GT_LINK_SAME, .to = w->g, .waited = GT_NO_TIME };
	w->ties = 0;
	/* What was followed for the sake of the latest waiter begins here: on with that one, before its wait. */
	if (hop->t0 == bound) {
		w->g = w->waiters[--w->nwaiters].g;
		w->next.link = GT_LINK_WAITED;
		w->next.to = w->g;
	}
	return hop;
}

/* Another goroutine is followed, which did something to the present one at this time. */
static void cross(struct walk *w, uint32_t to, enum gt_hop_link link, uint8_t type)
{
	w->next = (struct gt_hop) { .link = link, .to = w->g, .waited = GT_NO_TIME, .type = type };
	w->g = to;
	if (++w->ties > MAX_TIES)
		path_stop(w, GT_PATH_UNKNOWN);
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

/* False: the goroutine did not exist before, or nothing is known of it. */
static bool path_look(const struct walk *w, struct path_look *l)
{
	uint32_t k = gt_goroutine_seek(w->t, w->g, w->at - 1), id;

	*l = (struct path_look){ .time = w->at };
	if (!gt_goroutine_get(w->t, w->g, &l->g))
		return false;
	id = k < l->g.slices ? gt_goroutine_slice(w->t, w->g, k) : GT_NO_ROW;
	if (!gt_slice_get(w->t, id, &l->s) || l->s.t0 >= w->at) {
		gt_goroutine_walk_gap(w->t, w->g, id, keep_state, l);
		return l->found;
	}
	l->iv = (struct gt_interval){ .t0 = l->s.t0, .t1 = l->s.t1, .what = GT_SPENT_EXEC, .slice = id };
	/* It ran since before the trace began; in odd traces the P had another slice, or thread, until here. */
	if (l->s.flags & GT_SLICE_CUT && l->s.prev == GT_NO_ROW && l->g.create < l->s.t0)
		l->iv.t0 = l->g.create;
	return true;
}

/* ---- what made a goroutine runnable ---- */

static void back_creation(struct walk *w, const struct gt_goroutine *g)
{
	if (w->at <= g->create && g->predates_trace)
		path_stop(w, GT_PATH_BEGIN);
	else if (w->at != g->create)
		path_stop(w, GT_PATH_UNKNOWN);
	else if (g->creator == GT_NO_ROW)
		path_stop(w, GT_PATH_NO_CREATOR);
	else
		cross(w, g->creator, GT_LINK_CREATED, g->first_type);
}

static enum gt_path_end root_of(const struct walk *w, uint32_t g, int64_t time)
{
	switch (gt_wake_list(w->t, g, time)) {
	case GT_INSTANT_NETWORK: return GT_PATH_NETWORK;
	case GT_INSTANT_TIMER: return GT_PATH_TIMER;
	default: return GT_PATH_RUNTIME;
	}
}

static void cross_wake(struct walk *w, const struct path_look *l, uint32_t by)
{
	const struct gt_interval *iv = &l->iv;

	/* A wait that began before another one that is followed for adds nothing to that. */
	if (!w->nwaiters || w->waiters[w->nwaiters - 1].since < iv->t0) {
		GT_GROW(w->waiters, w->waiters_cap, w->nwaiters + 1);
		w->waiters[w->nwaiters++] = (struct waiter){ w->g, iv->t0 };
	}
	cross(w, by, GT_LINK_WOKE, iv->end_type);
	w->next.waited = iv->t1 - iv->t0;
	w->next.reason = iv->reason;
	w->next.stack = iv->stack;
}

/* ---- one state ---- */

static void back_run(struct walk *w, const struct path_look *l)
{
	enum gt_hop_link link = w->next.link;
	struct gt_hop *hop = path_add(w, GT_HOP_RUNNING, l);

	if (hop && hop->t1 == l->s.t1 && link != GT_LINK_WOKE && link != GT_LINK_CREATED) {
		hop->type = l->s.end_type;
		hop->reason = l->s.reason;
		hop->stack = l->s.end_stack;
	}
	if (hop && link == GT_LINK_CREATED && l->g.id == 1)
		path_stop(w, GT_PATH_MAIN);
}

/* Not on a P; what is known of its end, if that is where the hop ends. */
static void back_off(struct walk *w, enum gt_hop_state state, const struct path_look *l)
{
	bool own = w->next.link != GT_LINK_WOKE && w->next.link != GT_LINK_CREATED;
	bool ends = w->at == l->iv.t1;
	struct gt_hop *hop = path_add(w, state, l);

	if (!hop || !own)
		return;
	hop->type = ends ? l->iv.end_type : 0;
	if (state != GT_HOP_RUNNABLE) {
		hop->reason = l->iv.reason;
		hop->stack = l->iv.stack;
	}
}

static void back_wait(struct walk *w, const struct path_look *l)
{
	uint32_t g = w->g, by = l->iv.waker;
	int64_t end = w->at;

	if (end < l->iv.t1 || l->iv.open) {
		back_off(w, GT_HOP_WAITING, l);
	} else if (!l->iv.woken) {
		back_off(w, GT_HOP_WAITING, l);
		path_stop(w, GT_PATH_UNKNOWN);
	} else if (by == GT_NO_ROW || by == g) {
		back_off(w, GT_HOP_WAITING, l);
		path_stop(w, root_of(w, g, end));
	} else {
		cross_wake(w, l, by);
	}
}

static void back(struct walk *w)
{
	struct path_look l;

	if (!path_look(w, &l)) {
		back_creation(w, &l.g);
		return;
	}
	switch (l.iv.what) {
	case GT_SPENT_SCHED: back_off(w, GT_HOP_RUNNABLE, &l); break;
	case GT_SPENT_SYSCALL_BLOCK: back_off(w, GT_HOP_SYSCALL, &l); break;
	case GT_SPENT_BLOCK: back_wait(w, &l); break;
	default: back_run(w, &l);
	}
}

bool gt_path_walk(struct gt_path *path, const struct gt_trace *t, uint32_t g, int64_t time, size_t max)
{
	struct walk w = { .t = t, .path = path, .max = max, .g = g };
	struct gt_goroutine gr;
	int64_t end;

	path->n = 0;
	path->g = g;
	path->time = time;
	path->end = GT_PATH_UNKNOWN;
	if (!gt_goroutine_get(t, g, &gr) || time < gr.create)
		return false;
	end = gr.end != GT_NO_TIME ? gr.end : gt_trace_info(t)->duration;
	path->time = w.at = time < end ? time : end;
	w.next = (struct gt_hop) { .link = GT_LINK_FIRST, .to = g, .waited = GT_NO_TIME };
	while (!w.over)
		back(&w);
	free(w.waiters);
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

/* Calls of others that a goroutine made one after the other: rows in a part of its life. */
#include <stdlib.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/requests/inarow_own.h"
#include "analysis/stacks/where.h"
#include "analysis/table/types.h"
#include "analysis/waits/wakers.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/caps.h"
#include "index/query/events.h"

#define WORK_SHARE 20         /* work in between: less than one part in so many of the waiting */

/* ---- a row ---- */

struct row_call {
	int64_t t0, t1, ns;
	uint32_t stack;
};

struct row {
	struct gt_inarow *r;
	enum gt_inarow_kind kind;
	uint32_t g;
	int64_t t0, t1;           /* what is looked at */
	bool loops;               /* a call may come again */
	bool broken;              /* it is no row */
	struct row_call *v;
	size_t n, cap;
	int64_t sum, between;     /* of the calls; between the first and the last */
	int64_t pending;          /* work and other waits since the last call */
	struct row_call early;    /* what belongs to the next call; ns 0: nothing */
	uint32_t wrote;           /* stack row: of what was written last to a connection since bytes came; 0: nothing */
	uint64_t id;              /* of the goroutine, */
	bool scans;               /* ... of which only events say what it wrote */
	bool rounds;              /* each part between two waits for a timer is a row of its own, */
	bool begun;               /* ... and one has begun */
};

/* The innermost function of the program that all calls have in common; *from as in struct gt_inarow_group. */
static uint32_t who_called(const struct row *w, uint32_t *from)
{
	const struct gt_trace *t = w->r->t;
	uint32_t first = w->v[0].stack, depth = gt_inarow_depth(t, first), common = depth, func = 0;
	uint32_t at = gt_inarow_frame(t, first), at_common;
	struct gt_frame f;

	*from = 0;
	for (size_t i = 1; i < w->n; i++) {
		uint32_t n = gt_inarow_common(t, first, w->v[i].stack);

		common = n < common ? n : common;
	}
	at_common = depth - common > at ? depth - common : at;
	for (uint32_t i = at_common; i < depth && gt_stack_frame(t, first, i, &f); i++) {
		if (gt_func_is_library(t, f.func))
			continue;
		if (!func) {
			func = f.func;
			/* In a loop it may be the caller's. */
			if (i != at)
				break;
		} else {
			*from = f.func;
			break;
		}
	}
	return func;
}

static struct gt_inarow_group *inarow_group_of(struct gt_inarow *r, uint32_t func, uint32_t from,
					      enum gt_inarow_kind kind)
{
	size_t i = 0;

	while (i < r->n && (r->v[i].func != func || r->v[i].from != from || r->v[i].kind != kind))
		i++;
	if (i == r->n) {
		GT_GROW(r->v, r->cap, r->n + 1);
		r->v[r->n++] = (struct gt_inarow_group){ .func = func, .from = from, .kind = (uint8_t)kind };
	}
	return &r->v[i];
}

static void put_calls_row(const struct row *w, uint32_t func, uint32_t from)
{
	struct gt_inarow_group *x = inarow_group_of(w->r, func, from, w->kind);
	size_t longest = 0;

	for (size_t i = 1; i < w->n; i++)
		if (w->v[i].ns > w->v[longest].ns)
			longest = i;
	for (size_t i = 0; i < w->n; i++)
		if (i != longest) {
			GT_GROW(x->spans, x->cap, x->nspans + 1);
			x->spans[x->nspans++] = (struct gt_inarow_span){ w->v[i].t0, w->v[i].t1 };
		}
	if (!x->rows || w->v[w->n - 1].t1 - w->v[0].t0 > x->t1 - x->t0) {
		x->t0 = w->v[0].t0;
		x->t1 = w->v[w->n - 1].t1;
		x->g = w->g;
	}
	x->rows++;
	x->rounds += w->rounds;
	x->calls += w->n;
	gt_sat_grow(&x->sum, w->sum);
	gt_sat_grow(&x->longest, w->v[longest].ns);
	if (w->v[longest].ns > x->max) {
		x->max = w->v[longest].ns;
		x->stack = w->v[longest].stack;
	}
}

static void end_row(const struct row *w)
{
	bool is_row = !w->broken && w->n >= GT_INAROW_CALLS && w->between < w->sum / WORK_SHARE;
	uint32_t from, func = is_row ? who_called(w, &from) : 0;

	/* Sleeps of one function may be waits of any kind: in its callers' lines they are calls. */
	if (func && (w->kind != GT_INAROW_SLEEP || func != gt_where_func(w->r->t, w->v[0].stack)))
		put_calls_row(w, func, from);
}

/* What comes again and again in a loop may be for somebody else each time; sleeps of several functions are no calls. */
static bool breaks(const struct row *w, uint32_t stack)
{
	const struct gt_trace *t = w->r->t;

	for (size_t i = 0; i < w->n && !w->loops; i++)
		if (w->v[i].stack == stack)
			return true;
	return w->kind == GT_INAROW_SLEEP && w->n && gt_where_func(t, w->v[0].stack) != gt_where_func(t, stack);
}

static void add_row_call(struct row *w, struct row_call c)
{
	if (w->early.ns) {
		c.t0 = w->early.t0;
		c.ns += w->early.ns;
	}
	w->early.ns = 0;
	c.stack = gt_stackset_find(&w->r->same, c.stack);
	w->broken |= breaks(w, c.stack);
	w->between += w->n ? w->pending : 0;
	w->pending = 0;
	w->sum += c.ns;
	GT_GROW(w->v, w->cap, w->n + 1);
	w->v[w->n++] = c;
}

/* net/http has written the request, and goes on waiting for the answer. */
static bool goes_on(const struct gt_trace *t, const struct gt_interval *iv)
{
	struct gt_goroutine g;

	return iv->waker != GT_NO_ROW && gt_goroutine_get(t, iv->waker, &g) &&
	       gt_inarow_is_func(t, g.func, "net/http.(*persistConn).writeLoop");
}

/* More of an answer, where a call was made before. */
static bool goes_on_after(enum inarow_stack what)
{
	return what == INAROW_AFTER || what == INAROW_READS || what == INAROW_WRITES;
}

static void meet_row_wait(struct row *w, const struct gt_interval *iv, struct row_call c)
{
	const struct gt_trace *t = w->r->t;
	enum inarow_stack what = gt_inarow_stack(w->r, iv->stack);
	struct row_call *last = w->n ? &w->v[w->n - 1] : NULL;

	if (w->kind == GT_INAROW_SLEEP) {
		if (what == INAROW_SLEEPS)
			add_row_call(w, c);
		else
			w->pending += c.ns;
	} else if (what == INAROW_BEFORE || (what == INAROW_CALLS && goes_on(t, iv))) {
		w->early = w->early.ns ? (struct row_call){ .t0 = w->early.t0, .ns = w->early.ns + c.ns } : c;
	} else if (what == INAROW_CALLS || (what == INAROW_READS && gt_inarow_answers(t, w->wrote, c.stack))) {
		add_row_call(w, c);
	} else if (goes_on_after(what) && last && gt_where_func(t, last->stack) == gt_where_func(t, c.stack)) {
		last->t1 = c.t1;
		last->ns += c.ns;
		w->sum += c.ns;
	} else {
		w->pending += c.ns;
	}
	if (what == INAROW_READS)
		w->wrote = 0;
}

/* What the goroutine wrote to a connection while it ran: in v1 no call that does not block is in the index. */
static void scan_writes(struct row *w, int64_t t0, int64_t t1)
{
	const struct gt_types *types = gt_types_of(w->r->t);
	const struct gt_event *ev;

	if (w->r->scans == GT_INAROW_SCANS)
		return;
	w->r->scans++;
	for (uint64_t n = gt_events_seek(w->r->events, t0);
	     gt_events_get(w->r->events, n, &ev, NULL) == 0 && ev->time < t1; n++)
		if (ev->g == w->id && ev->type == types->call_begin) {
			uint32_t stack = gt_event_stack(w->r->t, ev);

			if (gt_inarow_stack(w->r, stack) == INAROW_WRITES)
				w->wrote = stack;
		}
}

/* ---- rounds ---- */

/* Whether a timer ended the wait: what comes next is for what it was time for. */
static bool is_timed(const struct row *w, const struct gt_interval *iv)
{
	const struct gt_trace *t = w->r->t;
	struct gt_goroutine g;
	struct gt_slice s;
	uint32_t k;

	if (iv->what != GT_SPENT_BLOCK || iv->open || iv->waker != GT_NO_ROW || !gt_goroutine_get(t, w->g, &g))
		return false;
	if (gt_inarow_stack(w->r, iv->stack) == INAROW_SLEEPS)
		return true;
	k = gt_goroutine_seek(t, w->g, iv->t1);
	return k < g.slices && gt_slice_get(t, gt_goroutine_slice(t, w->g, k), &s) &&
	       gt_waker_kind_before(t, &s) == GT_WAKER_TIMER;
}

static void next_round(struct row *w)
{
	if (w->begun)
		end_row(w);
	w->begun = true;
	w->broken = false;
	w->n = 0;
	w->sum = w->between = w->pending = 0;
	w->early.ns = 0;
	w->wrote = 0;
}

static bool meet_state(void *arg, const struct gt_interval *iv)
{
	struct row *w = arg;
	int64_t t0 = iv->t0 > w->t0 ? iv->t0 : w->t0, t1 = iv->t1 < w->t1 ? iv->t1 : w->t1;

	if (t1 <= t0)
		return iv->t0 < w->t1 && !w->broken;
	if (w->scans && iv->what == GT_SPENT_EXEC)
		scan_writes(w, t0, t1);
	else if (iv->what != GT_SPENT_EXEC && gt_inarow_stack(w->r, iv->stack) == INAROW_WRITES)
		w->wrote = iv->stack;
	if (w->rounds && is_timed(w, iv))
		next_round(w);
	else if (iv->what == GT_SPENT_BLOCK)
		meet_row_wait(w, iv, (struct row_call){ .t0 = t0, .t1 = t1, .ns = t1 - t0, .stack = iv->stack });
	else if (iv->what != GT_SPENT_SCHED)
		w->pending += t1 - t0;
	return !w->broken;
}

static void walk_row(struct row *w)
{
	const struct gt_trace *t = w->r->t;
	struct gt_goroutine info;
	uint32_t end;

	if (!gt_goroutine_get(t, w->g, &info))
		return;
	w->id = info.id;
	end = gt_goroutine_seek(t, w->g, w->t1);
	gt_goroutine_walk_part(t, w->g, gt_goroutine_seek(t, w->g, w->t0), end < info.slices ? end + 1 : info.slices,
			       meet_state, w);
	/* What a round does after the trace's end, nobody knows. */
	if (!w->rounds)
		end_row(w);
	free(w->v);
}

/* Whether only events say what a goroutine that waited for bytes of connections wrote. */
static bool has_to_scan(struct gt_inarow *r, enum gt_inarow_kind kind, bool reads)
{
	if (kind != GT_INAROW_NETWORK || !reads || !gt_trace_caps(r->t).old_events)
		return false;
	if (!r->events)
		r->events = gt_events_open(r->t);
	return true;
}

void gt_inarow_walk(struct gt_inarow *r, const struct inarow_maybe *m, enum gt_inarow_kind kind, int64_t t0, int64_t t1,
		    bool loops)
{
	struct row w = { .r = r, .kind = kind, .g = m->g, .t0 = t0, .t1 = t1, .loops = loops,
			 .scans = has_to_scan(r, kind, m->reads) };

	walk_row(&w);
}

void gt_inarow_rounds(struct gt_inarow *r, const struct inarow_maybe *m)
{
	struct row w = { .r = r, .kind = GT_INAROW_NETWORK, .g = m->g, .t0 = r->from, .t1 = r->to, .loops = true,
			 .rounds = true, .scans = has_to_scan(r, GT_INAROW_NETWORK, m->reads) };

	walk_row(&w);
}

/* Calls of others that a goroutine made one after the other: rows in a part of its life. */
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/requests/inarow_own.h"
#include "analysis/stacks/reasons.h"
#include "analysis/stacks/where.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define WORK_SHARE 20         /* work in between: less than one part in so many of the waiting */

/* ---- stacks ---- */

/* Functions of the standard library that wait for the answer of a call, or for a connection before one. */
static const struct {
	const char *func;
	enum inarow_stack what;
} inarow_funcs[] = {
	{ "net/http.(*Transport).getConn", INAROW_BEFORE },
	{ "net/http.(*Transport).roundTrip", INAROW_CALLS },
	{ "net/rpc.(*Client).Call", INAROW_CALLS },
	{ "net.(*netFD).connect", INAROW_CALLS },
};

static bool is_named_func(const struct gt_trace *t, uint32_t func, const char *name)
{
	size_t n;
	const char *s = gt_trace_string(t, func, &n);

	return n == strlen(name) && !memcmp(s, name, n);
}

static enum inarow_stack read_stack(const struct gt_trace *t, uint32_t stack)
{
	uint32_t end = gt_where_frame(t, stack);
	struct gt_frame f;

	if (gt_stack_reason(t, stack) == GT_STR_SLEEP)
		return INAROW_SLEEPS;
	for (uint32_t i = 0; i < end && gt_stack_frame(t, stack, i, &f); i++)
		for (size_t k = 0; k < GT_COUNT(inarow_funcs); k++)
			if (is_named_func(t, f.func, inarow_funcs[k].func))
				return inarow_funcs[k].what;
	return gt_where_is_network(t, stack) ? INAROW_AFTER : INAROW_OTHER;
}

enum inarow_stack gt_inarow_stack(struct gt_inarow *r, uint32_t stack)
{
	size_t known = r->cap_stacks;
	struct gt_frame f;

	if (stack >= known) {
		if (!gt_stack_frame(r->t, stack, 0, &f))
			return INAROW_OTHER;
		GT_GROW(r->stacks, r->cap_stacks, (size_t)stack + 1);
		memset(r->stacks + known, INAROW_UNKNOWN, r->cap_stacks - known);
	}
	if (r->stacks[stack] == INAROW_UNKNOWN)
		r->stacks[stack] = (uint8_t)(stack ? read_stack(r->t, stack) : INAROW_OTHER);
	return (enum inarow_stack)r->stacks[stack];
}

static uint32_t depth_of(const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;
	uint32_t n = 0;

	while (gt_stack_frame(t, stack, n, &f))
		n++;
	return n;
}

/* How many outer frames two stacks have in common; in the innermost of these they may be at other lines. */
static uint32_t frames_in_common(const struct gt_trace *t, uint32_t a, uint32_t b)
{
	uint32_t na = depth_of(t, a), nb = depth_of(t, b), n = 0;
	struct gt_frame x, y;

	while (n < na && n < nb && gt_stack_frame(t, a, na - 1 - n, &x) && gt_stack_frame(t, b, nb - 1 - n, &y) &&
	       x.func == y.func) {
		n++;
		if (x.line != y.line)
			break;
	}
	return n;
}

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
};

/* The innermost function of the program that all calls have in common; *from as in struct gt_inarow_group. */
static uint32_t who_called(const struct row *w, uint32_t *from)
{
	const struct gt_trace *t = w->r->t;
	uint32_t first = w->v[0].stack, depth = depth_of(t, first), common = depth, func = 0;
	struct gt_frame f;

	*from = 0;

	for (size_t i = 1; i < w->n; i++) {
		uint32_t n = frames_in_common(t, first, w->v[i].stack);

		common = n < common ? n : common;
	}
	for (uint32_t i = depth - common; i < depth && gt_stack_frame(t, first, i, &f); i++) {
		if (gt_func_is_library(t, f.func))
			continue;
		if (!func) {
			func = f.func;
			/* In a loop it may be the caller's. */
			if (func != gt_where_func(t, first))
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
	       is_named_func(t, g.func, "net/http.(*persistConn).writeLoop");
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
	} else if (what == INAROW_CALLS) {
		add_row_call(w, c);
	} else if (what == INAROW_AFTER && last && gt_where_func(t, last->stack) == gt_where_func(t, c.stack)) {
		last->t1 = c.t1;
		last->ns += c.ns;
		w->sum += c.ns;
	} else {
		w->pending += c.ns;
	}
}

static bool meet_state(void *arg, const struct gt_interval *iv)
{
	struct row *w = arg;
	int64_t t0 = iv->t0 > w->t0 ? iv->t0 : w->t0, t1 = iv->t1 < w->t1 ? iv->t1 : w->t1;

	if (t1 <= t0)
		return iv->t0 < w->t1 && !w->broken;
	if (iv->what == GT_SPENT_BLOCK)
		meet_row_wait(w, iv, (struct row_call){ .t0 = t0, .t1 = t1, .ns = t1 - t0, .stack = iv->stack });
	else if (iv->what != GT_SPENT_SCHED)
		w->pending += t1 - t0;
	return !w->broken;
}

void gt_inarow_walk(struct gt_inarow *r, uint32_t g, enum gt_inarow_kind kind, int64_t t0, int64_t t1, bool loops)
{
	struct row w = { .r = r, .kind = kind, .g = g, .t0 = t0, .t1 = t1, .loops = loops };
	struct gt_goroutine info;
	uint32_t end;

	if (!gt_goroutine_get(r->t, g, &info))
		return;
	end = gt_goroutine_seek(r->t, g, t1);
	gt_goroutine_walk_part(r->t, g, gt_goroutine_seek(r->t, g, t0), end < info.slices ? end + 1 : info.slices,
			       meet_state, &w);
	end_row(&w);
	free(w.v);
}

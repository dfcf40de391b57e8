/* A goroutine's life as a sequence of states, from the rows of its slices (format/semantics.md 6). */
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/stacks/reasons.h"
#include "analysis/table/types.h"
#include "base/xalloc.h"
#include "index/caps.h"

struct life {
	const struct gt_trace *t;
	const struct gt_types *types;
	struct gt_goroutine g;
	int64_t end;          /* of the goroutine, or of the trace */
	bool gone;            /* the goroutine ended in the trace */
	bool backward;
	gt_interval_fn *fn;
	void *arg;
	bool stopped;
};

/* A stretch of states that follow each other: few, so that they can be handed out in either order. */
#define MAX_GAP 3

struct gap {
	struct gt_interval iv[MAX_GAP];
	int n;
};

static void life_emit(struct life *l, const struct gt_interval *iv)
{
	if (!l->stopped && iv->t1 > iv->t0 && !l->fn(l->arg, iv))
		l->stopped = true;
}

static void emit_gap(struct life *l, const struct gap *gap)
{
	for (int i = 0; i < gap->n; i++)
		life_emit(l, &gap->iv[l->backward ? gap->n - 1 - i : i]);
}

static void life_add(struct gap *gap, const struct gt_interval *iv)
{
	if (iv->t1 > iv->t0)
		gap->iv[gap->n++] = *iv;
}

/* ---- between slices ---- */

/* How the goroutine became runnable. */
struct made_ready {
	int64_t time;         /* GT_NO_TIME: it did not, or that is not known */
	uint32_t waker;
	uint8_t type;
};

/* The state after a slice's end or the first event, as long as it lasts. */
static struct gt_interval after_slice(const struct gt_slice *p)
{
	struct gt_interval iv = {
		.t0 = p->t1, .slice = p->id, .stack = p->end_stack, .begin_type = p->end_type,
		.waker = GT_NO_ROW,
	};

	iv.what = p->flags & GT_SLICE_LOST_P ? GT_SPENT_SYSCALL_BLOCK : GT_SPENT_BLOCK;
	if (iv.what == GT_SPENT_BLOCK)
		iv.reason = p->reason;
	return iv;
}

uint32_t gt_goroutine_first_stood(const struct gt_trace *t, const struct gt_goroutine *g)
{
	return g->predates_trace && !gt_trace_caps(t).own_first_stack ? 0 : g->first_stack;
}

uint32_t gt_interval_reason(const struct gt_trace *t, const struct gt_interval *iv, bool *inferred)
{
	uint32_t said;

	*inferred = false;
	if (iv->what != GT_SPENT_BLOCK || iv->reason)
		return iv->what == GT_SPENT_BLOCK ? iv->reason : 0;
	said = gt_stack_reason(t, iv->stack);
	*inferred = said || iv->likely;
	return said ? said : iv->likely;
}

static struct gt_interval after_first(const struct life *l)
{
	struct gt_interval iv = {
		.t0 = l->g.create, .slice = GT_NO_ROW, .stack = gt_goroutine_first_stood(l->t, &l->g),
		.waker = GT_NO_ROW };

	iv.begin_type = l->g.predates_trace ? 0 : l->g.first_type;
	switch (l->g.first_state) {
	case GT_G_WAITING:
		iv.what = GT_SPENT_BLOCK;
		iv.likely = gt_func_reason(l->t, l->g.func);
		break;
	case GT_G_SYSCALL: iv.what = GT_SPENT_SYSCALL_BLOCK; break;
	case GT_G_RUNNING: iv.what = GT_SPENT_EXEC; break;
	default: iv.what = GT_SPENT_SCHED; break;
	}
	return iv;
}

/*
 * Splits what follows into the first state until the goroutine became runnable and the wait for a
 * P until `to`.  One event may have ended the state before and begun the
 * wait: then there is no first state.
 */
static void add_wait(struct gap *gap, struct gt_interval iv, const struct made_ready *by, int64_t to,
		     uint8_t to_type)
{
	struct gt_interval sched = iv;

	if (iv.what == GT_SPENT_SCHED || by->time == GT_NO_TIME) {
		iv.t1 = to;
		iv.end_type = to_type;
		life_add(gap, &iv);
		return;
	}
	iv.t1 = by->time;
	iv.end_type = by->type;
	iv.woken = iv.what == GT_SPENT_BLOCK;
	iv.waker = iv.woken ? by->waker : GT_NO_ROW;
	life_add(gap, &iv);
	sched.what = GT_SPENT_SCHED;
	sched.reason = 0;
	if (by->time > iv.t0)
		sched.stack = 0;
	sched.t0 = by->time;
	sched.begin_type = by->type;
	sched.t1 = to;
	sched.end_type = to_type;
	life_add(gap, &sched);
}

/* prev is NULL before the first slice. */
static void gap_before(struct life *l, const struct gt_slice *s, const struct gt_slice *prev)
{
	struct gap gap = { 0 };
	struct gt_interval iv = prev ? after_slice(prev) : after_first(l);

	if (!prev && s->flags & GT_SLICE_CUT) {
		/* It ran since before the trace began; in odd traces the P had another slice, or thread, until here. */
		iv.what = l->g.first_state == GT_G_SYSCALL ? GT_SPENT_SYSCALL : GT_SPENT_EXEC;
		iv.slice = s->id;
		iv.t1 = s->t0;
		life_add(&gap, &iv);
	} else {
		add_wait(&gap, iv, &(struct made_ready){ s->ready, s->waker, s->ready_type }, s->t0, s->start_type);
	}
	emit_gap(l, &gap);
}

/* What comes after the last slice (NULL: there was none), to the end of the goroutine or the trace. */
static void gap_at_end(struct life *l, const struct gt_slice *last)
{
	struct gap gap = { 0 };
	struct gt_interval iv = last ? after_slice(last) : after_first(l);
	struct made_ready by = { .time = GT_NO_TIME };
	uint8_t end_type = l->gone ? l->g.last_type : 0;

	if (last && last->flags & GT_SLICE_OPEN)
		return;
	if (l->g.state == GT_G_RUNNABLE)
		by = (struct made_ready){ l->g.since, l->g.waker, l->g.last_type };
	add_wait(&gap, iv, &by, l->end, end_type);
	if (!l->gone && gap.n)
		gap.iv[gap.n - 1].open = true;
	emit_gap(l, &gap);
}

/* ---- inside a slice ---- */

static void emit_run(struct life *l, const struct gt_slice *s, int64_t t0, int64_t t1, uint8_t begin,
		     uint8_t end)
{
	struct gt_interval iv = {
		.t0 = t0, .t1 = t1, .what = GT_SPENT_EXEC, .slice = s->id, .waker = GT_NO_ROW,
		.begin_type = begin, .end_type = end,
		.open = s->flags & GT_SLICE_OPEN && t1 == s->t1,
	};

	life_emit(l, &iv);
}

static void emit_call(struct life *l, const struct gt_slice *s, const struct gt_syscall *c)
{
	struct gt_interval iv = {
		.t0 = c->t0, .t1 = c->t1,
		.what = l->types->call_is_exec ? GT_SPENT_EXEC : GT_SPENT_SYSCALL, .slice = s->id, .stack = c->stack,
		.waker = GT_NO_ROW, .begin_type = c->known_start ? l->types->call_begin : 0,
		.end_type = c->lost ? s->end_type : l->types->call_end,
		.open = s->flags & GT_SLICE_OPEN && c->lost,
	};

	life_emit(l, &iv);
}

static void body_forward(struct life *l, const struct gt_slice *s)
{
	uint32_t n = s->flags & GT_SLICE_CALLS ? gt_slice_calls(l->t, s) : 0;
	uint8_t begin = s->flags & GT_SLICE_CUT ? 0 : s->start_type;
	int64_t at = s->t0;
	struct gt_syscall c;

	for (uint32_t i = 0; i < n && !l->stopped; i++) {
		if (!gt_slice_call(l->t, s, i, &c))
			continue;
		emit_run(l, s, at, c.t0, begin, l->types->call_begin);
		emit_call(l, s, &c);
		at = c.t1;
		begin = l->types->call_end;
	}
	emit_run(l, s, at, s->t1, begin, s->end_type);
}

static void body_backward(struct life *l, const struct gt_slice *s)
{
	uint32_t n = s->flags & GT_SLICE_CALLS ? gt_slice_calls(l->t, s) : 0;
	uint8_t end = s->end_type;
	int64_t at = s->t1;
	struct gt_syscall c;

	for (uint32_t i = n; i-- && !l->stopped;) {
		if (!gt_slice_call(l->t, s, i, &c))
			continue;
		emit_run(l, s, c.t1, at, l->types->call_end, end);
		emit_call(l, s, &c);
		at = c.t0;
		end = l->types->call_begin;
	}
	emit_run(l, s, s->t0, at, s->flags & GT_SLICE_CUT ? 0 : s->start_type, end);
}

/* ---- the walk ---- */

/*
 * s comes after prev.  The links of a damaged index may lead to slices of others, or in a circle; as this order has
 * no circles and each slice is one goroutine's, all walks together take no more steps than there are slices.
 */
static bool comes_after(const struct gt_slice *s, const struct gt_slice *prev)
{
	return s->g == prev->g && s->t0 >= prev->t1 && (s->t1 > prev->t1 || s->start_n > prev->start_n);
}

#define AHEAD 64u

/* Slices k … k + n - 1 of the goroutine, n <= AHEAD: from the last one back, which is the cheap way; how many. */
static uint32_t slices_ahead(const struct life *l, uint32_t k, uint32_t n, struct gt_slice *v)
{
	uint32_t id = gt_goroutine_slice(l->t, l->g.row, k + n - 1);

	for (uint32_t i = n; i--; id = v[i].prev)
		if (id == GT_NO_ROW || !gt_slice_get(l->t, id, &v[i]))
			return 0;
	return n;
}

static void walk_forward(struct life *l, uint32_t k0, uint32_t k1)
{
	struct gt_slice prev, *ahead;
	bool any = k0 && gt_slice_get(l->t, gt_goroutine_slice(l->t, l->g.row, k0 - 1), &prev), on = true;
	uint32_t end = k1 < l->g.slices ? k1 : l->g.slices, most = end > k0 && end - k0 < AHEAD ? end - k0 : AHEAD;

	ahead = gt_xcalloc(most, sizeof *ahead);
	for (uint32_t k = k0, n; on && k < end && !l->stopped; k += n) {
		n = slices_ahead(l, k, end - k < most ? end - k : most, ahead);
		on = n > 0;
		for (uint32_t i = 0; i < n && !l->stopped; i++) {
			on = !any || comes_after(&ahead[i], &prev);
			if (!on)
				break;
			gap_before(l, &ahead[i], any ? &prev : NULL);
			body_forward(l, &ahead[i]);
			prev = ahead[i];
			any = true;
		}
	}
	free(ahead);
	if (k1 >= l->g.slices)
		gap_at_end(l, any ? &prev : NULL);
}

/* From slice k, or from the end. */
static void walk_backward(struct life *l, uint32_t k)
{
	uint32_t id = k < l->g.slices ? gt_goroutine_slice(l->t, l->g.row, k) : l->g.last_slice;
	struct gt_slice s, prev;
	bool any = id != GT_NO_ROW && gt_slice_get(l->t, id, &s);

	if (k >= l->g.slices)
		gap_at_end(l, any ? &s : NULL);
	while (!l->stopped && any) {
		body_backward(l, &s);
		any = s.prev != GT_NO_ROW && gt_slice_get(l->t, s.prev, &prev) && comes_after(&s, &prev);
		gap_before(l, &s, any ? &prev : NULL);
		if (any)
			s = prev;
	}
}

static void life_set(struct life *l)
{
	l->types = gt_types_of(l->t);
	l->gone = l->g.end != GT_NO_TIME;
	l->end = l->gone ? l->g.end : gt_trace_info(l->t)->duration;
}

static bool life_init(struct life *l, uint32_t row)
{
	if (!gt_goroutine_get(l->t, row, &l->g))
		return false;
	life_set(l);
	return true;
}

void gt_goroutine_walk(const struct gt_trace *t, uint32_t row, bool backward, gt_interval_fn *fn, void *arg)
{
	struct life l = { .t = t, .backward = backward, .fn = fn, .arg = arg };

	if (!life_init(&l, row))
		return;
	if (backward)
		walk_backward(&l, l.g.slices);
	else
		walk_forward(&l, 0, l.g.slices);
}

void gt_goroutine_walk_before(const struct gt_trace *t, uint32_t row, int64_t time, gt_interval_fn *fn, void *arg)
{
	struct life l = { .t = t, .backward = true, .fn = fn, .arg = arg };

	if (life_init(&l, row))
		walk_backward(&l, time < l.end ? gt_goroutine_seek(t, row, time) : l.g.slices);
}

void gt_goroutine_walk_part(const struct gt_trace *t, uint32_t row, uint32_t k0, uint32_t k1, gt_interval_fn *fn,
			    void *arg)
{
	struct life l = { .t = t, .fn = fn, .arg = arg };

	if (life_init(&l, row))
		walk_forward(&l, k0, k1);
}

void gt_goroutine_walk_between(const struct gt_trace *t, const struct gt_goroutine *g, const struct gt_slice *prev,
			       const struct gt_slice *next, gt_interval_fn *fn, void *arg)
{
	struct life l = { .t = t, .g = *g, .fn = fn, .arg = arg };

	life_set(&l);
	if (next)
		gap_before(&l, next, prev);
	else
		gap_at_end(&l, prev);
}

void gt_goroutine_walk_gap(const struct gt_trace *t, uint32_t row, uint32_t next, gt_interval_fn *fn, void *arg)
{
	struct gt_goroutine g;
	struct gt_slice s, prev;
	bool has, any;

	if (!gt_goroutine_get(t, row, &g))
		return;
	has = gt_slice_get(t, next, &s);
	any = gt_slice_get(t, has ? s.prev : g.last_slice, &prev);
	gt_goroutine_walk_between(t, &g, any ? &prev : NULL, has ? &s : NULL, fn, arg);
}

bool gt_interval_known(const struct gt_trace *t, const struct gt_interval *iv)
{
	return iv->what != GT_SPENT_SYSCALL_BLOCK || gt_trace_info(t)->header.format != GT_FORMAT_V1 ||
	       !gt_trace_beyond(t, iv->t1);
}

const char *gt_spent_name(enum gt_spent what)
{
	static const char *const names[] = {
		[GT_SPENT_EXEC] = "running",
		[GT_SPENT_SCHED] = "runnable",
		[GT_SPENT_SYSCALL] = "syscall",
		[GT_SPENT_SYSCALL_BLOCK] = "syscall without P",
		[GT_SPENT_BLOCK] = "waiting",
	};

	_Static_assert(GT_COUNT(names) == GT_SPENT_KINDS, "a word for each state");
	return (unsigned)what < GT_COUNT(names) ? names[what] : "?";
}

const char *gt_gstate_name(unsigned state)
{
	switch (state) {
	case GT_G_NOT_EXIST: return "ended";
	case GT_G_RUNNABLE: return gt_spent_name(GT_SPENT_SCHED);
	case GT_G_RUNNING: return gt_spent_name(GT_SPENT_EXEC);
	case GT_G_WAITING: return gt_spent_name(GT_SPENT_BLOCK);
	case GT_G_SYSCALL: return gt_spent_name(GT_SPENT_SYSCALL);
	default: return "unknown";
	}
}

const char *gt_goroutine_state_name(const struct gt_trace *t, const struct gt_goroutine *g)
{
	struct gt_slice s;

	/* Slices that have not ended are not rows before all is read. */
	if (g->state == GT_G_SYSCALL && gt_trace_info(t)->done &&
	    !(gt_slice_get(t, g->last_slice, &s) && s.flags & GT_SLICE_OPEN))
		return gt_spent_name(GT_SPENT_SYSCALL_BLOCK);
	return gt_gstate_name(g->state);
}

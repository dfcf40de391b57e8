/* History chain: walks a goroutine's state changes back to the latest one with a stack of its own. */
#include "analysis/slices/chain.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/types.h"
#include "base/xalloc.h"

/*
 * Entries arrive latest first.  The latest 32 are kept in a ring; when the
 * walk is over, the oldest of all takes the first place and the 31 latest
 * follow: what remains if a list of 32 drops its second entry for every new
 * one.
 */
struct walk {
	const struct gt_trace *t;
	struct gt_chain_memo *memo;  /* NULL: none */
	const struct gt_types *types;
	uint8_t latest[GT_CHAIN_MAX];
	uint64_t n;
	uint8_t oldest;
	uint32_t stack;
	int64_t since;
	bool done;
};

static void chain_put(struct walk *w, uint8_t type, uint32_t stack, int64_t time)
{
	if (w->done)
		return;
	if (w->n < GT_CHAIN_MAX)
		w->latest[w->n] = type;
	w->n++;
	w->oldest = type;
	w->since = time;
	if (stack && gt_stack_depth(w->t, stack)) {
		w->stack = stack;
		w->done = true;
	}
}

/* The first `calls` calls of a slice; ended: the last one returned before the point where the walk starts. */
static void put_calls(struct walk *w, const struct gt_slice *s, uint32_t calls, bool ended)
{
	struct gt_syscall c;

	for (uint32_t i = calls; i-- && !w->done; ended = true) {
		if (!gt_slice_call(w->t, s, i, &c))
			continue;
		if (ended && !c.lost && w->types->call_end)
			chain_put(w, w->types->call_end, 0, c.t1);
		if (c.known_start)
			chain_put(w, w->types->call_begin, c.stack, c.t0);
	}
}

/* The event that introduced the goroutine. */
static void put_first(struct walk *w, const struct gt_goroutine *g)
{
	uint8_t then = g->first_state == GT_G_WAITING   ? w->types->was_waiting
		       : g->first_state == GT_G_SYSCALL ? w->types->was_in_call
							: 0;

	if (then)
		chain_put(w, then, 0, g->first_seen);
	chain_put(w, g->first_type, w->types->bare_creation ? 0 : g->first_stack, g->first_seen);
	w->done = true;
}

/* What lies between the end of a slice (or the goroutine's first event) and the start of the next. */
static void put_before(struct walk *w, const struct gt_slice *s, const struct gt_slice *prev)
{
	struct gt_goroutine g;
	bool same;

	if (prev) {
		same = !(prev->flags & GT_SLICE_LOST_P) && s->ready_type == prev->end_type &&
		       s->ready == prev->t1;
		if (s->ready_type && !same)
			chain_put(w, s->ready_type, 0, s->ready);
		if (!(prev->flags & GT_SLICE_LOST_P))
			chain_put(w, prev->end_type, prev->end_stack, prev->t1);
		else if (w->types->own_loss)
			chain_put(w, prev->end_type, 0, prev->t1);
		return;
	}
	if (!gt_goroutine_get(w->t, s->g, &g)) {
		w->done = true;
		return;
	}
	if (s->ready_type && g.first_state != GT_G_RUNNABLE)
		chain_put(w, s->ready_type, 0, s->ready);
	put_first(w, &g);
}

/* True if the goroutine's first event shows it on the processor: there is nothing before this slice. */
static bool is_first(const struct walk *w, const struct gt_slice *s, struct gt_goroutine *g)
{
	return s->flags & GT_SLICE_CUT && s->prev == GT_NO_ROW && gt_goroutine_get(w->t, s->g, g) &&
	       g->first_state == GT_G_RUNNING;
}

/* The event that opened a slice; one that was in a call when the trace began has only that status. */
static void put_start(struct walk *w, const struct gt_slice *s)
{
	struct gt_goroutine g;
	bool bare;

	if (w->done)
		return;
	if (is_first(w, s, &g) || (gt_slice_began_in_call(w->t, s) && gt_goroutine_get(w->t, s->g, &g))) {
		put_first(w, &g);
		return;
	}
	/* A goroutine's first start has the stack that its creation has not. */
	bare = w->types->bare_creation && s->prev == GT_NO_ROW && gt_goroutine_get(w->t, s->g, &g);
	chain_put(w, s->start_type, bare ? g.first_stack : 0, s->seen);
}

/* ---- memo: how the chain begins that leads up to a slice's start ---- */

#define MEMO_STEP 256

struct gt_chain_start {
	uint64_t total;
	int64_t since;
	uint32_t stack;
	uint8_t oldest;
};

void gt_chain_memo_release(struct gt_chain_memo *m)
{
	gt_map_release(&m->by_slice);
	free(m->starts);
	*m = (struct gt_chain_memo) { 0 };
}

/* True if what comes before the slice is known, and only how it begins is of interest any more. */
static bool use_memo(struct walk *w, uint32_t slice)
{
	const struct gt_chain_start *start;
	uint32_t i;

	if (!w->memo || w->n < GT_CHAIN_MAX)
		return false;
	i = gt_map_get(&w->memo->by_slice, slice);
	if (i == GT_MAP_NONE)
		return false;
	start = &w->memo->starts[i];
	w->n += start->total;
	w->oldest = start->oldest;
	w->stack = start->stack;
	w->since = start->since;
	w->done = true;
	return true;
}

/* Remembers a slice that the walk has come to; `total` counts what is nearer until the walk is over. */
static void chain_mark(struct walk *w, uint32_t slice)
{
	struct gt_chain_memo *m = w->memo;

	if (!m || m->n >= UINT32_MAX)
		return;
	GT_GROW(m->starts, m->cap, m->n + 1);
	gt_map_put(&m->by_slice, slice, (uint32_t)m->n);
	m->starts[m->n++] = (struct gt_chain_start) { .total = w->n };
}

static void walk_back(struct walk *w, const struct gt_slice *first)
{
	size_t from = w->memo ? w->memo->n : 0;
	struct gt_slice s = *first, prev;

	/* In a damaged index slices may go in a circle. */
	for (uint64_t step = 1; !w->done && !use_memo(w, s.id) && step <= gt_trace_info(w->t)->slices + 1; step++) {
		bool any = s.prev != GT_NO_ROW && gt_slice_get(w->t, s.prev, &prev);

		if (step % MEMO_STEP == 0)
			chain_mark(w, s.id);
		put_before(w, &s, any ? &prev : NULL);
		if (!any)
			break;
		put_calls(w, &prev, gt_slice_calls(w->t, &prev), true);
		if (!w->done)
			put_start(w, &prev);
		s = prev;
	}
	for (size_t i = from; w->memo && i < w->memo->n; i++) {
		struct gt_chain_start *start = &w->memo->starts[i];

		*start = (struct gt_chain_start) { w->n - start->total, w->since, w->stack, w->oldest };
	}
}

static void chain_store(const struct walk *w, struct gt_chain *out)
{
	uint64_t n = w->n < GT_CHAIN_MAX ? w->n : GT_CHAIN_MAX;

	memset(out, 0, sizeof *out);
	out->total = w->n;
	out->n = (unsigned)n;
	out->stack = w->stack;
	out->since = n ? w->since : GT_NO_TIME;
	for (uint64_t i = 0; i < n; i++)
		out->types[n - 1 - i] = w->latest[i];
	if (w->n > GT_CHAIN_MAX)
		out->types[0] = w->oldest;
}

void gt_chain_find(const struct gt_trace *t, struct gt_chain_memo *memo, const struct gt_slice *s,
		   enum gt_chain_at at, uint32_t calls, struct gt_chain *out)
{
	struct walk w = { .t = t, .memo = memo, .types = gt_types_of(t) };
	uint32_t all = gt_slice_calls(t, s);
	struct gt_goroutine g;

	if (calls > all)
		calls = all;
	if (at == GT_CHAIN_END || calls) {
		/* A part that begins with the end of a call has that call's begin before it, not its end. */
		put_calls(&w, s, calls, at == GT_CHAIN_END);
		put_start(&w, s);
	}
	if (!w.done && !is_first(&w, s, &g))
		walk_back(&w, s);
	chain_store(&w, out);
}

void gt_chain_of(const struct gt_trace *t, const struct gt_slice *s, enum gt_chain_at at, uint32_t calls,
		 struct gt_chain *out)
{
	gt_chain_find(t, NULL, s, at, calls, out);
}

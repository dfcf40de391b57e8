/* What the holders of a lock waited for while others queued for it. */
#include <stdlib.h>

#include "analysis/locks/locklook.h"
#include "analysis/locks/locks_own.h"
#include "analysis/stacks/where.h"
#include "analysis/waits/callscan.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define HOLDS 1024u           /* that are looked at, evenly chosen */

/* Waits of holders in one function of the program, for one thing. */
struct over {
	uint32_t func, what, stack;     /* stack: of the longest */
	int64_t ns, max;
};

struct overs {
	const struct gt_trace *t;
	int64_t from, to;         /* the present hold */
	struct over *v;
	size_t n, cap;
	struct gt_map of;
};

/* A string row: the reason of a wait, what was called; 0: that is no wait which others could be spared. */
static uint32_t waits_for(const struct gt_trace *t, const struct gt_interval *iv)
{
	bool inferred;
	uint32_t reason;

	if (iv->what == GT_SPENT_SYSCALL || iv->what == GT_SPENT_SYSCALL_BLOCK)
		return gt_call_function(t, iv->stack);
	reason = iv->what == GT_SPENT_BLOCK ? gt_interval_reason(t, iv, &inferred) : 0;
	if (!gt_lock_over_name(reason))
		return 0;
	return gt_where_is_network(t, iv->stack) ? GT_STR_NETWORK : reason;
}

static bool add_over(void *arg, const struct gt_interval *iv)
{
	struct overs *o = arg;
	int64_t t0 = iv->t0 > o->from ? iv->t0 : o->from, t1 = iv->t1 < o->to ? iv->t1 : o->to;
	uint32_t what = t1 > t0 && iv->stack ? waits_for(o->t, iv) : 0, func, i;
	bool added = false;

	if (!what)
		return iv->t0 > o->from;
	func = gt_where_func(o->t, iv->stack);
	i = gt_map_get_or_put(&o->of, (uint64_t)func << 32 | what, (uint32_t)o->n, &added);
	if (added) {
		GT_GROW(o->v, o->cap, o->n + 1);
		o->v[o->n++] = (struct over){ .func = func, .what = what };
	}
	gt_sat_grow(&o->v[i].ns, t1 - t0);
	if (t1 - t0 > o->v[i].max) {
		o->v[i].max = t1 - t0;
		o->v[i].stack = iv->stack;
	}
	return iv->t0 > o->from;
}

/* Waits of the program for the lock that say since when it was held, in the order of their ends. */
static uint32_t *holds_of(const struct gt_locks *l, uint64_t number, uint32_t *n)
{
	uint32_t *v = gt_xcalloc((size_t)l->nwaits + 1, sizeof *v);

	*n = 0;
	for (uint32_t i = 0; i < l->nwaits; i++) {
		const struct gt_lock_wait *w = gt_lock_wait_at(l, i);

		if (l->v[w->lock].number == number && w->owner == GT_OWNER_PROGRAM && w->held != GT_NO_TIME &&
		    w->waker != GT_NO_ROW)
			v[(*n)++] = i;
	}
	return v;
}

void gt_locks_held_over(const struct gt_locks *l, struct gt_lock_cost *c)
{
	struct overs o = { .t = l->t };
	uint32_t n, *holds = holds_of(l, c->number, &n), few = n < HOLDS ? n : HOLDS;
	size_t best = 0;

	gt_map_init(&o.of);
	for (uint32_t i = 0; i < few; i++) {
		uint32_t at = (uint32_t)((uint64_t)n * i / few);
		const struct gt_lock_wait *w = gt_lock_wait_at(l, holds[at]);
		int64_t before = at ? gt_lock_wait_at(l, holds[at - 1])->end : 0;

		/* Readers that are let in together waited for the same holder. */
		o.from = gt_lock_clip(l, w->held > before ? w->held : before);
		o.to = gt_lock_clip(l, w->end);
		if (o.to <= o.from)
			continue;
		gt_sat_grow(&c->looked, o.to - o.from);
		gt_goroutine_walk_before(l->t, w->waker, o.to, add_over, &o);
	}
	for (size_t i = 0; i < o.n; i++) {
		gt_sat_grow(&c->overs, o.v[i].ns);
		best = o.v[i].ns > o.v[best].ns ? i : best;
	}
	if (o.n) {
		c->over = o.v[best].ns;
		c->over_stack = o.v[best].stack;
		c->over_what = o.v[best].what;
	}
	gt_map_release(&o.of);
	free(o.v);
	free(holds);
}

const char *gt_lock_over_name(uint32_t reason)
{
	switch (reason) {
	case GT_STR_NETWORK:
		return "waited for the network";
	case GT_STR_SLEEP:
		return "slept";
	case GT_STR_SELECT:
	case GT_STR_CHAN_RECEIVE:
	case GT_STR_CHAN_SEND:
		return "waited for a channel";
	case GT_STR_COND:
		return "waited for a sync.Cond";
	case GT_STR_SYNC:
		return "waited for another lock or a sync.WaitGroup";
	default:
		return NULL;
	}
}

/* Why the program was short of processors: what was found in each part of the range, put together. */
#include "analysis/pressure/shortage.h"

#include <stdlib.h>

#include "analysis/pressure/held_own.h"
#include "analysis/waits/callscan.h"
#include "base/sat.h"
#include "base/xalloc.h"

const char *gt_short_name(enum gt_short_kind kind)
{
	static const char *const names[GT_SHORT_KINDS] = {
		[GT_SHORT_PROGRAM] = "all_program_ns", [GT_SHORT_MARK] = "idle_mark_ns", [GT_SHORT_CALL] = "call_ns",
		[GT_SHORT_LATE] = "late_ns",
	};

	return names[kind];
}

/* ---- one at a time, the last first ---- */

void gt_shortage_offer(struct gt_short_sum *s, int64_t t0, int64_t t1)
{
	if (t0 == GT_NO_TIME || (s->t0 != GT_NO_TIME && t1 - t0 < s->t1 - s->t0))
		return;
	s->t0 = t0;
	s->t1 = t1;
}

static struct gt_short_calls *short_calls_of(struct gt_shortage *s, const struct gt_trace *t, uint32_t func,
					     uint32_t stack)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&s->of_call, (uint64_t)func << 32 | stack, (uint32_t)s->ncalls, &added);

	if (added) {
		GT_GROW(s->calls, s->cap_calls, s->ncalls + 1);
		s->calls[s->ncalls++] = (struct gt_short_calls){
			.func = func, .stack = stack, .top = gt_call_function(t, stack) };
	}
	return &s->calls[i];
}

static void short_longest(struct gt_short_calls *c, int64_t ns, uint32_t g, int64_t t0, int64_t t1)
{
	if (ns < c->max || (ns == c->max && t0 > c->t0))
		return;
	c->max = ns;
	c->g = g;
	c->t0 = t0;
	c->t1 = t1;
}

void gt_shortage_add_call(struct gt_held *h, struct gt_shortage *s, const struct gt_short_piece *call)
{
	struct gt_short_calls *c;

	if (call->ns <= 0)
		return;
	c = short_calls_of(s, h->trace, gt_ginfos_get(&h->goroutines, call->g)->func, call->stack);
	c->n++;
	gt_sat_grow(&c->ns, call->ns);
	short_longest(c, call->ns, call->g, call->t0, call->t1);
}

/* ---- parts ---- */

/* `end`: of the pieces of what was joined so far that go on where this part ends. */
static void join_shortage(struct gt_shortage *all, struct gt_short_part *p, const struct gt_held_worker *w,
			  int64_t *end)
{
	for (unsigned i = 0; i < GT_SHORT_KINDS; i++) {
		struct gt_short_sum *sum = &all->sums[i];

		sum->ns += p->s.sums[i].ns;
		sum->n += p->s.sums[i].n;
		if (end[i] != GT_NO_TIME && p->begin[i] != GT_NO_TIME) {
			sum->n--;
			gt_shortage_offer(sum, p->begin[i], end[i]);
			if (p->begin[i] == w->lo)
				p->end[i] = end[i];
		}
		gt_shortage_offer(sum, p->s.sums[i].t0, p->s.sums[i].t1);
		end[i] = p->end[i];
	}
	gt_sat_grow(&all->late_held, p->s.late_held);
}

static void join_calls(struct gt_shortage *all, const struct gt_trace *t, const struct gt_shortage *s)
{
	for (size_t i = 0; i < s->ncalls; i++) {
		const struct gt_short_calls *from = &s->calls[i];
		struct gt_short_calls *c = short_calls_of(all, t, from->func, from->stack);

		c->n += from->n;
		gt_sat_grow(&c->ns, from->ns);
		short_longest(c, from->max, from->g, from->t0, from->t1);
	}
}

static int compare_call_ends(const void *pa, const void *pb)
{
	const struct gt_short_piece *a = pa, *b = pb;

	return GT_ASC(a, b, proc_row) ?: GT_ASC(a, b, call) ?: GT_DESC(a, b, t0);
}

/* Calls of which several parts have pieces. */
static void join_call_pieces(struct gt_held *h, struct gt_short_piece *v, size_t n)
{
	if (n)
		qsort(v, n, sizeof *v, compare_call_ends);
	for (size_t i = 0; i < n; i++) {
		if (i + 1 < n && v[i].proc_row == v[i + 1].proc_row && v[i].call == v[i + 1].call &&
		    v[i].t0 == v[i + 1].t1) {
			v[i + 1].ns += v[i].ns;
			v[i + 1].t1 = v[i].t1;
		} else {
			gt_shortage_add_call(h, h->args.shortage, &v[i]);
		}
	}
}

void gt_shortage_join(struct gt_held *h)
{
	struct gt_shortage *all = h->args.shortage;
	struct gt_short_piece *calls = NULL;
	int64_t end[GT_SHORT_KINDS];
	size_t ncalls = 0, cap = 0;

	for (unsigned i = 0; i < GT_SHORT_KINDS; i++) {
		all->sums[i] = (struct gt_short_sum){ .t0 = GT_NO_TIME, .t1 = GT_NO_TIME };
		end[i] = GT_NO_TIME;
	}
	for (unsigned i = h->nworkers; i-- > 0;) {
		const struct gt_held_worker *w = &h->workers[i];
		struct gt_short_part *p = w->shortage;

		join_shortage(all, p, w, end);
		gt_alone_join(all, p);
		join_calls(all, h->trace, &p->s);
		for (size_t k = 0; k < p->ncalls; k++) {
			GT_GROW(calls, cap, ncalls + 1);
			calls[ncalls++] = p->calls[k];
		}
	}
	gt_alone_finish(all, h->to - h->from);
	join_call_pieces(h, calls, ncalls);
	free(calls);
}

const struct gt_short_calls *gt_shortage_calls(const struct gt_shortage *s, uint64_t *n, int64_t *ns)
{
	const struct gt_short_calls *most = NULL;

	*n = 0;
	*ns = 0;
	for (size_t i = 0; i < s->ncalls; i++) {
		const struct gt_short_calls *c = &s->calls[i];

		*n += c->n;
		*ns += c->ns;
		if (!most || c->ns > most->ns || (c->ns == most->ns && c->t0 < most->t0))
			most = c;
	}
	return most;
}

void gt_shortage_release(struct gt_shortage *s)
{
	gt_map_release(&s->of_call);
	free(s->calls);
	free(s->alone);
	gt_stalls_release(&s->stalls);
	*s = (struct gt_shortage){ 0 };
}

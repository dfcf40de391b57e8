/* Why the program was short of processors: what the walk of held.h finds on its way. */
#include "analysis/pressure/shortage.h"

#include <stdlib.h>

#include "analysis/pressure/held_own.h"
#include "base/sat.h"
#include "base/xalloc.h"

/* ---- sums ---- */

/* Which kinds hold: a bit of each. */
static unsigned short_now(const struct gt_held_worker *w)
{
	const int64_t *n = w->base;
	unsigned on;

	if (w->stops || w->stills || w->stalls || !w->runnable)
		return 0;
	/* Without any P none is busy, either. */
	on = (unsigned)(w->n && (uint64_t)(n[GT_HELD_PROGRAM] + n[GT_HELD_UNNAMED]) == w->n) << GT_SHORT_PROGRAM;
	if (n[GT_HELD_IDLE])
		return on | (unsigned)(w->long_waits && (uint64_t)n[GT_HELD_IDLE] < w->n) << GT_SHORT_LATE;
	return on | (unsigned)(n[GT_HELD_IDLE_MARK] > 0) << GT_SHORT_MARK |
	       (unsigned)(w->long_calls > 0) << GT_SHORT_CALL;
}

/* The present piece of a kind begins at t. */
static void end_piece(struct gt_held_worker *w, unsigned kind, int64_t t)
{
	struct gt_short_part *p = w->shortage;
	struct gt_short_sum *s = &p->s.sums[kind];

	s->n++;
	s->ns += p->end[kind] - t;
	gt_shortage_offer(s, t, p->end[kind]);
	if (p->end[kind] == w->hi)
		p->begin[kind] = t;
	p->end[kind] = GT_NO_TIME;
}

/* At w->passed some kinds begin to hold, going back, and others no longer do. */
static void change_pieces(struct gt_held_worker *w, unsigned on)
{
	struct gt_short_part *p = w->shortage;

	for (unsigned i = 0; i < GT_SHORT_KINDS; i++) {
		if (!((on ^ p->on) >> i & 1))
			continue;
		if (on >> i & 1)
			p->end[i] = w->passed;
		else
			end_piece(w, i, w->passed);
	}
	p->on = on;
}

void gt_shortage_pass(struct gt_held_worker *w)
{
	struct gt_short_part *p = w->shortage;
	unsigned on;

	if (!p || w->t >= w->passed)
		return;
	on = short_now(w);
	if (on != p->on)
		change_pieces(w, on);
	if (on >> GT_SHORT_LATE & 1)
		gt_sat_grow(&p->s.late_held,
			    gt_sat_mul((int64_t)w->n - w->base[GT_HELD_IDLE], w->passed - w->t));
	gt_alone_pass(w);
	w->passed = w->t;
}

/* ---- calls ---- */

/* So far, back to w->t. */
static int64_t short_calls_so_far(const struct gt_held_worker *w)
{
	const struct gt_short_part *p = w->shortage;
	bool on = p->on >> GT_SHORT_CALL & 1;

	return p->s.sums[GT_SHORT_CALL].ns + (on ? p->end[GT_SHORT_CALL] - w->t : 0);
}

void gt_shortage_enter(const struct gt_held_worker *w, struct gt_held_proc *p)
{
	p->short_until = w->t;
	p->short_since = short_calls_so_far(w);
}

void gt_shortage_charge(struct gt_held_worker *w, const struct gt_held_proc *p)
{
	struct gt_short_part *part = w->shortage;
	const struct gt_short_piece call = {
		.call = p->k[GT_HELD_CALLS], .proc_row = p->proc_row, .g = p->g, .stack = p->call_stack,
		.ns = short_calls_so_far(w) - p->short_since, .t0 = w->t, .t1 = p->short_until };

	if (call.t0 > w->lo && call.t1 < w->hi) {
		gt_shortage_add_call(w->h, &part->s, &call);
		return;
	}
	GT_GROW(part->calls, part->cap_calls, part->ncalls + 1);
	part->calls[part->ncalls++] = call;
}

/* ---- a part ---- */

struct gt_short_part *gt_short_part_open(void)
{
	struct gt_short_part *p = gt_xcalloc(1, sizeof *p);

	for (unsigned i = 0; i < GT_SHORT_KINDS; i++) {
		p->s.sums[i] = (struct gt_short_sum){ .t0 = GT_NO_TIME, .t1 = GT_NO_TIME };
		p->begin[i] = p->end[i] = GT_NO_TIME;
	}
	return p;
}

void gt_short_part_close(struct gt_short_part *p)
{
	if (!p)
		return;
	gt_shortage_release(&p->s);
	free(p->calls);
	free(p);
}

/* Pieces end here in the sums, but are known to go on. */
void gt_shortage_end(struct gt_held_worker *w)
{
	struct gt_short_part *p = w->shortage;

	gt_shortage_pass(w);
	for (unsigned i = 0; p && i < GT_SHORT_KINDS; i++) {
		int64_t end = p->end[i];

		if (p->on >> i & 1) {
			end_piece(w, i, w->t);
			p->end[i] = end;
		}
	}
	if (p)
		p->on = 0;
}

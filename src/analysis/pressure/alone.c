/* Stretches in which one goroutine of the program ran alone, though there were Ps for more. */
#include <stdlib.h>

#include "analysis/pressure/held_own.h"
#include "base/sat.h"
#include "base/xalloc.h"

static int64_t alone_least(int64_t range)
{
	return range / GT_ALONE_PART > GT_ALONE_LEAST ? range / GT_ALONE_PART : GT_ALONE_LEAST;
}

static void alone_push(struct gt_shortage *s, const struct gt_short_alone *a)
{
	GT_GROW(s->alone, s->cap_alone, s->nalone + 1);
	s->alone[s->nalone++] = *a;
}

/* The present stretch ends, going back: it is kept if it is long, or may be as one with what lies beyond the part. */
static void alone_close(struct gt_held_worker *w)
{
	struct gt_short_part *p = w->shortage;
	const struct gt_short_alone *a = &p->alone;
	bool borders = a->t1 >= w->hi - GT_ALONE_GAP || a->t0 <= w->lo + GT_ALONE_GAP;

	if (a->ns && (borders || a->ns >= alone_least(w->h->to - w->h->from)))
		alone_push(&p->s, a);
	p->alone.ns = 0;
}

void gt_alone_pass(struct gt_held_worker *w)
{
	struct gt_short_part *p = w->shortage;
	struct gt_short_alone *a = &p->alone;
	int64_t ns = w->passed - w->t;

	if (w->stops || w->stills || w->stalls)
		return;
	if (w->running + w->runnable > 1)
		p->s.several += ns;
	/*
	 * What a goroutine of the runtime holds, the tracer's say, is no P that the program would miss, nor is one that
	 * marks because nobody wants it.
	 */
	if (w->running != 1 || w->runnable || w->base[GT_HELD_IDLE] + w->base[GT_HELD_SCHEDULER] +
						 w->base[GT_HELD_RUNTIME] + w->base[GT_HELD_IDLE_MARK] <= 0)
		return;
	if (a->ns && (a->g != w->running_rows || a->t0 - w->passed > GT_ALONE_GAP))
		alone_close(w);
	if (!a->ns)
		*a = (struct gt_short_alone){ .t1 = w->passed, .g = (uint32_t)w->running_rows };
	a->t0 = w->t;
	a->ns += ns;
}

void gt_alone_end(struct gt_held_worker *w)
{
	if (w->shortage)
		alone_close(w);
}

void gt_alone_join(struct gt_shortage *all, const struct gt_short_part *p)
{
	for (size_t i = 0; i < p->s.nalone; i++) {
		const struct gt_short_alone *a = &p->s.alone[i];
		struct gt_short_alone *last = i == 0 && all->nalone ? &all->alone[all->nalone - 1] : NULL;

		/* Short stretches are left out within a part, but none where two parts meet. */
		if (!last || last->g != a->g || last->t0 - a->t1 > GT_ALONE_GAP) {
			alone_push(all, a);
			continue;
		}
		last->t0 = a->t0;
		last->ns += a->ns;
	}
	gt_sat_grow(&all->several, p->s.several);
}

void gt_alone_finish(struct gt_shortage *all, int64_t range)
{
	size_t n = 0;

	for (size_t i = 0; i < all->nalone; i++)
		if (all->alone[i].ns >= alone_least(range))
			all->alone[n++] = all->alone[i];
	all->nalone = n;
}

int64_t gt_shortage_alone(const struct gt_shortage *s, uint64_t *n)
{
	int64_t ns = 0;

	for (size_t i = 0; i < s->nalone; i++)
		gt_sat_grow(&ns, s->alone[i].ns);
	*n = s->nalone;
	return ns;
}

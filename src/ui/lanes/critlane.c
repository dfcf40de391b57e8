/* The critical path that was asked for last, for its lane. */
#include "ui/lanes/critlane.h"

#include <stdlib.h>

#include "base/bisect.h"
#include "base/clock.h"
#include "base/xalloc.h"

#define FAN 64u               /* segments, or entries of the level below, of an entry */

void gt_tl_crit_release(struct gt_tl_crit *c)
{
	if (c->chosen)
		gt_crit_list_release(&c->list);
	for (int i = 0; i < GT_TL_CRIT_LEVELS; i++)
		free(c->longest[i]);
	*c = (struct gt_tl_crit){ .chosen = false };
}

bool gt_tl_crit_is(const struct gt_tl_crit *c, const struct gt_trace *t, uint32_t g, int64_t from, int64_t to)
{
	return c->chosen && c->g == g && c->from == from && c->to == to &&
	       c->settled == gt_trace_info(t)->done;
}

void gt_tl_crit_choose(struct gt_tl_crit *c, struct gt_trace *t, uint32_t g, int64_t from, int64_t to)
{
	const struct gt_table_args args = { .has_g = true, .g = g, .limited = true, .from = from, .to = to };

	gt_tl_crit_release(c);
	c->chosen = true;
	c->settled = gt_trace_info(t)->done;
	c->g = g;
	c->from = from;
	c->to = to;
	gt_crit_list_begin(&c->list, t, &args, false);
}

static int64_t crit_dur(const struct gt_tl_crit *c, size_t place)
{
	const struct gt_hop *hop = &c->list.segs[place].hop;

	return hop->t1 - hop->t0;
}

/* Segments from place `from` on are new. */
static void crit_note_longest(struct gt_tl_crit *c, size_t from)
{
	for (size_t i = from; i < c->list.n; i++) {
		size_t whole = 1;

		for (int level = 0; level < GT_TL_CRIT_LEVELS; level++) {
			uint32_t *longest;

			whole *= FAN;
			GT_GROW(c->longest[level], c->cap[level], i / whole + 1);
			longest = &c->longest[level][i / whole];
			if (i % whole == 0 || crit_dur(c, i) > crit_dur(c, *longest))
				*longest = (uint32_t)i;
		}
	}
}

bool gt_tl_crit_update(struct gt_tl_crit *c, int64_t deadline)
{
	while (c->chosen && !c->walked) {
		size_t had = c->list.n;

		c->walked = gt_crit_list_step(&c->list, NULL) <= 0 || c->list.n >= GT_TL_CRIT_SEGS;
		crit_note_longest(c, had);
		if (gt_clock_now() >= deadline)
			break;
	}
	return !c->chosen || c->walked;
}

bool gt_tl_crit_bounds(const struct gt_tl_crit *c, int64_t *from, int64_t *to)
{
	if (!c->chosen || !c->list.n)
		return false;
	*from = c->list.segs[c->list.n - 1].hop.t0;
	*to = c->list.segs[0].hop.t1;
	return true;
}

/* The place of the first in the list that begins before a time. */
static size_t crit_place(const struct gt_tl_crit *c, int64_t time)
{
	return GT_BISECT(i, 0, c->list.n, c->list.segs[i].hop.t0 >= time);
}

size_t gt_tl_crit_before(const struct gt_tl_crit *c, int64_t time)
{
	return c->chosen ? c->list.n - crit_place(c, time) : 0;
}

int64_t gt_tl_crit_part(const struct gt_tl_crit *c, size_t place, int64_t a, int64_t b)
{
	const struct gt_hop *hop = &c->list.segs[place].hop;

	a = hop->t0 > a ? hop->t0 : a;
	b = hop->t1 < b ? hop->t1 : b;
	return b > a ? b - a : 0;
}

/* The longest of [i, end), where all are whole. */
static size_t longest_of(const struct gt_tl_crit *c, size_t i, size_t end)
{
	size_t best = i;

	while (i < end) {
		size_t step = 1, found = i;

		for (int level = 0; level < GT_TL_CRIT_LEVELS; level++) {
			if (i % (step * FAN) != 0 || i + step * FAN > end)
				break;
			step *= FAN;
			found = c->longest[level][i / step];
		}
		if (crit_dur(c, found) > crit_dur(c, best))
			best = found;
		i += step;
	}
	return best;
}

size_t gt_tl_crit_in(const struct gt_tl_crit *c, int64_t a, int64_t b)
{
	size_t last = crit_place(c, b), first, best;

	/* The latest that begins before b; it may have ended before a. */
	if (!c->chosen || a >= b || last >= c->list.n || c->list.segs[last].hop.t1 <= a)
		return SIZE_MAX;
	first = crit_place(c, a);
	first = first < c->list.n && c->list.segs[first].hop.t1 > a ? first : first - 1;
	best = gt_tl_crit_part(c, first, a, b) > gt_tl_crit_part(c, last, a, b) ? first : last;
	if (last + 1 < first) {
		size_t inner = longest_of(c, last + 1, first);

		if (crit_dur(c, inner) > gt_tl_crit_part(c, best, a, b))
			best = inner;
	}
	return best;
}

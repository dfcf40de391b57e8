/* Where goroutines spend their time, by the function of the program. */
#include "analysis/findings/busyplaces.h"

#include <stdlib.h>

#include "analysis/stacks/where.h"
#include "base/sat.h"
#include "base/xalloc.h"

void gt_busy_places_init(struct gt_busy_places *p, const struct gt_trace *t)
{
	*p = (struct gt_busy_places){ .t = t };
	gt_map_init(&p->by_func);
}

void gt_busy_places_release(struct gt_busy_places *p)
{
	free(p->v);
	gt_map_release(&p->by_func);
}

void gt_busy_places_add_one(struct gt_busy_places *p, uint32_t stack, int64_t ns)
{
	uint32_t func = gt_where_func(p->t, stack), i;
	bool added = false;

	if (!func || ns <= 0)
		return;
	i = gt_map_get_or_put(&p->by_func, func, (uint32_t)p->n, &added);
	if (added) {
		GT_GROW(p->v, p->cap, p->n + 1);
		p->v[p->n++] = (struct gt_busy_place){ .func = func };
	}
	gt_sat_grow(&p->v[i].ns, ns);
	if (ns > p->v[i].most) {
		p->v[i].most = ns;
		p->v[i].stack = stack;
	}
}

void gt_busy_places_add(struct gt_busy_places *p, uint32_t row, uint32_t site, int64_t t0, int64_t t1)
{
	struct gt_goroutine g;
	struct gt_slice s, last = { 0 };

	if (!gt_goroutine_get(p->t, row, &g))
		return;
	for (uint32_t i = gt_goroutine_seek(p->t, row, t0); i < g.slices; i++, last = s) {
		if (!gt_slice_get(p->t, gt_goroutine_slice(p->t, row, i), &s) || s.t0 >= t1)
			return;
		if (last.end_stack && last.end_stack != site && s.ready != GT_NO_TIME)
			gt_busy_places_add_one(p, last.end_stack, s.ready - last.t1);
		if (s.end_stack && s.end_stack != site)
			gt_busy_places_add_one(p, s.end_stack, s.t1 - s.t0);
	}
}

uint32_t gt_busy_places_most(const struct gt_busy_places *p)
{
	int64_t most = 0;
	uint32_t stack = 0;

	for (size_t i = 0; i < p->n; i++)
		if (p->v[i].ns > most) {
			most = p->v[i].ns;
			stack = p->v[i].stack;
		}
	return stack;
}

uint32_t gt_busiest_place(const struct gt_trace *t, uint32_t g, uint32_t site, int64_t t0, int64_t t1)
{
	struct gt_busy_places p;
	uint32_t stack;

	gt_busy_places_init(&p, t);
	gt_busy_places_add(&p, g, site, t0, t1);
	stack = gt_busy_places_most(&p);
	gt_busy_places_release(&p);
	return stack;
}

/* How long goroutines helped the GC: mark assists, sweeps. */
#include "analysis/goroutines/gassists.h"

#include "base/sat.h"

void gt_gcsweeps_add(struct gt_gcsweeps *s, const struct gt_range_row *r, int64_t ns, int64_t to)
{
	gt_sat_grow(&s->ns, ns);
	s->count++;
	if (r->t1 != GT_NO_TIME && r->t1 <= to)
		gt_sat_grow(&s->reclaimed, r->value2 < INT64_MAX ? (int64_t)r->value2 : INT64_MAX);
}

static void gassists_fill(struct gt_gassist *v, const struct gt_trace *t, int64_t from, int64_t to)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_range_row r;

	for (uint64_t i = 0; i < info->ranges; i++) {
		int64_t a, b;

		if (!gt_range_get(t, i, &r) || (r.kind != GT_RANGE_ASSIST && r.kind != GT_RANGE_SWEEP) ||
		    r.g >= info->goroutines)
			continue;
		a = r.t0 > from ? r.t0 : from;
		b = r.t1 == GT_NO_TIME ? info->duration : r.t1;
		b = b < to ? b : to;
		if (a >= b)
			continue;
		if (r.kind == GT_RANGE_SWEEP) {
			gt_gcsweeps_add(&v[r.g].sweeps, &r, b - a, to);
			continue;
		}
		gt_sat_grow(&v[r.g].on_p, gt_goroutine_busy(t, r.g, a, b));
		gt_sat_grow(&v[r.g].wall, b - a);
	}
}

const struct gt_gassist *gt_gassists_of(struct gt_gassists *a, const struct gt_trace *t, int64_t from, int64_t to,
					uint32_t g)
{
	if (!a->tried && !gt_scratch_alloc(&a->v, gt_trace_info(t)->goroutines, sizeof(struct gt_gassist), NULL))
		gassists_fill(a->v.data, t, from, to);
	a->tried = true;
	return a->v.data ? (const struct gt_gassist *)a->v.data + g : NULL;
}

void gt_gassists_release(struct gt_gassists *a)
{
	gt_scratch_free(&a->v);
}

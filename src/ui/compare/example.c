/* Where a trace shows a difference best: the longest of its kind. */
#include "ui/compare/list_own.h"

/* The first of the longest; NULL: none is kept. */
static const struct gt_cmp_sample *example_longest(const struct gt_keyed *k)
{
	const struct gt_cmp_sample *best = NULL;

	for (uint32_t i = 0; k && i < k->nv; i++)
		if (!best || k->v[i].v > best->v)
			best = &k->v[i];
	return best;
}

/* On any P the slice from t0 to t1, or with `before` the one that ended at t0, of who waits then.  GT_NO_ROW: none. */
static uint32_t example_slice(const struct gt_trace *t, int64_t t0, int64_t t1, bool before)
{
	struct gt_slice s;

	for (uint32_t p = 0; p < gt_trace_info(t)->procs; p++) {
		uint64_t k = gt_slice_seek(t, p, before ? t0 - 1 : t0);

		if (k < gt_slices_of_proc(t, p) && gt_slice_get(t, gt_slice_of_proc(t, p, k), &s) &&
		    (before ? s.t1 == t0 : s.t0 == t0 && s.t1 == t1))
			return s.id;
	}
	return GT_NO_ROW;
}

bool gt_difference_example(struct gt_sel *sel, const struct gt_program *prog, const struct gt_comparison *c,
			   enum gt_cmp_side side, const struct gt_difference *d)
{
	const struct gt_collected *of = &c->v[side][0];
	const struct gt_cmp_sample *v = example_longest(gt_collected_find(of, d->id));
	uint32_t slice = GT_NO_ROW;

	*sel = (struct gt_sel){ .has = 0 };
	if (!v)
		return false;
	if (gt_cmp_kinds[d->kind].unit == GT_CMP_BYTES) {
		/* The mean of a part of the time. */
		sel->time_ns = of->edges[v->t];
		sel->end_ns = of->edges[v->t + 1];
	} else {
		if (d->kind == GT_CMP_GREEDY || d->kind == GT_CMP_TMAX || d->kind == GT_CMP_FUNCS ||
		    d->kind == GT_CMP_GC)
			slice = example_slice(of->t, v->t, v->t + v->v, false);
		else if (d->kind == GT_CMP_WAITS)
			slice = example_slice(of->t, v->t, v->t, true);
		if (slice != GT_NO_ROW)
			gt_sel_slice(sel, prog, slice);
		sel->time_ns = v->t;
		sel->end_ns = v->t + v->v;
	}
	sel->has |= GT_SEL_TIME | GT_SEL_SPAN;
	return true;
}

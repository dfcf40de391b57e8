/* A goroutine's slices many at a time. */
#include "index/store/anchors.h"

bool gt_goroutine_stretch(const struct gt_trace *t, uint32_t row, int64_t time,
			  struct gt_goroutine_stretch *out)
{
	struct gt_goroutine g;
	struct gt_slice_place p;
	struct gt_step s;

	if (!gt_goroutine_get(t, row, &g) || !gt_place_after(t, &g, time, &p))
		return false;
	out->k0 = p.has_before ? (p.before.r.place + 1) * GT_ANCHOR_SLICES + 1 : 0;
	/* After all slices, the last of which is an anchor. */
	out->n = p.k < out->k0 ? 0 : p.k - out->k0 + 1;
	if (out->n > GT_STRETCH_SLICES)
		return false;
	s.prev = p.id;
	for (uint32_t i = out->n; i-- > 0;) {
		if (!gt_step_at(t, s.prev, &s))
			return false;
		out->v[i].id = s.id;
		out->v[i].t0 = s.t0;
		out->v[i].t1 = s.t1;
	}
	out->from = p.has_before ? p.before.r.t1 : INT64_MIN;
	out->busy = p.has_before ? (int64_t)p.before.r.busy : 0;
	out->last = p.k + 1 >= g.slices;
	return true;
}

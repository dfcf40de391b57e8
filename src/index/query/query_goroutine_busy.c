/* What a goroutine did in an interval: time in slices, the longest one. */
#include "index/store/anchors.h"

/*
 * Walks go from the interval's end back to the next anchor, from there by
 * anchors, and at the interval's begin by slices again: 64 slices on each side.
 */
#define MAX_WALK (2u * GT_ANCHOR_SLICES)     /* only a damaged index has more steps than one distance of anchors */

/* ---- sums ---- */

/* Time in the goroutine's slices before `time`. */
static uint64_t goroutine_busy_before(const struct gt_trace *t, const struct gt_goroutine *g, int64_t time)
{
	struct gt_slice_place p;
	struct gt_step s;
	uint64_t sum = 0;

	if (!gt_place_after(t, g, time, &p))
		return 0;
	s.prev = p.id;
	for (uint32_t n = 0; n < MAX_WALK; n++) {
		if (p.has_before && s.prev == p.before.r.slice)
			return sum + p.before.r.busy;
		if (!gt_step_at(t, s.prev, &s))
			break;
		if (s.t0 < time)
			sum += (uint64_t)(s.t1 < time ? s.t1 : time) - (uint64_t)s.t0;
	}
	return sum;
}

int64_t gt_goroutine_busy(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b)
{
	struct gt_goroutine g;

	if (a >= b || !gt_goroutine_get(t, row, &g))
		return 0;
	return (int64_t)(goroutine_busy_before(t, &g, b) - (a > g.create ? goroutine_busy_before(t, &g, a) : 0));
}

/* ---- the longest ---- */

struct longest {
	int64_t a, b;
	uint32_t id;
	uint64_t dur;
};

/* Of equal ones the first: this one is before those that were offered. */
static void goroutine_busy_offer(struct longest *l, uint32_t id, uint64_t dur)
{
	if (id != GT_NO_ROW && (l->id == GT_NO_ROW || dur >= l->dur)) {
		l->id = id;
		l->dur = dur;
	}
}

/*
 * Back from slice `id` to the first that ends by a: false, or to slice `stop`,
 * which is not looked at: true.
 */
static bool goroutine_busy_walk(const struct gt_trace *t, struct longest *l, uint32_t id, uint32_t stop)
{
	struct gt_step s = { .prev = id };

	for (uint32_t n = 0; n < MAX_WALK; n++) {
		if (s.prev == stop)
			return stop != GT_NO_ROW;
		if (!gt_step_at(t, s.prev, &s) || s.t1 <= l->a)
			return false;
		if (s.t0 < l->b)
			goroutine_busy_offer(l, s.id, (uint64_t)s.t1 - (uint64_t)s.t0);
	}
	return false;
}

uint32_t gt_goroutine_longest(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b)
{
	struct longest l = { .a = a, .b = b, .id = GT_NO_ROW };
	struct gt_anchor first;
	struct gt_goroutine g;
	struct gt_slice_place p;
	uint64_t dur;
	uint32_t id;

	if (a >= b || !gt_goroutine_get(t, row, &g) || !gt_place_after(t, &g, b, &p))
		return GT_NO_ROW;
	if (!goroutine_busy_walk(t, &l, p.id, p.has_before ? p.before.r.slice : GT_NO_ROW) ||
	    p.before.r.t1 <= a)
		return l.id;
	first = p.before;
	gt_anchor_back_to_time(t, &first, a);
	id = gt_anchor_longest_since(t, &p.before, first.r.place, &dur);
	goroutine_busy_offer(&l, id, dur);
	goroutine_busy_walk(t, &l, first.r.slice, GT_NO_ROW);
	return l.id;
}

/* ---- many slices at a time ---- */

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

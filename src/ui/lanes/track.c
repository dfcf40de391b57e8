/* Slices along a lane: which one is meant, the next one; and what all tracks have in common as cells. */
#include "ui/lanes/track.h"
#include "base/bisect.h"

#include <assert.h>

uint32_t gt_track_at(const struct gt_track_ops *ops, const struct gt_trace *t, uint32_t row, int64_t time)
{
	uint32_t id = ops->seek(t, row, time);
	struct gt_slice s;

	return gt_slice_get(t, id, &s) && s.t0 <= time ? id : GT_NO_ROW;
}

static int64_t track_duration(const struct gt_trace *t, uint32_t id)
{
	struct gt_slice s;

	return gt_slice_get(t, id, &s) ? s.t1 - s.t0 : -1;
}

uint32_t gt_track_in(const struct gt_track_ops *ops, const struct gt_trace *t, uint32_t row, int64_t time,
		     int64_t a, int64_t b, int64_t long_ns)
{
	uint32_t longest = ops->longest(t, row, a, b), now = gt_track_at(ops, t, row, time);

	if (now == GT_NO_ROW || (track_duration(t, longest) >= long_ns && track_duration(t, now) < long_ns))
		return longest;
	return now;
}

/* The slice beside a time; *n is one less if that is a step in this direction. */
static uint32_t beside_time(const struct gt_track_ops *ops, const struct gt_trace *t, uint32_t row, int64_t time,
			    int dir, uint64_t *n)
{
	uint32_t id = ops->seek(t, row, time);
	uint64_t one = 1;

	if (dir > 0) {
		*n -= id != GT_NO_ROW;
		return id != GT_NO_ROW ? id : ops->last(t, row);
	}
	--*n;
	if (id == GT_NO_ROW)
		return ops->last(t, row);
	id = ops->beside(t, row, id, -1, &one);
	*n += one == 0;
	return id;
}

uint32_t gt_track_step(const struct gt_track_ops *ops, const struct gt_trace *t, uint32_t row, uint32_t slice,
		       int64_t time, int dir, uint64_t *n)
{
	struct gt_slice s;
	uint64_t went;

	assert(dir == 1 || dir == -1);
	if (!gt_slice_get(t, slice, &s) || !ops->has(t, row, &s))
		slice = beside_time(ops, t, row, time, dir, n);
	went = *n;
	if (went && slice != GT_NO_ROW)
		slice = ops->beside(t, row, slice, dir, &went);
	*n -= went;
	return slice;
}

/* ---- as cells ---- */

int64_t gt_track_src_busy(void *src, int64_t a, int64_t b)
{
	const struct gt_track_src *s = src;

	return s->track->busy(s->trace, s->row, a, b);
}

uint32_t gt_track_src_dominant(void *src, int64_t a, int64_t b)
{
	const struct gt_track_src *s = src;

	return s->track->dominant(s->trace, s->row, a, b);
}

bool gt_track_src_longest(void *src, int64_t a, int64_t b, int64_t long_ns, struct gt_tl_item *out)
{
	const struct gt_track_src *p = src;
	struct gt_slice s;

	(void)long_ns;
	if (!gt_slice_get(p->trace, p->track->longest(p->trace, p->row, a, b), &s))
		return false;
	*out = gt_track_item(&s);
	return true;
}

/* ---- calls inside a slice ---- */

static bool ends_by(const struct gt_track_src *p, uint32_t i, int64_t time)
{
	struct gt_syscall c;

	return gt_slice_call(p->trace, &p->slice, i, &c) && c.t1 <= time;
}

/* The first call that ends after a time, from p->call on: doubling steps, then halving. */
static void find_call(struct gt_track_src *p, int64_t time)
{
	uint32_t low = p->call, step = 1;

	while (low < p->calls && ends_by(p, low, time)) {
		p->call = low + 1;
		low = step > p->calls - low ? p->calls : low + step;
		step *= 2;
	}
	p->call += (uint32_t)GT_BISECT(i, 0, low - p->call, ends_by(p, p->call + (uint32_t)i, time));
}

uint8_t gt_track_src_inside(void *src, const struct gt_tl_item *item, int64_t a, int64_t b)
{
	struct gt_track_src *p = src;
	struct gt_syscall c;

	if (!p->has_slice || p->slice.id != item->id) {
		p->has_slice = gt_slice_get(p->trace, item->id, &p->slice);
		p->calls = p->has_slice ? gt_slice_calls(p->trace, &p->slice) : 0;
		p->call = 0;
	}
	find_call(p, a);
	if (p->call >= p->calls || !gt_slice_call(p->trace, &p->slice, p->call, &c) || c.t0 >= b)
		return GT_TL_INSIDE_NONE;
	return c.t0 <= a && c.t1 >= b ? GT_TL_INSIDE_ALL : GT_TL_INSIDE_SOME;
}

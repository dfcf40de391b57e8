/* Slices along a lane: which one is meant, the next one. */
#include "ui/timeline/track.h"

#include "ui/timeline/timeline.h"

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

/* Where stepping begins: on the slice selected, or the one beside the gap: then *n is one less. */
static uint32_t from_here(const struct gt_timeline *tl, const struct gt_lane *lane, int dir, uint64_t *n)
{
	const struct gt_track_ops *ops = gt_lane_ops_of(lane)->track;
	const struct gt_trace *t = tl->prog->trace;
	struct gt_slice s;
	uint64_t one = 1;
	uint32_t id;

	if (gt_slice_get(t, tl->slice, &s) && ops->has(t, lane->row, &s))
		return tl->slice;
	id = ops->seek(t, lane->row, tl->cursor);
	if (dir > 0) {
		*n -= id != GT_NO_ROW;
		return id != GT_NO_ROW ? id : ops->last(t, lane->row);
	}
	--*n;
	if (id == GT_NO_ROW)
		return ops->last(t, lane->row);
	id = ops->beside(t, lane->row, id, -1, &one);
	*n += one == 0;
	return id;
}

void gt_track_step(struct gt_timeline *tl, const struct gt_lane *lane, int dir, int64_t times)
{
	const struct gt_track_ops *ops = gt_lane_ops_of(lane)->track;
	const struct gt_trace *t = tl->prog->trace;
	uint64_t n = (uint64_t)times, went;
	uint32_t id;

	if (ops->count(t, lane->row) == 0) {
		gt_app_message(tl->pane->app, "this %s has no slices", ops->what);
		return;
	}
	id = from_here(tl, lane, dir, &n);
	went = n;
	if (n)
		id = ops->beside(t, lane->row, id, dir, &went);
	if (went < n)
		gt_app_message(tl->pane->app, "the %s has no %s slice", ops->what,
			       dir > 0 ? "later" : "earlier");
	gt_tl_pick_slice(tl, id);
}

uint32_t gt_track_first(const struct gt_timeline *tl, const struct gt_lane *lane, int dir)
{
	const struct gt_track_ops *ops = gt_lane_ops_of(lane)->track;
	uint64_t n = 1, went;
	uint32_t id = from_here(tl, lane, dir, &n);

	went = n;
	if (n && id != GT_NO_ROW)
		id = ops->beside(tl->prog->trace, lane->row, id, dir, &went);
	return went == n ? id : GT_NO_ROW;
}

/* What is selected on the timeline. */
#include "ui/timeline/pick.h"

#include <assert.h>


void gt_tl_set_cursor(struct gt_timeline *tl, int64_t time)
{
	struct gt_lane_view *v = &tl->view;

	if (time >= v->extent)
		time = v->extent - 1;
	v->cursor = time < 0 ? 0 : time;
	if (!gt_window_shows(&v->win, v->cursor))
		gt_window_centre(&v->win, &v->all, v->cursor);
}

/* ---- telling the other panes ---- */

static void select_range(const struct gt_lane_view *v, struct gt_sel *sel)
{
	struct gt_range_row r;

	if (!gt_range_get(v->trace, v->range, &r))
		return;
	if (r.g != GT_NO_ROW)
		gt_sel_goroutine(sel, v->prog, r.g);
	sel->has &= ~(unsigned)(GT_SEL_SPAN | GT_SEL_SLICE | GT_SEL_EVENT | GT_SEL_P | GT_SEL_M);
	sel->has |= GT_SEL_TIME;
	sel->time_ns = v->cursor;
	if (r.t0 == v->cursor && r.t1 != GT_NO_TIME) {
		sel->has |= GT_SEL_SPAN;
		sel->end_ns = r.t1;
	}
}

void gt_tl_tell(struct gt_timeline *tl)
{
	const struct gt_lane_view *v = &tl->view;
	struct gt_sel sel = { 0 };
	struct gt_lane lane;

	/*
	 * The cursor's time, not the slice's start, is what marker A and the events
	 * pane should get; the interval belongs to the selection only where they agree.
	 */
	if (v->slice != GT_NO_ROW) {
		if (gt_sel_slice(&sel, v->prog, v->slice) && sel.time_ns != v->cursor) {
			sel.has &= ~(unsigned)(GT_SEL_SPAN | GT_SEL_EVENT);
			sel.has |= GT_SEL_TIME;
			sel.time_ns = v->cursor;
		}
	} else if (v->range != GT_NO_ROW) {
		select_range(v, &sel);
	} else {
		sel = (struct gt_sel){ .has = GT_SEL_TIME, .time_ns = v->cursor };
		if (gt_lanes_current(&v->lanes, &lane) && gt_lane_ops_of(&lane)->select)
			gt_lane_ops_of(&lane)->select(v, &lane, &sel);
	}
	if (sel.has)
		gt_app_select(tl->pane->app, &sel);
}

/* ---- picking ---- */

void gt_tl_pick_nothing(struct gt_timeline *tl)
{
	tl->view.slice = tl->view.range = GT_NO_ROW;
	tl->view.has_state_interval = false;
}

void gt_tl_pick(struct gt_timeline *tl)
{
	struct gt_lane_view *v = &tl->view;
	const struct gt_lane_ops *ops;
	struct gt_lane lane;
	int64_t a, b;

	/* Another view is shown: what it selected is looked for when this one is shown again. */
	if (gt_app_view(tl->pane->app) != tl->pane->view) {
		tl->pane->seen_sel = 0;
		return;
	}
	gt_tl_pick_nothing(tl);
	if (gt_lanes_current(&v->lanes, &lane)) {
		ops = gt_lane_ops_of(&lane);
		gt_lane_cursor_cell(v, &a, &b);
		if (ops->track)
			v->slice = gt_track_in(ops->track, v->trace, lane.row, v->cursor, a, b,
					       v->prog->greedy_ns);
		if (ops->pick && v->slice == GT_NO_ROW)
			ops->pick(v, &lane, a, b);
	}
	gt_tl_tell(tl);
}

void gt_tl_goto_lane_of(struct gt_timeline *tl, const struct gt_slice *s)
{
	struct gt_lanes *lanes = &tl->view.lanes;
	const struct gt_lane_ops *ops;
	uint32_t row = GT_NO_ROW;
	struct gt_lane lane;

	if (gt_lanes_current(lanes, &lane)) {
		ops = gt_lane_ops_of(&lane);
		row = ops->home ? ops->home(&tl->view, s) : GT_NO_ROW;
	}
	if (row == GT_NO_ROW || !gt_lanes_goto(lanes, lane.kind, row))
		gt_lanes_goto(lanes, GT_LANE_PROC, s->proc_row);
}

void gt_tl_pick_slice(struct gt_timeline *tl, uint32_t slice)
{
	struct gt_slice s;

	if (!gt_slice_get(tl->view.trace, slice, &s))
		return;
	gt_tl_goto_lane_of(tl, &s);
	gt_tl_pick_nothing(tl);
	tl->view.slice = slice;
	gt_tl_set_cursor(tl, s.t0);
	gt_tl_tell(tl);
}

void gt_tl_pick_item(struct gt_timeline *tl, const struct gt_lane *lane, uint64_t k)
{
	struct gt_lane_item item;

	assert(gt_lane_ops_of(lane)->item);
	if (!gt_lane_ops_of(lane)->item(&tl->view, lane, k, &item) ||
	    !gt_lanes_goto(&tl->view.lanes, lane->kind, lane->row))
		return;
	gt_tl_pick_nothing(tl);
	tl->view.range = item.range;
	gt_tl_set_cursor(tl, item.time);
	gt_tl_tell(tl);
}

/* ---- at a time ---- */

uint32_t gt_tl_slice_at_cursor(const struct gt_timeline *tl, const struct gt_lane *lane)
{
	const struct gt_track_ops *track = gt_lane_ops_of(lane)->track;

	return track ? gt_track_at(track, tl->view.trace, lane->row, tl->view.cursor) : GT_NO_ROW;
}

void gt_tl_look_at_time(struct gt_timeline *tl)
{
	struct gt_lane_view *v = &tl->view;
	const struct gt_lane_ops *ops;
	struct gt_lane lane;
	int64_t a, b;

	if (!gt_lanes_current(&v->lanes, &lane))
		return;
	ops = gt_lane_ops_of(&lane);
	v->slice = gt_tl_slice_at_cursor(tl, &lane);
	if (v->slice == GT_NO_ROW && ops->pick) {
		gt_lane_cursor_cell(v, &a, &b);
		ops->pick(v, &lane, a, b);
	}
}

bool gt_tl_picked_span(const struct gt_timeline *tl, int64_t *a, int64_t *b)
{
	const struct gt_lane_view *v = &tl->view;
	struct gt_range_row r;
	struct gt_slice s;

	if (gt_slice_get(v->trace, v->slice, &s)) {
		*a = s.t0;
		*b = s.t1;
		return true;
	}
	if (v->range != GT_NO_ROW && gt_range_get(v->trace, v->range, &r)) {
		*a = r.t0;
		*b = r.t1 == GT_NO_TIME ? v->extent : r.t1;
		return true;
	}
	if (v->has_state_interval) {
		*a = v->state_interval.t0;
		*b = v->state_interval.t1;
	}
	return v->has_state_interval;
}

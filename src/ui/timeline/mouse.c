/* The mouse on the timeline: clicks, panning with the mouse, measuring with the mouse. */
#include "ui/timeline/timeline.h"

/* The time under the mouse, which may be beside the window. */
static int64_t time_at(const struct gt_timeline *tl, int x)
{
	return tl->win.t0 + gt_mul_div(tl->win.span, x - tl->frame.left, tl->frame.width);
}

/* In the window; at its right end the end itself, so that the last column can be measured. */
static int64_t time_within(const struct gt_timeline *tl, int x)
{
	int col = x - tl->frame.left;

	if (col >= tl->frame.width)
		return tl->win.t0 + tl->win.span;
	return gt_window_start(&tl->win, tl->frame.width, col > 0 ? col : 0);
}

/* ---- clicks ---- */

static void map_goto(struct gt_timeline *tl, int x)
{
	const struct gt_window all = { 0, tl->extent };
	int col = x - tl->frame.left;

	col = col < 0 ? 0 : col >= tl->frame.width ? tl->frame.width - 1 : col;
	gt_window_centre(&tl->win, tl->extent, gt_window_start(&all, tl->frame.width, col));
	gt_tl_set_cursor(tl, gt_window_start(&all, tl->frame.width, col));
	gt_tl_pick(tl);
}

/* The lane that a row belongs to. */
static size_t place_at(const struct gt_tl_frame *f, int row)
{
	size_t i = 0;

	while (i + 1 < f->lanes && f->row[i + 1].y <= row)
		i++;
	return f->row[i].place;
}

bool gt_tl_click(struct gt_timeline *tl, const struct gt_act *act)
{
	const struct gt_tl_frame *f = &tl->frame;
	int x = act->x - f->left, row = act->y - f->first;

	gt_tl_hold(tl, act);
	if (act->y == f->map && x >= 0 && x < f->width) {
		map_goto(tl, act->x);
		return true;
	}
	if (row >= 0 && row < f->used)
		gt_lanes_goto_place(&tl->lanes, place_at(f, row));
	else if (act->y != f->axis)
		return false;
	if (x >= 0 && x < f->width)
		tl->cursor = gt_window_start(&tl->win, f->width, x);
	gt_tl_pick(tl);
	return row >= 0;
}

/* ---- dragging ---- */

void gt_tl_hold(struct gt_timeline *tl, const struct gt_act *act)
{
	const struct gt_tl_frame *f = &tl->frame;

	tl->hold = (struct gt_tl_hold){ .what = GT_TL_HOLD_TIME };
	if (act->action == GT_ACT_MEASURE || act->y == f->axis)
		tl->hold.what = GT_TL_HOLD_RANGE;
	else if (act->y == f->map)
		tl->hold.what = GT_TL_HOLD_MAP;
	else if (act->x < f->left)
		tl->hold.what = GT_TL_HOLD_NOTHING;
	tl->hold.time = tl->hold.what == GT_TL_HOLD_RANGE ? time_within(tl, act->x) : time_at(tl, act->x);
}

/* What was under the mouse when the button went down stays under it. */
static void drag_window(struct gt_timeline *tl, int x)
{
	int64_t cursor = tl->cursor, end;

	gt_window_pan(&tl->win, tl->extent, tl->hold.time - time_at(tl, x));
	end = tl->win.t0 + tl->win.span;
	if (cursor < tl->win.t0)
		cursor = tl->win.t0;
	if (cursor >= end)
		cursor = gt_window_start(&tl->win, tl->frame.width, tl->frame.width - 1);
	if (cursor == tl->cursor)
		return;
	gt_tl_set_cursor(tl, cursor);
	gt_tl_pick(tl);
}

static void drag_range(struct gt_timeline *tl, int x)
{
	gt_app_set_marker(tl->pane->app, 0, tl->hold.time);
	gt_app_set_marker(tl->pane->app, 1, time_within(tl, x));
}

void gt_tl_drag(struct gt_timeline *tl, const struct gt_act *act)
{
	if (!act->has_mouse)
		return;
	switch ((enum gt_tl_hold_kind)tl->hold.what) {
	case GT_TL_HOLD_TIME:
		drag_window(tl, act->x);
		break;
	case GT_TL_HOLD_RANGE:
		drag_range(tl, act->x);
		break;
	case GT_TL_HOLD_MAP:
		map_goto(tl, act->x);
		break;
	case GT_TL_HOLD_NOTHING:
		break;
	}
}

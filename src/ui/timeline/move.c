/* Moves on the timeline: keys and the mouse. */
#include <stdlib.h>

#include "ui/detail/detail.h"
#include "ui/panes/panes.h"
#include "ui/timeline/act.h"
#include "ui/timeline/clock.h"
#include "ui/timeline/pick.h"

/* How far a key goes, negative to the left, up or out: a column or a part of the window; lanes; a zoom's factor. */
enum { PAN_COLUMN = 1, PAN_FAR = 2, PAN = 8 };
enum { LANE_ROW = 1, LANE_HALF_PAGE, LANE_PAGE };
enum { ZOOM_CURSOR = 1, ZOOM_MOUSE, ZOOM_FACTOR = 2 };

static int64_t times(const struct gt_act *act)
{
	uint64_t n = gt_act_times(act);

	return n > INT32_MAX ? INT32_MAX : (int64_t)n;
}

/* ---- time ---- */

/* The window moves, and the cursor with it; at either end of the trace the cursor goes on alone. */
static void act_pan(struct gt_timeline *tl, const struct gt_act *act, int by)
{
	struct gt_lane_view *v = &tl->view;
	int64_t step = v->win.span / (abs(by) == PAN_COLUMN ? v->width : abs(by)), delta;

	tl->follows = false;
	if (__builtin_mul_overflow(step > 0 ? step : 1, times(act), &delta) || delta > v->all.span)
		delta = v->all.span;
	delta = by < 0 ? -delta : delta;
	gt_window_pan(&v->win, &v->all, delta);
	gt_tl_set_cursor(tl, v->cursor + delta);
	gt_tl_pick(tl);
}

static void act_zoom(struct gt_timeline *tl, const struct gt_act *act, int by)
{
	struct gt_lane_view *v = &tl->view;
	int64_t time = v->cursor;
	int x = act->x - tl->frame.left;

	tl->follows = false;
	if (abs(by) == ZOOM_MOUSE && act->y >= 0 && act->y < v->rows && x >= 0 && x < v->width)
		time = gt_window_start(&v->win, v->width, x);
	for (int64_t n = times(act); n > 0 && (by > 0 ? v->win.span > 1 : v->win.span < v->all.span); n--)
		gt_window_zoom(&v->win, &v->all, time, by > 0 ? 1 : ZOOM_FACTOR, by > 0 ? ZOOM_FACTOR : 1);
	tl->whole = v->win.span >= v->all.span;
	if (!gt_window_shows(&v->win, v->cursor))
		gt_tl_set_cursor(tl, v->win.t0 + v->win.span / 2);
	gt_tl_pick(tl);
}

static void act_whole(struct gt_timeline *tl)
{
	tl->follows = false;
	gt_window_whole(&tl->view.win, &tl->view.all);
	tl->whole = true;
	gt_tl_pick(tl);
}

/* Of a trace that has ended the program knows what to do. */
static void act_follow(struct gt_timeline *tl)
{
	gt_tl_follow(tl);
	gt_app_message(tl->pane->app, "the window follows the newest end, until a move");
}

/* The measured range first: it was made on purpose. */
static void act_fit(struct gt_timeline *tl)
{
	struct gt_lane_view *v = &tl->view;
	int64_t a, b;

	if (!gt_app_range(tl->pane->app, &a, &b) && !gt_tl_picked_span(tl, &a, &b)) {
		gt_app_message(tl->pane->app, "no slice is selected, and no range A to B is set");
		return;
	}
	gt_window_fit(&v->win, &v->all, a, b, 1);
	tl->whole = v->win.span >= v->all.span;
	if (!gt_window_shows(&v->win, v->cursor))
		gt_tl_set_cursor(tl, v->win.t0);
}

/* To the trace's start (dir -1) or end. */
static void act_end(struct gt_timeline *tl, const struct gt_act *act, int dir)
{
	(void)act;
	gt_app_record(tl->pane->app);
	gt_tl_set_cursor(tl, dir < 0 ? 0 : tl->view.extent - 1);
	gt_tl_pick(tl);
}

/* ---- lanes ---- */

static void act_lane(struct gt_timeline *tl, const struct gt_act *act, int by)
{
	int64_t page = tl->frame.lanes > 1 ? (int64_t)tl->frame.lanes - 1 : 1;
	int64_t rows = abs(by) == LANE_PAGE ? page : abs(by) == LANE_HALF_PAGE ? (page + 1) / 2 : 1;

	/* The user goes elsewhere: no longer to a lane that is still to come. */
	tl->members.want = GT_NO_ROW;
	if (gt_lanes_move(&tl->view.lanes, (by < 0 ? -1 : 1) * times(act) * rows))
		gt_tl_pick(tl);
}

/* The lane goes up or down. */
static void act_shift(struct gt_timeline *tl, const struct gt_act *act, int dir)
{
	struct gt_lane lane;

	if (gt_lanes_current(&tl->view.lanes, &lane) && lane.kind == GT_LANE_BUSIEST) {
		gt_app_message(tl->pane->app, "the busiest goroutine comes first here: pin the lane to move it");
		return;
	}
	for (int64_t n = times(act); n > 0 && gt_lanes_shift(&tl->view.lanes, dir); n--)
		;
}

static void act_pin(struct gt_timeline *tl)
{
	struct gt_lane lane;

	if (!gt_lanes_current(&tl->view.lanes, &lane))
		return;
	gt_app_message(tl->pane->app, lane.pinned ? "unpinned" : "pinned at the top");
	if (lane.kind == GT_LANE_BUSIEST)
		gt_tl_busiest_pin(tl);
	else
		gt_lanes_pin(&tl->view.lanes);
	if (lane.pinned && lane.kind == GT_LANE_GOROUTINE && tl->view.goroutines.set == GT_GSET_NONE)
		gt_tl_busiest_unpin(tl);
}

static void act_hide(struct gt_timeline *tl)
{
	gt_lanes_hide(&tl->view.lanes);
	gt_tl_pick(tl);
}

static void act_show_all(struct gt_timeline *tl)
{
	size_t hidden = gt_lanes_show_all(&tl->view.lanes);

	gt_app_message(tl->pane->app, hidden ? "%zu lanes shown again" : "no lane is hidden", hidden);
}

static void act_instants(struct gt_timeline *tl)
{
	tl->view.shows_instants = !tl->view.shows_instants;
	gt_app_message(tl->pane->app, tl->view.shows_instants
			       ? "instants under the processors; the detail pane shows those at the cursor"
			       : "instants hidden");
}

static void act_runtime(struct gt_timeline *tl)
{
	gt_program_toggle_runtime(tl->view.prog);
}

static void act_range_detail(struct gt_timeline *tl)
{
	if (!tl->measure.has) {
		gt_app_message(tl->pane->app, "set the markers A and B first");
		return;
	}
	tl->measure.shown = !tl->measure.shown;
	tl->pane->detail_top = tl->pane->detail_cursor = 0;
}

/* ---- slices and other items ---- */

static void step_track(struct gt_timeline *tl, const struct gt_lane *lane, int dir, uint64_t n)
{
	const struct gt_track_ops *track = gt_lane_ops_of(lane)->track;
	const struct gt_lane_view *v = &tl->view;
	uint32_t id;

	if (track->count(v->trace, lane->row) == 0) {
		gt_app_message(tl->pane->app, "this %s has no slices", track->what);
		return;
	}
	id = gt_track_step(track, v->trace, lane->row, v->slice, v->cursor, dir, &n);
	if (n)
		gt_app_message(tl->pane->app, "the %s has no %s slice", track->what, dir > 0 ? "later" : "earlier");
	gt_tl_pick_slice(tl, id);
}

/* Beyond the last item it goes to that, unless the cursor is there or beyond already. */
static void step_item(struct gt_timeline *tl, const struct gt_lane *lane, int dir, int64_t n)
{
	const struct gt_lane_ops *ops = gt_lane_ops_of(lane);
	const struct gt_lane_view *v = &tl->view;
	int64_t all = (int64_t)ops->items_before(v, lane, INT64_MAX);
	int64_t k = (int64_t)ops->items_before(v, lane, v->cursor + (dir > 0)) + (dir > 0 ? n - 1 : -n);
	struct gt_lane_item item;

	if (k < 0 || k >= all) {
		gt_app_message(tl->pane->app, "nothing %s on this lane", dir > 0 ? "later" : "earlier");
		k = k < 0 ? 0 : all - 1;
		if (!ops->item(v, lane, (uint64_t)k, &item) ||
		    (dir > 0 ? v->cursor >= item.time : v->cursor <= item.time))
			return;
	}
	gt_tl_pick_item(tl, lane, (uint64_t)k);
}

static void act_slice(struct gt_timeline *tl, const struct gt_act *act, int dir)
{
	struct gt_lane lane;

	if (!gt_lanes_current(&tl->view.lanes, &lane))
		return;
	if (gt_lane_ops_of(&lane)->track)
		step_track(tl, &lane, dir, (uint64_t)times(act));
	else if (gt_lane_ops_of(&lane)->item)
		step_item(tl, &lane, dir, times(act));
	else
		gt_app_message(tl->pane->app, "this lane has no slices");
}

static void act_anomaly(struct gt_timeline *tl, const struct gt_act *act, int dir)
{
	gt_tl_go_anomaly(tl, dir, times(act));
}

/* The goroutine's own slices, on whatever P they are; the zoom stays. */
static void act_run(struct gt_timeline *tl, const struct gt_act *act, int dir)
{
	const struct gt_trace *t = tl->view.trace;
	uint32_t from = gt_sel_find_slice(gt_app_sel(tl->pane->app), tl->view.prog), id = from, next;
	struct gt_slice s;

	for (int64_t n = times(act); n > 0 && gt_slice_get(t, id, &s); n--) {
		next = dir > 0 ? gt_slice_next_of_g(t, id) : s.prev;
		if (next == GT_NO_ROW)
			break;
		id = next;
	}
	if (id != from)
		gt_tl_pick_slice(tl, id);
	else if (from == GT_NO_ROW)
		gt_app_message(tl->pane->app, "no slice is selected");
	else
		gt_app_message(tl->pane->app, "the goroutine has no %s slice", dir > 0 ? "later" : "earlier");
}

static void act_open(struct gt_timeline *tl)
{
	const struct gt_sel *sel = gt_app_sel(tl->pane->app);
	struct gt_lane lane;

	if (gt_lanes_current(&tl->view.lanes, &lane) && lane.kind == GT_LANE_HEADER)
		gt_tl_fold(tl);
	else if (sel->has & GT_SEL_G)
		gt_app_open(tl->pane->app, GT_VIEW_GOROUTINES, sel);
	else
		gt_app_message(tl->pane->app, "there is no slice here");
}

/* ---- the mouse ---- */

/* The time under the mouse, which may be beside the window. */
static int64_t time_at(const struct gt_timeline *tl, int x)
{
	return tl->view.win.t0 + gt_mul_div(tl->view.win.span, x - tl->frame.left, tl->view.width);
}

/* In the window; at its right end the end itself, so that the last column can be measured. */
static int64_t time_within(const struct gt_timeline *tl, int x)
{
	const struct gt_lane_view *v = &tl->view;
	int col = x - tl->frame.left;

	if (col >= v->width)
		return v->win.t0 + v->win.span;
	return gt_window_start(&v->win, v->width, col > 0 ? col : 0);
}

static void map_goto(struct gt_timeline *tl, int x)
{
	const struct gt_window all = { 0, tl->view.extent };
	int col = x - tl->frame.left;
	int64_t time;

	col = col < 0 ? 0 : col >= tl->view.width ? tl->view.width - 1 : col;
	time = gt_window_start(&all, tl->view.width, col);
	gt_window_centre(&tl->view.win, &tl->view.all, time);
	gt_tl_set_cursor(tl, time);
	gt_tl_pick(tl);
}

/* A button went down. */
static void mouse_hold(struct gt_timeline *tl, const struct gt_act *act)
{
	const struct gt_tl_frame *f = &tl->frame;

	tl->hold = GT_TL_HOLD_TIME;
	if (act->action == GT_ACT_MEASURE || act->y == f->axis)
		tl->hold = GT_TL_HOLD_RANGE;
	else if (act->y == f->map)
		tl->hold = GT_TL_HOLD_MAP;
	else if (act->x < f->left)
		tl->hold = GT_TL_HOLD_NOTHING;
	tl->hold_time = tl->hold == GT_TL_HOLD_RANGE ? time_within(tl, act->x) : time_at(tl, act->x);
}

/* Selects what is there; true if it was on a lane or the minimap. */
static bool mouse_click(struct gt_timeline *tl, const struct gt_act *act)
{
	const struct gt_tl_frame *f = &tl->frame;
	int x = act->x - f->left, row = act->y - f->first;
	size_t i = 0;

	mouse_hold(tl, act);
	if (act->y == f->map && x >= 0 && x < tl->view.width) {
		map_goto(tl, act->x);
		return true;
	}
	if (row >= 0 && row < f->used) {
		while (i + 1 < f->lanes && f->row[i + 1].y <= row)
			i++;
		gt_lanes_goto_place(&tl->view.lanes, f->row[i].place);
	} else if (act->y != f->axis) {
		return false;
	}
	if (x >= 0 && x < tl->view.width)
		tl->view.cursor = gt_window_start(&tl->view.win, tl->view.width, x);
	gt_tl_pick(tl);
	return row >= 0;
}

/* What was under the mouse when the button went down stays under it. */
static void drag_window(struct gt_timeline *tl, int x)
{
	struct gt_lane_view *v = &tl->view;
	int64_t cursor = v->cursor;

	gt_window_pan(&v->win, &v->all, tl->hold_time - time_at(tl, x));
	if (cursor < v->win.t0)
		cursor = v->win.t0;
	if (cursor >= v->win.t0 + v->win.span)
		cursor = gt_window_start(&v->win, v->width, v->width - 1);
	if (cursor == v->cursor)
		return;
	gt_tl_set_cursor(tl, cursor);
	gt_tl_pick(tl);
}

static void mouse_drag(struct gt_timeline *tl, const struct gt_act *act)
{
	switch (tl->hold) {
	case GT_TL_HOLD_TIME:
		drag_window(tl, act->x);
		break;
	case GT_TL_HOLD_RANGE:
		gt_app_set_marker(tl->pane->app, 0, tl->hold_time);
		gt_app_set_marker(tl->pane->app, 1, time_within(tl, act->x));
		break;
	case GT_TL_HOLD_MAP:
		map_goto(tl, act->x);
		break;
	case GT_TL_HOLD_NOTHING:
		break;
	}
}

static void act_mouse(struct gt_timeline *tl, const struct gt_act *act, int unused)
{
	(void)unused;
	if (act->drag)
		mouse_drag(tl, act);
	else if (act->action == GT_ACT_MEASURE)
		mouse_hold(tl, act);
	else if (mouse_click(tl, act) && act->action == GT_ACT_OPEN)
		act_open(tl);
}

/* ---- the table ---- */

/* What an action does: with its count, how far and in which direction; or without any of them. */
static const struct move {
	void (*move)(struct gt_timeline *tl, const struct gt_act *act, int by);
	int by;
	void (*alone)(struct gt_timeline *tl);
} moves[GT_ACT_COUNT] = {
	[GT_ACT_UP] = { .move = act_lane, .by = -LANE_ROW },
	[GT_ACT_DOWN] = { .move = act_lane, .by = LANE_ROW },
	[GT_ACT_PAGE_UP] = { .move = act_lane, .by = -LANE_PAGE },
	[GT_ACT_PAGE_DOWN] = { .move = act_lane, .by = LANE_PAGE },
	[GT_ACT_HALF_UP] = { .move = act_lane, .by = -LANE_HALF_PAGE },
	[GT_ACT_HALF_DOWN] = { .move = act_lane, .by = LANE_HALF_PAGE },
	[GT_ACT_LEFT] = { .move = act_pan, .by = -PAN },
	[GT_ACT_RIGHT] = { .move = act_pan, .by = PAN },
	[GT_ACT_PAN_LEFT] = { .move = act_pan, .by = -PAN_FAR },
	[GT_ACT_PAN_RIGHT] = { .move = act_pan, .by = PAN_FAR },
	[GT_ACT_FINE_LEFT] = { .move = act_pan, .by = -PAN_COLUMN },
	[GT_ACT_FINE_RIGHT] = { .move = act_pan, .by = PAN_COLUMN },
	[GT_ACT_ZOOM_IN] = { .move = act_zoom, .by = ZOOM_CURSOR },
	[GT_ACT_ZOOM_OUT] = { .move = act_zoom, .by = -ZOOM_CURSOR },
	[GT_ACT_WHEEL_UP] = { .move = act_zoom, .by = ZOOM_MOUSE },
	[GT_ACT_WHEEL_DOWN] = { .move = act_zoom, .by = -ZOOM_MOUSE },
	[GT_ACT_FIRST] = { .move = act_end, .by = -1 },
	[GT_ACT_LAST] = { .move = act_end, .by = 1 },
	[GT_ACT_PREV_SLICE] = { .move = act_slice, .by = -1 },
	[GT_ACT_NEXT_SLICE] = { .move = act_slice, .by = 1 },
	[GT_ACT_PREV_ANOMALY] = { .move = act_anomaly, .by = -1 },
	[GT_ACT_NEXT_ANOMALY] = { .move = act_anomaly, .by = 1 },
	[GT_ACT_PREV_RUN] = { .move = act_run, .by = -1 },
	[GT_ACT_NEXT_RUN] = { .move = act_run, .by = 1 },
	[GT_ACT_LANE_UP] = { .move = act_shift, .by = -1 },
	[GT_ACT_LANE_DOWN] = { .move = act_shift, .by = 1 },
	[GT_ACT_CLICK] = { .move = act_mouse },
	[GT_ACT_MEASURE] = { .move = act_mouse },
	[GT_ACT_WHOLE] = { .alone = act_whole },
	[GT_ACT_FOLLOW] = { .alone = act_follow },
	[GT_ACT_FIT] = { .alone = act_fit },
	[GT_ACT_LANE_PIN] = { .alone = act_pin },
	[GT_ACT_LANE_HIDE] = { .alone = act_hide },
	[GT_ACT_LANE_SHOW_ALL] = { .alone = act_show_all },
	[GT_ACT_LANE_FOLD] = { .alone = gt_tl_fold },
	[GT_ACT_GROUP] = { .alone = gt_tl_choose },
	[GT_ACT_INSTANTS] = { .alone = act_instants },
	[GT_ACT_RUNTIME] = { .alone = act_runtime },
	[GT_ACT_RANGE_DETAIL] = { .alone = act_range_detail },
	[GT_ACT_CLOCK] = { .alone = gt_tl_next_clock },
	[GT_ACT_OPEN] = { .alone = act_open },
};

/* Actions that lead from what is selected elsewhere. */
static bool needs_selection(enum gt_action action)
{
	switch (action) {
	case GT_ACT_OPEN:
	case GT_ACT_SHOW_TIMELINE:
	case GT_ACT_SHOW_GOROUTINE:
	case GT_ACT_SHOW_EVENT:
	case GT_ACT_PATH:
	case GT_ACT_PROFILE_OF:
	case GT_ACT_CRITICAL:
	case GT_ACT_UNBLOCKER:
	case GT_ACT_CREATOR:
	case GT_ACT_UNBLOCKED:
	case GT_ACT_PREV_RUN:
	case GT_ACT_NEXT_RUN:
		return true;
	default:
		return false;
	}
}

bool gt_tl_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	const struct move *m = &moves[act->action];
	struct gt_range_row r;
	struct gt_growing g;

	if (act->action == GT_ACT_FOLLOW && !gt_trace_grows(tl->view.trace, &g))
		return false;
	if (act->y >= 0 && act->action == GT_ACT_OPEN)
		m = &moves[GT_ACT_CLICK];
	/* Both ends of a link are to be seen. */
	tl->keep_zoom = act->action == GT_ACT_UNBLOCKER || act->action == GT_ACT_CREATOR ||
			act->action == GT_ACT_UNBLOCKED;
	/* Before the first move nothing is selected, but the cursor is to be seen. */
	if ((act->action == GT_ACT_MARKER_A || act->action == GT_ACT_MARKER_B) &&
	    !(gt_app_sel(pane->app)->has & GT_SEL_TIME))
		gt_tl_pick(tl);
	if (tl->stood && !gt_app_sel(pane->app)->has && needs_selection(act->action))
		gt_tl_tell(tl);
	if (act->action == GT_ACT_PATH && gt_range_get(tl->view.trace, tl->view.range, &r) && r.kind == GT_RANGE_STW)
		gt_path_open_stop(pane->app, tl->view.range);
	else if (m->move)
		m->move(tl, act, m->by);
	else if (m->alone)
		m->alone(tl);
	else
		return gt_links_handle(pane, act, gt_app_sel(pane->app));
	return true;
}

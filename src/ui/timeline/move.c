/* Moves on the timeline. */
#include "ui/detail/links.h"
#include "ui/panes/panes.h"
#include "ui/timeline/timeline.h"
#include "ui/lanes/proc.h"

/* Parts of the window that one key pans; the zoom's factor. */
enum { PAN_SMALL = 8, PAN_LARGE = 2, ZOOM = 2 };

static int64_t times(const struct gt_act *act)
{
	uint64_t n = gt_act_times(act);

	return n > INT32_MAX ? INT32_MAX : (int64_t)n;
}

static int64_t multiply(int64_t a, int64_t b)
{
	int64_t r;

	return __builtin_mul_overflow(a, b, &r) ? INT64_MAX : r;
}

/* ---- time ---- */

void gt_tl_set_cursor(struct gt_timeline *tl, int64_t time)
{
	if (time >= tl->extent)
		time = tl->extent - 1;
	if (time < 0)
		time = 0;
	tl->cursor = time;
	if (!gt_window_shows(&tl->win, time))
		gt_window_centre(&tl->win, tl->extent, time);
}

/* The window moves, and the cursor with it; at either end of the trace the cursor goes on alone. */
static void pan(struct gt_timeline *tl, int64_t delta)
{
	int64_t to = tl->cursor + delta;

	if (delta > 0 && (to < 0 || to >= tl->extent))
		to = tl->extent - 1;
	gt_window_pan(&tl->win, tl->extent, delta);
	gt_tl_set_cursor(tl, to);
	gt_tl_pick(tl);
}

static void act_pan(struct gt_timeline *tl, const struct gt_act *act)
{
	int64_t step = 0;
	int dir = 1;

	switch (act->action) {
	case GT_ACT_LEFT:
	case GT_ACT_PAN_LEFT:
	case GT_ACT_FINE_LEFT:
		dir = -1;
		break;
	default:
		break;
	}
	if (act->action == GT_ACT_LEFT || act->action == GT_ACT_RIGHT)
		step = tl->win.span / PAN_SMALL;
	else if (act->action == GT_ACT_PAN_LEFT || act->action == GT_ACT_PAN_RIGHT)
		step = tl->win.span / PAN_LARGE;
	else
		step = tl->win.span / tl->frame.width;
	pan(tl, dir * multiply(step > 0 ? step : 1, times(act)));
}

static void zoom_at(struct gt_timeline *tl, int64_t time, bool in, int64_t n)
{
	for (; n > 0 && !(in ? tl->win.span <= 1 : tl->win.span >= tl->extent); n--)
		gt_window_zoom(&tl->win, tl->extent, time, in ? 1 : ZOOM, in ? ZOOM : 1);
	tl->whole = tl->win.span >= tl->extent;
	if (!gt_window_shows(&tl->win, tl->cursor))
		gt_tl_set_cursor(tl, tl->win.t0 + tl->win.span / 2);
	gt_tl_pick(tl);
}

static void act_zoom(struct gt_timeline *tl, const struct gt_act *act)
{
	bool in = act->action == GT_ACT_ZOOM_IN || act->action == GT_ACT_WHEEL_UP;
	int64_t time = tl->cursor;
	int x = act->x - tl->frame.left;

	/* The wheel zooms where the mouse is. */
	if (act->action != GT_ACT_ZOOM_IN && act->action != GT_ACT_ZOOM_OUT && act->y >= 0 &&
	    act->y < tl->frame.rows && x >= 0 && x < tl->frame.width)
		time = gt_window_start(&tl->win, tl->frame.width, x);
	zoom_at(tl, time, in, times(act));
}

static void act_whole(struct gt_timeline *tl, const struct gt_act *act)
{
	(void)act;
	gt_window_whole(&tl->win, tl->extent);
	tl->whole = true;
	gt_tl_pick(tl);
}

/* The measured range first: it was made on purpose. */
static void act_fit(struct gt_timeline *tl, const struct gt_act *act)
{
	int64_t a, b;

	(void)act;
	if (gt_app_range(tl->pane->app, &a, &b)) {
		gt_window_fit(&tl->win, tl->extent, a, b, 1);
	} else if (gt_tl_picked_span(tl, &a, &b)) {
		gt_window_fit(&tl->win, tl->extent, a, b, 1);
	} else {
		gt_app_message(tl->pane->app, "no slice is selected, and no range A to B is set");
		return;
	}
	tl->whole = tl->win.span >= tl->extent;
	if (!gt_window_shows(&tl->win, tl->cursor))
		gt_tl_set_cursor(tl, tl->win.t0);
}

static void act_end(struct gt_timeline *tl, const struct gt_act *act)
{
	gt_app_record(tl->pane->app);
	gt_tl_set_cursor(tl, act->action == GT_ACT_FIRST ? 0 : tl->extent - 1);
	gt_tl_pick(tl);
}

/* ---- lanes ---- */

static void act_lane(struct gt_timeline *tl, const struct gt_act *act)
{
	int64_t page = tl->frame.lanes > 1 ? (int64_t)tl->frame.lanes - 1 : 1, n = times(act);

	switch (act->action) {
	case GT_ACT_UP:
		n = -n;
		break;
	case GT_ACT_PAGE_UP:
		n = -n * page;
		break;
	case GT_ACT_PAGE_DOWN:
		n *= page;
		break;
	case GT_ACT_HALF_UP:
		n = -n * ((page + 1) / 2);
		break;
	case GT_ACT_HALF_DOWN:
		n *= (page + 1) / 2;
		break;
	default:
		break;
	}
	/* Wherever the cursor was meant to go when all lanes are there. */
	tl->members.want = GT_NO_ROW;
	if (gt_lanes_move(&tl->lanes, n))
		gt_tl_pick(tl);
}

static void act_arrange(struct gt_timeline *tl, const struct gt_act *act)
{
	struct gt_lane lane;
	size_t hidden;

	if (!gt_lanes_current(&tl->lanes, &lane))
		return;
	switch (act->action) {
	case GT_ACT_LANE_PIN:
		gt_app_message(tl->pane->app, lane.pinned ? "unpinned" : "pinned at the top");
		gt_lanes_pin(&tl->lanes);
		break;
	case GT_ACT_LANE_HIDE:
		gt_lanes_hide(&tl->lanes);
		gt_tl_pick(tl);
		break;
	case GT_ACT_LANE_SHOW_ALL:
		hidden = gt_lanes_show_all(&tl->lanes);
		gt_app_message(tl->pane->app, hidden ? "%zu lanes shown again" : "no lane is hidden", hidden);
		break;
	default:
		for (int64_t n = times(act); n > 0; n--) {
			if (!gt_lanes_shift(&tl->lanes, act->action == GT_ACT_LANE_UP ? -1 : 1))
				break;
		}
	}
}

/* ---- slices ---- */

static void act_slice(struct gt_timeline *tl, const struct gt_act *act)
{
	int dir = act->action == GT_ACT_NEXT_SLICE ? 1 : -1;
	const struct gt_lane_ops *ops;
	struct gt_lane lane;

	if (!gt_lanes_current(&tl->lanes, &lane))
		return;
	ops = gt_lane_ops_of(&lane);
	if (ops->track)
		gt_track_step(tl, &lane, dir, times(act));
	else if (ops->step)
		ops->step(tl, &lane, dir, times(act));
	else
		gt_app_message(tl->pane->app, "this lane has no slices");
}

static void act_anomaly(struct gt_timeline *tl, const struct gt_act *act)
{
	gt_tl_go_anomaly(tl, act->action == GT_ACT_NEXT_ANOMALY ? 1 : -1, times(act));
}

/* The goroutine's own slices, on whatever P they are; the zoom stays. */
static void act_run(struct gt_timeline *tl, const struct gt_act *act)
{
	int dir = act->action == GT_ACT_NEXT_RUN ? 1 : -1;
	uint32_t from = gt_sel_find_slice(gt_app_sel(tl->pane->app), tl->prog), id = from, next;
	struct gt_slice s;

	for (int64_t n = times(act); n > 0 && gt_slice_get(tl->prog->trace, id, &s); n--) {
		next = dir > 0 ? gt_slice_next_of_g(tl->prog->trace, id) : s.prev;
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

static void act_choose(struct gt_timeline *tl, const struct gt_act *act)
{
	if (act->action == GT_ACT_LANE_FOLD)
		gt_tl_fold(tl);
	else if (act->action == GT_ACT_NESTED)
		gt_tl_toggle_nested(tl);
	else if (act->action == GT_ACT_RUNTIME)
		gt_tl_toggle_runtime(tl);
	else
		gt_tl_choose(tl);
}

/* ---- opening, clicking ---- */

static void act_open(struct gt_timeline *tl, const struct gt_act *act)
{
	const struct gt_sel *sel = gt_app_sel(tl->pane->app);
	struct gt_lane lane;

	(void)act;
	if (gt_lanes_current(&tl->lanes, &lane) && lane.kind == GT_LANE_HEADER)
		gt_tl_fold(tl);
	else if (sel->has & GT_SEL_G)
		gt_app_open(tl->pane->app, GT_VIEW_GOROUTINES, sel);
	else
		gt_app_message(tl->pane->app, "there is no slice here");
}

static void move_act_click(struct gt_timeline *tl, const struct gt_act *act)
{
	if (act->action == GT_ACT_MEASURE) {
		gt_tl_hold(tl, act);
		return;
	}
	if (gt_tl_click(tl, act) && act->action == GT_ACT_OPEN)
		act_open(tl, act);
}

static void act_drag(struct gt_timeline *tl, const struct gt_act *act)
{
	gt_tl_drag(tl, act);
}

static void act_clock(struct gt_timeline *tl, const struct gt_act *act)
{
	(void)act;
	gt_tl_next_clock(tl);
}

static void act_instants(struct gt_timeline *tl, const struct gt_act *act)
{
	(void)act;
	tl->instants = !tl->instants;
	gt_app_message(tl->pane->app, tl->instants ? "instants under the processors; the detail pane shows those "
						     "at the cursor"
						   : "instants hidden");
}

static void act_range_detail(struct gt_timeline *tl, const struct gt_act *act)
{
	(void)act;
	gt_tl_measure_toggle(tl);
}

/* ---- the table ---- */

static void (*const moves[GT_ACT_COUNT])(struct gt_timeline *tl, const struct gt_act *act) = {
	[GT_ACT_UP] = act_lane,
	[GT_ACT_DOWN] = act_lane,
	[GT_ACT_PAGE_UP] = act_lane,
	[GT_ACT_PAGE_DOWN] = act_lane,
	[GT_ACT_HALF_UP] = act_lane,
	[GT_ACT_HALF_DOWN] = act_lane,
	[GT_ACT_LEFT] = act_pan,
	[GT_ACT_RIGHT] = act_pan,
	[GT_ACT_PAN_LEFT] = act_pan,
	[GT_ACT_PAN_RIGHT] = act_pan,
	[GT_ACT_FINE_LEFT] = act_pan,
	[GT_ACT_FINE_RIGHT] = act_pan,
	[GT_ACT_ZOOM_IN] = act_zoom,
	[GT_ACT_ZOOM_OUT] = act_zoom,
	[GT_ACT_WHEEL_UP] = act_zoom,
	[GT_ACT_WHEEL_DOWN] = act_zoom,
	[GT_ACT_WHOLE] = act_whole,
	[GT_ACT_FIT] = act_fit,
	[GT_ACT_FIRST] = act_end,
	[GT_ACT_LAST] = act_end,
	[GT_ACT_PREV_SLICE] = act_slice,
	[GT_ACT_NEXT_SLICE] = act_slice,
	[GT_ACT_PREV_ANOMALY] = act_anomaly,
	[GT_ACT_NEXT_ANOMALY] = act_anomaly,
	[GT_ACT_PREV_RUN] = act_run,
	[GT_ACT_NEXT_RUN] = act_run,
	[GT_ACT_LANE_PIN] = act_arrange,
	[GT_ACT_LANE_HIDE] = act_arrange,
	[GT_ACT_LANE_SHOW_ALL] = act_arrange,
	[GT_ACT_LANE_UP] = act_arrange,
	[GT_ACT_LANE_DOWN] = act_arrange,
	[GT_ACT_LANE_FOLD] = act_choose,
	[GT_ACT_NESTED] = act_choose,
	[GT_ACT_RUNTIME] = act_choose,
	[GT_ACT_LANE_KIND] = act_choose,
	[GT_ACT_OPEN] = act_open,
	[GT_ACT_CLICK] = move_act_click,
	[GT_ACT_MEASURE] = move_act_click,
	[GT_ACT_DRAG] = act_drag,
	[GT_ACT_MEASURE_TO] = act_drag,
	[GT_ACT_CLOCK] = act_clock,
	[GT_ACT_INSTANTS] = act_instants,
	[GT_ACT_RANGE_DETAIL] = act_range_detail,
};

bool gt_tl_handle(struct gt_timeline *tl, const struct gt_act *act)
{
	struct gt_range_row r;

	if (act->y >= 0 && (act->action == GT_ACT_CLICK || act->action == GT_ACT_OPEN)) {
		move_act_click(tl, act);
		return true;
	}
	/* Both ends of a link are to be seen. */
	tl->keep_zoom = act->action == GT_ACT_UNBLOCKER || act->action == GT_ACT_CREATOR ||
			act->action == GT_ACT_UNBLOCKED;
	/* Before the first move nothing is selected, but the cursor is to be seen. */
	if ((act->action == GT_ACT_MARKER_A || act->action == GT_ACT_MARKER_B) &&
	    !(gt_app_sel(tl->pane->app)->has & GT_SEL_TIME))
		gt_tl_pick(tl);
	if (act->action == GT_ACT_PATH && gt_range_get(tl->prog->trace, tl->range, &r) && r.kind == GT_RANGE_STW) {
		gt_path_open_stop(tl->pane->app, tl->range);
		return true;
	}
	if (!moves[act->action])
		return gt_links_handle(tl->pane, act, gt_app_sel(tl->pane->app));
	moves[act->action](tl, act);
	return true;
}

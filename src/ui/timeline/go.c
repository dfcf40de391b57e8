/* Going where the selection of another pane points. */
#include "ui/timeline/act.h"
#include "ui/timeline/pick.h"

/* The slice that the selection names, unless it was over before the selected time. */
static uint32_t slice_meant(const struct gt_timeline *tl, const struct gt_sel *sel)
{
	uint32_t id = gt_sel_find_slice(sel, tl->view.prog);
	struct gt_slice s;

	if (!gt_slice_get(tl->view.trace, id, &s))
		return GT_NO_ROW;
	if (!(sel->has & GT_SEL_SLICE) && sel->has & GT_SEL_TIME &&
	    (sel->time_ns < s.t0 || sel->time_ns > s.t1 || (sel->has & GT_SEL_SPAN && sel->time_ns == s.t1)))
		return GT_NO_ROW;
	return id;
}

/* Its own lane: no P has anything to do with a wait. */
static void go_to_goroutine(struct gt_timeline *tl, uint32_t row)
{
	if (gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, row))
		return;
	gt_tl_show_goroutines(tl, GT_GSET_RELATED, row);
	gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, row);
}

static void go_to_lane(struct gt_timeline *tl, const struct gt_sel *sel, const struct gt_slice *s)
{
	struct gt_lanes *lanes = &tl->view.lanes;
	const struct gt_lane_ops *ops = NULL;
	struct gt_lane lane;
	uint32_t row;

	/* On the lanes that are looked at, if they have it. */
	if (gt_lanes_current(lanes, &lane))
		ops = gt_lane_ops_of(&lane);
	row = ops && ops->meant ? ops->meant(&tl->view, sel) : GT_NO_ROW;
	if (row != GT_NO_ROW && gt_lanes_goto(lanes, lane.kind, row))
		return;
	/* A time, and the P that was looked at last: no reason to leave a thread's or a goroutine's lane. */
	if (ops && ops->meant && !(sel->has & ~(unsigned)(GT_SEL_TIME | GT_SEL_P)))
		return;
	if (s) {
		gt_tl_goto_lane_of(tl, s);
	} else if (sel->has & GT_SEL_P) {
		row = gt_proc_find(tl->view.trace, sel->p);
		if (row != GT_NO_ROW)
			gt_lanes_goto(lanes, GT_LANE_PROC, row);
	} else if (sel->has & GT_SEL_G) {
		go_to_goroutine(tl, sel->g_row);
	} else if (sel->has & GT_SEL_M) {
		gt_tl_goto_lane(tl, GT_LANE_THREAD, gt_thread_find(tl->view.trace, sel->m));
	}
}

/* The window becomes three times as wide as what is selected; a time alone leaves its width. */
static void go_to_window(struct gt_timeline *tl, const struct gt_sel *sel, const struct gt_slice *s)
{
	struct gt_lane_view *v = &tl->view;
	/* A part of a slice, or a stop that waited for it; a task or region, which goes on over slices. */
	bool within = sel->has & GT_SEL_SPAN && sel->has & (GT_SEL_SLICE | GT_SEL_TASK);

	if (s && !within)
		gt_window_fit(&v->win, &v->all, s->t0, s->t1, 3);
	else if (sel->has & GT_SEL_SPAN)
		gt_window_fit(&v->win, &v->all, sel->time_ns, sel->end_ns, 3);
	else
		return;
	tl->whole = v->win.span == v->all.span;
}

static void show_nested(struct gt_timeline *tl)
{
	if (!tl->view.shows_nested)
		gt_app_dirty(tl->pane->app, GT_DIRTY_RECALC);
	tl->view.shows_nested = true;
}

/* A pause on its lane, the window over the part that is meant.  False: there is no such lane. */
static bool go_to_pause(struct gt_timeline *tl, const struct gt_sel *sel)
{
	struct gt_lane_view *v = &tl->view;
	struct gt_range_row r;

	if (!(sel->has & GT_SEL_RANGE) || !gt_range_get(v->trace, sel->range, &r) || r.kind != GT_RANGE_STW ||
	    !gt_lanes_goto(&v->lanes, GT_LANE_STW, 0))
		return false;
	gt_window_fit(&v->win, &v->all, sel->time_ns, sel->end_ns, 3);
	tl->whole = v->win.span == v->all.span;
	gt_tl_set_cursor(tl, sel->time_ns);
	v->range = sel->range;
	return true;
}

/* A goroutine's state on its own lane: of a call that lost its P the cursor is where no P shows it. */
static bool go_to_state(struct gt_timeline *tl, const struct gt_sel *sel)
{
	struct gt_lane_view *v = &tl->view;
	int64_t at = sel->time_ns;
	struct gt_slice s;

	if (!(sel->has & GT_SEL_STATE))
		return false;
	go_to_goroutine(tl, sel->g_row);
	show_nested(tl);
	gt_window_fit(&v->win, &v->all, sel->time_ns, sel->end_ns, 3);
	tl->whole = v->win.span == v->all.span;
	if (gt_slice_get(v->trace, slice_meant(tl, sel), &s) && s.t1 < sel->end_ns)
		at = s.t1;
	gt_tl_set_cursor(tl, at);
	gt_tl_look_at_time(tl);
	return true;
}

void gt_tl_go(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	uint32_t before = tl->view.slice;
	struct gt_slice slice, *s = NULL;
	bool keep = tl->keep_window || tl->keep_zoom;

	tl->keep_window = tl->keep_zoom = false;
	if (!sel->has)
		return;
	/* A lane of what was selected comes with the next refresh. */
	if (gt_lane_data_selected(&tl->view, sel))
		gt_app_dirty(pane->app, GT_DIRTY_RECALC);
	gt_tl_pick_nothing(tl);
	if (go_to_pause(tl, sel) || go_to_state(tl, sel))
		return;
	if (sel->has & GT_SEL_RANGE)
		show_nested(tl);
	tl->view.slice = slice_meant(tl, sel);
	if (gt_slice_get(tl->view.trace, tl->view.slice, &slice))
		s = &slice;
	go_to_lane(tl, sel, s);
	/* The same slice, as it was left and came back to: its zoom was chosen. */
	if (!keep && (!s || before != tl->view.slice || !gt_window_shows(&tl->view.win, s->t0)))
		go_to_window(tl, sel, s);
	if (sel->has & GT_SEL_TIME)
		gt_tl_set_cursor(tl, sel->time_ns);
	else if (s)
		gt_tl_set_cursor(tl, s->t0);
	if (!s)
		gt_tl_look_at_time(tl);
}

void gt_tl_stand_on_worst(struct gt_timeline *tl)
{
	const struct gt_sel *worst = &tl->view.prog->worst;
	struct gt_lane_view *v = &tl->view;
	struct gt_slice s;

	/* Only as long as nobody went anywhere. */
	if (tl->stood || !worst->has)
		return;
	tl->stood = true;
	if (gt_app_sel(tl->pane->app)->has || v->lanes.chosen || v->cursor || !tl->whole)
		return;
	if (worst->has & GT_SEL_STATE)
		go_to_goroutine(tl, worst->g_row);
	else if (gt_slice_get(v->trace, slice_meant(tl, worst), &s))
		gt_tl_goto_lane_of(tl, &s);
	else if (worst->has & GT_SEL_RANGE)
		gt_lanes_goto(&v->lanes, GT_LANE_STW, 0);
	gt_tl_set_cursor(tl, worst->time_ns);
	gt_tl_look_at_time(tl);
}

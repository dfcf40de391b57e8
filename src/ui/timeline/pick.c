/* What is selected on the timeline, and going where a selection points. */
#include "ui/timeline/timeline.h"
#include "ui/lanes/proc.h"

/* ---- telling the others ---- */

/*
 * The cursor's time, not the slice's start, is what marker A and the events
 * pane should get; the interval belongs to the selection only where they agree.
 */
static void select_slice(struct gt_timeline *tl)
{
	struct gt_sel sel = { 0 };

	if (!gt_sel_slice(&sel, tl->prog, tl->slice))
		return;
	if (sel.time_ns != tl->cursor) {
		sel.has &= ~(unsigned)(GT_SEL_SPAN | GT_SEL_EVENT);
		sel.has |= GT_SEL_TIME;
		sel.time_ns = tl->cursor;
	}
	gt_app_select(tl->pane->app, &sel);
}

static void select_range(struct gt_timeline *tl)
{
	struct gt_sel sel = { 0 };
	struct gt_range_row r;

	if (!gt_range_get(tl->prog->trace, tl->range, &r))
		return;
	if (r.g != GT_NO_ROW)
		gt_sel_goroutine(&sel, tl->prog, r.g);
	sel.has &= ~(unsigned)(GT_SEL_SPAN | GT_SEL_SLICE | GT_SEL_EVENT | GT_SEL_P | GT_SEL_M);
	sel.has |= GT_SEL_TIME;
	sel.time_ns = tl->cursor;
	if (r.t0 == tl->cursor && r.t1 != GT_NO_TIME) {
		sel.has |= GT_SEL_SPAN;
		sel.end_ns = r.t1;
	}
	gt_app_select(tl->pane->app, &sel);
}

static void select_time(struct gt_timeline *tl)
{
	struct gt_sel sel = { .has = GT_SEL_TIME, .time_ns = tl->cursor };
	struct gt_lane lane;

	if (gt_lanes_current(&tl->lanes, &lane) && gt_lane_ops_of(&lane)->select)
		gt_lane_ops_of(&lane)->select(tl, &lane, &sel);
	gt_app_select(tl->pane->app, &sel);
}

static void pick_tell(struct gt_timeline *tl)
{
	if (tl->slice != GT_NO_ROW)
		select_slice(tl);
	else if (tl->range != GT_NO_ROW)
		select_range(tl);
	else
		select_time(tl);
}

/* ---- picking ---- */

void gt_tl_pick_nothing(struct gt_timeline *tl)
{
	tl->slice = tl->range = GT_NO_ROW;
	tl->has_state_interval = false;
}

/* What is under the cursor on its lane. */
static void pick_look(struct gt_timeline *tl)
{
	const struct gt_lane_ops *ops;
	struct gt_lane lane;
	int64_t a, b;

	gt_tl_pick_nothing(tl);
	if (gt_lanes_current(&tl->lanes, &lane)) {
		ops = gt_lane_ops_of(&lane);
		gt_lane_cursor_cell(tl, &a, &b);
		if (ops->track)
			tl->slice = gt_track_in(ops->track, tl->prog->trace, lane.row, tl->cursor, a, b,
						tl->prog->greedy_ns);
		if (ops->pick && tl->slice == GT_NO_ROW)
			ops->pick(tl, &lane, a, b);
	}
}

void gt_tl_pick(struct gt_timeline *tl)
{
	/* Another view is shown: what it selected is looked for when this one is shown again. */
	if (gt_app_view(tl->pane->app) != tl->pane->view) {
		tl->pane->seen_sel = 0;
		return;
	}
	pick_look(tl);
	pick_tell(tl);
}

/*
 * To the lane of a slice: on a lane of the same kind as the cursor is on if it
 * has one there, else its P's.
 */
static void goto_lane_of(struct gt_timeline *tl, const struct gt_slice *s)
{
	const struct gt_lane_ops *ops;
	uint32_t row = GT_NO_ROW;
	struct gt_lane lane;

	if (gt_lanes_current(&tl->lanes, &lane)) {
		ops = gt_lane_ops_of(&lane);
		row = ops->home ? ops->home(tl, s) : GT_NO_ROW;
	}
	if (row == GT_NO_ROW || !gt_lanes_goto(&tl->lanes, lane.kind, row))
		gt_lanes_goto(&tl->lanes, GT_LANE_PROC, s->proc_row);
}

void gt_tl_pick_slice(struct gt_timeline *tl, uint32_t slice)
{
	struct gt_slice s;

	if (!gt_slice_get(tl->prog->trace, slice, &s))
		return;
	goto_lane_of(tl, &s);
	gt_tl_pick_nothing(tl);
	tl->slice = slice;
	gt_tl_set_cursor(tl, s.t0);
	pick_tell(tl);
}

void gt_tl_pick_range(struct gt_timeline *tl, uint8_t kind, size_t place)
{
	const struct gt_lane lane = { .kind = kind };
	struct gt_tl_spans *spans = gt_tl_lane_spans(tl, &lane);

	if (!spans || place >= spans->n || !gt_lanes_goto(&tl->lanes, kind, 0))
		return;
	gt_tl_pick_nothing(tl);
	tl->range = spans->v[place].row;
	gt_tl_set_cursor(tl, spans->v[place].t0);
	pick_tell(tl);
}

bool gt_tl_picked_span(const struct gt_timeline *tl, int64_t *a, int64_t *b)
{
	struct gt_range_row r;
	struct gt_slice s;

	if (gt_slice_get(tl->prog->trace, tl->slice, &s)) {
		*a = s.t0;
		*b = s.t1;
		return true;
	}
	if (tl->range != GT_NO_ROW && gt_range_get(tl->prog->trace, tl->range, &r)) {
		*a = r.t0;
		*b = r.t1 == GT_NO_TIME ? tl->extent : r.t1;
		return true;
	}
	if (tl->has_state_interval) {
		*a = tl->state_interval.t0;
		*b = tl->state_interval.t1;
	}
	return tl->has_state_interval;
}

/* ---- arriving ---- */

/* The slice that is meant; one that is over before the time is not. */
static uint32_t slice_meant(const struct gt_timeline *tl, const struct gt_sel *sel)
{
	uint32_t id = gt_sel_find_slice(sel, tl->prog);
	struct gt_slice s;

	if (!gt_slice_get(tl->prog->trace, id, &s))
		return GT_NO_ROW;
	if (!(sel->has & GT_SEL_SLICE) && sel->has & GT_SEL_TIME &&
	    (sel->time_ns < s.t0 || sel->time_ns > s.t1 || (sel->has & GT_SEL_SPAN && sel->time_ns == s.t1)))
		return GT_NO_ROW;
	return id;
}

/* A wait shows on the goroutine's own lane only: no P has anything to do with it. */
static void goto_wait(struct gt_timeline *tl, uint32_t g)
{
	if (gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, g))
		return;
	gt_tl_show_goroutines(tl, GT_GSET_RELATED, g);
	gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, g);
}

static void go_to_lane(struct gt_timeline *tl, const struct gt_sel *sel, const struct gt_slice *s)
{
	const struct gt_lane_ops *ops = NULL;
	uint32_t proc_row = GT_NO_ROW, row;
	struct gt_lane lane;

	/* On the lanes that are looked at, if they have it. */
	if (gt_lanes_current(&tl->lanes, &lane))
		ops = gt_lane_ops_of(&lane);
	row = ops && ops->meant ? ops->meant(tl, sel) : GT_NO_ROW;
	if (row != GT_NO_ROW && gt_lanes_goto(&tl->lanes, lane.kind, row))
		return;
	/* A time, and the P that was looked at last: no reason to leave a thread's or a goroutine's lane. */
	if (ops && ops->meant && !(sel->has & ~(unsigned)(GT_SEL_TIME | GT_SEL_P)))
		return;
	if (s)
		goto_lane_of(tl, s);
	else if (sel->has & GT_SEL_P)
		proc_row = gt_proc_find(tl->prog->trace, sel->p);
	else if (sel->has & GT_SEL_G)
		goto_wait(tl, sel->g_row);
	if (proc_row != GT_NO_ROW)
		gt_lanes_goto(&tl->lanes, GT_LANE_PROC, proc_row);
}

/* The window: three times as wide as what is meant, or only moved when there is nothing but a time. */
static void go_to_window(struct gt_timeline *tl, const struct gt_sel *sel, const struct gt_slice *s)
{
	/* A part of a slice, or a stop that waited for it. */
	bool within = (sel->has & (GT_SEL_SLICE | GT_SEL_SPAN)) == (GT_SEL_SLICE | GT_SEL_SPAN);

	if (s && !within)
		gt_window_fit(&tl->win, tl->extent, s->t0, s->t1, 3);
	else if (sel->has & GT_SEL_SPAN)
		gt_window_fit(&tl->win, tl->extent, sel->time_ns, sel->end_ns, 3);
	else
		return;
	tl->whole = tl->win.span == tl->extent;
}

uint32_t gt_tl_slice_at_cursor(const struct gt_timeline *tl, const struct gt_lane *lane)
{
	const struct gt_track_ops *track = gt_lane_ops_of(lane)->track;
	const struct gt_trace *t = tl->prog->trace;
	struct gt_slice s;

	if (!track || !gt_slice_get(t, track->seek(t, lane->row, tl->cursor), &s) || s.t0 > tl->cursor)
		return GT_NO_ROW;
	return s.id;
}

void gt_tl_look_at_time(struct gt_timeline *tl)
{
	const struct gt_lane_ops *ops;
	struct gt_lane lane;
	int64_t a, b;

	if (!gt_lanes_current(&tl->lanes, &lane))
		return;
	ops = gt_lane_ops_of(&lane);
	tl->slice = gt_tl_slice_at_cursor(tl, &lane);
	if (tl->slice == GT_NO_ROW && ops->pick) {
		gt_lane_cursor_cell(tl, &a, &b);
		ops->pick(tl, &lane, a, b);
	}
}

void gt_tl_go(struct gt_timeline *tl, const struct gt_sel *sel)
{
	uint32_t before = tl->slice;
	struct gt_slice slice, *s = NULL;
	bool keep = tl->keep_window || tl->keep_zoom;

	tl->keep_window = tl->keep_zoom = false;
	if (!sel->has)
		return;
	gt_tl_pick_nothing(tl);
	tl->slice = slice_meant(tl, sel);
	if (gt_slice_get(tl->prog->trace, tl->slice, &slice))
		s = &slice;
	go_to_lane(tl, sel, s);
	/* The same slice, as it was left and came back to: whoever zoomed wants it so. */
	if (!keep && (!s || before != tl->slice || !gt_window_shows(&tl->win, s->t0)))
		go_to_window(tl, sel, s);
	if (sel->has & GT_SEL_TIME)
		gt_tl_set_cursor(tl, sel->time_ns);
	else if (s)
		gt_tl_set_cursor(tl, s->t0);
	if (!s)
		gt_tl_look_at_time(tl);
}

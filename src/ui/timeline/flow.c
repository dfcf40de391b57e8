/* From lane to lane: who woke the goroutine of the slice selected, and whom that slice woke. */
#include "ui/timeline/timeline.h"
#include "ui/detail/wakees.h"

/* So many wake-ups of one slice are drawn: more would hide the lanes. */
#define OUTGOING 8

/* The row of the pane that shows a slice: on a lane of the cursor's kind, else on any; -1: none. */
static int flow_row_of(const struct gt_timeline *tl, const struct gt_slice *s)
{
	const struct gt_tl_frame *f = &tl->frame;
	const struct gt_lane_ops *ops;
	struct gt_lane current = { .kind = GT_LANE_HEADER };
	int any = -1;

	gt_lanes_current(&tl->lanes, &current);
	for (size_t i = 0; i < f->lanes; i++) {
		ops = gt_lane_ops_of(&f->row[i].lane);
		if (!ops->home || ops->home(tl, s) != f->row[i].lane.row)
			continue;
		if (f->row[i].lane.kind == current.kind)
			return f->first + f->row[i].y;
		any = any < 0 ? f->first + f->row[i].y : any;
	}
	return any;
}

/* From the slice that did it, at that time, to the one that came of it. */
static void draw_flow(const struct gt_timeline *tl, const struct gt_canvas *c, const struct gt_slice *from,
		      const struct gt_slice *to, int64_t time)
{
	const struct gt_tl_frame *f = &tl->frame;
	int x = gt_window_column(&tl->win, f->width, time), y0, y1, dir;

	if (x < 0 || x >= f->width || (y0 = flow_row_of(tl, from)) < 0 || (y1 = flow_row_of(tl, to)) < 0 ||
	    y0 == y1)
		return;
	dir = y1 > y0 ? 1 : -1;
	for (int y = y0 + dir; y != y1; y += dir)
		gt_tl_draw_line_cell(c, y, f->left + x, "║", GT_ROLE_FLOW);
	gt_canvas_text(c, y0, f->left + x, GT_ROLE_FLOW | GT_BOLD, "○");
	gt_canvas_text(c, y1, f->left + x, GT_ROLE_FLOW | GT_BOLD, dir > 0 ? "▼" : "▲");
}

static void draw_incoming(const struct gt_timeline *tl, const struct gt_canvas *c, const struct gt_slice *s)
{
	const struct gt_trace *t = tl->prog->trace;
	struct gt_slice by;

	/* The one that woke it ran until then at least. */
	if (s->waker == GT_NO_ROW || s->ready == GT_NO_TIME ||
	    !gt_slice_get(t, gt_wakees_slice(t, s->waker, s->ready - 1), &by) || by.t0 > s->ready)
		return;
	draw_flow(tl, c, &by, s, s->ready);
}

static void draw_outgoing(const struct gt_timeline *tl, const struct gt_canvas *c, const struct gt_slice *s)
{
	const struct gt_trace *t = tl->prog->trace;
	struct gt_wakees woken[OUTGOING];
	size_t n = gt_wakees_by(t, s, tl->win.t0, tl->win.t0 + tl->win.span, OUTGOING, woken);
	struct gt_slice to;

	for (size_t i = 0; i < n; i++) {
		if (gt_slice_get(t, woken[i].slice, &to))
			draw_flow(tl, c, s, &to, woken[i].t);
	}
}

void gt_tl_draw_flows(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	struct gt_slice s;

	if (!gt_slice_get(tl->prog->trace, tl->slice, &s))
		return;
	draw_outgoing(tl, c, &s);
	draw_incoming(tl, c, &s);
}

/* The lane of a thread: what ran on it, and where it held a P without running anything. */
#include <stdio.h>

#include "base/human.h"
#include "ui/lanes/lane.h"

/* A held P is named where it has so many columns. */
#define NAME_COLS 6

static void lane_thread_title(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	struct gt_thread_row m = { 0 };

	gt_thread_get(view->trace, lane->row, &m);
	gt_buf_putc(out, 'M');
	gt_buf_u64(out, m.id);
}

/* Blank without a P, dots with one. */
static void lane_thread_draw_idle(struct gt_lane_pen *pen, const struct gt_lane *lane, int x, int n,
				  const struct gt_tl_cell *cells)
{
	const struct gt_lane_view *view = pen->view;
	const struct gt_trace *t = view->trace;
	int cols = pen->row->cols, end = x + n, last;
	struct gt_thread_run run;
	struct gt_proc p;
	char name[24];

	(void)cells;
	while (x < end) {
		int64_t a = gt_window_start(&view->win, cols, x);

		if (!gt_thread_run_get(t, lane->row, gt_thread_run_seek(t, lane->row, a), &run))
			return;
		if (run.t0 > a)
			x = gt_window_column(&view->win, cols, run.t0);
		if (x < 0 || x >= end)
			return;
		last = gt_window_column(&view->win, cols, run.t1 - 1);
		last = last < x ? x : last >= end ? end - 1 : last;
		for (int i = x; i <= last; i++)
			gt_lane_put(pen, i, GT_ROLE_IDLE, "·", "_");
		if (last + 1 - x >= NAME_COLS && gt_proc_get(t, run.proc_row, &p)) {
			snprintf(name, sizeof name, "P%llu", (unsigned long long)p.id);
			gt_canvas_text(pen->row, 0, x + 1, GT_ROLE_DIM, name);
		}
		x = last + 1;
	}
}

/* What it does with the P that it holds comes with the row of that run; it may as well hold none. */
static int64_t lane_thread_known(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	struct gt_thread_run run;
	struct gt_thread_row m;

	if (!gt_thread_get(view->trace, lane->row, &m))
		return INT64_MAX;
	return m.runs && gt_thread_run_get(view->trace, lane->row, m.runs - 1, &run) ? run.t1 : m.first;
}

static void lane_thread_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	struct gt_tl_thread m = { .src = { .track = &gt_thread_track, .trace = view->trace, .row = lane->row } };
	const struct gt_tl_source source = { &gt_tl_thread_ops, &m };
	struct gt_lane_pen pen = gt_lane_pen(view, c);

	pen.label = GT_LABEL_BOTH;
	gt_lane_draw_slices(&pen, lane, &source, lane_thread_draw_idle, GT_NO_ROW);
}

static void lane_thread_add_to_sel(const struct gt_lane_view *view, const struct gt_lane *lane,
				   struct gt_sel *sel)
{
	struct gt_thread_row m;

	if (!gt_thread_get(view->trace, lane->row, &m))
		return;
	sel->has |= GT_SEL_M;
	sel->m = m.id;
}

static uint32_t lane_thread_home(const struct gt_lane_view *view, const struct gt_slice *s)
{
	return gt_tl_thread_of(view->trace, s);
}

static uint32_t lane_thread_meant(const struct gt_lane_view *view, const struct gt_sel *sel)
{
	return sel->has & GT_SEL_M ? gt_thread_find(view->trace, sel->m) : GT_NO_ROW;
}

static void lane_thread_detail(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d)
{
	const struct gt_trace *t = view->trace;
	struct gt_thread_run run;
	struct gt_thread_row m;
	struct gt_proc p;

	if (!gt_thread_get(t, lane->row, &m))
		return;
	if (gt_thread_run_get(t, lane->row, gt_thread_run_seek(t, lane->row, view->cursor), &run) &&
	    run.t0 <= view->cursor && gt_proc_get(t, run.proc_row, &p))
		gt_detail_pair(d, "holds", "P%llu, for %s from %s", (unsigned long long)p.id,
			       gt_dur_text(run.t1 - run.t0).s, gt_time_text(run.t0).s);
	else
		gt_detail_pair(d, "holds", "%s", "no P");
	gt_detail_pair(d, "ran", "%s in the whole trace", gt_dur_text(m.busy).s);
}

const struct gt_lane_ops gt_lane_thread = {
	.idle = " runs nothing here",
	.data = &gt_lane_nested_data,
	.put_title = lane_thread_title,
	.height = gt_lane_nested_height,
	.draw = lane_thread_draw,
	.known = lane_thread_known,
	.track = &gt_thread_track,
	.home = lane_thread_home,
	.meant = lane_thread_meant,
	.select = lane_thread_add_to_sel,
	.detail = lane_thread_detail,
};

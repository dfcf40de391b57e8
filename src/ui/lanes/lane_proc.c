/* The lane of a processor. */
#include "ui/lanes/instants.h"
#include "ui/lanes/lane.h"

static void lane_proc_title(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	struct gt_proc p = { 0 };

	gt_proc_get(view->trace, lane->row, &p);
	gt_buf_putc(out, 'P');
	gt_buf_u64(out, p.id);
}

static int64_t lane_proc_known(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	return gt_lane_known(gt_proc_open_slice(view->trace, lane->row));
}

static void lane_proc_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	struct gt_tl_proc proc = { .src = { .track = &gt_proc_track, .trace = view->trace, .row = lane->row } };
	const struct gt_tl_source source = { &gt_tl_proc_ops, &proc };
	struct gt_lane_pen pen = gt_lane_pen(view, c);
	struct gt_canvas line;
	int y = view->tall + view->shows_nested;

	pen.body = view->tall < c->rows ? view->tall : c->rows;
	gt_lane_draw_slices(&pen, lane, &source, NULL, GT_NO_ROW);
	gt_lane_draw_blamed(&pen, lane->row, GT_NO_ROW);
	if (!view->shows_instants || c->rows <= y)
		return;
	line = gt_canvas_sub(c, y, 0, 1, c->cols);
	gt_tl_instants_draw(view->trace, lane->row, &view->win, &line);
}

/* The last row: what happened at one moment. */
static int lane_proc_height(const struct gt_lane_view *view)
{
	return view->tall + view->shows_nested + view->shows_instants;
}

static void lane_proc_add_to_sel(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_sel *sel)
{
	struct gt_proc p;

	if (!gt_proc_get(view->trace, lane->row, &p))
		return;
	sel->has |= GT_SEL_P;
	sel->p = p.id;
}

static uint32_t lane_proc_home(const struct gt_lane_view *view, const struct gt_slice *s)
{
	(void)view;
	return s->proc_row;
}

const struct gt_lane_ops gt_lane_proc = {
	.name = "proc",
	.help = "a processor: the goroutines that ran on it",
	.put_title = lane_proc_title,
	.height = lane_proc_height,
	.draw = lane_proc_draw,
	.known = lane_proc_known,
	.idle = " is idle here",
	.track = &gt_proc_track,
	.home = lane_proc_home,
	.select = lane_proc_add_to_sel,
};

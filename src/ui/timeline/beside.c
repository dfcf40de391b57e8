/* One of two timelines. */
#include "ui/timeline/beside.h"

#include "ui/timeline/draw.h"
#include "ui/timeline/pick.h"

void gt_tl_show_beside(struct gt_pane *pane, const struct gt_window *all, const struct gt_window *win)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	tl->beside.on = true;
	tl->beside.all = tl->view.all = *all;
	tl->view.win = *win;
	gt_window_clamp(&tl->view.win, all);
	tl->whole = tl->view.win.span >= all->span;
}

const struct gt_window *gt_tl_window(const struct gt_pane *pane)
{
	return &((const struct gt_timeline *)pane->priv)->view.win;
}

int64_t gt_tl_cursor(const struct gt_pane *pane)
{
	return ((const struct gt_timeline *)pane->priv)->view.cursor;
}

int gt_tl_left(const struct gt_pane *pane, int cols)
{
	return gt_tl_name_columns(pane->priv, cols);
}

void gt_tl_set_left(struct gt_pane *pane, int left)
{
	gt_timeline_of(pane)->beside.left = left;
}

void gt_tl_begin_with_lane(struct gt_pane *pane)
{
	struct gt_lanes *lanes = &gt_timeline_of(pane)->view.lanes;

	/* The next frame makes it the largest that leaves no row empty and shows the cursor. */
	lanes->top = lanes->count;
}

void gt_tl_look_in(struct gt_pane *pane, int64_t time)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	if (gt_window_shows(&tl->view.win, tl->view.cursor))
		return;
	gt_tl_set_cursor(tl, time);
	gt_tl_pick(tl);
}

/* Clicks: tabs, hints, rows, panes. */
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/frame.h"

static bool inside(const struct gt_rect *r, int y, int x)
{
	return y >= r->y && y < r->y + r->rows && x >= r->x && x < r->x + r->cols;
}

/* On a title: sorts by that column.  On a row: goes there.  The row under the cursor, twice: opens it. */
static void click_list(struct gt_app *app, struct gt_pane *pane, struct gt_listview *lv, const struct gt_act *act)
{
	const struct gt_act open = { .action = GT_ACT_OPEN, .y = -1, .x = -1 };
	uint64_t row;
	int col;

	if (gt_list_hit(lv, act->y, act->x, &row, &col)) {
		if (row != lv->cursor) {
			gt_list_goto(lv, row, false);
			gt_app_list_moved(app, pane);
		}
		if (act->action == GT_ACT_OPEN)
			gt_app_offer(app, &open, app->focus == GT_FOCUS_DETAIL);
	} else if (act->y == 0 && col >= 0 && act->action == GT_ACT_CLICK &&
		   !(lv->columns[col].flags & GT_LIST_COL_NOSORT)) {
		gt_app_sort(app, (unsigned)col, -1);
	}
}

static void click_main(struct gt_app *app, const struct gt_act *act)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_act inner = *act;
	struct gt_listview *lv;

	if (!pane)
		return;
	app->focus = GT_FOCUS_MAIN;
	inner.y -= app->screen.layout.main.y;
	inner.x -= app->screen.layout.main.x;
	if (pane->ops->handle && pane->ops->handle(pane, &inner))
		return;
	lv = gt_pane_list(pane);
	if (!lv || act->action == GT_ACT_MEASURE)
		return;
	inner.y -= lv->head;
	if (inner.y >= 0)
		click_list(app, pane, lv, &inner);
}

void gt_app_click(struct gt_app *app, const struct gt_act *act)
{
	const struct gt_layout *l = &app->screen.layout;
	const struct gt_act open = { .action = GT_ACT_OPEN, .y = -1, .x = -1 };
	struct gt_act hint = { .y = -1, .x = -1 };
	struct gt_pane *pane = gt_app_current(app);
	const struct gt_mode *mode;
	int view;

	app->in.held = inside(&l->main, act->y, act->x);
	if (inside(&l->tabs, act->y, act->x)) {
		view = gt_frame_tab_at(app, act->x);
		if (view != GT_NO_VIEW && view != app->view)
			gt_app_jump(app, view, NULL);
	} else if (inside(&l->rule, act->y, act->x)) {
		mode = gt_frame_mode_at(app, act->x);
		if (mode)
			gt_modes_choose(pane, mode);
	} else if (inside(&l->hints, act->y, act->x)) {
		hint.action = gt_frame_hint_at(app, act->x);
		if (hint.action != GT_ACT_NONE)
			gt_app_offer(app, &hint, app->focus == GT_FOCUS_DETAIL);
	} else if (app->in.held) {
		click_main(app, act);
	} else if (inside(&l->detail, act->y, act->x) && act->action != GT_ACT_MEASURE && pane &&
		   pane->ops->draw_detail) {
		app->focus = GT_FOCUS_DETAIL;
		if (act->y - l->detail.y + pane->detail_top < pane->detail_lines)
			pane->detail_cursor = act->y - l->detail.y + pane->detail_top;
		if (act->action == GT_ACT_OPEN)
			gt_app_offer(app, &open, true);
	}
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

/* What began in the main pane goes on there, even if the mouse has left it; nothing else can be dragged. */
void gt_app_drag(struct gt_app *app, const struct gt_act *act)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_act inner = *act;

	if (!app->in.held || !pane || pane->ops->klass != GT_WHERE_TIMELINE || app->dialog.menu.open)
		return;
	inner.y -= app->screen.layout.main.y;
	inner.x -= app->screen.layout.main.x;
	pane->ops->handle(pane, &inner);
}

void gt_app_wheel(struct gt_app *app, const struct gt_act *act)
{
	const struct gt_layout *l = &app->screen.layout;
	bool detail = inside(&l->detail, act->y, act->x);
	struct gt_act inner = *act;

	inner.y -= detail ? l->detail.y : l->main.y;
	inner.x -= detail ? l->detail.x : l->main.x;
	gt_app_offer(app, &inner, detail);
}

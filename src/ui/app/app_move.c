/* Views, the shared selection, jumps and bookmarks. */
#include "ui/app/app_state.h"

void gt_app_select(struct gt_app *app, const struct gt_sel *sel)
{
	struct gt_pane *pane = gt_app_current(app);

	if (!gt_sel_equal(&app->at.sel, sel)) {
		app->at.sel = *sel;
		app->at.sel_seq++;
		gt_app_dirty(app, GT_DIRTY_REPAINT);
	}
	if (pane)
		pane->seen_sel = app->at.sel_seq;
}

void gt_app_list_moved(struct gt_app *app, struct gt_pane *pane)
{
	if (gt_pane_content(pane)->moved)
		gt_pane_content(pane)->moved(pane);
	pane->detail_top = pane->detail_cursor = 0;
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

/* At the top, the list stays at the top and the selection follows; else the cursor stays with its row. */
void gt_app_rows_changed(struct gt_app *app, struct gt_pane *pane)
{
	const struct gt_content_ops *content = gt_pane_content(pane);
	struct gt_listview *lv = gt_pane_list(pane);

	app->find.counted = false;
	if (content->rows_pending && content->rows_pending(pane))
		return;
	if (lv && lv->cursor > 0 && pane->ops->select_changed)
		pane->ops->select_changed(pane, &app->at.sel);
	if (lv && lv->rows)
		gt_app_list_moved(app, pane);
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

void gt_app_sync(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);

	if (!pane)
		return;
	if (pane->seen_data != app->data_seq) {
		pane->seen_data = app->data_seq;
		if (pane->ops->refresh)
			pane->ops->refresh(pane);
	}
	if (pane->seen_sel != app->at.sel_seq) {
		pane->seen_sel = app->at.sel_seq;
		pane->detail_top = pane->detail_cursor = 0;
		if (pane->ops->select_changed)
			pane->ops->select_changed(pane, &app->at.sel);
	}
	if (pane->pending)
		app->dispatch->resume(app);
}

static void set_view(struct gt_app *app, int view)
{
	if (view == GT_VIEW_HELP && app->view != GT_VIEW_HELP)
		app->below = app->view;
	if (app->view != view) {
		app->focus = GT_FOCUS_MAIN;
		/* Its items are those of the view that it was opened over. */
		gt_menu_close(&app->dialog.menu);
	}
	app->view = view;
	gt_app_dirty(app, GT_DIRTY_REFLOW);
}

void gt_app_show(struct gt_app *app, int view)
{
	if (!gt_app_pane(app, view))
		return;
	set_view(app, view);
	gt_app_sync(app);
}

/* ---- places ---- */

void gt_app_place_in(const struct gt_app *app, int view, struct gt_place *place)
{
	struct gt_pane *pane = gt_app_pane(app, view);
	struct gt_listview *lv = gt_pane_list(pane);

	*place = (struct gt_place){ .view = view, .sel = app->at.sel };
	if (lv) {
		place->cursor = lv->cursor;
		place->top = lv->top;
	}
	if (pane && pane->ops->save)
		pane->ops->save(pane, place);
}

void gt_app_place(const struct gt_app *app, struct gt_place *place)
{
	gt_app_place_in(app, app->view, place);
}

int gt_app_place_view(const struct gt_app *app, const struct gt_place *place)
{
	struct gt_pane *pane = gt_app_pane(app, place->view);
	int view = pane && pane->ops->origin ? pane->ops->origin(pane, place) : place->view;

	return gt_app_pane(app, view) ? view : GT_NO_VIEW;
}

int gt_app_origin(struct gt_app *app)
{
	struct gt_place here;

	gt_app_place(app, &here);
	return gt_app_place_view(app, &here);
}

/*
 * The pane opens the page it had, its list takes the old rows, and last the
 * pane looks whether the selection is there: rows may have been sorted again.
 */
void gt_app_go(struct gt_app *app, const struct gt_place *place)
{
	struct gt_pane *pane = gt_app_pane(app, place->view);
	struct gt_listview *lv;

	if (!pane)
		return;
	set_view(app, place->view);
	app->at.sel = place->sel;
	app->at.sel_seq++;
	if (pane->ops->restore && !place->bare)
		pane->ops->restore(pane, place);
	lv = gt_pane_list(pane);
	if (lv && !place->bare) {
		lv->top = place->top;
		gt_list_goto(lv, place->cursor, true);
	}
	gt_app_sync(app);
}

void gt_app_record(struct gt_app *app)
{
	struct gt_place here;

	/* The help is no place of the trace. */
	if (app->view == GT_VIEW_HELP || app->view == GT_NO_VIEW)
		return;
	gt_app_place(app, &here);
	gt_jumps_record(&app->at.jumps, &here);
}

void gt_app_lacks(struct gt_app *app, int view)
{
	gt_app_error(app, gt_app_pane(app, GT_VIEW_TRACES) ? "open a trace first, with Enter"
			  : view == GT_VIEW_COMPARE ? "nothing to compare with: start with --compare=OLD"
						  : "this view is not there");
}

bool gt_app_jump(struct gt_app *app, int view, const struct gt_sel *sel)
{
	struct gt_sel to = sel ? *sel : app->at.sel;

	if (view == GT_NO_VIEW)
		view = app->view == GT_VIEW_HELP ? app->below : app->view;
	if (!gt_app_pane(app, view)) {
		gt_app_lacks(app, view);
		return false;
	}
	if (view != GT_VIEW_HELP)
		gt_app_record(app);
	set_view(app, view);
	if (!gt_sel_equal(&app->at.sel, &to)) {
		app->at.sel = to;
		app->at.sel_seq++;
	}
	if (sel) {
		app->at.asked_seq = app->at.sel_seq;
		app->at.asked_view = view;
	}
	gt_app_sync(app);
	return true;
}

bool gt_app_take_asked(struct gt_app *app, int view)
{
	bool asked = app->at.asked_seq && app->at.asked_seq == app->at.sel_seq && app->at.asked_view == view;

	if (asked || view == GT_NO_VIEW)
		app->at.asked_seq = 0;
	return asked;
}

void gt_app_open(struct gt_app *app, int view, const struct gt_sel *sel)
{
	struct gt_pane *pane = gt_app_pane(app, view);

	if (pane && pane->ops->open)
		pane->ops->open(pane, sel);
}

void gt_app_settle_view(struct gt_app *app)
{
	if (app->at.view_pending && app->at.view_before.view != GT_VIEW_HELP && app->at.view_before.view != GT_NO_VIEW)
		gt_jumps_record(&app->at.jumps, &app->at.view_before);
	app->at.view_pending = false;
}

void gt_app_travel(struct gt_app *app, uint64_t times, bool back)
{
	struct gt_place here, to;
	bool moved = false;

	for (; times > 0; times--) {
		gt_app_place(app, &here);
		if (!gt_jumps_step(&app->at.jumps, back, &here, &to))
			break;
		gt_app_go(app, &to);
		moved = true;
	}
	if (!moved)
		gt_app_message(app, back ? "nothing to go back to" : "nothing to go forward to");
}

void gt_app_leave(struct gt_app *app)
{
	int view = app->view;

	do
		gt_app_travel(app, 1, true);
	while (app->view == view && app->at.jumps.back.n);
}

/* Carries out actions: menu, detail pane, pane, its list, then what is the same everywhere. */
#include <string.h>

#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"

/* ---- views and focus ---- */

static void act_view(struct gt_app *app, const struct gt_act *act)
{
	int view = (int)act->action - GT_ACT_VIEW_OVERVIEW;

	if (!gt_app_pane(app, view))
		gt_app_error(app, "%s: this version has no such view yet", gt_action_info(act->action)->name);
	else if (view != app->view)
		gt_app_jump(app, view, NULL);
}

static void act_focus(struct gt_app *app, const struct gt_act *act)
{
	struct gt_pane *pane = gt_app_current(app);

	(void)act;
	if (!pane || !pane->ops->draw_detail) {
		gt_app_message(app, "this view has one pane only");
		return;
	}
	app->focus = app->focus == GT_FOCUS_MAIN ? GT_FOCUS_DETAIL : GT_FOCUS_MAIN;
	gt_app_dirty(app, GT_DIRTY_REFLOW);
}

static void act_maximise(struct gt_app *app, const struct gt_act *act)
{
	(void)act;
	app->maximised = !app->maximised;
	gt_app_dirty(app, GT_DIRTY_REFLOW);
}

static void act_split(struct gt_app *app, const struct gt_act *act)
{
	(void)act;
	app->options.split = app->options.split == GT_SPLIT_BELOW ? GT_SPLIT_RIGHT : GT_SPLIT_BELOW;
	app->maximised = false;
	gt_app_dirty(app, GT_DIRTY_REFLOW);
}

/* ---- jumps ---- */

static void travel(struct gt_app *app, uint64_t times, bool back)
{
	struct gt_place here, to;
	bool moved = false;

	for (; times > 0; times--) {
		gt_app_place(app, &here);
		if (back ? !gt_jumps_back(&app->jumps, &here, &to) : !gt_jumps_forward(&app->jumps, &here, &to))
			break;
		gt_app_go(app, &to);
		moved = true;
	}
	if (!moved)
		gt_app_message(app, back ? "nothing to go back to" : "nothing to go forward to");
}

static void leave_help(struct gt_app *app)
{
	int below = app->below;

	if (gt_app_pane(app, below))
		gt_app_show(app, below);
}

static void act_back(struct gt_app *app, const struct gt_act *act)
{
	if (app->view == GT_VIEW_HELP)
		leave_help(app);
	else
		travel(app, gt_act_times(act), true);
}

static void act_forward(struct gt_app *app, const struct gt_act *act)
{
	travel(app, gt_act_times(act), false);
}

static void act_show(struct gt_app *app, const struct gt_act *act)
{
	static const struct {
		enum gt_action action;
		int view;
		unsigned needs;
		const char *what;
	} shows[] = {
		{ GT_ACT_SHOW_TIMELINE, GT_VIEW_TIMELINE, ~0u, "nothing is selected" },
		{ GT_ACT_SHOW_GOROUTINE, GT_VIEW_GOROUTINES, GT_SEL_G, "no goroutine is selected" },
		{ GT_ACT_SHOW_EVENT, GT_VIEW_EVENTS, GT_SEL_TIME | GT_SEL_EVENT, "no event or time is selected" },
	};

	for (size_t i = 0; i < GT_COUNT(shows); i++) {
		if (shows[i].action != act->action)
			continue;
		if (!(app->sel.has & shows[i].needs))
			gt_app_message(app, "%s", shows[i].what);
		else
			gt_app_jump(app, shows[i].view, NULL);
	}
}

/* ---- marks ---- */

static bool bookmark_index(struct gt_app *app, uint32_t ch, size_t *i)
{
	if (ch > ' ' && ch < GT_BOOKMARKS) {
		*i = ch;
		return true;
	}
	gt_app_error(app, "a bookmark is a letter");
	return false;
}

static void act_mark(struct gt_app *app, const struct gt_act *act)
{
	size_t i;

	if (app->view == GT_VIEW_HELP || !bookmark_index(app, act->ch, &i))
		return;
	gt_app_place(app, &app->bookmarks[i]);
	app->has_bookmark[i] = true;
	gt_app_message(app, "bookmark %c", (int)i);
}

static void act_goto_mark(struct gt_app *app, const struct gt_act *act)
{
	size_t i;

	if (!bookmark_index(app, act->ch, &i))
		return;
	if (!app->has_bookmark[i]) {
		gt_app_error(app, "there is no bookmark %c", (int)i);
		return;
	}
	gt_app_record(app);
	gt_app_go(app, &app->bookmarks[i]);
}

static void act_marker(struct gt_app *app, const struct gt_act *act)
{
	int which = act->action == GT_ACT_MARKER_B;

	if (!(app->sel.has & GT_SEL_TIME)) {
		gt_app_message(app, "no time is selected");
		return;
	}
	if (app->has_marker[which] && app->marker[which] == app->sel.time_ns) {
		app->has_marker[which] = false;
	} else {
		app->has_marker[which] = true;
		app->marker[which] = app->sel.time_ns;
	}
	gt_app_dirty(app, GT_DIRTY_RECALC);
}

/* ---- the program ---- */

static void act_command(struct gt_app *app, const struct gt_act *act)
{
	(void)act;
	gt_app_ask_command(app, NULL);
}

static void act_help(struct gt_app *app, const struct gt_act *act)
{
	(void)act;
	if (app->view == GT_VIEW_HELP)
		leave_help(app);
	else
		gt_app_show(app, GT_VIEW_HELP);
}

static void act_mouse(struct gt_app *app, const struct gt_act *act)
{
	(void)act;
	app->options.mouse = !app->options.mouse;
	gt_app_apply_options(app);
	gt_app_message(app, app->options.mouse ? "mouse on" : "mouse off");
}

static void act_redraw(struct gt_app *app, const struct gt_act *act)
{
	(void)act;
	app->wants_redraw = true;
	gt_app_dirty(app, GT_DIRTY_ALL);
}

static void act_suspend(struct gt_app *app, const struct gt_act *act)
{
	(void)act;
	app->wants_suspend = true;
}

static void stop_answered(struct gt_app *app, void *arg, const char *text)
{
	(void)arg;
	if (!text || (*text != 'y' && *text != 'Y'))
		gt_app_message(app, "still reading");
	else if (app->ops->cancel(app->ctx))
		gt_app_message(app, "reading stopped; what was read can be used");
	else
		gt_app_message(app, "the whole trace has already been read");
}

static bool is_reading(struct gt_app *app)
{
	struct gt_progress p;

	return app->ops->cancel && app->ops->progress && app->ops->progress(app->ctx, &p);
}

/* Esc is pressed to get rid of this and that: what cannot be taken up again is not stopped by it alone. */
static bool ask_to_stop(struct gt_app *app)
{
	const struct gt_ask ask = {
		.label = "Stop reading the trace? What has been read stays. (y/n) ",
		.done = stop_answered, .kind = GT_ASK_OTHER, .one_key = true,
		.applies = is_reading, .gone = "the whole trace has been read",
	};

	if (!is_reading(app))
		return false;
	gt_app_ask(app, &ask);
	return true;
}

/* False: there was nothing. */
static bool cancel_something(struct gt_app *app, const struct gt_act *act)
{
	gt_keys_clear(&app->keys);
	if (app->view == GT_VIEW_HELP) {
		leave_help(app);
	} else if (gt_app_cancel_job(app)) {
		/* The job may have said what is left. */
		if (!app->message.len)
			gt_app_message(app, "cancelled");
	} else if (app->focus == GT_FOCUS_DETAIL) {
		act_focus(app, act);
	} else {
		return ask_to_stop(app);
	}
	return true;
}

static void act_cancel(struct gt_app *app, const struct gt_act *act)
{
	if (!cancel_something(app, act))
		gt_app_message(app, "nothing to cancel; Q quits");
}

/* A second Ctrl-C in a row quits, but not one that came just after something had ended by itself. */
static void act_interrupt(struct gt_app *app, const struct gt_act *act)
{
	bool again = app->interrupted;

	app->interrupted = !cancel_something(app, act);
	if (app->interrupted && again)
		app->quitting = true;
	else if (app->interrupted)
		gt_app_message(app, "nothing to cancel; Ctrl-C again quits");
}

static void act_close(struct gt_app *app, const struct gt_act *act)
{
	if (app->view == GT_VIEW_HELP)
		leave_help(app);
	else if (app->jumps.back.n)
		act_back(app, act);
	else
		app->quitting = true;
}

static void act_quit(struct gt_app *app, const struct gt_act *act)
{
	(void)act;
	app->quitting = true;
}

/* ---- those that live elsewhere ---- */

static void act_search(struct gt_app *app, const struct gt_act *act)
{
	if (act->action == GT_ACT_SEARCH)
		gt_app_ask_search(app);
	else
		gt_app_search_next(app, gt_act_times(act), act->action == GT_ACT_SEARCH_NEXT ? 1 : -1);
}

static void act_filter(struct gt_app *app, const struct gt_act *act)
{
	if (act->action == GT_ACT_FILTER)
		gt_app_ask_filter(app);
	else
		gt_app_menu_filters(app);
}

static void act_output(struct gt_app *app, const struct gt_act *act)
{
	if (act->action == GT_ACT_EXPORT)
		gt_app_ask_export(app);
	else if (act->action == GT_ACT_COPY)
		gt_app_copy(app);
	else if (act->action == GT_ACT_SAVE_SCREEN)
		gt_app_ask_save_screen(app);
	else
		gt_app_edit(app);
}

static void act_table(struct gt_app *app, const struct gt_act *act)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));

	if (act->action == GT_ACT_SORT)
		gt_app_menu_sort(app);
	else if (act->action == GT_ACT_COLUMNS)
		gt_app_menu_columns(app);
	else if (lv && lv->sort != GT_NO_SORT)
		gt_app_sort(app, lv->sort, !lv->desc);
	else
		gt_app_message(app, "these rows are not sorted");
}

/* What every view does with an action that its pane leaves alone. */
static void (*const handlers[GT_ACT_COUNT])(struct gt_app *app, const struct gt_act *act) = {
	[GT_ACT_VIEW_OVERVIEW] = act_view,
	[GT_ACT_VIEW_TIMELINE] = act_view,
	[GT_ACT_VIEW_GREEDY] = act_view,
	[GT_ACT_VIEW_GOROUTINES] = act_view,
	[GT_ACT_VIEW_EVENTS] = act_view,
	[GT_ACT_VIEW_PROFILES] = act_view,
	[GT_ACT_VIEW_GC] = act_view,
	[GT_ACT_VIEW_TASKS] = act_view,
	[GT_ACT_FOCUS_NEXT] = act_focus,
	[GT_ACT_FOCUS_PREV] = act_focus,
	[GT_ACT_MAXIMISE] = act_maximise,
	[GT_ACT_SPLIT] = act_split,
	[GT_ACT_BACK] = act_back,
	[GT_ACT_FORWARD] = act_forward,
	[GT_ACT_SHOW_TIMELINE] = act_show,
	[GT_ACT_SHOW_GOROUTINE] = act_show,
	[GT_ACT_SHOW_EVENT] = act_show,
	[GT_ACT_EDIT] = act_output,
	[GT_ACT_SORT] = act_table,
	[GT_ACT_COLUMNS] = act_table,
	[GT_ACT_SORT_REVERSE] = act_table,
	[GT_ACT_SEARCH] = act_search,
	[GT_ACT_SEARCH_NEXT] = act_search,
	[GT_ACT_SEARCH_PREV] = act_search,
	[GT_ACT_FILTER] = act_filter,
	[GT_ACT_FILTERS] = act_filter,
	[GT_ACT_MARK] = act_mark,
	[GT_ACT_GOTO_MARK] = act_goto_mark,
	[GT_ACT_MARKER_A] = act_marker,
	[GT_ACT_MARKER_B] = act_marker,
	[GT_ACT_EXPORT] = act_output,
	[GT_ACT_COPY] = act_output,
	[GT_ACT_SAVE_SCREEN] = act_output,
	[GT_ACT_COMMAND] = act_command,
	[GT_ACT_HELP] = act_help,
	[GT_ACT_MOUSE] = act_mouse,
	[GT_ACT_REDRAW] = act_redraw,
	[GT_ACT_SUSPEND] = act_suspend,
	[GT_ACT_CANCEL] = act_cancel,
	[GT_ACT_INTERRUPT] = act_interrupt,
	[GT_ACT_CLOSE] = act_close,
	[GT_ACT_QUIT] = act_quit,
};

/* ---- the order in which an action is offered ---- */

/* Moves of the cursor in the detail pane, as a list without columns. */
static bool detail_move(struct gt_app *app, struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_listview lv = {
		.rows = (uint64_t)pane->detail_lines,
		.cursor = (uint64_t)pane->detail_cursor,
		.top = (uint64_t)pane->detail_top,
		.page = app->layout.detail.rows > 0 ? app->layout.detail.rows : 1,
	};

	if (act->action == GT_ACT_TAG || act->action == GT_ACT_UNTAG || !gt_list_handle(&lv, act))
		return false;
	pane->detail_cursor = (int)lv.cursor;
	pane->detail_top = (int)lv.top;
	return true;
}

static bool offer_detail(struct gt_app *app, struct gt_pane *pane, const struct gt_act *act)
{
	if (pane->ops->detail_handle && pane->ops->detail_handle(pane, act, pane->detail_cursor))
		return true;
	return detail_move(app, pane, act);
}

/* "10g" in panes that number their rows themselves. */
static bool offer_go(struct gt_app *app, struct gt_pane *pane, const struct gt_act *act)
{
	if ((act->action != GT_ACT_FIRST && act->action != GT_ACT_LAST) || !act->count || !pane->ops->go)
		return false;
	if (!pane->ops->go(pane, act->count))
		gt_app_message(app, "no row %llu", (unsigned long long)act->count);
	return true;
}

static bool offer_list(struct gt_app *app, struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_listview *lv = gt_pane_list(pane);
	uint64_t cursor;

	if (offer_go(app, pane, act))
		return true;
	if (!lv)
		return false;
	cursor = lv->cursor;
	if (!gt_list_handle(lv, act))
		return false;
	if (lv->cursor != cursor)
		gt_app_list_moved(app, pane);
	return true;
}

/* What to say of actions that only some views have. */
static void say_useless(struct gt_app *app, enum gt_action action)
{
	static const struct {
		enum gt_action action;
		const char *text;
	} hints[] = {
		{ GT_ACT_PREV_ANOMALY, "{ and } go from anomaly to anomaly in the timeline: t shows the selection there" },
		{ GT_ACT_NEXT_ANOMALY, "{ and } go from anomaly to anomaly in the timeline: t shows the selection there" },
		{ GT_ACT_CLOCK, "times here are since the start; the clock of the timeline can be changed" },
		{ GT_ACT_UNFOLD, "there is nothing to unfold here" },
		{ GT_ACT_UNFOLD_ALL, "there is nothing to unfold here" },
		{ GT_ACT_FOLD, "there is nothing to fold here" },
		{ GT_ACT_GROUP, "these rows have no groups" },
		{ GT_ACT_SPLIT_SYSCALLS, "only slices can be split at system calls: 3 shows them" },
	};

	for (size_t i = 0; i < GT_COUNT(hints); i++) {
		if (hints[i].action == action) {
			gt_app_message(app, "%s", hints[i].text);
			return;
		}
	}
	gt_app_message(app, "%s: nothing to do here", gt_action_info(action)->name);
}

void gt_app_offer(struct gt_app *app, const struct gt_act *act, bool detail)
{
	struct gt_pane *pane = gt_app_current(app);

	if (act->y < 0 && (act->action == GT_ACT_CLICK || act->action == GT_ACT_MEASURE)) {
		gt_app_message(app, "there was no click");
		return;
	}
	if (pane && detail && offer_detail(app, pane, act))
		return;
	if (pane && pane->ops->handle && pane->ops->handle(pane, act))
		return;
	if (pane && offer_list(app, pane, act))
		return;
	if (handlers[act->action])
		handlers[act->action](app, act);
	else
		say_useless(app, act->action);
}

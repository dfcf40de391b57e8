/* Carries out actions: detail pane, pane, its list, then what is the same in every view. */
#include <assert.h>
#include <inttypes.h>

#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/values.h"
#include "ui/table/modes.h"

/* ---- views and jumps ---- */

static void leave_help(struct gt_app *app)
{
	assert(app->view == GT_VIEW_HELP);
	gt_app_show(app, app->below);
}

static void move_focus(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);

	if (!pane || !pane->ops->draw_detail) {
		gt_app_message(app, "this view has one pane only");
		return;
	}
	app->focus = app->focus == GT_FOCUS_MAIN ? GT_FOCUS_DETAIL : GT_FOCUS_MAIN;
	gt_app_dirty(app, GT_DIRTY_REFLOW);
}

/* To another view, if the selection has what it is about (bits of enum gt_sel_has). */
static void show_selection(struct gt_app *app, int view, unsigned needs, const char *what)
{
	if (app->at.sel.has & needs)
		gt_app_jump(app, view, NULL);
	else
		gt_app_message(app, "%s", what);
}

/* The act_* below: true if the action is one of theirs. */
static bool act_views(struct gt_app *app, const struct gt_act *act)
{
	int view = (int)act->action - GT_ACT_VIEW_OVERVIEW, *split = &app->settings.options.split;
	struct gt_pane *pane = gt_app_current(app);

	if (act->action >= GT_ACT_VIEW_OVERVIEW && act->action <= GT_ACT_VIEW_COMPARE) {
		/* A list of traces is the first view where it is one. */
		if (view == GT_VIEW_OVERVIEW && gt_app_pane(app, GT_VIEW_TRACES))
			view = GT_VIEW_TRACES;
		if (!gt_app_pane(app, view))
			gt_app_lacks(app, view);
		else if (view != app->view)
			gt_app_jump(app, view, NULL);
		return true;
	}
	switch (act->action) {
	case GT_ACT_PROFILE_OF:
		if (app->view != GT_VIEW_PROFILES)
			gt_app_jump(app, GT_VIEW_PROFILES, NULL);
		return true;
	case GT_ACT_FOCUS_NEXT:
	case GT_ACT_FOCUS_PREV:
		move_focus(app);
		return true;
	case GT_ACT_MODE_NEXT:
	case GT_ACT_MODE_PREV:
		if (!pane || !pane->modes)
			return false;
		gt_modes_step(pane, act->action == GT_ACT_MODE_NEXT);
		return true;
	case GT_ACT_MAXIMISE:
		app->maximised = !app->maximised;
		gt_app_dirty(app, GT_DIRTY_REFLOW);
		return true;
	case GT_ACT_SPLIT:
		*split = app->screen.layout.rule_detail.rows > 1 ? GT_SPLIT_BELOW : GT_SPLIT_RIGHT;
		app->maximised = false;
		gt_app_dirty(app, GT_DIRTY_REFLOW);
		return true;
	case GT_ACT_BACK:
		if (app->view == GT_VIEW_HELP)
			leave_help(app);
		else if (app->listed && !app->at.jumps.back.n)
			app->quitting = app->closed = true;
		else
			gt_app_travel(app, gt_act_times(act), true);
		return true;
	case GT_ACT_FORWARD:
		gt_app_travel(app, gt_act_times(act), false);
		return true;
	case GT_ACT_SHOW_TIMELINE:
		show_selection(app, GT_VIEW_TIMELINE, ~0u, "nothing is selected");
		return true;
	case GT_ACT_SHOW_GOROUTINE:
		show_selection(app, GT_VIEW_GOROUTINES, GT_SEL_G, "no goroutine is selected");
		return true;
	case GT_ACT_SHOW_EVENT:
		show_selection(app, GT_VIEW_EVENTS, GT_SEL_TIME | GT_SEL_EVENT, "no event or time is selected");
		return true;
	default:
		return false;
	}
}

/* ---- marks ---- */

static bool act_marks(struct gt_app *app, const struct gt_act *act)
{
	bool letter = act->ch > ' ' && act->ch < GT_BOOKMARKS;
	size_t i = letter ? act->ch : 0;
	int which = act->action == GT_ACT_MARKER_B;

	switch (act->action) {
	case GT_ACT_MARK:
	case GT_ACT_GOTO_MARK:
		if (!letter) {
			gt_app_error(app, "a bookmark is a letter");
		} else if (act->action == GT_ACT_MARK && app->view != GT_VIEW_HELP) {
			gt_app_place(app, &app->at.bookmarks[i]);
			app->at.has_bookmark[i] = true;
			gt_app_message(app, "bookmark %c", (int)i);
		} else if (act->action == GT_ACT_GOTO_MARK && !app->at.has_bookmark[i]) {
			gt_app_error(app, "there is no bookmark %c", (int)i);
		} else if (act->action == GT_ACT_GOTO_MARK) {
			gt_app_record(app);
			gt_app_go(app, &app->at.bookmarks[i]);
		}
		return true;
	case GT_ACT_MARKER_A:
	case GT_ACT_MARKER_B:
		if (!(app->at.sel.has & GT_SEL_TIME)) {
			gt_app_message(app, "no time is selected");
			return true;
		}
		/* At the same time again: removes it. */
		if (app->at.has_marker[which] && app->at.marker[which] == app->at.sel.time_ns)
			gt_app_clear_marker(app, which);
		else
			gt_app_set_marker(app, which, app->at.sel.time_ns);
		return true;
	case GT_ACT_RESTRICT:
		gt_app_toggle_restricted(app);
		return true;
	default:
		return false;
	}
}

/* ---- the services ---- */

/* Lists go to their rows themselves. */
static void go_to_share(struct gt_app *app, uint64_t percent)
{
	struct gt_buf line = { 0 };
	struct gt_error err;

	gt_buf_printf(&line, "goto %" PRIu64 "%%", percent < 100 ? percent : 100);
	if (app->dispatch->command(app, gt_buf_str(&line), &err) < 0)
		gt_app_error(app, "%s", err.text);
	gt_buf_release(&line);
}

static bool act_services(struct gt_app *app, const struct gt_act *act)
{
	static void (*const services[GT_ACT_COUNT])(struct gt_app *app) = {
		[GT_ACT_SEARCH] = gt_app_ask_search,
		[GT_ACT_FILTER] = gt_app_ask_filter,
		[GT_ACT_FILTERS] = gt_app_menu_filters,
		[GT_ACT_COPY] = gt_app_copy,
		[GT_ACT_SAVE_SCREEN] = gt_app_ask_save_screen,
		[GT_ACT_EDIT] = gt_app_edit,
		[GT_ACT_SORT] = gt_app_menu_sort,
		[GT_ACT_COLUMNS] = gt_app_menu_columns,
		[GT_ACT_VALUES] = gt_values_ask,
	};
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));

	if (services[act->action])
		services[act->action](app);
	else if (act->action == GT_ACT_EXPORT)
		gt_app_ask_export(app, false);
	else if (act->action == GT_ACT_SHARE && act->count)
		go_to_share(app, act->count);
	else if (act->action == GT_ACT_SEARCH_NEXT || act->action == GT_ACT_SEARCH_PREV)
		gt_app_search_next(app, gt_act_times(act), act->action == GT_ACT_SEARCH_NEXT ? 1 : -1);
	else if (act->action == GT_ACT_SORT_REVERSE && lv && lv->sort != GT_NO_SORT)
		gt_app_sort(app, lv->sort, !lv->desc);
	else if (act->action == GT_ACT_SORT_REVERSE)
		gt_app_message(app, "these rows are not sorted");
	else
		return false;
	return true;
}

/* ---- the program ---- */

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

	return app->ops->cancel && gt_app_is_reading(app, &p);
}

/* clears: a search, then a filter, is something, too.  False: there was nothing. */
static bool cancel_something(struct gt_app *app, bool clears)
{
	const struct gt_ask ask = {
		.label = "Stop reading the trace? What has been read stays. (y/n) ",
		.done = stop_answered, .kind = GT_ASK_OTHER, .one_key = true,
		.applies = is_reading, .gone = "the whole trace has been read",
	};

	gt_keys_clear(&app->in.keys);
	if (app->view == GT_VIEW_HELP) {
		leave_help(app);
	} else if (gt_tour_leave(app)) {
		/* It says so. */
	} else if (gt_app_cancel_job(app)) {
		/* The job may have said what is left. */
		if (!app->screen.message.len)
			gt_app_message(app, "cancelled");
	} else if (app->focus == GT_FOCUS_DETAIL) {
		move_focus(app);
	} else if (clears && (gt_app_clear_search(app) || gt_app_drop_filter(app))) {
		return true;
	} else if (is_reading(app)) {
		/* Reading cannot be taken up again, and Esc is pressed for many reasons. */
		gt_app_ask(app, &ask);
	} else {
		return false;
	}
	return true;
}

static bool act_program(struct gt_app *app, const struct gt_act *act)
{
	bool again = app->in.interrupted;

	switch (act->action) {
	case GT_ACT_COMMAND:
		gt_app_ask_command(app, NULL);
		return true;
	case GT_ACT_PALETTE:
		gt_app_ask_palette(app);
		return true;
	case GT_ACT_HELP:
		app->all_help = app->view == GT_VIEW_HELP && !app->all_help;
		gt_app_show(app, app->view == GT_VIEW_HELP && !app->all_help ? app->below : GT_VIEW_HELP);
		gt_app_dirty(app, GT_DIRTY_RECALC);
		return true;
	case GT_ACT_HOLD:
		if (app->ops->hold)
			app->ops->hold(app->ctx);
		return true;
	case GT_ACT_FOLLOW:
		app->quitting |= app->ops->follow && app->ops->follow(app->ctx);
		return true;
	case GT_ACT_MOUSE:
		app->settings.options.mouse = !app->settings.options.mouse;
		gt_app_apply_options(app);
		gt_app_message(app, app->settings.options.mouse ? "mouse on" : "mouse off");
		return true;
	case GT_ACT_REDRAW:
		app->screen.wants_redraw = true;
		gt_app_dirty(app, GT_DIRTY_ALL);
		return true;
	case GT_ACT_SUSPEND:
		app->wants_suspend = true;
		return true;
	case GT_ACT_CANCEL:
		if (!cancel_something(app, true))
			gt_app_message(app, "nothing to cancel; Q quits");
		return true;
	case GT_ACT_INTERRUPT:
		/* A second Ctrl-C in a row quits, but not if the first one stopped something. */
		app->in.interrupted = !cancel_something(app, false);
		if (app->in.interrupted && again)
			app->quitting = true;
		else if (app->in.interrupted)
			gt_app_message(app, "nothing to cancel; Ctrl-C again quits");
		return true;
	case GT_ACT_CLOSE:
		if (app->view == GT_VIEW_HELP)
			leave_help(app);
		else if (app->at.jumps.back.n)
			gt_app_travel(app, gt_act_times(act), true);
		else
			app->quitting = app->closed = true;
		return true;
	case GT_ACT_QUIT:
		app->quitting = true;
		return true;
	default:
		return false;
	}
}

/* ---- the order in which an action is offered ---- */

/* To the detail pane; moves of its cursor are those of a list without columns. */
static bool offer_detail(struct gt_app *app, struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_listview lv = {
		.rows = (uint64_t)pane->detail_lines,
		.cursor = (uint64_t)pane->detail_cursor,
		.top = (uint64_t)pane->detail_top,
		.page = app->screen.layout.detail.rows > 0 ? app->screen.layout.detail.rows : 1,
	};

	if (pane->ops->detail_handle && pane->ops->detail_handle(pane, act, pane->detail_cursor))
		return true;
	if (act->action == GT_ACT_TAG || act->action == GT_ACT_UNTAG || !gt_list_handle(&lv, act))
		return false;
	pane->detail_cursor = (int)lv.cursor;
	pane->detail_top = (int)lv.top;
	return true;
}

static bool offer_list(struct gt_app *app, struct gt_pane *pane, const struct gt_act *act)
{
	const struct gt_content_ops *content = gt_pane_content(pane);
	struct gt_listview *lv = gt_pane_list(pane);
	uint64_t cursor;

	/* "10g" in panes that number their rows themselves. */
	if ((act->action == GT_ACT_FIRST || act->action == GT_ACT_LAST) && act->count && content->go) {
		if (!content->go(pane, act->count))
			gt_app_message(app, "no row %llu", (unsigned long long)act->count);
		return true;
	}
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
		{ GT_ACT_SHARE, "a number comes first: 50% is the middle" },
		{ GT_ACT_CLOCK, "times here are since the start; the clock of the timeline can be changed" },
		{ GT_ACT_INVERT, "only call trees can be turned over: P shows profiles" },
		{ GT_ACT_UNFOLD, "there is nothing to unfold here" },
		{ GT_ACT_UNFOLD_ALL, "there is nothing to unfold here" },
		{ GT_ACT_FOLD, "there is nothing to fold here" },
		{ GT_ACT_GROUP, "this view lists only this" },
		{ GT_ACT_MODE_NEXT, "this view lists only this" },
		{ GT_ACT_MODE_PREV, "this view lists only this" },
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
	if (!act_views(app, act) && !act_marks(app, act) && !act_services(app, act) && !act_program(app, act))
		say_useless(app, act->action);
}

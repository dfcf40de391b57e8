/* Where an action or a command goes; the application made and freed. */
#include "ui/shell/dispatch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/guess.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"
#include "ui/detail/detail.h"
#include "ui/shell/command.h"
#include "ui/shell/frame.h"
#include "ui/shell/resume.h"
#include "ui/table/modes.h"

/* ---- actions ---- */

_Static_assert(GT_ACT_VIEW_COMPARE - GT_ACT_VIEW_OVERVIEW == GT_VIEW_COMPARE, "views are in the order of their actions");

void gt_app_act(struct gt_app *app, const struct gt_act *act)
{
	struct gt_act inner = *act;
	bool global;

	assert(act->action > GT_ACT_NONE && act->action < GT_ACT_COUNT);
	gt_app_dirty(app, GT_DIRTY_REPAINT);
	if (act->action != GT_ACT_INTERRUPT)
		app->in.interrupted = false;
	if (!app->dialog.menu.open)
		gt_tour_did(app, act->action);
	if (act->drag) {
		gt_app_drag(app, act);
		return;
	}
	global = act->action == GT_ACT_QUIT || act->action == GT_ACT_REDRAW || act->action == GT_ACT_SUSPEND ||
		 act->action == GT_ACT_MOUSE;
	if (app->dialog.menu.open && !global) {
		inner.y -= app->dialog.menu_rect.y;
		inner.x -= app->dialog.menu_rect.x;
		gt_app_menu_act(app, &inner);
		return;
	}
	switch (act->y < 0 ? GT_ACT_NONE : act->action) {
	case GT_ACT_CLICK:
	case GT_ACT_MEASURE:
	case GT_ACT_OPEN:
		gt_app_click(app, act);
		break;
	case GT_ACT_WHEEL_UP:
	case GT_ACT_WHEEL_DOWN:
		/* For the pane under the mouse, whichever has the keys. */
		gt_app_wheel(app, act);
		break;
	default:
		gt_app_offer(app, act, app->focus == GT_FOCUS_DETAIL);
	}
}

/* ---- commands ---- */

/* The name of an action, with a count or a character if it takes one. */
static int run_action(struct gt_app *app, enum gt_action action, const struct gt_words *w, struct gt_error *err)
{
	const struct gt_action_info *info = gt_action_info(action);
	struct gt_act act = { .action = action, .y = -1, .x = -1 };
	unsigned takes = info->flags & (GT_ACTF_COUNT | GT_ACTF_CHAR);
	gt_key key;

	if (info->where == GT_WHERE_PROMPT)
		return gt_error_usage(err, "%s: only while a line is being typed", info->name);
	if (w->n > 1 + (takes != 0))
		return gt_error_usage(err, "usage: %s%s", info->name,
				      info->flags & GT_ACTF_COUNT ? " [COUNT]" : takes ? " LETTER" : "");
	if (info->flags & GT_ACTF_COUNT && w->n == 2 && gt_parse_u64(w->v[1], &act.count) < 0)
		return gt_error_usage(err, "%s: not a count: %s", info->name, w->v[1]);
	if (info->flags & GT_ACTF_CHAR) {
		if (w->n != 2 || gt_key_parse(w->v[1], &key) < 0 || key >= GT_KEY_NAMED)
			return gt_error_usage(err, "usage: %s LETTER", info->name);
		act.ch = key;
	}
	gt_app_act(app, &act);
	return 0;
}

/* `lanes ...` while another view is shown: 1 if no pane has such a command. */
static int run_elsewhere(struct gt_app *app, const struct gt_words *w, struct gt_error *err)
{
	for (int i = 0; i < GT_VIEW_COUNT; i++) {
		struct gt_pane *pane = app->panes[i];

		if (!gt_pane_everywhere(pane, w->v[0]))
			continue;
		/* It may never have been shown. */
		if (pane->ops->refresh)
			pane->ops->refresh(pane);
		return pane->ops->command(pane, (const char *const *)w->v, w->n, err);
	}
	return 1;
}

/* As in vi and less a number alone is where to go: a row, a time or a share. */
static int run_number(struct gt_app *app, const char *line, struct gt_error *err)
{
	struct gt_buf text = { 0 };
	int r;

	gt_buf_printf(&text, "goto %s", line);
	r = gt_app_command(app, gt_buf_str(&text), err);
	gt_buf_release(&text);
	return r;
}

/* Commands of editors that have no counterpart: what to do instead. */
static const struct { const char *name, *instead; } foreign[] = {
	{ "e", "another trace is opened by another gtrace-tui" },
	{ "edit", "another trace is opened by another gtrace-tui" },
	{ "wq", "w FILE writes the rows, q quits" },
	{ "x", "w FILE writes the rows, q quits" },
};

/* Names that could be meant: of commands, actions, and what panes know besides. */
static int unknown_command(struct gt_app *app, const char *line, const char *name, struct gt_error *err)
{
	uint64_t at = (uint64_t)strspn(line, " \t");
	struct gt_guess g;

	for (size_t i = 0; i < GT_COUNT(foreign); i++) {
		if (strcmp(foreign[i].name, name) == 0)
			return gt_error_set(err, GT_ERR_USAGE, at, "no such command: %s; %s", name, foreign[i].instead);
	}
	gt_guess_init(&g, name, strlen(name));
	for (size_t i = 0; i < gt_commands_count; i++)
		gt_guess_offer(&g, gt_commands[i].name, strlen(gt_commands[i].name));
	for (int i = GT_ACT_NONE + 1; i < GT_ACT_COUNT; i++)
		gt_guess_offer_words(&g, gt_action_info((enum gt_action)i)->name);
	for (int i = 0; i < GT_VIEW_COUNT; i++) {
		const char *const *own = app->panes[i] ? app->panes[i]->ops->everywhere : NULL;

		for (; own && *own; own++)
			gt_guess_offer_words(&g, *own);
	}
	return gt_error_set(err, GT_ERR_USAGE, at, "no such command: %s%s", name, gt_guess_hint(&g, "", ""));
}

static int run_words(struct gt_app *app, const char *line, const struct gt_words *w, struct gt_error *err)
{
	struct gt_pane *pane = gt_app_current(app);
	const struct gt_command *c = gt_command_find(w->v[0]);
	enum gt_action action = gt_action_find(w->v[0]);
	int r = 1;

	/* The pane first: `goto 123` means an event's number in one and a row in another. */
	if (pane && pane->ops->command)
		r = pane->ops->command(pane, (const char *const *)w->v, w->n, err);
	if (r > 0)
		r = run_elsewhere(app, w, err);
	if (r <= 0)
		return r;
	/* A name that is an action's, too, is the command when words follow. */
	if (action != GT_ACT_NONE && (!c || w->n == 1))
		return run_action(app, action, w, err);
	if (!c && w->n == 1 && *w->v[0] >= '0' && *w->v[0] <= '9')
		return run_number(app, w->v[0], err);
	if (!c)
		return unknown_command(app, line, w->v[0], err);
	if (w->n - 1 < c->min || w->n - 1 > c->max)
		return gt_error_usage(err, "usage: %s", c->usage);
	if (c->plain)
		return c->plain(app), 0;
	return c->run(app, &(struct gt_line){ .text = line, .w = w->v, .n = w->n }, err);
}

int gt_app_command(struct gt_app *app, const char *line, struct gt_error *err)
{
	struct gt_words w;
	size_t skipped;
	int r;

	skipped = strspn(line, " \t:");
	line += skipped;
	gt_buf_reset(&app->screen.message);
	gt_app_dirty(app, GT_DIRTY_REPAINT);
	gt_app_settle_view(app);
	gt_keys_clear(&app->in.keys);
	r = gt_words_split(&w, line, err);
	if (r == 0 && w.n > 0)
		r = run_words(app, line, &w, err);
	gt_words_release(&w);
	if (r == GT_ERR_USAGE && err && err->offset != GT_NO_OFFSET)
		err->offset += skipped;
	return r;
}

int gt_app_command_of_script(struct gt_app *app, const char *line, struct gt_error *err)
{
	int r;

	app->in.scripted = true;
	r = gt_app_command(app, line, err);
	app->in.scripted = false;
	return r;
}

/* ---- the application ---- */

static const struct gt_dispatch_ops dispatch_ops = {
	.command = gt_app_command,
	.draw = gt_frame_draw,
	.resume = gt_session_resume,
	.make = gt_app_new,
	.add_pane = gt_app_add_pane,
	.end = gt_app_free,
	.complete = { [GT_ASK_COMMAND] = gt_complete_command, [GT_ASK_FILE] = gt_complete_file,
		      [GT_ASK_FILTER] = gt_complete_filter },
};

struct gt_app *gt_app_new(const struct gt_app_ops *ops, void *ctx)
{
	struct gt_app *app = gt_xcalloc(1, sizeof *app);
	const struct gt_option_set own = { gt_ui_option_table, gt_ui_option_count(), &app->settings.options };

	app->ops = ops;
	app->top = app;
	app->dispatch = &dispatch_ops;
	app->settings.limits = (struct gt_limits)GT_LIMITS_USUAL;
	app->ctx = ctx;
	app->view = app->below = GT_NO_VIEW;
	app->screen.rows = 24;
	app->screen.cols = 80;
	app->screen.dirty = GT_DIRTY_ALL;
	app->at.sel_seq = app->data_seq = 1;
	gt_keymap_init(&app->in.keymap);
	gt_theme_load(&app->settings.theme, "dark");
	gt_app_add_options(app, &own);
	gt_app_add_pane(app, GT_VIEW_HELP, &gt_help_pane_ops);
	return app;
}

static void free_pane(struct gt_pane *pane)
{
	if (!pane)
		return;
	if (pane->modes)
		gt_modes_release(pane);
	if (pane->ops->free)
		pane->ops->free(pane);
	if (pane->detail)
		gt_detail_release(pane->detail);
	free(pane->detail);
	free(pane->priv);
	gt_filters_release(&pane->filters);
	free(pane->pending);
	free(pane);
}

void gt_app_free(struct gt_app *app)
{
	if (!app)
		return;
	gt_app_unask(app);
	gt_app_cancel_job(app);
	for (int i = 0; i < GT_VIEW_COUNT; i++)
		free_pane(app->panes[i]);
	gt_menu_close(&app->dialog.menu);
	gt_prompt_release(&app->dialog.prompt);
	for (int i = 0; i < GT_ASK_KINDS; i++)
		gt_history_release(&app->dialog.histories[i]);
	gt_find_release(&app->find);
	gt_jumps_release(&app->at.jumps);
	gt_keymap_release(&app->in.keymap);
	gt_colors_release(app);
	gt_options_release(&app->settings.sets[0]);
	gt_buf_release(&app->screen.message);
	gt_history_release(&app->screen.said);
	free(app);
}

void gt_app_add_pane(struct gt_app *app, int view, const struct gt_pane_ops *ops)
{
	struct gt_pane *pane = gt_xcalloc(1, sizeof *pane);

	assert(view >= 0 && view < GT_VIEW_COUNT);
	pane->ops = ops;
	pane->app = app;
	pane->view = view;
	pane->priv = ops->size ? gt_xcalloc(1, ops->size) : NULL;
	pane->detail = ops->fill_detail ? gt_xcalloc(1, sizeof *pane->detail) : NULL;
	if (ops->modes)
		gt_modes_init(pane, ops->modes, pane->priv);
	if (ops->init)
		ops->init(pane);
	free_pane(app->panes[view]);
	app->panes[view] = pane;
}

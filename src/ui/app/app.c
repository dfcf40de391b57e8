/* The application: its state, and the small things asked of it. */
#include "ui/app/app.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "ui/app/app_state.h"

struct gt_app *gt_app_new(const struct gt_app_ops *ops, void *ctx)
{
	struct gt_app *app = gt_xcalloc(1, sizeof *app);
	const struct gt_option_set own = { gt_ui_option_table, gt_ui_option_count(), &app->options };

	app->ops = ops;
	app->limits = (struct gt_limits)GT_LIMITS_USUAL;
	app->ctx = ctx;
	app->view = app->below = GT_NO_VIEW;
	app->rows = 24;
	app->cols = 80;
	app->dirty = GT_DIRTY_ALL;
	app->sel_seq = app->data_seq = 1;
	gt_keymap_init(&app->keymap);
	gt_theme_load(&app->theme, "dark");
	gt_app_add_options(app, &own);
	gt_app_add_pane(app, GT_VIEW_HELP, &gt_help_pane_ops, NULL);
	return app;
}

static void app_free_pane(struct gt_pane *pane)
{
	if (!pane)
		return;
	if (pane->ops->free)
		pane->ops->free(pane);
	gt_filters_release(&pane->filters);
	free(pane);
}

void gt_app_free(struct gt_app *app)
{
	if (!app)
		return;
	gt_app_unask(app);
	gt_app_cancel_job(app);
	for (int i = 0; i < GT_VIEW_COUNT; i++)
		app_free_pane(app->panes[i]);
	gt_menu_close(&app->menu);
	gt_prompt_release(&app->prompt);
	for (int i = 0; i < GT_ASK_KINDS; i++)
		gt_history_release(&app->histories[i]);
	gt_find_release(&app->find);
	gt_jumps_release(&app->jumps);
	gt_keymap_release(&app->keymap);
	gt_colors_release(app);
	gt_options_release(&app->sets[0]);
	gt_buf_release(&app->message);
	free(app);
}

int gt_app_add_pane(struct gt_app *app, int view, const struct gt_pane_ops *ops, struct gt_error *err)
{
	struct gt_pane *pane = gt_xcalloc(1, sizeof *pane);
	int r = 0;

	pane->ops = ops;
	pane->app = app;
	pane->view = view;
	if (ops->init)
		r = ops->init(pane, err);
	if (r < 0) {
		free(pane);
		return r;
	}
	app_free_pane(app->panes[view]);
	app->panes[view] = pane;
	return 0;
}

/* ---- what can be asked ---- */

void *gt_app_ctx(struct gt_app *app)
{
	return app->ctx;
}

const struct gt_sel *gt_app_sel(const struct gt_app *app)
{
	return &app->sel;
}

const struct gt_ui_options *gt_app_options(const struct gt_app *app)
{
	return &app->options;
}

const struct gt_limits *gt_app_limits(const struct gt_app *app)
{
	return &app->limits;
}

int gt_app_view(const struct gt_app *app)
{
	return app->view;
}

struct gt_pane *gt_app_pane(struct gt_app *app, int view)
{
	return view >= 0 && view < GT_VIEW_COUNT ? app->panes[view] : NULL;
}

struct gt_pane *gt_app_current(struct gt_app *app)
{
	return gt_app_pane(app, app->view);
}

struct gt_listview *gt_pane_list(struct gt_pane *pane)
{
	return pane && pane->ops->list ? pane->ops->list(pane) : NULL;
}

bool gt_app_marker(const struct gt_app *app, int which, int64_t *time_ns)
{
	if (!app->has_marker[which])
		return false;
	*time_ns = app->marker[which];
	return true;
}

void gt_app_set_marker(struct gt_app *app, int which, int64_t time_ns)
{
	app->has_marker[which] = true;
	app->marker[which] = time_ns;
	gt_app_dirty(app, GT_DIRTY_RECALC);
}

bool gt_app_range(const struct gt_app *app, int64_t *from_ns, int64_t *to_ns)
{
	if (!app->has_marker[0] || !app->has_marker[1] || app->marker[0] == app->marker[1])
		return false;
	*from_ns = app->marker[0] < app->marker[1] ? app->marker[0] : app->marker[1];
	*to_ns = app->marker[0] < app->marker[1] ? app->marker[1] : app->marker[0];
	return true;
}

const struct gt_matcher *gt_app_matcher(const struct gt_app *app)
{
	return app->find.matcher;
}

bool gt_app_quitting(const struct gt_app *app)
{
	return app->quitting;
}

/* ---- what can be told ---- */

static GT_PRINTF(3, 0) void set_message(struct gt_app *app, enum gt_role role, const char *fmt, va_list ap)
{
	struct gt_buf text = { 0 };

	/* Formatted apart: the arguments may be the old message. */
	gt_buf_vprintf(&text, fmt, ap);
	gt_buf_release(&app->message);
	app->message = text;
	app->message_role = role;
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

void gt_app_message(struct gt_app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_message(app, GT_ROLE_MESSAGE, fmt, ap);
	va_end(ap);
}

void gt_app_error(struct gt_app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_message(app, GT_ROLE_ERROR, fmt, ap);
	va_end(ap);
}

void gt_app_dirty(struct gt_app *app, unsigned bits)
{
	app->dirty |= bits;
}

void gt_app_data_changed(struct gt_app *app)
{
	app->data_seq++;
	gt_app_dirty(app, GT_DIRTY_RECALC);
}

/* ---- questions ---- */

void gt_app_ask(struct gt_app *app, const struct gt_ask *ask)
{
	gt_complete_fn complete = NULL;

	if (ask->kind == GT_ASK_COMMAND)
		complete = gt_complete_command;
	else if (ask->kind == GT_ASK_FILE)
		complete = gt_complete_file;
	/* A script can ask while another answer is due. */
	gt_app_unask(app);
	gt_prompt_release(&app->prompt);
	gt_prompt_init(&app->prompt, ask->label, ask->initial, &app->histories[ask->kind], complete, app);
	app->ask = *ask;
	app->ask.label = app->ask.initial = NULL;
	app->asking = true;
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

void gt_app_menu(struct gt_app *app, const struct gt_menu_spec *spec)
{
	gt_menu_open(&app->menu, spec);
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

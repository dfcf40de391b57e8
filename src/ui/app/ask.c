/* Questions to the user: a line that is typed, a menu. */
#include "ui/app/app_state.h"

void gt_app_ask(struct gt_app *app, const struct gt_ask *ask)
{
	/* A script can ask while another answer is due. */
	gt_app_unask(app);
	gt_prompt_release(&app->prompt);
	gt_prompt_init(&app->prompt, ask->label, ask->initial, &app->histories[ask->kind],
		       app->dispatch->complete[ask->kind], app);
	app->ask = *ask;
	app->ask.label = app->ask.initial = NULL;
	app->asking = true;
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

static void command_typed(struct gt_app *app, void *arg, const char *text)
{
	struct gt_error err;

	(void)arg;
	if (text && app->dispatch->command(app, text, &err) < 0)
		gt_app_error(app, "%s", err.text);
}

void gt_app_ask_command(struct gt_app *app, const char *initial)
{
	const struct gt_ask ask = { .label = ":", .initial = initial, .done = command_typed, .kind = GT_ASK_COMMAND };

	gt_app_ask(app, &ask);
}

void gt_app_answer(struct gt_app *app, bool accepted)
{
	struct gt_ask ask = app->ask;
	struct gt_buf text = { 0 };

	gt_buf_puts(&text, gt_prompt_text(&app->prompt));
	app->asking = false;
	gt_prompt_release(&app->prompt);
	ask.done(app, ask.arg, accepted ? gt_buf_str(&text) : NULL);
	gt_buf_release(&text);
}

void gt_app_unask(struct gt_app *app)
{
	if (app->asking)
		gt_app_answer(app, false);
}

void gt_app_check_question(struct gt_app *app)
{
	if (!app->asking || !app->ask.applies || app->ask.applies(app))
		return;
	app->asking = false;
	gt_prompt_release(&app->prompt);
	if (!app->message.len)
		gt_app_message(app, "%s", app->ask.gone);
}

/* ---- menus ---- */

void gt_app_menu(struct gt_app *app, const struct gt_menu_spec *spec)
{
	gt_menu_open(&app->menu, spec->title, spec->items, spec->n, spec->current, spec->checks);
	app->menu_spec = *spec;
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

void gt_app_menu_check(struct gt_app *app, size_t item, bool checked)
{
	if (item < app->menu.n)
		app->menu.items[item].checked = checked;
}

void gt_app_menu_act(struct gt_app *app, const struct gt_act *act)
{
	struct gt_menu_spec spec = app->menu_spec;
	size_t item;

	/* Items without checks close the menu first: what was chosen may open another one. */
	if (gt_menu_handle(&app->menu, act, &item))
		spec.chosen(app, spec.arg, item, !spec.checks || app->menu.items[item].checked);
}

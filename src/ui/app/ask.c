/* Questions to the user: a line that is typed, a menu. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "ui/app/app_state.h"

void gt_app_ask(struct gt_app *app, const struct gt_ask *ask)
{
	/* A script can ask while another answer is due. */
	gt_app_unask(app);
	gt_prompt_release(&app->dialog.prompt);
	gt_prompt_init(&app->dialog.prompt, ask->label, ask->initial, &app->dialog.histories[ask->kind],
		       app->dispatch->complete[ask->kind], app);
	app->dialog.ask = *ask;
	app->dialog.ask.label = app->dialog.ask.initial = NULL;
	app->dialog.asking = true;
	app->dialog.faulty = false;
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

void gt_app_refuse(struct gt_app *app, const struct gt_ask *ask, const char *text, const struct gt_error *err)
{
	struct gt_ask again = *ask;

	again.initial = text;
	gt_app_ask(app, &again);
	app->dialog.faulty = true;
	app->dialog.fault_at = SIZE_MAX;
	if (err->code == GT_ERR_USAGE && err->offset <= strlen(text))
		app->dialog.fault_at = (size_t)err->offset;
	gt_app_error(app, "%s", err->text);
}

static void command_typed(struct gt_app *app, void *arg, const char *text)
{
	const struct gt_ask ask = { .label = ":", .done = command_typed, .kind = GT_ASK_COMMAND };
	struct gt_error err;

	(void)arg;
	if (text && app->dispatch->command(app, text, &err) < 0)
		gt_app_refuse(app, &ask, text, &err);
}

void gt_app_ask_command(struct gt_app *app, const char *initial)
{
	const struct gt_ask ask = { .label = ":", .initial = initial, .done = command_typed, .kind = GT_ASK_COMMAND };

	gt_app_ask(app, &ask);
}

void gt_app_answer(struct gt_app *app, bool accepted)
{
	struct gt_ask ask = app->dialog.ask;
	struct gt_buf text = { 0 };

	assert(app->dialog.asking && ask.done);
	gt_buf_puts(&text, gt_prompt_text(&app->dialog.prompt));
	app->dialog.asking = false;
	gt_prompt_release(&app->dialog.prompt);
	ask.done(app, ask.arg, accepted ? gt_buf_str(&text) : NULL);
	gt_buf_release(&text);
}

void gt_app_unask(struct gt_app *app)
{
	if (app->dialog.asking)
		gt_app_answer(app, false);
}

void gt_app_check_question(struct gt_app *app)
{
	if (!app->dialog.asking || !app->dialog.ask.applies || app->dialog.ask.applies(app))
		return;
	app->dialog.asking = false;
	gt_prompt_release(&app->dialog.prompt);
	if (!app->screen.message.len)
		gt_app_message(app, "%s", app->dialog.ask.gone);
}

/* ---- menus ---- */

void gt_app_menu(struct gt_app *app, const struct gt_menu_spec *spec)
{
	struct gt_dialog *d = &app->top->dialog;

	gt_menu_open(&d->menu, spec->title, spec->items, spec->n, spec->current, spec->checks);
	d->menu_spec = *spec;
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

void gt_app_menu_check(struct gt_app *app, size_t item, bool checked)
{
	struct gt_menu *menu = &app->top->dialog.menu;

	if (item < menu->n)
		menu->items[item].checked = checked;
}

void gt_app_menu_act(struct gt_app *app, const struct gt_act *act)
{
	struct gt_menu_spec spec = app->dialog.menu_spec;
	size_t item;

	/* Items without checks close the menu first: what was chosen may open another one. */
	if (gt_menu_handle(&app->dialog.menu, act, &item))
		spec.chosen(app, spec.arg, item, !spec.checks || app->dialog.menu.items[item].checked);
}

static void message_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	(void)arg, (void)checked;
	gt_app_message(app, "%s", app->screen.said.v[item]);
}

void gt_app_menu_messages(struct gt_app *app)
{
	const struct gt_history *said = &app->screen.said;
	struct gt_menu_item *items = gt_xcalloc(said->n + 1, sizeof *items);

	for (size_t i = 0; i < said->n; i++)
		items[i].text = said->v[i];
	if (said->n)
		gt_app_menu(app, &(struct gt_menu_spec){ .title = "Messages", .items = items, .n = said->n,
							 .current = said->n - 1, .chosen = message_chosen });
	else
		gt_app_message(app, "no messages yet");
	free(items);
}

/* Keys and time: what a key does to the prompt, the menu or the pane. */
#include <string.h>

#include "base/clock.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"

/* Digits that nothing follows within this time were views; a count that nothing follows was a mistake. */
#define VIEW_WAIT_NS INT64_C(300000000)
#define COUNT_WAIT_NS INT64_C(3000000000)

static struct gt_context context(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);

	if (app->dialog.menu.open || !pane)
		return gt_context_view(GT_VIEW_HELP, GT_WHERE_LIST);
	return gt_pane_context(pane);
}

/* ---- the prompt ---- */

/* refused: the line is one that was refused, not changed since. */
static void prompt_key(struct gt_app *app, gt_key key, bool refused)
{
	struct gt_context ctx = gt_context_prompt();
	const gt_key keys[2] = { key, GT_KEY_NONE };
	const struct gt_binding *b = gt_keymap_find(&app->in.keymap, &ctx, keys, NULL);
	enum gt_prompt_result r;

	if (b)
		app->in.pressed[b->action] = true;
	/* A new command instead of the one that was wrong: no command begins or ends like this. */
	if (refused && key == ':' && app->dialog.ask.kind == GT_ASK_COMMAND) {
		gt_app_ask_command(app, NULL);
		return;
	}
	/* What concerns the terminal, not the text, works while typing too. */
	if (!b && key & GT_MOD_CTRL) {
		ctx = context(app);
		b = gt_keymap_find(&app->in.keymap, &ctx, keys, NULL);
		if (b && (b->action == GT_ACT_SUSPEND || b->action == GT_ACT_REDRAW)) {
			app->in.pressed[b->action] = true;
			gt_app_act(app, &(struct gt_act){ .action = b->action });
			return;
		}
		b = NULL;
	}
	if (b && app->dialog.ask.kind == GT_ASK_PALETTE &&
	    (b->action == GT_ACT_P_OLDER || b->action == GT_ACT_P_NEWER)) {
		size_t none;

		gt_menu_handle(&app->dialog.menu, &(struct gt_act){ .action = b->action == GT_ACT_P_OLDER ? GT_ACT_UP
										  : GT_ACT_DOWN }, &none);
		return;
	}
	r = b ? gt_prompt_act(&app->dialog.prompt, b->action) : gt_prompt_insert(&app->dialog.prompt, key);
	if (r == GT_PROMPT_CHANGED && app->dialog.ask.one_key)
		r = GT_PROMPT_ACCEPTED;
	if (r == GT_PROMPT_CHANGED && app->dialog.ask.changed)
		app->dialog.ask.changed(app, app->dialog.ask.arg, gt_prompt_text(&app->dialog.prompt));
	else if (r == GT_PROMPT_ACCEPTED || r == GT_PROMPT_CANCELLED)
		gt_app_answer(app, r == GT_PROMPT_ACCEPTED);
}

/* ---- a digit that may be a view or a count ---- */

static void show_provisionally(struct gt_app *app, const struct gt_act *act)
{
	int view = (int)act->action - GT_ACT_VIEW_OVERVIEW;

	gt_tour_did(app, act->action);
	if (!app->at.view_pending)
		gt_app_place(app, &app->at.view_before);
	if (!gt_app_pane(app, view))
		gt_app_lacks(app, view);
	else if (view != app->view)
		gt_app_show(app, view);
	app->at.view_pending = app->view != app->at.view_before.view;
}

/* ---- keys ---- */

static void unbound(struct gt_app *app, gt_key key)
{
	struct gt_buf name = { 0 }, help = { 0 };
	struct gt_context ctx = context(app);

	if (key == '0') {
		gt_app_message(app, "0 begins nothing: # begins a count");
		return;
	}
	gt_key_name(&name, key);
	gt_keymap_keys(&app->in.keymap, &ctx, GT_ACT_HELP, &help);
	gt_app_message(app, "%s is not bound here; %.*s shows the keys", gt_buf_str(&name),
		       (int)strcspn(gt_buf_str(&help), " "), gt_buf_str(&help));
	gt_buf_release(&name);
	gt_buf_release(&help);
}

/* A letter for the menu, unless it is one that moves in it or closes it (j k g G q), or a digit: a count. */
static bool menu_key(struct gt_app *app, gt_key key)
{
	const gt_key keys[2] = { key, GT_KEY_NONE };
	struct gt_context ctx = context(app);
	const struct gt_binding *b = gt_keymap_find(&app->in.keymap, &ctx, keys, NULL);
	bool bound = key >= '0' && key <= '9';

	switch (b ? b->action : GT_ACT_NONE) {
	case GT_ACT_UP:
	case GT_ACT_DOWN:
	case GT_ACT_FIRST:
	case GT_ACT_LAST:
	case GT_ACT_CLOSE:
		bound = true;
		break;
	default:
		break;
	}
	return app->dialog.menu.open && gt_menu_type(&app->dialog.menu, key, bound);
}

/* While the mouse is dragged: the key of the button, unless dragging itself is bound; *drag is true then. */
static gt_key pressed_key(const struct gt_app *app, const struct gt_context *ctx, gt_key key, bool *drag)
{
	gt_key mods = key & (GT_MOD_CTRL | GT_MOD_SHIFT), base = key & ~mods;
	const gt_key keys[2] = { key, GT_KEY_NONE };

	*drag = (base == GT_KEY_DRAG || base == GT_KEY_RIGHT_DRAG) && !gt_keymap_find(&app->in.keymap, ctx, keys, NULL);
	if (!*drag)
		return key;
	return mods | (base == GT_KEY_DRAG ? GT_KEY_CLICK : GT_KEY_RIGHT_CLICK);
}

static void pane_key(struct gt_app *app, const struct gt_input *ev)
{
	struct gt_context ctx = context(app);
	struct gt_act act;
	bool drag = false;
	int r;

	if (menu_key(app, ev->key))
		return;
	r = gt_keys_feed(&app->in.keys, &app->in.keymap, &ctx, pressed_key(app, &ctx, ev->key, &drag), &act);
	app->in.pressed[GT_ACT_BEGIN_COUNT] |= app->in.keys.counting;
	if (r & GT_FEED_REVERT) {
		if (app->at.view_pending)
			gt_app_go(app, &app->at.view_before);
		app->at.view_pending = false;
		gt_buf_reset(&app->screen.message);
	} else if (!gt_keys_pending(&app->in.keys)) {
		gt_app_settle_view(app);
	}
	app->in.keys_deadline_ns = gt_keys_pending(&app->in.keys) ? gt_clock_now() + VIEW_WAIT_NS :
				app->in.keys.count && !app->in.keys.counting ? gt_clock_now() + COUNT_WAIT_NS : 0;
	if ((r & 0xff) == GT_FEED_UNBOUND) {
		unbound(app, ev->key);
	} else if ((r & 0xff) == GT_FEED_CALL) {
		act.y = ev->y;
		act.x = ev->x;
		act.drag = drag;
		app->in.pressed[act.action] = true;
		if (!gt_keys_pending(&app->in.keys))
			gt_app_act(app, &act);
		else if (!app->dialog.menu.open)
			show_provisionally(app, &act);
	}
}

/* What was pasted is text for the prompt, in one line; where none is open, and for a yes or no, it is nothing. */
static void pasted(struct gt_app *app, gt_key key)
{
	if (key == GT_KEY_ENTER || key == GT_KEY_TAB)
		key = ' ';
	if (!app->dialog.asking || app->dialog.ask.one_key)
		gt_app_message(app, "what is pasted is text for a prompt (: or /), not keys");
	else if (key < GT_KEY_NAMED)
		prompt_key(app, key, false);
}

void gt_app_event(struct gt_app *app, const struct gt_input *ev)
{
	gt_key key = ev->key & ~(GT_MOD_CTRL | GT_MOD_SHIFT);
	bool refused = app->dialog.asking && app->dialog.faulty;
	bool mouse = key >= GT_KEY_WHEEL_UP && key <= GT_KEY_MOUSE_LAST;

	app->in.used = true;
	gt_buf_reset(&app->screen.message);
	app->dialog.faulty = false;
	gt_app_dirty(app, GT_DIRTY_REPAINT);
	if (ev->pasted)
		pasted(app, ev->key);
	else if (app->dialog.asking && !mouse)
		prompt_key(app, ev->key, refused);
	else if (!app->dialog.asking)
		pane_key(app, ev);
}

void gt_app_type(struct gt_app *app, gt_key key)
{
	const struct gt_input ev = { .key = key, .y = -1, .x = -1 };

	gt_app_event(app, &ev);
}

/* ---- time ---- */

int gt_app_timeout_ms(const struct gt_app *app)
{
	int64_t left;

	if (!app->in.keys_deadline_ns)
		return -1;
	left = app->in.keys_deadline_ns - gt_clock_now();
	return left <= 0 ? 0 : (int)(left / 1000000) + 1;
}

void gt_app_idle(struct gt_app *app)
{
	if (gt_keys_pending(&app->in.keys))
		gt_keys_idle(&app->in.keys);
	else if (app->in.keys.count)
		gt_keys_clear(&app->in.keys);
	gt_app_settle_view(app);
	app->in.keys_deadline_ns = 0;
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

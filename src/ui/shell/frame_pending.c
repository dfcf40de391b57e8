/* What may follow keys that wait for more: a line in the place of the hints, and a box of bookmarks. */
#include <string.h>

#include "base/utf8.h"
#include "ui/app/app_state.h"
#include "ui/shell/frame.h"

static bool is_pending(const struct gt_app *app)
{
	const struct gt_keys *ks = &app->in.keys;

	if (app->dialog.asking || app->dialog.menu.open)
		return false;
	/* A digit that may still be a view says nothing: its view is there. */
	return ks->first || ks->wants_char || ks->counting || (ks->count && !ks->provisional);
}

/* ---- the line ---- */

struct pending_line {
	const struct gt_canvas *c;
	int x;
};

static void put_text(struct pending_line *l, const char *text)
{
	int cols = gt_text_width(text, strlen(text));

	gt_canvas_phrases(l->c, 0, l->x, l->c->cols - l->x, GT_ROLE_HINT, text, strlen(text));
	l->x += cols + 2;
}

/* A key and what it does; one that does not fit is left out, and those after it. */
static void put_key(struct pending_line *l, const char *key, const char *word)
{
	int cols = gt_text_width(key, strlen(key)), all = cols + 1 + (int)strlen(word);

	if (l->x + all <= l->c->cols) {
		gt_canvas_text(l->c, 0, l->x, GT_ROLE_KEY, key);
		gt_canvas_text(l->c, 0, l->x + cols + 1, GT_ROLE_HINT, word);
	} else {
		all = l->c->cols;
	}
	l->x += all + 2;
}

/* False: no key is bound to an action, or only the mouse. */
static bool short_key(struct gt_app *app, const struct gt_context *ctx, enum gt_action action, struct gt_buf *out)
{
	gt_buf_reset(out);
	gt_keymap_short(&app->in.keymap, ctx, action, out);
	return out->len > 0 && strncmp(gt_buf_str(out), "Wheel", 5) != 0;
}

/* What takes a count: first what only this kind of view has. */
static void put_counted(struct gt_app *app, struct pending_line *l)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_context ctx = gt_pane_context(pane);
	struct gt_buf key = { 0 };

	put_text(l, "a count for");
	for (int i = 0; i < 2 * GT_ACT_COUNT; i++) {
		enum gt_action a = (enum gt_action)(i % GT_ACT_COUNT);
		const struct gt_action_info *info = gt_action_info(a);
		int where = i < GT_ACT_COUNT ? (int)pane->ops->klass : GT_WHERE_GLOBAL;

		if (a != GT_ACT_NONE && info->flags & GT_ACTF_COUNT && (int)info->where == where &&
		    gt_pane_offers(pane, a) && short_key(app, &ctx, a, &key))
			put_key(l, gt_buf_str(&key), info->name);
	}
	gt_buf_release(&key);
}

/* The second keys of the sequences that begin with the first one. */
static void put_second(struct gt_app *app, struct pending_line *l)
{
	const struct gt_keymap *km = &app->in.keymap;
	struct gt_context ctx = gt_pane_context(gt_app_current(app));
	struct gt_buf key = { 0 };

	for (size_t i = 0; i < km->n; i++) {
		const struct gt_binding *b = &km->items[i];

		if (b->keys[0] != app->in.keys.first || b->keys[1] == GT_KEY_NONE ||
		    gt_keymap_find(km, &ctx, b->keys, NULL) != b)
			continue;
		gt_buf_reset(&key);
		gt_key_name(&key, b->keys[1]);
		put_key(l, gt_buf_str(&key), gt_action_info(b->action)->name);
	}
	gt_buf_release(&key);
}

static bool has_bookmarks(const struct gt_app *app)
{
	for (size_t i = 0; i < GT_BOOKMARKS; i++) {
		if (app->at.has_bookmark[i])
			return true;
	}
	return false;
}

static void put_letter(struct gt_app *app, struct pending_line *l)
{
	struct gt_context ctx = gt_pane_context(gt_app_current(app));
	enum gt_action wants = app->in.keys.wants_char;
	struct gt_buf key = { 0 };

	if (wants != GT_ACT_GOTO_MARK || has_bookmarks(app)) {
		put_text(l, gt_action_info(wants)->help);
	} else {
		put_text(l, "there are no bookmarks");
		if (short_key(app, &ctx, GT_ACT_MARK, &key))
			put_key(l, gt_buf_str(&key), "sets one");
	}
	gt_buf_release(&key);
}

bool gt_frame_pending(struct gt_app *app, const struct gt_canvas *c)
{
	struct pending_line l = { .c = c };

	if (!gt_app_current(app) || !is_pending(app))
		return false;
	if (!c)
		return true;
	if (app->in.keys.wants_char)
		put_letter(app, &l);
	else if (app->in.keys.first)
		put_second(app, &l);
	else
		put_counted(app, &l);
	return true;
}

/* ---- the box ---- */

/* "G20 P1 1.234s" of the selection, else the row. */
static void put_mark_place(struct gt_app *app, const struct gt_place *place, struct gt_buf *out)
{
	if (app->ops->describe && place->sel.has)
		app->ops->describe(app->ctx, &place->sel, out);
	if (!out->len && !place->bare)
		gt_buf_printf(out, "row %llu", (unsigned long long)place->cursor + 1);
}

void gt_frame_bookmarks(struct gt_app *app, const struct gt_canvas *c)
{
	struct gt_menu_item items[GT_BOOKMARKS];
	struct gt_buf texts[2 * GT_BOOKMARKS] = { { 0 } };
	struct gt_menu menu = { 0 };
	size_t n = 0;

	if (!is_pending(app) || !app->in.keys.wants_char || !has_bookmarks(app))
		return;
	for (size_t i = 0; i < GT_BOOKMARKS; i++) {
		const struct gt_place *place = &app->at.bookmarks[i];
		const struct gt_pane *pane = app->at.has_bookmark[i] ? gt_app_pane(app, place->view) : NULL;

		if (!pane)
			continue;
		gt_buf_printf(&texts[2 * n], "%c  %s", (int)i, pane->ops->title);
		put_mark_place(app, place, &texts[2 * n + 1]);
		items[n] = (struct gt_menu_item){ .text = gt_buf_str(&texts[2 * n]),
						  .help = gt_buf_str(&texts[2 * n + 1]) };
		n++;
	}
	gt_menu_open(&menu, app->in.keys.wants_char == GT_ACT_MARK ? "Letters taken" : "Bookmarks", items, n, 0, false);
	menu.inert = true;
	gt_menu_draw(&menu, c);
	gt_menu_close(&menu);
	for (size_t i = 0; i < 2 * n; i++)
		gt_buf_release(&texts[i]);
}

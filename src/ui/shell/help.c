/* The help: keys and commands of the view below it, as a list that can be searched. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"
#include "ui/shell/command.h"
#include "ui/shell/dispatch.h"
#include "ui/table/modes.h"

/* One line: a title, a paragraph, a key or a command. */
enum kind { TITLE, TEXT, ACTION, COMMAND, OPTION };

struct row {
	enum kind kind;
	size_t what;               /* group, action, command or option number */
	const char *text;          /* TITLE, TEXT: borrowed, n bytes */
	size_t n;
};

struct help {
	struct gt_pane *pane;
	struct gt_listview list;
	struct row *rows;
	size_t n, cap;
	bool all;                  /* rows were made of all, or in short, */
	int view;                  /* for this one, */
	unsigned mode;
	struct gt_buf title;
	size_t bindings;           /* with that many bindings, */
	int cols;                  /* on a screen that wide */
};

enum { COL_KEYS, COL_NAME, COL_HELP };
static const struct gt_list_column columns[] = {
	[COL_KEYS] = { .key = "keys", .title = "Keys", .help = "keys bound to it", .min = 12, .max = 24 },
	[COL_NAME] = { .key = "name", .title = "Name", .help = "its name, for `:` and scripts", .min = 14, .max = 34,
		       .prio = 1 },
	[COL_HELP] = { .key = "help", .title = "", .help = "what it does", .min = 20 },
};

/* ---- rows ---- */

static void help_add(struct help *h, enum kind kind, size_t what, const char *text)
{
	GT_GROW(h->rows, h->cap, h->n + 1);
	h->rows[h->n++] = (struct row){ kind, what, text, text ? strlen(text) : 0 };
}

/* A paragraph, in rows that fit the screen. */
static void add_text(struct help *h, const char *text, size_t left)
{
	while (left > 0) {
		size_t n = gt_text_clip(text, left, h->cols, NULL), cut = n;

		while (n < left && cut > 0 && text[cut] != ' ')
			cut--;
		n = cut > 0 ? cut : n > 0 ? n : left;
		help_add(h, TEXT, 0, text);
		h->rows[h->n - 1].n = n;
		text += n;
		left -= n;
		for (; left > 0 && *text == ' '; left--)
			text++;
	}
}

static struct gt_context context_of(struct gt_app *app, int view)
{
	struct gt_pane *pane = gt_app_pane(app, view);

	return pane ? gt_pane_context(pane) : gt_context_view(GT_VIEW_HELP, GT_WHERE_LIST);
}

/* Actions that the view does not use are left out, and views that are not there. */
static void add_group(struct help *h, const struct gt_context *ctx, enum gt_action_group group)
{
	struct gt_app *app = h->pane->app;
	const struct gt_pane *below = gt_app_pane(app, app->below);
	bool titled = false;

	for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++) {
		const struct gt_action_info *info = gt_action_info((enum gt_action)a);
		const bool brief = *info->hint && info->where != GT_WHERE_PROMPT && a != GT_ACT_CANCEL &&
				   a != GT_ACT_MAXIMISE;
		/* Bound everywhere, to say where they work. */
		bool applies = info->where == GT_WHERE_GLOBAL || info->where == GT_WHERE_PROMPT ||
			       info->where == ctx->where[1];

		if (a >= GT_ACT_VIEW_OVERVIEW && a <= GT_ACT_VIEW_COMPARE)
			applies = app->panes[a - GT_ACT_VIEW_OVERVIEW];
		if (info->group != group || !applies || (below && !gt_pane_offers(below, (enum gt_action)a)) ||
		    (!h->all && !brief))
			continue;
		if (!titled && h->all)
			help_add(h, TITLE, 0, gt_group_title(group));
		titled = true;
		help_add(h, ACTION, (size_t)a, NULL);
	}
}

/* What the view is about; in short its mode, or the first sentence. */
static void add_view(struct help *h, const struct gt_pane *below)
{
	const struct gt_mode *mode = below->modes ? gt_mode_now(below) : NULL;
	const char *about = below->ops->about ? below->ops->about : "", *end = strstr(about, ". ");

	gt_buf_reset(&h->title);
	gt_buf_puts(&h->title, below->ops->title);
	if (!h->all && mode && mode->name) {
		gt_buf_puts(&h->title, ": ");
		gt_mode_put_name(&h->title, mode);
	}
	help_add(h, TITLE, 0, gt_buf_str(&h->title));
	if (h->all)
		add_text(h, about, strlen(about));
	else if (mode && mode->help)
		add_text(h, mode->help, strlen(mode->help));
	else
		add_text(h, about, end ? (size_t)(end - about) + 1 : strlen(about));
}

static void add_others(struct help *h)
{
	const struct gt_app *app = h->pane->app;

	help_add(h, TITLE, 0, "Commands (after :)");
	for (size_t i = 0; i < gt_commands_count; i++)
		help_add(h, COMMAND, i, NULL);
	help_add(h, TITLE, 0, "Options (:set NAME VALUE)");
	for (size_t k = 0; k < app->settings.nsets; k++) {
		for (size_t i = 0; i < app->settings.sets[k].n; i++)
			help_add(h, OPTION, k << 32 | i, NULL);
	}
}

static unsigned mode_below(const struct gt_app *app)
{
	const struct gt_pane *below = gt_app_pane(app, app->below);

	return below && below->modes ? below->modes->now : 0;
}

static void make_rows(struct help *h)
{
	struct gt_app *app = h->pane->app;
	const struct gt_pane *below = gt_app_pane(app, app->below);
	struct gt_context ctx = context_of(app, app->below);

	h->n = 0;
	h->cols = app->screen.cols;
	h->all = app->all_help;
	/* Names are for scripts: a line of the short help is about what a key does. */
	h->list.shown = h->all ? 1 << COL_KEYS | 1 << COL_NAME | 1 << COL_HELP : 1 << COL_KEYS | 1 << COL_HELP;
	if (below)
		add_view(h, below);
	for (int g = 0; g < GT_GROUP_COUNT; g++) {
		/* The timeline's own keys come first in the timeline. */
		if (g == GT_GROUP_VIEW && ctx.where[1] == GT_WHERE_TIMELINE)
			add_group(h, &ctx, GT_GROUP_TIMELINE);
		if (g != GT_GROUP_TIMELINE || ctx.where[1] != GT_WHERE_TIMELINE)
			add_group(h, &ctx, (enum gt_action_group)g);
	}
	if (h->all)
		add_others(h);
	h->mode = mode_below(app);
	h->view = app->below;
	h->bindings = app->in.keymap.n;
	gt_list_set_rows(&h->list, h->n, true);
}

/* ---- cells ---- */

static void help_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	struct help *h = ctx;
	struct gt_app *app = h->pane->app;
	const struct row *r = &h->rows[row];
	const struct gt_action_info *info = gt_action_info((enum gt_action)r->what);
	const struct gt_option_set *set = &app->settings.sets[r->kind == OPTION ? r->what >> 32 : 0];
	const struct gt_option *o = &set->table[r->kind == OPTION ? r->what & UINT32_MAX : 0];
	struct gt_context view = context_of(app, app->below), prompt = gt_context_prompt();

	switch (r->kind) {
	case TITLE:
	case TEXT:
		/* Drawn over the whole row by decorate; here for searching. */
		if (col == COL_HELP)
			gt_buf_add(out, r->text, r->n);
		break;
	case ACTION:
		if (col == COL_KEYS)
			gt_keymap_keys(&app->in.keymap, info->where == GT_WHERE_PROMPT ? &prompt : &view,
				       (enum gt_action)r->what, out);
		else
			gt_buf_puts(out, col == COL_NAME ? info->name : info->help);
		break;
	case COMMAND:
		if (col != COL_KEYS)
			gt_buf_puts(out, col == COL_NAME ? gt_commands[r->what].usage : gt_commands[r->what].help);
		break;
	case OPTION:
		if (col == COL_NAME)
			gt_options_show(set, o, out);
		else
			gt_buf_puts(out, col == COL_KEYS ? o->name : o->help);
		if (col == COL_HELP && o->choices)
			gt_buf_printf(out, " (%s)", o->choices);
		break;
	}
}

static gt_style help_style(void *ctx, uint64_t row, unsigned col)
{
	(void)ctx, (void)row;
	return col == COL_KEYS ? GT_ROLE_KEY : col == COL_NAME ? GT_ROLE_LABEL : GT_ROLE_NORMAL;
}

static void decorate(void *ctx, uint64_t row, const struct gt_canvas *c, int y, const int *x, const int *cols)
{
	const struct help *h = ctx;
	const struct row *r = &h->rows[row];

	(void)x, (void)cols;
	if (r->kind == TITLE || r->kind == TEXT)
		gt_canvas_fit(c, y, 0, c->cols, r->kind == TITLE ? GT_ROLE_HEADER : GT_ROLE_NORMAL, r->text,
			      r->n, false);
}

static const struct gt_list_ops list_ops = { .cell = help_cell, .style = help_style, .decorate = decorate };

/* ---- the pane ---- */

static void help_init(struct gt_pane *pane)
{
	struct help *h = pane->priv;

	h->pane = pane;
	h->view = GT_NO_VIEW - 1;
	gt_list_init(&h->list, &list_ops, h, columns, GT_COUNT(columns));
	h->list.no_header = true;
}

static void help_free(struct gt_pane *pane)
{
	struct help *h = pane->priv;

	gt_list_release(&h->list);
	gt_buf_release(&h->title);
	free(h->rows);
}

static struct gt_listview *help_list(struct gt_pane *pane)
{
	struct help *h = pane->priv;
	const struct gt_app *app = pane->app;

	if (h->view != app->below || h->mode != mode_below(app) || h->all != app->all_help ||
	    h->bindings != app->in.keymap.n || h->cols != app->screen.cols)
		make_rows(h);
	return &h->list;
}

/* Enter on an action: leaves the help and does it. */
static bool help_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_listview *lv = help_list(pane);
	const struct help *h = pane->priv;
	const struct row *r = lv->cursor < h->n ? &h->rows[lv->cursor] : NULL;
	struct gt_act inner = { .y = -1, .x = -1 };

	/* Space, as in less: no row of it is worth a tag. */
	if (act->action == GT_ACT_TAG)
		return gt_list_handle(lv, &(struct gt_act){ .action = GT_ACT_PAGE_DOWN, .y = -1, .x = -1 });
	if (act->action != GT_ACT_OPEN || act->y >= 0 || !r || r->kind != ACTION)
		return false;
	inner.action = (enum gt_action)r->what;
	if (gt_action_info(inner.action)->where == GT_WHERE_PROMPT || inner.action == GT_ACT_OPEN)
		return true;
	gt_app_show(pane->app, pane->app->below);
	gt_app_offer(pane->app, &inner, false);
	return true;
}

static const struct gt_content_ops help_content = {
	.list = help_list,
};

const struct gt_pane_ops gt_help_pane_ops = {
	.name = "help",
	.title = "Help",
	.klass = GT_WHERE_LIST,
	.content = &help_content,
	.size = sizeof(struct help),
	.init = help_init,
	.free = help_free,
	.handle = help_handle,
};

/* The lines typed after `:`, read from scripts and given with -c. */
#include <string.h>

#include "base/human.h"
#include "ui/app/app_state.h"
#include "ui/kit/words.h"

struct command {
	const char *name, *usage, *help;
	size_t min, max;       /* words after the name; the framework checks */
	int (*run)(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err);
};

/* ---- places ---- */

static int jump_to_time(struct gt_app *app, int64_t ns)
{
	struct gt_sel sel = app->sel;

	sel.has = (sel.has & GT_SEL_P) | GT_SEL_TIME;
	sel.time_ns = ns;
	gt_app_jump(app, GT_NO_VIEW, &sel);
	return 0;
}

/* A time that is given must be in the trace, once its end is known. */
static int command_check_time(struct gt_app *app, const char *name, int64_t ns, struct gt_error *err)
{
	int64_t length = app->ops->duration ? app->ops->duration(app->ctx) : ns;
	struct gt_progress reading;
	struct gt_buf text = { 0 };
	int r = 0;

	if (ns > length && !(app->ops->progress && app->ops->progress(app->ctx, &reading))) {
		gt_human_time(&text, length);
		r = gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "%s: the trace ends at %s", name, gt_buf_str(&text));
		gt_buf_release(&text);
	}
	return r;
}

static int goto_percent(struct gt_app *app, const char *text, struct gt_error *err)
{
	size_t digits = strcspn(text, ".%");
	uint64_t whole = 0, tenths = 0, scale = 1;
	int64_t length = app->ops->duration ? app->ops->duration(app->ctx) : 0;

	for (size_t i = 0; i < digits && whole <= 100; i++)
		whole = text[i] >= '0' && text[i] <= '9' ? whole * 10 + (uint64_t)(text[i] - '0') : 101;
	text += digits;
	for (text += *text == '.'; *text >= '0' && *text <= '9' && scale < 1000000; text++) {
		tenths = tenths * 10 + (uint64_t)(*text - '0');
		scale *= 10;
	}
	if (whole > 100 || (whole == 100 && tenths) || strcmp(text, "%") != 0 || digits == 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "goto: 0%% to 100%%");
	return jump_to_time(app, (int64_t)((double)length * ((double)whole + (double)tenths / (double)scale) / 100));
}

static int goto_row(struct gt_app *app, uint64_t row, const char *number, struct gt_error *err)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_listview *lv = gt_pane_list(pane);

	if (!lv || (row == 0 && !pane->ops->go))
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "goto: a time as 1.234s or 50%%");
	gt_app_record(app);
	if (!pane->ops->go)
		gt_list_goto(lv, row - 1, true);
	else if (!pane->ops->go(pane, row))
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "goto: no row %s", number);
	gt_app_list_moved(app, pane);
	return 0;
}

static int run_goto(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	uint64_t row;
	int64_t ns;
	int r;

	(void)line;
	(void)n;
	if (strchr(w[1], '%'))
		return goto_percent(app, w[1], err);
	if (gt_parse_u64(w[1], &row) == 0)
		return goto_row(app, row, w[1], err);
	if (gt_parse_dur(w[1], &ns) < 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "goto: not a time, a row or a share: %s", w[1]);
	r = command_check_time(app, w[0], ns, err);
	return r < 0 ? r : jump_to_time(app, ns);
}

static int run_resolve(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	struct gt_sel sel = { 0 };
	char kind = w[0][0] == 'e' ? 'e' : w[0][0];
	const char *number = w[1];
	uint64_t id;
	int r;

	(void)line;
	(void)n;
	if (*number == kind || *number == kind - 'a' + 'A')
		number++;
	if (gt_parse_u64(number, &id) < 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "%s: not a number: %s", w[0], w[1]);
	if (!app->ops->resolve)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "%s: there is no trace", w[0]);
	r = app->ops->resolve(app->ctx, kind, id, &sel, err);
	if (r == 0)
		gt_app_jump(app, GT_NO_VIEW, &sel);
	return r;
}

static int run_marker(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	int which = strcmp(w[0], "marker-b") == 0;
	int64_t ns;
	int r;

	(void)line;
	(void)n;
	if (gt_parse_dur(w[1], &ns) < 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "%s: not a time: %s", w[0], w[1]);
	r = command_check_time(app, w[0], ns, err);
	if (r < 0)
		return r;
	app->has_marker[which] = true;
	app->marker[which] = ns;
	gt_app_dirty(app, GT_DIRTY_RECALC);
	return 0;
}

/* ---- searching, filtering, sorting ---- */

static int run_search(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	(void)w;
	(void)n;
	(void)err;
	gt_app_record(app);
	gt_app_search(app, gt_words_rest(line, 1));
	return 0;
}

static int run_filter(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	(void)w;
	if (n == 1) {
		gt_app_menu_filters(app);
		return 0;
	}
	return gt_app_add_filter(app, gt_words_rest(line, 1), err);
}

static int run_unfilter(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	(void)line;
	(void)w;
	(void)n;
	(void)err;
	gt_app_clear_filters(app);
	return 0;
}

static int find_column(struct gt_app *app, const char *key, unsigned *col, struct gt_error *err)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	int i = lv ? gt_list_find_column(lv, key) : -1;

	if (i < 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "this view has no column %s", key);
	*col = (unsigned)i;
	return 0;
}

static int run_sort(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	unsigned col;
	int desc, r = find_column(app, w[1], &col, err);

	(void)line;
	if (r < 0)
		return r;
	desc = gt_pane_list(gt_app_current(app))->columns[col].flags & GT_LIST_COL_DESC ? 1 : 0;
	if (n == 3 && strcmp(w[2], "asc") == 0)
		desc = 0;
	else if (n == 3 && strcmp(w[2], "desc") == 0)
		desc = 1;
	else if (n == 3)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "sort: asc or desc, not %s", w[2]);
	gt_app_sort(app, col, desc);
	return 0;
}

static int run_columns(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	struct gt_pane *pane = gt_app_current(app);
	uint64_t shown = 0;

	(void)line;
	for (size_t i = 1; i < n; i++) {
		unsigned col;
		int r = find_column(app, w[i], &col, err);

		if (r < 0)
			return r;
		shown |= UINT64_C(1) << col;
	}
	gt_pane_list(pane)->shown = shown;
	if (pane->ops->sort_changed)
		pane->ops->sort_changed(pane);
	gt_app_rows_changed(app, pane);
	return 0;
}

/* ---- output ---- */

static int run_export(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	struct gt_pane *pane = gt_app_current(app);
	const char *const *formats = pane ? gt_pane_formats(pane) : NULL;
	const char *file = w[n - 1], *dot = strrchr(file, '.');

	(void)line;
	if (n == 3)
		return gt_app_export(app, w[1], file, err);
	if (!formats || !*formats)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "this view exports nothing");
	/* Without a format: the one that the file's name ends in, else the first. */
	for (size_t i = 0; dot && formats[i]; i++) {
		if (strcmp(dot + 1, formats[i]) == 0)
			return gt_app_export(app, formats[i], file, err);
	}
	return gt_app_export(app, formats[0], file, err);
}

static int run_save_screen(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	(void)line;
	(void)n;
	return gt_app_save_screen(app, w[1], err);
}

/* ---- settings ---- */

static int set_one(struct gt_app *app, const char *name, struct gt_error *err)
{
	struct gt_option_set *set;
	const struct gt_option *o;
	const char *eq = strchr(name, '=');
	struct gt_buf text = { 0 };
	int r;

	if (eq) {
		gt_buf_add(&text, name, (size_t)(eq - name));
		r = gt_app_set(app, gt_buf_str(&text), eq + 1, err);
		gt_buf_release(&text);
		return r;
	}
	o = gt_app_find_option(app, name, &set);
	if (!o || o->kind == GT_OPT_BOOL)
		return gt_app_set(app, name, "yes", err);
	gt_options_show(set, o, &text);
	gt_app_message(app, "%s is %s: %s", name, text.len ? gt_buf_str(&text) : "empty", o->help);
	gt_buf_release(&text);
	return 0;
}

static int run_set(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	(void)line;
	if (n == 1) {
		gt_app_menu_options(app);
		return 0;
	}
	return n == 2 ? set_one(app, w[1], err) : gt_app_set(app, w[1], w[2], err);
}

/* bind [VIEW] KEY ACTION [COUNT]: the view is left out if the first word is a key and the second an action. */
static int run_bind(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	bool has_where = n >= 4 && gt_where_find(w[1]) >= 0;
	const char *where = has_where ? w[1] : "global";
	size_t key = has_where ? 2 : 1;
	uint64_t count = 0;

	(void)line;
	if (key + 1 >= n || n > key + 3)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "usage: bind [VIEW] KEY ACTION [COUNT]");
	if (n == key + 3 && gt_parse_u64(w[key + 2], &count) < 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "bind: not a count: %s", w[key + 2]);
	return gt_keymap_bind(&app->keymap, where, w[key], w[key + 1], count, err);
}

static int run_color(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	(void)line;
	return gt_app_color(app, w[1], (const char *const *)w + 2, n - 2, err);
}

static int run_quit(struct gt_app *app, const char *line, char *const *w, size_t n, struct gt_error *err)
{
	(void)line;
	(void)w;
	(void)n;
	(void)err;
	app->quitting = true;
	return 0;
}

#define ANY 64

/* A name that is an action's, too, is the command when words follow. */
static const struct command commands[] = {
	{ "goto", "goto TIME|N%|ROW", "jump to a time (1.234s), a share of the trace (50%) or a row", 1, 1, run_goto },
	{ "g", "g N", "jump to goroutine N", 1, 1, run_resolve },
	{ "p", "p N", "jump to processor N", 1, 1, run_resolve },
	{ "m", "m N", "jump to thread N", 1, 1, run_resolve },
	{ "event", "event N", "jump to event N", 1, 1, run_resolve },
	{ "marker-a", "marker-a TIME", "set marker A", 1, 1, run_marker },
	{ "marker-b", "marker-b TIME", "set marker B", 1, 1, run_marker },
	{ "search", "search TEXT", "search", 1, ANY, run_search },
	{ "filter", "filter [TEXT]", "add a filter; without text: switch them on and off", 0, ANY, run_filter },
	{ "unfilter", "unfilter", "remove all filters of this view", 0, 0, run_unfilter },
	{ "sort", "sort COLUMN [asc|desc]", "sort by a column", 1, 2, run_sort },
	{ "columns", "columns COLUMN...", "show these columns", 1, ANY, run_columns },
	{ "export", "export [FORMAT] FILE", "write the selection to a file", 1, 2, run_export },
	{ "save-screen", "save-screen FILE", "save the screen as text", 1, 1, run_save_screen },
	{ "set", "set [OPTION [VALUE]]", "change an option; without words: all of them", 0, 2, run_set },
	{ "bind", "bind [VIEW] KEY ACTION [COUNT]", "bind a key; ACTION none removes it", 2, 4, run_bind },
	{ "color", "color ROLE FG [BG] [ATTRIBUTE]...", "change the colours of a role", 2, 8, run_color },
	{ "quit", "quit", "quit", 0, 0, run_quit },
	{ "q", "q", "quit", 0, 0, run_quit },
};

const char *gt_command_name(size_t i)
{
	return i < GT_COUNT(commands) ? commands[i].name : NULL;
}

const char *gt_command_usage(size_t i)
{
	return commands[i].usage;
}

const char *gt_command_help(size_t i)
{
	return commands[i].help;
}

/* ---- dispatch ---- */

static const struct command *find_command(const char *name, size_t n)
{
	for (size_t i = 0; i < GT_COUNT(commands); i++) {
		if (strcmp(commands[i].name, name) == 0 && (n > 1 || gt_action_find(name) == GT_ACT_NONE))
			return &commands[i];
	}
	return NULL;
}

static int run_command(struct gt_app *app, const struct command *c, const char *line, const struct gt_words *w,
		       struct gt_error *err)
{
	if (w->n - 1 < c->min || w->n - 1 > c->max)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "usage: %s", c->usage);
	return c->run(app, line, w->v, w->n, err);
}

/* The name of an action, with a count or a character if it takes one. */
static int run_action(struct gt_app *app, enum gt_action action, const struct gt_words *w, struct gt_error *err)
{
	const struct gt_action_info *info = gt_action_info(action);
	struct gt_act act = { .action = action, .y = -1, .x = -1 };
	gt_key key;

	if (info->where == GT_WHERE_PROMPT)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "%s: only while a line is being typed", info->name);
	unsigned takes = info->flags & (GT_ACTF_COUNT | GT_ACTF_CHAR);

	if (w->n > 1 + (takes != 0))
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "usage: %s%s", info->name,
				    info->flags & GT_ACTF_COUNT ? " [COUNT]" : takes ? " LETTER" : "");
	if (info->flags & GT_ACTF_COUNT && w->n == 2 && gt_parse_u64(w->v[1], &act.count) < 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "%s: not a count: %s", info->name, w->v[1]);
	if (info->flags & GT_ACTF_CHAR) {
		if (w->n != 2 || gt_key_parse(w->v[1], &key) < 0 || key >= GT_KEY_NAMED)
			return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "usage: %s LETTER", info->name);
		act.ch = key;
	}
	gt_app_act(app, &act);
	return 0;
}

bool gt_pane_everywhere(const struct gt_pane *pane, const char *name)
{
	const char *const *c = pane ? pane->ops->everywhere : NULL;

	while (c && *c && strcmp(*c, name) != 0)
		c++;
	return c && *c;
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

static int run_words(struct gt_app *app, const char *line, const struct gt_words *w, struct gt_error *err)
{
	struct gt_pane *pane = gt_app_current(app);
	const struct command *c = find_command(w->v[0], w->n);
	enum gt_action action;
	int r = 1;

	/* The pane first: `goto 123` means an event's number in one and a row in another. */
	if (pane && pane->ops->command)
		r = pane->ops->command(pane, (const char *const *)w->v, w->n, err);
	if (r > 0)
		r = run_elsewhere(app, w, err);
	if (r <= 0)
		return r;
	if (c)
		return run_command(app, c, line, w, err);
	action = gt_action_find(w->v[0]);
	if (action != GT_ACT_NONE)
		return run_action(app, action, w, err);
	return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "no such command: %s", w->v[0]);
}

int gt_app_command(struct gt_app *app, const char *line, struct gt_error *err)
{
	struct gt_words w;
	int r;

	line += strspn(line, " \t:");
	gt_buf_reset(&app->message);
	gt_app_dirty(app, GT_DIRTY_REPAINT);
	gt_app_settle_view(app);
	gt_keys_clear(&app->keys);
	r = gt_words_split(&w, line, err);
	if (r == 0 && w.n > 0)
		r = run_words(app, line, &w, err);
	gt_words_release(&w);
	return r;
}

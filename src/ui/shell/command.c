/* The commands typed after `:`, read from scripts and given with -c. */
#include "ui/shell/command.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "base/guess.h"
#include "base/human.h"
#include "index/query/walltime.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/preset.h"
#include "ui/shell/values.h"

/* ---- places ---- */

static int jump_to_time(struct gt_app *app, int64_t ns)
{
	struct gt_sel sel = app->at.sel;

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

	if (ns > length && !gt_app_is_reading(app, &reading)) {
		gt_human_time(&text, length);
		r = gt_error_usage(err, "%s: the trace ends at %s", name, gt_buf_str(&text));
		gt_buf_release(&text);
	}
	return r;
}

static int command_take_share(struct gt_app *app, const char *what, const char *text, int64_t *ns,
			      struct gt_error *err)
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
		return gt_error_usage(err, "%s: 0%% to 100%%", what);
	*ns = (int64_t)((double)length * ((double)whole + (double)tenths / (double)scale) / 100);
	return 0;
}

/* "10:00:00.5", "2026-11-28T10:00:00Z" */
static int command_take_wall(struct gt_app *app, const char *what, const char *text, int64_t *ns, struct gt_error *err)
{
	int r = app->ops->wall ? app->ops->wall(app->ctx, what, text, ns, err)
			       : gt_error_usage(err, "%s: there is no trace", what);

	if (r == 0 && *ns < 0)
		return gt_error_usage(err, "%s: the trace begins after %s", what, text);
	return r < 0 ? r : command_check_time(app, what, *ns, err);
}

/* "1.5s", "50%" of the trace or a time of day, which must be in it. */
static int command_take_time(struct gt_app *app, const char *what, const char *text, int64_t *ns, struct gt_error *err)
{
	if (strchr(text, '%'))
		return command_take_share(app, what, text, ns, err);
	if (gt_wall_is(text))
		return command_take_wall(app, what, text, ns, err);
	if (gt_parse_dur(text, ns) < 0)
		return gt_error_usage(err, "%s: not a time: %s", what, text);
	return command_check_time(app, what, *ns, err);
}

static int goto_row(struct gt_app *app, uint64_t row, const char *number, struct gt_error *err)
{
	struct gt_pane *pane = gt_app_current(app);
	const struct gt_content_ops *content = gt_pane_content(pane);
	struct gt_listview *lv = gt_pane_list(pane);

	if (!lv || (row == 0 && !content->go))
		return gt_error_usage(err, "goto: a time as 1.234s or 50%%");
	gt_app_record(app);
	if (!content->go)
		gt_list_goto(lv, row - 1, true);
	else if (!content->go(pane, row))
		return gt_error_usage(err, "goto: no row %s", number);
	gt_app_list_moved(app, pane);
	return 0;
}

/* What g54, P3 and the like stand for: 'g', 'p', 'm', 'e', or 0 if s is none of these. */
static char goto_kind(const char *s, uint64_t *id)
{
	char kind = *s >= 'A' && *s <= 'Z' ? (char)(*s - 'A' + 'a') : *s;

	return *s && strchr("gpme", kind) && gt_parse_u64(s + 1, id) == 0 ? kind : 0;
}

static int resolve(struct gt_app *app, const char *what, char kind, uint64_t id, struct gt_error *err)
{
	struct gt_sel sel = { 0 };
	int r;

	if (!app->ops->resolve)
		return gt_error_usage(err, "%s: there is no trace", what);
	r = app->ops->resolve(app->ctx, kind, id, &sel, err);
	if (r == 0)
		gt_app_jump(app, GT_NO_VIEW, &sel);
	return r;
}

static int run_goto(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	uint64_t row;
	int64_t ns;
	char kind = goto_kind(l->w[1], &row);
	int r;

	if (kind)
		return resolve(app, l->w[0], kind, row, err);
	if (!strchr(l->w[1], '%') && gt_parse_u64(l->w[1], &row) == 0)
		return goto_row(app, row, l->w[1], err);
	if (!strchr(l->w[1], '%') && !gt_wall_is(l->w[1]) && gt_parse_dur(l->w[1], &ns) < 0)
		return gt_error_usage(err, "goto: not a time, a row, a share or the like of g54: %s", l->w[1]);
	r = command_take_time(app, l->w[0], l->w[1], &ns, err);
	return r < 0 ? r : jump_to_time(app, ns);
}

static int run_resolve(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	char kind = l->w[0][0];
	const char *number = l->w[1];
	uint64_t id;

	if (*number == kind || *number == kind - 'a' + 'A')
		number++;
	if (gt_parse_u64(number, &id) < 0)
		return gt_error_usage(err, "%s: not a number: %s", l->w[0], l->w[1]);
	return resolve(app, l->w[0], kind, id, err);
}

static int run_marker(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	int64_t ns;
	int r = command_take_time(app, l->w[0], l->w[1], &ns, err);

	if (r < 0)
		return r;
	gt_app_set_marker(app, strcmp(l->w[0], "marker-b") == 0, ns);
	return 0;
}

/* ---- searching, filtering, sorting ---- */

static int run_search(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	(void)err;
	gt_app_record(app);
	gt_app_search(app, gt_words_rest(l->text, 1));
	return 0;
}

static int run_filter(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	const char *expr;
	int r;

	if (l->n == 1) {
		gt_app_menu_filters(app);
		return 0;
	}
	expr = gt_words_rest(l->text, 1);
	r = gt_app_add_filter(app, expr, err);
	if (r == GT_ERR_USAGE && err && err->offset != GT_NO_OFFSET)
		err->offset += (uint64_t)(expr - l->text);
	return r;
}

/* A column of the list shown: its number, or a negative code. */
static int find_column(struct gt_app *app, const char *key, struct gt_error *err)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	int i = lv ? gt_list_find_column(lv, key) : -1;
	struct gt_guess g;

	if (i >= 0)
		return i;
	gt_guess_init(&g, key, strlen(key));
	for (unsigned col = 0; lv && col < lv->ncolumns; col++)
		gt_guess_offer_column(&g, lv->columns[col].key, lv->columns[col].title);
	return gt_error_usage(err, "this view has no column %s%s", key, gt_guess_hint(&g, "", ""));
}

static int run_sort(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	int desc, col = find_column(app, l->w[1], err);
	struct gt_guess g;

	if (col < 0)
		return col;
	desc = gt_pane_list(gt_app_current(app))->columns[col].flags & GT_LIST_COL_DESC ? 1 : 0;
	if (l->n == 3 && strcmp(l->w[2], "asc") == 0)
		desc = 0;
	else if (l->n == 3 && strcmp(l->w[2], "desc") == 0)
		desc = 1;
	else if (l->n == 3)
		return gt_error_usage(err, "sort: asc or desc, not %s%s", l->w[2],
				      gt_guess_among(&g, l->w[2], "asc desc"));
	gt_app_sort(app, (unsigned)col, desc);
	return 0;
}

static int run_columns(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	uint64_t shown = 0;

	for (size_t i = 1; i < l->n; i++) {
		int col = find_column(app, l->w[i], err);

		if (col < 0)
			return col;
		shown |= UINT64_C(1) << col;
	}
	gt_app_show_columns(app, shown);
	return 0;
}

static int run_values(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	return gt_values_show(app, gt_words_rest(l->text, 1), err);
}

/* ---- output ---- */

/* The format that a file's name ends in, else the first one of the view. */
static const char *format_of(const char *const *formats, const char *file)
{
	const char *dot = strrchr(file, '.'), *end = dot ? dot + 1 : "";

	if (strcmp(end, "txt") == 0)
		end = "text";
	else if (strcmp(end, "gz") == 0)
		end = "pprof";
	else if (strcmp(end, gt_app_trace_format) == 0)
		return gt_app_trace_format;
	for (size_t i = 0; formats[i]; i++)
		if (strcmp(end, formats[i]) == 0)
			return formats[i];
	return formats[0];
}

typedef int save_fn(struct gt_app *app, const char *format, bool all, const char *file, struct gt_error *err);

static int export_to(struct gt_app *app, const struct gt_line *l, bool all, save_fn *save, struct gt_error *err)
{
	struct gt_pane *pane = gt_app_current(app);
	const char *const *formats = pane ? gt_pane_formats(pane) : NULL;
	const char *file = l->w[l->n - 1], *format = l->n == 3 ? l->w[1] : NULL;

	if (!format && formats && *formats)
		format = format_of(formats, file);
	if (!format)
		return gt_error_usage(err, "this view exports nothing");
	return save(app, format, all, file, err);
}

static int run_export(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	return export_to(app, l, false, gt_app_save, err);
}

/* As in vi: a file that is there is overwritten only with an exclamation mark. */
static int run_write(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	int64_t from, to;

	if (l->n == 1) {
		gt_app_ask_export(app, true);
		return 0;
	}
	if (strcmp(l->w[0], "w") == 0 && access(l->w[l->n - 1], F_OK) == 0)
		return gt_error_usage(err, "%s exists: w! overwrites it", l->w[l->n - 1]);
	/* All of it is what has come, byte for byte; a part is a trace of its own. */
	if (l->n == 3 && strcmp(l->w[1], gt_app_trace_format) == 0 && app->ops->keep &&
	    !gt_app_range(app, &from, &to)) {
		if (gt_app_refuse_open(app, l->w[2], err) < 0)
			return GT_ERR_USAGE;
		return app->ops->keep(app->ctx, l->w[2], err);
	}
	return export_to(app, l, true, gt_app_export, err);
}

static int run_save_screen(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	return gt_app_save(app, NULL, false, l->w[1], err);
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

static int run_set(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	if (l->n == 1) {
		gt_app_menu_options(app);
		return 0;
	}
	return l->n == 2 ? set_one(app, l->w[1], err) : gt_app_set(app, l->w[1], l->w[2], err);
}

/* bind [VIEW] KEY ACTION [COUNT]: the view is left out if the first word is a key and the second an action. */
static int run_bind(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	bool has_where = l->n >= 4 && gt_where_find(l->w[1]) >= 0;
	const char *where = has_where ? l->w[1] : "global";
	size_t key = has_where ? 2 : 1;
	uint64_t count = 0;

	assert(key + 1 < l->n);
	if (l->n > key + 3)
		return gt_error_usage(err, "usage: bind [VIEW] KEY ACTION [COUNT]");
	if (l->n == key + 3 && gt_parse_u64(l->w[key + 2], &count) < 0)
		return gt_error_usage(err, "bind: not a count: %s", l->w[key + 2]);
	return gt_keymap_bind(&app->in.keymap, where, l->w[key], l->w[key + 1], count, err);
}

static int run_show(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	return gt_show(app, l->w[1], err);
}

static int run_preset(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	return gt_preset_apply(&app->in.keymap, l->w[1], err);
}

static int run_color(struct gt_app *app, const struct gt_line *l, struct gt_error *err)
{
	return gt_app_color(app, l->w[1], (const char *const *)l->w + 2, l->n - 2, err);
}

static void command_quit(struct gt_app *app)
{
	app->quitting = true;
}

#define ANY 64

const struct gt_command gt_commands[] = {
	{ .name = "goto", .usage = "goto TIME|N%|ROW|gN|pN|mN|eN", .min = 1, .max = 1, .run = run_goto,
	  .help = "jump to a time (1.234s), a share (50%), a row, a goroutine (g54), a P, an M, an event; :50% alone does" },
	{ .name = "g", .usage = "g N", .min = 1, .max = 1, .run = run_resolve,
	  .help = "jump to goroutine N" },
	{ .name = "p", .usage = "p N", .min = 1, .max = 1, .run = run_resolve,
	  .help = "select processor N" },
	{ .name = "m", .usage = "m N", .min = 1, .max = 1, .run = run_resolve,
	  .help = "select thread N; in the timeline, go to its lane" },
	{ .name = "event", .usage = "event N", .min = 1, .max = 1, .run = run_resolve,
	  .help = "jump to event N" },
	{ .name = "marker-a", .usage = "marker-a TIME", .min = 1, .max = 1, .run = run_marker,
	  .help = "set marker A" },
	{ .name = "marker-b", .usage = "marker-b TIME", .min = 1, .max = 1, .run = run_marker,
	  .help = "set marker B" },
	{ .name = "search", .usage = "search TEXT", .min = 1, .max = ANY, .run = run_search,
	  .help = "search" },
	{ .name = "filter", .usage = "filter [TEXT]", .max = ANY, .run = run_filter,
	  .help = "add a filter; without text: switch them on and off" },
	{ .name = "unfilter", .usage = "unfilter", .plain = gt_app_clear_filters,
	  .help = "remove all filters of this view" },
	{ .name = "sort", .usage = "sort COLUMN [asc|desc]", .min = 1, .max = 2, .run = run_sort,
	  .help = "sort by a column" },
	{ .name = "columns", .usage = "columns COLUMN...", .min = 1, .max = ANY, .run = run_columns,
	  .help = "show these columns" },
	{ .name = "values", .usage = "values COLUMN", .min = 1, .max = ANY, .run = run_values,
	  .help = "count the values of a column of the list" },
	{ .name = "show", .usage = "show NAME", .min = 1, .max = 1, .run = run_show,
	  .help = "show what a view lists, from anywhere: a name below the tabs, or that of a report" },
	{ .name = "export", .usage = "export [FORMAT] FILE", .min = 1, .max = 2, .run = run_export,
	  .help = "write the selection to a file" },
	{ .name = "w", .usage = "w [FORMAT|trace] [FILE]", .max = 2, .run = run_write,
	  .help = "write all rows of the view; the file's name says in which format (.csv, .json, .txt, .trace)" },
	{ .name = "w!", .usage = "w! [FORMAT|trace] FILE", .min = 1, .max = 2, .run = run_write,
	  .help = "the same, over a file that exists" },
	{ .name = "save-screen", .usage = "save-screen FILE", .min = 1, .max = 1, .run = run_save_screen,
	  .help = "save the screen as text" },
	{ .name = "set", .usage = "set [OPTION [VALUE]]", .max = 2, .run = run_set,
	  .help = "change an option; without words: all of them" },
	{ .name = "bind", .usage = "bind [VIEW] KEY ACTION [COUNT]", .min = 2, .max = 4, .run = run_bind,
	  .help = "bind a key; ACTION none removes it" },
	{ .name = "preset", .usage = "preset less|htop|vim", .min = 1, .max = 1, .run = run_preset,
	  .help = "bind keys as that program has them" },
	{ .name = "color", .usage = "color ROLE FG [BG] [ATTRIBUTE]...", .min = 2, .max = 8, .run = run_color,
	  .help = "change the colours of a role" },
	{ .name = "tour", .usage = "tour", .plain = gt_tour_begin,
	  .help = "a tour of the views: a sentence at a time, and the key to press" },
	{ .name = "messages", .usage = "messages", .plain = gt_app_menu_messages, .help = "show the last messages" },
	{ .name = "quit", .usage = "quit", .plain = command_quit, .help = "quit" },
	{ .name = "q", .usage = "q", .plain = command_quit, .help = "quit" },
	{ .name = "q!", .usage = "q!", .plain = command_quit, .help = "quit, for vi's sake" },
};

const size_t gt_commands_count = GT_COUNT(gt_commands);

const struct gt_command *gt_command_find(const char *name)
{
	for (size_t i = 0; i < GT_COUNT(gt_commands); i++) {
		if (strcmp(gt_commands[i].name, name) == 0)
			return &gt_commands[i];
	}
	return NULL;
}

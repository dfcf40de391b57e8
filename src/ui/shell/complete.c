/* Completion of the command line and of file names. */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/app/app_state.h"
#include "ui/shell/command.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/preset.h"
#include "ui/shell/values.h"

struct line {
	struct gt_app *app;
	struct gt_words before;    /* the words before that under the cursor */
	const char *stem;          /* that word up to the cursor */
	size_t n;
	struct gt_buf words;       /* that may be there, separated by blanks */
	struct gt_completions *out;
};

/* What may stand under the cursor: a word, or several that blanks separate. */
static void complete_offer(struct line *l, const char *words)
{
	gt_buf_printf(&l->words, "%s ", words);
}

static void offer_all(struct line *l)
{
	struct gt_buf one = { 0 };

	for (const char *p = gt_buf_str(&l->words); *(p += strspn(p, " ")); p += strcspn(p, " ")) {
		gt_buf_reset(&one);
		gt_buf_add(&one, p, strcspn(p, " "));
		gt_completions_offer(l->out, l->stem, l->n, gt_buf_str(&one));
	}
	gt_buf_release(&one);
	gt_buf_release(&l->words);
}

static void offer_actions(struct line *l)
{
	for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++) {
		const struct gt_action_info *info = gt_action_info((enum gt_action)a);

		if (info->where != GT_WHERE_PROMPT)
			complete_offer(l, info->name);
	}
}

/* ---- files ---- */

#define FILES_MAX 200

static void offer_files(struct gt_completions *out, const char *stem, size_t n)
{
	struct gt_buf dir = { 0 }, path = { 0 };
	struct stat st;
	const char *base = memrchr(stem, '/', n);
	size_t len;
	struct dirent *e;
	DIR *d;

	base = base ? base + 1 : stem;
	len = n - (size_t)(base - stem);
	gt_buf_add(&dir, stem, (size_t)(base - stem));
	d = opendir(dir.len ? gt_buf_str(&dir) : ".");
	while (d && out->n < FILES_MAX && (e = readdir(d))) {
		/* Hidden files only after a dot. */
		if (strncmp(e->d_name, base, len) != 0 || (*e->d_name == '.' && len == 0))
			continue;
		gt_buf_reset(&path);
		gt_buf_printf(&path, "%s%s", gt_buf_str(&dir), e->d_name);
		if (stat(gt_buf_str(&path), &st) == 0 && S_ISDIR(st.st_mode))
			gt_buf_putc(&path, '/');
		gt_completions_add(out, gt_buf_str(&path));
	}
	if (d)
		closedir(d);
	gt_buf_release(&dir);
	gt_buf_release(&path);
}

/* ---- arguments ---- */

static void complete_set(struct line *l)
{
	struct gt_option_set *set;
	const struct gt_option *o;

	if (l->before.n == 1) {
		for (size_t s = 0; s < l->app->settings.nsets; s++) {
			for (size_t i = 0; i < l->app->settings.sets[s].n; i++)
				complete_offer(l, l->app->settings.sets[s].table[i].name);
		}
	} else if (l->before.n == 2) {
		o = gt_app_find_option(l->app, l->before.v[1], &set);
		if (o)
			complete_offer(l, o->kind == GT_OPT_BOOL ? "yes no" : o->choices ? o->choices : "");
	}
}

static void complete_bind(struct line *l)
{
	if (l->before.n == 1) {
		for (int w = 0; w <= GT_WHERE_VIEWS + GT_VIEW_HELP; w++) {
			if (w != GT_WHERE_VIEWS + GT_VIEW_TIMELINE)
				complete_offer(l, gt_where_name(w));
		}
	} else {
		offer_actions(l);
		complete_offer(l, "none");
	}
}

static void complete_column(struct line *l)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(l->app));

	for (unsigned i = 0; lv && i < lv->ncolumns; i++)
		complete_offer(l, lv->columns[i].key);
}

static void complete_sort(struct line *l)
{
	if (l->before.n == 1)
		complete_column(l);
	else
		complete_offer(l, "asc desc");
}

static void complete_values(struct line *l)
{
	gt_values_words(l->app, &l->words);
}

static void complete_show(struct line *l)
{
	if (l->before.n == 1)
		gt_show_names(l->app, &l->words);
}

static void complete_preset(struct line *l)
{
	if (l->before.n == 1)
		complete_offer(l, gt_preset_names);
}

static void complete_color(struct line *l)
{
	if (l->before.n == 1) {
		for (int r = 0; r < GT_ROLE_COUNT; r++)
			complete_offer(l, gt_role_name((enum gt_role)r));
	} else {
		complete_offer(l, "default black red green yellow blue magenta cyan white "
			       "bold faint underline reverse");
	}
}

static void complete_file(struct line *l)
{
	offer_files(l->out, l->stem, l->n);
}

static void complete_export(struct line *l)
{
	struct gt_pane *pane = gt_app_current(l->app);

	for (const char *const *f = pane ? gt_pane_formats(pane) : NULL; l->before.n == 1 && f && *f; f++)
		complete_offer(l, *f);
	if (l->before.n == 1)
		complete_offer(l, gt_app_trace_format);
	complete_file(l);
}

/* The words of a command that a pane has. */
static void complete_pane(struct line *l, struct gt_pane *pane)
{
	if (pane && pane->ops->complete)
		pane->ops->complete(pane, (const char *const *)l->before.v, l->before.n, &l->words);
	gt_buf_putc(&l->words, ' ');
}

static const struct {
	const char *name;
	void (*complete)(struct line *l);
} arguments[] = {
	{ "set", complete_set }, { "bind", complete_bind },
	{ "preset", complete_preset }, { "sort", complete_sort }, { "columns", complete_column },
	{ "values", complete_values }, { "show", complete_show },
	{ "color", complete_color }, { "export", complete_export }, { "w", complete_export },
	{ "w!", complete_export }, { "save-screen", complete_file },
};

/* The first word: commands and actions. */
static void complete_name(struct line *l)
{
	struct gt_pane *pane = gt_app_current(l->app);

	for (const char *const *own = pane ? pane->ops->commands : NULL; own && *own; own++)
		complete_offer(l, *own);
	for (size_t i = 0; i < gt_commands_count; i++) {
		/* Those that are actions, too, come with the actions. */
		if (gt_action_find(gt_commands[i].name) == GT_ACT_NONE && strlen(gt_commands[i].name) > 1)
			complete_offer(l, gt_commands[i].name);
	}
	offer_actions(l);
}

void gt_complete_command(void *app, const char *text, size_t cursor, size_t *start, struct gt_completions *out)
{
	struct line l = { .app = app, .out = out };
	struct gt_buf head = { 0 };
	bool open_quote;

	if (strncmp(text, "filter ", 7) == 0 && cursor >= 7) {
		gt_complete_filter(app, text, cursor, start, out);
		return;
	}
	for (*start = cursor; *start > 0 && text[*start - 1] != ' '; --*start)
		;
	l.stem = text + *start;
	l.n = cursor - *start;
	gt_buf_add(&head, text, *start);
	open_quote = gt_words_split(&l.before, gt_buf_str(&head), NULL) < 0;
	if (!open_quote && l.before.n == 0) {
		complete_name(&l);
	} else if (!open_quote) {
		for (size_t i = 0; i < GT_COUNT(arguments); i++) {
			if (strcmp(arguments[i].name, l.before.v[0]) == 0)
				arguments[i].complete(&l);
		}
		for (int v = 0; v < GT_VIEW_COUNT; v++) {
			struct gt_pane *pane = l.app->panes[v];

			if (v == l.app->view || gt_pane_everywhere(pane, l.before.v[0]))
				complete_pane(&l, pane);
		}
	}
	offer_all(&l);
	gt_words_release(&l.before);
	gt_buf_release(&head);
}

/* ---- filters ---- */

#define VALUE_ROWS 500
#define VALUES_MAX 40

static bool is_offered_already(const struct gt_completions *out, const char *word)
{
	for (size_t i = 0; i < out->n; i++) {
		if (strcmp(out->v[i], word) == 0)
			return true;
	}
	return false;
}

/* As a filter reads it: in quotes unless it is a plain word. */
static void quote_value(struct gt_buf *out, const char *text)
{
	bool plain = !text[strcspn(text, " \t\n'\"()!=<>~&|")];
	char quote = strchr(text, '"') ? '\'' : '"';

	if (plain)
		gt_buf_puts(out, text);
	else if (!strchr(text, quote))
		gt_buf_printf(out, "%c%s%c", quote, text, quote);
}

/* What the rows from the top of the list on have in a column; n bytes at key. */
static void offer_values(struct line *l, const char *key, size_t n)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(l->app));
	struct gt_buf name = { 0 }, cell = { 0 }, word = { 0 };
	int col;

	gt_buf_add(&name, key, n);
	col = lv ? gt_list_find_column(lv, gt_buf_str(&name)) : -1;
	for (uint64_t i = 0; col >= 0 && i < VALUE_ROWS && l->out->n < VALUES_MAX && lv->top + i < lv->rows; i++) {
		gt_buf_reset(&cell);
		gt_buf_reset(&word);
		lv->ops->cell(lv->ctx, lv->top + i, (unsigned)col, &cell);
		if (!memchr(gt_buf_str(&cell), '\0', cell.len))
			quote_value(&word, gt_buf_str(&cell));
		if (word.len && !is_offered_already(l->out, gt_buf_str(&word)))
			gt_completions_offer(l->out, l->stem, l->n, gt_buf_str(&word));
	}
	gt_buf_release(&name);
	gt_buf_release(&cell);
	gt_buf_release(&word);
}

/* A column, or after an operator a value of the column before it. */
static void complete_test(struct line *l, const char *text, size_t cursor, size_t *start)
{
	const char *stops = " \t()&|<>=~!", *ops = "<>=~!";
	size_t end, from;

	for (*start = cursor; *start > 0 && !strchr(stops, text[*start - 1]); --*start)
		;
	l->stem = text + *start;
	l->n = cursor - *start;
	for (end = *start; end > 0 && text[end - 1] == ' '; end--)
		;
	if (end == 0 || !strchr(ops, text[end - 1]) || text[end - 1] == '!') {
		complete_column(l);
		return;
	}
	while (end > 0 && (strchr(ops, text[end - 1]) || text[end - 1] == ' '))
		end--;
	for (from = end; from > 0 && !strchr(stops, text[from - 1]); from--)
		;
	offer_values(l, text + from, end - from);
}

void gt_complete_filter(void *app, const char *text, size_t cursor, size_t *start, struct gt_completions *out)
{
	struct line l = { .app = app, .out = out };

	complete_test(&l, text, cursor, start);
	offer_all(&l);
}

void gt_complete_file(void *arg, const char *line, size_t cursor, size_t *start, struct gt_completions *out)
{
	(void)arg;
	*start = 0;
	offer_files(out, line, cursor);
}

/* The palette: actions, commands, views, reports, options, columns, functions, goroutines, by some letters. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reports/registry.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"
#include "ui/shell/command.h"
#include "ui/shell/dispatch.h"
#include "ui/table/modes.h"

#define HITS_MAX 40
#define KNOWN_FUNCS 1024

enum source { ACTIONS, COMMANDS, SHOWN, REPORTS, OPTIONS, COLUMNS, FUNCS, GOROUTINES };

struct hit {
	enum source source;
	uint64_t id;               /* as its source counts */
	int score;
	char *text, *help;
};

struct palette {
	struct gt_app *app;
	struct gt_buf typed;
	struct hit hits[HITS_MAX]; /* best first */
	size_t n;
	uint32_t row;              /* goroutine row to try next */
	struct known_func {
		uint32_t func;     /* string row + 1, 0: free */
		int score;
		bool offered;
	} funcs[KNOWN_FUNCS];
};

/* ---- how well a name fits ---- */

/* n bytes from byte `at` on, for struct gt_menu_item. */
static uint64_t bytes_found(size_t at, size_t n)
{
	return at >= 64 || n == 0 ? 0 : (n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1) << at;
}

/* 0: not at all.  The letters in their order; better in one piece, best where a word begins; *found: where. */
static int fits(const char *typed, const char *name, size_t n, uint64_t *found)
{
	size_t m = strlen(typed), at = 0, gaps = 0;
	int length = n < 200 ? (int)n : 200;

	for (size_t i = 0; i + m <= n; i++) {
		if (strncasecmp(name + i, typed, m) == 0 && (i == 0 || !isalnum((unsigned char)name[i - 1]))) {
			*found = bytes_found(i, m);
			return (i == 0 ? 3000 : 2500) - length;
		}
	}
	for (size_t i = 0; i + m <= n; i++) {
		if (strncasecmp(name + i, typed, m) == 0) {
			*found = bytes_found(i, m);
			return 2000 - length;
		}
	}
	*found = 0;
	for (const char *t = typed; *t; t++) {
		if (*t == ' ')
			continue;
		for (; at < n && tolower((unsigned char)name[at]) != tolower((unsigned char)*t); at++)
			gaps += t > typed;
		if (at >= n) {
			*found = 0;
			return 0;
		}
		*found |= bytes_found(at++, 1);
	}
	return gaps < 500 ? 1000 - (int)gaps - length : 1;
}

/* ---- the best ---- */

static bool is_good(const struct palette *p, int score)
{
	return score > 0 && (p->n < HITS_MAX || score > p->hits[p->n - 1].score);
}

/* Takes text and help.  Among equals the first one stays first. */
static void keep_hit(struct palette *p, enum source source, uint64_t id, int score, char *text, char *help)
{
	size_t i;

	if (p->n == HITS_MAX) {
		p->n--;
		free(p->hits[p->n].text);
		free(p->hits[p->n].help);
	}
	for (i = p->n; i > 0 && p->hits[i - 1].score < score; i--)
		p->hits[i] = p->hits[i - 1];
	p->hits[i] = (struct hit){ source, id, score, text, help };
	p->n++;
}

static void forget_hits(struct palette *p)
{
	for (size_t i = 0; i < p->n; i++) {
		free(p->hits[i].text);
		free(p->hits[i].help);
	}
	p->n = 0;
	p->row = 0;
	memset(p->funcs, 0, sizeof p->funcs);
}

/* ---- sources ---- */

/* What is done by mouse, by letters that follow, or in another kind of view, is no line of its own. */
static bool has_line(struct gt_app *app, enum gt_action a)
{
	const struct gt_action_info *info = gt_action_info(a);
	struct gt_pane *pane = gt_app_current(app);
	int klass = pane ? (int)pane->ops->klass : GT_WHERE_LIST;

	if (info->flags & GT_ACTF_CHAR || info->where == GT_WHERE_PROMPT || strstr(info->keys, "Click") ||
	    strstr(info->keys, "Drag") || strstr(info->keys, "Wheel"))
		return a == GT_ACT_OPEN;
	if (info->where != GT_WHERE_GLOBAL && info->where != klass)
		return false;
	return !(info->flags & GT_ACTF_SOME) || (pane && gt_pane_offers(pane, a));
}

static void offer_lines(struct palette *p)
{
	struct gt_pane *pane = gt_app_current(p->app);
	struct gt_context ctx = pane ? gt_pane_context(pane) : gt_context_view(GT_VIEW_HELP, GT_WHERE_LIST);
	const char *typed = gt_buf_str(&p->typed);
	struct gt_buf help = { 0 };
	uint64_t found;

	for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++) {
		const struct gt_action_info *info = gt_action_info((enum gt_action)a);
		int name = fits(typed, info->name, strlen(info->name), &found);
		int about = fits(typed, info->help, strlen(info->help), &found);
		/* Of its help only whole pieces: single letters are in every sentence. */
		int score = name ? name : about >= 1500 ? about - 1200 : 0;

		if (!has_line(p->app, (enum gt_action)a) || !is_good(p, score))
			continue;
		gt_buf_reset(&help);
		gt_keymap_keys(&p->app->in.keymap, &ctx, (enum gt_action)a, &help);
		gt_buf_printf(&help, "%s%s", help.len ? "  " : "", info->help);
		keep_hit(p, ACTIONS, (uint64_t)a, score, gt_xstrdup(info->name), gt_xstrdup(gt_buf_str(&help)));
	}
	for (size_t i = 0; i < gt_commands_count; i++) {
		const struct gt_command *c = &gt_commands[i];
		int score = fits(typed, c->name, strlen(c->name), &found);

		if (gt_action_find(c->name) != GT_ACT_NONE || strlen(c->name) == 1 || !is_good(p, score))
			continue;
		gt_buf_reset(&help);
		gt_buf_printf(&help, ":%s  %s", c->usage, c->help);
		keep_hit(p, COMMANDS, i, score, gt_xstrdup(c->name), gt_xstrdup(gt_buf_str(&help)));
	}
	gt_buf_release(&help);
}

/* By name only: help has every word.  Takes nothing. */
static void offer_named(struct palette *p, enum source source, uint64_t id, const char *name, const char *what,
			const char *help)
{
	uint64_t found;
	int score = fits(gt_buf_str(&p->typed), name, strlen(name), &found);
	struct gt_buf text = { 0 };

	/* After an action of the same name. */
	score -= score > 50 ? 50 : 0;
	if (!is_good(p, score))
		return;
	gt_buf_printf(&text, "%s  %s", what, help);
	keep_hit(p, source, id, score, gt_xstrdup(name), gt_buf_steal(&text));
}

/* What a view can show: `show NAME`.  The goroutines' names are those of an open page. */
static void offer_modes(struct palette *p, int view, struct gt_pane *pane)
{
	const struct gt_modes_spec *s = pane && pane->modes ? pane->modes->spec : NULL;

	for (unsigned i = 0; s && i < s->n; i++)
		if (s->v[i].name && gt_modes_find(pane, s->v[i].name, false))
			offer_named(p, SHOWN, (uint64_t)view, s->v[i].name, "view", pane->ops->title);
}

/* What is no action, but has a name; only when something was typed. */
static void offer_others(struct palette *p)
{
	struct gt_app *app = p->app;
	struct gt_pane *pane = gt_app_current(app);
	struct gt_listview *lv = gt_pane_content(pane)->sort_changed ? gt_pane_list(pane) : NULL;
	const struct gt_report *r;

	for (int v = 0; v < GT_VIEW_COUNT; v++)
		offer_modes(p, v, gt_app_pane(app, v));
	for (unsigned i = 0; (r = gt_report_at(i)); i++)
		offer_named(p, REPORTS, i, r->name, "report", r->row);
	for (size_t s = 0; s < app->settings.nsets; s++) {
		for (size_t i = 0; i < app->settings.sets[s].n; i++) {
			const struct gt_option *o = &app->settings.sets[s].table[i];

			offer_named(p, OPTIONS, i, o->name, ":set", o->help);
		}
	}
	for (unsigned i = 0; lv && i < lv->ncolumns; i++) {
		if (*lv->columns[i].title && !(lv->columns[i].flags & GT_LIST_COL_NOSORT))
			offer_named(p, COLUMNS, i, lv->columns[i].title, "sort by", lv->columns[i].help);
	}
}

static void offer_func(struct palette *p, struct known_func *k, const char *name, size_t n)
{
	struct gt_buf text = { 0 };

	/* Another one may have had its place in the table meanwhile. */
	for (size_t i = 0; i < p->n; i++)
		k->offered |= p->hits[i].source == FUNCS && p->hits[i].id == k->func - 1;
	if (!k->offered && is_good(p, k->score)) {
		gt_text_escape(&text, name, n);
		keep_hit(p, FUNCS, k->func - 1, k->score, gt_buf_steal(&text),
			 gt_xstrdup("goroutines of this function"));
	}
	k->offered = true;
}

/* Rows are tried one after the other; false: that was the last. */
static bool offer_goroutine(struct palette *p)
{
	const char *name = "", *typed = gt_buf_str(&p->typed);
	struct known_func *k;
	struct gt_buf text = { 0 };
	uint64_t id, wanted, found;
	uint32_t func;
	size_t n = 0;
	int score;

	if (!p->app->ops->goroutine || !p->app->ops->goroutine(p->app->ctx, p->row, &id, &func, &name, &n))
		return false;
	p->row++;
	k = &p->funcs[func % KNOWN_FUNCS];
	if (k->func != func + 1)
		*k = (struct known_func){ .func = func + 1, .score = func ? fits(typed, name, n, &found) : 0 };
	if (func && k->score && !k->offered)
		offer_func(p, k, name, n);
	/* After its function, but first if its number was typed. */
	score = k->score > 1 ? k->score - 200 : k->score;
	if (gt_parse_u64(typed + (*typed == 'g' || *typed == 'G'), &wanted) == 0 && wanted == id)
		score = 4000;
	if (is_good(p, score)) {
		gt_buf_printf(&text, "G%llu ", (unsigned long long)id);
		gt_text_escape(&text, name, n);
		keep_hit(p, GOROUTINES, id, score, gt_buf_steal(&text), gt_xstrdup("goroutine"));
	}
	return true;
}

/* ---- what Enter does ---- */

/* What wants a word more, as `show task ID`, is asked for. */
static void run_line(struct gt_app *app, const char *verb, const struct hit *h, bool wants_word)
{
	struct gt_buf line = { 0 };
	struct gt_error err;

	gt_buf_printf(&line, "%s%s%s", verb, h->text, wants_word ? " " : "");
	if (wants_word)
		gt_app_ask_command(app, gt_buf_str(&line));
	else if (app->dispatch->command(app, gt_buf_str(&line), &err) < 0)
		gt_app_error(app, "%s", err.text);
	gt_buf_release(&line);
}

static void show_mode_of(struct gt_app *app, const struct hit *h)
{
	const struct gt_mode *mode = gt_modes_find(gt_app_pane(app, (int)h->id), h->text, false);

	gt_app_jump(app, (int)h->id, NULL);
	gt_app_sync(app);
	run_line(app, "show ", h, mode->numbered);
}

static void run_action_named(struct gt_app *app, const struct hit *h)
{
	run_line(app, "", h, false);
}

static void run_command(struct gt_app *app, const struct hit *h)
{
	run_line(app, "", h, gt_commands[h->id].max > 0);
}

static void show_report(struct gt_app *app, const struct hit *h)
{
	struct gt_error err;

	if (gt_show(app, h->text, &err) < 0)
		gt_app_message(app, "%s", err.text);
}

static void type_option(struct gt_app *app, const struct hit *h)
{
	run_line(app, "set ", h, true);
}

static void sort_column(struct gt_app *app, const struct hit *h)
{
	gt_app_sort(app, (unsigned)h->id, -1);
}

static void show_func(struct gt_app *app, const struct hit *h)
{
	gt_app_jump(app, GT_VIEW_GOROUTINES, NULL);
	gt_app_sync(app);
	gt_app_search(app, h->text);
}

static void show_goroutine(struct gt_app *app, const struct hit *h)
{
	struct gt_sel sel = { 0 };
	struct gt_error err;

	if (app->ops->resolve(app->ctx, 'g', h->id, &sel, &err) < 0)
		gt_app_error(app, "%s", err.text);
	else
		gt_app_open(app, GT_VIEW_GOROUTINES, &sel);
}

/* Of each source: what Enter does with a hit, whose text is what was shown. */
static void (*const runs[])(struct gt_app *app, const struct hit *h) = {
	[ACTIONS] = run_action_named, [COMMANDS] = run_command, [SHOWN] = show_mode_of, [REPORTS] = show_report,
	[OPTIONS] = type_option, [COLUMNS] = sort_column, [FUNCS] = show_func, [GOROUTINES] = show_goroutine,
};

/* ---- looking ---- */

static void show_hits(struct palette *p)
{
	struct gt_menu_item items[HITS_MAX];
	size_t current = p->app->dialog.menu.open ? p->app->dialog.menu.cursor : 0;

	for (size_t i = 0; i < p->n; i++) {
		const struct hit *h = &p->hits[i];

		items[i] = (struct gt_menu_item){ .text = h->text, .help = h->help };
		if (p->typed.len)
			fits(gt_buf_str(&p->typed), h->text, strlen(h->text), &items[i].found);
	}
	gt_menu_open(&p->app->dialog.menu, p->n ? "Go to" : "Go to: nothing has these letters", items, p->n, current,
		     false);
	gt_app_dirty(p->app, GT_DIRTY_REPAINT);
}

static bool look(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct palette *p = arg;
	bool more;

	(void)app;
	do
		more = offer_goroutine(p);
	while (more && !gt_job_expired(job));
	show_hits(p);
	return !more;
}

static const struct gt_job_ops look_ops = { .what = "looking", .step = look };

static void stop_looking(struct gt_app *app)
{
	if (app->work.job.ops == &look_ops)
		gt_app_cancel_job(app);
}

static void palette_typed(struct gt_app *app, void *arg, const char *text)
{
	struct palette *p = arg;

	stop_looking(app);
	forget_hits(p);
	gt_buf_reset(&p->typed);
	gt_buf_puts(&p->typed, text);
	offer_lines(p);
	if (*text)
		offer_others(p);
	gt_menu_close(&app->dialog.menu);
	show_hits(p);
	if (*text)
		gt_app_start_job(app, &look_ops, p);
}

static void palette_answered(struct gt_app *app, void *arg, const char *text)
{
	struct palette *p = arg;
	size_t at = app->dialog.menu.cursor;

	stop_looking(app);
	gt_menu_close(&app->dialog.menu);
	if (text && at < p->n)
		runs[p->hits[at].source](app, &p->hits[at]);
	else if (text)
		gt_app_error(app, "nothing to go to: %s", text);
	forget_hits(p);
	gt_buf_release(&p->typed);
	free(p);
}

void gt_app_ask_palette(struct gt_app *app)
{
	struct palette *p = gt_xcalloc(1, sizeof *p);
	const struct gt_ask ask = {
		.label = "Go to: ", .done = palette_answered, .changed = palette_typed, .arg = p,
		.kind = GT_ASK_PALETTE,
	};

	p->app = app;
	gt_app_ask(app, &ask);
	palette_typed(app, p, "");
}

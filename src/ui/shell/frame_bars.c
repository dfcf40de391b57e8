/* The lines around the panes: title, tabs, status, hints. */
#include "ui/shell/frame.h"

#include <string.h>

#include "base/human.h"
#include "base/utf8.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"

#define BAR_COLS 10

/* ---- title and progress ---- */

static bool running(struct gt_app *app, struct gt_progress *p)
{
	*p = (struct gt_progress){ .share = -1, .seconds_left = -1 };
	if (app->work.job.ops) {
		p->what = app->work.job.ops->what;
		p->share = app->work.job.share;
		return true;
	}
	return gt_app_is_reading(app, p);
}

/* "indexing 62% ▕█████▌   ▏ 0.8s left", on the right; returns the column where it starts. */
static int draw_progress(struct gt_app *app, const struct gt_canvas *c)
{
	struct gt_progress p;
	struct gt_buf left = { 0 }, right = { 0 };
	int x, text, cols;

	if (!running(app, &p) || !p.what)
		return c->cols;
	gt_buf_puts(&left, p.what);
	if (p.share >= 0)
		gt_buf_printf(&left, " %d%%", (int)(p.share * 100));
	if (p.seconds_left >= 0)
		gt_buf_printf(&right, " %.1fs left", p.seconds_left);
	text = gt_text_width(gt_buf_str(&left), left.len);
	cols = text + 3 + BAR_COLS + (int)right.len;
	x = c->cols > cols ? c->cols - cols : 0;
	gt_canvas_text(c, 0, x, GT_ROLE_PROGRESS, gt_buf_str(&left));
	gt_canvas_text(c, 0, x + text + 1, GT_ROLE_PROGRESS, "▕");
	gt_canvas_hbar(c, 0, x + text + 2, BAR_COLS, GT_ROLE_PROGRESS, p.share);
	gt_canvas_text(c, 0, x + text + 2 + BAR_COLS, GT_ROLE_PROGRESS, "▏");
	gt_canvas_text(c, 0, x + text + 3 + BAR_COLS, GT_ROLE_PROGRESS, gt_buf_str(&right));
	gt_buf_release(&left);
	gt_buf_release(&right);
	return x;
}

/* Parts that do not fit whole are left out; the first, the name of the file, is cut. */
void gt_frame_title(struct gt_app *app, const struct gt_canvas *c)
{
	struct gt_buf title = { 0 };
	int end = draw_progress(app, c) - 1, x = 0;
	bool first = true;

	if (app->ops->title)
		app->ops->title(app->ctx, &title);
	for (const char *s = gt_buf_str(&title); *s;) {
		size_t n = strcspn(s, "\n");
		struct gt_canvas probe = gt_canvas_sub(c, 0, 0, 0, 0);
		int cols = gt_canvas_textn(&probe, 0, 0, GT_ROLE_TITLE, s, n);

		if (first && x + cols > end)
			gt_canvas_fit(c, 0, x, end - x, GT_ROLE_TITLE, s, n, false);
		else if (x + cols <= end)
			gt_canvas_textn(c, 0, x, first ? GT_ROLE_TITLE : GT_ROLE_STATUS, s, n);
		else
			break;
		first = false;
		x += cols + 2;
		s += n + (s[n] == '\n');
	}
	gt_buf_release(&title);
}

/* ---- tabs ---- */

struct tab {
	int view, x, cols;
	bool current;
};

/* How tabs are written: "[1]Overview  2 Timeline", "[1]Overview 2 Timeline", "[1]Overview 2Timeline", then cut. */
struct tab_form {
	const char *before, *after;   /* around the number of a view that is not shown */
	int title;                    /* columns of a title at most */
};

static const struct tab_form tab_forms[] = {
	{ " ", " ", 40 }, { "", " ", 40 }, { "", "", 40 }, { "", "", 8 }, { "", "", 6 },
	{ "", "", 4 },    { "", "", 3 },   { "", "", 1 },  { "", "", 0 },
};

static int tab_key(int view)
{
	static const char others[GT_VIEW_COUNT] = {
		[GT_VIEW_SIDES] = '9', [GT_VIEW_PATH] = 'W', [GT_VIEW_PROFILES] = 'P', [GT_VIEW_VALUES] = 'V',
		[GT_VIEW_TRACES] = '1',
	};

	return others[view] ? others[view] : '1' + view;
}

/* Places the tabs in the first form in which they fit. */
static size_t fit_tabs(struct gt_app *app, int width, const struct tab_form **form, struct tab *tabs)
{
	int view = app->view == GT_VIEW_HELP ? app->below : app->view;

	for (*form = tab_forms;; ++*form) {
		size_t n = 0;
		int x = 0;

		for (int v = 0; v < GT_VIEW_HELP; v++) {
			struct tab *t = &tabs[n];

			/* Views without a number only while they are shown; both sides in the place of their list. */
			if (!app->panes[v] || (v >= GT_VIEW_SIDES && v != view) ||
			    (v == GT_VIEW_COMPARE && view == GT_VIEW_SIDES))
				continue;
			*t = (struct tab){ .view = v, .x = x, .current = v == view };
			t->cols = gt_text_width(app->panes[v]->ops->title, strlen(app->panes[v]->ops->title));
			if (!t->current && t->cols > (*form)->title)
				t->cols = (*form)->title;
			t->cols += t->current ? 3 : 1 + (int)strlen((*form)->before) + (int)strlen((*form)->after);
			x += t->cols + 1;
			n++;
		}
		if (x - 1 <= width || *form == &tab_forms[GT_COUNT(tab_forms) - 1])
			return n;
	}
}

void gt_frame_tabs(struct gt_app *app, const struct gt_canvas *c)
{
	struct tab tabs[GT_VIEW_COUNT];
	const struct tab_form *form;
	size_t n = fit_tabs(app, c->cols, &form, tabs);

	for (size_t i = 0; i < n; i++) {
		const struct tab *t = &tabs[i];
		struct gt_canvas tab = gt_canvas_sub(c, 0, t->x, 1, t->cols);
		int x;

		if (t->current) {
			x = gt_canvas_printf(&tab, 0, 0, GT_ROLE_TAB_CURRENT, "[%c]", tab_key(t->view));
			gt_canvas_text(&tab, 0, x, GT_ROLE_TAB_CURRENT, app->panes[t->view]->ops->title);
			continue;
		}
		x = gt_canvas_printf(&tab, 0, 0, GT_ROLE_KEY, "%s%c%s", form->before, tab_key(t->view), form->after);
		gt_canvas_text(&tab, 0, x, GT_ROLE_TAB, app->panes[t->view]->ops->title);
	}
	if (app->view == GT_VIEW_HELP)
		gt_canvas_text(c, 0, c->cols - 7, GT_ROLE_TAB_CURRENT, "[?]Help");
}

int gt_frame_tab_at(struct gt_app *app, int x)
{
	struct tab tabs[GT_VIEW_COUNT];
	const struct tab_form *form;
	size_t n = fit_tabs(app, app->screen.cols, &form, tabs);

	for (size_t i = 0; i < n; i++) {
		if (x >= tabs[i].x && x < tabs[i].x + tabs[i].cols)
			return tabs[i].view;
	}
	return GT_NO_VIEW;
}

/* ---- status ---- */

/* Whether the range restricts what the pane shows. */
static bool shows_range(const struct gt_pane *pane)
{
	return pane && pane->view != GT_VIEW_TIMELINE && pane->view != GT_VIEW_PATH && pane->view != GT_VIEW_HELP;
}

/* "A-B 1.2ms..5.6ms" where that is all that is shown, else "A-B 1.5ms", or the one marker that is set. */
static void range_part(struct gt_app *app, struct gt_buf *out)
{
	const struct gt_pane *pane = gt_app_current(app);
	int64_t from, to;

	if (shows_range(pane) && gt_app_restricted(app, &from, &to)) {
		gt_buf_puts(out, "A-B ");
		gt_human_time(out, from);
		gt_buf_puts(out, "..");
		gt_human_time(out, to);
	} else if (gt_app_range(app, &from, &to)) {
		if (pane && pane->ops->tells_range)
			return;
		gt_buf_puts(out, "A-B ");
		gt_human_dur(out, to - from);
	} else if (app->at.has_marker[0] || app->at.has_marker[1]) {
		gt_buf_puts(out, app->at.has_marker[0] ? "A " : "B ");
		gt_human_time(out, app->at.marker[app->at.has_marker[0] ? 0 : 1]);
	}
}

static void filter_part(struct gt_app *app, struct gt_buf *out)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_listview *lv = gt_pane_list(pane);
	const char *one = NULL;
	size_t on = 0;

	for (size_t i = 0; pane && i < pane->filters.n; i++) {
		if (pane->filters.v[i].on) {
			one = pane->filters.v[i].text;
			on++;
		}
	}
	if (on == 1)
		gt_buf_printf(out, "&%s", one);
	else if (on > 1)
		gt_buf_printf(out, "%zu filters", on);
	if (lv && lv->total && lv->total != lv->rows)
		gt_buf_printf(out, "%s%s of %s", on ? ": " : "", gt_count_text(lv->rows).s,
			      gt_count_text(lv->total).s);
	if (lv && lv->tags.n)
		gt_buf_printf(out, "%s%s tagged", out->len ? "  " : "", gt_count_text(lv->tags.n).s);
}

/* Screens without tabs: where one is. */
static void view_part(struct gt_app *app, struct gt_buf *out)
{
	const struct gt_pane *pane = gt_app_current(app);
	struct gt_mode_item items[GT_MODES_MAX];
	size_t n;

	if (!pane || app->screen.layout.tabs.rows > 0)
		return;
	gt_buf_puts(out, pane->ops->title);
	n = pane->modes ? gt_modes_list(pane, true, items) : 0;
	for (size_t i = 0; i < n; i++)
		if (items[i].shown && n > 1) {
			gt_buf_puts(out, ": ");
			gt_mode_put_name(out, items[i].mode);
		}
}

static void selection_part(struct gt_app *app, struct gt_buf *out)
{
	struct gt_pane *pane = gt_app_current(app);

	if (pane && pane->ops->status)
		pane->ops->status(pane, out);
	/* Lists have it in the row. */
	if (out->len == 0 && app->ops->describe && app->at.sel.has && app->view != GT_VIEW_HELP &&
	    !(pane && pane->modes))
		app->ops->describe(app->ctx, &app->at.sel, out);
}

static void status_text(struct gt_app *app, struct gt_buf *out)
{
	static void (*const parts[])(struct gt_app *app, struct gt_buf *out) = {
		view_part, selection_part, gt_find_show, range_part, filter_part,
	};
	struct gt_buf text = { 0 };

	for (size_t i = 0; i < GT_COUNT(parts); i++) {
		gt_buf_reset(&text);
		parts[i](app, &text);
		if (text.len && out->len)
			gt_buf_puts(out, "  ");
		gt_buf_add(out, gt_buf_str(&text), text.len);
	}
	gt_buf_release(&text);
}

/* Keys that wait for more, and where in the list the cursor is. */
static void right_text(struct gt_app *app, struct gt_buf *out)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	struct gt_progress p;

	gt_keys_show(&app->in.keys, out);
	/* Screens without a title line. */
	if (app->screen.layout.title.rows == 0 && running(app, &p) && p.share >= 0)
		gt_buf_printf(out, "%s%d%%", out->len ? "  " : "", (int)(p.share * 100));
	if (lv && lv->rows)
		gt_buf_printf(out, "%s%s/%s", out->len ? "  " : "", gt_count_text(lv->cursor + 1).s,
			      gt_count_text(lv->rows).s);
}

void gt_frame_status(struct gt_app *app, const struct gt_canvas *c)
{
	struct gt_buf left = { 0 }, right = { 0 };
	gt_style style = app->screen.message.len ? app->screen.message_role : GT_ROLE_STATUS;
	struct gt_canvas rest;
	int room = c->cols;

	gt_canvas_fill(c, 0, 0, 1, c->cols, GT_ROLE_STATUS, " ");
	right_text(app, &right);
	if ((int)right.len + 12 <= c->cols) {
		gt_canvas_text(c, 0, c->cols - (int)right.len, GT_ROLE_STATUS, gt_buf_str(&right));
		room -= (int)right.len + (right.len > 0);
	}
	rest = gt_canvas_sub(c, 0, 0, 1, room);
	/* Screens without hints. */
	if (!app->screen.message.len && app->screen.layout.hints.rows == 0 && gt_frame_pending(app, &rest)) {
		gt_buf_release(&right);
		return;
	}
	if (app->screen.message.len)
		gt_buf_add(&left, app->screen.message.data, app->screen.message.len);
	/* The tour stands beside a message only where draw_tour has no line for it. */
	if (app->screen.message.len && app->at.tour && app->screen.layout.hints.rows == 0) {
		gt_buf_puts(&left, "  ");
		gt_tour_text(app, &left);
	} else if (!app->screen.message.len && !gt_tour_text(app, &left)) {
		status_text(app, &left);
	}
	gt_canvas_phrases(c, 0, 0, room, style, gt_buf_str(&left), left.len);
	gt_buf_release(&left);
	gt_buf_release(&right);
}

/* ---- hints ---- */

/* In this order, as many as fit.  Their words are in the table of actions. */
static const enum gt_action hint_order[] = {
	GT_ACT_HELP, GT_ACT_OPEN, GT_ACT_FOCUS_NEXT, GT_ACT_SEARCH, GT_ACT_FILTER, GT_ACT_ZOOM_IN, GT_ACT_ZOOM_OUT,
	GT_ACT_SORT, GT_ACT_EXPORT, GT_ACT_CLOSE, GT_ACT_WHOLE, GT_ACT_FIT, GT_ACT_SHOW_TIMELINE,
	GT_ACT_SHOW_GOROUTINE, GT_ACT_SHOW_EVENT, GT_ACT_RESTRICT, GT_ACT_MAXIMISE,
};

static const enum gt_action prompt_hints[] = {
	GT_ACT_P_ACCEPT, GT_ACT_P_CANCEL, GT_ACT_P_COMPLETE, GT_ACT_P_OLDER, GT_ACT_NONE,
};

static const enum gt_action menu_hints[] = { GT_ACT_OPEN, GT_ACT_CANCEL, GT_ACT_NONE };

/* The i-th to show: the pane's own come after the usual ones that matter most. */
static enum gt_action nth_hint(struct gt_app *app, size_t i)
{
	struct gt_pane *pane = gt_app_current(app);
	const enum gt_action *own = pane ? pane->ops->hints : NULL;
	const size_t first = 10;
	size_t n = 0;

	if (app->dialog.asking)
		return prompt_hints[i];
	if (app->dialog.menu.open)
		return menu_hints[i];
	while (own && own[n] != GT_ACT_NONE)
		n++;
	if (i >= first && i < first + n)
		return own[i - first];
	if (i >= first)
		i -= n;
	return i < GT_COUNT(hint_order) ? hint_order[i] : GT_ACT_NONE;
}

static bool hint_applies(struct gt_app *app, enum gt_action action)
{
	struct gt_pane *pane = gt_app_current(app);
	const struct gt_action_info *info = gt_action_info(action);

	if (app->dialog.asking)
		return action != GT_ACT_P_COMPLETE || app->dialog.prompt.complete;
	if (!pane || (info->where != GT_WHERE_GLOBAL && info->where != pane->ops->klass))
		return false;
	switch (action) {
	case GT_ACT_RESTRICT:
		if (!shows_range(pane))
			return false;
		return app->at.has_marker[0] && app->at.has_marker[1];
	case GT_ACT_RANGE_DETAIL:
		return app->at.has_marker[0] && app->at.has_marker[1];
	case GT_ACT_EXPORT:
		return *gt_pane_formats(pane) && pane->view != GT_VIEW_HELP;
	case GT_ACT_SHOW_TIMELINE:
		return app->panes[GT_VIEW_TIMELINE] && app->view != GT_VIEW_TIMELINE && app->view != GT_VIEW_HELP;
	case GT_ACT_SHOW_GOROUTINE:
		return app->panes[GT_VIEW_GOROUTINES] && app->at.sel.has & GT_SEL_G && app->view != GT_VIEW_HELP;
	case GT_ACT_SHOW_EVENT:
		return app->panes[GT_VIEW_EVENTS] && app->view != GT_VIEW_EVENTS && app->view != GT_VIEW_HELP;
	default:
		return gt_pane_offers(pane, action);
	}
}

/* A hint that fits: its key and word. */
struct hint {
	int cols;
	const char *word;
	struct gt_buf key;         /* as of gt_keymap_short */
};

/* The hint of an action, placed at x: false if it does not apply or fit. */
static bool make_hint(struct gt_app *app, enum gt_action action, int x, int width, struct hint *h)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_context ctx;
	size_t n;

	gt_buf_reset(&h->key);
	if (!hint_applies(app, action))
		return false;
	ctx = app->dialog.asking ? gt_context_prompt() : gt_pane_context(pane);
	gt_keymap_short(&app->in.keymap, &ctx, action, &h->key);
	n = h->key.len;
	h->word = gt_action_info(action)->hint;
	if (action == GT_ACT_OPEN && app->dialog.menu.open)
		h->word = app->dialog.menu.checks ? "Toggle" : "Choose";
	else if (action == GT_ACT_GROUP && pane->ops->klass == GT_WHERE_TIMELINE)
		h->word = "Lanes";
	else if (action == GT_ACT_CLOSE && app->view != GT_VIEW_HELP && app->at.jumps.back.n == 0 && !app->listed)
		h->word = "Quit";
	h->cols = gt_text_width(gt_buf_str(&h->key), n) + (int)strlen(h->word);
	/* "?Help", but "o Sort". */
	if (n != 1 || strchr("/?&:|", *h->key.data) == NULL)
		h->cols++;
	return n > 0 && x + h->cols <= width;
}

/* Draws the hints where c is not NULL; returns the action of the one at column `at`, GT_ACT_NONE if there is none. */
static enum gt_action walk_hints(struct gt_app *app, const struct gt_canvas *c, int at)
{
	enum gt_action action, hit = GT_ACT_NONE;
	struct hint h = { 0 };
	int x = 0;

	for (size_t i = 0; (action = nth_hint(app, i)) != GT_ACT_NONE; i++) {
		if (!make_hint(app, action, x, app->screen.cols, &h))
			continue;
		if (c) {
			gt_canvas_text(c, 0, x, GT_ROLE_KEY, gt_buf_str(&h.key));
			gt_canvas_text(c, 0, x + h.cols - (int)strlen(h.word), GT_ROLE_HINT, h.word);
		}
		if (at >= x && at < x + h.cols)
			hit = action;
		x += h.cols + 2;
	}
	gt_buf_release(&h.key);
	return hit;
}

/* The step of the tour, while a message has the place of it in the status line; c may be NULL. */
static bool draw_tour(struct gt_app *app, const struct gt_canvas *c)
{
	struct gt_buf text = { 0 };
	bool drawn = app->screen.message.len && !app->dialog.asking && !app->dialog.menu.open &&
		     gt_tour_text(app, &text);

	if (drawn && c)
		gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_STATUS, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	return drawn;
}

void gt_frame_hints(struct gt_app *app, const struct gt_canvas *c)
{
	if (!gt_frame_pending(app, c) && !draw_tour(app, c))
		walk_hints(app, c, -1);
}

enum gt_action gt_frame_hint_at(struct gt_app *app, int at)
{
	return gt_frame_pending(app, NULL) || draw_tour(app, NULL) ? GT_ACT_NONE : walk_hints(app, NULL, at);
}

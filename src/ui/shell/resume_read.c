/* Sessions: read, each line checked as if anybody had written it. */
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"
#include "ui/app/app_state.h"
#include "ui/kit/words.h"
#include "ui/shell/command.h"
#include "ui/shell/resume.h"

/* GT_NO_VIEW also of what a session cannot open: no session of ours names that. */
static int view_of(const struct gt_app *app, const char *name)
{
	for (int v = 0; v < GT_VIEW_HELP; v++)
		if (app->panes[v] && !app->panes[v]->ops->origin && strcmp(app->panes[v]->ops->name, name) == 0)
			return v;
	return GT_NO_VIEW;
}

/* ---- selections ---- */

static void take_part(struct gt_sel *s, const struct gt_program *prog, const char *name, uint64_t v)
{
	const struct gt_trace_info *info = gt_trace_info(prog->trace);
	int64_t time = v <= (uint64_t)info->duration ? (int64_t)v : info->duration;
	struct gt_goroutine g;
	struct gt_slice slice;

	if (strcmp(name, "time") == 0) {
		s->has |= GT_SEL_TIME;
		s->time_ns = time;
	} else if (strcmp(name, "end") == 0 && s->has & GT_SEL_TIME && time >= s->time_ns) {
		s->has |= GT_SEL_SPAN;
		s->end_ns = time;
	} else if (strcmp(name, "p") == 0 && gt_proc_find(prog->trace, v) != GT_NO_ROW) {
		s->has |= GT_SEL_P;
		s->p = v;
	} else if (strcmp(name, "g") == 0 && v < GT_NO_ROW && gt_goroutine_get(prog->trace, (uint32_t)v, &g)) {
		s->has |= GT_SEL_G;
		s->g = g.id;
		s->g_row = (uint32_t)v;
	} else if (strcmp(name, "m") == 0 && gt_trace_has_threads(prog->trace) &&
		   gt_thread_find(prog->trace, v) != GT_NO_ROW) {
		s->has |= GT_SEL_M;
		s->m = v;
	} else if (strcmp(name, "slice") == 0 && v < GT_NO_ROW && gt_slice_get(prog->trace, (uint32_t)v, &slice)) {
		s->has |= GT_SEL_SLICE;
		s->slice = v;
	} else if (strcmp(name, "event") == 0 && v < info->events) {
		s->has |= GT_SEL_EVENT;
		s->event = v;
	} else if (strcmp(name, "task") == 0) {
		s->has |= GT_SEL_TASK;
		s->task = v;
	}
}

/* The words from i on: "time=5". */
static struct gt_sel take_sel(const struct gt_program *prog, const struct gt_words *w, size_t i)
{
	struct gt_sel s = { 0 };
	uint64_t v;

	for (; i < w->n; i++) {
		char *eq = strchr(w->v[i], '=');

		if (!eq || gt_parse_u64(eq + 1, &v) < 0)
			continue;
		*eq = 0;
		take_part(&s, prog, w->v[i], v);
	}
	return s;
}

/* ---- lines ---- */

static void take_typed(struct gt_app *app, const char *line)
{
	const char *text = gt_words_rest(line, 2);
	unsigned kind = (unsigned)(line[strlen("line ")] - '0');

	if (kind < GT_ASK_KINDS)
		gt_history_add(&app->dialog.histories[kind], text);
}

static void take_place(struct gt_program *prog, const struct gt_words *w, bool place)
{
	struct gt_app *app = prog->app;
	bool mark = strcmp(w->v[0], "mark") == 0;
	size_t i = mark ? 2 : 1;
	struct gt_place p = { .bare = true };
	unsigned char letter = mark ? (unsigned char)w->v[1][0] : 0;

	p.view = i < w->n ? view_of(app, w->v[i]) : GT_NO_VIEW;
	if (p.view == GT_NO_VIEW || letter >= GT_BOOKMARKS)
		return;
	p.sel = take_sel(prog, w, i + 1);
	if (mark) {
		app->at.bookmarks[letter] = p;
		app->at.has_bookmark[letter] = true;
	} else if (strcmp(w->v[0], "back") == 0) {
		if (place)
			gt_jumps_record(&app->at.jumps, &p);
	} else if (place) {
		gt_app_go(app, &p);
	}
}

static void take_marker(struct gt_program *prog, const struct gt_words *w)
{
	uint64_t ns;

	if (gt_parse_u64(w->v[2], &ns) == 0 && ns <= (uint64_t)gt_trace_info(prog->trace)->duration)
		gt_app_set_marker(prog->app, w->v[1][0] == 'b', (int64_t)ns);
}

static void take_line(struct gt_program *prog, const char *line, const struct gt_words *w, bool place)
{
	struct gt_app *app = prog->app;

	if (strcmp(w->v[0], "line") == 0 && w->n > 2)
		take_typed(app, line);
	else if (strcmp(w->v[0], "marker") == 0 && w->n == 3)
		take_marker(prog, w);
	else if (strcmp(w->v[0], "lifted") == 0)
		app->at.lifted = true;
	else if (strcmp(w->v[0], "runtime") == 0 && w->n == 2)
		prog->hide_runtime = strcmp(w->v[1], "shown") != 0;
	else if (w->n > 1)
		take_place(prog, w, place);
}

/* "view greedy" and what follows, up to the next: kept for when the view is shown. */
static char *take_view(struct gt_app *app, const char *name, char *p, const char *end)
{
	int view = view_of(app, name);
	char *start = p;

	while (p < end && strncmp(p, "view ", 5) != 0)
		p = (char *)memchr(p, '\n', (size_t)(end - p)) + 1;
	if (view != GT_NO_VIEW && p > start) {
		free(app->panes[view]->pending);
		app->panes[view]->pending = gt_xmemdup0(start, (size_t)(p - start));
	}
	return p;
}

static void take_all(struct gt_program *prog, char *p, const char *end, bool place)
{
	struct gt_words at = { 0 }, w;

	while (p < end) {
		char *nl = memchr(p, '\n', (size_t)(end - p));
		struct gt_words *keep = &w;

		*nl = 0;
		/* A line of words that cannot be split is one that was typed: its words do not matter. */
		gt_words_split(&w, strncmp(p, "line ", 5) == 0 ? "line 0 x" : p, NULL);
		if (w.n == 2 && strcmp(w.v[0], "view") == 0) {
			nl = take_view(prog->app, w.v[1], nl + 1, end) - 1;
		} else if (w.n && strcmp(w.v[0], "at") == 0 && !at.n) {
			/* Last: views have to know what they had when they are shown. */
			at = w;
			keep = NULL;
		} else if (w.n) {
			take_line(prog, p, &w, place);
		}
		if (keep)
			gt_words_release(keep);
		p = nl + 1;
	}
	if (at.n > 1)
		take_place(prog, &at, place);
	gt_words_release(&at);
}

/* The start of the lines behind the head, or NULL and why the text is not used; *end: of the last of them. */
static char *check_text(struct gt_program *prog, char *text, size_t n, const char **end, struct gt_error *err)
{
	static const char head[] = GT_SESSION_HEAD, trace[] = "trace ", tail[] = "end ";
	size_t last = strlen(tail) + 17;
	struct gt_buf want = { 0 };
	bool same;
	char *p;

	gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "it is damaged");
	if (n < strlen(head) + last || memchr(text, 0, n) || memcmp(text, head, strlen(head)) != 0)
		return NULL;
	p = strchr(text, '\n') + 1;
	if (strtoul(text + strlen(head), NULL, 10) != GT_SESSION_VERSION) {
		gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "it is of another version of the program");
		return NULL;
	}
	gt_buf_printf(&want, "%s%016llx\n", tail, (unsigned long long)gt_checksum(text, n - last, 0));
	same = strcmp(gt_buf_str(&want), text + n - last) == 0;
	gt_buf_reset(&want);
	gt_buf_printf(&want, "%s%016llx\n", trace, (unsigned long long)gt_trace_identity(prog->trace));
	if (same && strncmp(p, gt_buf_str(&want), want.len) != 0) {
		gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "the trace has changed");
		same = false;
	}
	p += want.len;
	gt_buf_release(&want);
	*end = text + n - last;
	return same && p <= *end && (*end)[-1] == '\n' ? p : NULL;
}

int gt_session_parse(struct gt_program *prog, char *text, size_t n, bool place, struct gt_error *err)
{
	const char *end;
	char *p;

	if (n == 0 || text[n - 1] != '\n')
		return gt_error_usage(err, "it is damaged");
	p = check_text(prog, text, n, &end, err);
	if (!p)
		return GT_ERR_USAGE;
	take_all(prog, p, end, place);
	gt_app_data_changed(prog->app);
	return 0;
}

/* ---- what a view had ---- */

static void resume_sort(struct gt_app *app, const struct gt_words *w)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	int col = lv && w->n == 3 ? gt_list_find_column(lv, w->v[1]) : -1;
	bool desc = col >= 0 && strcmp(w->v[2], "desc") == 0;

	if (col >= 0 && ((unsigned)col != lv->sort || desc != lv->desc))
		gt_app_sort(app, (unsigned)col, desc);
}

static void resume_tags(struct gt_app *app, const struct gt_words *w)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	uint64_t id;

	for (size_t i = 1; lv && i < w->n; i++)
		if (gt_parse_u64(w->v[i], &id) == 0)
			gt_list_tag_id(lv, id, true);
}

static void resume_line(struct gt_app *app, const char *line, const struct gt_words *w)
{
	struct gt_pane *pane = gt_app_current(app);
	bool off = strcmp(w->v[0], "filter-off") == 0;
	const struct gt_command *c = gt_command_find(w->v[0]);
	struct gt_error err;

	if (off || strcmp(w->v[0], "filter") == 0) {
		if (gt_app_add_filter(app, gt_words_rest(line, 1), &err) == 0 && off)
			gt_app_switch_filter(app, pane->filters.n - 1, false);
	} else if (strcmp(w->v[0], "sort") == 0) {
		resume_sort(app, w);
	} else if (strcmp(w->v[0], "tags") == 0) {
		resume_tags(app, w);
	} else if (strcmp(w->v[0], "columns") == 0 && w->n > 1) {
		c->run(app, &(struct gt_line){ .text = line, .w = w->v, .n = w->n }, &err);
	} else if (pane->ops->command) {
		pane->ops->command(pane, (const char *const *)w->v, w->n, &err);
	}
}

void gt_session_resume(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);
	char *lines = pane->pending, *next;
	size_t back = app->at.jumps.back.n, ahead = app->at.jumps.ahead.n;

	pane->pending = NULL;
	for (char *p = lines; *p; p = next) {
		struct gt_words w;

		next = p + strcspn(p, "\n");
		next += *next == '\n';
		if (next > p && next[-1] == '\n')
			next[-1] = 0;
		/* An open quote: of a filter, which is taken as it stands. */
		gt_words_split(&w, p, NULL);
		if (w.n)
			resume_line(app, p, &w);
		gt_words_release(&w);
	}
	free(lines);
	/* None of that is a way that the user went. */
	if (app->at.jumps.back.n > back)
		app->at.jumps.back.n = back;
	app->at.jumps.ahead.n = ahead;
}

/* Searching: incremental, in slices, with the number of hits. */
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "ui/app/app_state.h"

/*
 * One job finds the next hit and then counts them all.  Rows may be millions:
 * it runs between keys and is replaced by the next key's.
 */
struct search_job {
	struct gt_pane *pane;
	struct gt_listview *lv;
	int dir;
	uint64_t row;        /* to try next */
	uint64_t left;       /* rows to try before giving up */
	uint64_t times;      /* hits still to be stepped over */
	bool finding, wrapped;
	uint64_t count_row, hits, nth;
};

/* ---- counting ---- */

static bool count_hits(struct gt_app *app, struct search_job *j, struct gt_job *job)
{
	struct gt_listview *lv = j->lv;

	while (j->count_row < lv->rows) {
		if (gt_list_matches(lv, j->count_row, app->find.matcher)) {
			j->hits++;
			if (j->count_row == lv->cursor)
				j->nth = j->hits;
		}
		j->count_row++;
		if (gt_job_expired(job)) {
			app->find.hits = j->hits;
			gt_job_progress(job, (double)j->count_row / (double)lv->rows);
			return false;
		}
	}
	app->find.hits = j->hits;
	app->find.nth = j->nth;
	app->find.nth_row = lv->cursor;
	app->find.rows = lv->rows;
	app->find.pane = j->pane;
	app->find.counted = true;
	return true;
}

/* ---- finding ---- */

static void say_not_found(struct gt_app *app)
{
	const char *fault = gt_matcher_fault(app->find.matcher);

	gt_app_error(app, "not found: %s%s%s", gt_matcher_pattern(app->find.matcher),
		     fault ? ", as plain text: " : "", fault ? fault : "");
}

static void found(struct gt_app *app, struct search_job *j)
{
	struct gt_find *f = &app->find;
	bool known = f->counted && f->pane == j->pane && f->rows == j->lv->rows && f->nth && f->hits &&
		     f->nth_row == j->lv->cursor;

	if (j->row != j->lv->cursor) {
		gt_list_goto(j->lv, j->row, true);
		gt_app_list_moved(app, j->pane);
		/* The next hit after the nth is the next one, round the end. */
		if (j->dir > 0)
			f->nth = f->nth % (f->hits ? f->hits : 1) + 1;
		else
			f->nth = f->nth > 1 ? f->nth - 1 : f->hits;
	}
	f->nth_row = j->row;
	f->counted = known;
	if (j->wrapped && !app->dialog.asking)
		gt_app_message(app, j->dir > 0 ? "search continued from the top" : "search continued from the bottom");
	j->wrapped = false;
}

static uint64_t row_after(const struct gt_listview *lv, uint64_t row, int dir)
{
	if (dir > 0)
		return row + 1 < lv->rows ? row + 1 : 0;
	return row > 0 ? row - 1 : lv->rows - 1;
}

/* True when done with finding; j->times > 0 then: nothing was found. */
static bool find_hit(struct gt_app *app, struct search_job *j, struct gt_job *job)
{
	while (j->times > 0 && j->left > 0) {
		bool hit = gt_list_matches(j->lv, j->row, app->find.matcher);

		j->left--;
		if (hit) {
			found(app, j);
			j->times--;
			j->left = j->lv->rows;
		}
		if (j->times == 0)
			return true;
		j->wrapped |= j->dir > 0 ? j->row + 1 >= j->lv->rows : j->row == 0;
		j->row = row_after(j->lv, j->row, j->dir);
		if (gt_job_expired(job)) {
			gt_job_progress(job, 1 - (double)j->left / (double)(j->lv->rows + 1));
			return false;
		}
	}
	return true;
}

static bool search_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct search_job *j = arg;
	struct gt_find *f = &app->find;

	/* A page was opened or left: its rows are not those any more. */
	if (gt_pane_list(j->pane) != j->lv)
		return true;
	/* Rows may have come or gone since the last slice. */
	if (j->row >= j->lv->rows)
		j->row = 0;
	if (j->left > j->lv->rows)
		j->left = j->lv->rows;
	if (j->finding) {
		if (!find_hit(app, j, job))
			return false;
		j->finding = false;
		if (j->times > 0) {
			say_not_found(app);
			f->counted = true;
			f->hits = f->nth = 0;
			f->pane = j->pane;
			f->rows = j->lv->rows;
			return true;
		}
		if (f->counted && f->pane == j->pane && f->rows == j->lv->rows)
			return true;
	}
	f->counting = true;
	return count_hits(app, j, job);
}

static void search_done(struct gt_app *app, void *arg, bool cancelled)
{
	(void)cancelled;
	app->find.counting = false;
	free(arg);
}

static const struct gt_job_ops search_ops = { .what = "searching", .step = search_step, .done = search_done };

/* Panes that are not lists search themselves.  from: the first row to try of others. */
static void app_search_start(struct gt_app *app, struct gt_pane *pane, uint64_t from, uint64_t times, int dir)
{
	const struct gt_content_ops *content = gt_pane_content(pane);
	struct gt_listview *lv = gt_pane_list(pane);
	struct search_job *j;

	while (content->find && times > 0 && content->find(pane, app->find.matcher, dir))
		times--;
	if (content->find ? times > 0 : !lv || lv->rows == 0) {
		say_not_found(app);
	} else if (!content->find) {
		j = gt_xcalloc(1, sizeof *j);
		*j = (struct search_job){
			.pane = pane, .lv = lv, .dir = dir, .row = from, .left = lv->rows, .times = times,
			.finding = true,
		};
		gt_app_start_job(app, &search_ops, j);
	}
}

static bool can_search(struct gt_app *app, struct gt_pane *pane)
{
	if (gt_pane_content(pane)->find || gt_pane_list(pane))
		return true;
	gt_app_message(app, "there is nothing to search in this view");
	return false;
}

void gt_app_search_next(struct gt_app *app, uint64_t times, int dir)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_listview *lv = gt_pane_list(pane);

	if (!app->find.matcher) {
		gt_app_message(app, "no previous search");
		return;
	}
	if (can_search(app, pane))
		app_search_start(app, pane, lv ? row_after(lv, lv->cursor, dir) : 0, times, dir);
}

static void set_matcher(struct gt_app *app, struct gt_matcher *m)
{
	/* It reads the matcher; other jobs do not. */
	if (app->work.job.ops == &search_ops)
		gt_app_cancel_job(app);
	if (app->find.matcher != app->find.before)
		gt_matcher_free(app->find.matcher);
	app->find.matcher = m;
	app->find.counted = app->find.counting = false;
	app->find.hits = app->find.nth = 0;
}

bool gt_app_clear_search(struct gt_app *app)
{
	if (!app->find.matcher)
		return false;
	gt_app_message(app, "search cleared: %s", gt_matcher_pattern(app->find.matcher));
	set_matcher(app, NULL);
	return true;
}

void gt_app_search(struct gt_app *app, const char *pattern)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_matcher *m = gt_matcher_new(pattern, NULL);
	struct gt_listview *lv = gt_pane_list(pane);

	if (!m || !can_search(app, pane)) {
		gt_matcher_free(m);
		return;
	}
	set_matcher(app, m);
	app_search_start(app, pane, lv ? lv->cursor : 0, 1, 1);
}

/* ---- while the pattern is typed ---- */

static void typed(struct gt_app *app, void *arg, const char *text)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_listview *lv = gt_pane_list(pane);
	struct gt_matcher *m = gt_matcher_new(text, NULL);

	(void)arg;
	set_matcher(app, m);
	if (!lv)
		return;
	if (m)
		app_search_start(app, pane, app->find.origin < lv->rows ? app->find.origin : 0, 1, 1);
	else if (lv->cursor != app->find.origin)
		gt_list_goto(lv, app->find.origin, true);
}

static void app_search_restore(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_listview *lv = gt_pane_list(pane);

	set_matcher(app, app->find.before);
	app->find.before = NULL;
	if (lv && lv->cursor != app->find.origin) {
		gt_list_goto(lv, app->find.origin, true);
		gt_app_list_moved(app, pane);
	}
}

static void app_search_answered(struct gt_app *app, void *arg, const char *text)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_find *f = &app->find;

	(void)arg;
	if (!text) {
		app_search_restore(app);
		return;
	}
	/* An empty line: once more what was searched for last. */
	if (!*text) {
		app_search_restore(app);
		gt_app_search_next(app, 1, 1);
		return;
	}
	if (f->before != f->matcher)
		gt_matcher_free(f->before);
	f->before = NULL;
	gt_jumps_record(&app->at.jumps, &f->place);
	/* History may have put a line here that was not typed. */
	if (!f->matcher || strcmp(gt_matcher_pattern(f->matcher), text) != 0 || gt_pane_content(pane)->find)
		gt_app_search(app, text);
	else if (f->counted && f->hits == 0)
		say_not_found(app);
}

void gt_app_ask_search(struct gt_app *app)
{
	const struct gt_ask ask = {
		.label = "/", .done = app_search_answered, .changed = typed, .kind = GT_ASK_SEARCH,
	};
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));

	if (!can_search(app, gt_app_current(app)))
		return;
	gt_app_unask(app);
	app->find.origin = lv ? lv->cursor : 0;
	app->find.before = app->find.matcher;
	gt_app_place(app, &app->find.place);
	gt_app_ask(app, &ask);
}

void gt_find_release(struct gt_find *f)
{
	if (f->before != f->matcher)
		gt_matcher_free(f->before);
	gt_matcher_free(f->matcher);
	*f = (struct gt_find){ 0 };
}

void gt_find_show(struct gt_app *app, struct gt_buf *out)
{
	const struct gt_find *f = &app->find;
	struct gt_pane *pane = gt_app_current(app);
	const struct gt_listview *lv = gt_pane_list(pane);

	if (!f->matcher || (!f->counting && (!f->counted || !lv || f->pane != pane)))
		return;
	gt_buf_printf(out, "/%s ", gt_matcher_pattern(f->matcher));
	if (f->counting)
		gt_buf_printf(out, "%s+", gt_count_text(f->hits).s);
	else if (lv && f->nth && f->nth_row == lv->cursor)
		gt_buf_printf(out, "%s of %s", gt_count_text(f->nth).s, gt_count_text(f->hits).s);
	else
		gt_buf_printf(out, "%s", gt_count_text(f->hits).s);
}

/* The view of a pane's table: made again when the data, the order or the filters change. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "base/say.h"
#include "base/thread.h"
#include "base/xalloc.h"
#include "ui/app/job.h"
#include "ui/app/roster.h"
#include "ui/table/table_own.h"
#include "ui/table/treenav.h"

#define GROW_SHARE 10                /* at most this part of the time goes into views of a growing index */
#define GROW_MIN_NS INT64_C(200000000)

/* Another number when the index has grown or is complete, and when the runtime is hidden or shown. */
static uint64_t data_of(const struct gt_pane_table *pt)
{
	const struct gt_program *prog = pt->prog;

	uint64_t rows = prog->roster ? prog->roster->made : gt_trace_info(prog->trace)->events;

	return rows << 2 | (uint64_t)prog->working << 1 | prog->hide_runtime;
}

bool gt_pane_table_waits(const struct gt_pane_table *pt)
{
	return pt->state == GT_TABLE_SORTING || pt->state == GT_TABLE_DISPLACED;
}

/* ---- the range A-B ---- */

/* What the table is to be limited to, of its args. */
static struct gt_table_args range_of(const struct gt_pane_table *pt)
{
	struct gt_table_args r = { .limited = false };

	if (pt->spec->own_times)
		return pt->args;
	if (!pt->spec->all_times)
		r.limited = gt_app_restricted(pt->pane->app, &r.from, &r.to);
	return r;
}

static bool is_other_range(const struct gt_table_args *a, const struct gt_table_args *b)
{
	return a->limited != b->limited || (a->limited && (a->from != b->from || a->to != b->to));
}

static bool has_other_range(const struct gt_pane_table *pt)
{
	const struct gt_table_args want = range_of(pt);

	return is_other_range(&want, &pt->args);
}

/* Until a job has made those of the range, or for ever if it was cancelled. */
static bool shows_other_range(const struct gt_pane_table *pt)
{
	return pt->table && is_other_range(&pt->shown, &pt->args);
}

bool gt_pane_table_other_range(const struct gt_pane_table *pt)
{
	return has_other_range(pt) || shows_other_range(pt);
}

/* Columns of the list that are known of all rows at once. */
static uint64_t whole_columns(const struct gt_pane_table *pt)
{
	uint64_t cols = 0;

	for (unsigned i = 0; i < pt->ncolumns; i++)
		if (pt->cols[i] >= 0 && gt_list_shows(&pt->list, i) &&
		    pt->spec->report->columns[pt->cols[i]].flags & GT_COL_WHOLE)
			cols |= UINT64_C(1) << pt->cols[i];
	return cols;
}

/* Until a job has looked at all rows, or for ever if it was cancelled. */
static bool lacks_columns(const struct gt_pane_table *pt)
{
	return pt->table && whole_columns(pt) & ~pt->shown.asked;
}

/* The one place where tables of panes get them.  A job of the table that is being sorted reads the args: it ends. */
static void take_range_and_columns(struct gt_pane_table *pt)
{
	const struct gt_table_args want = range_of(pt);
	uint64_t asked = whole_columns(pt);
	bool program = pt->prog->hide_runtime && pt->spec->program && pt->spec->program(pt);
	bool other = has_other_range(pt) || program != pt->args.program;

	if (!other && asked == pt->args.asked)
		return;
	gt_pane_table_stop(pt);
	if (other)
		gt_tree_forget(&pt->args);
	pt->args.program = program;
	pt->args.limited = want.limited;
	pt->args.from = want.from;
	pt->args.to = want.to;
	pt->args.asked = asked;
}

/* ---- what a view is to be ---- */

/* All filters as one. */
static void put_filters(const struct gt_pane_table *pt, struct gt_buf *out)
{
	const char *parts[] = { pt->expr, pt->within, gt_pane_table_hides(pt) ? "!system" : NULL };

	size_t n = 0;

	for (size_t i = 0; i < GT_COUNT(parts); i++)
		n += parts[i] != NULL;
	for (size_t i = 0; i < GT_COUNT(parts); i++) {
		if (parts[i])
			gt_buf_printf(out, n > 1 ? "%s(%s)" : "%s%s", out->len ? " && " : "", parts[i]);
	}
}

/* NULL if there is none. */
static int make_filter(const struct gt_pane_table *pt, struct gt_filter **out, struct gt_error *err)
{
	struct gt_buf expr = { 0 };
	int r = 0;

	put_filters(pt, &expr);
	if (expr.len)
		r = gt_filter_parse(out, pt->spec->report, gt_buf_str(&expr), err);
	gt_buf_release(&expr);
	return r;
}

void gt_pane_table_listed(const struct gt_pane_table *pt, struct gt_listed *out)
{
	uint64_t cost = pt->spec->cost ? pt->spec->cost(pt) : 0, rows = pt->table ? pt->table->rows : 0;

	*out = (struct gt_listed){
		.report = pt->spec->report, .args = pt->args, .what = pt->spec->what, .cost = cost > rows ? cost : rows,
		.all_times = pt->spec->all_times, .own_times = pt->spec->own_times, .nonly = pt->nonly,
	};
	put_filters(pt, &out->filter);
	out->args.filtered = out->filter.len;
	if (pt->only)
		out->only = memcpy(gt_xcalloc(pt->nonly + 1, sizeof *pt->only), pt->only, pt->nonly * sizeof *pt->only);
}

void gt_listed_release(struct gt_listed *listed)
{
	gt_buf_release(&listed->filter);
	free(listed->only);
	listed->only = NULL;
}

/* The chosen column first; among equals the report's own order. */
static void make_order(const struct gt_pane_table *pt, struct gt_view_options *opt)
{
	struct gt_sort_key own[GT_SORT_KEYS];
	unsigned n = gt_report_order(pt->spec->report, own);
	int col = pt->list.sort == GT_NO_SORT ? GT_NO_COLUMN : pt->cols[pt->list.sort];

	if (col < 0) {
		opt->natural = pt->spec->unsorted;
		return;
	}
	opt->sort[opt->nsort++] = (struct gt_sort_key){ col, pt->list.desc };
	for (unsigned i = 0; i < n && opt->nsort < GT_SORT_KEYS; i++)
		if (own[i].col != col)
			opt->sort[opt->nsort++] = own[i];
}

/* Fills *r, but does not open the table: gt_resort_now does. */
static int prepare_view(struct gt_pane_table *pt, struct gt_resort *r, struct gt_error *err)
{
	int rc;

	*r = (struct gt_resort){ .pt = pt, .sort = pt->list.sort, .desc = pt->list.desc, .args = pt->args };
	make_order(pt, &r->opt);
	r->opt.limited = pt->args.limited;
	r->opt.from = pt->args.from;
	r->opt.to = pt->args.to;
	r->opt.only = pt->only;
	r->opt.nonly = pt->nonly;
	rc = make_filter(pt, &r->filter, err);
	r->args.filtered = r->filter;
	return rc;
}

/* Of a table without any rows. */
static const char *why_nothing(struct gt_pane_table *pt)
{
	const char *fault = gt_program_fault(pt->prog);
	const char *why = pt->spec->empty ? pt->spec->empty(pt) : pt->spec->nothing;
	const char *index = gt_trace_index_fault(pt->prog->trace);

	/* Nothing is known of the trace then. */
	if (index) {
		snprintf(pt->why, sizeof pt->why, "%s: open the trace again, which makes a new one", index);
		return pt->why;
	}
	if (!gt_trace_info(pt->prog->trace)->events && !pt->prog->roster)
		return GT_NO_EVENTS;
	if (!fault || !why)
		return why;
	snprintf(pt->why, sizeof pt->why, "%s; not all of the trace could be read (1 says why)", why);
	return pt->why;
}

static void pane_table_set_empty(struct gt_pane_table *pt)
{
	const char *why = NULL;

	if (pt->table && pt->args.limited && !pt->expr && !(gt_pane_table_hides(pt) && pt->table->rows)) {
		snprintf(pt->why, sizeof pt->why, "no %s in the range A-B (= shows the whole trace)", pt->spec->what);
		why = pt->why;
	} else if (pt->table && pt->table->rows && pt->within && !pt->expr && pt->spec->empty &&
		   !gt_pane_table_hides(pt)) {
		why = pt->spec->empty(pt);
	} else if (pt->table && pt->table->rows) {
		snprintf(pt->why, sizeof pt->why, "none of %s %s %s", gt_count_text(pt->table->rows).s,
			 pt->spec->what,
			 pt->expr || pt->within || pt->only ? "matches the filters (F turns them on or off)"
						: "belongs to the program (. shows those of the runtime)");
		why = pt->why;
	} else if (pt->prog->working && !pt->prog->roster) {
		snprintf(pt->why, sizeof pt->why, "%s are shown when the trace is indexed", pt->spec->what);
		why = pt->why;
	} else {
		why = why_nothing(pt);
	}
	pt->list.empty = why;
}

void gt_pane_table_go_to_top(struct gt_pane_table *pt)
{
	uint64_t place = pt->to_row && pt->table ? gt_pane_table_place(pt, pt->to_row - 1) : 0;

	gt_list_goto(&pt->list, place != UINT64_MAX ? place : 0, false);
	/* When the pane is shown again, its cursor goes to the selection of the other views. */
	if (gt_app_view(pt->pane->app) != pt->pane->view)
		pt->pane->seen_sel = 0;
	else if (pt->list.rows && gt_pane_list(pt->pane) == &pt->list)
		gt_pane_table_moved(pt);
}

/* Where the cursor was when a new view comes. */
struct stand {
	uint64_t id;          /* of its row; UINT64_MAX: it stood for the top of the list, not for a row */
	uint64_t cursor, top;
};

/*
 * A cursor in the first row stands for the top of the list, not for its row, unless that row is what is
 * selected.  While the index grows a cursor at the top stays there in any case (adopt).
 */
static struct stand stand_of(const struct gt_pane_table *pt)
{
	struct stand at = { .id = UINT64_MAX, .cursor = pt->list.cursor, .top = pt->list.top };
	uint64_t row = gt_pane_table_cursor(pt);

	if (row != UINT64_MAX && (at.cursor > 0 || gt_pane_table_find(pt, gt_app_sel(pt->pane->app)) == row))
		at.id = gt_pane_table_id(pt, row);
	return at;
}

/* Puts the cursor back on its row; if the list was scrolled, at the same height of the screen. */
static void restore_cursor(struct gt_pane_table *pt, const struct stand *was)
{
	uint64_t row = was->id, place, height = was->cursor - was->top;

	if (was->id == UINT64_MAX) {
		gt_pane_table_select_changed(pt, gt_app_sel(pt->pane->app));
		return;
	}
	if (pt->spec->row)
		row = pt->spec->row(pt, was->id);
	place = row == UINT64_MAX ? UINT64_MAX : gt_pane_table_place(pt, row);
	if (place == UINT64_MAX) {
		gt_pane_table_go_to_top(pt);
		return;
	}
	if (was->top > 0 || place >= (uint64_t)pt->list.page)
		pt->list.top = place > height ? place - height : 0;
	gt_list_goto(&pt->list, place, false);
}

/* Shows a new table with its view, or with its first rows; the old one is closed. */
static void adopt(struct gt_pane_table *pt, struct gt_resort *r, uint64_t *early, size_t nearly)
{
	const struct stand was = stand_of(pt);
	bool stays = pt->table && pt->list.cursor == 0 && pt->prog->working;

	assert(r->table && !r->view == !!early);
	gt_pane_table_drop(pt);
	pt->state = early ? GT_TABLE_EARLY : GT_TABLE_SHOWN;
	pt->early = early;
	pt->nearly = nearly;
	pt->view = r->view;
	pt->table = r->table;
	pt->shown = r->args;
	pt->measure = r->measure;
	pt->filter = r->filter;
	pt->list.sort = pt->sorted = r->sort;
	pt->list.desc = pt->sorted_desc = r->desc;
	pt->list.total = pt->table->rows;
	pt->list.unsorted = nearly && !pt->spec->top_sorted;
	gt_list_set_rows(&pt->list, pt->view ? gt_view_count(pt->view) : nearly, true);
	pane_table_set_empty(pt);
	if (pt->spec->opened)
		pt->spec->opened(pt);
	if (pt->to_top)
		gt_pane_table_go_to_top(pt);
	else if (!stays)
		restore_cursor(pt, &was);
	/* The row may be none of the first ones. */
	pt->to_top = early && pt->to_row;
	pt->to_row = early ? pt->to_row : 0;
	gt_app_dirty(pt->pane->app, GT_DIRTY_REPAINT);
}

static void resorted(struct gt_pane_table *pt, struct gt_resort *r, const struct gt_error *err)
{
	if (r->view) {
		adopt(pt, r, NULL, 0);
		return;
	}
	if (err->code == GT_ERR_CANCELLED && gt_app_displaces(pt->pane->app)) {
		gt_app_owe_job(pt->pane->app);
		pt->state = GT_TABLE_DISPLACED;
		return;
	}
	pt->state = pt->view ? GT_TABLE_SHOWN : pt->table ? GT_TABLE_EARLY : GT_TABLE_EMPTY;
	pt->list.sort = pt->sorted;
	pt->list.desc = pt->sorted_desc;
	pt->to_top = false;
	pt->to_row = 0;
	if (err->code != GT_ERR_CANCELLED)
		gt_app_error(pt->pane->app, "%s", err->text);
	if (!pt->table)
		pt->list.empty = pt->spec->doing ? "stopped; o begins again" : "sort cancelled; press o to sort";
}

/* ---- the first rows of a table that is not sorted yet ---- */

static bool splits_rows(const struct gt_pane_table *pt)
{
	return pt->spec->splits && pt->spec->splits(&pt->args);
}

/*
 * Only in the default order and without filters, that of the runtime's rows excepted.  Finding the parts of
 * slices takes as long as sorting them.
 */
static bool has_early_rows(const struct gt_pane_table *pt)
{
	struct gt_sort_key own[GT_SORT_KEYS];
	bool unsorted;

	if (!pt->spec->top || pt->expr || pt->within || pt->only || splits_rows(pt) || pt->args.limited)
		return false;
	unsorted = pt->spec->unsorted || !gt_report_order(pt->spec->report, own);
	if (unsorted || pt->list.sort == GT_NO_SORT)
		return unsorted && pt->list.sort == GT_NO_SORT;
	return pt->cols[pt->list.sort] == own[0].col && pt->list.desc == own[0].desc;
}

/* Shows the first rows at once, however long sorting takes. */
static int show_early(struct gt_pane_table *pt, struct gt_resort r, struct gt_error *err)
{
	size_t want = gt_app_limits(pt->pane->app)->early_rows, found, n = 0;
	uint64_t *rows;
	int rc;

	r.args.quick = true;
	r.args.asked = 0;
	rc = gt_table_open(&r.table, pt->spec->report, pt->prog->trace, &r.args, err);
	if (rc < 0)
		return rc;
	/* The longest slices are often the GC's. */
	found = want * (gt_pane_table_hides(pt) ? 4 : 1);
	rows = gt_xcalloc(found, sizeof *rows);
	found = pt->spec->top(r.table, found, rows);
	for (size_t i = 0; i < found && n < want; i++) {
		if (!gt_pane_table_hides(pt) || !gt_pane_table_is_runtime(pt, r.table, rows[i]))
			rows[n++] = rows[i];
	}
	r.filter = NULL;     /* the job's */
	adopt(pt, &r, rows, n);
	return 0;
}

/* ---- making it ---- */

/* True if it takes longer than a key may take. */
static bool is_large(const struct gt_pane_table *pt)
{
	uint64_t most = gt_app_limits(pt->pane->app)->sort_rows;

	/* What is sorted while the index grows is read by one thread, which has the trace. */
	assert(most < 2 * GT_TEAM_PIECE);
	if (pt->only && !splits_rows(pt))
		return pt->nonly > most;
	return pt->spec->cost && pt->spec->cost(pt) > most;
}

static void start_sorting(struct gt_pane_table *pt, const struct gt_resort *r)
{
	if (!pt->table)
		pt->list.empty = pt->spec->doing ? pt->spec->doing : "sorting …";
	/* This ends the job before it, whose end resets the order of the list: set it afterwards. */
	gt_resort_start(r, resorted);
	pt->list.sort = r->sort;
	pt->list.desc = r->desc;
	pt->state = GT_TABLE_SORTING;
}

/* Closes the table, if there is one. */
static void show_nothing(struct gt_pane_table *pt)
{
	gt_pane_table_stop(pt);
	gt_pane_table_drop(pt);
	pt->state = GT_TABLE_EMPTY;
	gt_list_set_rows(&pt->list, 0, false);
	pane_table_set_empty(pt);
}

/* Makes the view again, in a job if it is large; of a growing index a large table shows its first rows only. */
static int rebuild(struct gt_pane_table *pt, struct gt_error *err)
{
	bool large, growing = pt->prog->working;
	int64_t begun = gt_clock_now(), now;
	struct gt_resort r;
	int rc;

	pt->made_of = data_of(pt);
	if (pt->spec->ready && !pt->spec->ready(pt)) {
		show_nothing(pt);
		return 0;
	}
	take_range_and_columns(pt);
	large = is_large(pt);
	rc = prepare_view(pt, &r, err);
	if (rc < 0)
		return rc;
	if (large && has_early_rows(pt) && (growing || !pt->view))
		rc = show_early(pt, r, err);
	if (rc == 0 && large && !growing) {
		start_sorting(pt, &r);
		return 0;
	}
	if (rc == 0 && !large)
		rc = gt_resort_now(&r, err);
	if (rc == 0 && !large) {
		adopt(pt, &r, NULL, 0);
	} else {
		gt_resort_drop(&r);
		/* A growing index whose rows of the range cannot be had in a frame. */
		if (!pt->table || shows_other_range(pt))
			show_nothing(pt);
	}
	now = gt_clock_now();
	pt->next_ns = now + GROW_MIN_NS + (now - begun) * GROW_SHARE;
	return rc;
}

static void rebuild_or_say(struct gt_pane_table *pt)
{
	struct gt_error err;

	if (rebuild(pt, &err) >= 0)
		return;
	gt_app_error(pt->pane->app, "%s", err.text);
	/* The message disappears with the next key; the reason stays in the empty list. */
	if (!pt->table) {
		snprintf(pt->why, sizeof pt->why, "%s", err.text);
		pt->list.empty = pt->why;
	}
}

/* ---- ops ---- */

void gt_pane_table_refresh(struct gt_pane_table *pt)
{
	uint64_t data = data_of(pt);
	bool toggled = (data ^ pt->made_of) & 1;

	if (has_other_range(pt) || whole_columns(pt) & ~pt->args.asked) {
		rebuild_or_say(pt);
		return;
	}
	if (pt->state == GT_TABLE_SORTING || (data == pt->made_of && pt->state != GT_TABLE_DISPLACED))
		return;
	if (pt->state == GT_TABLE_DISPLACED && gt_app_works(pt->pane->app)) {
		gt_app_owe_job(pt->pane->app);
		return;
	}
	if (pt->prog->working && pt->table && !toggled && gt_clock_now() < pt->next_ns)
		return;
	rebuild_or_say(pt);
}

void gt_pane_table_within(struct gt_pane_table *pt, const char *expr)
{
	if ((!expr && !pt->within) || (expr && pt->within && strcmp(expr, pt->within) == 0))
		return;
	free(pt->within);
	pt->within = expr ? gt_xstrdup(expr) : NULL;
	pt->made_of = UINT64_MAX;
}

void gt_pane_table_stop(struct gt_pane_table *pt)
{
	if (pt->state == GT_TABLE_SORTING)
		gt_app_cancel_job(pt->pane->app);
}

void gt_pane_table_only(struct gt_pane_table *pt, const uint32_t *rows, uint64_t n)
{
	uint32_t *copy = gt_xcalloc((size_t)n, sizeof *copy);

	memcpy(copy, rows, (size_t)n * sizeof *copy);
	/* A job may still read the old rows: end it first. */
	gt_pane_table_stop(pt);
	free(pt->only);
	pt->only = copy;
	pt->nonly = n;
	pt->made_of = UINT64_MAX;
	pt->list.tags.n = 0;
	if (pt->list.tags.v)
		memset(pt->list.tags.v, 0, pt->list.tags.cap * sizeof *pt->list.tags.v);
}

void gt_table_pane_sort_changed(struct gt_pane *pane)
{
	struct gt_pane_table *pt = pane->ops->table(pane);
	bool same = pt->list.sort == pt->sorted && pt->list.desc == pt->sorted_desc;

	/* The same order again starts a sort that was cancelled. */
	if (pt->view && same && !shows_other_range(pt) && !lacks_columns(pt))
		return;
	/* A new order is shown from its top. */
	pt->to_top = !same;
	rebuild_or_say(pt);
}

bool gt_table_pane_rows_pending(struct gt_pane *pane)
{
	struct gt_pane_table *pt = pane->ops->table(pane);
	bool pending = gt_pane_table_waits(pt);

	pt->to_top |= pending && stand_of(pt).id == UINT64_MAX;
	return pending;
}

/* ---- filters ---- */

int gt_filter_expression(struct gt_buf *out, const struct gt_report *r, const char *text, struct gt_error *err)
{
	struct gt_filter *f;
	int rc = gt_filter_parse(&f, r, text, err);

	if (rc < 0 && strpbrk(text, "=<>~!&|\"'"))
		return rc;
	if (rc == 0)
		gt_filter_free(f);
	gt_buf_puts(out, out->len ? " && " : "");
	gt_buf_printf(out, rc == 0 ? "(%s)" : "\"%s\"", text);
	return 0;
}

static int read_filters(struct gt_pane_table *pt, struct gt_pane_filters *filters, struct gt_error *err)
{
	struct gt_buf expr = { 0 };
	int rc = 0;
	bool same;

	for (size_t i = 0; i < filters->n; i++) {
		struct gt_pane_filter *f = &filters->v[i];
		int r;

		if (!f->on)
			continue;
		r = gt_filter_expression(&expr, pt->spec->report, f->text, rc == 0 ? err : NULL);
		f->bad = r < 0;
		rc = rc < 0 ? rc : r;
	}
	same = pt->view && pt->made_of == data_of(pt) && !has_other_range(pt) &&
	       (expr.len ? pt->expr && strcmp(pt->expr, gt_buf_str(&expr)) == 0 : !pt->expr);
	free(pt->expr);
	pt->expr = expr.len ? gt_buf_steal(&expr) : NULL;
	gt_buf_release(&expr);
	/* The framework removes a bad filter and calls this again. */
	if (rc == 0 && !same)
		rc = rebuild(pt, err);
	return rc;
}

int gt_table_pane_filter_changed(struct gt_pane *pane, struct gt_pane_filters *filters, struct gt_error *err)
{
	return read_filters(pane->ops->table(pane), filters, err);
}

void gt_pane_table_show(struct gt_pane_table *pt, bool reopen)
{
	if (reopen)
		pt->made_of = UINT64_MAX;
	read_filters(pt, &pt->pane->filters, NULL);
	gt_app_dirty(pt->pane->app, GT_DIRTY_RECALC);
}

void gt_pane_table_hint_runtime(const struct gt_pane_table *pt, struct gt_buf *out)
{
	uint64_t row = gt_pane_table_row(pt, 0);

	if (!gt_pane_table_hides(pt) && row != UINT64_MAX && pt->list.top == 0 &&
	    gt_pane_table_is_runtime(pt, pt->table, row))
		gt_buf_puts(out, "the first rows are the runtime's: . hides them ");
}

/* Far down in a list of the longest, whose top is what one comes for. */
static bool is_led_away(const struct gt_pane_table *pt)
{
	const struct gt_listview *lv = &pt->list;
	int col = lv->sort < pt->ncolumns ? pt->cols[lv->sort] : -1;

	return pt->led && lv->cursor >= (uint64_t)lv->page && col >= 0 &&
	       pt->spec->report->columns[col].kind != GT_KIND_TIME;
}

/*
 * At the top only, where one arrives: the line has better things to say of other rows.  Filters hide rows, too: how
 * many are hidden for being the runtime's is known without one.
 */
static void put_hidden(const struct gt_pane_table *pt, struct gt_buf *out)
{
	bool counted = pt->table && pt->view && !pt->expr && !pt->within && !pt->only;
	uint64_t n;

	if (pt->args.program && pt->list.cursor == 0)
		gt_buf_puts(out, "without the runtime: . shows it ");
	if (!gt_pane_table_hides(pt) || pt->list.cursor > 0)
		return;
	n = counted ? pt->table->rows - gt_view_count(pt->view) : 0;
	if (n)
		gt_say(out, "{} of the runtime hidden: . shows them ", gt_as_count(n));
	else if (!counted)
		gt_buf_puts(out, "runtime hidden ");
}

void gt_pane_table_status(struct gt_pane_table *pt, struct gt_buf *out)
{
	put_hidden(pt, out);
	if (pt->table && gt_table_has_beyond(pt->table)) {
		gt_buf_puts(out, "dim rows end after ");
		gt_human_time(out, gt_trace_info(pt->prog->trace)->horizon);
		gt_buf_puts(out, ", where parts are missing ");
	}
	if (shows_other_range(pt))
		gt_buf_puts(out, gt_pane_table_waits(pt) ? "still sorting, not yet A-B "
			    : "sort cancelled, not A-B; press o to sort ");
	else if (lacks_columns(pt) && !pt->prog->working)
		gt_buf_puts(out, gt_pane_table_waits(pt) ? "… is being looked up "
			    : "cancelled, … is not known; press o to look it up ");
	else if (pt->nearly && !pt->prog->working)
		gt_buf_puts(out, gt_pane_table_waits(pt) ? "still sorting "
			    : "sort cancelled, only the first rows are shown; press o to sort ");
	else if (pt->table && pt->prog->working && is_large(pt))
		gt_buf_puts(out, "not yet re-sorted (indexing) ");
	if (is_led_away(pt))
		gt_buf_puts(out, "at the selection: g goes to the top ");
}

void gt_table_pane_refresh(struct gt_pane *pane)
{
	gt_pane_table_refresh(pane->ops->table(pane));
}

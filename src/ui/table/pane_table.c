/* A pane over an analysis table: rows as a list, the selection under its cursor. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/celltext.h"
#include "ui/app/job.h"
#include "ui/table/spentbar.h"
#include "ui/table/table_own.h"

const char *const gt_report_formats[] = { "text", "csv", "json", "ndjson", NULL };
const char *const gt_table_formats[] = { "text", "table", "csv", "json", "ndjson", NULL };

/* ---- the list's questions ---- */

uint64_t gt_pane_table_row(const struct gt_pane_table *pt, uint64_t place)
{
	assert(!pt->view || !pt->early);
	if (!pt->view)
		return place < pt->nearly ? pt->early[place] : UINT64_MAX;
	return place < gt_view_count(pt->view) ? gt_view_row(pt->view, place) : UINT64_MAX;
}

uint64_t gt_pane_table_place(const struct gt_pane_table *pt, uint64_t row)
{
	if (pt->view)
		return gt_view_find(pt->view, row);
	for (size_t i = 0; i < pt->nearly; i++) {
		if (pt->early[i] == row)
			return i;
	}
	return UINT64_MAX;
}

/* Whether a job has still to find out what the column shows. */
static bool is_unknown_yet(const struct gt_pane_table *pt, int col)
{
	return pt->spec->report->columns[col].flags & GT_COL_WHOLE && !(pt->shown.asked >> col & 1);
}

static bool is_true(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_cell c = { .null = true };

	if (col != GT_NO_COLUMN)
		gt_table_cell(pt->table, row, (unsigned)col, &c);
	return !c.null && c.kind == GT_KIND_BOOL && c.b;
}

static bool is_absent(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_cell c = { .null = false };

	if (col != GT_NO_COLUMN)
		gt_table_cell(pt->table, row, (unsigned)col, &c);
	return c.null;
}

/* What the trace does not show the begin or the end of. */
static void put_ends(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out)
{
	const struct gt_report *r = pt->spec->report;

	if (is_absent(pt, row, gt_report_flagged(r, GT_COL_BEGIN)) || is_true(pt, row, gt_report_column(r, "cut", 3)))
		gt_buf_puts(out, "«");
	if (is_absent(pt, row, gt_report_flagged(r, GT_COL_END)) || is_true(pt, row, gt_report_column(r, "open", 4)))
		gt_buf_puts(out, "»");
}

static void pane_table_cell(void *ctx, uint64_t place, unsigned col, struct gt_buf *out)
{
	struct gt_pane_table *pt = ctx;
	uint64_t row = gt_pane_table_row(pt, place);

	if (row == UINT64_MAX)
		return;
	if (pt->cols[col] == GT_PANE_MARK) {
		(pt->spec->mark ? pt->spec->mark : put_ends)(pt, row, out);
	} else if (pt->cols[col] == GT_PANE_SPENT) {
		const int64_t *ns = pt->spec->spent(pt, row);

		if (ns)
			gt_spent_text(out, ns);
	} else if (is_unknown_yet(pt, pt->cols[col])) {
		gt_buf_puts(out, "…");
	} else {
		gt_table_text(out, pt->table, row, (unsigned)pt->cols[col]);
	}
}

static bool is_leaf(const struct gt_pane_table *pt, int col)
{
	return col >= 0 && pt->spec->report->columns[col].flags & GT_COL_LEAF;
}

static bool is_goroutine(const struct gt_column *c)
{
	static const char *const keys[] = { "g", "waker", "creator" };
	size_t n = strlen(c->key), i = 0;

	while (i < GT_COUNT(keys) && strcmp(c->key, keys[i]) != 0)
		i++;
	return c->kind == GT_KIND_ID && (i < GT_COUNT(keys) || (n > 2 && strcmp(c->key + n - 2, "_g") == 0));
}

/* A goroutine's id has its colour, a state that of its kind, a line of eighths that of charts. */
static gt_style style_of_column(const struct gt_pane_table *pt, uint64_t row, int col)
{
	const struct gt_trace *t = pt->prog->trace;
	struct gt_goroutine g;
	struct gt_cell c;

	if (pt->spec->report->columns[col].flags & GT_COL_SPARK)
		return GT_ROLE_CHART1;
	if (!is_goroutine(&pt->spec->report->columns[col]) && strcmp(pt->spec->report->columns[col].key, "state") != 0)
		return GT_ROLE_NORMAL;
	gt_table_cell(pt->table, row, (unsigned)col, &c);
	if (!c.null && c.kind == GT_KIND_ID)
		return gt_goroutine_get(t, gt_goroutine_find(t, c.u, INT64_MAX), &g) ? gt_goroutine_style(t, &g)
										    : GT_ROLE_NORMAL;
	for (enum gt_spent what = 0; !c.null && what < GT_SPENT_KINDS; what++)
		if (strlen(gt_spent_name(what)) == c.n && memcmp(gt_spent_name(what), c.s, c.n) == 0)
			return gt_spent_style(what);
	return GT_ROLE_NORMAL;
}

static gt_style pane_table_style(void *ctx, uint64_t place, unsigned col)
{
	struct gt_pane_table *pt = ctx;
	uint64_t row = gt_pane_table_row(pt, place);
	gt_style style = GT_ROLE_NORMAL;

	if (row != UINT64_MAX && (gt_table_beyond(pt->table, row) || is_leaf(pt, pt->cols[col])))
		return GT_ROLE_DIM;
	if (row == UINT64_MAX || (pt->cols[col] >= 0 && is_unknown_yet(pt, pt->cols[col])))
		return GT_ROLE_NORMAL;
	if (pt->spec->style)
		style = pt->spec->style(pt, row, pt->cols[col]);
	if (style == GT_ROLE_NORMAL && pt->cols[col] >= 0)
		style = style_of_column(pt, row, pt->cols[col]);
	/* The id beside a function has its goroutine's colour: once in a row is enough. */
	if (pt->list.columns[col].flags & GT_LIST_COL_FUNC && gt_style_role(style) >= GT_ROLE_G0)
		return GT_ROLE_NORMAL;
	return style;
}

uint64_t gt_pane_table_id(const struct gt_pane_table *pt, uint64_t row)
{
	return pt->spec->id ? pt->spec->id(pt, row) : row;
}

static uint64_t pane_table_id_at(void *ctx, uint64_t place)
{
	struct gt_pane_table *pt = ctx;
	uint64_t row = gt_pane_table_row(pt, place);

	return row == UINT64_MAX ? UINT64_MAX : gt_pane_table_id(pt, row);
}

/* Searches the columns that are shown and all names; hidden stacks and lists would take too long. */
static bool pane_table_matches(void *ctx, uint64_t place, const struct gt_matcher *m)
{
	struct gt_pane_table *pt = ctx;
	struct gt_buf text = { 0 };
	bool found = false;

	for (unsigned i = 0; i < pt->list.ncolumns && !found; i++) {
		int col = pt->cols[i];

		if (!gt_list_shows(&pt->list, i) &&
		    (col < 0 || pt->spec->report->columns[col].kind != GT_KIND_STRING))
			continue;
		gt_buf_reset(&text);
		pane_table_cell(pt, place, i, &text);
		found = gt_matcher_match(m, gt_buf_str(&text), text.len);
	}
	gt_buf_release(&text);
	return found;
}

/* Bars stand where their cells have words. */
static void pane_table_decorate(void *ctx, uint64_t place, const struct gt_canvas *c, int y, const int *x,
				const int *cols)
{
	struct gt_pane_table *pt = ctx;
	uint64_t row = gt_pane_table_row(pt, place);

	for (unsigned i = 0; i < pt->ncolumns && row != UINT64_MAX; i++) {
		const int64_t *ns = cols[i] > 0 && pt->cols[i] == GT_PANE_SPENT ? pt->spec->spent(pt, row) : NULL;

		if (ns)
			gt_spent_draw(c, y, x[i], cols[i], ns);
	}
}

static const struct gt_list_ops list_ops = {
	.cell = pane_table_cell, .style = pane_table_style, .id = pane_table_id_at, .matches = pane_table_matches,
	.decorate = pane_table_decorate,
};

/* ---- opening ---- */

void gt_pane_table_init(struct gt_pane_table *pt, const struct gt_pane_table_spec *spec, struct gt_pane *pane,
			void *owner)
{
	struct gt_sort_key own[GT_SORT_KEYS];
	bool sorted = gt_report_order(spec->report, own) && !spec->unsorted;

	if (spec->worst) {
		own[0] = (struct gt_sort_key){ gt_report_column(spec->report, spec->worst, strlen(spec->worst)), true };
		sorted = true;
	}
	*pt = (struct gt_pane_table){
		.spec = spec,
		.pane = pane,
		.prog = gt_program_of(pane),
		.owner = owner,
		.made_of = UINT64_MAX,
	};
	gt_pane_table_columns(pt);
	gt_list_init(&pt->list, &list_ops, pt, pt->columns, pt->ncolumns);
	pt->list.what = spec->what;
	pt->list.whole = spec->whole;
	pt->sorted = pt->list.sort;
	for (unsigned i = 0; sorted && i < pt->ncolumns; i++) {
		if (pt->cols[i] == own[0].col) {
			pt->list.sort = pt->sorted = i;
			pt->list.desc = pt->sorted_desc = own[0].desc;
		}
	}
}

void gt_pane_table_drop(struct gt_pane_table *pt)
{
	if (pt->exporting)
		gt_app_cancel_job(pt->pane->app);
	gt_view_close(pt->view);
	gt_table_close(pt->table);
	gt_filter_free(pt->filter);
	free(pt->early);
	pt->view = NULL;
	pt->table = NULL;
	pt->filter = NULL;
	pt->early = NULL;
	pt->nearly = 0;
}

void gt_pane_table_release(struct gt_pane_table *pt)
{
	gt_pane_table_drop(pt);
	gt_list_release(&pt->list);
	free(pt->columns);
	free(pt->cols);
	free(pt->keys);
	free(pt->expr);
	free(pt->within);
	free(pt->only);
}

/* ---- rows of the runtime ---- */

bool gt_pane_table_hides(const struct gt_pane_table *pt)
{
	return pt->prog->hide_runtime && pt->spec->owners;
}

bool gt_pane_table_is_runtime(const struct gt_pane_table *pt, struct gt_table *table, uint64_t row)
{
	int col = gt_report_column(pt->spec->report, "system", strlen("system"));
	struct gt_cell c;

	if (!pt->spec->owners || col == GT_NO_COLUMN)
		return false;
	gt_table_cell(table, row, (unsigned)col, &c);
	return !c.null && c.b;
}

/* ---- the cursor and the selection ---- */

uint64_t gt_pane_table_cursor(const struct gt_pane_table *pt)
{
	return gt_pane_table_row(pt, pt->list.cursor);
}

bool gt_pane_table_sel(const struct gt_pane_table *pt, struct gt_sel *sel)
{
	uint64_t row = gt_pane_table_cursor(pt);

	return row != UINT64_MAX && pt->spec->select && pt->spec->select(pt, row, sel);
}

bool gt_pane_table_says(const struct gt_pane_table *pt, int col)
{
	for (unsigned i = 0; i < pt->ncolumns; i++)
		if (pt->cols[i] == col)
			return gt_list_says(&pt->list, i);
	return false;
}

uint64_t gt_pane_table_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	return pt->table && sel->has && pt->spec->find ? pt->spec->find(pt, sel) : UINT64_MAX;
}

void gt_pane_table_moved(struct gt_pane_table *pt)
{
	struct gt_sel sel;

	pt->led = false;
	if (gt_pane_table_sel(pt, &sel))
		gt_app_select(pt->pane->app, &sel);
}

void gt_pane_table_select_changed(struct gt_pane_table *pt, const struct gt_sel *sel)
{
	uint64_t row = gt_pane_table_find(pt, sel);
	uint64_t place = row == UINT64_MAX ? UINT64_MAX : gt_pane_table_place(pt, row);

	if (place != UINT64_MAX) {
		pt->led |= place != pt->list.cursor;
		gt_list_goto(&pt->list, place, true);
	} else if (row != UINT64_MAX && gt_pane_table_hides(pt) && gt_pane_table_is_runtime(pt, pt->table, row)) {
		/* The status line says that rows are hidden; what somebody asked for is shown. */
		if (!gt_app_take_asked(pt->pane->app, pt->pane->view))
			return;
		/* From the top the cursor goes to the selection when the rows are there. */
		gt_list_goto(&pt->list, 0, false);
		gt_program_show_runtime(pt->prog);
	} else if (row != UINT64_MAX && pt->filter) {
		gt_app_message(pt->pane->app, "the selection is filtered out of this view");
	} else if (row != UINT64_MAX && pt->view && pt->shown.limited) {
		gt_app_message(pt->pane->app, "the selection lies outside A-B (= shows the whole trace)");
	}
}

bool gt_pane_table_handle(struct gt_pane_table *pt, const struct gt_act *act)
{
	if (act->action != GT_ACT_RUNTIME)
		return false;
	gt_program_toggle_runtime(pt->prog);
	return true;
}

size_t gt_table_first_rows(const struct gt_table *table, size_t n, uint64_t *rows)
{
	size_t i;

	for (i = 0; i < n && i < table->rows; i++)
		rows[i] = i;
	return i;
}

/* ---- as ops of a pane ---- */

struct gt_listview *gt_table_pane_list(struct gt_pane *pane)
{
	return &pane->ops->table(pane)->list;
}

void gt_table_pane_moved(struct gt_pane *pane)
{
	gt_pane_table_moved(pane->ops->table(pane));
}

void gt_table_pane_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	gt_pane_table_select_changed(pane->ops->table(pane), sel);
}

/* A pane over an analysis table: columns, cells, sorting and filtering by views, selection, export. */
#include "ui/table/pane_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/celltext.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/app/job.h"
#include "ui/table/resort.h"

#define GROW_SHARE 10                /* at most this part of the time goes into views of a growing index */
#define GROW_MIN_NS INT64_C(200000000)

/* ---- columns ---- */

static bool is_flexible(enum gt_kind kind)
{
	return kind == GT_KIND_STRING || !gt_kind_has_order(kind);
}

static void column_of_report(struct gt_list_column *out, const struct gt_column *c,
			     const struct gt_pane_column *pc)
{
	bool number = gt_kind_is_number(c->kind);

	out->title = c->title;
	out->help = c->help;
	out->min = pc->min ? pc->min : (int16_t)(is_flexible(c->kind) ? 8 : 1);
	out->max = pc->max || pc->min ? pc->max : (int16_t)(is_flexible(c->kind) ? c->width : 24);
	out->prio = pc->prio;
	out->flags = (uint8_t)((number ? GT_LIST_COL_RIGHT : 0) |
			       (c->flags & GT_COL_DESC ? GT_LIST_COL_DESC : 0) |
			       (c->flags & GT_COL_FUNC ? GT_LIST_COL_FUNC : 0) |
			       (gt_kind_has_order(c->kind) ? 0 : GT_LIST_COL_NOSORT) |
			       (pc->hidden ? GT_LIST_COL_HIDDEN : 0));
}

/* "dur_ns" is "dur" on the command line. */
static const char *short_key(struct gt_pane_table *pt, const char *key, size_t *used)
{
	size_t n = strlen(key);
	char *out = pt->keys + *used;

	if (n > 3 && strcmp(key + n - 3, "_ns") == 0)
		n -= 3;
	memcpy(out, key, n);
	out[n] = '\0';
	*used += n + 1;
	return out;
}

static void add_column(struct gt_pane_table *pt, unsigned *n, const struct gt_pane_column *pc, size_t *keys)
{
	static const struct gt_list_column rank = {
		.key = "rank", .title = "#", .help = "position in this order", .min = 1, .max = 12,
		.flags = GT_LIST_COL_RIGHT | GT_LIST_COL_NOSORT,
	};
	static const struct gt_list_column mark = {
		.key = "mark", .title = "", .help = "marks", .min = 1, .max = 4,
		.flags = GT_LIST_COL_NOSORT,
	};
	struct gt_list_column *out = &pt->columns[*n];

	pt->cols[*n] = pc->col;
	if (pc->col >= 0) {
		const struct gt_column *c = &pt->spec->report->columns[pc->col];

		out->key = short_key(pt, c->key, keys);
		column_of_report(out, c, pc);
	} else {
		*out = pc->col == GT_PANE_RANK ? rank : mark;
		out->prio = pc->prio;
	}
	(*n)++;
}

static bool is_named(const struct gt_pane_table_spec *spec, int col)
{
	for (unsigned i = 0; i < spec->ncolumns; i++) {
		if (spec->columns[i].col == col)
			return true;
	}
	return false;
}

/* If none is named, the report says which ones are shown. */
static struct gt_pane_column unnamed(const struct gt_pane_table_spec *spec, unsigned i)
{
	const struct gt_column *c = &spec->report->columns[i];
	bool func = c->flags & GT_COL_FUNC;

	return (struct gt_pane_column){
		.col = (int)i,
		.min = func ? 16 : 0,
		.max = 0,
		.prio = func ? 0 : (uint8_t)(i < 200 ? i + 1 : 200),
		.hidden = spec->ncolumns > 0 || c->flags & (GT_COL_MORE | GT_COL_LIFE),
	};
}

static unsigned make_columns(struct gt_pane_table *pt)
{
	const struct gt_pane_table_spec *spec = pt->spec;
	unsigned max = spec->ncolumns + spec->report->ncolumns, n = 0;
	size_t keys = 0;

	for (unsigned i = 0; i < spec->report->ncolumns; i++)
		keys += strlen(spec->report->columns[i].key) + 1;
	pt->columns = gt_xcalloc(max, sizeof *pt->columns);
	pt->cols = gt_xcalloc(max, sizeof *pt->cols);
	pt->keys = gt_xcalloc(keys, 1);
	keys = 0;
	for (unsigned i = 0; i < spec->ncolumns; i++)
		add_column(pt, &n, &spec->columns[i], &keys);
	for (unsigned i = 0; i < spec->report->ncolumns; i++) {
		const struct gt_pane_column pc = unnamed(spec, i);

		if (!is_named(spec, (int)i))
			add_column(pt, &n, &pc, &keys);
	}
	return n;
}

/* ---- the list's questions ---- */

uint64_t gt_pane_table_row(const struct gt_pane_table *pt, uint64_t place)
{
	if (!pt->view)
		return place < pt->nearly ? pt->early[place] : UINT64_MAX;
	return place < gt_view_count(pt->view) ? gt_view_row(pt->view, place) : UINT64_MAX;
}

/* The place of a row, UINT64_MAX if it is not shown. */
static uint64_t pane_table_place_of(const struct gt_pane_table *pt, uint64_t row)
{
	if (pt->view)
		return gt_view_find(pt->view, row);
	for (size_t i = 0; i < pt->nearly; i++) {
		if (pt->early[i] == row)
			return i;
	}
	return UINT64_MAX;
}

static void pane_table_cell(void *ctx, uint64_t place, unsigned col, struct gt_buf *out)
{
	struct gt_pane_table *pt = ctx;
	uint64_t row = gt_pane_table_row(pt, place);

	if (row == UINT64_MAX)
		return;
	if (pt->cols[col] == GT_PANE_RANK) {
		gt_buf_u64(out, place + 1);
	} else if (pt->cols[col] == GT_PANE_MARK) {
		pt->spec->mark(pt, row, out);
	} else {
		gt_table_text(out, pt->table, row, (unsigned)pt->cols[col]);
	}
}

static gt_style pane_table_style(void *ctx, uint64_t place, unsigned col)
{
	struct gt_pane_table *pt = ctx;
	uint64_t row = gt_pane_table_row(pt, place);

	if (row != UINT64_MAX && gt_table_beyond(pt->table, row))
		return GT_ROLE_DIM;
	if (row == UINT64_MAX || !pt->spec->style)
		return pt->cols[col] == GT_PANE_RANK ? GT_ROLE_DIM : GT_ROLE_NORMAL;
	return pt->spec->style(pt, row, pt->cols[col]);
}

static uint64_t pane_table_id_of(const struct gt_pane_table *pt, uint64_t row)
{
	return pt->spec->id ? pt->spec->id(pt, row) : row;
}

static uint64_t pane_table_id(void *ctx, uint64_t place)
{
	struct gt_pane_table *pt = ctx;
	uint64_t row = gt_pane_table_row(pt, place);

	return row == UINT64_MAX ? UINT64_MAX : pane_table_id_of(pt, row);
}

/* What is shown and all names; hidden chains and stacks would cost more than they find. */
static bool pane_table_matches(void *ctx, uint64_t place, const struct gt_matcher *m)
{
	struct gt_pane_table *pt = ctx;
	struct gt_buf text = { 0 };
	bool found;

	for (unsigned i = 0; i < pt->list.ncolumns; i++) {
		int col = pt->cols[i];

		if (!gt_list_shows(&pt->list, i) &&
		    (col < 0 || pt->spec->report->columns[col].kind != GT_KIND_STRING))
			continue;
		pane_table_cell(pt, place, i, &text);
		gt_buf_putc(&text, ' ');
	}
	found = gt_matcher_match(m, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	return found;
}

static const struct gt_list_ops list_ops = {
	.cell = pane_table_cell, .style = pane_table_style, .id = pane_table_id,
	.matches = pane_table_matches,
};

/* ---- opening ---- */

void gt_pane_table_init(struct gt_pane_table *pt, const struct gt_pane_table_spec *spec, struct gt_pane *pane,
			void *owner)
{
	struct gt_sort_key own[GT_SORT_KEYS];
	bool sorted = gt_report_order(spec->report, own) && !spec->unsorted;
	unsigned n;

	*pt = (struct gt_pane_table){
		.spec = spec,
		.pane = pane,
		.prog = gt_program_of(pane),
		.owner = owner,
		.seen_rows = UINT64_MAX,
	};
	n = make_columns(pt);
	gt_list_init(&pt->list, &list_ops, pt, pt->columns, n);
	for (unsigned i = 0; sorted && i < n; i++) {
		if (pt->cols[i] == own[0].col) {
			pt->list.sort = pt->sorted = i;
			pt->list.desc = pt->sorted_desc = own[0].desc;
		}
	}
}

static void pane_table_drop(struct gt_pane_table *pt)
{
	/* An export reads this table: it ends here. */
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
	pane_table_drop(pt);
	gt_list_release(&pt->list);
	free(pt->columns);
	free(pt->cols);
	free(pt->keys);
	free(pt->expr);
	free(pt->within);
	free(pt->only);
}

/* ---- making a view ---- */

/* The filter of the whole, NULL if there is nothing to filter. */
static int make_filter(struct gt_pane_table *pt, struct gt_filter **out, struct gt_error *err)
{
	bool hide = pt->prog->hide_runtime && pt->spec->system_col >= 0;
	struct gt_buf expr = { 0 };
	int r;

	*out = NULL;
	if (!pt->expr && !pt->within && !hide)
		return 0;
	if (pt->expr)
		gt_buf_printf(&expr, "(%s)", pt->expr);
	if (pt->within)
		gt_buf_printf(&expr, "%s(%s)", expr.len ? " && " : "", pt->within);
	if (hide)
		gt_buf_printf(&expr, "%s!%s", expr.len ? " && " : "",
			      pt->spec->report->columns[pt->spec->system_col].key);
	r = gt_filter_parse(out, pt->spec->report, gt_buf_str(&expr), err);
	gt_buf_release(&expr);
	return r;
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

/* All but the table, which is opened where it is sorted. */
static int pane_table_prepare(struct gt_pane_table *pt, struct gt_resort *r, struct gt_error *err)
{
	*r = (struct gt_resort){ .pt = pt, .sort = pt->list.sort, .desc = pt->list.desc, .args = pt->args };
	make_order(pt, &r->opt);
	r->opt.only = pt->only;
	r->opt.nonly = pt->nonly;
	return make_filter(pt, &r->filter, err);
}

static void pane_table_set_empty(struct gt_pane_table *pt)
{
	bool hide = pt->prog->hide_runtime && pt->spec->system_col >= 0;
	const char *why = NULL;

	if (pt->table && pt->table->rows && pt->within && !pt->expr && pt->spec->empty && !hide) {
		why = pt->spec->empty(pt);
	} else if (pt->table && pt->table->rows) {
		snprintf(pt->why, sizeof pt->why, "none of %" PRIu64 " %s %s", pt->table->rows,
			 pt->spec->what,
			 pt->expr || pt->within || pt->only ? "matches the filters (F turns them on or off)"
						: "belongs to the program (. shows those of the runtime)");
		why = pt->why;
	} else if (pt->prog->working) {
		snprintf(pt->why, sizeof pt->why, "%s are shown when the trace is indexed", pt->spec->what);
		why = pt->why;
	} else if (pt->spec->empty) {
		why = pt->spec->empty(pt);
	}
	pt->list.empty = why;
}

/* The row where the selection is, UINT64_MAX: it is not here. */
static uint64_t pane_table_row_of(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	return pt->table && sel->has ? pt->spec->find(pt, sel) : UINT64_MAX;
}

static void go_to_top(struct gt_pane_table *pt)
{
	gt_list_goto(&pt->list, 0, false);
	/* When it is shown again, it is to stand where the others do. */
	if (gt_app_view(pt->pane->app) != pt->pane->view)
		pt->pane->seen_sel = 0;
	else if (pt->list.rows && pt->pane->ops->list(pt->pane) == &pt->list)
		gt_pane_table_moved(pt);
}

/* What had the cursor when a new view comes. */
struct stand {
	uint64_t id;          /* of its row; UINT64_MAX: the cursor only was where it begins */
	uint64_t cursor, top;
};

/*
 * A cursor in the first row stands for the top of the list, not for its row, unless that row is what is
 * selected.  Who looks at the top of a growing table wants to go on looking at the top in any case.
 */
static struct stand stand_of(const struct gt_pane_table *pt)
{
	struct stand at = { .id = UINT64_MAX, .cursor = pt->list.cursor, .top = pt->list.top };
	uint64_t row = gt_pane_table_cursor(pt);

	if (row != UINT64_MAX && (at.cursor > 0 || pane_table_row_of(pt, gt_app_sel(pt->pane->app)) == row))
		at.id = pane_table_id_of(pt, row);
	return at;
}

/* The row that had the cursor has it again, at the same height of the screen if the top of the list was not seen. */
static void restore_cursor(struct gt_pane_table *pt, const struct stand *was)
{
	uint64_t row = was->id, place, height = was->cursor - was->top;

	if (was->id == UINT64_MAX) {
		gt_pane_table_select_changed(pt, gt_app_sel(pt->pane->app));
		return;
	}
	if (pt->spec->row)
		row = pt->spec->row(pt, was->id);
	place = row == UINT64_MAX ? UINT64_MAX : pane_table_place_of(pt, row);
	if (place == UINT64_MAX) {
		go_to_top(pt);
		return;
	}
	if (was->top > 0 || place >= (uint64_t)pt->list.page)
		pt->list.top = place > height ? place - height : 0;
	gt_list_goto(&pt->list, place, false);
}

/* Takes over a table with its view, or with its first rows. */
static void adopt(struct gt_pane_table *pt, struct gt_resort *r, uint64_t *early, size_t nearly)
{
	const struct stand was = stand_of(pt);
	bool stays = pt->table && pt->list.cursor == 0 && pt->prog->working;

	pane_table_drop(pt);
	pt->early = early;
	pt->nearly = nearly;
	pt->view = r->view;
	pt->table = r->table;
	pt->shown = r->args;
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
		go_to_top(pt);
	else if (!stays)
		restore_cursor(pt, &was);
	pt->to_top = false;
	gt_app_dirty(pt->pane->app, GT_DIRTY_REPAINT);
}

static void resorted(struct gt_pane_table *pt, struct gt_resort *r, const struct gt_error *err)
{
	pt->busy = false;
	if (r->view) {
		adopt(pt, r, NULL, 0);
		return;
	}
	if (err->code == GT_ERR_CANCELLED && gt_app_displaces(pt->pane->app)) {
		gt_app_owe_job(pt->pane->app);
		pt->owed = true;
		return;
	}
	pt->list.sort = pt->sorted;
	pt->list.desc = pt->sorted_desc;
	pt->to_top = false;
	if (err->code != GT_ERR_CANCELLED)
		gt_app_error(pt->pane->app, "%s", err->text);
	if (!pt->table)
		pt->list.empty = "sort cancelled; press o to sort";
}

/* ---- the first rows of a table that is not sorted yet ---- */

static bool has_own_order(const struct gt_pane_table *pt)
{
	struct gt_sort_key own[GT_SORT_KEYS];

	if (pt->spec->unsorted || !gt_report_order(pt->spec->report, own))
		return pt->list.sort == GT_NO_SORT;
	return pt->list.sort != GT_NO_SORT && pt->cols[pt->list.sort] == own[0].col &&
	       pt->list.desc == own[0].desc;
}

/* Shows them: what people look at is there at once, however long sorting takes. */
static int show_early(struct gt_pane_table *pt, struct gt_error *err)
{
	struct gt_resort r;
	uint64_t *rows;
	size_t n = gt_app_limits(pt->pane->app)->early_rows;
	int rc = pane_table_prepare(pt, &r, err);

	r.args.quick = true;
	if (rc == 0)
		rc = gt_table_open(&r.table, pt->spec->report, pt->prog->trace, &r.args, err);
	if (rc < 0) {
		gt_resort_drop(&r);
		return rc;
	}
	rows = gt_xcalloc(n, sizeof *rows);
	n = pt->spec->top(r.table, n, rows);
	adopt(pt, &r, rows, n);
	return 0;
}

/* When a growing table may be looked at again, after work that began then. */
static int64_t later(int64_t begun_ns)
{
	int64_t now = gt_clock_now();

	return now + GROW_MIN_NS + (now - begun_ns) * GROW_SHARE;
}

/* True if it takes longer than a key may take. */
static bool is_large(const struct gt_pane_table *pt)
{
	uint64_t most = gt_app_limits(pt->pane->app)->sort_rows;

	if (pt->only && !pt->args.split_syscalls)
		return pt->nonly > most;
	return (pt->spec->weight ? pt->spec->weight(pt) : pt->spec->cost(gt_trace_info(pt->prog->trace))) > most;
}

static int rebuild(struct gt_pane_table *pt, struct gt_error *err)
{
	struct gt_resort r;
	int64_t begun = gt_clock_now();
	int rc = pane_table_prepare(pt, &r, err);
	bool large, early;

	pt->hid_runtime = pt->prog->hide_runtime;
	pt->stale = pt->prog->working;
	pt->seen_rows = gt_trace_info(pt->prog->trace)->events;
	if (rc < 0)
		return rc;
	large = is_large(pt);
	/* To find the parts of slices takes as long as to sort them. */
	early = large && pt->spec->top && !r.filter && !pt->only && !pt->args.split_syscalls && has_own_order(pt);
	if (early && (pt->prog->working || !pt->view))
		rc = show_early(pt, err);
	if (rc < 0 || (large && pt->prog->working)) {
		if (!pt->table)
			pane_table_set_empty(pt);
		gt_resort_drop(&r);
		pt->next_ns = later(begun);
		return rc;
	}
	if (large) {
		if (!pt->table)
			pt->list.empty = "sorting …";
		/* This ends the job before it, which puts the list's order back. */
		gt_resort_start(&r, resorted);
		pt->owed = false;
		pt->list.sort = r.sort;
		pt->list.desc = r.desc;
		pt->busy = true;
		return 0;
	}
	rc = gt_resort_now(&r, err);
	if (rc < 0) {
		gt_resort_drop(&r);
		return rc;
	}
	adopt(pt, &r, NULL, 0);
	pt->owed = false;
	pt->next_ns = later(begun);
	return 0;
}

static void rebuild_or_say(struct gt_pane_table *pt)
{
	struct gt_error err;

	if (rebuild(pt, &err) >= 0)
		return;
	gt_app_error(pt->pane->app, "%s", err.text);
	/* Not that there is nothing: the message goes with the next key. */
	if (!pt->table) {
		snprintf(pt->why, sizeof pt->why, "%s", err.text);
		pt->list.empty = pt->why;
	}
}

/* ---- ops ---- */

void gt_pane_table_refresh(struct gt_pane_table *pt)
{
	uint64_t events = gt_trace_info(pt->prog->trace)->events;
	bool changed = events != pt->seen_rows || pt->hid_runtime != pt->prog->hide_runtime ||
		       (pt->stale && !pt->prog->working) || pt->owed;

	if (!changed || pt->busy)
		return;
	if (pt->owed && gt_app_works(pt->pane->app)) {
		gt_app_owe_job(pt->pane->app);
		return;
	}
	if (pt->prog->working && pt->table && pt->hid_runtime == pt->prog->hide_runtime &&
	    gt_clock_now() < pt->next_ns)
		return;
	pt->seen_rows = events;
	rebuild_or_say(pt);
}

void gt_pane_table_within(struct gt_pane_table *pt, const char *expr)
{
	if ((!expr && !pt->within) || (expr && pt->within && strcmp(expr, pt->within) == 0))
		return;
	free(pt->within);
	pt->within = expr ? gt_xstrdup(expr) : NULL;
	rebuild_or_say(pt);
}

void gt_pane_table_stop(struct gt_pane_table *pt)
{
	if (pt->busy)
		gt_app_cancel_job(pt->pane->app);
}

void gt_pane_table_only(struct gt_pane_table *pt, const uint32_t *rows, uint64_t n)
{
	uint32_t *copy = gt_xcalloc((size_t)n, sizeof *copy);

	memcpy(copy, rows, (size_t)n * sizeof *copy);
	/* A job that reads the old ones ends first. */
	gt_pane_table_stop(pt);
	free(pt->only);
	pt->only = copy;
	pt->nonly = n;
	pt->list.tags.n = 0;
	if (pt->list.tags.v)
		memset(pt->list.tags.v, 0, pt->list.tags.cap * sizeof *pt->list.tags.v);
}

void gt_pane_table_sort_changed(struct gt_pane_table *pt)
{
	bool same = pt->list.sort == pt->sorted && pt->list.desc == pt->sorted_desc;

	/* Asked again after a view that was stopped, too. */
	if (pt->view && same)
		return;
	/* Whoever asks for another order wants to see what comes first in it. */
	pt->to_top = !same;
	rebuild_or_say(pt);
}

bool gt_pane_table_due(struct gt_pane_table *pt)
{
	pt->to_top |= pt->busy && stand_of(pt).id == UINT64_MAX;
	return pt->busy;
}

/* Plain words are looked for as text; all else must be an expression. */
static int read_filter(struct gt_pane_table *pt, const char *text, struct gt_buf *out, struct gt_error *err)
{
	struct gt_filter *f;
	int r = gt_filter_parse(&f, pt->spec->report, text, err);

	if (r == 0) {
		gt_filter_free(f);
		gt_buf_printf(out, "(%s)", text);
		return 0;
	}
	if (strpbrk(text, "=<>~!&|\"'"))
		return r;
	gt_buf_printf(out, "\"%s\"", text);
	return 0;
}

int gt_pane_table_filter_changed(struct gt_pane_table *pt, struct gt_pane_filters *filters,
				 struct gt_error *err)
{
	struct gt_buf expr = { 0 }, one = { 0 };
	struct gt_error first = { 0 };
	int rc = 0, r;
	bool same;

	for (size_t i = 0; i < filters->n; i++) {
		struct gt_pane_filter *f = &filters->v[i];
		struct gt_error e = { 0 };

		if (!f->on)
			continue;
		gt_buf_reset(&one);
		r = read_filter(pt, f->text, &one, &e);
		f->bad = r < 0;
		if (r < 0 && rc == 0) {
			rc = r;
			first = e;
		}
		if (r == 0)
			gt_buf_printf(&expr, "%s%s", expr.len ? " && " : "", gt_buf_str(&one));
	}
	if (rc < 0 && err)
		*err = first;
	same = pt->view && !pt->stale && (expr.len ? pt->expr && strcmp(pt->expr, gt_buf_str(&expr)) == 0 : !pt->expr);
	free(pt->expr);
	pt->expr = expr.len ? gt_buf_steal(&expr) : NULL;
	gt_buf_release(&expr);
	gt_buf_release(&one);
	/* A bad one is taken away at once, and we are asked again. */
	if (rc == 0 && !same)
		rc = rebuild(pt, err);
	return rc;
}

uint64_t gt_pane_table_cursor(const struct gt_pane_table *pt)
{
	return gt_pane_table_row(pt, pt->list.cursor);
}

bool gt_pane_table_sel(const struct gt_pane_table *pt, struct gt_sel *sel)
{
	uint64_t row = gt_pane_table_cursor(pt);

	return row != UINT64_MAX && pt->spec->select(pt, row, sel);
}

void gt_pane_table_moved(struct gt_pane_table *pt)
{
	struct gt_sel sel;

	if (gt_pane_table_sel(pt, &sel))
		gt_app_select(pt->pane->app, &sel);
}

void gt_pane_table_select_changed(struct gt_pane_table *pt, const struct gt_sel *sel)
{
	uint64_t row = pane_table_row_of(pt, sel);
	uint64_t place = row == UINT64_MAX ? UINT64_MAX : pane_table_place_of(pt, row);

	if (place != UINT64_MAX)
		gt_list_goto(&pt->list, place, true);
	else if (row != UINT64_MAX && pt->filter)
		gt_app_message(pt->pane->app, "the selection is filtered out of this view");
}

void gt_pane_table_status(struct gt_pane_table *pt, struct gt_buf *out)
{
	if (pt->prog->hide_runtime && pt->spec->system_col >= 0)
		gt_buf_puts(out, "runtime hidden ");
	if (pt->table && gt_table_has_beyond(pt->table)) {
		gt_buf_puts(out, "dim rows end after ");
		gt_human_time(out, gt_trace_info(pt->prog->trace)->horizon);
		gt_buf_puts(out, ", where parts are missing ");
	}
	if (pt->nearly)
		gt_buf_puts(out, pt->busy ? "still sorting " : "sort cancelled, only the first rows are shown; press o to sort ");
	else if (pt->table && pt->prog->working && is_large(pt))
		gt_buf_puts(out, "not yet re-sorted (indexing) ");
}

bool gt_pane_table_handle(struct gt_pane_table *pt, const struct gt_act *act)
{
	if (act->action != GT_ACT_RUNTIME)
		return false;
	pt->prog->hide_runtime = !pt->prog->hide_runtime;
	gt_app_message(pt->pane->app, pt->prog->hide_runtime ? "goroutines of the runtime are hidden, but none without a name"
							     : "goroutines of the runtime are shown");
	gt_app_data_changed(pt->pane->app);
	return true;
}

/* ---- export ---- */

/* Rows of the tags; false if a tag can stand for more than one row. */
static bool tagged_rows(const struct gt_pane_table *pt, struct gt_map *rows)
{
	if (pt->shown.split_syscalls)
		return false;
	for (size_t i = 0; i < pt->list.tags.cap; i++) {
		uint64_t id = pt->list.tags.v[i] - 1, row;

		if (!pt->list.tags.v[i])
			continue;
		row = pt->spec->row ? pt->spec->row(pt, id) : id;
		if (row != UINT64_MAX)
			gt_map_put(rows, row, 1);
	}
	return true;
}

uint64_t *gt_pane_table_chosen_places(const struct gt_pane_table *pt, uint64_t *n)
{
	uint64_t *places, max = pt->list.tags.n ? pt->list.rows : 1, cap = 0;
	struct gt_map rows = { 0 };
	bool known;

	*n = 0;
	if (pt->list.rows == 0)
		return NULL;
	places = NULL;
	GT_GROW(places, cap, 1);
	if (pt->list.tags.n == 0)
		places[(*n)++] = pt->list.cursor;
	known = tagged_rows(pt, &rows);
	for (uint64_t place = 0; pt->list.tags.n && place < max; place++) {
		if (known ? gt_map_get(&rows, gt_pane_table_row(pt, place)) == GT_MAP_NONE
			  : !gt_list_tagged(&pt->list, place))
			continue;
		GT_GROW(places, cap, *n + 1);
		places[(*n)++] = place;
	}
	gt_map_release(&rows);
	return places;
}

const char *const gt_pane_table_formats[] = { "text", "csv", "json", "ndjson", NULL };

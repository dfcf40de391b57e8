/* Reports as virtual tables of SQLite. */
#include "format/sql/virtual.h"

#include <stdlib.h>

#include "analysis/table/reports.h"
#include "analysis/table/view.h"
#include "base/bisect.h"
#include "base/hash.h"
#include "base/xalloc.h"
#include "format/export.h"
#include "format/json.h"
#include "format/sql/plan.h"

struct sql_vtab {
	sqlite3_vtab base;
	const struct gt_sql_module *of;
};

/* A row by the hash of its cell in a column. */
struct hashed_row {
	uint64_t hash;
	uint32_t row;
};

/* A table by a column: the inner loop of a join asks for one value after the other. */
struct by_value {
	int col;                     /* GT_NO_COLUMN: there is none yet */
	int before;                  /* the column that the last look was for */
	struct gt_hash_key key;
	struct hashed_row *rows;     /* in the order of their hashes, then of their numbers */
	size_t n, cap;
};

struct cursor {
	sqlite3_vtab_cursor base;
	const struct gt_sql_module *of;
	/* The table, and what it was opened with. */
	struct gt_table *t;
	struct gt_sql_asked asked;
	char *options[GT_SQL_OPTIONS];
	unsigned noptions;
	bool opened, points;         /* `asked` counts; rows are those of a part of the time */
	/* Rows: of a view, or from..to of those by value. */
	struct gt_view *view;
	struct by_value by;
	size_t at, end;
	uint64_t it, row;
	bool eof;
	/* Cells as JSON. */
	struct gt_export json;
	struct gt_buf text;
};

/* ---- a table ---- */

static int vtab_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **why)
{
	const struct gt_sql_module *of = aux;
	struct gt_buf text = { 0 };
	struct sql_vtab *v;
	int rc;

	(void)argc, (void)argv;
	gt_sql_declare(&text, of->report, false);
	of->world->declaring = true;
	rc = sqlite3_declare_vtab(db, gt_buf_str(&text));
	of->world->declaring = false;
	gt_buf_release(&text);
	if (rc != SQLITE_OK) {
		*why = sqlite3_mprintf("%s", sqlite3_errmsg(db));
		return rc;
	}
	/* It shows what is there, and changes nothing. */
	sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
	v = gt_xcalloc(1, sizeof *v);
	v->of = of;
	*out = &v->base;
	return SQLITE_OK;
}

static int vtab_disconnect(sqlite3_vtab *vtab)
{
	free(vtab);
	return SQLITE_OK;
}

static int vtab_choose(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	return gt_sql_choose(((struct sql_vtab *)vtab)->of->report, info);
}

/* ---- opening the report ---- */

static int cursor_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out)
{
	struct cursor *c = gt_xcalloc(1, sizeof *c);

	c->of = ((struct sql_vtab *)vtab)->of;
	c->by.col = c->by.before = GT_NO_COLUMN;
	*out = &c->base;
	return SQLITE_OK;
}

static void forget_by_value(struct cursor *c)
{
	free(c->by.rows);
	c->by = (struct by_value){ .col = GT_NO_COLUMN, .before = GT_NO_COLUMN };
}

static void cursor_release_table(struct cursor *c)
{
	struct gt_sql_world *world = c->of->world;

	forget_by_value(c);
	gt_view_close(c->view);
	c->view = NULL;
	if (c->t && c->t->fault.code && !world->fault.code)
		world->fault = c->t->fault;
	gt_table_close(c->t);
	c->t = NULL;
	if (c->opened)
		world->from->close(world->from->arg, &c->asked);
	c->opened = false;
	for (unsigned i = 0; i < c->noptions; i++)
		free(c->options[i]);
	c->noptions = 0;
	gt_textcache_release(&c->json.scratch.stacks);
	gt_buf_release(&c->json.scratch.text);
}

static int cursor_close(sqlite3_vtab_cursor *cursor)
{
	struct cursor *c = (struct cursor *)cursor;

	cursor_release_table(c);
	gt_buf_release(&c->text);
	free(c);
	return SQLITE_OK;
}

/* Fails with the program's own sentence, of which SQLite would say less. */
static int virtual_fails(struct cursor *c, const struct gt_error *err)
{
	c->of->world->err = *err;
	return SQLITE_ERROR;
}

/* Options of this look: those of a plan's tests that are there. */
struct wanted {
	const char *options[GT_SQL_OPTIONS];
	unsigned n;
};

static void take_wanted_options(struct wanted *w, const struct gt_sql_plan *plan, const struct gt_report *r,
			sqlite3_value **values)
{
	w->n = 0;
	for (unsigned i = 0; i < plan->ntests; i++) {
		bool option = plan->tests[i].col >= gt_sql_option(r, 0);
		const char *text = option ? (const char *)sqlite3_value_text(values[i]) : NULL;

		if (text && w->n < GT_SQL_OPTIONS)
			w->options[w->n++] = text;
	}
}

static bool is_open_with(const struct cursor *c, const struct wanted *w, uint64_t asked)
{
	if (!c->t || c->points || c->noptions != w->n || asked & ~c->asked.args.asked)
		return false;
	for (unsigned i = 0; i < w->n; i++)
		if (strcmp(c->options[i], w->options[i]) != 0)
			return false;
	return true;
}

/*
 * Events are points in time in order, and the table of a part of the trace has the same rows as the whole one there:
 * a range of times is where reading begins and ends.
 */
static void narrow_range(struct cursor *c, const struct gt_sql_plan *plan, sqlite3_value **values)
{
	const struct gt_report *r = c->of->report;
	int time = r == &gt_report_events ? gt_report_flagged(r, GT_COL_BEGIN) : GT_NO_COLUMN;
	struct gt_table_args *args = &c->asked.args;
	int64_t from = INT64_MIN, to = INT64_MAX, v;

	for (unsigned i = 0; i < plan->ntests; i++) {
		enum gt_sql_op op = plan->tests[i].op;

		if (time == GT_NO_COLUMN || plan->tests[i].col != (unsigned)time ||
		    !gt_sql_plan_number(GT_KIND_TIME, values[i], &v) || v == INT64_MAX)
			continue;
		if (op == GT_SQL_EQ || op == GT_SQL_GE || op == GT_SQL_GT)
			from = v + (op == GT_SQL_GT) > from ? v + (op == GT_SQL_GT) : from;
		if (op == GT_SQL_EQ || op == GT_SQL_LE || op == GT_SQL_LT)
			to = v + (op != GT_SQL_LT) < to ? v + (op != GT_SQL_LT) : to;
	}
	c->points = from != INT64_MIN || to != INT64_MAX;
	if (!c->points)
		return;
	if (!args->limited) {
		args->from = INT64_MIN;
		args->to = INT64_MAX;
	}
	args->limited = true;
	args->from = args->from > from ? args->from : from;
	args->to = args->to < to ? args->to : to;
	args->to = args->to < args->from ? args->from : args->to;
}

static bool table_progress(void *arg, uint64_t done, uint64_t total)
{
	const struct gt_sql_source *from = arg;

	(void)done, (void)total;
	return from->progress(from->arg);
}

static int open_report(struct cursor *c, const struct wanted *w, const struct gt_sql_plan *plan, sqlite3_value **values,
		       struct gt_error *err)
{
	struct gt_sql_world *world = c->of->world;
	const struct gt_sql_source *from = world->from;
	const struct gt_report *r = c->of->report;
	uint64_t asked = plan->asked | (c->t ? c->asked.args.asked : 0);
	int rc;

	cursor_release_table(c);
	for (; c->noptions < w->n; c->noptions++)
		c->options[c->noptions] = gt_xstrdup(w->options[c->noptions]);
	rc = from->open(from->arg, r, w->options, w->n, &c->asked, err);
	if (rc)
		return rc;
	c->opened = true;
	c->asked.args.asked = asked;
	if (from->progress) {
		c->asked.args.progress = table_progress;
		c->asked.args.progress_arg = (void *)(uintptr_t)from;
	}
	narrow_range(c, plan, values);
	rc = gt_table_open(&c->t, r, world->trace, &c->asked.args, err);
	world->by_owner |= r->by_owner;
	c->json = (struct gt_export){ .ops = &gt_export_json, .table = c->t, .out = &c->text };
	return rc;
}

/* ---- rows by value ---- */

/* As SQLite has it: what is beyond INT64_MAX is below 0. */
static int64_t number_of_cell(const struct gt_cell *cell)
{
	return cell->kind == GT_KIND_ID && cell->u == GT_P_OUTSIDE ? -1 : cell->i;
}

static uint64_t hash_of_number(const struct by_value *by, int64_t number)
{
	return gt_hash64(by->key, (uint64_t)number);
}

static int hashed_in_order(const void *x, const void *y)
{
	const struct hashed_row *a = x, *b = y;

	return GT_ASC(a, b, hash) ?: GT_ASC(a, b, row);
}

/* The column that one value is asked for in; GT_NO_COLUMN: none, or SQLite has to compare. */
static int equal_column(const struct gt_sql_plan *plan, const struct gt_report *r, sqlite3_value **values,
			unsigned *test)
{
	int64_t number;

	for (unsigned i = 0; i < plan->ntests; i++) {
		unsigned col = plan->tests[i].col;
		enum gt_kind kind;

		if (plan->tests[i].op != GT_SQL_EQ || col >= r->ncolumns)
			continue;
		kind = r->columns[col].kind;
		*test = i;
		/* Numbers without a sign that are below 0 here were beyond INT64_MAX, and have the same bits. */
		if (kind == GT_KIND_STRING ? sqlite3_value_type(values[i]) == SQLITE_TEXT
					   : gt_sql_plan_number(GT_KIND_INT, values[i], &number))
			return (int)col;
	}
	return GT_NO_COLUMN;
}

/* All rows of the view, which is that of no test but what the table was opened with. */
static void sort_by_value(struct cursor *c, int col)
{
	struct by_value *by = &c->by;
	uint64_t it = 0, row;
	struct gt_cell cell;

	forget_by_value(c);
	by->col = by->before = col;
	by->key = gt_hash_key_new();
	while (gt_view_next(c->view, &it, &row)) {
		gt_table_cell(c->t, row, (unsigned)col, &cell);
		if (cell.null || row > UINT32_MAX)
			continue;
		GT_GROW(by->rows, by->cap, by->n + 1);
		by->rows[by->n++] = (struct hashed_row){
			cell.kind == GT_KIND_STRING ? gt_hash_bytes(by->key, cell.s, cell.n)
						    : hash_of_number(by, number_of_cell(&cell)), (uint32_t)row,
		};
	}
	if (by->n)
		qsort(by->rows, by->n, sizeof *by->rows, hashed_in_order);
}

static void seek_value(struct cursor *c, sqlite3_value *v)
{
	struct by_value *by = &c->by;
	uint64_t hash;
	int64_t number = 0;

	if (c->of->report->columns[by->col].kind == GT_KIND_STRING) {
		const void *text = sqlite3_value_text(v);

		hash = gt_hash_bytes(by->key, text, (size_t)sqlite3_value_bytes(v));
	} else {
		gt_sql_plan_number(GT_KIND_INT, v, &number);
		hash = hash_of_number(by, number);
	}
	c->at = GT_BISECT(i, 0, by->n, by->rows[i].hash < hash);
	c->end = GT_BISECT(i, c->at, by->n, by->rows[i].hash <= hash);
}

/* ---- walking ---- */

/* How many rows are wanted, 0: all.  SQLite leaves out those before the offset. */
static uint64_t most_rows(const struct gt_sql_plan *plan, sqlite3_value **values)
{
	int64_t n = plan->limit ? sqlite3_value_int64(values[plan->ntests]) : -1;
	int64_t skipped = plan->offset ? sqlite3_value_int64(values[plan->ntests + 1]) : 0;

	/* A limit below 0 is none; one of 0 rows SQLite sees to. */
	if (n <= 0)
		return 0;
	return (uint64_t)n + (skipped > 0 ? (uint64_t)skipped : 0);
}

/* tests: with the plan's tests, order and limit; without: what the table was opened with, in its own order. */
static int open_view(struct cursor *c, const struct gt_sql_plan *plan, sqlite3_value **values, bool tests,
		     struct gt_error *err)
{
	const struct gt_table_args *args = &c->asked.args;
	struct gt_view_options opt = {
		.limited = args->limited, .from = args->from, .to = args->to, .natural = true,
		.progress = args->progress, .progress_arg = args->progress_arg,
	};
	struct gt_buf expr = { 0 };
	struct gt_filter *filter = NULL;
	int rc = 0;

	gt_view_close(c->view);
	c->view = NULL;
	if (tests) {
		gt_sql_plan_filter(&expr, plan, c->of->report, values);
		memcpy(opt.sort, plan->order, sizeof opt.sort);
		opt.nsort = plan->norder;
		opt.limit = most_rows(plan, values);
	}
	if (c->asked.filter) {
		if (expr.len)
			gt_buf_puts(&expr, " && ");
		gt_buf_printf(&expr, "(%s)", c->asked.filter);
	}
	if (expr.len)
		rc = gt_filter_parse(&filter, c->of->report, gt_buf_str(&expr), err);
	opt.filter = filter;
	opt.stream = !filter && !opt.nsort;
	if (!rc)
		rc = gt_view_open(&c->view, c->t, &opt, err);
	gt_filter_free(filter);
	gt_buf_release(&expr);
	return rc;
}

static void cursor_step(struct cursor *c)
{
	if (c->by.rows && !c->view) {
		c->eof = c->at == c->end;
		c->row = c->eof ? 0 : c->by.rows[c->at++].row;
		return;
	}
	c->eof = !c->view || !gt_view_next(c->view, &c->it, &c->row);
}

/* By value from the second look on that is for the same column; the first may be the only one. */
static int look_up(struct cursor *c, const struct gt_sql_plan *plan, sqlite3_value **values, bool *done,
		   struct gt_error *err)
{
	unsigned test = 0;
	int col = plan->norder ? GT_NO_COLUMN : equal_column(plan, c->of->report, values, &test), rc = 0;

	*done = col != GT_NO_COLUMN && c->by.before == col;
	if (*done && c->by.col != col) {
		rc = open_view(c, plan, values, false, err);
		if (!rc)
			sort_by_value(c, col);
	}
	c->by.before = col;
	if (!*done || rc)
		return rc;
	gt_view_close(c->view);
	c->view = NULL;
	if (c->by.n)
		seek_value(c, values[test]);
	return 0;
}

static int cursor_filter(sqlite3_vtab_cursor *cursor, int number, const char *line, int argc, sqlite3_value **values)
{
	struct cursor *c = (struct cursor *)cursor;
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_sql_plan plan;
	struct wanted wanted;
	bool done = false;
	int rc = 0;

	(void)number, (void)argc;
	gt_sql_plan_read(&plan, c->of->report, line);
	take_wanted_options(&wanted, &plan, c->of->report, values);
	if (!is_open_with(c, &wanted, plan.asked))
		rc = open_report(c, &wanted, &plan, values, &err);
	c->it = 0;
	if (!rc)
		rc = look_up(c, &plan, values, &done, &err);
	if (!rc && !done)
		rc = open_view(c, &plan, values, true, &err);
	if (rc)
		return virtual_fails(c, &err);
	cursor_step(c);
	return SQLITE_OK;
}

static int cursor_next(sqlite3_vtab_cursor *cursor)
{
	cursor_step((struct cursor *)cursor);
	return SQLITE_OK;
}

static int cursor_eof(sqlite3_vtab_cursor *cursor)
{
	return ((struct cursor *)cursor)->eof;
}

static int cursor_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *id)
{
	*id = (sqlite3_int64)((struct cursor *)cursor)->row;
	return SQLITE_OK;
}

/* ---- cells ---- */

static void virtual_put_cell(sqlite3_context *ctx, struct cursor *c, const struct gt_cell *cell)
{
	switch (cell->kind) {
	case GT_KIND_COUNT:
	case GT_KIND_ID:
	case GT_KIND_BYTES:
	case GT_KIND_INT:
	case GT_KIND_DUR:
	case GT_KIND_TIME: sqlite3_result_int64(ctx, number_of_cell(cell)); break;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: sqlite3_result_double(ctx, cell->r); break;
	case GT_KIND_BOOL: sqlite3_result_int(ctx, cell->b); break;
	case GT_KIND_STRING: sqlite3_result_text64(ctx, cell->s, cell->n, SQLITE_TRANSIENT, SQLITE_UTF8); break;
	case GT_KIND_STACK:
	case GT_KIND_LIST:
	case GT_KIND_MAP:
		gt_buf_reset(&c->text);
		gt_json_cell(&c->json, cell);
		sqlite3_result_text64(ctx, c->text.data, c->text.len, SQLITE_TRANSIENT, SQLITE_UTF8);
		break;
	}
}

static int cursor_column(sqlite3_vtab_cursor *cursor, sqlite3_context *ctx, int number)
{
	struct cursor *c = (struct cursor *)cursor;
	const struct gt_report *r = c->of->report;
	unsigned col = (unsigned)gt_sql_column(r, number);
	struct gt_cell cell;

	if (col < r->ncolumns) {
		gt_table_cell(c->t, c->row, col, &cell);
		if (!cell.null)
			virtual_put_cell(ctx, c, &cell);
	} else if (col == gt_sql_beyond(r)) {
		sqlite3_result_int(ctx, gt_table_beyond(c->t, c->row));
	} else if (col - gt_sql_option(r, 0) < c->noptions) {
		sqlite3_result_text(ctx, c->options[col - gt_sql_option(r, 0)], -1, SQLITE_TRANSIENT);
	}
	return SQLITE_OK;
}

/* Without xCreate there is one table of each, by the name of its module, which nothing has to make. */
static const sqlite3_module report_module = {
	.xConnect = vtab_connect,
	.xBestIndex = vtab_choose,
	.xDisconnect = vtab_disconnect,
	.xOpen = cursor_open,
	.xClose = cursor_close,
	.xFilter = cursor_filter,
	.xNext = cursor_next,
	.xEof = cursor_eof,
	.xColumn = cursor_column,
	.xRowid = cursor_rowid,
};

int gt_sql_add_table(sqlite3 *db, struct gt_sql_module *of)
{
	return sqlite3_create_module_v2(db, of->report->name, &report_module, of, NULL);
}

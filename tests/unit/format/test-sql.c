/* Statements of SQL: kinds of columns, a run that is stopped, more than one run, and what is looked up by value. */
#include "format/sql/sql.h"

#include "unit/analysis/handmade.h"
#include "base/buf.h"
#include "tap/tap.h"

struct asking {
	unsigned opened, closed;     /* tables */
	unsigned steps;              /* calls of progress that may go on */
};

static int open_all(void *arg, const struct gt_report *r, const char *const *options, unsigned n,
		    struct gt_sql_asked *asked, struct gt_error *err)
{
	struct asking *a = arg;

	(void)r;
	if (n && !strcmp(options[0], "refused"))
		return gt_error_usage(err, "this is refused");
	*asked = (struct gt_sql_asked){ .args = { .to = INT64_MAX } };
	a->opened++;
	return 0;
}

static void close_all(void *arg, struct gt_sql_asked *asked)
{
	(void)asked;
	((struct asking *)arg)->closed++;
}

static bool go_on(void *arg)
{
	struct asking *a = arg;

	return a->steps && a->steps--;
}

static struct gt_sql *open_sql(const char *statement)
{
	struct gt_sql *sql = NULL;
	struct gt_error err;

	if (!gt_sql_version())
		tap_skip_all("built without SQLite");
	if (gt_sql_open(&sql, statement, &err))
		tap_bail("%s: %s", statement, err.text);
	return sql;
}

static struct gt_table *run(struct gt_sql *sql, struct gt_trace *t, struct asking *a)
{
	struct gt_sql_source source = { .open = open_all, .close = close_all, .arg = a };
	struct gt_table *table = NULL;
	struct gt_error err;

	if (gt_sql_run(sql, t, &source, &table, &err))
		tap_bail("%s", err.text);
	return table;
}

TAP_TEST(kinds)
{
	static const struct {
		const char *column;
		enum gt_kind kind;
	} cases[] = {
		{ "dur_ns", GT_KIND_DUR }, { "start_ns as x", GT_KIND_TIME }, { "p", GT_KIND_ID },
		{ "func", GT_KIND_STRING }, { "\"open\"", GT_KIND_BOOL },
		{ "dur_ns + 1", GT_KIND_COUNT }, { "-dur_ns as x", GT_KIND_INT },
		{ "dur_ns / 2.0", GT_KIND_REAL }, { "dur_ns / 2.0 as half_ns", GT_KIND_DUR },
		{ "1 as share", GT_KIND_SHARE },
		{ "4096 as heap_bytes", GT_KIND_BYTES }, { "null", GT_KIND_STRING }, { "'a' as b_ns", GT_KIND_STRING },
		{ "iif(rowid % 2, 1, 'x')", GT_KIND_STRING }, { "(select dur_ns) as y", GT_KIND_DUR },
	};
	struct gt_trace *t = handmade_open();
	struct asking a = { 0 };

	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		struct gt_buf statement = { 0 };
		struct gt_table *table;
		struct gt_sql *sql;

		gt_buf_printf(&statement, "select %s from greedy", cases[i].column);
		sql = open_sql(gt_buf_str(&statement));
		table = run(sql, t, &a);
		tap_is_int(table->report->columns[0].kind, cases[i].kind, "%s", cases[i].column);
		gt_table_close(table);
		gt_sql_close(sql);
		gt_buf_release(&statement);
	}
	tap_is_int(a.closed, a.opened, "all tables were closed");
	gt_trace_close(t);
}

TAP_TEST(again)
{
	struct gt_sql *sql = open_sql("select count(*), sum(dur_ns) from greedy");
	struct gt_trace *t = handmade_open();
	struct gt_cell c[2];
	struct asking a = { 0 };

	for (int i = 0; i < 3; i++) {
		struct gt_table *table = run(sql, t, &a);

		tap_is_u64(table->rows, 1, "run %d has one row", i + 1);
		gt_table_cell(table, 0, 0, &c[0]);
		gt_table_cell(table, 0, 1, &c[1]);
		/* 7 to 35, 45 to 65, 75 to 95, 115 to 125. */
		tap_is_u64(c[0].u, 4, "slices");
		tap_is_u64(c[1].u, 28 + 20 + 20 + 10, "ns of them");
		gt_table_close(table);
	}
	gt_sql_close(sql);
	gt_trace_close(t);
}

/* From the second look on by the hashes of all rows: one table is opened, not one for each look. */
TAP_TEST(joins)
{
	struct gt_sql *sql = open_sql("select count(*) from greedy a cross join greedy b on b.g = a.g");
	struct gt_trace *t = handmade_open();
	struct asking a = { 0 };
	struct gt_table *table = run(sql, t, &a);
	struct gt_cell c;

	gt_table_cell(table, 0, 0, &c);
	tap_is_u64(c.u, 2 * 2 + 2 * 2, "two goroutines with two slices each");
	tap_is_int(a.opened, 2, "each side is opened once");
	gt_table_close(table);
	gt_sql_close(sql);
	gt_trace_close(t);
}

TAP_TEST(stopped)
{
	struct gt_sql *sql = open_sql("with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c");
	struct asking a = { .steps = 100 };
	struct gt_sql_source source = { .open = open_all, .close = close_all, .progress = go_on, .arg = &a };
	struct gt_trace *t = handmade_open();
	struct gt_table *table;
	struct gt_error err = { .code = 0 };

	tap_is_int(gt_sql_run(sql, t, &source, &table, &err), GT_ERR_CANCELLED, "an endless one is stopped");
	tap_is_str(err.text, "the statement was stopped", "it says so");
	gt_sql_close(sql);
	sql = open_sql("select * from greedy('refused')");
	a.steps = 100;
	tap_is_int(gt_sql_run(sql, t, &source, &table, &err), GT_ERR_USAGE, "options that are refused");
	tap_is_str(err.text, "this is refused", "for this reason");
	gt_sql_close(sql);
	gt_trace_close(t);
}

/* --fail-if=sql:NAME: a statement of the configuration that should select nothing. */
#include "cli/failsql.h"

#include <stdlib.h>

#include "analysis/table/celltext.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "cli/sqlargs.h"

/* Of the first row so many columns are told. */
#define MOST_TOLD 8

struct gt_failsql {
	char *title;
	struct gt_sql *sql;
};

int gt_failsql_open(struct gt_failsql **out, const struct gt_cli *c, const char *name, struct gt_error *err)
{
	struct gt_failsql *f = gt_xcalloc(1, sizeof *f);
	char *statement = NULL;
	int rc = gt_sqlargs_named(c, name, &f->title, &statement, err);

	if (!rc)
		rc = gt_sql_open(&f->sql, statement, err);
	free(statement);
	if (rc)
		gt_failsql_free(f);
	else
		*out = f;
	return rc;
}

void gt_failsql_free(struct gt_failsql *f)
{
	if (!f)
		return;
	gt_sql_close(f->sql);
	free(f->title);
	free(f);
}

static void tell_first(struct gt_buf *why, struct gt_table *table)
{
	const struct gt_report *r = table->report;

	for (unsigned i = 0; i < r->ncolumns && i < MOST_TOLD; i++) {
		gt_buf_printf(why, "%s%s ", i ? ", " : " (first: ", r->columns[i].title);
		gt_table_text(why, table, 0, i);
	}
	gt_buf_putc(why, ')');
}

int gt_failsql_test(const struct gt_failsql *f, const struct gt_cli *c, struct gt_trace *t, bool *holds,
		    struct gt_buf *why, struct gt_error *err)
{
	struct gt_sqlargs args = { c, t, gt_trace_info(t)->file };
	struct gt_sql_source source = gt_sqlargs_source(&args);
	struct gt_table *table;
	int rc = gt_sql_run(f->sql, t, &source, &table, err);

	if (rc)
		return rc;
	*holds = table->rows > 0;
	if (*holds) {
		gt_buf_printf(why, "%s%s: ", why->len ? "; " : "", f->title);
		gt_human_many(why, table->rows, "row");
		tell_first(why, table);
	}
	if (table->fault.code) {
		*err = table->fault;
		rc = err->code;
	}
	gt_table_close(table);
	return rc;
}

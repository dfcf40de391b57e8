/* Statements of SQL in a build without SQLite: there are none. */
#include "format/sql/sql.h"

static int no_sql(struct gt_error *err)
{
	return gt_error_usage(err, "this build has no SQL: install SQLite with its headers (libsqlite3-dev on Debian), "
				   "run ./configure and make again");
}

int gt_sql_open(struct gt_sql **out, const char *statement, struct gt_error *err)
{
	(void)out, (void)statement;
	return no_sql(err);
}

const struct gt_report *gt_sql_report(const struct gt_sql *sql)
{
	(void)sql;
	return NULL;
}

int gt_sql_run(struct gt_sql *sql, struct gt_trace *t, const struct gt_sql_source *from, struct gt_table **out,
	       struct gt_error *err)
{
	(void)sql, (void)t, (void)from, (void)out;
	return no_sql(err);
}

void gt_sql_close(struct gt_sql *sql)
{
	(void)sql;
}

const char *gt_sql_version(void)
{
	return NULL;
}

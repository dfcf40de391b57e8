/* Statements of SQL over reports: what one selects is a table like any other (--sql, gtrace-sql(7)). */
#ifndef GT_FORMAT_SQL_H
#define GT_FORMAT_SQL_H

#include "analysis/table/table.h"

/*
 *	gt_sql_open(&sql, "select func, sum(dur_ns) total_ns from greedy group by func", &err);
 *	for each trace:
 *		gt_sql_run(sql, trace, &source, &table, &err);
 *		...
 *		gt_table_close(table);
 *	gt_sql_close(sql);
 *
 * Every report is a table with its columns, and a function that takes options of the command line:
 * states('goroutine=17').  A statement only reads: it can neither attach a file nor load code, nothing of it is
 * written to a disk, and what it may take is bounded.  Without SQLite gt_sql_open says what is missing.
 */
struct gt_sql;

/* What SQLite may take for sorting and grouping, one value, and the rows of the result. */
#define GT_SQL_HEAP (INT64_C(512) << 20)
#define GT_SQL_VALUE (64 << 20)
#define GT_SQL_RESULT (UINT64_C(512) << 20)

/* What a table of a statement is opened with. */
struct gt_sql_asked {
	struct gt_table_args args;
	const char *filter;          /* NULL: all rows */
	void *kept;                  /* holds what the others point to */
};

/* Who knows what options mean. */
struct gt_sql_source {
	/* The arguments of a report with n options, each NAME=VALUE or NAME; GT_ERR_USAGE.  `close` releases them. */
	int (*open)(void *arg, const struct gt_report *r, const char *const *options, unsigned n,
		    struct gt_sql_asked *asked, struct gt_error *err);
	void (*close)(void *arg, struct gt_sql_asked *asked);
	/* Called now and then; false stops the statement (GT_ERR_CANCELLED).  May be NULL. */
	bool (*progress)(void *arg);
	void *arg;
};

/* One statement, checked; GT_ERR_USAGE says what is wrong and where.  The caller owns *out. */
int gt_sql_open(struct gt_sql **out, const char *statement, struct gt_error *err);

/* The columns of its rows: their kinds are only sure in the report of a table that gt_sql_run made. */
const struct gt_report *gt_sql_report(const struct gt_sql *sql);

/* The rows that it selects from a trace.  The caller closes *out before the next call for the same statement. */
int gt_sql_run(struct gt_sql *sql, struct gt_trace *t, const struct gt_sql_source *from, struct gt_table **out,
	       struct gt_error *err);

/* sql may be NULL. */
void gt_sql_close(struct gt_sql *sql);

/* "sqlite 3.40.1"; NULL: built without it. */
const char *gt_sql_version(void);

#endif

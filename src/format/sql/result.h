/* What a statement selects, as a report with rows of its own. */
#ifndef GT_FORMAT_SQL_RESULT_H
#define GT_FORMAT_SQL_RESULT_H

#include <sqlite3.h>

#include "analysis/table/table.h"

/*
 * Rows are kept as they come, texts that are the same once.  A column's kind is that of the report's column it comes
 * from, else that of its values; a name like total_ns, bytes or share says what numbers are.
 */
struct gt_sql_result;

/* The columns of a prepared statement, without rows. */
struct gt_sql_result *gt_sql_result_new(sqlite3_stmt *stmt);
void gt_sql_result_free(struct gt_sql_result *res);

/* Without the rows of the run before. */
void gt_sql_result_reset(struct gt_sql_result *res);
/* One more row, where the statement is; GT_ERR_USAGE: more than GT_SQL_RESULT bytes. */
int gt_sql_result_add(struct gt_sql_result *res, sqlite3_stmt *stmt, struct gt_error *err);
/* All rows are there: decides the kinds.  by_owner: as in struct gt_report. */
void gt_sql_result_end(struct gt_sql_result *res, bool by_owner);

const struct gt_report *gt_sql_result_report(const struct gt_sql_result *res);
/* A table of the rows, which lives no longer than they. */
int gt_sql_result_table(struct gt_table **out, struct gt_sql_result *res, struct gt_trace *t, struct gt_error *err);

#endif

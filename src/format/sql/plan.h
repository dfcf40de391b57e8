/* What of a statement a table does by itself: which rows, in which order, how many. */
#ifndef GT_FORMAT_SQL_PLAN_H
#define GT_FORMAT_SQL_PLAN_H

#include <sqlite3.h>

#include "analysis/table/table.h"
#include "format/sql/schema.h"

/* More tests of one table are left to SQLite, which makes those that are here once more. */
#define GT_SQL_TESTS 16

enum gt_sql_op { GT_SQL_EQ, GT_SQL_LT, GT_SQL_LE, GT_SQL_GT, GT_SQL_GE };

struct gt_sql_plan {
	uint64_t asked;                  /* bits of columns, as in struct gt_table_args */
	struct gt_sql_test {
		unsigned col;            /* of the report, or an option's (gt_sql_option) */
		enum gt_sql_op op;
	} tests[GT_SQL_TESTS + GT_SQL_OPTIONS];
	unsigned ntests;                 /* SQLite passes their values, in this order, then limit and offset */
	struct gt_sort_key order[GT_SORT_KEYS];
	unsigned norder;
	bool limit, offset;              /* no more rows than both together are wanted */
};

/* xBestIndex: chooses, and writes the plan as a line that EXPLAIN QUERY PLAN shows. */
int gt_sql_choose(const struct gt_report *r, sqlite3_index_info *info);

/* The plan that such a line stands for. */
void gt_sql_plan_read(struct gt_sql_plan *plan, const struct gt_report *r, const char *line);

/*
 * A value as a number that a column of this kind can be compared with; false: SQLite has to.  Kinds without a sign
 * take no numbers below 0.
 */
bool gt_sql_plan_number(enum gt_kind kind, sqlite3_value *v, int64_t *number);

/*
 * Appends an expression (analysis/table/filter.h) that all rows pass for which the tests with these values are true;
 * nothing: there is none.
 */
void gt_sql_plan_filter(struct gt_buf *out, const struct gt_sql_plan *plan, const struct gt_report *r,
			sqlite3_value **values);

#endif

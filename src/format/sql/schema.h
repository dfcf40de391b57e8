/* Reports as tables of SQL: their columns and the types of these. */
#ifndef GT_FORMAT_SQL_SCHEMA_H
#define GT_FORMAT_SQL_SCHEMA_H

#include "analysis/table/table.h"

/*
 * Columns have numbers: first those of the report, then two kinds of hidden ones, "beyond" and as many for options as
 * a table takes as a function.  Those that only --columns shows are hidden, too.
 */
#define GT_SQL_OPTIONS 8
GT_INLINE unsigned gt_sql_beyond(const struct gt_report *r)
{
	return r->ncolumns;
}
GT_INLINE unsigned gt_sql_option(const struct gt_report *r, unsigned i)
{
	return r->ncolumns + 1 + i;
}

/*
 * SQLite has the options in front of the others, as it gives the arguments of a function to the first hidden columns.
 * The number here of a column that has the number n there; below 0: n, which is the row's.
 */
GT_INLINE int gt_sql_column(const struct gt_report *r, int n)
{
	return n < 0 ? n : n < GT_SQL_OPTIONS ? (int)gt_sql_option(r, (unsigned)n) : n - GT_SQL_OPTIONS;
}

/* The name of a column, also of a hidden one; it lives as long as the report. */
const char *gt_sql_column_name(const struct gt_report *r, unsigned col);

/* Appends the CREATE TABLE statement; help: for people, with what each column is. */
void gt_sql_declare(struct gt_buf *out, const struct gt_report *r, bool help);

/* The kind of a column by its declared type; false: it has none of these (NULL: no type at all). */
bool gt_sql_kind(const char *type, enum gt_kind *kind);

/* Appends the declarations of all reports, or of one; GT_ERR_USAGE: there is none with this name. */
int gt_sql_schema(struct gt_buf *out, const char *name, struct gt_error *err);

#endif

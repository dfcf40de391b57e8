/* The base tables of a trace, as --export=tables writes them: gtrace-tables(5). */
#ifndef GT_FORMAT_TABLES_TABLES_H
#define GT_FORMAT_TABLES_TABLES_H

#include "analysis/table/table.h"
#include "format/out.h"

/* Raised when a table or a column goes away or means something else; what is added does not raise it. */
#define GT_TABLES_SCHEMA 1

enum gt_base_type {
	GT_BASE_INT,          /* INT64 */
	GT_BASE_NS,           /* INT64: ns; times count from the trace's start */
	GT_BASE_WALL,         /* TIMESTAMP in UTC, in ns: a time of the row on the wall clock */
	GT_BASE_REAL,         /* DOUBLE */
	GT_BASE_BOOL,
	GT_BASE_TEXT,         /* UTF-8 */
	GT_BASE_JSON,         /* UTF-8: a list or a map */
	GT_BASE_STACK,        /* INT64: a number in the table stacks; absent: no stack */
};

struct gt_base_column {
	unsigned table;       /* enum gt_base_id */
	const char *name;
	const char *source;   /* key of the report's column; "#...": see src/format/tables/tables.def */
	enum gt_base_type type;
	const char *meaning;  /* a short sentence without its full stop */
};

enum gt_base_id {
#define GT_BASE_TABLE(id, report, row) GT_BASE_##id,
#define GT_BASE_COLUMN(id, name, source, type, meaning)
#include "format/tables/tables.def"
#undef GT_BASE_TABLE
#undef GT_BASE_COLUMN
	GT_BASE_TABLES
};

struct gt_base_table {
	const char *name;     /* "slices" */
	const struct gt_report *report; /* whose rows it has; NULL: it is made of the trace's stacks */
	const char *row;      /* "an on-processor slice" */
	const struct gt_base_column *columns;
	unsigned ncolumns;
};

/* In the order in which they are written: `traces` is the last one. */
struct gt_base_table gt_base_table(enum gt_base_id id);

/* "INT64", "TIMESTAMP": what the manual calls a type. */
const char *gt_base_type_name(enum gt_base_type type);

/*
 * Writes the whole file of a table, in the order of the report's rows, and calls gt_out_step in between.  args: of
 * the report, without a range; not looked at where there is no report.  Errors are those of the report and of its
 * rows; what goes wrong with `out` is kept there.
 */
int gt_base_write(const struct gt_base_table *b, struct gt_trace *t, const struct gt_table_args *args,
		  struct gt_out *out, struct gt_error *err);

#endif

/* Reports as virtual tables of SQLite. */
#ifndef GT_FORMAT_SQL_VIRTUAL_H
#define GT_FORMAT_SQL_VIRTUAL_H

#include <sqlite3.h>

#include "format/sql/sql.h"

/* What all tables of a statement read, and what they found. */
struct gt_sql_world {
	struct gt_trace *trace;              /* while a statement runs */
	const struct gt_sql_source *from;
	struct gt_error err;                 /* why a table could not be opened; code 0: none failed */
	struct gt_error fault;               /* rows that cannot be read any more, as in struct gt_table */
	bool declaring;                      /* the columns of a table are being told to SQLite */
	bool by_owner;                       /* a report was read whose sums depend on goroutines' names */
};

/* A table of one report. */
struct gt_sql_module {
	struct gt_sql_world *world;
	const struct gt_report *report;
};

/* Makes a table known by the name of its report; `of` has to outlive the database.  An SQLITE_ code. */
int gt_sql_add_table(sqlite3 *db, struct gt_sql_module *of);

#endif

/* Functions that statements have beside those of SQLite. */
#ifndef GT_FORMAT_SQL_FUNCTIONS_H
#define GT_FORMAT_SQL_FUNCTIONS_H

#include <sqlite3.h>

/*
 * ns('20ms'): a duration as a number; dur(n): the other way; regexp(pattern, text), which is what REGEXP asks for.
 * An SQLITE_ code.
 */
int gt_sql_add_functions(sqlite3 *db);

#endif

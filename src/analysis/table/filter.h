/* Filter expressions over a table's columns: dur>10ms && func~main. */
#ifndef GT_ANALYSIS_FILTER_H
#define GT_ANALYSIS_FILTER_H

#include "analysis/table/table.h"

/*
 *	expr   = and { "||" and }
 *	and    = not { "&&" not }
 *	not    = "!" not | "(" expr ")" | test
 *	test   = column [ "." key ] [ op value ] | "text"
 *	op     = "=" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~"
 *	value  = word | 'text' | "text"
 *
 * A column alone is true if its cell is there (bool: if it is true).  ~ looks
 * for the text or regular expression inside the cell (analysis/table/matcher.h), without
 * regard to case unless it has capitals; of a stack inside its functions and
 * files, of a list inside its items.  A quoted text alone is looked for in all
 * columns that hold text.  Columns are named by key or title; a title with
 * blanks may be quoted.  Durations and times take units (20ms), a bare number
 * is ns.  ".key" picks an item of a map: block.sync>1ms.  An absent cell fails
 * every test but != and !~.
 */
struct gt_filter;

/*
 * Errors (GT_ERR_USAGE) quote the place, which is also their offset, and name
 * the columns there are.  The caller owns *out.
 */
int gt_filter_parse(struct gt_filter **out, const struct gt_report *r, const char *expr,
		    struct gt_error *err);
void gt_filter_free(struct gt_filter *f);
/* Appends "column=TEXT" with the text quoted; false: it has both kinds of quotes, nothing can be written. */
bool gt_filter_equals(struct gt_buf *out, const char *column, const char *text);
bool gt_filter_match(const struct gt_filter *f, struct gt_table *t, uint64_t row);

/*
 * A test that each row has to pass, of a number that the table can read many rows at a time (gt_table_ops.keys);
 * NULL: there is none.  Which column it is of; whether a row with this key passes.
 */
const struct gt_filter *gt_filter_bulk_test(const struct gt_filter *f, const struct gt_report *r);
unsigned gt_filter_bulk_column(const struct gt_filter *test);
bool gt_filter_bulk_match(const struct gt_filter *test, const struct gt_report *r, uint64_t key, bool absent);

#endif

/* The rows that a limit leaves, without sorting the others. */
#ifndef GT_ANALYSIS_TOP_H
#define GT_ANALYSIS_TOP_H

#include "analysis/table/scratch.h"
#include "analysis/table/view.h"

/*
 * The rows of a table whose cells in a column are among the n first in that order, and all whose cell equals that of
 * the last of them; so the first n of the table, sorted by this column and then by any others, are among
 * them.  Ascending.  *count is 0 if this is not quick, or these are too many: then all rows have to be sorted.
 */
int gt_top_rows(struct gt_table *t, struct gt_sort_key key, uint64_t n, const struct gt_view_options *opt,
		struct gt_scratch *rows, uint64_t *count, struct gt_error *err);

#endif

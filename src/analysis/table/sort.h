/* Sorting row numbers by the cells of columns. */
#ifndef GT_ANALYSIS_SORT_H
#define GT_ANALYSIS_SORT_H

#include "analysis/table/scratch.h"
#include "analysis/table/view.h"

/*
 * Sorts rows[0..n) by columns, the first key first, stably; absent cells come
 * last.  Numbers by radix, text by the rank of its distinct values in byte order.  If they are all rows of the
 * table in its order (n == t->rows, and not opt->only), rows need not say so.  Several threads share the work; the
 * order is the same for any number of them.
 */
int gt_sort_rows(struct gt_table *t, uint32_t *rows, uint64_t n, const struct gt_sort_key *keys, unsigned nkeys,
		 const struct gt_view_options *opt, struct gt_error *err);

#endif

/* Parts of the full check of an index (gt_trace_verify). */
#ifndef GT_INDEX_VERIFY_H
#define GT_INDEX_VERIFY_H

#include "index/store/state.h"

/* GT_ERR_STALE: "row ROW of TABLE WHAT". */
int gt_flaw(struct gt_error *err, const char *table, uint64_t row, const char *what);

/* verify_counts.c: rows that say what others say too, counted anew. */
int gt_verify_derived(const struct gt_trace *t, struct gt_error *err);

#endif

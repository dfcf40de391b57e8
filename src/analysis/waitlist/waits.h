/* The report "waits": every wait of every goroutine. */
#ifndef GT_ANALYSIS_WAITS_H
#define GT_ANALYSIS_WAITS_H

#include "analysis/waits/waitscan.h"

/* Columns of the report. */
enum gt_waits_col {
	GT_WAITS_G, GT_WAITS_LIFE, GT_WAITS_FUNC, GT_WAITS_STATE, GT_WAITS_REASON, GT_WAITS_START,
	GT_WAITS_DUR, GT_WAITS_END, GT_WAITS_WHOLE, GT_WAITS_OPEN, GT_WAITS_WAKER, GT_WAITS_WAKER_FUNC,
	GT_WAITS_WAKER_KIND, GT_WAITS_WHERE, GT_WAITS_LEAF, GT_WAITS_BEGAN, GT_WAITS_ENDED, GT_WAITS_SYSTEM,
	GT_WAITS_STACK, GT_WAITS_WAKER_STACK, GT_WAITS_HOLDER, GT_WAITS_HOLDER_FUNC, GT_WAITS_HELD,
	GT_WAITS_HOLD, GT_WAITS_CONFIDENCE, GT_WAITS_INFERRED
};

/*
 * Tables of the report: rows are those of one goroutine after the other, each in the order of time.  false: the
 * trace cannot be read there any more.
 */
bool gt_waits_get(const struct gt_table *t, uint64_t row, struct gt_waited *w);
/* Whether the row's wait did not end. */
bool gt_waits_open_at(const struct gt_table *t, uint64_t row);
/* The row of a goroutine's wait that goes on at a time, else its last one before; UINT64_MAX: none. */
uint64_t gt_waits_row_at(const struct gt_table *t, uint32_t g, int64_t time);
/* A number that the row keeps when the table is opened with other arguments, too; its row, UINT64_MAX: none. */
uint64_t gt_waits_id(const struct gt_table *t, uint64_t row);
uint64_t gt_waits_row_of(const struct gt_table *t, uint64_t id);

#endif

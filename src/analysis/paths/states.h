/* A goroutine's life as a table: what it did, state by state. */
#ifndef GT_ANALYSIS_STATES_H
#define GT_ANALYSIS_STATES_H

#include "analysis/goroutines/goroutines.h"

/* Columns of the report "states". */
enum gt_states_col {
	GT_ST_G, GT_ST_LIFE, GT_ST_START, GT_ST_END, GT_ST_DUR, GT_ST_STATE, GT_ST_REASON, GT_ST_P,
	GT_ST_BEGAN, GT_ST_ENDED, GT_ST_WAKER, GT_ST_WAKER_FUNC, GT_ST_FROM, GT_ST_FROM_LEAF, GT_ST_WHERE,
	GT_ST_LEAF, GT_ST_OPEN, GT_ST_START_STACK, GT_ST_STACK, GT_ST_WAKER_STACK, GT_ST_INFERRED
};

/* Only for its tables.  False: there is no such row. */
bool gt_states_get(const struct gt_table *t, uint64_t row, struct gt_interval *iv);
/* Of a table of one life: the row that a time lies in, UINT64_MAX if there are no rows. */
uint64_t gt_states_row(const struct gt_table *t, int64_t time);

/* True if the goroutine had its processor then. */
bool gt_interval_on_processor(const struct gt_interval *iv);
/* Where it waits or calls; of time on a processor, where that ended. */
uint32_t gt_interval_stack(const struct gt_trace *t, const struct gt_interval *iv);

#endif

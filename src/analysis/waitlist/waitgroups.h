/* The reports "waitgroups" and "schedgroups": waits in groups. */
#ifndef GT_ANALYSIS_WAITGROUPS_H
#define GT_ANALYSIS_WAITGROUPS_H

#include "analysis/table/measure.h"
#include "analysis/waits/waitscan.h"

/* Columns of the reports; gt_table_args.group says what a row is. */
enum gt_waitgroups_col {
	GT_WG_NAME, GT_WG_LEAF, GT_WG_KIND, GT_WG_COUNT, GT_WG_TOTAL, GT_WG_SHARE, GT_WG_P50, GT_WG_P90,
	GT_WG_P99, GT_WG_P999, GT_WG_MAX, GT_WG_WHEN, GT_WG_OPEN, GT_WG_OPEN_NS, GT_WG_MAX_G, GT_WG_MAX_START,
	GT_WG_SYSTEM, GT_WG_STACK,
	/* of schedgroups only: */
	GT_WG_IDLE, GT_WG_STILL, GT_WG_FREE, GT_WG_BY
};

/* For gt_table_args.key: opens the report waits with the waits of a group. */
uint64_t gt_waitgroup_key(const struct gt_table *t, uint64_t row);
/* The longest of them (of those that ended, if any did); false: the trace cannot be read there any more. */
bool gt_waitgroup_longest(const struct gt_table *t, uint64_t row, uint32_t *g, struct gt_interval *iv);
/* ns of waits in each part of the range: GT_PARTS of them. */
const int64_t *gt_waitgroup_when(const struct gt_table *t, uint64_t row);

#endif

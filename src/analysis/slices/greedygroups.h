/* On-processor slices in groups: by start function, by where they ended, by goroutine. */
#ifndef GT_ANALYSIS_GREEDYGROUPS_H
#define GT_ANALYSIS_GREEDYGROUPS_H

#include "analysis/slices/slicegroups.h"

/* "func", "stack", "g": as --group takes them. */
const char *gt_slice_group_name(enum gt_slice_group group);

/* Columns of the report "greedygroups"; enum gt_slice_group says what a row is. */
enum gt_greedygroups_col {
	GT_GG_FUNC, GT_GG_G, GT_GG_LIFE, GT_GG_COUNT, GT_GG_TOTAL, GT_GG_MAX, GT_GG_P99, GT_GG_P50, GT_GG_AVG,
	GT_GG_OVER,
	GT_GG_MAX_START, GT_GG_END_FUNC, GT_GG_END_WHERE, GT_GG_END_LEAF, GT_GG_SYSTEM, GT_GG_END_STACK
};

/*
 * The members of a group, as rows of gt_report_greedy opened with the same
 * arguments while the trace had the same rows; in that table's order.  Only of a table that was opened to be
 * browsed, or has few slices.
 */
const uint32_t *gt_greedygroup_rows(const struct gt_table *t, uint64_t row, uint32_t *n);

/* The longest of them: its row there, and its slice. */
uint32_t gt_greedygroup_longest(const struct gt_table *t, uint64_t row, uint32_t *slice);

#endif

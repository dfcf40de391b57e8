/* Columns and rows of the reports on stop-the-world pauses and GC cycles (format/semantics.md 9). */
#ifndef GT_ANALYSIS_STW_H
#define GT_ANALYSIS_STW_H

#include "analysis/table/table.h"

enum gt_stw_col {
	GT_STW_REASON, GT_STW_START, GT_STW_END, GT_STW_DUR, GT_STW_STOP, GT_STW_STILL, GT_STW_RESTART, GT_STW_LATE,
	GT_STW_G, GT_STW_FUNC, GT_STW_P, GT_STW_WAITED, GT_STW_LAST_P, GT_STW_LAST_G, GT_STW_LAST_FUNC,
	GT_STW_BLAMED, GT_STW_LAST_YIELD, GT_STW_LAST_HOW, GT_STW_LAST_WHERE, GT_STW_LAST_LEAF, GT_STW_LAST_STACK,
	GT_STW_STACK
};

/* Only for tables of gt_report_stw: the row of gt_range_get behind a row, and back (UINT64_MAX: none). */
uint32_t gt_stw_range(const struct gt_table *t, uint64_t row);
uint64_t gt_stw_row(const struct gt_table *t, uint32_t range);

enum gt_gc_col {
	GT_GC_START, GT_GC_END, GT_GC_DUR, GT_GC_STW, GT_GC_ASSIST, GT_GC_ASSIST_WALL, GT_GC_SWEEP,
	GT_GC_HEAP_START, GT_GC_HEAP_GOAL, GT_GC_ACTIVE, GT_GC_HEAP_END,
	GT_GC_OF_DEDICATED, GT_GC_OF_FRACTIONAL, GT_GC_OF_IDLE,
	GT_GC_INTERVAL, GT_GC_MARKING, GT_GC_SHARE, GT_GC_SWEEPS, GT_GC_RECLAIMED
};

enum gt_stwtotal_col {
	GT_STWTOTAL_FUNC,
	GT_STWTOTAL_WHO,      /* of a function how many goroutines, of a goroutine which one */
	GT_STWTOTAL_COUNT, GT_STWTOTAL_DELAY, GT_STWTOTAL_MAX, GT_STWTOTAL_ASKED, GT_STWTOTAL_WORST_START,
	GT_STWTOTAL_WORST_REASON, GT_STWTOTAL_WORST_HOW, GT_STWTOTAL_WORST_WHERE, GT_STWTOTAL_WORST_LEAF,
	GT_STWTOTAL_WORST_STACK,
	GT_STWTOTAL_LIFE,     /* only of a goroutine */
};

/* Only for tables of the two reports of totals: the row of gt_range_get of the worst stop, GT_NO_ROW if none. */
uint32_t gt_stwtotal_worst(const struct gt_table *t, uint64_t row);
/* The row of the pauses for which nobody can be charged. */
#define GT_STWTOTAL_NOBODY "nobody to blame"
bool gt_stwtotal_is_nobody(const struct gt_table *t, uint64_t row);

#endif

/* The report "sched": waits for a processor of the program's goroutines. */
#ifndef GT_ANALYSIS_SCHED_H
#define GT_ANALYSIS_SCHED_H

#include "analysis/table/table.h"

enum gt_sched_col {
	GT_SCHED_G, GT_SCHED_FUNC, GT_SCHED_START, GT_SCHED_DUR, GT_SCHED_END, GT_SCHED_CAUSE, GT_SCHED_COLS
};

/* A row is a wait that ended, as analysis/waits/sweep.h has it, cut at the ends of the table's range. */
extern const struct gt_report gt_report_sched;

#endif

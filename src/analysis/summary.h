/* The facts of a trace in one row. */
#ifndef GT_ANALYSIS_SUMMARY_H
#define GT_ANALYSIS_SUMMARY_H

#include "analysis/greedy.h"
#include "analysis/table.h"

/* Counts are of what was read; sums and maxima of times end at the trace's horizon. */
struct gt_summary {
	uint64_t heap_alloc_max, heap_goal_max;  /* GT_NONE: not in the trace */
	uint64_t gc_count, stw_count;
	int64_t stw_total, stw_max;              /* ns of those ended before the horizon; stw_max GT_NO_TIME: none */
	uint64_t slices;
	int64_t slices_total, busy;              /* ns */
	uint64_t tasks, regions;                 /* as the reports list them */
	struct gt_tmax tmax;
};
void gt_summary_fill(struct gt_summary *s, const struct gt_trace *t);

extern const struct gt_report gt_report_summary;

#endif

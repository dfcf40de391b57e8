/* The facts of a trace in one row. */
#ifndef GT_ANALYSIS_SUMMARY_H
#define GT_ANALYSIS_SUMMARY_H

#include "analysis/slices/greedy.h"

/* Counts are of what was read, but those of what is summed up end at the trace's horizon with the sums. */
struct gt_summary {
	uint64_t heap_alloc_max, heap_goal_max;  /* GT_NONE: not in the trace */
	uint64_t gc_count, stw_count;
	int64_t stw_total, stw_max;              /* ns of those ended before the horizon; stw_max GT_NO_TIME: none */
	uint64_t slices;                         /* that begin before it */
	int64_t slices_total, busy;              /* ns */
	uint64_t tasks, regions;                 /* as the reports list them */
	struct gt_tmax tmax;
};
/* Slices that begin before the horizon: those of which the sums are, O(Ps log slices). */
uint64_t gt_summary_slices(const struct gt_trace *t);
void gt_summary_fill(struct gt_summary *s, const struct gt_trace *t);

#endif

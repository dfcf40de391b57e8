/* The report "gccostgroups": who helped the GC, by start function or by the function that allocated. */
#ifndef GT_ANALYSIS_GCPAYGROUPS_H
#define GT_ANALYSIS_GCPAYGROUPS_H

#include "analysis/table/table.h"

enum gt_gcpaygroups_col {
	GT_GCPG_FUNC, GT_GCPG_GOROUTINES, GT_GCPG_COUNT, GT_GCPG_ASSIST, GT_GCPG_WALL, GT_GCPG_SHARE, GT_GCPG_SWEEP,
	GT_GCPG_SWEEPS, GT_GCPG_RECLAIMED
};

/* The function of a row of the report gccostgroups, a string row; 0: not known. */
uint32_t gt_gcpaygroup_func(const struct gt_table *t, uint64_t row);

#endif

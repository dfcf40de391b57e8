/* The report "gcparts": what the GC's cost is made of. */
#ifndef GT_ANALYSIS_GCPARTS_H
#define GT_ANALYSIS_GCPARTS_H

#include "analysis/gc/gccost.h"
#include "analysis/table/table.h"

enum gt_gcparts_col {
	GT_GCP_PART, GT_GCP_COUNT, GT_GCP_NS, GT_GCP_WALL, GT_GCP_BUSY, GT_GCP_PROCS, GT_GCP_MAX, GT_GCP_START,
	GT_GCP_G, GT_GCP_P
};

/* For panes: a row, with its longest. */
const struct gt_gcpart *gt_gcparts_at(const struct gt_table *t, uint64_t row);

#endif

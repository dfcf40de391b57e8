/* The report "procs": what each processor did. */
#ifndef GT_ANALYSIS_PROCS_H
#define GT_ANALYSIS_PROCS_H

#include "analysis/table/table.h"

extern const struct gt_report gt_report_procs;

#endif

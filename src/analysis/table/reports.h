/* The reports, gt_report_NAME: each is defined in a room above. */
#ifndef GT_ANALYSIS_REPORTS_H
#define GT_ANALYSIS_REPORTS_H

#include "analysis/table/table.h"

#define REPORT(name) extern const struct gt_report gt_report_##name;
#include "analysis/table/reports.def"
#undef REPORT

#endif

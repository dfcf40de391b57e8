/* Reports by name and number. */
#ifndef GT_ANALYSIS_REGISTRY_H
#define GT_ANALYSIS_REGISTRY_H

#include "analysis/table/reports.h"

/* NULL if there is no such report. */
const struct gt_report *gt_report_find(const char *name, size_t n);
/* The i-th report, NULL beyond the last. */
const struct gt_report *gt_report_at(unsigned i);

#endif

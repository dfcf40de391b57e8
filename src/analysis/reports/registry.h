/* Reports by name and number. */
#ifndef GT_ANALYSIS_REGISTRY_H
#define GT_ANALYSIS_REGISTRY_H

#include "analysis/table/reports.h"
#include "base/guess.h"

/* NULL if there is no such report. */
const struct gt_report *gt_report_find(const char *name, size_t n);
/* The i-th report, NULL beyond the last. */
const struct gt_report *gt_report_at(unsigned i);
/* The report that shows a report's rows in groups, which may be itself; NULL: it cannot be grouped. */
const struct gt_report *gt_report_grouped(const struct gt_report *r);
/* The options that a report takes, all of them: enum gt_takes. */
uint32_t gt_report_takes(const struct gt_report *r);
/* Of a name that no report has: gt_guess_hint over all of them. */
const char *gt_report_hint(struct gt_guess *g, const char *name, size_t n, const char *otherwise);

#endif

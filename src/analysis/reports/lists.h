/* Reports that list rows as the index has them: events, counters, regions, logs. */
#ifndef GT_ANALYSIS_LISTS_H
#define GT_ANALYSIS_LISTS_H

#include "analysis/table/table.h"

extern const struct gt_report gt_report_events;
extern const struct gt_report gt_report_counters;
extern const struct gt_report gt_report_regions;
extern const struct gt_report gt_report_logs;

#endif

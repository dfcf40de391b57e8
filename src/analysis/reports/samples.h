/* The report "samples": CPU profile samples by stack. */
#ifndef GT_ANALYSIS_SAMPLES_H
#define GT_ANALYSIS_SAMPLES_H

#include "analysis/table/table.h"

extern const struct gt_report gt_report_samples;

#endif

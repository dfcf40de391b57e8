/* The report "sched": waits for a processor of the program's goroutines. */
#ifndef GT_ANALYSIS_SCHED_H
#define GT_ANALYSIS_SCHED_H

#include "analysis/waits/waitscan.h"

/* Tables of the report: the wait of a row, as gt_waits_get.  False: the trace cannot be read there any more. */
bool gt_sched_get(const struct gt_table *t, uint64_t row, struct gt_waited *w);

#endif

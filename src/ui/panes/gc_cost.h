/* Modes of the view of pauses and cycles about what the GC costs, and about values over time. */
#ifndef GT_UI_GC_COST_H
#define GT_UI_GC_COST_H

#include "ui/table/pane_table.h"

/* Tables of gt_report_gcparts, gt_report_gccost, gt_report_gccostgroups and gt_report_seriesstats. */
extern const struct gt_pane_table_spec gt_gc_parts_spec, gt_gc_payers_spec, gt_gc_paygroups_spec, gt_gc_series_spec;

#endif

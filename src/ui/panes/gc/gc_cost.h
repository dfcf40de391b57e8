/* The view of pauses and cycles: the heap, what the GC costs, values over time. */
#ifndef GT_UI_GC_COST_H
#define GT_UI_GC_COST_H

#include "ui/table/pane_table.h"

/* Tables of gt_report_gcparts, gt_report_gccost, gt_report_gccostgroups and gt_report_seriesstats. */
extern const struct gt_pane_table_spec gt_gc_parts_spec, gt_gc_payers_spec, gt_gc_paygroups_spec, gt_gc_series_spec;

/* Of tables of gt_report_gc: a line about all cycles, and a chart of the heap that marks the cycle under the cursor. */
int gt_gc_heap_head(struct gt_pane_table *pt, const struct gt_canvas *c);

/* Of tables of gt_report_stw: gt_gc_pauses_line, and where there is room the longest pause of each column of time. */
int gt_gc_pauses_head(struct gt_pane_table *pt, const struct gt_canvas *c);
/* One line about all pauses. */
void gt_gc_pauses_line(struct gt_buf *out, const struct gt_pane_table *pt);

#endif

/* The view of pauses and cycles: the heap, what the GC costs, values over time. */
#ifndef GT_UI_GC_COST_H
#define GT_UI_GC_COST_H

#include "ui/table/pane_table.h"

/* Tables of gt_report_gcparts, gt_report_gccost, gt_report_gccostgroups and gt_report_seriesstats. */
extern const struct gt_pane_table_spec gt_gc_parts_spec, gt_gc_payers_spec, gt_gc_paygroups_spec, gt_gc_series_spec;

/* pt: a table of gt_report_gc that is open.  Appends a sentence about all cycles of the range, in phrases. */
void gt_gc_heap_facts(struct gt_buf *out, const struct gt_pane_table *pt);
/* How many of so many rows the chart takes; 0: there is no room for it, or no heap is told. */
int gt_gc_heap_rows(const struct gt_pane_table *pt, int rows);
/* The cycle under the cursor is marked on the axis. */
void gt_gc_heap_draw(const struct gt_pane_table *pt, const struct gt_canvas *c);

#endif

/* The view of pauses and cycles from inside: the tables of its modes, and what stands above them. */
#ifndef GT_UI_GC_OWN_H
#define GT_UI_GC_OWN_H

#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

/* Tables of gt_report_gcparts, gt_report_gccost, gt_report_gccostgroups and gt_report_seriesstats. */
extern const struct gt_pane_table_spec gt_gc_parts_spec, gt_gc_payers_spec, gt_gc_paygroups_spec, gt_gc_series_spec;

/* Of tables of gt_report_gc: a line about all cycles, and a chart of the heap that marks the cycle under the cursor. */
int gt_gc_heap_head(struct gt_pane_table *pt, const struct gt_canvas *c);

/* Of tables of gt_report_stw: gt_gc_pauses_line, and where there is room the longest pause of each column of time. */
int gt_gc_pauses_head(struct gt_pane_table *pt, const struct gt_canvas *c);
/* One line about all pauses. */
void gt_gc_pauses_line(struct gt_buf *out, const struct gt_pane_table *pt);

/* The tables of gt_report_mmu and gt_report_mmuworst. */
extern const struct gt_pane_table_spec gt_gc_mmu_spec, gt_gc_mmuworst_spec;

/*
 * Of tables of gt_report_mmu: a line about all windows, and the least utilisation by length on a logarithmic axis, on
 * which the length under the cursor is marked; about a length, the worst windows.
 */
int gt_gc_mmu_head(struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_gc_mmu_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

#endif

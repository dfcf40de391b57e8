/* Minimum mutator utilisation in the view of pauses and cycles: the curve, and what is said about it. */
#ifndef GT_UI_GC_MMU_H
#define GT_UI_GC_MMU_H

#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

/* The tables of gt_report_mmu and gt_report_mmuworst. */
extern const struct gt_pane_table_spec gt_gc_mmu_spec, gt_gc_mmuworst_spec;

/*
 * Of tables of gt_report_mmu: a line about all windows, and the least utilisation by length on a logarithmic axis, on
 * which the length under the cursor is marked; about a length, the worst windows.
 */
int gt_gc_mmu_head(struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_gc_mmu_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

#endif

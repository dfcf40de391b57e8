/* Minimum mutator utilisation in the view of pauses and cycles: the curve, and what is said about it. */
#ifndef GT_UI_GC_MMU_H
#define GT_UI_GC_MMU_H

#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

/* The tables of gt_report_mmu and gt_report_mmuworst. */
extern const struct gt_pane_table_spec gt_gc_mmu_spec, gt_gc_mmuworst_spec;

/* The line about all windows. */
void gt_gc_mmu_facts(struct gt_buf *out, const struct gt_pane_table *pt);

/* How many rows the curve of a table of gt_report_mmu takes of so many; 0: it has no room. */
int gt_gc_mmu_rows(const struct gt_pane_table *pt, int rows);
/* The least utilisation by length, on a logarithmic axis; the length under the table's cursor is marked. */
void gt_gc_mmu_draw(const struct gt_pane_table *pt, const struct gt_canvas *c);

/* About a length: the worst windows. */
void gt_gc_mmu_detail(struct gt_detail *d, const struct gt_pane_table *pt, uint64_t row);

#endif

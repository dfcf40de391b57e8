/* The rows of the view of stop-the-world pauses and GC cycles: columns, selections, styles. */
#ifndef GT_UI_GC_TABLES_H
#define GT_UI_GC_TABLES_H

#include "ui/table/pane_table.h"

/* Tables of gt_report_stw, gt_report_gc, gt_report_stwfuncs and gt_report_stwgoroutines; see gc_mmu.h and gc_cost.h. */
extern const struct gt_pane_table_spec gt_gc_stops_spec, gt_gc_cycles_spec, gt_gc_funcs_spec, gt_gc_goroutines_spec;

#endif

/* The rows of the view of stop-the-world pauses and GC cycles: columns, selections, styles. */
#ifndef GT_UI_GC_TABLES_H
#define GT_UI_GC_TABLES_H

#include "ui/table/pane_table.h"

/* What the view lists. */
enum gt_gc_mode {
	GT_GC_STOPS,          /* report stw */
	GT_GC_CYCLES,         /* gc */
	GT_GC_FUNCS,          /* stwfuncs */
	GT_GC_GOROUTINES,     /* stwgoroutines */
	GT_GC_MMU,            /* mmu */
	GT_GC_MMU_PER_P,      /* mmu of each P */
	GT_GC_MMU_WORST,      /* mmuworst */
	GT_GC_COST,           /* gcparts */
	GT_GC_PAYERS,         /* gccost */
	GT_GC_PAYERS_FUNC,    /* gccostgroups by start function */
	GT_GC_PAYERS_ALLOC,   /* ... by the function that allocated */
	GT_GC_SERIES,         /* seriesstats */
	GT_GC_MODES
};

/* Of the modes before GT_GC_MMU; the others are in ui/panes/gc_mmu.h and gc_cost.h. */
extern const struct gt_pane_table_spec gt_gc_specs[GT_GC_MMU];

#endif

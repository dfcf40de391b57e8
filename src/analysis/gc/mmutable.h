/* The reports "mmu" and "mmuworst": their columns, and the words that say what counts. */
#ifndef GT_ANALYSIS_MMUTABLE_H
#define GT_ANALYSIS_MMUTABLE_H

#include "analysis/gc/mmu.h"
#include "analysis/table/table.h"

enum gt_mmu_col { GT_MMU_WINDOW, GT_MMU_MMU, GT_MMU_START, GT_MMU_P, GT_MMU_P99, GT_MMU_P999 };
enum gt_mmuworst_col {
	GT_MMUWORST_WINDOW, GT_MMUWORST_RANK, GT_MMUWORST_START, GT_MMUWORST_END, GT_MMUWORST_MEAN, GT_MMUWORST_P
};

/* What both reports are opened with. */
struct gt_mmu_args {
	unsigned parts;       /* enum gt_mutil_part; 0: the default */
	int64_t window;       /* this length only, ns; 0: the usual ones */
};
GT_OWN_ARGS(gt_mmu_args)

/*
 * For panes, of a table of gt_report_mmu that was opened to be browsed (gt_table_args.browsed): the curve, from
 * the first row's length to the last one's in equal steps of a logarithmic axis, but for the last one.  The points
 * live as long as the table.
 */
struct gt_mmu_point {
	int64_t w;            /* length, ns */
	double mmu;
};
const struct gt_mmu_point *gt_mmu_curve(const struct gt_table *t, size_t *n);
/* The worst windows of a row's length, at most n: gt_mmu_worst_list, unless that would take long. */
size_t gt_mmu_table_worst(const struct gt_table *t, uint64_t row, struct gt_mmu_window *out, size_t n);

#endif

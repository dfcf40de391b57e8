/* The reports "mmu" and "mmuworst": their columns, and the words that say what counts. */
#ifndef GT_ANALYSIS_MMUTABLE_H
#define GT_ANALYSIS_MMUTABLE_H

#include "analysis/gc/mmu.h"
#include "analysis/table/table.h"

enum gt_mmu_col { GT_MMU_WINDOW, GT_MMU_MMU, GT_MMU_START, GT_MMU_P, GT_MMU_P99, GT_MMU_P999 };
enum gt_mmuworst_col {
	GT_MMUWORST_WINDOW, GT_MMUWORST_RANK, GT_MMUWORST_START, GT_MMUWORST_END, GT_MMUWORST_MEAN, GT_MMUWORST_P
};

/*
 * "stw,background,assist,sweep", "all", "perp" and one length like "5ms", between commas: into enum
 * gt_mutil_part, and ns or 0.  0, or -1 if a word is none of these.
 */
int gt_mmu_parse(const char *list, unsigned *parts, int64_t *window);

#endif

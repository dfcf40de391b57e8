/* The reports of critical paths: segment by segment, and in groups. */
#ifndef GT_ANALYSIS_CRITTABLE_H
#define GT_ANALYSIS_CRITTABLE_H

#include "analysis/paths/critlist.h"
#include "analysis/paths/critsums.h"

/* What both take: which windows. */
#define GT_CRIT_TAKES (GT_TAKES_GOROUTINE | GT_TAKES_AT | GT_TAKES_PART | GT_TAKES_TASK_ID)

/* Columns of the report "critpath": a row is a segment, window by window, in each the latest first. */
enum gt_crit_col {
	GT_CRIT_WINDOW, GT_CRIT_START, GT_CRIT_END, GT_CRIT_DUR, GT_CRIT_KIND, GT_CRIT_G, GT_CRIT_LIFE,
	GT_CRIT_FUNC, GT_CRIT_P, GT_CRIT_DID, GT_CRIT_REASON, GT_CRIT_QUEUE, GT_CRIT_WAITED,
	GT_CRIT_EVENT, GT_CRIT_WHERE,
	GT_CRIT_LEAF, GT_CRIT_STACK, GT_CRIT_RAN
};
/* Only for tables of gt_report_critpath; all of it is there if the table was opened with args->browsed. */
struct gt_crit_list *gt_crit_list_of(const struct gt_table *t);

/* "woke G5 main.f", "made a call" …: what segment i did for the one before it in the list; may be nothing. */
void gt_seg_did(struct gt_buf *out, const struct gt_crit_list *l, size_t i);

/* Windows, segments, length and the ns of each kind: how many items (at most 3 + GT_SEGS). */
size_t gt_crit_totals(const struct gt_crit_list *l, const struct gt_crit_sums *s, struct gt_item *items);

/* Columns of the report "critgroups": segments that share their kind and, by args->group, something else. */
enum gt_critgroup_col {
	GT_CG_NAME, GT_CG_LEAF, GT_CG_KIND, GT_CG_COUNT, GT_CG_TOTAL, GT_CG_SHARE, GT_CG_MAX, GT_CG_MAX_G,
	GT_CG_MAX_START, GT_CG_STACK, GT_CG_RAN
};

#endif

/* Groups of slices in the view of slices. */
#ifndef GT_UI_GREEDY_GROUPS_H
#define GT_UI_GREEDY_GROUPS_H

#include "analysis/slices/greedygroups.h"
#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

struct gt_greedy_groups {
	struct gt_pane_table pt;
	enum gt_slice_group by;
};

/* owner as in gt_pane_table_init. */
void gt_greedy_groups_init(struct gt_greedy_groups *gg, struct gt_pane *pane, void *owner);
void gt_greedy_groups_release(struct gt_greedy_groups *gg);

/* Grouped by something else from now on: its table is to be opened. */
void gt_greedy_groups_by(struct gt_greedy_groups *gg, enum gt_slice_group by);
const char *gt_greedy_groups_title(enum gt_slice_group by);

/* The members of a group (a row of its table), NULL if the table is not there. */
const uint32_t *gt_greedy_groups_rows(const struct gt_greedy_groups *gg, uint64_t row, uint32_t *n);

/* "main.worker", "G42 main.worker": to be freed. */
char *gt_greedy_groups_name(const struct gt_greedy_groups *gg, uint64_t row);

/* The group under the cursor: its numbers, and its longest slice. */
void gt_greedy_groups_detail(struct gt_greedy_groups *gg, struct gt_detail *d);

#endif

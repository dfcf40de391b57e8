/* Groups of slices in the view of slices: tables whose args.group says what they are grouped by. */
#ifndef GT_UI_GREEDY_GROUPS_H
#define GT_UI_GREEDY_GROUPS_H

#include "analysis/slices/greedygroups.h"
#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

extern const struct gt_pane_table_spec gt_greedy_by_func_spec, gt_greedy_by_stack_spec, gt_greedy_by_g_spec;

/* "main.worker", "G42 main.worker": to be freed. */
char *gt_greedy_group_name(const struct gt_pane_table *pt, uint64_t row);

/* The group under the cursor: its numbers, and its longest slice. */
void gt_greedy_group_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

#endif

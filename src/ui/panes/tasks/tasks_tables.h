/* The rows of the view of tasks: columns, selections, what is said of a row. */
#ifndef GT_UI_TASKS_TABLES_H
#define GT_UI_TASKS_TABLES_H

#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

/* Of user tasks and regions (types of them: by name and place, or by name alone), logs, and the events of one task. */
extern const struct gt_pane_table_spec gt_tasktypes_spec, gt_tasklist_spec, gt_regiontypes_spec, gt_regionnames_spec,
	gt_regionlist_spec, gt_loglist_spec, gt_taskpage_spec;

/* The detail of the row under the cursor; for types and requests with a histogram.  There must be a row. */
void gt_tasktypes_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_requesttypes_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_requests_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_tasklist_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_regionlist_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_loglist_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_taskpage_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

/* The task that a row belongs to: of a task its parent, of a child the child.  False: none. */
bool gt_tasks_above(const struct gt_pane_table *pt, uint64_t row, uint64_t *task);
bool gt_tasks_child(const struct gt_pane_table *pt, uint64_t row, uint64_t *task);

#endif

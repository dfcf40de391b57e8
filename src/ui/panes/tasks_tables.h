/* The rows of the view of tasks: columns, selections, what is said of a row. */
#ifndef GT_UI_TASKS_TABLES_H
#define GT_UI_TASKS_TABLES_H

#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

/* What the view shows. */
enum gt_tasks_mode {
	GT_TASKS_TYPES,       /* report tasktypes */
	GT_TASKS_TASKS,       /* tasks */
	GT_TASKS_REGION_TYPES,/* regiontypes */
	GT_TASKS_REGION_NAMES,/* ... by name alone */
	GT_TASKS_REGIONS,     /* regions */
	GT_TASKS_LOGS,        /* logs */
	GT_TASKS_REQUEST_GROUPS, /* requestgroups */
	GT_TASKS_REQUESTS,    /* requests */
	GT_TASKS_PAGE,        /* taskevents of one task */
	GT_TASKS_MODES
};

/* Whether its rows are types of what another mode lists. */
GT_INLINE bool gt_tasks_lists_types(enum gt_tasks_mode mode)
{
	return mode == GT_TASKS_TYPES || mode == GT_TASKS_REGION_TYPES || mode == GT_TASKS_REGION_NAMES;
}

extern const struct gt_pane_table_spec gt_tasks_specs[GT_TASKS_MODES];

/* About the row under the cursor of the mode's table, of which there is one. */
void gt_tasks_detail(struct gt_pane_table *pt, enum gt_tasks_mode mode, uint64_t row, struct gt_detail *d);

/* The task that a row belongs to: of a task its parent, of a child the child.  False: none. */
bool gt_tasks_above(const struct gt_pane_table *pt, enum gt_tasks_mode mode, uint64_t row, uint64_t *task);
bool gt_tasks_child(const struct gt_pane_table *pt, enum gt_tasks_mode mode, uint64_t row, uint64_t *task);

#endif

/* The rows of the view of tasks: columns, selections, what is said of a row. */
#ifndef GT_UI_TASKS_TABLES_H
#define GT_UI_TASKS_TABLES_H

#include "analysis/requests/requestrows.h"
#include "ui/detail/detail.h"
#include "ui/table/modes.h"

/* Of user tasks and regions (types of them: by name and place, or by name alone), logs, and the events of one task. */
extern const struct gt_pane_table_spec gt_tasktypes_spec, gt_tasklist_spec, gt_regiontypes_spec, gt_regionnames_spec,
	gt_regionlist_spec, gt_loglist_spec, gt_taskpage_spec;

/* The detail of the row under the cursor; for types and requests with a histogram.  There must be a row. */
void gt_tasktypes_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_requests_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_tasklist_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_regionlist_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_loglist_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_taskpage_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

/* True: selects what goes on from t0 to t1 (GT_NO_TIME: a moment) on a goroutine (GT_NO_ROW) for a task (GT_NONE). */
bool gt_tasks_select(const struct gt_pane_table *pt, uint64_t task, uint32_t g_row, int64_t t0, int64_t t1,
		     struct gt_sel *sel);

/* The task that a row belongs to: of a task its parent, of a child the child.  False: none. */
bool gt_tasks_above(const struct gt_pane_table *pt, uint64_t row, uint64_t *task);
bool gt_tasks_child(const struct gt_pane_table *pt, uint64_t row, uint64_t *task);

/* ---- requests (tasks_requests.c) ---- */

extern const struct gt_pane_table_spec gt_requestlist_spec, gt_requestlist_groups_spec;

/* "25 requests inferred from stacks, 1.2s: p50 …": of the rows of requests that are shown. */
void gt_requestlist_head(struct gt_buf *out, const struct gt_pane_table *pt);
/* Fills *f for requests like this one: of its server with its handler. */
void gt_requestlist_like(struct gt_mode_filter *f, const struct gt_trace *t, const struct gt_request *q);
/* What profiles of a row are of, and *id: the task, the tasks, else the goroutines with the start function. */
enum gt_profile_of gt_requestlist_profile(const struct gt_table *table, uint64_t row, uint64_t *id);

#endif

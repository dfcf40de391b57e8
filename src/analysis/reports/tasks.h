/* User tasks: those that begin or end in the trace, and those that are only mentioned in it. */
#ifndef GT_ANALYSIS_TASKS_H
#define GT_ANALYSIS_TASKS_H

#include "index/trace.h"

/*
 * One entry per task id, in the order of first appearance.  A task that only
 * a region, a log or a child names has neither begin nor end.
 */
struct gt_task_list {
	struct gt_task *tasks;
	size_t n, cap;
};

void gt_task_list_fill(struct gt_task_list *l, const struct gt_trace *t);
void gt_task_list_release(struct gt_task_list *l);

#endif

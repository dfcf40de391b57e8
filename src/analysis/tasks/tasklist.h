/* User tasks: those that begin or end in the trace, and those that are only mentioned in it. */
#ifndef GT_ANALYSIS_TASKLIST_H
#define GT_ANALYSIS_TASKLIST_H

#include "base/hash.h"
#include "index/trace.h"

/*
 * One entry per task id, in the order of first appearance.  A task that only
 * a region, a log or a child names has neither begin nor end.
 */
struct gt_task_list {
	struct gt_task *tasks;
	size_t n, cap;
	struct gt_map by_id;         /* place in tasks */
};

/* What a row of gt_task_get adds to the task of its id, which begins without times. */
void gt_task_merge(struct gt_task *to, const struct gt_task *from);

void gt_task_list_fill(struct gt_task_list *l, const struct gt_trace *t);
void gt_task_list_release(struct gt_task_list *l);
/* The place of a task, GT_NO_ROW: there is none. */
GT_INLINE uint32_t gt_task_list_find(const struct gt_task_list *l, uint64_t id)
{
	return gt_map_get(&l->by_id, id);
}

#endif

/* User tasks, as Go's own tool counts them. */
#include "analysis/tasks/tasklist.h"

#include <stdlib.h>

#include "analysis/table/types.h"
#include "base/xalloc.h"

/* ---- the list ---- */

static struct gt_task *task_of(struct gt_task_list *l, uint64_t id)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&l->by_id, id, (uint32_t)l->n, &added);

	if (added) {
		GT_GROW(l->tasks, l->cap, l->n + 1);
		l->tasks[l->n++] = (struct gt_task) {
			.id = id, .parent = GT_NONE, .t0 = GT_NO_TIME, .t1 = GT_NO_TIME,
			.g0 = GT_NO_ROW, .g1 = GT_NO_ROW,
		};
	}
	return &l->tasks[i];
}

/*
 * An id can come back after its end; the latest name and times count, the first parent.  What has no begin may be a
 * further end of a task that had ended: it says nothing but its time.
 */
void gt_task_merge(struct gt_task *to, const struct gt_task *from)
{
	if (from->t0 != GT_NO_TIME) {
		to->name = from->name;
		to->t0 = from->t0;
		to->g0 = from->g0;
	}
	if (from->t1 != GT_NO_TIME) {
		to->t1 = from->t1;
		to->g1 = from->g1;
	}
	if (to->parent == GT_NONE)
		to->parent = from->parent;
}

void gt_task_list_fill(struct gt_task_list *l, const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	const struct gt_types *types = gt_types_of(t);
	struct gt_task task;
	struct gt_region region;
	struct gt_log log;

	for (uint64_t i = 0; i < info->tasks; i++) {
		if (!gt_task_get(t, i, &task))
			continue;
		gt_task_merge(task_of(l, task.id), &task);
		if (task.parent != GT_NONE)
			task_of(l, task.parent);
	}
	for (uint64_t i = 0; i < info->regions; i++)
		if (gt_region_get(t, i, &region) && region.task != GT_NONE && (region.task || types->background))
			task_of(l, region.task);
	for (uint64_t i = 0; i < info->logs; i++)
		if (gt_log_get(t, i, &log) && log.task != GT_NONE && (log.task || types->background))
			task_of(l, log.task);
}

void gt_task_list_release(struct gt_task_list *l)
{
	free(l->tasks);
	gt_map_release(&l->by_id);
	*l = (struct gt_task_list) { 0 };
}

/* The report "tasks": user tasks, as Go's own tool counts them. */
#include "analysis/tasks/tasks.h"

#include <stdlib.h>

#include "analysis/table/reports.h"
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

/* An id can come back after its end; the latest name and times count, the first parent. */
static void tasks_merge(struct gt_task *to, const struct gt_task *from)
{
	to->name = from->name;
	if (from->t0 != GT_NO_TIME) {
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
		tasks_merge(task_of(l, task.id), &task);
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

/* ---- the report ---- */

struct tasks {
	struct gt_table head;
	struct gt_task_list list;
};

static const void *tasks_row(struct gt_table *t, uint64_t row)
{
	return &((const struct tasks *)t)->list.tasks[row];
}

static int tasks_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct tasks *ts = (struct tasks *)t;

	(void)args;
	(void)err;
	gt_task_list_fill(&ts->list, t->trace);
	t->rows = ts->list.n;
	return 0;
}

static void tasks_close(struct gt_table *t)
{
	gt_task_list_release(&((struct tasks *)t)->list);
}

static const struct gt_column columns[] = {
	{ "id", "Task", GT_KIND_ID, 0, 7,
		"number of the task; 0: the background task", GT_FIELD(struct gt_task, id) },
	{ "name", "Name", GT_KIND_STRING, 0, 28,
		"its type", GT_FIELD_AS(gt_cell_field_name, struct gt_task, name) },
	{ "parent", "Parent", GT_KIND_ID, 0, 7,
		"the task it is part of", GT_FIELD(struct gt_task, parent) },
	{ "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when it began", GT_FIELD(struct gt_task, t0) },
	{ "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ended", GT_FIELD(struct gt_task, t1) },
	{ "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it lasted", GT_FIELD_SPAN(struct gt_task, t0, t1) },
	{ "g", "G", GT_KIND_ID, 0, 7,
		"goroutine that began it", GT_FIELD_AS(gt_cell_field_g, struct gt_task, g0) },
	{ "end_g", "End G", GT_KIND_ID, GT_COL_MORE, 7,
		"goroutine that ended it", GT_FIELD_AS(gt_cell_field_g, struct gt_task, g1) },
};

const struct gt_report gt_report_tasks = {
	.name = "tasks",
	.row = "a user task",
	GT_REPORT_COLUMNS(columns),
	.order = { "start_ns", "id" },
	.ops = { .size = sizeof(struct tasks), .open = tasks_open, .row = tasks_row, .close = tasks_close },
};

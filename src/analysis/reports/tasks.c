/* The report "tasks": user tasks, as Go's own tool counts them. */
#include "analysis/reports/tasks.h"

#include <stdlib.h>

#include "analysis/table/types.h"
#include "base/hash.h"
#include "base/xalloc.h"

/* ---- the list ---- */

static struct gt_task *task_of(struct gt_task_list *l, struct gt_map *by_id, uint64_t id)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(by_id, id, (uint32_t)l->n, &added);

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
	struct gt_map by_id = { 0 };
	struct gt_task task;
	struct gt_region region;
	struct gt_log log;

	for (uint64_t i = 0; i < info->tasks; i++) {
		if (!gt_task_get(t, i, &task))
			continue;
		tasks_merge(task_of(l, &by_id, task.id), &task);
		if (task.parent != GT_NONE)
			task_of(l, &by_id, task.parent);
	}
	for (uint64_t i = 0; i < info->regions; i++)
		if (gt_region_get(t, i, &region) && region.task != GT_NONE && (region.task || types->background))
			task_of(l, &by_id, region.task);
	for (uint64_t i = 0; i < info->logs; i++)
		if (gt_log_get(t, i, &log) && log.task != GT_NONE && (log.task || types->background))
			task_of(l, &by_id, log.task);
	gt_map_release(&by_id);
}

void gt_task_list_release(struct gt_task_list *l)
{
	free(l->tasks);
	*l = (struct gt_task_list) { 0 };
}

/* ---- the report ---- */

enum col { COL_ID, COL_NAME, COL_PARENT, COL_START, COL_END, COL_DUR, COL_G, COL_END_G, COLS };

struct tasks {
	struct gt_table head;
	struct gt_task_list list;
};

static int64_t tasks_duration(const struct gt_task *task)
{
	return task->t0 == GT_NO_TIME || task->t1 == GT_NO_TIME ? GT_NO_TIME : task->t1 - task->t0;
}

static void tasks_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	const struct gt_task *task = &((struct tasks *)t)->list.tasks[row];

	switch ((enum col)col) {
	case COL_ID: gt_cell_u(out, task->id); break;
	case COL_NAME: gt_cell_name(out, t->trace, task->name); break;
	case COL_PARENT: gt_cell_u(out, task->parent); break;
	case COL_START: gt_cell_i(out, task->t0); break;
	case COL_END: gt_cell_i(out, task->t1); break;
	case COL_DUR: gt_cell_i(out, tasks_duration(task)); break;
	case COL_G: gt_cell_goroutine(out, t->trace, task->g0); break;
	case COL_END_G: gt_cell_goroutine(out, t->trace, task->g1); break;
	case COLS: break;
	}
}

static void tasks_close(struct gt_table *t)
{
	gt_task_list_release(&((struct tasks *)t)->list);
	free(t);
}

static const struct gt_table_ops tasks_ops = {
	.cell = tasks_cell,
	.close = tasks_close,
};

static int tasks_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		      struct gt_error *err)
{
	struct tasks *ts = gt_xcalloc(1, sizeof *ts);

	(void)args;
	(void)err;
	gt_task_list_fill(&ts->list, t);
	ts->head.ops = &tasks_ops;
	ts->head.rows = ts->list.n;
	*out = &ts->head;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_ID] = { "id", "Task", GT_KIND_ID, 0, 7,
		"number of the task; 0: the background task" },
	[COL_NAME] = { "name", "Name", GT_KIND_STRING, 0, 28,
		"its type" },
	[COL_PARENT] = { "parent", "Parent", GT_KIND_ID, 0, 7,
		"the task it is part of" },
	[COL_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"when it began" },
	[COL_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"when it ended" },
	[COL_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long it lasted" },
	[COL_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine that began it" },
	[COL_END_G] = { "end_g", "End G", GT_KIND_ID, GT_COL_MORE, 7,
		"goroutine that ended it" },
};

const struct gt_report gt_report_tasks = {
	.name = "tasks",
	.row = "a user task",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.order = { { COL_START, false }, { COL_ID, false } },
	.norder = 2,
	.start = COL_START,
	.end = COL_END,
	.measure = COL_DUR,
	.open = tasks_open,
};

/* The reports of tasks, regions, logs, and their types: columns, and what panes ask of their tables. */
#ifndef GT_ANALYSIS_TASKROWS_H
#define GT_ANALYSIS_TASKROWS_H

#include "analysis/table/table.h"
#include "analysis/tasks/histogram.h"
#include "analysis/tasks/members.h"
#include "analysis/tasks/splits.h"

enum gt_task_col {
	GT_TASK_ID, GT_TASK_NAME, GT_TASK_PARENT, GT_TASK_START, GT_TASK_END, GT_TASK_DUR, GT_TASK_G, GT_TASK_END_G,
	GT_TASK_COMPLETE, GT_TASK_GOROUTINES, GT_TASK_REGIONS, GT_TASK_LOGS, GT_TASK_CHILDREN, GT_TASK_INSIDE,
	GT_TASK_EXEC, GT_TASK_SCHED, GT_TASK_SYSCALL, GT_TASK_SYSCALL_BLOCK, GT_TASK_BLOCKED, GT_TASK_BLOCK
};

/* Of a table of gt_report_tasks: its tasks are its rows; the row of an id, UINT64_MAX: none. */
const struct gt_members *gt_tasks_members(const struct gt_table *t);
uint64_t gt_tasks_row(const struct gt_table *t, uint64_t id);

enum gt_region_col {
	GT_REGION_NAME, GT_REGION_TASK, GT_REGION_G, GT_REGION_START, GT_REGION_END, GT_REGION_DUR, GT_REGION_STACK,
	GT_REGION_SITE, GT_REGION_CUT_START, GT_REGION_CUT_END, GT_REGION_INHERITED, GT_REGION_DEPTH, GT_REGION_EXEC,
	GT_REGION_SCHED, GT_REGION_SYSCALL, GT_REGION_SYSCALL_BLOCK, GT_REGION_BLOCKED, GT_REGION_BLOCK
};

/* What rows of regiontypes are, by gt_table_args.group: regions of a name and a place, or of a name. */
enum gt_region_group { GT_REGIONS_BY_SITE, GT_REGIONS_BY_NAME };

/* Of tasktypes; what follows SITE only of regiontypes. */
enum gt_type_col {
	GT_TYPE_NAME, GT_TYPE_COUNT, GT_TYPE_COMPLETE, GT_TYPE_TOTAL, GT_TYPE_MIN, GT_TYPE_P50, GT_TYPE_P90,
	GT_TYPE_P99, GT_TYPE_MAX, GT_TYPE_MAX_START, GT_TYPE_LATENCY, GT_TYPE_HISTOGRAM, GT_TYPE_SITE,
	GT_TYPE_INSIDE, GT_TYPE_EXEC, GT_TYPE_SCHED, GT_TYPE_SYSCALL, GT_TYPE_SYSCALL_BLOCK, GT_TYPE_BLOCKED
};

/* How long those of a type last, until another row is asked for; the longest of them, a row of tasks or regions. */
const struct gt_histogram *gt_types_histogram(struct gt_table *t, uint64_t row);
uint32_t gt_types_longest(const struct gt_table *t, uint64_t row);
/* Any of them, likewise. */
uint32_t gt_types_member(const struct gt_table *t, uint64_t row);
/* Of tasktypes: a row of the report tasks. */
bool gt_types_task(const struct gt_table *t, uint32_t row, struct gt_task *task);

/* ---- what happened in a task ---- */

/* In the order of equal times. */
enum gt_task_ev {
	GT_TASK_EV_BEGIN, GT_TASK_EV_REGION_END, GT_TASK_EV_REGION, GT_TASK_EV_LOG, GT_TASK_EV_CHILD,
	GT_TASK_EV_REGION_END_AT_ONCE, GT_TASK_EV_END, GT_TASK_EVS
};

struct gt_task_event {
	int64_t t, until;            /* until: when ends what begins, GT_NO_TIME: it does not */
	uint32_t task;               /* place in the list of tasks */
	uint32_t item;               /* row of a region or log, place of a task */
	uint32_t g;                  /* goroutine row, GT_NO_ROW */
	uint32_t depth;
	uint8_t what;                /* enum gt_task_ev */
	bool cut;
};

GT_INLINE bool gt_task_event_is_end(const struct gt_task_event *e)
{
	return e->what == GT_TASK_EV_REGION_END || e->what == GT_TASK_EV_REGION_END_AT_ONCE;
}

/* Of a table of gt_report_taskevents, of one task if args.has_task; false: there is no such row. */
bool gt_taskevents_get(const struct gt_table *t, uint64_t row, struct gt_task_event *e);
const struct gt_members *gt_taskevents_members(const struct gt_table *t);

enum gt_taskevent_col {
	GT_TEV_TASK, GT_TEV_TIME, GT_TEV_SINCE, GT_TEV_G, GT_TEV_EVENT, GT_TEV_DUR, GT_TEV_OUTLINE, GT_TEV_DEPTH,
	GT_TEV_NAME, GT_TEV_CHILD, GT_TEV_MESSAGE, GT_TEV_CUT
};

/* Replaces *out by the message of a log, which is read from the trace (hostile). */
void gt_log_message(struct gt_buf *out, const struct gt_trace *t, const struct gt_log *l);

enum gt_log_col { GT_LOG_TIME, GT_LOG_G, GT_LOG_TASK, GT_LOG_CATEGORY, GT_LOG_MESSAGE, GT_LOG_STACK };

#endif

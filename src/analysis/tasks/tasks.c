/* The report "tasks": user tasks, and what belongs to each. */
#include "analysis/tasks/taskrows.h"

#include <assert.h>
#include <string.h>

#include "analysis/table/reports.h"
#include "analysis/tasks/members.h"

struct task_sums {
	int64_t ns[GT_SPENT_KINDS + 1];  /* the last one: all together */
	bool known, some;                /* some: it has regions */
};

struct tasks {
	struct gt_table head;
	struct gt_members m;
	struct gt_scratch goroutines;    /* uint32_t by row, once asked for */
	bool counted;
	struct gt_scratch sums;          /* struct task_sums by row, once asked for */
	struct gt_span_sums inside;      /* what goroutines did inside the regions of a task ... */
	uint64_t summed;                 /* ... of this row, from 1 */
};

const struct gt_members *gt_tasks_members(const struct gt_table *t)
{
	assert(t->report == &gt_report_tasks);
	return &((const struct tasks *)t)->m;
}

uint64_t gt_tasks_row(const struct gt_table *t, uint64_t id)
{
	uint32_t row = gt_task_list_find(&((const struct tasks *)t)->m.list, id);

	return row < t->rows ? row : UINT64_MAX;
}

/* ---- sums ---- */

/* When goroutines were inside regions of a task, a place in the list of tasks: as gt_region_spans. */
static void task_spans(struct gt_gspans *out, const struct gt_trace *t, const struct gt_members *m, uint32_t place)
{
	uint32_t n;
	const uint32_t *rows = gt_grouped_of(&m->regions, place, &n);
	struct gt_region r;
	int64_t t0, t1;

	out->n = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (!gt_region_get(t, rows[i], &r) || r.g == GT_NO_ROW)
			continue;
		gt_region_bounds(t, &r, &t0, &t1);
		gt_gspans_add(out, r.g, t0, t1);
	}
	gt_gspans_join(out);
}

static void sum_task(struct tasks *ts, uint64_t row)
{
	if (ts->summed == row + 1)
		return;
	task_spans(&ts->inside.spans, ts->head.trace, &ts->m, (uint32_t)row);
	gt_span_sums_fill(&ts->inside, ts->head.trace);
	ts->summed = row + 1;
}

/* Kept, because a screen asks for the same rows again and again; NULL: it takes too long, or there is no room. */
static const struct task_sums *sums_of_task(struct tasks *ts, uint64_t row)
{
	struct task_sums *sums;

	if (!ts->sums.data && gt_scratch_alloc(&ts->sums, ts->head.rows, sizeof *sums, &ts->head.fault))
		return NULL;
	sums = (struct task_sums *)ts->sums.data + row;
	if (!sums->known) {
		sum_task(ts, row);
		if (ts->inside.unknown)
			return NULL;
		memcpy(sums->ns, ts->inside.sums.ns, sizeof ts->inside.sums.ns);
		sums->ns[GT_SPENT_KINDS] = ts->inside.sums.total;
		sums->some = ts->inside.spans.n;
		sums->known = true;
	}
	return sums;
}

/* column->at is the state; GT_SPENT_KINDS: all. */
static void task_spent(struct gt_table *t, struct gt_cell *out)
{
	const struct task_sums *sums = sums_of_task((struct tasks *)t, t->row);

	assert(t->column->at <= GT_SPENT_KINDS);
	if (sums && sums->some)
		gt_cell_i(out, sums->ns[t->column->at]);
}

static void task_block(struct gt_table *t, struct gt_cell *out)
{
	struct tasks *ts = (struct tasks *)t;

	sum_task(ts, t->row);
	if (ts->inside.spans.n)
		gt_span_sums_block(&ts->inside, t->trace, out);
}

/* ---- counts ---- */

static void task_complete(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_task *task = t->at;

	gt_cell_b(out, task->t0 != GT_NO_TIME && task->t1 != GT_NO_TIME);
}

/* column->at: where in struct gt_members. */
static void task_count(struct gt_table *t, struct gt_cell *out)
{
	const struct tasks *ts = (const struct tasks *)t;
	uint32_t n;

	gt_grouped_of((const struct gt_grouped *)((const char *)&ts->m + t->column->at), (uint32_t)t->row, &n);
	gt_cell_u(out, n);
}

static void task_goroutines(struct gt_table *t, struct gt_cell *out)
{
	struct tasks *ts = (struct tasks *)t;

	if (!ts->counted)
		gt_members_goroutines(&ts->m, t->trace, &ts->goroutines, &t->fault);
	ts->counted = true;
	if (ts->goroutines.data)
		gt_cell_u(out, ((const uint32_t *)ts->goroutines.data)[t->row]);
}

/* ---- the table ---- */

/* What takes long for one row is done at once, so that no row takes long. */
static int tasks_prepare(struct tasks *ts, const struct gt_table_args *args, struct gt_error *err)
{
	int rc = gt_span_sums_prepare(&ts->inside, ts->head.trace, args, err);
	uint32_t n;

	for (uint32_t i = 0; !rc && i < ts->head.rows; i++) {
		gt_grouped_of(&ts->m.regions, i, &n);
		if (n > 500)
			sums_of_task(ts, i);
	}
	if (!rc)
		rc = gt_members_goroutines(&ts->m, ts->head.trace, &ts->goroutines, err);
	ts->counted = true;
	return rc;
}

static int tasks_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct tasks *ts = (struct tasks *)t;
	int rc = gt_members_fill(&ts->m, t->trace, err);

	ts->inside.quick = args->quick;
	t->rows = rc ? 0 : ts->m.list.n;
	return rc || !args->browsed ? rc : tasks_prepare(ts, args, err);
}

static void tasks_close(struct gt_table *t)
{
	struct tasks *ts = (struct tasks *)t;

	gt_members_release(&ts->m);
	gt_scratch_free(&ts->goroutines);
	gt_scratch_free(&ts->sums);
	gt_span_sums_release(&ts->inside);
}

#define COUNT_OF(member) GT_CELL_ARG(task_count, offsetof(struct gt_members, member))

static const struct gt_column columns[] = {
	[GT_TASK_ID] = { "id", "Task", GT_KIND_ID, 0, 7,
		"number of the task; 0: the background task", GT_FIELD(struct gt_task, id) },
	[GT_TASK_NAME] = { "name", "Name", GT_KIND_STRING, 0, 28,
		"its type", GT_FIELD_AS(gt_cell_field_name, struct gt_task, name) },
	[GT_TASK_PARENT] = { "parent", "Parent", GT_KIND_ID, 0, 7,
		"the task it is part of", GT_FIELD(struct gt_task, parent) },
	[GT_TASK_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when it began", GT_FIELD(struct gt_task, t0) },
	[GT_TASK_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ended", GT_FIELD(struct gt_task, t1) },
	[GT_TASK_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it lasted; absent if its begin or end is not in the trace",
		GT_FIELD_SPAN(struct gt_task, t0, t1) },
	[GT_TASK_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine that began it", GT_FIELD_AS(gt_cell_field_g, struct gt_task, g0) },
	[GT_TASK_END_G] = { "end_g", "End G", GT_KIND_ID, GT_COL_MORE, 7,
		"goroutine that ended it", GT_FIELD_AS(gt_cell_field_g, struct gt_task, g1) },
	[GT_TASK_COMPLETE] = { "complete", "Complete", GT_KIND_BOOL, GT_COL_MORE, 8,
		"its begin and its end are in the trace", .cell = task_complete },
	[GT_TASK_GOROUTINES] = { "goroutines", "Goroutines", GT_KIND_COUNT, GT_COL_DESC, 10,
		"how many goroutines have its begin, its end, a region or a log of it", .cell = task_goroutines },
	[GT_TASK_REGIONS] = { "regions", "Regions", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many regions it has, without inherited ones", COUNT_OF(regions) },
	[GT_TASK_LOGS] = { "logs", "Logs", GT_KIND_COUNT, GT_COL_DESC, 6,
		"how many log messages it has", COUNT_OF(logs) },
	[GT_TASK_CHILDREN] = { "children", "Children", GT_KIND_COUNT, GT_COL_DESC, 8,
		"how many tasks are part of it", COUNT_OF(children) },
	[GT_TASK_INSIDE] = { "inside_ns", "In regions", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 10,
		"how long goroutines were inside its regions, what lies in each other counted once",
		GT_CELL_ARG(task_spent, GT_SPENT_KINDS) },
	[GT_TASK_EXEC] = { "exec_ns", "Running", GT_KIND_DUR, GT_COL_DESC, 9,
		"of that: on a processor, not in a system call", GT_CELL_ARG(task_spent, GT_SPENT_EXEC) },
	[GT_TASK_SCHED] = { "sched_wait_ns", "Runnable", GT_KIND_DUR, GT_COL_DESC, 9,
		"of that: ready to run, without a processor", GT_CELL_ARG(task_spent, GT_SPENT_SCHED) },
	[GT_TASK_SYSCALL] = { "syscall_ns", "Syscall", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"of that: in system calls that kept the processor", GT_CELL_ARG(task_spent, GT_SPENT_SYSCALL) },
	[GT_TASK_SYSCALL_BLOCK] = { "syscall_block_ns", "Syscall no P", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 13,
		"of that: in system calls after they had lost the processor",
		GT_CELL_ARG(task_spent, GT_SPENT_SYSCALL_BLOCK) },
	[GT_TASK_BLOCKED] = { "blocked_ns", "Waiting", GT_KIND_DUR, GT_COL_DESC, 9,
		"of that: waiting for anything", GT_CELL_ARG(task_spent, GT_SPENT_BLOCK) },
	[GT_TASK_BLOCK] = { "block_ns", "Waiting by reason", GT_KIND_MAP, GT_COL_MORE, 24,
		"of that: waiting, by reason", .cell = task_block },
};

const struct gt_report gt_report_tasks = {
	.name = "tasks",
	.row = "a user task",
	GT_REPORT_COLUMNS(columns),
	.order = { "start_ns", "id" },
	.ops = { .size = sizeof(struct tasks), .open = tasks_open, GT_ROWS(struct tasks, m.list.tasks),
		 .close = tasks_close },
};

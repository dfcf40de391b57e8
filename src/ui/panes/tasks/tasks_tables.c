/* The rows of the view of tasks: columns, selections, what is said of a row. */
#include "ui/panes/tasks/tasks_tables.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/table/reports.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/tasks/taskrows.h"
#include "base/human.h"
#include "index/caps.h"
#include "ui/panes/rows.h"

/* ---- what a sort reads ---- */

static uint64_t notes_cost(const struct gt_pane_table *pt)
{
	const struct gt_trace_info *info = gt_trace_info(pt->prog->trace);

	return info->tasks + info->regions + info->logs + (info->regions ? info->slices : 0);
}

/* ---- selections ---- */

bool gt_tasks_select(const struct gt_pane_table *pt, uint64_t task, uint32_t g_row, int64_t t0, int64_t t1,
		     struct gt_sel *sel)
{
	struct gt_goroutine g;

	*sel = (struct gt_sel){ .has = GT_SEL_TIME, .time_ns = t0 };
	if (task != GT_NONE) {
		sel->has |= GT_SEL_TASK;
		sel->task = task;
	}
	if (gt_goroutine_get(pt->prog->trace, g_row, &g)) {
		sel->has |= GT_SEL_G;
		sel->g = g.id;
		sel->g_row = g_row;
	}
	if (t1 != GT_NO_TIME) {
		sel->has |= GT_SEL_SPAN;
		sel->end_ns = t1;
	}
	return true;
}

static bool select_region_row(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_region r;
	int64_t t0, t1;

	if (!gt_region_get(pt->prog->trace, row, &r))
		return false;
	gt_region_bounds(pt->prog->trace, &r, &t0, &t1);
	return gt_tasks_select(pt, r.task, r.g, t0, t1, sel);
}

/* A task goes on where its goroutines are: the selection has the one that began it. */
static bool select_task_of(const struct gt_pane_table *pt, const struct gt_task *task, struct gt_sel *sel)
{
	int64_t t0 = task->t0 == GT_NO_TIME ? 0 : task->t0;
	int64_t t1 = task->t1 == GT_NO_TIME ? gt_trace_info(pt->prog->trace)->duration : task->t1;

	if (task->t0 == GT_NO_TIME && task->t1 == GT_NO_TIME)
		return false;
	return gt_tasks_select(pt, task->id, task->g0 != GT_NO_ROW ? task->g0 : task->g1, t0, t1, sel);
}

static bool task_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	const struct gt_members *m = gt_tasks_members(pt->table);

	return row < m->list.n && select_task_of(pt, &m->list.tasks[row], sel);
}

/* A type stands for its longest: jumps lead there. */
static bool type_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	uint32_t longest = gt_types_longest(pt->table, row);
	struct gt_task task;

	if (longest == GT_NO_ROW)
		return false;
	if (pt->spec->report == &gt_report_regiontypes)
		return select_region_row(pt, longest, sel);
	return gt_types_task(pt->table, longest, &task) && select_task_of(pt, &task, sel);
}

static bool log_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_log l;

	return gt_log_get(pt->prog->trace, row, &l) && gt_tasks_select(pt, l.task, l.g, l.t, GT_NO_TIME, sel);
}

static bool event_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	const struct gt_members *m = gt_taskevents_members(pt->table);
	struct gt_task_event e;

	return gt_taskevents_get(pt->table, row, &e) &&
	       gt_tasks_select(pt, m->list.tasks[e.task].id, e.g, e.t, e.until > e.t ? e.until : GT_NO_TIME, sel);
}

/* ---- ids of rows ---- */

static uint64_t tasks_task_id(const struct gt_pane_table *pt, uint64_t row)
{
	return gt_tasks_members(pt->table)->list.tasks[row].id;
}

static uint64_t task_of_id(const struct gt_pane_table *pt, uint64_t id)
{
	return gt_tasks_row(pt->table, id);
}

/* ---- tasks that rows lead to ---- */

bool gt_tasks_above(const struct gt_pane_table *pt, uint64_t row, uint64_t *task)
{
	const struct gt_report *report = pt->spec->report;
	struct gt_task_event e;
	struct gt_region r;
	struct gt_log l;

	*task = GT_NONE;
	if (report == &gt_report_tasks)
		*task = gt_tasks_members(pt->table)->list.tasks[row].parent;
	else if (report == &gt_report_taskevents && gt_taskevents_get(pt->table, row, &e))
		*task = gt_taskevents_members(pt->table)->list.tasks[e.task].parent;
	else if (report == &gt_report_regions && gt_region_get(pt->prog->trace, row, &r))
		*task = r.task;
	else if (report == &gt_report_logs && gt_log_get(pt->prog->trace, row, &l))
		*task = l.task;
	return *task != GT_NONE;
}

bool gt_tasks_child(const struct gt_pane_table *pt, uint64_t row, uint64_t *task)
{
	struct gt_task_event e;

	if (pt->spec->report != &gt_report_taskevents || !gt_taskevents_get(pt->table, row, &e) ||
	    e.what != GT_TASK_EV_CHILD)
		return false;
	*task = gt_taskevents_members(pt->table)->list.tasks[e.item].id;
	return true;
}

/* ---- why there is nothing ---- */

static const char *tasks_nothing(const struct gt_pane_table *pt)
{
	const struct gt_report *r = pt->spec->report;

	if (r != &gt_report_taskevents && !gt_trace_caps(pt->prog->trace).annotations)
		return "no user tasks, regions or logs: traces have them since Go 1.11";
	if (r == &gt_report_logs)
		return "no user logs in this trace: the program did not call runtime/trace.Log while it was traced";
	if (r == &gt_report_regions || r == &gt_report_regiontypes)
		return "no user regions in this trace: the program began none (runtime/trace.StartRegion, WithRegion)";
	if (r == &gt_report_taskevents)
		return "nothing in this trace belongs to this task";
	return "no user tasks in this trace: the program began none (runtime/trace.NewTask); "
	       "requests of servers are listed apart";
}

/* ---- styles ---- */

static gt_style event_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_task_event e;

	if (col != GT_TEV_OUTLINE || !gt_taskevents_get(pt->table, row, &e))
		return GT_ROLE_NORMAL;
	return gt_task_event_is_end(&e) ? GT_ROLE_DIM : e.what == GT_TASK_EV_LOG ? GT_ROLE_VALUE : GT_ROLE_NORMAL;
}

/* ---- columns ---- */

static const char type_columns[] = "name count complete/9 total/1 p50 p90/6 p99/2 max latency:12-60/3";

static const char region_type_columns[] =
	"name count complete/9 total/1 p50 p90/6 p99/2 max site/3 exec/4 sched_wait/7 blocked/5 "
	"latency:12-60/8";

static const char region_name_columns[] =
	"name count complete/9 total/1 p50 p90/6 p99/2 max exec/4 sched_wait/7 blocked/5 latency:12-60/8";

static const char task_columns[] =
	"id name mark/1 start/3 dur g/4 parent/8 goroutines/10 regions/9 logs/11 children/12 exec/5 "
	"sched_wait/7 blocked/6";

static const char region_columns[] = "name mark/1 task/4 g start/3 dur exec/5 sched_wait/7 blocked/6 site/8";

static const char log_columns[] = "ns/2 g/3 task/1 category:8-20 message";

static const char event_columns[] = "ns/3 since dur/1 g outline:20";

#define SPEC(report_, columns_, what_) \
	.report = &report_, .columns = columns_, .what = what_, \
	.cost = notes_cost, .empty = tasks_nothing

const struct gt_pane_table_spec gt_tasktypes_spec = {
	SPEC(gt_report_tasktypes, type_columns, "types"), .select = type_select,
};
const struct gt_pane_table_spec gt_tasklist_spec = {
	SPEC(gt_report_tasks, task_columns, "tasks"), .select = task_select,
	.id = tasks_task_id, .row = task_of_id, .worst = "dur_ns",
};
const struct gt_pane_table_spec gt_regiontypes_spec = {
	SPEC(gt_report_regiontypes, region_type_columns, "types"), .select = type_select,
};
const struct gt_pane_table_spec gt_regionnames_spec = {
	SPEC(gt_report_regiontypes, region_name_columns, "types"), .select = type_select,
};
const struct gt_pane_table_spec gt_regionlist_spec = {
	SPEC(gt_report_regions, region_columns, "regions"), .select = select_region_row,
	.worst = "dur_ns",
};
const struct gt_pane_table_spec gt_loglist_spec = {
	SPEC(gt_report_logs, log_columns, "logs"), .select = log_select,
};
const struct gt_pane_table_spec gt_taskpage_spec = {
	SPEC(gt_report_taskevents, event_columns, "events"), .select = event_select, .style = event_style,
	.unsorted = true, .whole = true,
};

/* ---- details ---- */

#define BAR_COLS 32

/* A line for each bucket: from when on, a bar, how many. */
static void add_histogram(struct gt_detail *d, const struct gt_histogram *h)
{
	unsigned first, last;
	uint64_t most = 0;

	if (!gt_histogram_span(h, &first, &last))
		return;
	for (unsigned i = first; i <= last; i++)
		most = h->n[i] > most ? h->n[i] : most;
	gt_detail_add(d, GT_ROLE_LABEL, "How long they last: from, how many");
	for (unsigned i = first; i <= last; i++) {
		struct gt_buf bar = { 0 };
		unsigned cols = (unsigned)((double)h->n[i] / (double)most * BAR_COLS + 0.5);

		for (unsigned k = 0; k < (h->n[i] && !cols ? 1 : cols); k++)
			gt_buf_puts(&bar, "█");
		gt_detail_add(d, GT_ROLE_NORMAL, "%8s %6" PRIu64 " %s", gt_dur_text(gt_histogram_floor(i)).s, h->n[i],
			      gt_buf_str(&bar));
		gt_buf_release(&bar);
	}
}

/* Said in another way, or so long that the pane would wait for it. */
static bool tasks_elsewhere(const char *key)
{
	static const char *const keys[] = {
		"latency", "histogram", "stack", "depth", "message", "outline", "inferred", "states",
	};
	bool found = strncmp(key, "queue", 5) == 0;

	for (size_t i = 0; i < GT_COUNT(keys); i++)
		found |= strcmp(key, keys[i]) == 0;
	return found;
}

static void detail_log(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_log l;

	if (!gt_log_get(pt->prog->trace, row, &l))
		return;
	gt_log_message(&d->value, pt->prog->trace, &l);
	gt_detail_put(d, "Message");
	gt_detail_stack(d, pt->prog->trace, l.stack, "no stack recorded");
}

/* "running 5.1us, runnable 20ns, waiting 55us (sleep 55us)": what the goroutine did in a region. */
static void add_inside(const struct gt_trace *t, const struct gt_region *r, struct gt_detail *d)
{
	struct gt_span_sums in = { .quick = true };
	struct gt_buf *out = &d->value;
	int64_t t0, t1;

	gt_region_bounds(t, r, &t0, &t1);
	gt_gspans_add(&in.spans, r->g, t0, t1);
	gt_span_sums_fill(&in, t);
	for (int i = 0; !in.unknown && i < GT_SPENT_KINDS; i++) {
		if (!in.sums.ns[i])
			continue;
		gt_put_comma(out);
		gt_buf_printf(out, "%s %s", gt_spent_name((enum gt_spent)i), gt_dur_text(in.sums.ns[i]).s);
	}
	for (size_t i = 0; i < in.sums.nblock; i++) {
		gt_buf_puts(out, i ? ", " : " (");
		gt_put_string(out, t, "", in.sums.block[i].reason, GT_NO_REASON);
		gt_buf_printf(out, " %s%s", gt_dur_text(in.sums.block[i].ns).s, i + 1 == in.sums.nblock ? ")" : "");
	}
	if (out->len)
		gt_detail_put(d, "Inside");
	gt_span_sums_release(&in);
}

static void detail_region(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_region r;

	if (!gt_region_get(pt->prog->trace, row, &r))
		return;
	if (pt->spec->report == &gt_report_taskevents)
		add_inside(pt->prog->trace, &r, d);
	gt_detail_add(d, GT_ROLE_LABEL, "Began at");
	gt_detail_stack(d, pt->prog->trace, r.stack, gt_region_inherited(&r)
			? "inherited: its goroutine was created in a region of this task"
			: "its begin is not in the trace, or without a stack");
}

void gt_tasklist_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	(void)row;
	gt_detail_columns(d, &pt->list, tasks_elsewhere);
}

void gt_tasktypes_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	add_histogram(d, pt->spec->report == &gt_report_requestgroups ? gt_requestgroup_histogram(pt->table, row)
								      : gt_types_histogram(pt->table, row));
	gt_tasklist_detail(pt, row, d);
}

void gt_regionlist_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	gt_tasklist_detail(pt, row, d);
	detail_region(pt, row, d);
}

void gt_loglist_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	detail_log(pt, row, d);
	gt_tasklist_detail(pt, row, d);
}

void gt_taskpage_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_task_event e = { 0 };

	if (gt_taskevents_get(pt->table, row, &e) && e.what == GT_TASK_EV_LOG)
		detail_log(pt, e.item, d);
	else if (e.what == GT_TASK_EV_REGION || gt_task_event_is_end(&e))
		detail_region(pt, e.item, d);
	gt_tasklist_detail(pt, row, d);
}

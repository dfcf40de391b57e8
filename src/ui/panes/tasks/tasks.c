/* The view of user tasks, regions and logs: by type, one by one, and the page of a task. */
#include <inttypes.h>
#include <string.h>

#include "analysis/requests/servers.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/tasks/taskrows.h"
#include "base/human.h"
#include "ui/detail/profileof.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"
#include "ui/panes/tasks/tasks_tables.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

struct tasksview {
	bool begun;           /* it was seen what there is to begin with */
};

enum tasks_mode {
	MODE_REQUESTS, MODE_REQUEST_GROUPS, MODE_TASKS, MODE_TYPES, MODE_REGIONS, MODE_REGION_TYPES, MODE_REGION_NAMES,
	MODE_LOGS, MODE_PAGE
};

/* ---- of one type ---- */

/* What has this name, and that as its status: "of NAME". */
static void filter_named(struct gt_pane *pane, struct gt_mode_filter *f, uint32_t name, const char *nameless)
{
	const struct gt_trace *t = gt_program_of(pane)->trace;
	size_t n;
	const char *s = gt_trace_string(t, name, &n);

	gt_mode_filter_is(f, "name", s, n);
	gt_put_string(&f->of, t, "of ", name, nameless);
}

/* A task by its place in the list of tasks, a region by its row: they stay what they are when the range A-B changes. */
static uint64_t type_key(const struct gt_table *t, uint64_t row)
{
	return gt_types_member(t, row);
}

/* The background has no name, either, and is no task. */
static bool filter_tasks(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f)
{
	const struct gt_table *types = gt_mode_table(pane, MODE_TYPES)->table;
	struct gt_task task;

	if (!types || !gt_types_task(types, (uint32_t)part.key, &task))
		return false;
	filter_named(pane, f, task.name, "of no name");
	gt_buf_puts(&f->expr, " && (id!=0 || start || end)");
	return true;
}

static bool filter_regions(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f)
{
	const struct gt_trace *t = gt_program_of(pane)->trace;
	struct gt_buf at = { 0 };
	struct gt_region r;
	struct gt_frame site;

	if (!gt_region_get(t, part.key, &r))
		return false;
	filter_named(pane, f, r.name, "of no name");
	if (gt_mode_of_group(part) == MODE_REGION_TYPES) {
		if (gt_region_site(t, &r, &site))
			gt_site_text(&at, t, &site);
		gt_mode_filter_is(f, "site", gt_buf_str(&at), at.len);
	}
	gt_buf_release(&at);
	return true;
}

/* A request by its place among all. */
static uint64_t request_key(const struct gt_table *t, uint64_t row)
{
	return (uint64_t)(gt_requestgroup_request(t, row, true) - gt_requests_of(t)->v);
}

/* Requests like one. */
static bool filter_requests(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f)
{
	const struct gt_table *table = gt_mode_table(pane, MODE_REQUESTS)->table;

	table = table ? table : gt_mode_table(pane, MODE_REQUEST_GROUPS)->table;
	if (!table || part.key >= gt_requests_of(table)->n)
		return false;
	gt_requestlist_like(f, table->trace, &gt_requests_of(table)->v[part.key]);
	return true;
}

/* ---- the page of a task ---- */

static enum gt_narrowed narrow_page(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	(void)pane;
	if (pt->args.has_task && pt->args.task == part.key)
		return GT_NARROWED;
	pt->args.has_task = true;
	pt->args.task = part.key;
	pt->list.tags.n = 0;
	gt_list_goto(&pt->list, 0, false);
	return GT_NARROWED_REOPEN;
}

static void tasks_open_page(struct gt_pane *pane, uint64_t task)
{
	gt_app_record(pane->app);
	gt_modes_show(pane, MODE_PAGE, (struct gt_mode_part){ 1 + MODE_TASKS, task });
	gt_pane_table_moved(gt_modes_table(pane));
}

/* ---- the line above the list ---- */

/* "task 12 request, 58.56us, from 0.0028s to 0.0029s, part of task 3; 2 goroutines ..." */
static void tasks_put_one(struct gt_buf *out, const struct gt_pane_table *pt)
{
	const struct gt_trace *t = pt->prog->trace;
	const struct gt_members *m = pt->table ? gt_taskevents_members(pt->table) : NULL;
	uint32_t i = m ? gt_task_list_find(&m->list, pt->shown.task) : GT_NO_ROW;
	const struct gt_task *task;
	uint32_t n;

	if (i == GT_NO_ROW)
		return;
	task = &m->list.tasks[i];
	gt_buf_printf(out, "task %" PRIu64, task->id);
	gt_put_string(out, t, " ", task->name, NULL);
	if (task->t0 != GT_NO_TIME && task->t1 != GT_NO_TIME)
		gt_buf_printf(out, ", %s", gt_dur_text(task->t1 - task->t0).s);
	else if (task->t0 != GT_NO_TIME)
		gt_buf_puts(out, ", never ended");
	else
		gt_buf_puts(out, task->id ? ", its begin is not in the trace" : ", the background");
	if (task->parent != GT_NONE)
		gt_buf_printf(out, ", part of task %" PRIu64 " (c)", task->parent);
	gt_grouped_of(&m->regions, i, &n);
	gt_say(out, ", {}", gt_as_many(n, "region"));
	gt_grouped_of(&m->logs, i, &n);
	gt_say(out, ", {}", gt_as_many(n, "log"));
	gt_grouped_of(&m->children, i, &n);
	gt_buf_printf(out, ", %" PRIu32 " child%s", n, n == 1 ? "" : "ren");
}

/* ---- what it lists ---- */

#define OF_THEM "P shows a profile of them"

/* own: its rows belong to tasks */
static const struct gt_mode tasks_modes[] = {
	[MODE_REQUESTS] = {
		.name = "requests",
		.help = "each request, slowest first, inferred from stacks, and what it waited for",
		.spec = &gt_requestlist_spec, .line = gt_requestlist_head, .detail = gt_requests_detail,
		.filter = filter_requests, .next = "Z shows its critical path" },
	[MODE_REQUEST_GROUPS] = {
		.name = "handlers", .help = "of net/http and gRPC, percentiles",
		.spec = &gt_requestlist_groups_spec, .detail = gt_tasktypes_detail, .key = request_key,
		.next = OF_THEM, .members = MODE_REQUESTS },
	[MODE_TASKS] = {
		.name = "tasks", .help = "each task, and what goroutines did in its regions",
		.spec = &gt_tasklist_spec, .detail = gt_tasklist_detail, .filter = filter_tasks,
		.next = "Enter opens its page, Z shows its critical path", .own = true },
	[MODE_TYPES] = {
		.name = "task-types", .help = "how many, how long, percentiles, histogram",
		.spec = &gt_tasktypes_spec, .detail = gt_tasktypes_detail, .key = type_key, .next = OF_THEM,
		.members = MODE_TASKS },
	[MODE_REGIONS] = {
		.name = "regions", .help = "each region, and what its goroutine did inside",
		.spec = &gt_regionlist_spec, .detail = gt_regionlist_detail, .filter = filter_regions,
		.next = "Z shows its critical path", .own = true },
	[MODE_REGION_TYPES] = {
		.name = "region-types", .help = "regions by name and place in the program",
		.spec = &gt_regiontypes_spec, .detail = gt_tasktypes_detail, .key = type_key, .next = OF_THEM,
		.members = MODE_REGIONS },
	[MODE_REGION_NAMES] = {
		.name = "region-names", .minor = 1 + MODE_REGION_TYPES, .help = "regions by name, wherever they begin",
		.spec = &gt_regionnames_spec, .args = { .group = GT_REGIONS_BY_NAME }, .detail = gt_tasktypes_detail,
		.key = type_key, .next = OF_THEM,
		.members = MODE_REGIONS },
	[MODE_LOGS] = {
		.name = "logs", .help = "messages that the program logged",
		.spec = &gt_loglist_spec, .detail = gt_loglist_detail, .own = true },
	[MODE_PAGE] = {
		.name = "task", .aside = true, .lacks = "usage: show task ID", .numbered = 1 + MODE_TASKS,
		.spec = &gt_taskpage_spec, .line = tasks_put_one, .detail = gt_taskpage_detail, .narrow = narrow_page,
		.own = true },
};

static const struct gt_modes_spec tasks_shows = {
	.v = tasks_modes, .n = GT_COUNT(tasks_modes), .head_rows = HEAD_MIN_ROWS,
};

/* ---- ops ---- */

/* Enter on a task, a child; false: on something that the timeline shows. */
static bool open_row(struct gt_pane *pane, const struct gt_pane_table *pt, uint64_t row)
{
	uint64_t task;

	if (pane->modes->now == MODE_TASKS)
		task = gt_tasks_members(pt->table)->list.tasks[row].id;
	else if (!gt_tasks_child(pt, row, &task))
		return false;
	tasks_open_page(pane, task);
	return true;
}

/* The page has rows of a region, of a child, and of the task itself. */
static void page_profile(struct gt_pane *pane, const struct gt_pane_table *pt, uint64_t row)
{
	struct gt_task_event e = { 0 };
	uint64_t task = pt->shown.task;

	gt_tasks_child(pt, row, &task);
	if (gt_taskevents_get(pt->table, row, &e) && (e.what == GT_TASK_EV_REGION || gt_task_event_is_end(&e)))
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_SITE, e.item);
	else
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_TASK, task);
}

/* P: of the tasks of a type, of one task, of regions with a name and a place. */
static bool tasks_profile(struct gt_pane *pane, const struct gt_pane_table *pt, uint64_t row)
{
	const struct gt_table *table = pt->table;
	struct gt_task task = { 0 };
	struct gt_region r = { 0 };
	enum gt_profile_of what = GT_PROFILE_OF_SITE;
	uint64_t id = row;

	switch (pane->modes->now) {
	case MODE_REQUEST_GROUPS:
	case MODE_REQUESTS:
		what = gt_requestlist_profile(table, row, &id);
		break;
	case MODE_TYPES:
		if (!gt_types_task(table, gt_types_member(table, row), &task))
			return false;
		what = GT_PROFILE_OF_TASKS;
		id = task.name;
		break;
	case MODE_TASKS:
		what = GT_PROFILE_OF_TASK;
		id = gt_tasks_members(table)->list.tasks[row].id;
		break;
	case MODE_REGION_TYPES:
		id = gt_types_member(table, row);
		break;
	case MODE_REGION_NAMES:
		if (!gt_region_get(table->trace, gt_types_member(table, row), &r))
			return false;
		what = GT_PROFILE_OF_REGIONS;
		id = r.name;
		break;
	case MODE_REGIONS:
		/* An inherited one is only that the goroutine is part of a task. */
		if (gt_region_get(table->trace, row, &r) && gt_region_inherited(&r)) {
			what = GT_PROFILE_OF_TASK;
			id = r.task;
		}
		break;
	case MODE_PAGE:
		page_profile(pane, pt, row);
		return true;
	default:
		return false;
	}
	gt_profile_of_ask(pane->app, what, id);
	return true;
}

static bool tasks_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = gt_modes_table(pane);
	uint64_t row = gt_pane_table_cursor(pt), task;
	struct gt_sel sel;

	if (row == UINT64_MAX && act->action != GT_ACT_GROUP)
		return false;
	if (gt_modes_handle(pane, act) || (act->action == GT_ACT_OPEN && act->y < 0 && open_row(pane, pt, row)))
		return true;
	if (act->action == GT_ACT_CREATOR && gt_mode_now(pane)->own) {
		if (gt_tasks_above(pt, row, &task))
			tasks_open_page(pane, task);
		else
			gt_app_message(pane->app, "this task is not part of another one");
		return true;
	}
	if (gt_pane_table_handle(pt, act) || (act->action == GT_ACT_PROFILE_OF && tasks_profile(pane, pt, row)))
		return true;
	if (!gt_pane_table_sel(pt, &sel)) {
		if (act->action != GT_ACT_OPEN && act->action != GT_ACT_SHOW_TIMELINE)
			return false;
		gt_app_message(pane->app, "neither begin nor end of it is in the trace");
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

/* Of a program with annotations that is no server the view begins with these. */
static void tasks_refresh(struct gt_pane *pane)
{
	const struct gt_trace_info *info = gt_trace_info(gt_program_of(pane)->trace);
	struct tasksview *v = pane->priv;
	bool begins = !v->begun && info->done && pane->modes->now == MODE_REQUESTS;

	v->begun |= info->done;
	if (begins && (info->tasks || info->regions || info->logs) && !gt_servers_any(gt_program_of(pane)->trace))
		gt_modes_show(pane, MODE_TYPES, (struct gt_mode_part){ 0 });
	else
		gt_table_pane_refresh(pane);
}

const struct gt_pane_ops gt_pane_tasks = {
	.name = "requests",
	.title = "Requests",
	.about = "Requests are what a server of net/http or gRPC answered, inferred from stacks, the slowest first, "
		 "with their states as a bar. Handlers are the same in groups. Tasks, regions and logs are what the "
		 "program itself marked with runtime/trace, if it did; types are those of one name, with a histogram "
		 "of five buckets for every power of ten. Enter on a task opens its page: its regions, logs and "
		 "child tasks on all goroutines, in the order of time, indented as regions lie in each other; c "
		 "opens that of the task it is part of.",
	GT_TABLE_PANE_OPS,
	GT_ROWS_PANE_OPS(struct tasksview, tasks_shows),
	.acts = GT_ACTIONS(GT_ACT_GROUP),
	.hints = GT_ACTIONS(GT_ACT_GROUP, GT_ACT_CRITICAL),
	.handle = tasks_handle,
	.refresh = tasks_refresh,
};

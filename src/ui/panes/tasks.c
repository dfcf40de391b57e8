/* The view of user tasks, regions and logs: by type, one by one, and the page of a task. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/stacktext.h"
#include "analysis/tasks/taskrows.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/detail/links.h"
#include "ui/detail/profileof.h"
#include "ui/detail/requestlist.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"
#include "ui/panes/tasks_tables.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

struct tasksview {
	enum gt_tasks_mode mode;
	struct gt_pane_table tables[GT_TASKS_MODES];
	struct gt_detail detail;
	/*
	 * Of tasks, regions: only those of the type that this one is of, from 1; 0: all.  A place in the list of
	 * tasks, or a row of regions: they stay what they are when the range A-B changes.
	 */
	uint64_t type[GT_TASKS_MODES];
	uint32_t type_name[GT_TASKS_MODES];   /* string row */
	bool by_name;                         /* of regions: those with its name, wherever they begin */
};

static const struct {
	const char *name, *title, *help;
} modes[GT_TASKS_MODES] = {
	[GT_TASKS_TYPES] = { "tasktypes", "Task types", "how many, how long, percentiles, histogram" },
	[GT_TASKS_TASKS] = { "tasks", "Tasks", "each task, and what goroutines did in its regions" },
	[GT_TASKS_REGION_TYPES] = { "regiontypes", "Region types", "regions by name and place in the program" },
	[GT_TASKS_REGION_NAMES] = { "regionnames", "Region names", "regions by name, wherever they begin" },
	[GT_TASKS_REGIONS] = { "regions", "Regions", "each region, and what its goroutine did inside" },
	[GT_TASKS_LOGS] = { "logs", "Logs", "messages that the program logged" },
	[GT_TASKS_REQUEST_GROUPS] = { "requestgroups", "Requests by handler", "of net/http and gRPC, percentiles" },
	[GT_TASKS_REQUESTS] = { "requests", "Requests", "each request, inferred from stacks, and what it waited for" },
	[GT_TASKS_PAGE] = { "task", "Task", "what happened in one task" },
};

static struct gt_pane_table *tasks_table_of(struct gt_pane *pane)
{
	struct tasksview *v = pane->priv;

	return &v->tables[v->mode];
}

/* ---- what is shown ---- */

static void tasks_set_mode(struct gt_pane *pane, enum gt_tasks_mode mode)
{
	struct tasksview *v = pane->priv;

	assert(mode < GT_TASKS_MODES);
	if (v->mode == mode)
		return;
	v->mode = mode;
	gt_pane_table_show(&v->tables[mode], false);
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
}

/* The mode that lists what a type is made of. */
static enum gt_tasks_mode tasks_members_of(enum gt_tasks_mode types)
{
	return types == GT_TASKS_TYPES ? GT_TASKS_TASKS : GT_TASKS_REGIONS;
}

/* Appends "column=TEXT", or that the column is absent; false: an expression cannot hold the text. */
static bool put_equals(struct gt_buf *expr, const char *key, const struct gt_buf *text)
{
	if (expr->len)
		gt_buf_puts(expr, " && ");
	if (text->len)
		return !memchr(text->data, '\0', text->len) && gt_filter_equals(expr, key, gt_buf_str(text));
	gt_buf_printf(expr, "(!%s || %s='')", key, key);
	return true;
}

/* What is of the type of a task, or of a region.  The background has no name, either, and is no task. */
static bool put_type(struct gt_buf *expr, const struct gt_trace *t, enum gt_tasks_mode types, uint32_t name,
		     const struct gt_region *r)
{
	struct gt_buf text = { 0 };
	struct gt_frame site;
	bool done;

	gt_put_string(&text, t, "", name, NULL);
	done = put_equals(expr, "name", &text);
	gt_buf_reset(&text);
	if (types == GT_TASKS_TYPES) {
		gt_buf_puts(expr, " && (id!=0 || start || end)");
	} else if (types == GT_TASKS_REGION_TYPES) {
		if (gt_region_site(t, r, &site))
			gt_site_text(&text, t, &site);
		done = done && put_equals(expr, "site", &text);
	}
	gt_buf_release(&text);
	return done;
}

/* Lists only those of the type that this one is of, as in struct tasksview.  False: nothing has changed. */
static bool tasks_set_type(struct gt_pane *pane, enum gt_tasks_mode types, uint64_t type)
{
	struct tasksview *v = pane->priv;
	enum gt_tasks_mode list = tasks_members_of(types);
	const struct gt_trace *t = v->tables[types].prog->trace;
	struct gt_task task = { 0 };
	struct gt_region r = { 0 };
	struct gt_buf expr = { 0 };
	uint32_t name;

	if (type && types == GT_TASKS_TYPES &&
	    !(v->tables[types].table && gt_types_task(v->tables[types].table, (uint32_t)(type - 1), &task)))
		return false;
	if (type && types != GT_TASKS_TYPES && !gt_region_get(t, type - 1, &r))
		return false;
	name = types == GT_TASKS_TYPES ? task.name : r.name;
	if (type && !put_type(&expr, t, types, name, &r)) {
		gt_app_error(pane->app, "cannot filter by this name: it contains both kinds of quotes, or a NUL");
		gt_buf_release(&expr);
		return false;
	}
	v->type[list] = type;
	v->type_name[list] = name;
	if (types != GT_TASKS_TYPES)
		v->by_name = types == GT_TASKS_REGION_NAMES;
	gt_pane_table_within(&v->tables[list], type ? gt_buf_str(&expr) : NULL);
	gt_pane_table_refresh(&v->tables[list]);
	gt_buf_release(&expr);
	return true;
}

/* Of a row of either list. */
static const struct gt_request *tasks_request(const struct gt_pane *pane, uint64_t row)
{
	const struct tasksview *v = pane->priv;
	const struct gt_table *table = v->tables[v->mode].table;

	if (v->mode == GT_TASKS_REQUEST_GROUPS)
		return gt_requestgroup_request(table, row, true);
	return &gt_requests_of(table)->v[row];
}

/* Lists only requests like this one, a place among all, from 1; 0: all.  False: nothing has changed. */
static bool tasks_set_like(struct gt_pane *pane, uint64_t place)
{
	struct tasksview *v = pane->priv;
	struct gt_pane_table *pt = &v->tables[GT_TASKS_REQUESTS];
	const struct gt_table *table = pt->table ? pt->table : v->tables[GT_TASKS_REQUEST_GROUPS].table;
	struct gt_buf expr = { 0 };
	const struct gt_request *q;

	if (place && (!table || place > gt_requests_of(table)->n))
		return false;
	if (place) {
		q = &gt_requests_of(table)->v[place - 1];
		if (!gt_requestlist_like(&expr, pt->prog->trace, q)) {
			gt_app_error(pane->app, "cannot filter by this name: it contains both kinds of quotes, or a NUL");
			gt_buf_release(&expr);
			return false;
		}
		v->type_name[GT_TASKS_REQUESTS] = q->handler;
	}
	v->type[GT_TASKS_REQUESTS] = place;
	gt_pane_table_within(pt, place ? gt_buf_str(&expr) : NULL);
	gt_pane_table_refresh(pt);
	gt_buf_release(&expr);
	return true;
}

static void show_all(struct gt_pane *pane, enum gt_tasks_mode mode)
{
	gt_app_record(pane->app);
	if (mode == GT_TASKS_TASKS)
		tasks_set_type(pane, GT_TASKS_TYPES, 0);
	if (mode == GT_TASKS_REGIONS)
		tasks_set_type(pane, GT_TASKS_REGION_TYPES, 0);
	if (mode == GT_TASKS_REQUESTS)
		tasks_set_like(pane, 0);
	tasks_set_mode(pane, mode);
}

static void tasks_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	(void)app;
	(void)checked;
	show_all(arg, (enum gt_tasks_mode)item);
}

static void tasks_ask(struct gt_pane *pane)
{
	const struct tasksview *v = pane->priv;
	struct gt_menu_item items[GT_TASKS_PAGE];

	for (int i = 0; i < GT_TASKS_PAGE; i++)
		items[i] = (struct gt_menu_item){ .text = modes[i].title, .help = modes[i].help };
	gt_app_menu(pane->app, &(struct gt_menu_spec){
		.title = "Show", .items = items, .n = GT_TASKS_PAGE, .chosen = tasks_chosen, .arg = pane,
		.current = v->mode == GT_TASKS_PAGE ? GT_TASKS_TASKS : v->mode });
}

/* The page of a task. */
static void tasks_show_page(struct gt_pane *pane, uint64_t task)
{
	struct tasksview *v = pane->priv;
	struct gt_pane_table *pt = &v->tables[GT_TASKS_PAGE];
	bool other = !pt->args.has_task || pt->args.task != task;

	pt->args.has_task = true;
	pt->args.task = task;
	if (other) {
		pt->list.tags.n = 0;
		gt_list_goto(&pt->list, 0, false);
	}
	v->mode = GT_TASKS_PAGE;
	gt_pane_table_show(pt, other);
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
}

static void tasks_open_page(struct gt_pane *pane, uint64_t task)
{
	gt_app_record(pane->app);
	tasks_show_page(pane, task);
	gt_pane_table_moved(tasks_table_of(pane));
}

/* ---- the line above the list ---- */

static void put_many(struct gt_buf *out, uint64_t n, const char *what)
{
	gt_put_comma(out);
	gt_human_many(out, n, what);
}

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
	put_many(out, n, "region");
	gt_grouped_of(&m->logs, i, &n);
	put_many(out, n, "log");
	gt_grouped_of(&m->children, i, &n);
	gt_buf_printf(out, ", %" PRIu32 " child%s", n, n == 1 ? "" : "ren");
}

static void tasks_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct tasksview *v = pane->priv;
	struct gt_pane_table *pt = tasks_table_of(pane);
	int head = pt->list.rows && c->rows >= HEAD_MIN_ROWS &&
		   (v->mode == GT_TASKS_PAGE || v->mode == GT_TASKS_REQUESTS);
	struct gt_buf text = { 0 };

	gt_canvas_clear(c);
	if (head) {
		if (v->mode == GT_TASKS_PAGE)
			tasks_put_one(&text, pt);
		else
			gt_requestlist_head(&text, pt);
		gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
		gt_buf_release(&text);
	}
	gt_rows_draw_list(pane, c, head);
}

static void tasks_fill_detail(struct gt_pane *pane, struct gt_detail *d)
{
	struct tasksview *v = pane->priv;
	struct gt_pane_table *pt = tasks_table_of(pane);
	uint64_t row = gt_pane_table_cursor(pt);

	if (row == UINT64_MAX)
		gt_detail_add(d, GT_ROLE_DIM, "nothing is selected");
	else
		gt_tasks_detail(pt, v->mode, row, d);
}

/* ---- ops ---- */

static const struct gt_pane_table_spec *tasks_spec_of(enum gt_tasks_mode mode)
{
	switch (mode) {
	case GT_TASKS_REQUEST_GROUPS: return &gt_requestlist_groups_spec;
	case GT_TASKS_REQUESTS: return &gt_requestlist_spec;
	default: return &gt_tasks_specs[mode];
	}
}

static int tasks_init(struct gt_pane *pane, struct gt_error *err)
{
	struct tasksview *v = gt_xcalloc(1, sizeof *v);

	(void)err;
	pane->priv = v;
	pane->detail = &v->detail;
	for (int i = 0; i < GT_TASKS_MODES; i++)
		gt_pane_table_init(&v->tables[i], tasks_spec_of((enum gt_tasks_mode)i), pane, v);
	v->tables[GT_TASKS_REGION_NAMES].args.by_name = true;
	return 0;
}

static void tasks_free_pane(struct gt_pane *pane)
{
	struct tasksview *v = pane->priv;

	for (int i = 0; i < GT_TASKS_MODES; i++)
		gt_pane_table_release(&v->tables[i]);
	gt_detail_release(&v->detail);
	free(v);
}

/* Enter on a type, a task, a child; false: on something that the timeline shows. */
static bool open_row(struct gt_pane *pane, uint64_t row)
{
	struct tasksview *v = pane->priv;
	enum gt_tasks_mode mode = v->mode;
	uint64_t task;

	if (gt_tasks_lists_types(mode)) {
		gt_app_record(pane->app);
		gt_pane_table_sort_like(&v->tables[tasks_members_of(mode)], &v->tables[mode]);
		if (tasks_set_type(pane, mode, (uint64_t)gt_types_member(v->tables[mode].table, row) + 1))
			tasks_set_mode(pane, tasks_members_of(mode));
		return true;
	}
	if (mode == GT_TASKS_REQUEST_GROUPS) {
		gt_app_record(pane->app);
		gt_pane_table_sort_like(&v->tables[GT_TASKS_REQUESTS], &v->tables[mode]);
		if (tasks_set_like(pane, (uint64_t)(tasks_request(pane, row) -
						    gt_requests_of(v->tables[mode].table)->v) + 1))
			tasks_set_mode(pane, GT_TASKS_REQUESTS);
		return true;
	}
	if (mode == GT_TASKS_TASKS)
		task = gt_tasks_members(v->tables[mode].table)->list.tasks[row].id;
	else if (!gt_tasks_child(&v->tables[mode], mode, row, &task))
		return false;
	tasks_open_page(pane, task);
	return true;
}

/* The page has rows of a region, of a child, and of the task itself. */
static void page_profile(struct gt_pane *pane, const struct gt_pane_table *pt, uint64_t row)
{
	struct gt_task_event e = { 0 };
	uint64_t task = pt->shown.task;

	gt_tasks_child(pt, GT_TASKS_PAGE, row, &task);
	if (gt_taskevents_get(pt->table, row, &e) && (e.what == GT_TASK_EV_REGION || gt_task_event_is_end(&e)))
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_SITE, e.item);
	else
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_TASK, task);
}

/* P: of the tasks of a type, of one task, of regions with a name and a place. */
static bool tasks_profile(struct gt_pane *pane, uint64_t row)
{
	struct tasksview *v = pane->priv;
	const struct gt_table *table = v->tables[v->mode].table;
	struct gt_task task = { 0 };
	struct gt_region r = { 0 };
	uint32_t member = gt_tasks_lists_types(v->mode) ? gt_types_member(table, row) : GT_NO_ROW;
	enum gt_profile_of what;
	uint64_t id;

	switch (v->mode) {
	case GT_TASKS_REQUEST_GROUPS:
	case GT_TASKS_REQUESTS:
		what = gt_requestlist_profile(table, row, &id);
		gt_profile_of_ask(pane->app, what, id);
		return true;
	case GT_TASKS_TYPES:
		if (!gt_types_task(table, member, &task))
			return false;
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_TASKS, task.name);
		return true;
	case GT_TASKS_TASKS:
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_TASK, gt_tasks_members(table)->list.tasks[row].id);
		return true;
	case GT_TASKS_REGION_TYPES:
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_SITE, member);
		return true;
	case GT_TASKS_REGION_NAMES:
		if (!gt_region_get(table->trace, member, &r))
			return false;
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_REGIONS, r.name);
		return true;
	case GT_TASKS_REGIONS:
		/* An inherited one is only that the goroutine is part of a task. */
		if (gt_region_get(table->trace, row, &r) && gt_region_inherited(&r))
			gt_profile_of_ask(pane->app, GT_PROFILE_OF_TASK, r.task);
		else
			gt_profile_of_ask(pane->app, GT_PROFILE_OF_SITE, row);
		return true;
	case GT_TASKS_PAGE:
		page_profile(pane, &v->tables[v->mode], row);
		return true;
	default:
		return false;
	}
}

static bool tasks_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct tasksview *v = pane->priv;
	struct gt_pane_table *pt = tasks_table_of(pane);
	uint64_t row = gt_pane_table_cursor(pt), task;
	struct gt_sel sel;

	if (act->action == GT_ACT_GROUP) {
		tasks_ask(pane);
		return true;
	}
	if (row == UINT64_MAX)
		return false;
	if (act->action == GT_ACT_OPEN && act->y < 0 && open_row(pane, row))
		return true;
	if (act->action == GT_ACT_CREATOR && !gt_tasks_lists_types(v->mode) && v->mode != GT_TASKS_REQUEST_GROUPS &&
	    v->mode != GT_TASKS_REQUESTS) {
		if (gt_tasks_above(pt, v->mode, row, &task))
			tasks_open_page(pane, task);
		else
			gt_app_message(pane->app, "this task is not part of another one");
		return true;
	}
	if (gt_pane_table_handle(pt, act) || (act->action == GT_ACT_PROFILE_OF && tasks_profile(pane, row)))
		return true;
	if (!gt_pane_table_sel(pt, &sel)) {
		if (act->action != GT_ACT_OPEN && act->action != GT_ACT_SHOW_TIMELINE)
			return false;
		gt_app_message(pane->app, "neither begin nor end of it is in the trace");
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

static void tasks_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct tasksview *v = pane->priv;

	gt_buf_printf(out, "%s ", modes[v->mode].name);
	if (v->type[v->mode]) {
		gt_put_string(out, v->tables[v->mode].prog->trace, "of ", v->type_name[v->mode],
			      v->mode == GT_TASKS_REQUESTS ? "of handlers that were not seen" : "of no name");
		gt_buf_putc(out, ' ');
	}
	gt_pane_table_status(tasks_table_of(pane), out);
}

static const char *tasks_mode_name(int mode)
{
	return mode < GT_TASKS_MODES ? modes[mode].name : NULL;
}

/* show tasks, show logs, …; show task ID */
static int tasks_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	int mode, rc;
	uint64_t id;

	if (n == 3 && strcmp(w[0], "show") == 0 && strcmp(w[1], modes[GT_TASKS_PAGE].name) == 0 &&
	    gt_parse_u64(w[2], &id) == 0) {
		tasks_open_page(pane, id);
		return 0;
	}
	rc = gt_rows_show(w, n, tasks_mode_name, &mode, err);
	if (!rc && mode == GT_TASKS_PAGE)
		rc = gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "usage: show task ID");
	if (!rc)
		show_all(pane, (enum gt_tasks_mode)mode);
	return rc;
}

static void tasks_resume(struct gt_pane *pane, struct gt_buf *out)
{
	const struct tasksview *v = pane->priv;

	gt_buf_printf(out, "show %s", modes[v->mode].name);
	if (v->mode == GT_TASKS_PAGE)
		gt_buf_printf(out, " %" PRIu64, v->tables[v->mode].args.task);
	gt_buf_putc(out, '\n');
}

static void tasks_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	(void)pane;
	gt_rows_show_words(w, n, tasks_mode_name, out);
}

/* ---- places: the mode, the type whose tasks or regions are listed, the task of the page ---- */

enum { OWN_MODE, OWN_TASKS, OWN_REGIONS, OWN_TASK, OWN_REQUESTS };

static void tasks_save(struct gt_pane *pane, struct gt_place *place)
{
	struct tasksview *v = pane->priv;

	place->own[OWN_MODE] = v->mode;
	place->own[OWN_TASKS] = v->type[GT_TASKS_TASKS];
	place->own[OWN_REGIONS] = v->type[GT_TASKS_REGIONS] << 1 | v->by_name;
	place->own[OWN_REQUESTS] = v->type[GT_TASKS_REQUESTS];
	place->own[OWN_TASK] = v->tables[GT_TASKS_PAGE].args.task;
}

static void tasks_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct tasksview *v = pane->priv;
	uint64_t mode = place->own[OWN_MODE];

	if (v->type[GT_TASKS_TASKS] != place->own[OWN_TASKS])
		tasks_set_type(pane, GT_TASKS_TYPES, place->own[OWN_TASKS]);
	if ((v->type[GT_TASKS_REGIONS] << 1 | v->by_name) != place->own[OWN_REGIONS])
		tasks_set_type(pane, place->own[OWN_REGIONS] & 1 ? GT_TASKS_REGION_NAMES : GT_TASKS_REGION_TYPES,
			       place->own[OWN_REGIONS] >> 1);
	if (v->type[GT_TASKS_REQUESTS] != place->own[OWN_REQUESTS])
		tasks_set_like(pane, place->own[OWN_REQUESTS]);
	if (mode == GT_TASKS_PAGE)
		tasks_show_page(pane, place->own[OWN_TASK]);
	else
		tasks_set_mode(pane, mode < GT_TASKS_MODES ? (enum gt_tasks_mode)mode : GT_TASKS_TYPES);
}

static const char *const commands[] = { "show", NULL };
static const enum gt_action acts[] = { GT_ACT_GROUP, GT_ACT_NONE };
static const enum gt_action hints[] = { GT_ACT_GROUP, GT_ACT_NONE };

const struct gt_pane_ops gt_pane_tasks = {
	.name = "tasks",
	.title = "Tasks",
	.about = "What the program itself marked with runtime/trace: tasks, regions and logs. "
		 "Types of tasks with how many there are, how long they last, percentiles, a "
		 "histogram of five buckets for every power of ten. b chooses tasks, types of "
		 "regions (by name and place in the program, or by name alone), regions, logs, and "
		 "requests: what a server of net/http or gRPC answered, one by one or by handler, inferred "
		 "from stacks; Z on one shows its critical path. Enter on a type "
		 "lists what is of it, on a task opens its page: its begin and end, its regions, "
		 "logs and child tasks on all goroutines, in the order of time, indented as "
		 "regions lie in each other. There Enter on a child opens its page, c that of the "
		 "task it is part of; on a region or a log c opens the page of its task. Elsewhere "
		 "Enter and t show the row in the timeline, r its goroutine, v the events. / "
		 "searches names and messages. P shows a profile of the tasks of a type, of one task, of "
		 "the regions with a name and a place.",
	GT_TABLE_PANE_OPS,
	.acts = acts,
	.hints = hints,
	.init = tasks_init,
	.free = tasks_free_pane,
	.table = tasks_table_of,
	.draw = tasks_draw,
	GT_DETAIL_OPS,
	.fill_detail = tasks_fill_detail,
	.handle = tasks_handle,
	.select_changed = gt_table_pane_select_changed,
	.refresh = gt_table_pane_refresh,
	.status = tasks_status,
	.command = tasks_command,
	.resume = tasks_resume,
	.complete = tasks_complete,
	.commands = commands,
	.save = tasks_save,
	.restore = tasks_restore,
};

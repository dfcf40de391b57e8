/* Modes of the view of profiles that list groups of waits, and the list of all modes. */
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "analysis/reports/waitgroups.h"
#include "analysis/waits/waitkeys.h"
#include "base/human.h"
#include "ui/detail/profileof.h"
#include "ui/panes/profile_locks.h"
#include "ui/panes/profile_trees.h"
#include "ui/panes/rows.h"

/* ---- rows ---- */

/* A group stands for its longest wait: jumps lead there. */
static bool group_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_interval iv;
	struct gt_goroutine g;
	uint32_t g_row;

	if (!gt_waitgroup_longest(pt->table, row, &g_row, &iv) || !gt_goroutine_get(pt->prog->trace, g_row, &g))
		return false;
	gt_rows_span_sel(sel, pt->prog, &g, GT_NO_ROW, iv.t0, iv.t1);
	return true;
}

static gt_style wait_group_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_cell c;

	if (col == GT_PANE_RANK)
		return GT_ROLE_DIM;
	if (col == GT_WG_WHEN)
		return GT_ROLE_CHART1;
	if (col != GT_WG_NAME)
		return GT_ROLE_NORMAL;
	gt_table_cell(pt->table, row, GT_WG_SYSTEM, &c);
	return !c.null && c.b ? GT_ROLE_RUNTIME : GT_ROLE_NORMAL;
}

/* The sums of the groups that are shown. */
static void groups_opened(struct gt_pane_table *pt)
{
	pt->measure = (struct gt_measure){ 0 };
	for (uint64_t i = 0; pt->view && i < gt_view_count(pt->view); i++)
		gt_waitgroup_add(&pt->measure, pt->table, gt_view_row(pt->view, i));
}

static const struct gt_pane_column group_columns[] = {
	{ .col = GT_PANE_RANK, .prio = 9 },
	{ .col = GT_WG_NAME, .min = 14 },
	{ .col = GT_WG_COUNT, .min = 3, .max = 12 },
	{ .col = GT_WG_TOTAL, .min = 7, .max = 12 },
	{ .col = GT_WG_P50, .min = 7, .max = 12, .prio = 3 },
	{ .col = GT_WG_P90, .min = 7, .max = 12, .prio = 8 },
	{ .col = GT_WG_P99, .min = 7, .max = 12, .prio = 2 },
	{ .col = GT_WG_P999, .min = 7, .max = 12, .prio = 7 },
	{ .col = GT_WG_MAX, .min = 7, .max = 12, .prio = 1 },
	{ .col = GT_WG_WHEN, .min = 20, .max = 20, .prio = 4 },
	{ .col = GT_WG_OPEN, .min = 3, .max = 12, .prio = 5 },
	{ .col = GT_WG_SYSTEM, .min = 3, .max = 6, .prio = 5 },
	{ .col = GT_WG_KIND, .min = 7, .max = 17, .prio = 6 },
};

#define GROUPS(of, hides, none) { \
	.report = &gt_report_##of, .columns = group_columns, .ncolumns = GT_COUNT(group_columns), \
	.what = "groups", .owners = hides, .whole = true, .cost = gt_rows_goroutines_cost, .select = group_select, \
	.style = wait_group_style, .nothing = none, .opened = groups_opened }

const struct gt_pane_table_spec gt_profile_groups_spec = GROUPS(waitgroups, true, GT_NO_WAITS);
const struct gt_pane_table_spec gt_profile_schedgroups_spec = GROUPS(schedgroups, false, GT_NO_SCHED_WAITS);

int gt_profile_groups_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	const struct gt_measure *m = &pt->measure;
	struct gt_buf text = { 0 };

	if (pt->view) {
		gt_human_many(&text, m->n, "wait");
		gt_buf_puts(&text, " in ");
		gt_human_many(&text, pt->list.rows, "group");
		gt_buf_printf(&text, ", %s", gt_dur_text(m->sum).s);
		if (m->napart)
			gt_buf_printf(&text, "; %" PRIu64 " open, %s", m->napart, gt_dur_text(m->apart).s);
	}
	gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	return 1;
}

void gt_profile_group_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	static const unsigned cols[] = {
		GT_WG_COUNT, GT_WG_TOTAL, GT_WG_P50, GT_WG_P90, GT_WG_P99, GT_WG_P999, GT_WG_MAX, GT_WG_OPEN,
		GT_WG_OPEN_NS,
	};
	struct gt_interval iv;
	struct gt_cell c;
	uint32_t g;

	gt_table_text(&d->value, pt->table, row, GT_WG_NAME);
	gt_detail_put(d, "Group");
	for (size_t i = 0; i < GT_COUNT(cols); i++) {
		gt_table_cell(pt->table, row, cols[i], &c);
		if (c.null)
			continue;
		gt_put_comma(&d->value);
		gt_buf_printf(&d->value, "%s ", gt_report_waitgroups.columns[cols[i]].title);
		gt_table_text(&d->value, pt->table, row, cols[i]);
	}
	gt_detail_put(d, "Numbers");
	if (!gt_waitgroup_longest(pt->table, row, &g, &iv))
		return;
	gt_detail_add(d, GT_ROLE_LABEL, "The longest of them");
	gt_goroutine_title(&d->value, pt->prog->trace, g);
	gt_detail_put(d, "Goroutine");
	gt_detail_interval(d, pt->prog, g, &iv);
}

/* ---- the waits of one group ---- */

static enum gt_wait_group group_of(const struct gt_profiles *v)
{
	enum gt_wait_group by = gt_profile_modes[v->by].args.wait_group;

	return v->by == GT_PROFILE_CAUSES ? GT_WAITS_BY_CAUSE : by;
}

/* Rows of the report sched by what they show. */
static void narrow_sched(struct gt_pane_table *pt, const struct gt_profiles *v)
{
	struct gt_waitkey key = gt_waitkey_of_number(v->key);
	struct gt_buf name = { 0 }, expr = { 0 };
	bool named = gt_waitkey_text(&name, pt->prog->trace, group_of(v), &key);

	if (v->by == GT_PROFILE_WAITS)
		gt_pane_table_within(pt, NULL);
	else if (!named)
		gt_pane_table_within(pt, "!func");
	else if (gt_filter_equals(&expr, v->by == GT_PROFILE_CAUSES ? "cause" : "func", gt_buf_str(&name)))
		gt_pane_table_within(pt, gt_buf_str(&expr));
	else
		gt_app_error(pt->pane->app, "cannot filter by this function: its name contains both kinds of quotes");
	gt_buf_release(&name);
	gt_buf_release(&expr);
}

void gt_profiles_narrow(struct gt_profiles *v, enum gt_profile_mode mode)
{
	struct gt_pane_table *pt = &v->tables[mode];
	bool any = v->by != GT_PROFILE_WAITS, same;

	if (mode == GT_PROFILE_SCHED_WAITS) {
		narrow_sched(pt, v);
		gt_pane_table_show(pt, false);
		return;
	}
	if (mode == GT_PROFILE_LOCK_WAITS) {
		gt_profile_narrow_locks(pt, !any, v->key);
		gt_pane_table_show(pt, false);
		return;
	}
	same = mode != GT_PROFILE_WAITS || (pt->args.has_wait_key == any &&
		(!any || (pt->args.wait_key == v->key && pt->args.wait_group == group_of(v))));
	if (mode == GT_PROFILE_WAITS && !same) {
		pt->args.has_wait_key = any;
		pt->args.wait_key = v->key;
		pt->args.wait_group = any ? group_of(v) : GT_WAITS_BY_REASON;
		gt_list_goto(&pt->list, 0, false);
	}
	gt_pane_table_show(pt, !same);
}

void gt_profiles_group_text(struct gt_buf *out, const struct gt_profiles *v)
{
	struct gt_waitkey key = gt_waitkey_of_number(v->key);

	if (v->mode >= GT_PROFILE_NET_TREE && v->of.what != GT_PROFILE_OF_ALL) {
		gt_buf_puts(out, "of ");
		gt_profile_of_text(out, v->tables[v->mode].prog->trace, v->of);
		gt_buf_putc(out, ' ');
	}
	if (v->by == GT_PROFILE_WAITS || (v->mode != GT_PROFILE_WAITS && v->mode != GT_PROFILE_SCHED_WAITS &&
					  v->mode != GT_PROFILE_LOCK_WAITS))
		return;
	gt_buf_puts(out, "of ");
	if (v->mode == GT_PROFILE_LOCK_WAITS)
		gt_profile_lock_key_text(out, v->tables[v->mode].prog->trace, v->key);
	else
		gt_waitkey_text(out, v->tables[v->mode].prog->trace, group_of(v), &key);
	gt_buf_putc(out, ' ');
}

/* ---- all modes ---- */

#define GROUPED(group, of, list) \
	.spec = &gt_profile_##of##_spec, .args = { .wait_group = GT_WAITS_BY_##group }, \
	.head = gt_profile_groups_head, .detail = gt_profile_group_detail, \
	.members = GT_PROFILE_##list, .part = GT_PROFILE_OF_##group, .key = gt_waitgroup_key

#define TREE(kind, of, its_name, its_title, its_help) [GT_PROFILE_##kind##_TREE] = { \
	.name = its_name, .title = its_title, .help = its_help, .spec = &gt_profile_##of##_spec, \
	.args = { .tree = { .profile = GT_PROFILE_##kind } }, .head = gt_profile_tree_head, \
	.detail = gt_profile_tree_detail, .handle = gt_profile_tree_handle }

const struct gt_profile_mode_ops gt_profile_modes[GT_PROFILE_MODES] = {
	[GT_PROFILE_WAITS] = {
		.name = "waits", .title = "Waits", .help = "every wait of every goroutine",
		.spec = &gt_profile_waits_spec, .head = gt_profile_waits_head, .detail = gt_profile_wait_detail,
		.handle = gt_profile_wait_handle },
	[GT_PROFILE_REASONS] = {
		.name = "reasons", .title = "Waits by reason", .help = "what goroutines wait for",
		GROUPED(REASON, groups, WAITS) },
	[GT_PROFILE_STACKS] = {
		.name = "stacks", .title = "Waits by stack", .help = "where they wait",
		GROUPED(STACK, groups, WAITS) },
	[GT_PROFILE_FUNCS] = {
		.name = "functions", .title = "Waits by function", .help = "which goroutines wait, by start function",
		GROUPED(FUNC, groups, WAITS) },
	[GT_PROFILE_WAKERS] = {
		.name = "wakers", .title = "Waits by waker", .help = "who or what ends them",
		GROUPED(WAKER, groups, WAITS) },
	[GT_PROFILE_SCHED_WAITS] = {
		.name = "scheduling", .title = "Scheduling", .help = "waits of the program's goroutines for a processor",
		.spec = &gt_profile_sched_spec, .head = gt_profile_waits_head, .detail = gt_profile_sched_detail,
		.handle = gt_profile_wait_handle },
	[GT_PROFILE_CAUSES] = {
		.name = "causes", .title = "Scheduling by cause", .help = "why they were runnable",
		GROUPED(CAUSE, schedgroups, SCHED_WAITS) },
	[GT_PROFILE_SCHED_FUNCS] = {
		.name = "latency", .title = "Scheduling by function", .help = "which goroutines waited, by start function",
		GROUPED(FUNC, schedgroups, SCHED_WAITS) },
	[GT_PROFILE_LOCKS] = {
		.name = "locks", .title = "Locks", .help = "locks they waited for, who held them, convoys",
		.spec = &gt_profile_locks_spec, .head = gt_profile_locks_head, .detail = gt_profile_lock_detail,
		.members = GT_PROFILE_LOCK_WAITS, .key = gt_profile_lock_key },
	[GT_PROFILE_LOCK_WAITS] = {
		.name = "lockwaits", .title = "Waits for locks", .help = "each of these waits, and who held the lock",
		.spec = &gt_profile_lockwaits_spec, .head = gt_profile_waits_head,
		.detail = gt_profile_lockwait_detail, .handle = gt_profile_wait_handle },
	TREE(NET, tree, "network", "Network profile", "where goroutines wait for the network"),
	TREE(SYNC, tree, "sync", "Synchronization profile", "where they wait for each other"),
	TREE(SYSCALL, tree, "syscalls", "System call profile", "where they are in system calls"),
	TREE(SCHED, tree, "schedlat", "Scheduler latency profile", "what made them runnable before they wait"),
	TREE(CPU, samples, "cpu", "CPU samples", "where the CPU profile found them"),
	TREE(OFFCPU, tree, "offcpu", "Off-CPU profile", "where they stand while they do not run"),
	TREE(CRITPATH, tree, "critical", "Critical path", "its time, and that of those it waited for"),
};

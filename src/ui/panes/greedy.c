/* The view of on-processor slices, longest first: who held a processor, how long, and how it let go. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/reports.h"
#include "analysis/paths/path.h"
#include "analysis/slices/greedy.h"
#include "base/xalloc.h"
#include "ui/detail/detail.h"
#include "ui/detail/links.h"
#include "ui/detail/profileof.h"
#include "ui/panes/greedy_groups.h"
#include "ui/panes/greedy_head.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

/* What is listed: all slices, groups of them, or the slices of one group. */
enum mode { MODE_ALL, MODE_GROUPS, MODE_MEMBERS };

struct greedy {
	enum mode mode;
	struct gt_pane_table all, groups, members;
	bool split;           /* slices also end where a call begins */
	char *group;          /* what the members are of */
	uint64_t group_row;
	struct gt_detail detail;
	struct gt_greedy_head head;
	struct gt_greedy_facts computed;  /* of the table that is being sorted, in its thread */
};

static struct gt_pane_table *greedy_table_of(struct gt_pane *pane)
{
	struct greedy *g = pane->priv;

	return g->mode == MODE_ALL ? &g->all : g->mode == MODE_GROUPS ? &g->groups : &g->members;
}

/* ---- rows ---- */

static uint64_t row_id(const struct gt_pane_table *pt, uint64_t row)
{
	struct gt_slice_part s;

	gt_greedy_get(pt->table, row, &s);
	return s.slice.id;
}

static uint64_t greedy_row_of(const struct gt_pane_table *pt, uint64_t id)
{
	return gt_greedy_row(pt->table, (uint32_t)id);
}

static bool greedy_row_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_slice_part s;

	gt_greedy_get(pt->table, row, &s);
	if (!gt_sel_slice(sel, pt->prog, s.slice.id))
		return false;
	sel->time_ns = s.t0;
	sel->end_ns = s.t1;
	return true;
}

static uint64_t greedy_row_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	uint32_t slice = gt_sel_find_slice(sel, pt->prog);

	if (slice == GT_NO_ROW && sel->has & GT_SEL_TIME)
		slice = gt_slice_longest_at(pt->prog->trace, sel->time_ns);
	return slice == GT_NO_ROW ? UINT64_MAX : gt_greedy_row(pt->table, slice);
}

static void row_mark(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out)
{
	struct gt_slice_part s;

	gt_greedy_get(pt->table, row, &s);
	if (s.cut)
		gt_buf_puts(out, "«");
	if (s.open)
		gt_buf_puts(out, "»");
	if (s.t1 - s.t0 >= pt->prog->greedy_ns)
		gt_buf_putc(out, '!');
}

static gt_style greedy_row_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_slice_part s;

	switch (col) {
	case GT_PANE_RANK:
		return GT_ROLE_DIM;
	case GT_GREEDY_DUR:
	case GT_PANE_MARK:
		gt_greedy_get(pt->table, row, &s);
		return gt_rows_long_style(s.t1 - s.t0, pt->prog->greedy_ns);
	case GT_GREEDY_G:
	case GT_GREEDY_FUNC:
		gt_greedy_get(pt->table, row, &s);
		return gt_goroutine_row_style(pt->prog->trace, s.slice.g);
	default:
		return GT_ROLE_NORMAL;
	}
}

/* Tmax_stw of whole slices is known at once, that of parts when all have been looked at. */
static void opened(struct gt_pane_table *pt)
{
	struct greedy *g = pt->owner;

	if (pt != &g->all)
		return;
	g->head.restricted = pt->shown.limited;
	if (g->head.restricted)
		gt_greedy_tmax_in(pt->prog->trace, pt->shown.from, pt->shown.to, &g->head.tmax);
	else
		gt_greedy_tmax(pt->prog->trace, &g->head.tmax);
	g->head.counted = pt->view;
	g->head.split = pt->shown.split_syscalls;
	if (!g->head.counted)
		return;
	g->head.facts = g->computed;
	if (g->head.split)
		g->head.tmax = g->computed.tmax;
}

static void greedy_compute(struct gt_pane_table *pt, const struct gt_table *table)
{
	struct greedy *g = pt->owner;

	if (pt == &g->all)
		gt_greedy_facts_fill(&g->computed, table);
}

static size_t greedy_top(const struct gt_table *table, size_t n, uint64_t *rows)
{
	struct gt_slice_part *s = gt_xcalloc(n, sizeof *s);
	size_t got = gt_greedy_top(table->trace, n, s), found = 0;

	for (size_t i = 0; i < got; i++) {
		uint64_t row = gt_greedy_row(table, s[i].slice.id);

		if (row != UINT64_MAX)
			rows[found++] = row;
	}
	free(s);
	return found;
}

static const struct gt_pane_column columns[] = {
	{ .col = GT_PANE_RANK, .prio = 7 },
	{ .col = GT_GREEDY_DUR, .min = 7, .max = 12 },
	{ .col = GT_PANE_MARK, .prio = 1 },
	{ .col = GT_GREEDY_START, .min = 6, .max = 20, .prio = 3 },
	{ .col = GT_GREEDY_P, .min = 1, .max = 6, .prio = 2 },
	{ .col = GT_GREEDY_G, .min = 1, .max = 20 },
	{ .col = GT_GREEDY_M, .min = 1, .max = 20, .prio = 9 },
	{ .col = GT_GREEDY_FUNC, .min = 16 },
	{ .col = GT_GREEDY_END_EVENT, .min = 8, .max = 19, .prio = 2 },
	{ .col = GT_GREEDY_END_REASON, .min = 8, .max = 20, .prio = 7 },
	{ .col = GT_GREEDY_END_TOP, .min = 16, .prio = 6 },
	{ .col = GT_GREEDY_RUN_MAX, .min = 7, .max = 12, .prio = 8 },
	{ .col = GT_GREEDY_STW_DELAY, .min = 7, .max = 12, .prio = 9, .hidden = true },
};

static const struct gt_pane_table_spec spec = {
	.report = &gt_report_greedy,
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.what = "slices",
	.owners = true,
	.id = row_id,
	.row = greedy_row_of,
	.cost = gt_rows_slices_cost,
	.select = greedy_row_select,
	.find = greedy_row_find,
	.mark = row_mark,
	.style = greedy_row_style,
	.nothing = "no goroutine ran on a processor in this trace: there are no slices to compare",
	.text = gt_rows_slices_text,
	.opened = opened,
	.compute = greedy_compute,
	.top = greedy_top,
	.top_sorted = true,
};

/* ---- modes ---- */

static void greedy_set_mode(struct gt_pane *pane, enum mode mode)
{
	struct greedy *g = pane->priv;
	struct gt_pane_table *pt;
	bool reopen;

	g->mode = mode;
	pt = greedy_table_of(pane);
	reopen = pt->args.split_syscalls != g->split;
	pt->args.split_syscalls = g->split;
	gt_pane_table_show(pt, reopen);
}

/* Shows the slices of a group, a row of the table of groups; false: that is not there. */
static bool greedy_set_group(struct gt_pane *pane, uint64_t row)
{
	struct greedy *g = pane->priv;
	struct gt_pane_table *groups = &g->groups;
	const uint32_t *rows;
	uint32_t n;

	/* The rows of its slices are those of a table that is opened with the same range. */
	if (!groups->table || row >= groups->table->rows || gt_pane_table_other_range(groups))
		return false;
	rows = gt_greedygroup_rows(groups->table, row, &n);
	free(g->group);
	g->group = gt_greedy_group_name(groups, row);
	g->group_row = row;
	gt_pane_table_only(&g->members, rows, n);
	greedy_set_mode(pane, MODE_MEMBERS);
	return true;
}

static void greedy_open_group(struct gt_pane *pane)
{
	struct greedy *g = pane->priv;
	struct gt_pane_table *pt = &g->groups;
	uint64_t row = gt_pane_table_cursor(pt);

	if (row == UINT64_MAX)
		return;
	if (pt->prog->working) {
		gt_app_message(pane->app, "groups open when the trace is indexed");
		return;
	}
	gt_app_record(pane->app);
	gt_pane_table_sort_like(&g->members, pt);
	greedy_set_group(pane, row);
}

/* item 0: no groups any more; else groups by the enum gt_slice_group before it. */
static void set_groups(struct gt_pane *pane, size_t item)
{
	struct greedy *g = pane->priv;

	assert(item <= GT_SLICES_BY_COUNT);
	if (item && g->groups.args.group != item - 1) {
		gt_pane_table_stop(&g->groups);
		gt_pane_table_release(&g->groups);
		gt_pane_table_init(&g->groups, &gt_greedy_group_specs[item - 1], pane, g);
		g->groups.args.group = (enum gt_slice_group)(item - 1);
	}
	greedy_set_mode(pane, item ? MODE_GROUPS : MODE_ALL);
}

static void group_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	(void)checked;
	gt_app_record(app);
	set_groups(arg, item);
}

static void ask_group(struct gt_pane *pane)
{
	static const struct gt_menu_item items[] = {
		{ .text = "nothing", .help = "every slice is a row" },
		{ .text = "function", .help = "start function of the goroutine" },
		{ .text = "end stack", .help = "where it stopped" },
		{ .text = "goroutine", .help = "which goroutine ran" },
	};
	struct greedy *g = pane->priv;
	const struct gt_menu_spec menu = {
		.title = "Group slices by", .items = items, .n = GT_COUNT(items), .chosen = group_chosen, .arg = pane,
		.current = g->mode == MODE_ALL ? 0 : 1 + (size_t)g->groups.args.group,
	};

	gt_app_menu(pane->app, &menu);
}

/* `+` goes into a group, `-` out of it. */
static void greedy_fold(struct gt_pane *pane, enum gt_action action)
{
	struct greedy *g = pane->priv;

	if (action != GT_ACT_FOLD && g->mode == MODE_GROUPS) {
		greedy_open_group(pane);
	} else if (action == GT_ACT_FOLD && g->mode == MODE_MEMBERS) {
		gt_app_record(pane->app);
		greedy_set_mode(pane, MODE_GROUPS);
	} else {
		gt_app_message(pane->app, action == GT_ACT_FOLD ? "no group is open: b groups the slices"
								: "slices cannot be unfolded: b groups them");
	}
}

/* ---- ops ---- */

static int greedy_init(struct gt_pane *pane, struct gt_error *err)
{
	struct greedy *g = gt_xcalloc(1, sizeof *g);

	(void)err;
	pane->priv = g;
	pane->detail = &g->detail;
	gt_pane_table_init(&g->all, &spec, pane, g);
	gt_pane_table_init(&g->members, &spec, pane, g);
	gt_pane_table_init(&g->groups, &gt_greedy_group_specs[GT_SLICES_BY_FUNC], pane, g);
	return 0;
}

static void greedy_free_pane(struct gt_pane *pane)
{
	struct greedy *g = pane->priv;

	gt_pane_table_release(&g->all);
	gt_pane_table_release(&g->members);
	gt_pane_table_release(&g->groups);
	gt_detail_release(&g->detail);
	free(g->group);
	free(g);
}

static void greedy_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct greedy *g = pane->priv;
	struct gt_pane_table *pt = greedy_table_of(pane);
	int head = pt->list.rows ? gt_greedy_head_rows(c) : 0;

	gt_canvas_clear(c);
	g->head.greedy_ns = pt->prog->greedy_ns;
	gt_greedy_head_range(&g->head, pt->prog);
	gt_greedy_head_draw(&g->head, c, head);
	gt_rows_draw_list(pane, c, head);
}

static void greedy_fill_detail(struct gt_pane *pane, struct gt_detail *d)
{
	struct greedy *g = pane->priv;
	struct gt_pane_table *pt = greedy_table_of(pane);
	uint64_t row = gt_pane_table_cursor(pt);

	if (g->mode == MODE_GROUPS)
		gt_greedy_group_detail(pt, d);
	else
		gt_detail_slice(d, pt->prog, row == UINT64_MAX ? GT_NO_ROW : (uint32_t)row_id(pt, row));
}

static bool greedy_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct greedy *g = pane->priv;
	struct gt_goroutine row;
	struct gt_sel sel;

	if (gt_pane_table_handle(greedy_table_of(pane), act))
		return true;
	switch (act->action) {
	case GT_ACT_GROUP: ask_group(pane); return true;
	case GT_ACT_SPLIT_SYSCALLS:
		g->split = !g->split;
		/* The members of a group are rows of the other table. */
		greedy_set_mode(pane, g->mode == MODE_MEMBERS ? MODE_GROUPS : g->mode);
		gt_app_message(pane->app, g->split ? "slices also end where a system call begins"
						   : "slices end where the goroutine leaves the processor");
		return true;
	case GT_ACT_UNFOLD:
	case GT_ACT_UNFOLD_ALL:
	case GT_ACT_FOLD: greedy_fold(pane, act->action); return true;
	default: break;
	}
	if (!gt_pane_table_sel(greedy_table_of(pane), &sel))
		return false;
	if (act->action == GT_ACT_OPEN && act->y < 0 && g->mode == MODE_GROUPS) {
		greedy_open_group(pane);
		return true;
	}
	if (act->action == GT_ACT_PROFILE_OF && g->mode == MODE_GROUPS && g->groups.args.group == GT_SLICES_BY_FUNC &&
	    gt_goroutine_get(g->groups.prog->trace, gt_sel_find_goroutine(&sel, g->groups.prog), &row)) {
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_FUNC, row.func);
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

static void greedy_refresh(struct gt_pane *pane)
{
	struct greedy *g = pane->priv;

	/* The members of a group are rows of the table that it was made of. */
	if (g->mode == MODE_MEMBERS && gt_pane_table_other_range(&g->members))
		greedy_set_mode(pane, MODE_GROUPS);
	gt_table_pane_refresh(pane);
}

static void greedy_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct greedy *g = pane->priv;

	if (g->mode == MODE_GROUPS)
		gt_buf_printf(out, "by %s ", gt_greedy_group_title(g->groups.args.group));
	else if (g->mode == MODE_MEMBERS)
		gt_buf_printf(out, "of %s ", g->group);
	if (greedy_table_of(pane)->shown.split_syscalls)
		gt_buf_puts(out, "split at syscalls ");
	gt_pane_table_hint_runtime(greedy_table_of(pane), out);
	gt_pane_table_status(greedy_table_of(pane), out);
}

/* group, group func, group stack, group g, group none */
static int greedy_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	size_t item = 0;

	if (strcmp(w[0], "group") != 0 || n < 2)
		return 1;
	for (int i = 0; i < GT_SLICES_BY_COUNT; i++)
		item = strcmp(gt_slice_group_name((enum gt_slice_group)i), w[1]) == 0 ? (size_t)i + 1 : item;
	if (n > 2 || (!item && strcmp(w[1], "none") != 0))
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "group by func, stack, g or none");
	gt_app_record(pane->app);
	set_groups(pane, item);
	return 0;
}

static void greedy_resume(struct gt_pane *pane, struct gt_buf *out)
{
	const struct greedy *g = pane->priv;

	if (g->mode != MODE_ALL)
		gt_buf_printf(out, "group %s\n", gt_slice_group_name(g->groups.args.group));
}

static void greedy_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	(void)pane;
	if (n == 1 && strcmp(w[0], "group") == 0)
		gt_buf_puts(out, "func stack g none");
}

/* ---- places: the mode, what groups are made by, the group ---- */

enum { OWN_MODE, OWN_BY, OWN_GROUP, OWN_SPLIT };

static void greedy_save(struct gt_pane *pane, struct gt_place *place)
{
	struct greedy *g = pane->priv;

	place->own[OWN_MODE] = g->mode;
	place->own[OWN_BY] = g->groups.args.group;
	place->own[OWN_GROUP] = g->group_row;
	place->own[OWN_SPLIT] = g->split;
}

/* A group whose table is gone shows the groups again. */
static void greedy_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct greedy *g = pane->priv;
	enum mode mode = (enum mode)place->own[OWN_MODE];
	enum gt_slice_group by = (enum gt_slice_group)place->own[OWN_BY];
	bool same = g->groups.args.group == by && g->split == (bool)place->own[OWN_SPLIT];

	g->split = place->own[OWN_SPLIT];
	if (mode == MODE_ALL) {
		if (g->mode != MODE_ALL || !same)
			greedy_set_mode(pane, MODE_ALL);
	} else if (mode == MODE_MEMBERS && g->mode == MODE_MEMBERS && same && g->group_row == place->own[OWN_GROUP]) {
		/* This group is shown already. */
	} else if (mode != MODE_MEMBERS || !same || !greedy_set_group(pane, place->own[OWN_GROUP])) {
		set_groups(pane, (size_t)by + 1);
	}
}

static const char *const commands[] = { "group", NULL };
static const enum gt_action acts[] = {
	GT_ACT_GROUP, GT_ACT_UNFOLD, GT_ACT_FOLD, GT_ACT_UNFOLD_ALL, GT_ACT_SPLIT_SYSCALLS, GT_ACT_RUNTIME, GT_ACT_NONE,
};
static const enum gt_action hints[] = { GT_ACT_GROUP, GT_ACT_NONE };

const struct gt_pane_ops gt_pane_greedy = {
	.name = "greedy",
	.title = "Greedy",
	.about = "Every stretch of time that a goroutine held a processor, longest first. N is the "
		 "number of processors, Tmax_stw the longest of the N longest slices and their sum: "
		 "an estimate of how long a stop-the-world pause may have to wait; of the range A-B, too. Marks: ! over the "
		 "threshold (set greedy-threshold), « was running when the trace began, » still runs when it "
		 "ends. Enter shows the slice in the timeline, Backspace comes back. b groups slices by "
		 "function, end stack or goroutine; Enter or + opens a group, - closes it. x ends slices "
		 "at system calls, too; the column Longest run tells of whole slices how long they went "
		 "without one. Filters are expressions such as dur>10ms && func~main, or plain words.",
	GT_TABLE_PANE_OPS,
	.acts = acts,
	.hints = hints,
	.init = greedy_init,
	.free = greedy_free_pane,
	.table = greedy_table_of,
	.draw = greedy_draw,
	GT_DETAIL_OPS,
	.fill_detail = greedy_fill_detail,
	.handle = greedy_handle,
	.select_changed = gt_table_pane_select_changed,
	.refresh = greedy_refresh,
	.status = greedy_status,
	.command = greedy_command,
	.resume = greedy_resume,
	.complete = greedy_complete,
	.commands = commands,
	.save = greedy_save,
	.restore = greedy_restore,
};

/* The view of goroutines: all of them, by start function, and the page of one. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"
#include "ui/detail/detail.h"
#include "ui/detail/links.h"
#include "ui/detail/profileof.h"
#include "ui/panes/goroutine_page.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

enum mode { MODE_LIST, MODE_GROUPS };

struct goroutines {
	enum mode mode;
	struct gt_pane_table list, groups;
	struct gt_gpage page;
	struct gt_detail detail;
	struct gt_pane_filters kept;  /* of the lists, while the page has filters of its own */
	char *group;          /* the function whose goroutines alone are listed; NULL: all */
};

static struct gt_pane_table *goroutines_table_of(struct gt_pane *pane)
{
	struct goroutines *gs = pane->priv;

	if (gs->page.open)
		return gt_gpage_table(&gs->page);
	return gs->mode == MODE_GROUPS ? &gs->groups : &gs->list;
}

/* ---- rows of the list: goroutine rows ---- */

static uint64_t goroutines_row_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	uint32_t row;

	/* A time alone means no goroutine. */
	if (!(sel->has & (GT_SEL_G | GT_SEL_SLICE)))
		return UINT64_MAX;
	row = gt_sel_find_goroutine(sel, pt->prog);
	return row == GT_NO_ROW ? UINT64_MAX : row;
}

static gt_style goroutines_row_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	return col == GT_GOS_G || col == GT_GOS_FUNC ? gt_goroutine_row_style(pt->prog->trace, (uint32_t)row)
						     : GT_ROLE_NORMAL;
}

static const enum gt_action acts[] = { GT_ACT_GROUP, GT_ACT_RUNTIME, GT_ACT_NONE };
static const enum gt_action hints[] = { GT_ACT_GROUP, GT_ACT_NONE };

static const struct gt_pane_column columns[] = {
	{ .col = GT_GOS_G, .min = 1, .max = 20 },
	{ .col = GT_GOS_FUNC, .min = 16 },
	{ .col = GT_GOS_STATE, .min = 5, .max = 17, .prio = 4 },
	{ .col = GT_GOS_CREATOR, .min = 1, .max = 20, .prio = 6 },
	{ .col = GT_GOS_TOTAL, .min = 7, .max = 12, .prio = 7 },
	{ .col = GT_GOS_EXEC, .min = 7, .max = 12 },
	{ .col = GT_GOS_SCHED, .min = 7, .max = 12, .prio = 1 },
	{ .col = GT_GOS_BLOCKED, .min = 7, .max = 12, .prio = 2 },
	{ .col = GT_GOS_SYSCALL, .min = 7, .max = 12, .prio = 5 },
	{ .col = GT_GOS_SYSCALL_BLOCK, .min = 7, .max = 13, .prio = 8 },
	{ .col = GT_GOS_SLICES, .min = 3, .max = 12, .prio = 3 },
	{ .col = GT_GOS_REASON, .min = 8, .max = 18, .prio = 9 },
};

static const struct gt_pane_table_spec list_spec = {
	.report = &gt_report_goroutines,
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.what = "goroutines",
	.owners = true,
	.cost = gt_rows_goroutines_cost,
	/* Until all are sorted: those that the trace mentions first. */
	.top = gt_table_first_rows,
	.select = gt_rows_goroutine_select,
	.find = goroutines_row_find,
	.style = goroutines_row_style,
	.nothing = "no goroutine appears in this trace",
};

/* ---- rows of the groups ---- */

/* Sums and percentiles of all groups take long where there are many goroutines: not in a frame. */
static void groups_compute(struct gt_pane_table *pt, const struct gt_table *table)
{
	struct gt_table *t = (struct gt_table *)table;
	struct gt_cell c;

	(void)pt;
	for (uint64_t row = 0; row < t->rows; row++) {
		for (unsigned col = 0; col < t->report->ncolumns; col++)
			gt_table_cell(t, row, col, &c);
	}
}

/* By their keys: the report has percentiles of every state. */
static const struct gt_pane_column group_columns[] = {
	{ .key = "func", .min = 16 },
	{ .key = "count", .min = 3, .max = 12 },
	{ .key = "total", .min = 7, .max = 12, .prio = 5 },
	{ .key = "exec", .min = 7, .max = 12 },
	{ .key = "exec_p50", .min = 7, .max = 13, .prio = 10 },
	{ .key = "exec_p99", .min = 7, .max = 13, .prio = 8 },
	{ .key = "exec_max", .min = 7, .max = 13, .prio = 11 },
	{ .key = "sched_wait", .min = 7, .max = 12, .prio = 1 },
	{ .key = "sched_wait_p50", .min = 7, .max = 14, .prio = 10 },
	{ .key = "sched_wait_p99", .min = 7, .max = 14, .prio = 8 },
	{ .key = "sched_wait_max", .min = 7, .max = 14, .prio = 11 },
	{ .key = "blocked", .min = 7, .max = 12, .prio = 2 },
	{ .key = "blocked_p50", .min = 7, .max = 13, .prio = 12 },
	{ .key = "blocked_p99", .min = 7, .max = 13, .prio = 12 },
	{ .key = "syscall", .min = 7, .max = 12, .prio = 4 },
	{ .key = "syscall_block", .min = 7, .max = 13, .prio = 6 },
	{ .key = "block", .min = 12, .max = 40, .prio = 9 },
};

/* A group cannot be selected: many goroutines are not one. */
static const struct gt_pane_table_spec groups_spec = {
	.report = &gt_report_groups,
	.columns = group_columns,
	.ncolumns = GT_COUNT(group_columns),
	.what = "groups",
	.owners = true,
	.cost = gt_rows_goroutines_cost,
	.nothing = "no goroutine appears in this trace",
	.compute = groups_compute,
};

/* ---- one group ---- */

/* Only goroutines of a function ("": without a name); NULL: all. */
static void goroutines_set_group(struct gt_pane *pane, const char *func)
{
	struct goroutines *gs = pane->priv;
	struct gt_buf expr = { 0 };
	char *copy = func ? gt_xstrdup(func) : NULL;

	if (func && !*func)
		gt_buf_puts(&expr, "!func");
	if (func && *func && !gt_filter_equals(&expr, "func", func)) {
		gt_app_error(pane->app, "cannot filter by this function: its name contains both kinds of quotes");
		free(copy);
		return;
	}
	free(gs->group);
	gs->group = copy;
	gs->mode = MODE_LIST;
	gt_pane_table_within(&gs->list, func ? gt_buf_str(&expr) : NULL);
	gt_pane_table_refresh(&gs->list);
	gt_buf_release(&expr);
}

/* Only goroutines of a group; nothing happens where that row is not there. */
static void goroutines_open_group(struct gt_pane *pane, uint64_t row)
{
	struct goroutines *gs = pane->priv;
	int col = gt_report_column(gs->groups.spec->report, "func", 4);
	char *func;

	assert(col >= 0);
	if (!gs->groups.table || row >= gs->groups.table->rows)
		return;
	func = gt_rows_name(gs->groups.table, row, (unsigned)col);
	goroutines_set_group(pane, func);
	free(func);
}

static void goroutines_set_mode(struct gt_pane *pane, enum mode mode)
{
	struct goroutines *gs = pane->priv;

	if (gs->mode == mode)
		return;
	gs->mode = mode;
	gt_pane_table_show(goroutines_table_of(pane), false);
}

/* ---- the page ---- */

/* The lists and the page have filters of their own. */
static void swap_filters(struct gt_pane *pane)
{
	struct goroutines *gs = pane->priv;
	struct gt_pane_filters now = pane->filters;

	pane->filters = gs->kept;
	gs->kept = now;
}

static bool show_page(struct gt_pane *pane, uint32_t g_row)
{
	struct goroutines *gs = pane->priv;
	struct gt_goroutine g;

	if (!gt_goroutine_get(gs->list.prog->trace, g_row, &g))
		return false;
	if (!gs->page.open)
		swap_filters(pane);
	return gt_gpage_open(&gs->page, g_row);
}

static void open_page(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct goroutines *gs = pane->priv;

	if (!show_page(pane, gt_sel_find_goroutine(sel, gs->list.prog)))
		return;
	/* A selection with a goroutine always has a time. */
	gt_gpage_seek(&gs->page, sel->time_ns);
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
}

static void goroutines_open_page(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct gt_program *prog = gt_program_of(pane);
	struct gt_sel to = *sel;

	to.g_row = gt_sel_find_goroutine(sel, prog);
	if (to.g_row == GT_NO_ROW) {
		gt_app_message(pane->app, "no goroutine is selected");
		return;
	}
	if (!(to.has & GT_SEL_G))
		gt_sel_goroutine(&to, prog, to.g_row);
	if (gt_app_jump(pane->app, GT_VIEW_GOROUTINES, &to))
		open_page(pane, &to);
}

/* ---- ops ---- */

static int goroutines_init(struct gt_pane *pane, struct gt_error *err)
{
	struct goroutines *gs = gt_xcalloc(1, sizeof *gs);

	(void)err;
	pane->priv = gs;
	pane->detail = &gs->detail;
	gt_pane_table_init(&gs->list, &list_spec, pane, gs);
	gt_pane_table_init(&gs->groups, &groups_spec, pane, gs);
	gt_gpage_init(&gs->page, pane);
	return 0;
}

static void goroutines_free_pane(struct gt_pane *pane)
{
	struct goroutines *gs = pane->priv;

	gt_pane_table_release(&gs->list);
	gt_pane_table_release(&gs->groups);
	gt_gpage_release(&gs->page);
	for (size_t i = 0; i < gs->kept.n; i++)
		free(gs->kept.v[i].text);
	free(gs->kept.v);
	gt_detail_release(&gs->detail);
	free(gs->group);
	free(gs);
}

static void goroutines_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct goroutines *gs = pane->priv;

	gt_canvas_clear(c);
	if (gs->page.open)
		gt_gpage_draw(&gs->page, c);
	else
		gt_list_draw(gt_table_pane_list(pane), c, gt_app_matcher(pane->app));
}

static void goroutines_fill_detail(struct gt_pane *pane, struct gt_detail *d)
{
	struct goroutines *gs = pane->priv;
	uint64_t row = gt_pane_table_cursor(goroutines_table_of(pane));

	if (gs->page.open)
		gt_gpage_detail(&gs->page, d);
	else if (gs->mode == MODE_LIST)
		gt_detail_goroutine(d, gs->list.prog, row == UINT64_MAX ? GT_NO_ROW : (uint32_t)row);
	else if (row == UINT64_MAX)
		gt_detail_add(d, GT_ROLE_DIM, "no group is selected");
	else
		gt_detail_columns(d, &gs->groups.list, NULL);
}

static void section_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_pane *pane = arg;

	(void)checked;
	gt_app_record(app);
	gt_gpage_show(&((struct goroutines *)pane->priv)->page, (enum gt_gsection)item);
}

static void ask_section(struct gt_pane *pane)
{
	static const char *const helps[GT_GSECTIONS] = {
		"what it was doing, one after the other", "when it had a processor, where it continued and stopped",
		"goroutines that it created", "stop-the-world pauses, sweeps, mark assists", "user regions",
		"user tasks that it began", "user logs",
	};
	struct gt_menu_item items[GT_GSECTIONS] = { 0 };
	const struct gt_menu_spec menu = {
		.title = "Show", .items = items, .n = GT_GSECTIONS, .chosen = section_chosen, .arg = pane,
		.current = ((struct goroutines *)pane->priv)->page.section,
	};

	for (int i = 0; i < GT_GSECTIONS; i++)
		items[i] = (struct gt_menu_item){ .text = gt_gsection_name((enum gt_gsection)i), .help = helps[i] };
	gt_app_menu(pane->app, &menu);
}

/* While a page is open, jumps to the creator or the waker open the page of that goroutine. */
static bool handle_page(struct gt_pane *pane, const struct gt_act *act)
{
	struct goroutines *gs = pane->priv;
	bool children = gs->page.section == GT_GSECTION_CHILDREN;
	struct gt_sel sel;

	if (!gt_gpage_sel(&gs->page, &sel))
		return false;
	switch (act->action) {
	case GT_ACT_OPEN:
		if (!children || act->y >= 0)
			break;
		gt_app_select(pane->app, &sel);
		goroutines_open_page(pane, &sel);
		return true;
	case GT_ACT_SHOW_GOROUTINE:
		if (children)
			break;
		gt_app_message(pane->app, "this is the goroutine's page");
		return true;
	case GT_ACT_UNBLOCKER:
		/* Of a wait: who ended it. */
		if (!(sel.has & GT_SEL_SLICE) && sel.has & GT_SEL_SPAN)
			sel.time_ns = sel.end_ns;
		break;
	default:
		break;
	}
	return gt_links_handle(pane, act, &sel);
}

static bool goroutines_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct goroutines *gs = pane->priv;
	enum mode mode;
	struct gt_sel sel;
	uint64_t row;

	if (act->action == GT_ACT_GROUP) {
		if (gs->page.open) {
			ask_section(pane);
			return true;
		}
		gt_app_record(pane->app);
		mode = gs->mode == MODE_LIST && !gs->group ? MODE_GROUPS : MODE_LIST;
		if (mode == MODE_LIST)
			goroutines_set_group(pane, NULL);
		goroutines_set_mode(pane, mode);
		gt_app_dirty(pane->app, GT_DIRTY_RECALC);
		return true;
	}
	if (gt_pane_table_handle(goroutines_table_of(pane), act))
		return true;
	if (gs->page.open)
		return handle_page(pane, act);
	if (act->action == GT_ACT_OPEN && act->y < 0) {
		row = gt_pane_table_cursor(goroutines_table_of(pane));
		if (gs->mode == MODE_GROUPS && row != UINT64_MAX) {
			gt_app_record(pane->app);
			gt_pane_table_sort_like(&gs->list, &gs->groups);
			goroutines_open_group(pane, row);
			gt_app_dirty(pane->app, GT_DIRTY_RECALC);
		} else if (gs->mode == MODE_LIST && gt_pane_table_sel(&gs->list, &sel)) {
			goroutines_open_page(pane, &sel);
		}
		return true;
	}
	if (act->action == GT_ACT_PROFILE_OF && gs->mode == MODE_GROUPS && gs->groups.table) {
		row = gt_pane_table_cursor(&gs->groups);
		if (row != UINT64_MAX)
			gt_profile_of_ask(pane->app, GT_PROFILE_OF_FUNC, gt_groups_func(gs->groups.table, row));
		return true;
	}
	if (gs->mode == MODE_GROUPS || !gt_pane_table_sel(&gs->list, &sel))
		return false;
	return gt_links_handle(pane, act, &sel);
}

static void goroutines_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct goroutines *gs = pane->priv;

	if (gs->page.open && sel->has & (GT_SEL_G | GT_SEL_SLICE))
		open_page(pane, sel);
	else if (gs->page.open && sel->has & GT_SEL_TIME)
		gt_gpage_seek(&gs->page, sel->time_ns);
	else if (!gs->page.open)
		gt_pane_table_select_changed(goroutines_table_of(pane), sel);
}

static void goroutines_refresh(struct gt_pane *pane)
{
	struct goroutines *gs = pane->priv;

	if (gs->page.open)
		gt_gpage_refresh(&gs->page);
	else
		gt_pane_table_refresh(goroutines_table_of(pane));
}

static void goroutines_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct goroutines *gs = pane->priv;

	if (!gs->page.open && gs->mode == MODE_LIST && gs->group)
		gt_buf_printf(out, "group %s ", *gs->group ? gs->group : "(" GT_NO_NAME ")");
	gt_pane_table_hint_runtime(goroutines_table_of(pane), out);
	gt_pane_table_status(goroutines_table_of(pane), out);
}

/* ---- places: the mode, the group's function (as a goroutine of it), the page ---- */

enum { OWN_MODE, OWN_PAGE, OWN_GROUP, OWN_SECTION };

/* A group is kept as a row of the groups table, which has the same ones once the index is there. */
static void goroutines_save(struct gt_pane *pane, struct gt_place *place)
{
	struct goroutines *gs = pane->priv;

	place->own[OWN_MODE] = gs->mode;
	place->own[OWN_PAGE] = gs->page.open ? (uint64_t)gs->page.g_row + 1 : 0;
	place->own[OWN_SECTION] = gs->page.section;
	place->own[OWN_GROUP] = gs->group ? gt_pane_table_cursor(&gs->groups) + 1 : 0;
}

static void goroutines_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct goroutines *gs = pane->priv;
	enum gt_gsection section = (enum gt_gsection)place->own[OWN_SECTION];

	if (place->own[OWN_PAGE]) {
		if (show_page(pane, (uint32_t)(place->own[OWN_PAGE] - 1)) && gs->page.section != section)
			gt_gpage_show(&gs->page, section);
		return;
	}
	if (gs->page.open) {
		gt_gpage_close(&gs->page);
		swap_filters(pane);
	}
	if (place->own[OWN_GROUP])
		goroutines_open_group(pane, place->own[OWN_GROUP] - 1);
	else
		goroutines_set_group(pane, NULL);
	goroutines_set_mode(pane, place->own[OWN_MODE] == MODE_GROUPS ? MODE_GROUPS : MODE_LIST);
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
}

/* ---- commands: show states, show slices, … of a page; show goroutines, show groups ---- */

static const char *const mode_names[] = { [MODE_LIST] = "goroutines", [MODE_GROUPS] = "groups" };

static const char *shown_name(int i)
{
	if (i < GT_GSECTIONS)
		return gt_gsection_name((enum gt_gsection)i);
	i -= GT_GSECTIONS;
	return i < (int)GT_COUNT(mode_names) ? mode_names[i] : NULL;
}

/* As a session has it: show page ROW SECTION. */
static bool take_page(const char *const *w, size_t n, struct gt_place *to)
{
	uint64_t row;

	if (n != 4 || strcmp(w[0], "show") != 0 || strcmp(w[1], "page") != 0 || gt_parse_u64(w[2], &row) < 0 ||
	    row >= GT_NO_ROW)
		return false;
	to->own[OWN_PAGE] = row + 1;
	for (int i = 0; i < GT_GSECTIONS; i++)
		if (strcmp(w[3], shown_name(i)) == 0)
			to->own[OWN_SECTION] = (uint64_t)i;
	return true;
}

static int goroutines_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	struct goroutines *gs = pane->priv;
	struct gt_place to = { 0 };
	int i = 0, rc = 0;

	if (!take_page(w, n, &to)) {
		rc = gt_rows_show(w, n, shown_name, &i, err);
		if (!rc && i < GT_GSECTIONS && !gs->page.open)
			rc = gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "no goroutine's page is open");
		if (rc)
			return rc;
		to.own[OWN_PAGE] = i < GT_GSECTIONS ? (uint64_t)gs->page.g_row + 1 : 0;
		to.own[OWN_SECTION] = (uint64_t)i;
		to.own[OWN_MODE] = (uint64_t)(i - GT_GSECTIONS);
	}
	gt_app_record(pane->app);
	goroutines_restore(pane, &to);
	return 0;
}

static void goroutines_resume(struct gt_pane *pane, struct gt_buf *out)
{
	const struct goroutines *gs = pane->priv;

	if (gs->page.open)
		gt_buf_printf(out, "show page %" PRIu32 " %s\n", gs->page.g_row, gt_gsection_name(gs->page.section));
	else if (gs->mode == MODE_GROUPS)
		gt_buf_printf(out, "show %s\n", mode_names[MODE_GROUPS]);
}

static void goroutines_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	(void)pane;
	gt_rows_show_words(w, n, shown_name, out);
}

static const char *const commands[] = { "show", NULL };

const struct gt_pane_ops gt_pane_goroutines = {
	.name = "goroutines",
	.title = "Goroutines",
	.about = "All goroutines, and where their time went: running, runnable, waiting, "
		 "in system calls. b groups them by the function they were started with; "
		 "Enter opens a group, or a goroutine's page: its life as a bar (a low block is the share "
		 "of the most active of its states), its states in numbers and one by one; "
		 "b shows its slices, the goroutines it created, its ranges, "
		 "regions, tasks and logs instead. On the page u leads to the goroutine that ended a wait, "
		 "c to the one that created this one, [ and ] to its slices, W shows the wake-up chain. The key . "
		 "hides those of the runtime itself.",
	GT_TABLE_PANE_OPS,
	.acts = acts,
	.hints = hints,
	.init = goroutines_init,
	.free = goroutines_free_pane,
	.table = goroutines_table_of,
	.open = goroutines_open_page,
	.draw = goroutines_draw,
	GT_DETAIL_OPS,
	.fill_detail = goroutines_fill_detail,
	.handle = goroutines_handle,
	.select_changed = goroutines_select_changed,
	.refresh = goroutines_refresh,
	.status = goroutines_status,
	.command = goroutines_command,
	.resume = goroutines_resume,
	.complete = goroutines_complete,
	.commands = commands,
	.save = goroutines_save,
	.restore = goroutines_restore,
};

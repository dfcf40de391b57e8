/* The view of goroutines: all of them, by start function, and the page of one. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/table/reports.h"
#include "ui/detail/detail.h"
#include "ui/detail/profileof.h"
#include "ui/panes/goroutines/goroutine_page.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

enum goroutines_mode { MODE_LIST = GT_GSECTIONS, MODE_GROUPS };

struct goroutines {
	struct gt_gpage page;
	struct gt_pane_filters kept;  /* of the lists, while the page has filters of its own */
};

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

static const struct gt_pane_table_spec list_spec = {
	.report = &gt_report_goroutines,
	.columns = "g func state/4 creator/6 total/7 exec sched_wait/1 blocked/2 syscall/5 syscall_block/8 slices/3 "
		   "end_reason/9",
	.what = "goroutines",
	.owners = true,
	.cost = gt_rows_goroutines_cost,
	/* Until all are sorted: those that the trace mentions first. */
	.top = gt_table_first_rows,
	.select = gt_rows_goroutine_select,
	.find = goroutines_row_find,
	.nothing = "no goroutine appears in this trace",
};

/* ---- rows of the groups ---- */

/* Sums and percentiles of all groups take long where there are many goroutines: not in a frame. */
static void groups_compute(struct gt_pane_table *pt, const struct gt_table *table, const struct gt_view *view)
{
	struct gt_table *t = (struct gt_table *)table;
	struct gt_cell c;

	(void)pt;
	(void)view;
	for (uint64_t row = 0; row < t->rows; row++) {
		for (unsigned col = 0; col < t->report->ncolumns; col++)
			gt_table_cell(t, row, col, &c);
	}
}

/* By their keys: the report has percentiles of every state. */
/* A group cannot be selected: many goroutines are not one. */
static const struct gt_pane_table_spec groups_spec = {
	.report = &gt_report_groups,
	.columns = "func count total/5 exec exec_p50/10 exec_p99/8 exec_max/11 sched_wait/1 sched_wait_p50/10 "
		   "sched_wait_p99/8 sched_wait_max/11 blocked/2 blocked_p50/12 blocked_p99/12 syscall/4 "
		   "syscall_block/6 block:12-40/9",
	.what = "groups",
	.owners = true,
	.cost = gt_rows_goroutines_cost,
	.nothing = "no goroutine appears in this trace",
	.compute = groups_compute,
};

/* ---- what it lists ---- */

/* The lists and the page have filters of their own. */
static void swap_filters(struct gt_pane *pane)
{
	struct goroutines *gs = pane->priv;
	struct gt_pane_filters now = pane->filters;

	pane->filters = gs->kept;
	gs->kept = now;
}

static void leave_page(struct gt_pane *pane)
{
	struct goroutines *gs = pane->priv;

	if (!gs->page.open)
		return;
	gt_gpage_close(&gs->page);
	swap_filters(pane);
}

/* The page of the goroutine that is the part's key. */
static enum gt_narrowed narrow_section(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	struct goroutines *gs = pane->priv;
	struct gt_goroutine g;

	if (!gt_goroutine_get(pt->prog->trace, (uint32_t)part.key, &g))
		return GT_NARROWED_NOT;
	if (!gs->page.open)
		swap_filters(pane);
	gt_gpage_open(&gs->page, (uint32_t)part.key, pt);
	return GT_NARROWED;
}

/* A group is a row of the table of groups, which has the same ones once the index is there. */
static uint64_t goroutines_key(const struct gt_table *t, uint64_t row)
{
	(void)t;
	return row;
}

static bool filter_list(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f)
{
	struct gt_table *groups = gt_mode_table(pane, MODE_GROUPS)->table;
	struct gt_cell func;
	int col;

	if (!groups || part.key >= groups->rows)
		return false;
	col = gt_report_column(groups->report, "func", 4);
	assert(col >= 0);
	gt_table_cell(groups, part.key, (unsigned)col, &func);
	func.n = func.null ? 0 : func.n;
	gt_mode_filter_is(f, "func", func.s, func.n);
	gt_buf_puts(&f->of, "group ");
	gt_buf_add(&f->of, func.n ? func.s : "(" GT_NO_NAME ")", func.n ? func.n : strlen("(" GT_NO_NAME ")"));
	return true;
}

static enum gt_narrowed narrow_lists(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	(void)pt;
	(void)part;
	leave_page(pane);
	return GT_NARROWED;
}

static void list_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	gt_detail_goroutine(d, pt->prog, (uint32_t)row);
}

#define SECTION(section, its_name, its_help) [GT_GSECTION_##section] = { \
	.name = its_name, .help = its_help, .set = 1, .keeps_part = true, .session = 1 + MODE_LIST, \
	.lacks = "no goroutine's page is open", .spec = &gt_gsection_specs[GT_GSECTION_##section], \
	.narrow = narrow_section, .head = gt_gpage_head, .detail = gt_gpage_detail, .page = true }

static const struct gt_mode goroutines_modes[] = {
	SECTION(STATES, "states", "what it was doing, one after the other"),
	SECTION(SLICES, "slices", "when it had a processor, where it continued and stopped"),
	SECTION(CHILDREN, "children", "goroutines that it created"),
	SECTION(RANGES, "ranges", "stop-the-world pauses, sweeps, mark assists"),
	SECTION(REGIONS, "regions", "user regions"),
	SECTION(TASKS, "tasks", "user tasks that it began"),
	SECTION(LOGS, "logs", "user logs"),
	[MODE_LIST] = {
		.name = "goroutines", .help = "each goroutine, and where its time went",
		.spec = &list_spec, .narrow = narrow_lists, .filter = filter_list, .detail = list_detail },
	[MODE_GROUPS] = {
		.name = "groups", .help = "the same by start function",
		.spec = &groups_spec, .narrow = narrow_lists,
		.key = goroutines_key, .members = MODE_LIST },
};

static const struct gt_modes_spec goroutines_shows = {
	.v = goroutines_modes, .n = GT_COUNT(goroutines_modes), .first = MODE_LIST,
};

/* ---- the page ---- */

static struct gt_mode_part page_of_goroutine(uint32_t g_row)
{
	return (struct gt_mode_part){ 1 + MODE_LIST, g_row };
}

static void open_page(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct goroutines *gs = pane->priv;
	uint32_t g = gt_sel_find_goroutine(sel, gs->page.prog);
	bool same = gs->page.open && gs->page.g_row == g;

	if (!gt_modes_show(pane, same ? pane->modes->now : GT_GSECTION_STATES, page_of_goroutine(g)))
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

static void goroutines_init(struct gt_pane *pane)
{
	struct goroutines *gs = pane->priv;

	gs->page = (struct gt_gpage){ .pane = pane, .prog = gt_program_of(pane) };
}

static void goroutines_free_pane(struct gt_pane *pane)
{
	struct goroutines *gs = pane->priv;

	gt_gpage_release(&gs->page);
	for (size_t i = 0; i < gs->kept.n; i++)
		free(gs->kept.v[i].text);
	free(gs->kept.v);
}

/* While a page is open, jumps to the creator or the waker open the page of that goroutine. */
static bool handle_page(struct gt_pane *pane, const struct gt_act *act)
{
	struct goroutines *gs = pane->priv;
	bool children = pane->modes->now == GT_GSECTION_CHILDREN;
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

/* b: of the lists there are only two. */
static void other_list(struct gt_pane *pane)
{
	bool all = pane->modes->now == MODE_LIST && !pane->modes->part.what;

	gt_app_record(pane->app);
	gt_modes_show(pane, all ? MODE_GROUPS : MODE_LIST, (struct gt_mode_part){ 0 });
}

static bool goroutines_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = gt_modes_table(pane);
	bool page = ((struct goroutines *)pane->priv)->page.open, groups = pane->modes->now == MODE_GROUPS;
	uint64_t row = gt_pane_table_cursor(pt);
	struct gt_sel sel;

	if (act->action == GT_ACT_GROUP && !page) {
		other_list(pane);
		return true;
	}
	if (act->action == GT_ACT_VIEW_GOROUTINES && page) {
		gt_app_record(pane->app);
		return gt_modes_show(pane, MODE_LIST, (struct gt_mode_part){ 0 });
	}
	if (gt_modes_handle(pane, act) || gt_pane_table_handle(pt, act))
		return true;
	if (page)
		return handle_page(pane, act);
	if (act->action == GT_ACT_OPEN && act->y < 0) {
		if (gt_pane_table_sel(pt, &sel))
			goroutines_open_page(pane, &sel);
		return true;
	}
	if (act->action == GT_ACT_PROFILE_OF && groups && pt->table) {
		if (row != UINT64_MAX)
			gt_profile_of_ask(pane->app, GT_PROFILE_OF_FUNC, gt_groups_func(pt->table, row));
		return true;
	}
	return gt_pane_table_sel(pt, &sel) && gt_links_handle(pane, act, &sel);
}

static void goroutines_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct goroutines *gs = pane->priv;

	if (gs->page.open && sel->has & (GT_SEL_G | GT_SEL_SLICE))
		open_page(pane, sel);
	else if (gs->page.open && sel->has & GT_SEL_TIME)
		gt_gpage_seek(&gs->page, sel->time_ns);
	else if (!gs->page.open)
		gt_table_pane_select_changed(pane, sel);
}

static void goroutines_refresh(struct gt_pane *pane)
{
	struct goroutines *gs = pane->priv;

	if (gs->page.open)
		gt_gpage_refresh(&gs->page);
	else
		gt_table_pane_refresh(pane);
}

const struct gt_pane_ops gt_pane_goroutines = {
	.name = "goroutines",
	.title = "Goroutines",
	.about = "All goroutines, and where their time went: running, runnable, waiting, in system calls. b groups "
		 "them by the function they were started with; Enter opens a group, or a goroutine's page: its life "
		 "as a bar (a low block is the share of the most active of its states), its states in numbers and "
		 "one by one, and what else is its own.",
	GT_TABLE_PANE_OPS,
	.acts = GT_ACTIONS(GT_ACT_GROUP, GT_ACT_RUNTIME),
	.hints = GT_ACTIONS(GT_ACT_GROUP),
	.size = sizeof(struct goroutines),
	.modes = &goroutines_shows,
	.init = goroutines_init,
	.free = goroutines_free_pane,
	GT_MODES_PANE_OPS,
	.open = goroutines_open_page,
	.draw = gt_rows_draw_mode,
	GT_DETAIL_OPS,
	.fill_detail = gt_rows_mode_detail,
	.handle = goroutines_handle,
	.select_changed = goroutines_select_changed,
	.refresh = goroutines_refresh,
	.command = gt_modes_command,
	.resume = gt_modes_resume,
};

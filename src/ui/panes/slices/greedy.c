/* The view of on-processor slices, longest first: who held a processor, how long, and how it let go. */
#include "ui/panes/slices/greedy.h"

#include <stdlib.h>

#include "analysis/paths/path.h"
#include "analysis/slices/greedy.h"
#include "analysis/slices/greedygroups.h"
#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"
#include "ui/detail/detail.h"
#include "ui/detail/profileof.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

enum greedy_mode { MODE_ALL, MODE_BY_FUNC, MODE_BY_STACK, MODE_BY_G, MODE_MEMBERS };

/* Of one list of slices. */
struct greedy_facts {
	struct gt_greedy_head head;
	struct gt_greedy_facts computed;  /* of the table that is being sorted, in its thread */
};

struct greedy {
	bool split;           /* slices also end where a call begins */
	char *group;          /* what the members are of */
	struct greedy_facts all, members;  /* groups have the head of all */
};

static struct greedy_facts *greedy_facts_of(const struct gt_pane_table *pt)
{
	struct greedy *g = pt->owner;

	return pt == gt_mode_table(pt->pane, MODE_MEMBERS) ? &g->members : &g->all;
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

/* What the program holds for long; a worker of the GC has its P for as long as it marks. */
static bool is_greedy(const struct gt_pane_table *pt, const struct gt_slice_part *s)
{
	return s->t1 - s->t0 >= pt->prog->greedy_ns &&
	       gt_style_role(gt_goroutine_row_style(pt->prog->trace, s->slice.g)) != GT_ROLE_RUNTIME;
}

static void row_mark(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out)
{
	struct gt_slice_part s;

	gt_greedy_get(pt->table, row, &s);
	if (s.cut)
		gt_buf_puts(out, "«");
	if (s.open)
		gt_buf_puts(out, "»");
	if (is_greedy(pt, &s))
		gt_buf_putc(out, '!');
}

static gt_style greedy_row_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_slice_part s;

	switch (col) {
	case GT_GREEDY_DUR:
	case GT_PANE_MARK:
		gt_greedy_get(pt->table, row, &s);
		return is_greedy(pt, &s) ? GT_ROLE_GREEDY : GT_ROLE_NORMAL;
	default:
		return GT_ROLE_NORMAL;
	}
}

/* Tmax_stw of all whole slices is known at once, that of parts or of some when all have been looked at. */
static void opened(struct gt_pane_table *pt)
{
	struct greedy_facts *g = greedy_facts_of(pt);

	g->head.restricted = pt->shown.limited;
	if (g->head.restricted)
		gt_greedy_tmax_in(pt->prog->trace, pt->shown.from, pt->shown.to, &g->head.tmax);
	else
		gt_greedy_tmax(pt->prog->trace, &g->head.tmax);
	g->head.counted = pt->view;
	g->head.split = gt_greedy_args_of(&pt->shown)->split;
	if (!g->head.counted)
		return;
	g->head.facts = g->computed;
	if (g->head.split || gt_view_count(pt->view) < pt->table->rows)
		g->head.tmax = g->computed.tmax;
}

static void greedy_compute(struct gt_pane_table *pt, const struct gt_table *table, const struct gt_view *view)
{
	gt_greedy_facts_fill(&greedy_facts_of(pt)->computed, table, view);
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

static const struct gt_pane_table_spec spec = {
	.report = &gt_report_greedy,
	.columns = "dur mark/1 start/3 p/2 g m/9 func end_event/2 end_reason/7 end_where/6 run_max/8",
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

/* A group stands for its longest slice: jumps lead there. */
static bool greedy_groups_group_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	uint32_t slice;

	gt_greedygroup_longest(pt->table, row, &slice);
	return gt_sel_slice(sel, pt->prog, slice);
}

static gt_style group_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_cell c;

	switch (col) {
	case GT_GG_MAX:
	case GT_GG_P99:
		gt_table_cell(pt->table, row, (unsigned)col, &c);
		return gt_rows_long_style(c.i, pt->prog->greedy_ns);
	case GT_GG_FUNC:
	case GT_GG_G:
		gt_table_cell(pt->table, row, GT_GG_SYSTEM, &c);
		return c.b ? GT_ROLE_RUNTIME : GT_ROLE_NORMAL;
	default:
		return GT_ROLE_NORMAL;
	}
}

static const char by_func[] = "count total max p99/1 p50/4 over_10ms/5 avg/8 func end_where/6";

static const char by_stack[] = "count total max p99/1 p50/4 over_10ms/5 avg/8 end_where end_top/3 func/9";

static const char by_g[] = "g count total max p99/1 p50/4 over_10ms/5 avg/8 func/2 end_where/6";

#define SPEC(cols) { \
	.report = &gt_report_greedygroups, .columns = cols, \
	.what = "groups", .owners = true, \
	.cost = gt_rows_slices_cost, .select = greedy_groups_group_select, .style = group_style, \
	.nothing = "no goroutine ran on a processor in this trace: there are no slices to group", \
}

static const struct gt_pane_table_spec by_func_spec = SPEC(by_func);
static const struct gt_pane_table_spec by_stack_spec = SPEC(by_stack);
static const struct gt_pane_table_spec by_g_spec = SPEC(by_g);

static char *greedy_group_name(const struct gt_pane_table *pt, uint64_t row)
{
	struct gt_buf name = { 0 };

	if (pt->args.group == GT_SLICES_BY_G) {
		gt_buf_putc(&name, 'G');
		gt_table_text(&name, pt->table, row, GT_GG_G);
		gt_buf_putc(&name, ' ');
	}
	gt_table_text(&name, pt->table, row, pt->args.group == GT_SLICES_BY_STACK ? GT_GG_END_WHERE : GT_GG_FUNC);
	if (name.len == 0)
		gt_buf_puts(&name, GT_NO_NAME);
	return gt_buf_steal(&name);
}

static void greedy_group_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	char *name = greedy_group_name(pt, row);
	uint32_t slice;

	if (!gt_pane_table_says(pt, pt->args.group == GT_SLICES_BY_STACK ? GT_GG_END_WHERE : GT_GG_FUNC))
		gt_detail_pair(d, "Group", "%s", name);
	free(name);
	gt_rows_numbers(d, pt, "count total max p99 p50 avg over_10ms");
	gt_detail_add(d, GT_ROLE_LABEL, "The longest of them");
	gt_greedygroup_longest(pt->table, row, &slice);
	gt_detail_slice(d, pt->prog, slice);
}

/* ---- what it lists ---- */

static enum gt_narrowed greedy_narrow(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	const struct greedy *g = pane->priv;
	bool same = gt_greedy_args_of(&pt->args)->split == g->split;

	(void)part;
	gt_greedy_args_in(&pt->args)->split = g->split;
	return same ? GT_NARROWED : GT_NARROWED_REOPEN;
}

static uint64_t greedy_key(const struct gt_table *t, uint64_t row)
{
	(void)t;
	return row;
}

/* The rows of a group's slices are those of a table that is opened with the same range. */
static enum gt_narrowed narrow_members(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	struct gt_pane_table *groups = gt_mode_table(pane, gt_mode_of_group(part));
	struct greedy *g = pane->priv;
	const uint32_t *rows;
	uint32_t n;

	if (groups->spec != pane->modes->spec->v[gt_mode_of_group(part)].spec || !groups->table ||
	    part.key >= groups->table->rows || gt_greedy_args_of(&groups->shown)->split != g->split ||
	    gt_pane_table_other_range(groups))
		return GT_NARROWED_NOT;
	rows = gt_greedygroup_rows(groups->table, part.key, &n);
	free(g->group);
	g->group = greedy_group_name(groups, part.key);
	gt_pane_table_only(pt, rows, n);
	return greedy_narrow(pane, pt, part);
}

static void slices_status(struct gt_pane *pane, struct gt_buf *out)
{
	if (gt_greedy_args_of(&gt_modes_table(pane)->shown)->split)
		gt_buf_puts(out, "split at syscalls ");
}

static void members_status(struct gt_pane *pane, struct gt_buf *out)
{
	gt_buf_printf(out, "of %s ", ((const struct greedy *)pane->priv)->group);
	slices_status(pane, out);
}

static int greedy_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	return gt_greedy_head_draw(&greedy_facts_of(pt)->head, pt->prog, c);
}

static void slices_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	gt_detail_slice(d, pt->prog, (uint32_t)row_id(pt, row));
}

#define SLICES \
	.spec = &spec, .head = greedy_head, .detail = slices_detail

#define GROUPS(its_spec, group_by) \
	.spec = &by_##its_spec##_spec, .args = { .group = GT_SLICES_BY_##group_by }, \
	.narrow = greedy_narrow, .status = slices_status, .head = greedy_head, .detail = greedy_group_detail, \
	.key = greedy_key, .members = MODE_MEMBERS

static const struct gt_mode greedy_modes[] = {
	[MODE_ALL] = { .name = "slices", .help = "every slice is a row",
		       SLICES, .narrow = greedy_narrow, .status = slices_status },
	[MODE_BY_FUNC] = { .name = "by-function",
			   .help = "start function of the goroutine", GROUPS(func, FUNC) },
	[MODE_BY_STACK] = { .name = "by-stack",
			    .help = "where it stopped", GROUPS(stack, STACK), .shares = 1 + MODE_BY_FUNC },
	[MODE_BY_G] = { .name = "by-goroutine",
			.help = "which goroutine ran", GROUPS(g, G), .shares = 1 + MODE_BY_FUNC },
	[MODE_MEMBERS] = { .aside = true, SLICES, .narrow = narrow_members, .status = members_status },
};

/* Whether slices are split is part of a place. */
static uint64_t greedy_place(const struct gt_pane *pane)
{
	return ((const struct greedy *)pane->priv)->split;
}

static bool greedy_go(struct gt_pane *pane, uint64_t place)
{
	struct greedy *g = pane->priv;
	bool same = g->split == place;

	g->split = place;
	return !same;
}

static const struct gt_modes_spec greedy_shows = {
	.v = greedy_modes, .n = GT_COUNT(greedy_modes),
	.place = greedy_place, .go = greedy_go,
};

/* Of a group the groups again. */
static void greedy_leave_group(struct gt_pane *pane)
{
	gt_modes_show(pane, gt_mode_of_group(pane->modes->part), (struct gt_mode_part){ 0 });
}

/* ---- ops ---- */

static void greedy_free_pane(struct gt_pane *pane)
{
	struct greedy *g = pane->priv;

	free(g->group);
}

static bool greedy_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = gt_modes_table(pane);
	struct greedy *g = pane->priv;
	struct gt_goroutine row;
	struct gt_sel sel;

	if (gt_pane_table_handle(pt, act))
		return true;
	switch (act->action) {
	case GT_ACT_GROUP: gt_modes_ask(pane); return true;
	case GT_ACT_SPLIT_SYSCALLS:
		g->split = !g->split;
		/* The members of a group are rows of the other table. */
		if (pane->modes->now == MODE_MEMBERS)
			greedy_leave_group(pane);
		else
			gt_modes_again(pane);
		gt_app_message(pane->app, g->split ? "slices also end where a system call begins"
						   : "slices end where the goroutine leaves the processor");
		return true;
	default: break;
	}
	if (!gt_pane_table_sel(pt, &sel))
		return false;
	if (act->action == GT_ACT_OPEN && act->y < 0 && gt_mode_now(pane)->key) {
		if (pt->prog->working)
			gt_app_message(pane->app, "groups open when the trace is indexed");
		else
			gt_modes_open_group(pane);
		return true;
	}
	if (act->action == GT_ACT_PROFILE_OF && pane->modes->now == MODE_BY_FUNC &&
	    gt_goroutine_get(pt->prog->trace, gt_sel_find_goroutine(&sel, pt->prog), &row)) {
		gt_profile_of_ask(pane->app, GT_PROFILE_OF_FUNC, row.func);
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

static void greedy_refresh(struct gt_pane *pane)
{
	/* The members of a group are rows of the table that it was made of. */
	if (pane->modes->now == MODE_MEMBERS && gt_pane_table_other_range(gt_modes_table(pane)))
		greedy_leave_group(pane);
	gt_table_pane_refresh(pane);
}

const struct gt_pane_ops gt_pane_greedy = {
	.name = "greedy",
	.title = "Greedy",
	.about = "Every stretch of time that a goroutine held a processor, longest first. Marks: ! over the "
		 "threshold (set greedy-threshold), « was running when the trace began, » still runs when it ends. x "
		 "ends slices at system calls, too; Longest run tells of whole slices how long they went without "
		 "one. Tmax_stw is the longest of the N longest slices, and their sum, with N processors: an "
		 "estimate of how long a stop-the-world pause may have to wait.",
	GT_TABLE_PANE_OPS,
	GT_ROWS_PANE_OPS(struct greedy, greedy_shows),
	.acts = GT_ACTIONS(GT_ACT_GROUP, GT_ACT_SPLIT_SYSCALLS, GT_ACT_RUNTIME),
	.hints = GT_ACTIONS(GT_ACT_GROUP),
	.free = greedy_free_pane,
	.handle = greedy_handle,
	.refresh = greedy_refresh,
};

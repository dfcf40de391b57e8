/* Groups of slices in the view of slices: by start function, by end stack, by goroutine. */
#include "ui/panes/slices/greedy.h"

#include <stdlib.h>

#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "ui/panes/rows.h"

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

const struct gt_pane_table_spec gt_greedy_by_func_spec = SPEC(by_func);
const struct gt_pane_table_spec gt_greedy_by_stack_spec = SPEC(by_stack);
const struct gt_pane_table_spec gt_greedy_by_g_spec = SPEC(by_g);

char *gt_greedy_group_name(const struct gt_pane_table *pt, uint64_t row)
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

void gt_greedy_group_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	char *name = gt_greedy_group_name(pt, row);
	uint32_t slice;

	if (!gt_pane_table_says(pt, pt->args.group == GT_SLICES_BY_STACK ? GT_GG_END_WHERE : GT_GG_FUNC))
		gt_detail_pair(d, "Group", "%s", name);
	free(name);
	gt_rows_numbers(d, pt, "count total max p99 p50 avg over_10ms");
	gt_detail_add(d, GT_ROLE_LABEL, "The longest of them");
	gt_greedygroup_longest(pt->table, row, &slice);
	gt_detail_slice(d, pt->prog, slice);
}

/* Call trees of both sides: what a profile gained and lost, and where. */
#include "ui/compare/trees.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "analysis/compare/difftree.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "base/sat.h"
#include "ui/compare/difference.h"
#include "ui/panes/flame.h"

uint64_t gt_cmp_cost(const struct gt_pane_table *pt)
{
	(void)pt;
	return UINT64_MAX;
}

static gt_style cmptree_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	static const gt_style styles[] = { GT_ROLE_BETTER, GT_ROLE_DIM, GT_ROLE_WORSE };
	int diff = gt_report_column(&gt_report_difftree, "rate_diff", strlen("rate_diff"));
	int change = gt_report_column(&gt_report_difftree, "change", strlen("change"));

	return col == diff || col == change ? styles[gt_call_sign(gt_difftree_of(pt->table), (uint32_t)row) + 1]
					    : GT_ROLE_NORMAL;
}

static const char *cmptree_empty(const struct gt_pane_table *pt)
{
	return pt->args.tree.profile == GT_PROFILE_CPU ? "the CPU profile has no samples here, before and after"
						       : "there are no such waits here, before and after";
}

static const struct gt_pane_column tree_columns[] = {
	{ .key = "rate_a", .min = 7, .max = 10 },
	{ .key = "rate_b", .min = 7, .max = 10 },
	{ .key = "rate_diff", .min = 7, .max = 10, .prio = 1 },
	{ .key = "change", .min = 6, .max = 10, .prio = 2 },
	{ .key = "tree", .min = 26 },
};

const struct gt_pane_table_spec gt_cmp_tree_spec = {
	.report = &gt_report_difftree,
	.columns = tree_columns,
	.ncolumns = GT_COUNT(tree_columns),
	.what = "functions",
	.doing = "comparing",
	.whole = true,
	.unsorted = true,
	.cost = gt_cmp_cost,
	.style = cmptree_style,
	.empty = cmptree_empty,
};

/* ---- the head ---- */

static struct gt_flame cmptree_flame(const struct gt_pane_table *pt)
{
	uint64_t row = gt_pane_table_cursor(pt);

	return (struct gt_flame){ .tree = gt_difftree_of(pt->table),
				  .cursor = row == UINT64_MAX ? GT_NO_ROW : (uint32_t)row,
				  .matcher = gt_app_matcher(pt->pane->app) };
}

static void put_rate(struct gt_buf *out, const struct gt_pane_table *pt, unsigned side)
{
	double v = gt_call_per_second(gt_difftree_of(pt->table), 0, side);

	if (pt->shown.tree.profile == GT_PROFILE_CPU)
		gt_buf_printf(out, "%.4g samples", v);
	else
		gt_buf_puts(out, gt_dur_text(gt_sat_of_double(round(v))).s);
}

static void cmptree_told(struct gt_buf *out, const struct gt_pane_table *pt, const struct gt_flame *f)
{
	gt_buf_puts(out, "per second before ");
	put_rate(out, pt, GT_CMP_OLD);
	gt_buf_puts(out, ", after ");
	put_rate(out, pt, GT_CMP_NEW);
	gt_buf_puts(out, ", ");
	gt_cmp_factor_text(out, gt_call_per_second(f->tree, 0, GT_CMP_OLD), gt_call_per_second(f->tree, 0, GT_CMP_NEW));
	gt_buf_puts(out, pt->shown.tree.flat ? "; by function" : pt->shown.tree.bottom_up ? "; callers below"
					     : "; callees below");
	if (!pt->shown.tree.flat)
		gt_buf_puts(out, "; as wide as after; + more, - less, = as before");
	if (f->tree->cut)
		gt_buf_puts(out, "; too many stacks: the deepest are cut");
}

int gt_cmp_tree_head(struct gt_pane_table *pt, const struct gt_canvas *c, struct gt_cmp_flame *drawn)
{
	struct gt_flame f = cmptree_flame(pt);
	struct gt_buf text = { 0 };
	struct gt_canvas sub;

	/* Functions in a row overlap. */
	*drawn = (struct gt_cmp_flame){ pt->shown.tree.flat ? 0 : gt_flame_depth(&f, c->rows / 2 - 1), c->cols };
	cmptree_told(&text, pt, &f);
	gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	sub = gt_canvas_sub(c, 1, 0, drawn->rows, c->cols);
	gt_flame_draw(&f, &sub);
	return drawn->rows + 1;
}

void gt_cmp_tree_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_calltree *tree = gt_difftree_of(pt->table);

	gt_detail_columns(d, &pt->list, NULL);
	gt_difference_stack(d, pt->prog, tree->diff[row].t, tree->nodes[row].stack);
}

/* ---- what keys do ---- */

uint64_t gt_cmp_tree_turned(const struct gt_pane_table *pt)
{
	return (uint64_t)pt->args.tree.flat << 1 | pt->args.tree.bottom_up;
}

void gt_cmp_tree_turn(struct gt_pane_table *pt, uint64_t turned)
{
	if (turned == gt_cmp_tree_turned(pt))
		return;
	pt->args.tree.flat = turned >> 1 & 1;
	pt->args.tree.bottom_up = turned & 1;
	gt_pane_table_show(pt, true);
	gt_app_dirty(pt->pane->app, GT_DIRTY_RECALC);
	gt_list_goto(&pt->list, 0, false);
}

static void cmptree_click(struct gt_pane_table *pt, const struct gt_act *act, const struct gt_cmp_flame *drawn)
{
	struct gt_flame f = cmptree_flame(pt);
	uint32_t node = gt_flame_hit(&f, drawn->rows, drawn->cols, act->y - 1, act->x);
	uint64_t place = node != GT_NO_ROW && pt->view ? gt_view_find(pt->view, node) : UINT64_MAX;

	if (place != UINT64_MAX)
		gt_list_goto(&pt->list, place, true);
	else if (node != GT_NO_ROW)
		gt_app_message(pt->pane->app, "the list does not show this function: it is filtered out");
}

bool gt_cmp_tree_handle(struct gt_pane_table *pt, const struct gt_act *act, const struct gt_cmp_flame *drawn)
{
	uint64_t turned = gt_cmp_tree_turned(pt);

	if ((act->action == GT_ACT_CLICK || act->action == GT_ACT_OPEN) && act->y > 0 && act->y <= drawn->rows) {
		cmptree_click(pt, act, drawn);
		return true;
	}
	if (act->action != GT_ACT_INVERT && act->action != GT_ACT_FLAT)
		return false;
	gt_app_record(pt->pane->app);
	/* A list of functions has no direction. */
	gt_cmp_tree_turn(pt, act->action == GT_ACT_FLAT ? turned ^ 2 : turned & 2 ? turned : turned ^ 1);
	return true;
}

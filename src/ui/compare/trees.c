/* Call trees of both sides: what a profile gained and lost, and where. */
#include "ui/compare/list_own.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "analysis/compare/difftree.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "base/sat.h"
#include "ui/panes/rows.h"
#include "ui/table/treenav.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for flame rows */

static bool cmptree_ready(const struct gt_pane_table *pt)
{
	return pt->args.sides;
}

/* Whatever the number of rows is, traces are read: in a thread.  What is kept is there at once. */
static uint64_t cmptree_cost(const struct gt_pane_table *pt)
{
	const struct gt_sides sides = gt_sides_of(&pt->prog->trace, &pt->args);

	return gt_joined_has(&sides, gt_tree_args_of(&pt->args)) ? 0 : UINT64_MAX;
}

static int cmptree_sign(const struct gt_pane_table *pt, uint64_t row)
{
	return gt_call_sign(gt_calltree_of(pt->table), gt_calltree_node(pt->table, row));
}

static gt_style cmptree_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	static const gt_style styles[] = { GT_ROLE_BETTER, GT_ROLE_DIM, GT_ROLE_WORSE };
	int diff = gt_report_column(&gt_report_difftree, "rate_diff", strlen("rate_diff"));
	int change = gt_report_column(&gt_report_difftree, "change", strlen("change"));

	return col == diff || col == change ? styles[cmptree_sign(pt, row) + 1] : col == GT_PANE_MARK ? GT_ROLE_DIM
					    : GT_ROLE_NORMAL;
}

static const char *cmptree_empty(const struct gt_pane_table *pt)
{
	return gt_tree_args_of(&pt->args)->profile == GT_PROFILE_CPU
		? "the CPU profile has no samples here, before and after"
		: "there are no such waits here, before and after";
}

const struct gt_pane_table_spec gt_cmp_tree_spec = {
	.report = &gt_report_difftree,
	.columns = "rate_a rate_b rate_diff/1 change/2 mark/3 tree:26",
	.doing = "comparing",
	.cost = cmptree_cost,
	GT_TREE_SPEC,
	.style = cmptree_style,
	.ready = cmptree_ready,
	.empty = cmptree_empty,
};

/* ---- the head ---- */

static void put_rate(struct gt_buf *out, const struct gt_pane_table *pt, const struct gt_flame *f, unsigned side)
{
	double v = gt_call_per_second(f->tree, f->root, side);

	if (gt_tree_args_of(&pt->shown)->profile == GT_PROFILE_CPU)
		gt_buf_printf(out, "%.4g samples", v);
	else
		gt_buf_puts(out, gt_dur_text(gt_sat_of_double(round(v))).s);
}

static void cmptree_told(struct gt_buf *out, const struct gt_pane_table *pt, const struct gt_flame *f)
{
	gt_buf_puts(out, "per second before ");
	put_rate(out, pt, f, GT_CMP_OLD);
	gt_buf_puts(out, ", after ");
	put_rate(out, pt, f, GT_CMP_NEW);
	gt_buf_puts(out, ", ");
	gt_cmp_factor_text(out, gt_call_per_second(f->tree, f->root, GT_CMP_OLD),
			   gt_call_per_second(f->tree, f->root, GT_CMP_NEW));
	gt_tree_put_turned(out, pt, f);
	if (!gt_tree_args_of(&pt->shown)->flat)
		gt_buf_puts(out, "; as wide as after; + more, - less, = as before");
	if (f->tree->cut)
		gt_buf_puts(out, "; too many stacks: the deepest are cut");
}

int gt_cmp_tree_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	struct gt_buf text = { 0 };
	struct gt_flame f;

	if (c->rows < HEAD_MIN_ROWS)
		return 0;
	f = gt_tree_flame(pt);
	cmptree_told(&text, pt, &f);
	gt_rows_head_line(c, &text);
	return gt_tree_draw(pt, &f, c, &pt->pane->modes->flame);
}

void gt_cmp_tree_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_calltree *tree = gt_calltree_of(pt->table);
	uint32_t node = gt_calltree_node(pt->table, row);

	gt_detail_columns(d, &pt->list, NULL);
	gt_difference_stack(d, pt->prog, tree->diff[node].t, tree->nodes[node].stack);
}

/* ---- files ---- */

int gt_cmp_tree_export(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
		       struct gt_error *err)
{
	struct gt_pane_table *pt = pane->ops->table(pane);
	struct gt_joined *joined;
	int rc;

	if (!gt_is_tree_format(format) || !pt->table)
		return gt_table_pane_export_open(pane, format, all, out, err);
	joined = gt_difftree_joined(pt->table);
	rc = gt_tree_export_open(out, pt, joined->profiles.v, joined->profiles.n, true, format, err);
	gt_shared_put(joined);
	return rc;
}

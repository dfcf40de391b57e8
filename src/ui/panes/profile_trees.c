/* Modes of the view of profiles that are call trees: flame rows above, the tree below. */
#include "ui/panes/profile_trees.h"

#include <inttypes.h>

#include "analysis/table/celltext.h"
#include "base/human.h"
#include "index/caps.h"
#include "ui/detail/profileof.h"
#include "ui/panes/flame.h"
#include "ui/panes/rows.h"

static const struct gt_call_node *tree_node_at(const struct gt_pane_table *pt, uint64_t row)
{
	return &gt_calltree_of(pt->table)->nodes[gt_calltree_node(pt->table, row)];
}

static uint64_t tree_id(const struct gt_pane_table *pt, uint64_t row)
{
	return gt_calltree_node(pt->table, row);
}

static uint64_t tree_row_of(const struct gt_pane_table *pt, uint64_t id)
{
	return pt->table->rows && id < UINT32_MAX ? gt_calltree_row(pt->table, (uint32_t)id) : UINT64_MAX;
}

static void tree_mark(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out)
{
	const struct gt_call_node *n = tree_node_at(pt, row);

	if (gt_calltree_folded(pt->table, row))
		gt_buf_putc(out, '+');
	else if (n->end > gt_calltree_node(pt->table, row) + 1)
		gt_buf_putc(out, '-');
}

static gt_style tree_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	if (col == GT_PANE_MARK)
		return GT_ROLE_DIM;
	return tree_node_at(pt, row)->func ? GT_ROLE_NORMAL : GT_ROLE_DIM;
}

static const char *no_profile(const struct gt_pane_table *pt)
{
	static const char *const none[GT_PROFILES] = {
		[GT_PROFILE_NET] = "no goroutine waited for the network here, or these waits did not end",
		[GT_PROFILE_SYNC] = "no goroutine waited for another here, or these waits did not end",
		[GT_PROFILE_SYSCALL] = "no goroutine was in a system call here, or its end is not recorded",
		[GT_PROFILE_SCHED] = "no goroutine waited for a processor here",
		[GT_PROFILE_CPU] = "the CPU profile has no samples here",
		[GT_PROFILE_OFFCPU] = "no goroutine waited here, or these waits did not end",
		[GT_PROFILE_CRITPATH] = "nothing went on here that a critical path could go through",
	};
	enum gt_profile_kind kind = (enum gt_profile_kind)pt->args.tree.profile;

	if (((const struct gt_profiles *)pt->owner)->of.what >= GT_PROFILE_OF_REASON && !gt_profile_of_waits(kind))
		return "this profile is not one of waits; b chooses one that is";
	if (kind == GT_PROFILE_CPU && !gt_trace_info(pt->prog->trace)->samples)
		return gt_trace_caps(pt->prog->trace).cpu_samples
			? "no CPU samples: the CPU profile was off (pprof.StartCPUProfile) while the trace was recorded"
			: "no CPU samples: traces have them since Go 1.19";
	return none[kind];
}

/* ---- the head ---- */

static struct gt_flame flame_of(struct gt_pane_table *pt)
{
	uint64_t row = gt_pane_table_cursor(pt);
	const struct gt_calltree *tree = gt_calltree_of(pt->table);

	return (struct gt_flame){
		.t = pt->prog->trace, .tree = tree, .root = pt->shown.tree.root < tree->n ? pt->shown.tree.root : 0,
		.cursor = row == UINT64_MAX ? GT_NO_ROW : gt_calltree_node(pt->table, row),
		.matcher = gt_app_matcher(pt->pane->app),
	};
}

static void put_amount(struct gt_buf *out, const struct gt_pane_table *pt, int64_t ns)
{
	if (pt->args.tree.profile == GT_PROFILE_CPU)
		gt_buf_printf(out, "%" PRId64 " sample%s", ns, ns == 1 ? "" : "s");
	else
		gt_buf_puts(out, gt_dur_text(ns).s);
}

static void head_text(struct gt_buf *out, const struct gt_pane_table *pt, const struct gt_flame *f)
{
	const struct gt_call_node *root = &f->tree->nodes[f->root];
	int64_t ns, matched = gt_flame_matched(f);
	const struct gt_profiles *v = pt->owner;
	uint64_t n;

	gt_profile_of_text(out, pt->prog->trace, v->of);
	gt_buf_puts(out, v->of.what == GT_PROFILE_OF_ALL ? "" : ": ");
	put_amount(out, pt, root->total);
	if (pt->args.tree.profile != GT_PROFILE_CPU)
		gt_buf_printf(out, " in %" PRIu64 " %s%s", root->count,
			      pt->args.tree.profile == GT_PROFILE_CRITPATH ? "segment" : "wait",
			      root->count == 1 ? "" : "s");
	if (f->matcher && root->total > 0) {
		gt_buf_puts(out, "; found: ");
		put_amount(out, pt, matched);
		gt_buf_printf(out, " (%.1f %%)", 100.0 * (double)matched / (double)root->total);
	}
	gt_calltree_unfinished(pt->table, &n, &ns);
	if (n)
		gt_buf_printf(out, "; %" PRIu64 " open, %s", n, gt_dur_text(ns).s);
	gt_buf_puts(out, pt->shown.tree.flat ? "; by function" : pt->shown.tree.bottom_up ? "; callers below"
					     : "; callees below");
	if (f->root)
		gt_buf_puts(out, "; a part, Backspace leads out");
	if (v->of.what != GT_PROFILE_OF_ALL)
		gt_buf_puts(out, "; Esc shows those of all");
	if (f->tree->cut)
		gt_buf_puts(out, "; too many stacks: the deepest are cut");
}

int gt_profile_tree_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	struct gt_buf text = { 0 };
	struct gt_canvas sub;
	struct gt_flame f;
	int rows;

	if (!pt->table || !gt_calltree_of(pt->table)->n)
		return 0;
	f = flame_of(pt);
	/* Functions in a row overlap. */
	rows = pt->shown.tree.flat ? 0 : gt_flame_depth(&f, c->rows / 2 - 1);
	head_text(&text, pt, &f);
	gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	sub = gt_canvas_sub(c, 1, 0, rows, c->cols);
	gt_flame_draw(&f, &sub);
	((struct gt_profiles *)pt->owner)->flame_rows = rows;
	((struct gt_profiles *)pt->owner)->flame_cols = c->cols;
	return rows + 1;
}

/* ---- what keys do ---- */

static void tree_reopen(struct gt_pane_table *pt)
{
	gt_pane_table_show(pt, true);
	gt_app_dirty(pt->pane->app, GT_DIRTY_RECALC);
}

static void tree_toggle(struct gt_pane_table *pt, uint32_t node)
{
	struct gt_tree_args *a = &pt->args.tree;
	unsigned i = 0;

	while (i < a->ntoggled && a->toggled[i] != node)
		i++;
	if (i < a->ntoggled) {
		a->toggled[i] = a->toggled[--a->ntoggled];
	} else if (a->ntoggled < GT_TREE_TOGGLES) {
		a->toggled[a->ntoggled++] = node;
	} else {
		gt_app_error(pt->pane->app, "so many rows are folded and unfolded that no more can be kept");
		return;
	}
	tree_reopen(pt);
}

static void tree_zoom(struct gt_pane_table *pt, uint32_t node)
{
	if (pt->args.tree.root == node)
		return;
	gt_app_record(pt->pane->app);
	pt->args.tree.root = node;
	tree_reopen(pt);
	gt_list_goto(&pt->list, 0, false);
}

/* Turns it over; flat: makes it a list of functions, or a tree again. */
static void tree_invert(struct gt_pane_table *pt, bool flat)
{
	struct gt_tree_args *a = &pt->args.tree;

	gt_app_record(pt->pane->app);
	a->bottom_up ^= !flat && !a->flat;
	a->flat = flat && !a->flat;
	pt->args.tree.root = 0;
	pt->args.tree.ntoggled = 0;
	tree_reopen(pt);
	gt_list_goto(&pt->list, 0, false);
}

/*
 * A click on a frame moves the cursor to its row, or to the one that hides it; a second one shows only what is below
 * it, and on the frame over the whole width what is above.  False: it was not on a frame.
 */
static bool tree_click(struct gt_pane_table *pt, const struct gt_act *act)
{
	const struct gt_profiles *v = pt->owner;
	struct gt_flame f;
	uint64_t place;
	uint32_t node;

	if (act->y < 1 || act->y > v->flame_rows || !pt->table || !gt_calltree_of(pt->table)->n)
		return false;
	f = flame_of(pt);
	node = gt_flame_hit(&f, v->flame_rows, v->flame_cols, act->y - 1, act->x);
	if (node == GT_NO_ROW)
		return true;
	if (act->action == GT_ACT_OPEN) {
		tree_zoom(pt, node == f.root ? f.tree->nodes[node].parent : node);
		return true;
	}
	place = pt->view ? gt_view_find(pt->view, gt_calltree_row(pt->table, node)) : UINT64_MAX;
	if (place != UINT64_MAX)
		gt_list_goto(&pt->list, place, true);
	else
		gt_app_message(pt->pane->app, "the list does not show this function: it is filtered out");
	return true;
}

bool gt_profile_tree_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = pane->ops->table(pane);
	uint64_t row = gt_pane_table_cursor(pt);
	bool folded;

	if ((act->action == GT_ACT_CLICK || act->action == GT_ACT_OPEN) && act->y >= 0)
		return tree_click(pt, act);
	if (act->action == GT_ACT_INVERT || act->action == GT_ACT_FLAT) {
		tree_invert(pt, act->action == GT_ACT_FLAT);
		return true;
	}
	if (row == UINT64_MAX)
		return false;
	folded = gt_calltree_folded(pt->table, row);
	switch (act->action) {
	case GT_ACT_OPEN:
		if (pt->shown.tree.flat)
			return true;
		tree_zoom(pt, gt_calltree_node(pt->table, row));
		return true;
	case GT_ACT_UNFOLD_ALL:
		pt->args.tree.unfolded = !pt->args.tree.unfolded;
		pt->args.tree.ntoggled = 0;
		tree_reopen(pt);
		return true;
	case GT_ACT_UNFOLD:
	case GT_ACT_FOLD:
		if (folded == (act->action == GT_ACT_UNFOLD))
			tree_toggle(pt, gt_calltree_node(pt->table, row));
		return true;
	default:
		return false;
	}
}

void gt_profile_tree_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_call_node *n = tree_node_at(pt, row);

	gt_detail_columns(d, &pt->list, NULL);
	if (n->stack)
		gt_detail_stack_at(d, GT_DETAIL_FULL, "One of its stacks", pt->prog->trace, n->stack,
				   "no stack recorded");
}

/* ---- the tables ---- */

static const struct gt_pane_column tree_cols[] = {
	{ .key = "total", .min = 7, .max = 12 },
	{ .key = "share", .min = 5, .max = 9, .prio = 3 },
	{ .key = "self", .min = 7, .max = 12, .prio = 2 },
	{ .key = "count", .min = 3, .max = 12, .prio = 4 },
	{ .col = GT_PANE_MARK, .prio = 1 },
	{ .key = "func", .min = 20 },
	{ .key = "place", .min = 14, .prio = 5 },
};

static const struct gt_pane_column sample_cols[] = {
	{ .key = "total", .min = 7, .max = 12 },
	{ .key = "share", .min = 5, .max = 9, .prio = 3 },
	{ .key = "self", .min = 7, .max = 12, .prio = 2 },
	{ .col = GT_PANE_MARK, .prio = 1 },
	{ .key = "func", .min = 20 },
	{ .key = "place", .min = 14, .prio = 5 },
};

#define TREE(its_report, its_columns) { \
	.report = &gt_report_##its_report, .columns = its_columns, .ncolumns = GT_COUNT(its_columns), \
	.what = "functions", .whole = true, .unsorted = true, .cost = gt_profile_tree_cost, .id = tree_id, \
	.row = tree_row_of, .mark = tree_mark, .style = tree_style, .empty = no_profile }

const struct gt_pane_table_spec gt_profile_tree_spec = TREE(calltree, tree_cols);
const struct gt_pane_table_spec gt_profile_samples_spec = TREE(sampletree, sample_cols);

/* What panes with call trees share: flame rows, folding, zooming, turning over. */
#include "ui/table/treenav.h"

#include "base/xalloc.h"

const struct gt_call_node *gt_tree_node_at(const struct gt_pane_table *pt, uint64_t row)
{
	return &gt_calltree_of(pt->table)->nodes[gt_calltree_node(pt->table, row)];
}

/* ---- rows ---- */

uint64_t gt_tree_id(const struct gt_pane_table *pt, uint64_t row)
{
	return gt_calltree_node(pt->table, row);
}

uint64_t gt_tree_row_of(const struct gt_pane_table *pt, uint64_t id)
{
	return pt->table->rows && id < UINT32_MAX ? gt_calltree_row(pt->table, (uint32_t)id) : UINT64_MAX;
}

void gt_tree_mark(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out)
{
	const struct gt_call_node *n = gt_tree_node_at(pt, row);

	if (gt_calltree_folded(pt->table, row))
		gt_buf_putc(out, '+');
	else if (n->end > gt_calltree_node(pt->table, row) + 1)
		gt_buf_putc(out, '-');
}

uint8_t *gt_tree_listed(const struct gt_pane_table *pt)
{
	uint8_t *nodes;

	if (!pt->filter || !pt->view)
		return NULL;
	nodes = gt_xcalloc(gt_calltree_of(pt->table)->n + 1, 1);
	for (uint64_t i = 0; i < gt_view_count(pt->view); i++)
		nodes[gt_calltree_node(pt->table, gt_view_row(pt->view, i))] = 1;
	return nodes;
}

/* ---- the flame rows ---- */

struct gt_flame gt_tree_flame(const struct gt_pane_table *pt)
{
	uint64_t row = gt_pane_table_cursor(pt);
	const struct gt_calltree *tree = gt_calltree_of(pt->table);

	return (struct gt_flame){
		.t = pt->prog->trace, .tree = tree, .root = gt_calltree_root(tree, gt_tree_args_of(&pt->shown)),
		.cursor = row == UINT64_MAX ? GT_NO_ROW : gt_calltree_node(pt->table, row),
		.matcher = gt_app_matcher(pt->pane->app),
	};
}

int gt_tree_draw(const struct gt_pane_table *pt, const struct gt_flame *f, const struct gt_canvas *c,
		 struct gt_tree_drawn *drawn)
{
	bool flat = gt_tree_args_of(&pt->shown)->flat;
	struct gt_canvas sub;

	/* Functions in a row overlap. */
	*drawn = (struct gt_tree_drawn){ flat ? 0 : gt_flame_depth(f, c->rows / 2 - 1, c->cols), c->cols };
	sub = gt_canvas_sub(c, 1, 0, drawn->rows, c->cols);
	gt_flame_draw(f, &sub);
	return drawn->rows + 1;
}

void gt_tree_put_turned(struct gt_buf *out, const struct gt_pane_table *pt, const struct gt_flame *f)
{
	const struct gt_tree_args *a = gt_tree_args_of(&pt->shown);

	gt_buf_puts(out, a->flat ? "; by function" : a->bottom_up ? "; callers below" : "; callees below");
	if (f->root)
		gt_buf_puts(out, "; a part, Backspace leads out");
}

/* ---- what keys do ---- */

static void tree_reopen(struct gt_pane_table *pt)
{
	gt_pane_table_show(pt, true);
	gt_app_dirty(pt->pane->app, GT_DIRTY_RECALC);
}

static void tree_toggle(struct gt_pane_table *pt, uint32_t node)
{
	struct gt_tree_args *a = gt_tree_args_in(&pt->args);
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
	if (gt_tree_args_of(&pt->args)->root == node)
		return;
	gt_app_record(pt->pane->app);
	gt_tree_args_in(&pt->args)->root = node;
	tree_reopen(pt);
	gt_list_goto(&pt->list, 0, false);
}

/* Turns it over; flat: makes it a list of functions, or a tree again. */
static void tree_invert(struct gt_pane_table *pt, bool flat)
{
	struct gt_tree_args *a = gt_tree_args_in(&pt->args);

	gt_app_record(pt->pane->app);
	a->bottom_up ^= !flat && !a->flat;
	a->flat = flat && !a->flat;
	a->root = 0;
	a->ntoggled = 0;
	tree_reopen(pt);
	gt_list_goto(&pt->list, 0, false);
}

/*
 * A click on a frame moves the cursor to its row, or to the one that hides it; a second one shows only what is below
 * it, and on the frame over the whole width what is above.  False: it was not on a frame.
 */
static bool tree_click(struct gt_pane_table *pt, const struct gt_act *act, const struct gt_tree_drawn *drawn)
{
	struct gt_flame f;
	uint64_t place;
	uint32_t node;

	if (act->y < 1 || act->y > drawn->rows || !pt->table || !gt_calltree_of(pt->table)->n)
		return false;
	f = gt_tree_flame(pt);
	node = gt_flame_hit(&f, drawn->rows, drawn->cols, act->y - 1, act->x);
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

static bool is_folding(enum gt_action action)
{
	return action == GT_ACT_UNFOLD_ALL || action == GT_ACT_UNFOLD || action == GT_ACT_FOLD;
}

bool gt_tree_handle(struct gt_pane_table *pt, const struct gt_act *act, const struct gt_tree_drawn *drawn)
{
	struct gt_tree_args *a = gt_tree_args_in(&pt->args);
	uint64_t row = gt_pane_table_cursor(pt);
	bool folded;

	if ((act->action == GT_ACT_CLICK || act->action == GT_ACT_OPEN) && act->y >= 0)
		return tree_click(pt, act, drawn);
	if (act->action == GT_ACT_INVERT || act->action == GT_ACT_FLAT) {
		tree_invert(pt, act->action == GT_ACT_FLAT);
		return true;
	}
	if (row == UINT64_MAX)
		return false;
	if (pt->shown.filtered && is_folding(act->action)) {
		gt_app_message(pt->pane->app, "nothing is folded while rows are filtered");
		return true;
	}
	folded = gt_calltree_folded(pt->table, row);
	switch (act->action) {
	case GT_ACT_OPEN:
		if (gt_tree_args_of(&pt->shown)->flat)
			return true;
		tree_zoom(pt, gt_calltree_node(pt->table, row));
		return true;
	case GT_ACT_UNFOLD_ALL:
		a->unfolded = !a->unfolded;
		a->ntoggled = 0;
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

/* ---- the way back ---- */

uint64_t gt_tree_place(const struct gt_pane_table *pt)
{
	const struct gt_tree_args *a = gt_tree_args_of(&pt->args);

	return (uint64_t)a->root << 2 | (uint64_t)a->flat << 1 | a->bottom_up;
}

void gt_tree_go(struct gt_pane_table *pt, uint64_t place)
{
	struct gt_tree_args *a = gt_tree_args_in(&pt->args);
	bool flat = place >> 1 & 1, bottom_up = place & 1;

	if (place == gt_tree_place(pt))
		return;
	if (a->bottom_up != bottom_up || a->flat != flat)
		a->ntoggled = 0;
	a->root = (uint32_t)(place >> 2);
	a->bottom_up = bottom_up;
	a->flat = flat;
	gt_pane_table_show(pt, true);
}

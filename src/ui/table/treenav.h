/* A call tree in a pane: flame rows above the list, and what is folded, zoomed into and turned over. */
#ifndef GT_UI_TREENAV_H
#define GT_UI_TREENAV_H

#include "ui/table/flame.h"
#include "ui/table/pane_table.h"

/* The flame rows as they were drawn last, below one row of text: for clicks. */
struct gt_tree_drawn {
	int rows, cols;
};

/* Members of the spec of a table that begins with struct gt_tree_table, and what such specs share. */
#define GT_TREE_SPEC \
	.what = "functions", .whole = true, .unsorted = true, .id = gt_tree_id, .row = gt_tree_row_of, \
	.mark = gt_tree_mark
uint64_t gt_tree_id(const struct gt_pane_table *pt, uint64_t row);
uint64_t gt_tree_row_of(const struct gt_pane_table *pt, uint64_t id);
void gt_tree_mark(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out);

/* Of another tree, in which nodes have other numbers, all is shown again. */
GT_INLINE void gt_tree_forget(struct gt_table_args *args)
{
	if (gt_tree_args_of(args)->root || gt_tree_args_of(args)->ntoggled) {
		gt_tree_args_in(args)->root = 0;
		gt_tree_args_in(args)->ntoggled = 0;
	}
}

/* The node of a row. */
const struct gt_call_node *gt_tree_node_at(const struct gt_pane_table *pt, uint64_t row);

/* What is drawn above the list, which has rows. */
struct gt_flame gt_tree_flame(const struct gt_pane_table *pt);
/* Draws it from the second row of the canvas on; returns the rows with the first one, which is the caller's. */
int gt_tree_draw(const struct gt_pane_table *pt, const struct gt_flame *f, const struct gt_canvas *c,
		 struct gt_tree_drawn *drawn);
/* "; callees below; a part, Backspace leads out": how it is turned. */
void gt_tree_put_turned(struct gt_buf *out, const struct gt_pane_table *pt, const struct gt_flame *f);

/* Zooms, folds, turns it over or makes it a list of functions, a click on a frame; false: another action. */
bool gt_tree_handle(struct gt_pane_table *pt, const struct gt_act *act, const struct gt_tree_drawn *drawn);

/* Where it begins and how it is turned as a number, for gt_place.own. */
uint64_t gt_tree_place(const struct gt_pane_table *pt);
void gt_tree_go(struct gt_pane_table *pt, uint64_t place);

/* By node: it is in the list, because it passes the filters; NULL: there are none.  To be freed. */
uint8_t *gt_tree_listed(const struct gt_pane_table *pt);

#endif

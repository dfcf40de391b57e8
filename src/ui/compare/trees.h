/* Call trees of both sides: flame rows above, the tree with what it was before below. */
#ifndef GT_UI_CMP_TREES_H
#define GT_UI_CMP_TREES_H

#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

/* The flame rows as they were drawn last: for clicks. */
struct gt_cmp_flame {
	int rows, cols;
};

/* A table of the report difftree, of the profile of its arguments. */
extern const struct gt_pane_table_spec gt_cmp_tree_spec;

/* Whatever the number of rows is, traces are read: in a thread. */
uint64_t gt_cmp_cost(const struct gt_pane_table *pt);

/* Draws what stands above the list; returns its rows. */
int gt_cmp_tree_head(struct gt_pane_table *pt, const struct gt_canvas *c, struct gt_cmp_flame *drawn);
void gt_cmp_tree_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
/* Turns it over, makes it flat, a click on a frame; false: another action. */
bool gt_cmp_tree_handle(struct gt_pane_table *pt, const struct gt_act *act, const struct gt_cmp_flame *drawn);

/* How it was turned, as a number, for the way back. */
uint64_t gt_cmp_tree_turned(const struct gt_pane_table *pt);
void gt_cmp_tree_turn(struct gt_pane_table *pt, uint64_t turned);

#endif

/* A call tree in a pane: flame rows above the list, what is folded, zoomed into and turned over, and files of it. */
#ifndef GT_UI_TREENAV_H
#define GT_UI_TREENAV_H

#include "analysis/profiles/calltree.h"
#include "analysis/table/matcher.h"
#include "ui/table/pane_table.h"

/* ---- flame rows (flame.c) ---- */

/*
 * What is drawn: the node in the first row, over the whole width; the one under the cursor; what is searched.  Of a
 * tree of two sides frames are as wide as what they are now; their colour and a sign say what they were before.
 */
struct gt_flame {
	const struct gt_trace *t;          /* not looked at if the tree is of two sides */
	const struct gt_calltree *tree;
	uint32_t root, cursor;
	const struct gt_matcher *matcher;  /* NULL: none */
};

/* The deepest path below the root, in nodes, at most `most`. */
int gt_flame_depth(const struct gt_flame *f, int most, int cols);
/* Fills the canvas.  What is too narrow for a column is left out, and what lies below it. */
void gt_flame_draw(const struct gt_flame *f, const struct gt_canvas *c);
/* The node at a cell of a canvas of that size, GT_NO_ROW: none. */
uint32_t gt_flame_hit(const struct gt_flame *f, int rows, int cols, int y, int x);
/* The time of stacks in which a function matches, each counted once; 0 without a search. */
int64_t gt_flame_matched(const struct gt_flame *f);

/* ---- in a pane (treenav.c) ---- */

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

/* ---- files for other tools: folded stacks, and pprof's (tree_export.c) ---- */

/* Those of the reports and lists, "folded" and "pprof". */
extern const char *const gt_tree_formats[];
/* Whether a format is one of the last two. */
bool gt_is_tree_format(const char *format);

/*
 * The stacks that lead through what the table shows of its tree, each with all its frames.  parts: the profiles that
 * the tree was made of, of one trace or (both) of two sides; what is needed of them is copied, the traces are not.
 */
int gt_tree_export_open(struct gt_exporting **out, const struct gt_pane_table *pt, const struct gt_profiled *parts,
			size_t n, bool both, const char *format, struct gt_error *err);

#endif

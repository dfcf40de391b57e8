/* Flame rows: a call tree as rows of frames, as wide as their time. */
#ifndef GT_UI_FLAME_H
#define GT_UI_FLAME_H

#include "analysis/profiles/calltree.h"
#include "analysis/table/matcher.h"
#include "ui/kit/canvas.h"

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

#endif

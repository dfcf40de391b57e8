/* What is told of a comparison as a whole: above the list, and where nothing is selected. */
#ifndef GT_UI_TOLD_H
#define GT_UI_TOLD_H

#include "analysis/compare/compare.h"
#include "ui/kit/canvas.h"

/* Draws from the top of the canvas what has room above a list; returns the rows that it takes. */
int gt_told_draw(const struct gt_canvas *c, const struct gt_comparison *of);

/* Appends "3 worse, 1 better, 34 the same, 2 unsure". */
void gt_told_counts(struct gt_buf *out, const struct gt_comparison *of);

/* Appends a side as phrases: "before old.trace, go 1.19, 154.8ms, 2 processors"; hostile. */
void gt_told_side(struct gt_buf *out, const struct gt_comparison *of, enum gt_cmp_side side);

#endif

/* Where the parts of the screen are: pure arithmetic. */
#ifndef GT_UI_LAYOUT_H
#define GT_UI_LAYOUT_H

#include "base/buf.h"

struct gt_rect {
	int y, x, rows, cols;  /* rows or cols 0: not shown */
};

enum gt_split { GT_SPLIT_AUTO, GT_SPLIT_BELOW, GT_SPLIT_RIGHT };
enum gt_focus { GT_FOCUS_MAIN, GT_FOCUS_DETAIL };

struct gt_layout_in {
	int rows, cols;            /* of the terminal */
	enum gt_split split;       /* where the detail pane should be; auto: right of a list where it is wide */
	bool list;                 /* the main pane is a list */
	enum gt_focus focus;       /* the pane that stays when there is room for one only */
	bool maximised;            /* the focused pane only */
	bool has_detail;           /* the view has a detail pane */
	bool hints;                /* the hint bar is wanted */
	int detail_percent;        /* the detail pane's largest share, 10..90 */
	int detail_rows;           /* below: what its text needs; 0: not known, all of its share */
	int detail_cols;           /* on the right */
};

struct gt_layout {
	struct gt_rect title, tabs, rule, main, rule_detail, detail, status, hints;
};

/*
 * Full frame from 60x16 on, a title line and one pane from 24x13 on, one pane
 * and a status line below that, the pane alone on a single row.  For any size
 * the rectangles lie within the screen and do not overlap.
 */
void gt_layout_compute(struct gt_layout *out, const struct gt_layout_in *in);

#endif

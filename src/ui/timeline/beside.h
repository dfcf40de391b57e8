/* The timeline as one of two that stand above each other, each with its own trace. */
#ifndef GT_UI_TIMELINE_BESIDE_H
#define GT_UI_TIMELINE_BESIDE_H

#include "ui/lanes/window.h"

struct gt_pane;

struct gt_tl_beside {
	bool on;
	struct gt_window all;    /* what there is to show of both, in the time of this trace */
	int left;                /* columns of names, as many as the other one needs */
};

/* Shows win, a part of all.  Both may reach beyond the trace: there nothing is drawn. */
void gt_tl_show_beside(struct gt_pane *pane, const struct gt_window *all, const struct gt_window *win);
const struct gt_window *gt_tl_window(const struct gt_pane *pane);

int64_t gt_tl_cursor(const struct gt_pane *pane);

/* The columns before those of the time that it needs in so many; with how many it is drawn at least. */
int gt_tl_left(const struct gt_pane *pane, int cols);
void gt_tl_set_left(struct gt_pane *pane, int left);

/* Where there is room for a few lanes only, that of the cursor and those after it. */
void gt_tl_begin_with_lane(struct gt_pane *pane);

/* A cursor that the window does not show goes to a time, and selects what is there. */
void gt_tl_look_in(struct gt_pane *pane, int64_t time);

#endif

/* Inside the view of two timelines. */
#ifndef GT_UI_SIDES_OWN_H
#define GT_UI_SIDES_OWN_H

#include "ui/compare/align.h"
#include "ui/compare/anchors.h"

struct gt_sides_view {
	struct gt_pane *pane;
	struct gt_half half[GT_CMP_SIDES];
	enum gt_cmp_side focus;          /* the half that has the keys */
	struct gt_anchored anchor;
	struct gt_anchor_menu menu;
	struct gt_align align;
	struct gt_buf what;              /* the row; hostile */
	bool bytes;                      /* its examples are not long, but large */
	bool keep;                       /* the next select_changed is about what is shown already */
	int rows, cols;                  /* of the frame before */
};

GT_INLINE bool gt_sides_are_open(const struct gt_sides_view *s)
{
	return s->half[GT_CMP_NEW].in.app;
}

/* The one that has the keys. */
GT_INLINE struct gt_half *gt_sides_half(struct gt_sides_view *s)
{
	return &s->half[s->focus];
}

/* Gives the halves the options that the screen has. */
void gt_sides_take_options(struct gt_sides_view *s);

/* Members of gt_pane_ops.  The detail is what the timeline says of the cursor of the half with the keys. */
void gt_sides_draw(struct gt_pane *pane, const struct gt_canvas *c);
int gt_sides_draw_detail(struct gt_pane *pane, const struct gt_canvas *c);

#endif

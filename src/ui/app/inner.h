/*
 * A pane of another trace inside a pane of this application: it has an application of its own, with its own
 * selection and markers.  What it says, asks and works at is the outer one's.
 */
#ifndef GT_UI_INNER_H
#define GT_UI_INNER_H

#include "ui/app/app.h"

struct gt_program;

struct gt_inner {
	struct gt_app *app;          /* NULL: not open */
	struct gt_pane *pane;
};

/* ctx is borrowed; its app is set. */
void gt_inner_open(struct gt_inner *in, struct gt_app *outer, struct gt_program *ctx, int view,
		   const struct gt_pane_ops *ops);
/* Also of one that is not open. */
void gt_inner_close(struct gt_inner *in);

/* The data changed: the pane counts rows again before it is drawn. */
void gt_inner_refresh(struct gt_inner *in);
void gt_inner_draw(struct gt_inner *in, const struct gt_canvas *c);
/* The pane goes to a selection. */
void gt_inner_show(struct gt_inner *in, const struct gt_sel *sel);

#endif

/*
 * A pane of another trace inside a pane of this application: it has an application of its own, with its own
 * selection and markers but without a screen.  What it says, asks and works at is shown by the outer one.
 */
#ifndef GT_UI_INNER_H
#define GT_UI_INNER_H

#include "ui/app/app.h"

struct gt_program;

struct gt_inner {
	struct gt_app *outer, *app;  /* app NULL: not open */
	struct gt_pane *pane;
	struct gt_job_ops job;       /* of the outer one, for the job of this one */
	bool watched;                /* that runs */
};

/* ctx is borrowed; its app is set. */
int gt_inner_open(struct gt_inner *in, struct gt_app *outer, struct gt_program *ctx, int view,
		  const struct gt_pane_ops *ops, struct gt_error *err);
/* Also of one that is not open. */
void gt_inner_close(struct gt_inner *in);

/* As gt_pane_ops.handle and draw. */
bool gt_inner_handle(struct gt_inner *in, const struct gt_act *act);
void gt_inner_draw(struct gt_inner *in, const struct gt_canvas *c);

/* The pane goes to a selection. */
void gt_inner_show(struct gt_inner *in, const struct gt_sel *sel);

/* After any other call of the pane. */
void gt_inner_settle(struct gt_inner *in);

#endif

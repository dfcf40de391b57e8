/* Draws a whole frame: title, tabs, panes, rules, status, hints. */
#ifndef GT_UI_FRAME_H
#define GT_UI_FRAME_H

#include "ui/app/app.h"

/*
 * Draws everything into g and puts where the cursor should be (or -1) into
 * cy and cx.  Lays out anew and refreshes what is dirty first.
 */
void gt_frame_draw(struct gt_app *app, struct gt_grid *g, int *cy, int *cx);

#endif

/* The tour: a few steps through the views, each a sentence and the key to press. */
#ifndef GT_UI_TOUR_H
#define GT_UI_TOUR_H

#include "ui/app/app.h"

/* Begins at the first step that the trace has something for; shows the Overview. */
void gt_tour_begin(struct gt_app *app);

/* An action was carried out: if it is the one that the step waits for, the next step follows. */
void gt_tour_did(struct gt_app *app, enum gt_action action);

/* True: the tour was on and is left. */
bool gt_tour_leave(struct gt_app *app);

/* What the status line says instead of its own; false: there is no tour. */
bool gt_tour_text(struct gt_app *app, struct gt_buf *out);

#endif

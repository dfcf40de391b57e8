/* Draws a whole frame: title, tabs, panes, rules, status, hints. */
#ifndef GT_UI_FRAME_H
#define GT_UI_FRAME_H

#include "ui/app/app.h"
#include "ui/table/modes.h"

/*
 * Draws everything into g and puts where the cursor should be (or -1) into
 * cy and cx.  Lays out again and refreshes what is dirty first.
 */
void gt_frame_draw(struct gt_app *app, struct gt_grid *g, int *cy, int *cx);

/* ---- frame_bars.c ---- */

/* Each fills a canvas of one row. */
void gt_frame_title(struct gt_app *app, const struct gt_canvas *c);
void gt_frame_tabs(struct gt_app *app, const struct gt_canvas *c);
void gt_frame_status(struct gt_app *app, const struct gt_canvas *c);
void gt_frame_hints(struct gt_app *app, const struct gt_canvas *c);

/* Over the rule below the tabs: what the view can list.  The mode there, or NULL. */
void gt_frame_modes(struct gt_app *app, const struct gt_canvas *c);
const struct gt_mode *gt_frame_mode_at(struct gt_app *app, int x);

int gt_frame_tab_at(struct gt_app *app, int x);                /* the view whose tab is there, or GT_NO_VIEW */

/* What may follow keys that wait for more: drawn unless c is NULL; false: none does.  The bookmarks, in a box. */
bool gt_frame_pending(struct gt_app *app, const struct gt_canvas *c);
void gt_frame_bookmarks(struct gt_app *app, const struct gt_canvas *c);

enum gt_action gt_frame_hint_at(struct gt_app *app, int x);    /* what the hint there says; GT_ACT_NONE */

#endif

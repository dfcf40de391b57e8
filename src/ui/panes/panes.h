/* The panes of these rooms and of ui/compare and ui/fleet, for the list in ui/shell/run.c. */
#ifndef GT_UI_PANES_H
#define GT_UI_PANES_H

#include "ui/app/pane.h"

extern const struct gt_pane_ops gt_pane_overview;
extern const struct gt_pane_ops gt_pane_greedy;
extern const struct gt_pane_ops gt_pane_goroutines;
extern const struct gt_pane_ops gt_pane_events;
extern const struct gt_pane_ops gt_pane_path;
extern const struct gt_pane_ops gt_pane_waits;
extern const struct gt_pane_ops gt_pane_profiles;
extern const struct gt_pane_ops gt_pane_gc;
extern const struct gt_pane_ops gt_pane_tasks;
extern const struct gt_pane_ops gt_pane_compare;
extern const struct gt_pane_ops gt_pane_sides;
extern const struct gt_pane_ops gt_pane_traces;

/*
 * The wake-up chain of a stop-the-world pause (a range row): of the goroutine that is charged with it,
 * up to its yield; if none is, of the one that requested it, up to the request.  A jump; a message if there is none.
 */
void gt_path_open_stop(struct gt_app *app, uint32_t range);

#endif

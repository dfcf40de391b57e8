/* The views that there are. */
#ifndef GT_UI_PANES_H
#define GT_UI_PANES_H

#include "ui/app/pane.h"

extern const struct gt_pane_ops gt_pane_overview;
extern const struct gt_pane_ops gt_pane_timeline;
extern const struct gt_pane_ops gt_pane_greedy;
extern const struct gt_pane_ops gt_pane_goroutines;
extern const struct gt_pane_ops gt_pane_events;
extern const struct gt_pane_ops gt_pane_path;
extern const struct gt_pane_ops gt_pane_gc;

struct gt_pane_entry {
	enum gt_view_id view;
	const struct gt_pane_ops *ops;
};

/* The first one is shown at the start. */
extern const struct gt_pane_entry gt_panes[];
extern const size_t gt_panes_count;

/* The wake-up chain of the selection's slice, wait or goroutine: a jump.  Says so if it cannot. */
void gt_path_open(struct gt_app *app, const struct gt_sel *sel);
/*
 * The same of a stop-the-world pause (a range row): of the goroutine that is charged with it, up to its
 * yield; if none is, of the one that requested it, up to the request.
 */
void gt_path_open_stop(struct gt_app *app, uint32_t range);

/* Opens the page of the selection's goroutine in the view of goroutines: a jump.  Says so if it cannot. */
void gt_goroutine_page_open(struct gt_app *app, const struct gt_sel *sel);

#endif

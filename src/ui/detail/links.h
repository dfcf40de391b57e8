/* The jumps that every view has. */
#ifndef GT_UI_LINKS_H
#define GT_UI_LINKS_H

#include "ui/app/app.h"

/*
 * Carries out open by key (in the timeline), show-timeline, show-goroutine, show-event, path, profile-of,
 * unblocker, unblocked, creator, prev-slice, next-slice, prev-run and next-run.  To be called by a
 * pane's handle with its selection; false: another action.
 */
bool gt_links_handle(struct gt_pane *pane, const struct gt_act *act, const struct gt_sel *sel);

#endif

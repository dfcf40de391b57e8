/* The panes of this room, for the list in ui/shell/run.c. */
#ifndef GT_UI_COMPARE_PANE_H
#define GT_UI_COMPARE_PANE_H

#include "ui/app/pane.h"

extern const struct gt_pane_ops gt_pane_compare;
extern const struct gt_pane_ops gt_pane_sides;

#endif

/* Charts in lanes: a value per column, as high as the lane has rows. */
#ifndef GT_UI_TIMELINE_CHART_H
#define GT_UI_TIMELINE_CHART_H

#include "ui/kit/canvas.h"

/* One column from below; share 0..1 of the canvas's height.  Something is never nothing. */
void gt_tl_chart_bar(const struct gt_canvas *c, int x, enum gt_role role, double share);
/* A line at that height, where no bar is. */
void gt_tl_chart_line(const struct gt_canvas *c, int x, enum gt_role role, double share);

#endif

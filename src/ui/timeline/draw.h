/* The timeline, drawn. */
#ifndef GT_UI_TIMELINE_DRAW_H
#define GT_UI_TIMELINE_DRAW_H

#include "ui/timeline/timeline.h"

/* The columns before the time that it needs: the mark of the cursor's lane, the longest name, the value, a blank. */
int gt_tl_name_columns(const struct gt_timeline *tl, int cols);
void gt_tl_draw(struct gt_timeline *tl, const struct gt_canvas *c);
/* Appends what the signs mean, a line without its end. */
void gt_tl_legend(const struct gt_timeline *tl, bool ascii, struct gt_buf *out);
/* What lies over the lanes and the axis: markers, cursor, what is missing, who woke whom (overlay.c). */
void gt_tl_draw_overlay(const struct gt_timeline *tl, const struct gt_canvas *c);

#endif

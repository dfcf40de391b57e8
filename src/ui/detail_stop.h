/* A stop-the-world in the detail pane: who delayed it, and how each processor came to a stop. */
#ifndef GT_UI_DETAIL_STOP_H
#define GT_UI_DETAIL_STOP_H

#include "analysis/blame.h"
#include "ui/detail.h"

/* "G22 main.loop delayed it by 282ms", or why nobody did: one sentence without its full stop; hostile. */
void gt_stop_sentence(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b);

/* What there is to say before the picture of the processors, and after it: times, who asked, stacks. */
void gt_detail_stop(struct gt_detail *d, const struct gt_trace *t, const struct gt_blame *b);
void gt_detail_stop_rest(struct gt_detail *d, const struct gt_trace *t, const struct gt_blame *b);

/* The picture: a row per processor, from the request on the left to the restart.  Returns the rows. */
int gt_stop_draw(const struct gt_canvas *c, const struct gt_trace *t, const struct gt_blame *b);

#endif

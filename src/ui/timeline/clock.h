/* The times that people read on the timeline: since the start, from the cursor, or wall-clock time. */
#ifndef GT_UI_TIMELINE_CLOCK_H
#define GT_UI_TIMELINE_CLOCK_H

#include "ui/timeline/axis.h"
#include "ui/timeline/timeline.h"

void gt_tl_axis(const struct gt_timeline *tl, struct gt_axis *axis);
/* A time exactly, as the option "clock" wants it; date: of wall-clock time the date and zone, too. */
void gt_tl_put_time(const struct gt_timeline *tl, int64_t time, bool date, struct gt_buf *out);
/*
 * Where clocks cannot be trusted, as the axis and the detail mark it: the next note from number *i on, and a short
 * name; NULL: there is none.
 */
const char *gt_tl_clock_note(const struct gt_trace *t, uint64_t *i, struct gt_note *note);
/* The next one of the three clocks, and says so. */
void gt_tl_next_clock(struct gt_timeline *tl);

#endif

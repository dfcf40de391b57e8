/* Pressure for its lanes: added up in a job, while one of them is on the screen. */
#ifndef GT_UI_PRESSED_H
#define GT_UI_PRESSED_H

#include "ui/timeline/timeline.h"

/* After lanes were drawn: begins, or goes on with, what they lacked. */
void gt_tl_pressed_update(struct gt_timeline *tl);

#endif

/* The back/forward list. */
#ifndef GT_UI_JUMPS_H
#define GT_UI_JUMPS_H

#include "ui/app/pane.h"

/* Places behind us, the latest last, and those ahead, the nearest last. */
#define GT_JUMPS_MAX 200
struct gt_place_stack {
	struct gt_place *v;
	size_t n, cap;
};
struct gt_jumps {
	struct gt_place_stack back, ahead;
};

void gt_jumps_release(struct gt_jumps *j);

/* Records `here` before a jump; the places ahead are dropped.  The same place twice in a row is kept once. */
void gt_jumps_record(struct gt_jumps *j, const struct gt_place *here);

/* One step back, else forward, from `here`: false if there is none. */
bool gt_jumps_step(struct gt_jumps *j, bool back, const struct gt_place *here, struct gt_place *to);

#endif

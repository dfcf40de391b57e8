/* What is selected on the timeline. */
#ifndef GT_UI_TIMELINE_PICK_H
#define GT_UI_TIMELINE_PICK_H

#include "ui/timeline/timeline.h"

/* The cursor to a time, the window after it. */
void gt_tl_set_cursor(struct gt_timeline *tl, int64_t time);
/* Nothing is selected any more; the other panes keep their selection. */
void gt_tl_pick_nothing(struct gt_timeline *tl);
/* What the timeline stands on becomes the selection of all panes. */
void gt_tl_tell(struct gt_timeline *tl);
/* What is under the cursor becomes the selection. */
void gt_tl_pick(struct gt_timeline *tl);
/* A slice (of a lane that exists) becomes the selection, the cursor goes to its start. */
void gt_tl_pick_slice(struct gt_timeline *tl, uint32_t slice);
/* The same for the k-th item of a lane (gt_lane_ops.item). */
void gt_tl_pick_item(struct gt_timeline *tl, const struct gt_lane *lane, uint64_t k);
/* To the lane of a slice: of the kind that the cursor is on if there is one, else its P's. */
void gt_tl_goto_lane_of(struct gt_timeline *tl, const struct gt_slice *s);

/* The slice that a lane of slices has at the cursor's time, GT_NO_ROW: none, or another kind of lane. */
uint32_t gt_tl_slice_at_cursor(const struct gt_timeline *tl, const struct gt_lane *lane);
/* Picks what the lane has at the cursor's time: a slice, or a wait of the goroutine whose lane it is. */
void gt_tl_look_at_time(struct gt_timeline *tl);
/* The interval of what is selected; false: nothing that has one. */
bool gt_tl_picked_span(const struct gt_timeline *tl, int64_t *a, int64_t *b);

#endif

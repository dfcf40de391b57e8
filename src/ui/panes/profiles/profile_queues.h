/* Modes of the view of waits that list queues and the waits in them. */
#ifndef GT_UI_PROFILE_QUEUES_H
#define GT_UI_PROFILE_QUEUES_H

#include "ui/panes/profiles/profiles.h"

extern const struct gt_pane_table_spec gt_profile_queues_spec, gt_profile_queuewaits_spec;
void gt_profile_queues_line(struct gt_buf *out, const struct gt_pane_table *pt);
void gt_profile_queue_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_profile_queuewait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

/* What a row of queues is in a place: a stack of its site, and its reason. */
uint64_t gt_profile_queue_key(const struct gt_table *t, uint64_t row);
bool gt_profile_filter_queue(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f);

#endif

/* Modes of the view of waits that list locks and the waits for them. */
#ifndef GT_UI_PROFILE_LOCKS_H
#define GT_UI_PROFILE_LOCKS_H

#include "ui/panes/profiles/profiles.h"

extern const struct gt_pane_table_spec gt_profile_locks_spec, gt_profile_lockwaits_spec;
void gt_profile_locks_line(struct gt_buf *out, const struct gt_pane_table *pt);
void gt_profile_lock_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_profile_lockwait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

/* What a row of locks is in a place: a stack of each of its sites. */
uint64_t gt_profile_lock_key(const struct gt_table *t, uint64_t row);
bool gt_profile_filter_lock(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f);

#endif

/* Modes of the view of profiles that list locks and the waits for them. */
#ifndef GT_UI_PROFILE_LOCKS_H
#define GT_UI_PROFILE_LOCKS_H

#include "ui/panes/profiles.h"

extern const struct gt_pane_table_spec gt_profile_locks_spec, gt_profile_lockwaits_spec;
int gt_profile_locks_head(struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_profile_lock_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_profile_lockwait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

/* What a row of locks is in a place: a stack of each of its sites. */
uint64_t gt_profile_lock_key(const struct gt_table *t, uint64_t row);
/* Lists only the waits for that lock; any: of all. */
void gt_profile_narrow_locks(struct gt_pane_table *pt, bool any, uint64_t key);
void gt_profile_lock_key_text(struct gt_buf *out, const struct gt_trace *t, uint64_t key);

#endif

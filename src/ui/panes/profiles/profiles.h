/* The views of waits and profiles: what their modes share. */
#ifndef GT_UI_PROFILES_H
#define GT_UI_PROFILES_H

#include "analysis/profiles/calltree.h"
#include "analysis/profiles/kept.h"
#include "ui/app/program.h"
#include "ui/detail/detail.h"
#include "ui/detail/profileof.h"
#include "ui/table/modes.h"

#define GT_NO_WAITS "no goroutine waited in this trace"
#define GT_NO_SCHED_WAITS "no goroutine of the program waited for a processor in this trace"

/* Tables whose rows are waits, and those whose rows are sums of some: what they add up to, for a line like this. */
#define GT_PROFILE_WAITS .what = "waits", .measure = "dur", .cost = gt_rows_goroutines_cost
#define GT_PROFILE_SUMS .whole = true, .cost = gt_rows_goroutines_cost, .opened = gt_profile_sums_opened
void gt_profile_sums_opened(struct gt_pane_table *pt);
/* "12 waits in 3 groups, 1.2s; 2 open, 1s": `in` are the words after the number. */
void gt_profile_sums_text(struct gt_buf *out, const struct gt_pane_table *pt, struct gt_word in);

/* Single waits (profile_waits.c). */
extern const struct gt_pane_table_spec gt_profile_waits_spec, gt_profile_sched_spec;
int gt_profile_waits_head(struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_profile_wait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
bool gt_profile_wait_handle(struct gt_pane *pane, const struct gt_act *act);

/* Locks, and the waits for one (profile_locks.c). */
extern const struct gt_pane_table_spec gt_profile_locks_spec, gt_profile_lockwaits_spec;
void gt_profile_locks_line(struct gt_buf *out, const struct gt_pane_table *pt);
void gt_profile_lock_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_profile_lockwait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

/* What a row of locks is in a place: a stack of each of its sites. */
uint64_t gt_profile_lock_key(const struct gt_table *t, uint64_t row);
bool gt_profile_filter_lock(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f);

/* Queues, and the waits in one (profile_queues.c). */
extern const struct gt_pane_table_spec gt_profile_queues_spec, gt_profile_queuewaits_spec;
void gt_profile_queues_line(struct gt_buf *out, const struct gt_pane_table *pt);
void gt_profile_queue_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_profile_queuewait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

/* What a row of queues is in a place: a stack of its site, and its reason. */
uint64_t gt_profile_queue_key(const struct gt_table *t, uint64_t row);
bool gt_profile_filter_queue(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f);


#endif

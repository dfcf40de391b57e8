/* Who ran instead of the waits in each group of the report "schedgroups". */
#ifndef GT_ANALYSIS_SCHEDINSTEAD_H
#define GT_ANALYSIS_SCHEDINSTEAD_H

#include "analysis/pressure/ranby.h"
#include "analysis/waitlist/waitgroups_own.h"

/* Sets wg->instead, whatever happens; args: whose progress is told, or NULL.  Errors of gt_held_run. */
int gt_sched_instead_find(struct gt_waitgroups *wg, const struct gt_table_args *args, struct gt_error *err);
/* Time of all Ps; GT_CELL_ARG: a kind, or GT_HELD_FREE. */
gt_cell_fn gt_sched_instead_part;
/* ... by kinds, as the report instead has them. */
gt_cell_fn gt_sched_instead_by;
void gt_sched_instead_release(struct gt_sched_instead *in);

#endif

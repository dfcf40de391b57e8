/* The steps of gt_locks_make, in files of this room. */
#ifndef GT_ANALYSIS_LOCKS_OWN_H
#define GT_ANALYSIS_LOCKS_OWN_H

#include "analysis/locks/locks.h"

/* Sets held, again, first, nth and handed of all waits, whose locks are known. */
void gt_locks_find_holders(struct gt_locks *l);
/* The sums of all locks.  GT_ERR_NOMEM, GT_ERR_IO. */
int gt_locks_sum(struct gt_locks *l, struct gt_error *err);

#endif

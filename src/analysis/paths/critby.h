/* Who ran instead of critical paths that waited for a processor (P): sums over the segments of a group. */
#ifndef GT_ANALYSIS_CRITBY_H
#define GT_ANALYSIS_CRITBY_H

#include "analysis/paths/critlist.h"
#include "analysis/pressure/ranby.h"

struct gt_crit_wait;
struct gt_crit_by_part;

/* Zeroed it has nothing. */
struct gt_crit_by {
	struct gt_ranby ranby;
	struct gt_crit_wait *waits;   /* that were added */
	size_t nwaits, cap_waits;
	bool too_many;                /* no more are taken, nothing is told */
	struct gt_crit_by_part *parts;/* by row, then by ns, the largest first */
	size_t nparts, cap_parts;
	struct gt_held_part *of_row;  /* of the row that was asked for last */
	size_t cap_of_row;
};

/* A segment is one of row's; those that are not GT_SEG_RUNNABLE are not of interest.  row is below GT_CRIT_BY_ROWS. */
void gt_crit_by_add(struct gt_crit_by *b, uint32_t row, const struct gt_seg *seg);
#define GT_CRIT_BY_ROWS (UINT32_C(1) << 28)
/* All are added: who ran instead of them.  t->fault says why if that is not known. */
void gt_crit_by_fill(struct gt_crit_by *b, struct gt_table *t);
/* Absent if nothing of the row waited for a P. */
void gt_crit_by_cell(struct gt_crit_by *b, const struct gt_trace *t, uint32_t row, struct gt_cell *out);
void gt_crit_by_release(struct gt_crit_by *b);

#endif

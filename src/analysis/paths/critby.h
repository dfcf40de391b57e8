/* Who ran instead of critical paths that waited for a processor (P): sums over the segments of a group. */
#ifndef GT_ANALYSIS_CRITBY_H
#define GT_ANALYSIS_CRITBY_H

#include "analysis/paths/critlist.h"
#include "analysis/pressure/ranby.h"
#include "base/thread.h"

struct gt_crit_wait;
struct gt_crit_by_part;

/* What one thread added. */
struct gt_crit_waits {
	struct gt_crit_wait *v;
	size_t n, cap;
	char apart[128];              /* so that no two threads write to one line */
};

/* Zeroed it has nothing. */
struct gt_crit_by {
	struct gt_crit_waits waits[GT_WORKERS];
	atomic_uint_fast64_t taken;   /* about how many there are of these */
	bool too_many;                /* nothing is told */
	struct gt_crit_by_part *parts;/* by key, then by ns, the largest first */
	size_t nparts, cap_parts;
	struct gt_held_part *of_key;  /* of the key that was asked for last */
	size_t cap_of_key;
	struct gt_ranby ranby;        /* of its cell */
};

/* A segment with a key; those that are not GT_SEG_RUNNABLE are not of interest.  worker: below GT_WORKERS. */
void gt_crit_by_add(struct gt_crit_by *b, unsigned worker, uint32_t key, const struct gt_seg *seg);
/* All are added: who ran instead of them.  t->fault says why if that is not known. */
void gt_crit_by_fill(struct gt_crit_by *b, struct gt_table *t);
/* Absent if nothing with the key waited for a P. */
void gt_crit_by_cell(struct gt_crit_by *b, const struct gt_trace *t, uint32_t key, struct gt_cell *out);
void gt_crit_by_release(struct gt_crit_by *b);

#endif

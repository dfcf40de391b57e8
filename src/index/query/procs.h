/* How many Ps there were when. */
#ifndef GT_INDEX_PROCS_H
#define GT_INDEX_PROCS_H

#include "index/trace.h"

/*
 * GOMAXPROCS as it was written last; before it is written what is written
 * first; if it never is (0 is no value), as many as the trace has Ps.
 */

/* How many at a time.  *since: from when on this was written, INT64_MIN: nothing is before; may be NULL. */
uint64_t gt_procs_at(const struct gt_trace *t, int64_t time, int64_t *since);

/* From change to change: so many in [t0, t1).  The first begins at INT64_MIN, the last ends at INT64_MAX. */
struct gt_procs_walk {
	int64_t t0, t1;
	uint64_t procs;
	const struct gt_trace *trace;
	uint64_t i, after;    /* the next counter; what holds from t1 on */
};
void gt_procs_begin(struct gt_procs_walk *w, const struct gt_trace *t);
bool gt_procs_next(struct gt_procs_walk *w);   /* false: this was the last */

/* Added up over [from, to), ns of Ps.  Goes on with w: from may not fall. */
int64_t gt_procs_sum(struct gt_procs_walk *w, int64_t from, int64_t to);

#endif

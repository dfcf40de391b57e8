/* How long goroutines helped the GC: mark assists, sweeps. */
#ifndef GT_ANALYSIS_GASSISTS_H
#define GT_ANALYSIS_GASSISTS_H

#include "analysis/table/scratch.h"
#include "index/trace.h"

/* Sweeps that a goroutine began and ended, or that go on, in a range. */
struct gt_gcsweeps {
	int64_t ns, count;
	int64_t reclaimed;    /* bytes, of those that ended in the range: it is told then */
};
/* Adds one, of which `ns` lie in the range, which ends at `to`. */
void gt_gcsweeps_add(struct gt_gcsweeps *s, const struct gt_range_row *r, int64_t ns, int64_t to);

struct gt_gassist {
	int64_t on_p;         /* ns on a P in mark assists, system calls that kept it included */
	int64_t wall;         /* ns from their begins to their ends */
	struct gt_gcsweeps sweeps;
};
/* For cell functions: a member, by its offset; all of them are int64_t. */
GT_INLINE int64_t gt_gassist_member(const struct gt_gassist *a, size_t offset)
{
	return *(const int64_t *)((const char *)a + offset);
}

/* Zeroed before the first call; of all goroutines, at the first question. */
struct gt_gassists {
	struct gt_scratch v;  /* struct gt_gassist per goroutine row */
	bool tried;
};

/* Of goroutine row g, in [from, to), the same in each call; NULL: there was no room. */
const struct gt_gassist *gt_gassists_of(struct gt_gassists *a, const struct gt_trace *t, int64_t from, int64_t to,
					uint32_t g);
void gt_gassists_release(struct gt_gassists *a);

#endif

/* How long goroutines helped the GC. */
#ifndef GT_ANALYSIS_GASSISTS_H
#define GT_ANALYSIS_GASSISTS_H

#include "analysis/table/scratch.h"
#include "index/trace.h"

struct gt_gassist {
	int64_t on_p;         /* ns on a P in mark assists, system calls that kept it included */
	int64_t wall;         /* ns from their begins to their ends */
};

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

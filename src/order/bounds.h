/* What the order says of clocks: a bound for each pair of them (private to the order layer; order/align.h). */
#ifndef GT_ORDER_BOUNDS_H
#define GT_ORDER_BOUNDS_H

#include "base/hash.h"
#include "order/align.h"

#define GT_NO_BOUND INT64_MIN

/* The last event of a goroutine or P. */
struct gt_seen {
	uint64_t gen;
	int64_t ns;
	uint32_t clock;          /* its place, GT_MAP_NONE: unknown */
};

struct gt_bounds {
	struct gt_map places;    /* of clocks, which are at most GT_ALIGN_CLOCKS */
	uint64_t clocks[GT_ALIGN_CLOCKS];
	uint32_t n;
	struct gt_seen *gs;      /* by slot */
	size_t ngs, gs_cap;
	struct gt_map ps_by_id;
	struct gt_seen *ps;
	size_t nps, ps_cap;
	uint64_t events;
	int64_t base;            /* the time of the first */
	/* [a][b]: the largest time of a minus that of b, where an event of b came after one of a. */
	int64_t most[GT_ALIGN_CLOCKS][GT_ALIGN_CLOCKS];
};

void gt_bounds_free(struct gt_bounds *b);

#endif

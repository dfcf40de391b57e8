/* What happened in an interval: who ran, and who waited to run. */
#ifndef GT_ANALYSIS_RANGESUM_H
#define GT_ANALYSIS_RANGESUM_H

#include "base/hash.h"
#include "index/trace.h"

struct gt_rangesum_proc {
	uint32_t part;
	int64_t busy;         /* ns of the interval in slices */
	uint64_t slices;      /* that touch the interval */
};

struct gt_rangesum_g {
	uint32_t g;           /* goroutine row */
	int64_t ns;           /* of the interval on a processor, calls that kept it included */
	uint64_t slices;
};

/*
 * The sums of [from, to).  What is said of the Ps is there at once, in
 * O(log n) each; goroutines and waits need every slice of the interval and are complete
 * when `done` is true.  The figures are those of the reports procs and
 * goroutines with --from and --to.
 */
struct gt_rangesum {
	const struct gt_trace *trace;
	int64_t from, to;

	struct gt_rangesum_proc *procs; /* in ascending order of their ids */
	uint32_t nprocs;
	int64_t busy;         /* of all Ps */
	uint64_t slices;

	bool done;
	uint64_t walked;      /* slices looked at: of `slices` */
	struct gt_rangesum_g *g;
	size_t ng, cap;
	struct gt_map of_g;   /* goroutine row -> place in g */
	uint64_t waits;       /* times that a goroutine was runnable and began to run in the interval */
	int64_t wait_max;     /* the longest of them as a whole, even if it began before */
	uint32_t wait_slice;  /* the slice after that; GT_NO_ROW */

	uint32_t at;          /* the walk: which of procs, which slice of it */
	uint64_t k;
};

/* *s is overwritten; it is released by the caller. */
void gt_rangesum_begin(struct gt_rangesum *s, const struct gt_trace *t, int64_t from, int64_t to);
/* Looks at some thousand slices; true when there are no more. */
bool gt_rangesum_step(struct gt_rangesum *s);
void gt_rangesum_release(struct gt_rangesum *s);

/* The n goroutines with most time, most first, ties by row; returns how many there are (<= n). */
size_t gt_rangesum_top(const struct gt_rangesum *s, size_t n, struct gt_rangesum_g *out);

#endif

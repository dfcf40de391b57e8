/* What happened in an interval: who ran, and who waited to run. */
#ifndef GT_ANALYSIS_RANGESUM_H
#define GT_ANALYSIS_RANGESUM_H

#include "analysis/pressure/held.h"
#include "analysis/waits/sweep.h"

struct gt_rangesum_proc {
	uint32_t proc_row;
	int64_t busy;         /* ns of the interval in slices */
	uint64_t slices;      /* that touch the interval */
};

struct gt_rangesum_g {
	uint32_t g;           /* goroutine row */
	int64_t ns;           /* of the interval in its slices: running, or in a call that kept the P */
	uint64_t slices;
};

/*
 * The sums of [from, to).  What is said of the Ps is there at once, in
 * O(log n) each; goroutines, waits and idle Ps need every slice of the interval and are complete
 * when `done` is true.  The figures are those of the reports procs, greedy
 * sched and pressure with --from and --to; a goroutine's is exec_ns + syscall_ns of the report
 * goroutines.
 */
struct gt_rangesum {
	const struct gt_trace *trace;
	int64_t from, to;

	struct gt_rangesum_proc *procs; /* in ascending order of their ids */
	uint32_t nprocs;
	int64_t busy;         /* of all Ps */
	uint64_t slices;

	bool done;
	bool failed;          /* there was no room for the walk */
	struct gt_held_frames pressure; /* if it has begun, and not failed, and done */
	const struct gt_blame_index *blames;
	struct gt_sweep sweep;          /* waits of the program's goroutines, and idle Ps */
	struct gt_rangesum_g *g;
	size_t ng, cap;
	struct gt_map of_g;   /* goroutine row -> place in g */
};

/* *s is overwritten; it is released by the caller.  b: as for gt_sweep_begin; it must be there until it is done. */
void gt_rangesum_begin(struct gt_rangesum *s, const struct gt_trace *t, const struct gt_blame_index *b,
		       int64_t from, int64_t to);
/* Looks at some thousand slices; true when there are no more. */
bool gt_rangesum_step(struct gt_rangesum *s);
void gt_rangesum_release(struct gt_rangesum *s);

/* The n goroutines with most time, most first, ties by id; returns how many there are (<= n). */
size_t gt_rangesum_top(const struct gt_rangesum *s, size_t n, struct gt_rangesum_g *out);

#endif

/* Mutator utilisation: what part of the processors the program had at each moment, the GC's share left out. */
#ifndef GT_ANALYSIS_MUTIL_H
#define GT_ANALYSIS_MUTIL_H

#include "index/trace.h"

/*
 * What counts as the GC's (format/semantics.md 8.1).
 *
 * STW         all Ps while the world is stopped for the GC; v1: by every pause that it records
 * background  the P of a mark worker, dedicated or fractional, from its label (v2: some 100 ns after its start)
 *             until it leaves it.  An idle worker takes nothing from the program; by P a dedicated one neither,
 *             because nothing else is on its P
 * assist      the P of a goroutine in a mark assist, while it holds one
 * sweep       the P that sweeps
 */
enum gt_mutil_part {
	GT_MUTIL_STW = 1 << 0,
	GT_MUTIL_BACKGROUND = 1 << 1,
	GT_MUTIL_ASSIST = 1 << 2,
	GT_MUTIL_SWEEP = 1 << 3,
	GT_MUTIL_PER_P = 1 << 4,        /* a function of each P, 0 or 1, instead of one of all */
};
#define GT_MUTIL_DEFAULT (GT_MUTIL_STW | GT_MUTIL_BACKGROUND | GT_MUTIL_ASSIST)
#define GT_MUTIL_PARTS (GT_MUTIL_DEFAULT | GT_MUTIL_SWEEP)

/*
 * A step function: from t to the next point the rate is the same.  lost is what the GC took since the first
 * point, in ns of gt_mutil.scale Ps: with one GOMAXPROCS a whole number, so that 0 and all are exact.
 */
struct gt_mutil_point {
	int64_t t;
	double lost;
};

/* Of all Ps, or of one from when GOMAXPROCS allows for it until it no longer does.  At least two points. */
struct gt_mutil_fn {
	const struct gt_mutil_point *v; /* the last one is the end */
	size_t first, n;      /* where in gt_mutil.points */
	uint64_t p;           /* number of the P, GT_NONE: of all */
};

struct gt_mutil {
	struct gt_mutil_fn *fns;        /* none: GOMAXPROCS is not known, or the interval is empty */
	size_t nfns, cap_fns;
	double scale;         /* the largest GOMAXPROCS; by P 1 */
	int64_t from, to;     /* what they cover: from the first GOMAXPROCS on, to the horizon */
	struct gt_mutil_point *points;
	size_t npoints, cap;
};

/* As that of gt_table_args. */
typedef bool gt_mutil_progress(void *arg, uint64_t done, uint64_t total);

/*
 * The functions of [from, to) in one walk over slices and ranges; *u is overwritten and, unless it fails,
 * released by the caller.  parts: enum gt_mutil_part, 0: the default.
 * GT_ERR_NOMEM; GT_ERR_CANCELLED; GT_ERR_LIMIT: by P these would be too many points.
 */
int gt_mutil_fill(struct gt_mutil *u, const struct gt_trace *t, unsigned parts, int64_t from, int64_t to,
		  gt_mutil_progress *progress, void *progress_arg, struct gt_error *err);
void gt_mutil_release(struct gt_mutil *u);

#endif

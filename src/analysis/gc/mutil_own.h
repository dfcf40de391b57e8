/* Between mutil.c, which collects what works for the GC, and mutil_fns.c, which makes functions of it. */
#ifndef GT_ANALYSIS_MUTIL_OWN_H
#define GT_ANALYSIS_MUTIL_OWN_H

#include "analysis/gc/mutil.h"

/* P p works for the GC; for pauses p is 0. */
struct gt_mutil_span {
	int64_t t0, t1;
	uint32_t p;
};

struct gt_mutil_spans {
	struct gt_mutil_span *v;
	size_t n, cap;
};

/* GOMAXPROCS is n from t on. */
struct gt_mutil_step {
	int64_t t;
	uint32_t n;
};

/* By P a pause is a point in the function of each P: this many steps and no more, whatever a file says. */
#define GT_MUTIL_WORK_MAX (UINT64_C(1) << 26)

struct gt_mutil_work {
	const struct gt_trace *trace;
	struct gt_mutil *out;
	unsigned parts;
	int64_t from, to;
	struct gt_mutil_spans busy, stops;      /* in the end by P, then by time, without overlaps */
	struct gt_mutil_step *steps;            /* at least one; the first is at or before `from`, or is it */
	size_t nsteps, cap_steps;
	uint32_t most;                          /* the largest of them */
	bool no_room;
	gt_mutil_progress *progress;
	void *progress_arg;
	uint64_t done, total, work;
	/* The last function's last point. */
	int64_t t;
	double lost, rate;
};

/* Makes the functions; false: no memory, or work is above its limit. */
bool gt_mutil_all(struct gt_mutil_work *w);
bool gt_mutil_each(struct gt_mutil_work *w);

#endif

/* One walk over all slices: how long goroutines waited for processors, who held them long, who stood idle. */
#ifndef GT_ANALYSIS_SLICEWALK_H
#define GT_ANALYSIS_SLICEWALK_H

#include "analysis/blames.h"

#define GT_LONG_NS INT64_C(10000000)         /* the runtime preempts a goroutine after so long */
#define GT_VERY_LONG_NS INT64_C(20000000)    /* far over that: preemption did not work */

/* A histogram of ns: eight classes per power of two, so that a percentile is right to 12%. */
#define GT_WAIT_CLASSES (64 * 8)

/*
 * Long slices of the goroutines of a function, those of the runtime and the
 * tracer left out, and without the time in which they stop the world.
 */
struct gt_long_func {
	uint32_t func;        /* string row */
	uint64_t count, very; /* slices of GT_LONG_NS and more; of GT_VERY_LONG_NS */
	int64_t max, sum;     /* ns, of the former */
	uint32_t slice;       /* the longest */
};

/*
 * Time in equal parts, at most GT_WALK_PARTS of them.  While the trace grows
 * two become one when there are too many.  What covers parts as a whole is kept as
 * differences, so that a slice costs the same however long it is.
 */
#define GT_WALK_PARTS 32768
struct gt_walk_parts {
	int64_t unit;         /* ns of a part */
	int64_t *ns;          /* of those that are touched by an end */
	int32_t *diff;        /* begin of a cover: 1, its end: -1 */
};

struct gt_slicewalk {
	uint64_t *next;       /* by P: slices that were looked at */
	uint64_t *next_run;   /* ... and threads' runs */
	size_t cap, cap_runs;
	uint32_t procs, part; /* Ps known, and the one at hand */
	uint64_t seen;        /* slices in all */

	uint64_t waits;       /* slices before which the wait is known */
	uint64_t classes[GT_WAIT_CLASSES];
	int64_t wait_max, wait_sum;
	uint32_t wait_slice;  /* after the longest wait, GT_NO_ROW */

	struct gt_long_func *longs;
	size_t nlongs, cap_longs;
	struct gt_map long_by_func;

	struct gt_walk_parts held, ready;   /* Ps that a thread holds, goroutines that wait for one */
};

void gt_slicewalk_init(struct gt_slicewalk *w);
void gt_slicewalk_release(struct gt_slicewalk *w);

/* Looks at some hundred slices; false: at all that the index has.  b: the stops that the index has. */
bool gt_slicewalk_step(struct gt_slicewalk *w, const struct gt_trace *t, const struct gt_blames *b);

/* The wait that is not exceeded by the share q of the starts; 0 if there are none. */
int64_t gt_slicewalk_percentile(const struct gt_slicewalk *w, double q);

/*
 * How long Ps stood idle, held by no thread, while goroutines were ready to
 * run: the smaller of both in each part of time, but for those in which the world was stopped.
 */
struct gt_idle_sum {
	int64_t idle;         /* ns of Ps without a thread */
	int64_t wasted;       /* ... with a goroutine waiting */
	int64_t whole;        /* ns of all Ps */
	int64_t worst, worst_end, worst_ns;  /* the part of time with most of it */
};
void gt_slicewalk_idle(struct gt_slicewalk *w, const struct gt_trace *t, const struct gt_blames *b,
		       struct gt_idle_sum *out);

/* A goroutine of the tracer's own, which the runtime's names do not give away. */
bool gt_is_tracer(const struct gt_trace *t, const struct gt_goroutine *g);

#endif

/* Why the program was short of processors: what the walk of held.h finds on its way. */
#ifndef GT_ANALYSIS_SHORTAGE_H
#define GT_ANALYSIS_SHORTAGE_H

#include "analysis/stw/stalls.h"
#include "base/hash.h"
#include "index/trace.h"

/*
 * Time in which at least one goroutine of the program was runnable, the world was not stopped, nor to be stopped, the
 * machine did not stall (stw/stalls.h), and what is said here held; kinds and Ps as in enum gt_held_kind.
 */
enum gt_short_kind {
	GT_SHORT_PROGRAM,     /* every P was held by the program's goroutines, or by such without a name */
	GT_SHORT_MARK,        /* no P was idle, and at least one marked for the GC in idle mode */
	GT_SHORT_CALL,        /* no P was idle, and at least one was held by a call of the program that kept it for
			       * GT_SHORT_KEPT or longer */
	GT_SHORT_LATE,        /* a P was idle and another held, and the goroutine was in a long wait */
	GT_SHORT_KINDS
};

/* A call that loses its P in less did so as soon as it could. */
#define GT_SHORT_KEPT INT64_C(100000)

#define GT_SHORT_LONG_WAIT INT64_C(1000000)     /* as in a sweep by default */

struct gt_short_sum {
	int64_t ns;
	uint64_t n;           /* pieces */
	int64_t t0, t1;       /* the longest in one piece; the first of equal ones; GT_NO_TIME: none */
};

/* Calls of goroutines of a function that kept their Ps during GT_SHORT_CALL. */
struct gt_short_calls {
	uint32_t func, top;   /* start function, what was called: string rows, 0: unknown */
	uint32_t g;           /* goroutine row of the longest */
	uint32_t stack;       /* stack row of all */
	uint64_t n;
	int64_t ns;           /* how long they did, all together */
	int64_t max, t0, t1;  /* the longest, and when that call kept its P */
};

/*
 * A stretch in which one goroutine of the program (or without a name) ran, none was runnable, and a P ran none, the
 * runtime's or an idle worker of the GC, while the world and the machine went on; gaps of up to GT_ALONE_GAP do not
 * count.  A stretch lasts GT_ALONE_LEAST, or one part of GT_ALONE_PART of the range if that is more, so that there are
 * no more than that many.
 */
struct gt_short_alone {
	int64_t t0, t1;
	int64_t ns;           /* without the gaps */
	uint32_t g;           /* goroutine row */
};
#define GT_ALONE_GAP INT64_C(1000000)
#define GT_ALONE_LEAST INT64_C(1000000)
#define GT_ALONE_PART 1000000

struct gt_shortage {
	int64_t long_wait;    /* ns: longer waits are long; set by the caller */
	struct gt_short_sum sums[GT_SHORT_KINDS];
	int64_t late_held;    /* P ns held during GT_SHORT_LATE */
	int64_t several;      /* ns in which two goroutines of the program, or without names, or more ran or could */
	struct gt_short_alone *alone;   /* the last first */
	size_t nalone, cap_alone;
	struct gt_short_calls *calls;   /* in no order */
	size_t ncalls, cap_calls;
	struct gt_stalls stalls;        /* of the range */

	struct gt_map of_call;          /* inside: function and stack row -> place in calls */
};

/* "all_program_ns": what it is called in reports. */
const char *gt_short_name(enum gt_short_kind kind);
/* Of all calls that kept Ps: how many, and how long together; those of the function and call that did most, or NULL. */
const struct gt_short_calls *gt_shortage_calls(const struct gt_shortage *s, uint64_t *n, int64_t *ns);
/* How many stretches, and ns, alone. */
int64_t gt_shortage_alone(const struct gt_shortage *s, uint64_t *n);
void gt_shortage_release(struct gt_shortage *s);

#endif

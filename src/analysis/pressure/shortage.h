/* Why the program was short of processors: what the walk of held.h finds on its way. */
#ifndef GT_ANALYSIS_SHORTAGE_H
#define GT_ANALYSIS_SHORTAGE_H

#include "base/hash.h"
#include "index/trace.h"

/*
 * Time in which at least one goroutine of the program was runnable, the world was not stopped, nor to be stopped,
 * and what is said here held; kinds and Ps as in enum gt_held_kind.
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

/*
 * A silence: for so long there is no event at all, of no P and no thread, while somebody had to do something: a
 * goroutine of the program was runnable and a P idle, or held by a thread without a goroutine; or a call of the
 * program kept a P, which the system monitor takes after 30 ms at the latest.
 */
#define GT_SHORT_SILENCE INT64_C(50000000)

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

struct gt_short_silence {
	int64_t t0, t1;
};

struct gt_shortage {
	int64_t long_wait;    /* ns: longer waits are long; set by the caller */
	struct gt_short_sum sums[GT_SHORT_KINDS];
	int64_t late_held;    /* P ns held during GT_SHORT_LATE */
	struct gt_short_calls *calls;   /* in no order */
	size_t ncalls, cap_calls;
	/* Without an event of a row; whether other events lie inside is for gt_shortage_silences.  The last first. */
	struct gt_short_silence *silences;
	size_t nsilences, cap_silences;

	struct gt_map of_call;          /* inside: function and stack row -> place in calls */
};

/* "all_program_ns": what it is called in reports. */
const char *gt_short_name(enum gt_short_kind kind);
/* When the walk is done: leaves only true silences, in the order of time. */
void gt_shortage_silences(struct gt_shortage *s, struct gt_trace *t);
/* The sum of silences, after that; *longest (may be NULL): the first of the longest, or NULL. */
int64_t gt_shortage_silence(const struct gt_shortage *s, const struct gt_short_silence **longest);
/* Of all calls that kept Ps: how many, and how long together; those of the function and call that did most, or NULL. */
const struct gt_short_calls *gt_shortage_calls(const struct gt_shortage *s, uint64_t *n, int64_t *ns);
void gt_shortage_release(struct gt_shortage *s);

#endif

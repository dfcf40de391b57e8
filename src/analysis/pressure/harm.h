/* Whose doing it is that goroutines of the program waited long for a P. */
#ifndef GT_ANALYSIS_HARM_H
#define GT_ANALYSIS_HARM_H

#include "analysis/pressure/held.h"
#include "analysis/waits/sweep.h"

/*
 * Harm is the time of long waits, added up over goroutines, without stalls of the machine.  Each nanosecond of a wait
 * is shared out in equal parts to the N Ps, and each P's part goes to what held it then (enum gt_held_kind): to the
 * start function of a goroutine in a long slice or in a shorter one, or to a kind.  So shares add up to the harm, but
 * for rounding, less than a nanosecond a share and wait.
 *
 * A wait is a fair turn if it is at most GT_HARM_TURN and the goroutine, since it last blocked, has waited for Ps for
 * at most GT_HARM_FACTOR times as long as it ran, the slice after the wait included: it finishes a little later, and
 * nothing else is lost.
 *
 * Of very many waits the longest GT_HARM_WAITS are looked at; `waits` says how many there were.
 */
#define GT_HARM_WAITS 50000u
#define GT_HARM_TURN INT64_C(50000000)              /* five slices of the 10ms after which the runtime preempts */
#define GT_HARM_FACTOR 3
#define GT_HARM_BURST 8u                            /* slices since it blocked: of more, the last ones */
#define GT_HARM_CLASSES (GT_SWEEP_LATE_KINDS + 1)   /* enum gt_sweep_late: what began the wait */

struct gt_harm_share {
	int64_t ns[GT_HARM_CLASSES];
	int64_t fair;         /* of all of them */
	uint32_t func;        /* string row, of GT_HELD_PROGRAM and GT_HELD_UNNAMED; else 0 */
	uint16_t kind;        /* enum gt_held_kind */
	uint16_t is_long;     /* 1: in slices of at least gt_sweep_limits.long_slice */
};

struct gt_harm_wait {
	int64_t t0, t1;       /* between two stalls */
	uint32_t slice;       /* that ended it */
	uint8_t late;         /* enum gt_sweep_late */
};

struct gt_harm {
	const struct gt_trace *trace;
	uint64_t waits;
	struct gt_harm_share *v;        /* by what they are in all, the largest first */
	size_t n, cap;
	int64_t sum[GT_HARM_CLASSES];
	int64_t fair[GT_HARM_CLASSES];  /* of these */

	/* Inside. */
	struct gt_held held;
	struct gt_map by_holder;
	struct gt_harm_wait *list;      /* the one that ends last first */
	struct gt_held_span *times;
	size_t nlist, cap_list, next;
};

/* s is done, and b covers its range.  *h is overwritten and released by the caller.  GT_ERR_NOMEM, GT_ERR_IO. */
int gt_harm_begin(struct gt_harm *h, struct gt_sweep *s, const struct gt_blame_index *b, struct gt_error *err);
/* Looks at some hundred waits; true when there are no more. */
bool gt_harm_step(struct gt_harm *h);
/* Instead of gt_harm_begin: whether the answer was kept; after the last step: keeps it.  As gt_sweep_recall. */
bool gt_harm_recall(struct gt_harm *h, const struct gt_sweep *s);
void gt_harm_keep(const struct gt_harm *h, const struct gt_sweep *s);
void gt_harm_release(struct gt_harm *h);

/* Of all classes. */
int64_t gt_harm_all(const int64_t ns[GT_HARM_CLASSES]);

#endif

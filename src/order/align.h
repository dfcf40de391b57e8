/* Clocks that differ, set right: by how much those of threads (v2) or Ps (v1) have to be moved. */
#ifndef GT_ORDER_ALIGN_H
#define GT_ORDER_ALIGN_H

#include "order/order.h"

/*
 * What happens to one goroutine, or to one P, has an order that no clock decides: it is created or woken before it
 * runs, it blocks before it is woken.  So of two such events that follow each other, one at t_a by clock a and the
 * next at t_b by clock b, t_a + o_a <= t_b + o_b holds of the numbers o by which the clocks are to be moved.
 * The largest t_a - t_b of each pair of clocks is all that is kept: a system of difference constraints.
 *
 * Statuses, which any thread may write for another one, ends of system calls of v1, which have the time of somebody
 * else's clock, and what is damaged give no bound.  Nor do events of two generations: a clock may have been set in
 * between.  Threads without a P of v1, which share a stream, count as one clock, P -1.
 *
 * Of all solutions one is taken that moves few clocks, and those by little: the clock that contradicts the fewest
 * others stays, then each next one is moved by the least that the bounds allow, given those before it.  So what is
 * left of a difference is smaller than the shortest time between two such events.  A move of less than
 * GT_CLOCK_STEP is not made.  Where no constant numbers satisfy all (clocks that run at different rates, threads that
 * change between processors), all bounds are loosened by the least amount with which some do; the events are then
 * kept in order as they are without this, and gt_order_clock says what is left.
 *
 * A trace stays as it is unless gt_clocks_differ.  Only the first GT_ALIGN_CLOCKS clocks in it are considered.
 */
#define GT_ALIGN_CLOCKS 256u

struct gt_shift {
	uint64_t clock;          /* a thread (v2) or P (v1) */
	int64_t ns;              /* to be added to its times */
};

/* Those that move; nothing else is kept. */
struct gt_shifts {
	struct gt_shift v[GT_ALIGN_CLOCKS];
	size_t n;
};

/* Reads the whole trace once.  A fault ends it there: who reads on meets the fault as well. */
void gt_shifts_find(struct gt_shifts *s, struct gt_source *src, const struct gt_header *h,
		    const struct gt_cancel *cancel);

/* From its first generation on; borrowed. */
void gt_order_shift(struct gt_order *o, const struct gt_shifts *s);

/* By how many units of a clock times of `clock` move; s may be NULL. */
int64_t gt_shifts_units(const struct gt_shifts *s, uint64_t clock, double ns_per_unit);

#endif

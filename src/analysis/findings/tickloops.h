/* Loops over tickers, and how often their work took longer than a period. */
#ifndef GT_ANALYSIS_TICKLOOPS_H
#define GT_ANALYSIS_TICKLOOPS_H

#include "index/trace.h"

struct gt_tick_look;

/*
 * Goroutines that wait at one place for a tick, again and again.  A turn is the time from a tick that a goroutine had
 * waited for to its next wait at that place.  What looks like a ticker: the times between ticks are multiples of a
 * period, whatever the turns take.
 */
struct gt_tick_loop {
	uint32_t site;            /* stack row: where they wait */
	uint32_t func;            /* string row: their start function */
	uint32_t work;            /* stack row: where most of the time of too long turns went; 0: unknown */
	uint32_t g;               /* goroutine row of the longest turn, */
	int64_t t0, t1;           /* ... and the turn */
	int64_t period;           /* ns */
	uint64_t ticks;           /* waits there that a timer ended */
	uint64_t turns;           /* after these; not of goroutines with turns that are never long */
	uint64_t over;            /* of these: longer than the period, and not because they waited for a P */
	uint64_t missed;          /* ticks that came during those */
	int64_t longest;
	int64_t ns;               /* what the rounds of these took beyond a period */
};

struct gt_tick_look *gt_tick_look_new(struct gt_trace *t, int64_t from, int64_t to);
void gt_tick_look_free(struct gt_tick_look *k);
/* False: all is known. */
bool gt_tick_look_step(struct gt_tick_look *k);
/* When all is known: by site, how many. */
const struct gt_tick_loop *gt_tick_look_loops(const struct gt_tick_look *k, size_t *n);

#endif

/* Hand-overs: goroutines that wake each other all the time for single items. */
#ifndef GT_ANALYSIS_HANDOVERS_H
#define GT_ANALYSIS_HANDOVERS_H

#include "analysis/goroutines/ginfo.h"

struct gt_handover_look;

/*
 * Turns of goroutines of two start functions: one of the other function woke it, it ran, and it waits for a
 * channel or a condition after that.  Half of them and more are shorter than GT_HANDOVER_NS.
 */
struct gt_handovers {
	uint32_t func;            /* string row: start function of those that send */
	uint32_t sends, receives; /* stack rows: where most is sent and received; 0: not known */
	uint32_t slice;           /* the longest short turn, */
	uint64_t n, brief;        /* turns; those that are short, */
	int64_t ran, sched;       /* ... ns that these ran; that their Ps had needed to begin them */
	int64_t ready;            /* ... and that they had waited for a P */
};
#define GT_HANDOVER_NS 5000

/* goroutines: of the trace, as long as the look lasts. */
struct gt_handover_look *gt_handover_look_new(struct gt_trace *t, struct gt_ginfos *goroutines, int64_t from,
					      int64_t to);
void gt_handover_look_free(struct gt_handover_look *k);
/* 1: there is more to do, 0: all is known, negative: the trace cannot be read any more. */
int gt_handover_look_step(struct gt_handover_look *k, struct gt_error *err);
/* When all is known; how many. */
const struct gt_handovers *gt_handover_look_found(const struct gt_handover_look *k, size_t *n);

#endif

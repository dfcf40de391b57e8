/* Random slices and calls in a trace's index, and the same as plain arrays. */
#ifndef GT_TEST_ANALYSIS_RANDSLICES_H
#define GT_TEST_ANALYSIS_RANDSLICES_H

#include "index/trace.h"

struct randslices {
	struct gt_trace *t;
	uint32_t nslices;
	const struct gt_slice *slices;
	const uint32_t *first_call;  /* of each slice; nslices + 1 of them */
	struct gt_syscall *calls;
	void *made;                  /* what holds all this */
};

/* jumps: durations and gaps beyond 2^32 ns, too. */
void randslices_open(struct randslices *r, uint64_t seed, uint32_t procs, uint32_t goroutines, uint32_t slices,
		     bool jumps);
void randslices_close(struct randslices *r);

#endif

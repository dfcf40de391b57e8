/* The GC's mark workers: slices that say in their label in which mode they work. */
#ifndef GT_ANALYSIS_GCWORKERS_H
#define GT_ANALYSIS_GCWORKERS_H

#include "index/trace.h"

enum gt_gc_worker {
	GT_GC_WORKER_NONE,
	GT_GC_DEDICATED,
	GT_GC_FRACTIONAL,
	GT_GC_IDLE,           /* takes what nobody else wants */
	GT_GC_WORKERS
};

enum gt_gc_worker gt_gc_worker_of(const struct gt_trace *t, uint32_t label);

/*
 * Looks at slices k, k + 1 ... of a P, at most n: calls fn for those of workers.  How many it looked at, at
 * least one; 0: there are none.  Few slices have a label, so only labels are read of most.
 */
typedef void gt_gc_worker_fn(void *arg, const struct gt_slice *s, enum gt_gc_worker mode);
uint32_t gt_gc_workers(const struct gt_trace *t, uint32_t proc_row, uint64_t k, uint64_t n, gt_gc_worker_fn *fn,
		       void *arg);

#endif

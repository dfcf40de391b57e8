/* The GC's mark workers: slices that say in their label in which mode they work. */
#include "analysis/gc/gcworkers.h"

#include <string.h>

enum gt_gc_worker gt_gc_worker_of(const struct gt_trace *t, uint32_t label)
{
	static const char *const names[GT_GC_WORKERS] = {
		[GT_GC_DEDICATED] = "GC (dedicated)",
		[GT_GC_FRACTIONAL] = "GC (fractional)",
		[GT_GC_IDLE] = "GC (idle)",
	};
	size_t n;
	const char *s = gt_trace_string(t, label, &n);

	for (int i = GT_GC_DEDICATED; i < GT_GC_WORKERS; i++)
		if (n == strlen(names[i]) && !memcmp(s, names[i], n))
			return (enum gt_gc_worker)i;
	return GT_GC_WORKER_NONE;
}

uint32_t gt_gc_workers(const struct gt_trace *t, uint32_t proc_row, uint64_t k, uint64_t n, gt_gc_worker_fn *fn,
		       void *arg)
{
	uint64_t labels[512];
	uint32_t got = n < GT_COUNT(labels) ? (uint32_t)n : GT_COUNT(labels);
	enum gt_gc_worker mode;
	struct gt_slice s;

	got = got ? gt_slices_field(t, proc_row, k, got, GT_SLICE_LABEL, labels) : 0;
	for (uint32_t i = 0; i < got; i++) {
		mode = labels[i] ? gt_gc_worker_of(t, (uint32_t)labels[i]) : GT_GC_WORKER_NONE;
		if (mode && gt_slice_get(t, gt_slice_of_proc(t, proc_row, k + i), &s))
			fn(arg, &s, mode);
	}
	return got;
}

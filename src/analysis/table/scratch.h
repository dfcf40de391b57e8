/* Large arrays that must not count as the program's memory. */
#ifndef GT_ANALYSIS_SCRATCH_H
#define GT_ANALYSIS_SCRATCH_H

#include "base/err.h"

/*
 * Up to a few MiB from the heap, beyond that a shared map of an unnamed
 * temporary file: the kernel can write it out.  Zeroed.  { 0 } is empty.
 */
struct gt_scratch {
	void *data;
	size_t bytes;
	bool mapped;
};

/* n items of `size` bytes; 0, or GT_ERR_NOMEM, GT_ERR_IO. */
int gt_scratch_alloc(struct gt_scratch *s, uint64_t n, size_t size, struct gt_error *err);
void gt_scratch_free(struct gt_scratch *s);

#endif

/* How durations are spread: five buckets for every power of ten (format/semantics.md 10). */
#ifndef GT_ANALYSIS_HISTOGRAM_H
#define GT_ANALYSIS_HISTOGRAM_H

#include "base/buf.h"

#define GT_HISTOGRAM_BUCKETS 88           /* the last one begins above 2^55 ns */

/* Bucket i counts durations from gt_histogram_floor(i) on, up to that of i + 1; bucket 0 those of 0 ns, too. */
struct gt_histogram {
	uint64_t n[GT_HISTOGRAM_BUCKETS];
};

/* 10^(i / 5) ns, rounded up: the smallest duration of a bucket. */
int64_t gt_histogram_floor(unsigned i);
/* Counts n durations, which ascend.  O(log n) for each bucket. */
void gt_histogram_fill(struct gt_histogram *h, const int64_t *ns, size_t n);
/* The first and the last bucket that count any; false: none does. */
bool gt_histogram_span(const struct gt_histogram *h, unsigned *first, unsigned *last);

/* Appends "100us ▂▁ █ 2.5ms": from where to where, and a block for each bucket between; nothing if it is empty. */
void gt_histogram_text(struct gt_buf *out, const struct gt_histogram *h);

#endif

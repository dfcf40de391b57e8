/* Ranges by name, and how long goroutines were inside: pauses they made, sweeps, mark assists. */
#ifndef GT_ANALYSIS_GRANGES_H
#define GT_ANALYSIS_GRANGES_H

#include "base/buf.h"
#include "index/trace.h"

/*
 * The name as Go shows it: "stop-the-world (KIND)", "GC concurrent mark phase",
 * "GC incremental sweep", "GC mark assist".
 */
void gt_range_name(struct gt_buf *out, const struct gt_trace *t, const struct gt_range_row *r);

/* The time that one goroutine spent in ranges of one name. */
struct gt_grange {
	uint32_t g;           /* goroutine row */
	uint32_t name;        /* number of the name: gt_granges_name */
	int64_t ns;
};

/* Of all goroutines, sorted by goroutine row, then name. */
struct gt_granges {
	struct gt_grange *items;
	size_t n, cap;
	struct gt_granges_names *names;
};

/* One walk over all ranges; only what lies in [from, to) counts. */
void gt_granges_fill(struct gt_granges *r, const struct gt_trace *t, int64_t from, int64_t to);
void gt_granges_release(struct gt_granges *r);

/* Those of one goroutine: how many, and the first at *first. */
size_t gt_granges_of(const struct gt_granges *r, uint32_t g, const struct gt_grange **first);
const char *gt_granges_name(const struct gt_granges *r, uint32_t name, size_t *n);

#endif

/* Sums of all goroutines, computed when first asked for: what the goroutine tables share. */
#ifndef GT_ANALYSIS_GTABLE_H
#define GT_ANALYSIS_GTABLE_H

#include "analysis/goroutines/gassists.h"
#include "analysis/goroutines/goroutines.h"
#include "analysis/goroutines/granges.h"
#include "analysis/goroutines/gscan.h"
#include "analysis/table/scratch.h"

/* A goroutine's sums in short; its reasons are somewhere in one array. */
struct gt_gsum {
	int64_t ns[GT_SPENT_KINDS];
	int64_t total;
	uint32_t block, nblock;
	bool done;
	bool unknown;                   /* it would take long, and the table is to be quick */
};

struct gt_gcache {
	const struct gt_trace *t;
	int64_t from, to;
	uint32_t rows;
	struct gt_scratch sums;         /* struct gt_gsum per goroutine row */
	struct gt_reason_ns *blocks;
	size_t nblocks, capblocks;
	struct gt_gsums work;
	struct gt_granges ranges;
	struct gt_gassists assists;
	bool have_ranges;
	bool quick;
	/* The walk over all at once, when many are asked for. */
	struct gt_gscan scan;
	bool tried, scanned;
	struct gt_scratch calls;        /* gt_gscan_calls, once running times are asked for; or there is no room */
	uint64_t walked, slices;        /* slices of the goroutines that were walked over; those of the range */
};

int gt_gcache_open(struct gt_gcache *c, const struct gt_trace *t, const struct gt_table_args *args,
		   struct gt_error *err);
void gt_gcache_close(struct gt_gcache *c);
/* Sums of many goroutines will be asked for; or only gt_gcache_running. */
void gt_gcache_scan(struct gt_gcache *c);
void gt_gcache_scan_running(struct gt_gcache *c);
const struct gt_gsum *gt_gcache_get(struct gt_gcache *c, uint32_t row);
/* Of the kinds EXEC and SYSCALL, and how long it existed: quicker; GT_NO_TIME: unknown. */
int64_t gt_gcache_running(struct gt_gcache *c, uint32_t row, enum gt_spent what);
int64_t gt_gcache_total(const struct gt_gcache *c, const struct gt_goroutine *g);
GT_INLINE const struct gt_reason_ns *gt_gcache_blocks(const struct gt_gcache *c, const struct gt_gsum *sum)
{
	return sum->nblock ? c->blocks + sum->block : NULL;
}
const struct gt_granges *gt_gcache_ranges(struct gt_gcache *c);
/* NULL: unknown, because it would take long and the table is to be quick, or there was no room. */
const struct gt_gassist *gt_gcache_assists(struct gt_gcache *c, uint32_t row);

#endif

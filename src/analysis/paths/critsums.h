/* Sums of critical paths: added up while they are walked, by threads that share the windows; no segment is kept. */
#ifndef GT_ANALYSIS_CRITSUMS_H
#define GT_ANALYSIS_CRITSUMS_H

#include "analysis/paths/critby.h"
#include "base/hash.h"

/* Segments that share their kind and a key: a string row, stack row or goroutine row; by kind alone 0. */
struct gt_crit_sum {
	uint32_t key;
	enum gt_seg_kind kind;
	uint64_t count;
	int64_t total, max;           /* ns; total saturates */
	struct gt_seg longest;        /* of several the first: in the first window, there the latest */
	uint32_t first_window;        /* where the first segment of it is */
	int64_t first_t1;
};

/* What segments of a group share besides their kind, by gt_table_args.group. */
enum gt_crit_group { GT_CRIT_BY_KIND, GT_CRIT_BY_FUNC, GT_CRIT_BY_STACK, GT_CRIT_BY_G, GT_CRIT_BY_COUNT };

/* The key of segments that are grouped by kind, start function or goroutine. */
struct gt_crit_keys {
	const struct gt_trace *t;
	enum gt_crit_group by;
	uint32_t g, func;             /* whose start function was asked for last; GT_NO_ROW at first */
};

struct gt_crit_sums {
	struct gt_crit_sum *v;        /* as their first segments come */
	size_t n, cap;
	uint64_t segments;
	int64_t ns[GT_SEGS];          /* of each kind; saturate */
	/* Inside. */
	struct gt_map by_key;
	uint32_t last[GT_SEGS];       /* of each kind the place that was asked for last: most come again */
};

void gt_crit_sums_init(struct gt_crit_sums *s);
void gt_crit_sums_release(struct gt_crit_sums *s);
/* One segment; in any order. */
void gt_crit_sums_add(struct gt_crit_sums *s, uint32_t key, const struct gt_seg *seg);
/* Done with adding: puts v into its order. */
void gt_crit_sums_settle(struct gt_crit_sums *s);

/*
 * All segments of the windows by kind, start function or goroutine (args->group; by stack would need the
 * events); settled.  *s was initialised.  by: gets those that waited for a P, with the keys of their sums; NULL.
 * GT_ERR_CANCELLED when args->progress says so.
 */
int gt_crit_sums_fill(struct gt_crit_sums *s, const struct gt_trace *t, const struct gt_gspans *windows,
		      const struct gt_table_args *args, struct gt_crit_by *by, struct gt_error *err);

#endif

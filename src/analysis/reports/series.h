/* Counters, states, the GC's shares and rates over time: in equal parts of a range of the trace. */
#ifndef GT_ANALYSIS_SERIES_H
#define GT_ANALYSIS_SERIES_H

#include "analysis/table/table.h"

#define GT_SERIES_BUCKETS 60
#define GT_SERIES_MOST 10000

/* What both reports are opened with. */
struct gt_series_args {
	uint64_t buckets;     /* into how many parts the range is cut; 0: GT_SERIES_BUCKETS */
};
GT_OWN_ARGS(gt_series_args)

enum gt_series {
#define SERIES(id, kind, flags, width, key, title, help) GT_SERIES_##id,
#include "analysis/reports/series.def"
#undef SERIES
	GT_SERIES_N
};

/* Each value is part / whole: of a bucket, and of all of them their sums. */
struct gt_series_bucket {
	double part[GT_SERIES_N], whole[GT_SERIES_N];
};

struct gt_series_set {
	const struct gt_trace *trace;
	size_t n;
	int64_t *edges;                 /* n + 1 */
	struct gt_series_bucket *v;     /* n, and the sums */
	bool has_peak[GT_SERIES_N];
	double peak[GT_SERIES_N];       /* the largest at any moment, of what exists at one */
};

/* *s is overwritten and released by the caller, also after GT_ERR_CANCELLED.  n parts of [from, to), n > 0. */
int gt_series_fill(struct gt_series_set *s, const struct gt_trace *t, int64_t from, int64_t to, size_t n,
		   bool (*progress)(void *arg, uint64_t done, uint64_t total), void *arg, struct gt_error *err);
void gt_series_release(struct gt_series_set *s);

/* In bucket i, or over all (i == s->n); false: not known. */
bool gt_series_value(const struct gt_series_set *s, size_t i, enum gt_series k, double *out);

/* Of the report seriesstats, for panes: the bucket with the largest value; false: there is none. */
enum gt_seriesstats_col {
	GT_SS_NAME, GT_SS_MIN, GT_SS_MEAN, GT_SS_MAX, GT_SS_PEAK, GT_SS_START, GT_SS_OVER
};
bool gt_seriesstats_largest(const struct gt_table *t, uint64_t row, int64_t *a, int64_t *b);

#endif

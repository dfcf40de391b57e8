/* The durations of the rows that a view shows: how many, sum, exact percentiles, when they were. */
#ifndef GT_ANALYSIS_MEASURE_H
#define GT_ANALYSIS_MEASURE_H

#include "analysis/table/view.h"

#define GT_PARTS 60           /* of a range, for when something was */

/* Adds the ns of [t0, t1) in each of GT_PARTS equal parts of [from, to), in which it lies.  Times: below 2^55. */
void gt_parts_add(int64_t *parts, int64_t from, int64_t to, int64_t t0, int64_t t1);

enum { GT_MEASURE_P50, GT_MEASURE_P90, GT_MEASURE_P99, GT_MEASURE_P999, GT_MEASURE_RANKS };
extern const double gt_measure_ranks[GT_MEASURE_RANKS];

struct gt_measure {
	uint64_t n, napart;   /* rows; those that stand apart, which are in no other number */
	int64_t sum, apart, max;
	int64_t at[GT_MEASURE_RANKS]; /* nearest rank; 0 without rows */
	int64_t from, to;     /* the range */
	int64_t when[GT_PARTS]; /* ns of all rows in its parts, if they have a begin (GT_COL_BEGIN) */
};

/*
 * Column `col` (GT_KIND_DUR) of the view's rows; m->from and to are set.  apart says which rows stand apart; NULL:
 * none does.  Rows beyond the horizon and absent cells are left out.  Linear time.  GT_ERR_NOMEM, GT_ERR_IO,
 * GT_ERR_CANCELLED.
 */
int gt_measure_view(struct gt_measure *m, struct gt_table *t, const struct gt_view *v, unsigned col,
		    bool (*apart)(const struct gt_table *t, uint64_t row), const struct gt_view_options *opt,
		    struct gt_error *err);

/* "12 waits, 3.2s: p50 1ms, p90 2ms, p99 3ms, p99.9 3ms, longest 3ms; 2 open, 1s": "waits", "open". */
void gt_measure_text(struct gt_buf *out, const struct gt_measure *m, const char *what, const char *apart);

#endif

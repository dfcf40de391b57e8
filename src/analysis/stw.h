/* Ranges: stop-the-world, GC cycles, sweeps and mark assists (format/semantics.md 9). */
#ifndef GT_ANALYSIS_STW_H
#define GT_ANALYSIS_STW_H

#include "analysis/table.h"
#include "base/buf.h"

/*
 * The ranges of some kinds in time order; STW and GC ones are few.
 */
struct gt_range_list {
	uint32_t *rows;       /* numbers for gt_range_get, sorted by start */
	size_t n, cap;
};
#define GT_RANGES_STW (1U << GT_RANGE_STW)
#define GT_RANGES_GC (1U << GT_RANGE_GC)
#define GT_RANGES_SWEEP (1U << GT_RANGE_SWEEP)
#define GT_RANGES_ASSIST (1U << GT_RANGE_ASSIST)

/* kinds: or of GT_RANGES_*. */
void gt_range_list_fill(struct gt_range_list *l, const struct gt_trace *t, unsigned kinds);
void gt_range_list_release(struct gt_range_list *l);

/*
 * The name as Go shows it: "stop-the-world (KIND)", "GC concurrent mark phase",
 * "GC incremental sweep", "GC mark assist".
 */
void gt_range_name(struct gt_buf *out, const struct gt_trace *t, const struct gt_range_row *r);

extern const struct gt_report gt_report_stw;     /* stop-the-worlds */
extern const struct gt_report gt_report_gc;      /* GC cycles */
extern const struct gt_report gt_report_ranges;  /* all ranges */

#endif

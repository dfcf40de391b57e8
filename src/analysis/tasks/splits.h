/* What goroutines did between two times, for many such stretches of time. */
#ifndef GT_ANALYSIS_SPLITS_H
#define GT_ANALYSIS_SPLITS_H

#include "analysis/goroutines/goroutines.h"
#include "analysis/tasks/regionspans.h"

/*
 * The sums between two times are the difference of two snapshots of the goroutine (format/semantics.md 10).  A
 * goroutine with many slices is walked over once and its sums are kept at every so many of them, so that a
 * snapshot looks at few slices, however many regions there are and however they lie in each other.  Belongs to one
 * trace and one thread.
 */
struct gt_splits;

struct gt_splits *gt_splits_open(const struct gt_trace *t);
void gt_splits_close(struct gt_splits *s);

/* Adds to sums->ns and sums->block what a goroutine did in [t0, t1), and its length to sums->total. */
void gt_splits_add(struct gt_splits *s, uint32_t g, int64_t t0, int64_t t1, struct gt_gsums *sums);
/* After the last one: leaves out reasons that got nothing, and puts the largest first. */
void gt_splits_finish(struct gt_gsums *sums);
/* Replaces *sums (zeroed before the first call) by nothing, to be added to. */
void gt_splits_begin(struct gt_gsums *sums);

/* ---- the sums of a row of a table, of several stretches of time; { 0 } is ready ---- */

struct gt_span_sums {
	bool quick;                      /* the owner's: what takes too long for a row of a screen is left out */
	struct gt_gspans spans;          /* the owner's, before gt_span_sums_fill */
	struct gt_gsums sums;
	bool unknown;                    /* it was left out */
	struct gt_splits *splits;
	struct gt_item *items;           /* of a cell */
	size_t cap;
};

void gt_span_sums_fill(struct gt_span_sums *s, const struct gt_trace *t);
/*
 * Walks now over the goroutines with regions that have many slices, so that no stretch of them takes long.
 * GT_ERR_CANCELLED: args->progress says so.
 */
int gt_span_sums_prepare(struct gt_span_sums *s, const struct gt_trace *t, const struct gt_table_args *args,
			 struct gt_error *err);
void gt_span_sums_release(struct gt_span_sums *s);
/* Cells: of a state (enum gt_spent; GT_SPENT_KINDS: of all together), and the time waited by reason. */
void gt_span_sums_cell(const struct gt_span_sums *s, unsigned what, struct gt_cell *out);
void gt_span_sums_block(struct gt_span_sums *s, const struct gt_trace *t, struct gt_cell *out);

#endif

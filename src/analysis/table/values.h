/* The report "values": what is in one column of another report, how often, how long, and when. */
#ifndef GT_ANALYSIS_VALUES_H
#define GT_ANALYSIS_VALUES_H

#include "analysis/table/table.h"

#define GT_VALUES_MOST 16384         /* distinct values; rows with further ones are counted together */

/* The column to count, and the rows to count it in.  Everything is borrowed while the table is opened. */
struct gt_values_args {
	const struct gt_report *report;
	unsigned col;                /* gt_kind_has_order */
	const char *filter;          /* only rows that pass this expression; NULL: all */
	const uint32_t *only;        /* as in struct gt_view_options */
	uint64_t nonly;
	const struct gt_table_args *args; /* of that report, NULL: none; range and progress are the outer ones */
};
GT_OWN_ARGS(gt_values_args)

/*
 * A row per value in ascending order, or per class of numbers (valueclass.h), one of absent cells, one of what is
 * beyond GT_VALUES_MOST.  Durations are those of the column gt_values_measure names: sums of whole rows, as the
 * other report has them; rows beyond the horizon are counted only.  Memory: 600 bytes per value and its text.
 */
extern const struct gt_report gt_report_values;

enum gt_values_col {
	GT_VALUES_VALUE, GT_VALUES_COUNT, GT_VALUES_SHARE, GT_VALUES_TOTAL, GT_VALUES_TIME_SHARE, GT_VALUES_MAX,
	GT_VALUES_WHEN, GT_VALUES_KIND, GT_VALUES_FILTER, GT_VALUES_PLACE
};

/* The duration that is added up: a column of the report, or GT_NO_COLUMN. */
int gt_values_measure(const struct gt_report *r);

/* Of an open table: "func: 14 values in 12,822 slices"; rows: "slices". */
void gt_values_title(struct gt_buf *out, const struct gt_table *t, const char *rows);

#endif

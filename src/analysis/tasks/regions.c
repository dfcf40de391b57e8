/* The report "regions": user regions. */
#include "analysis/table/reports.h"

struct regions {
	struct gt_table head;
	struct gt_region r;
};

static const void *regions_row(struct gt_table *t, uint64_t row)
{
	struct regions *rs = (struct regions *)t;

	return gt_region_get(t->trace, row, &rs->r) ? &rs->r : NULL;
}

static const struct gt_column columns[] = {
	{ "name", "Region", GT_KIND_STRING, 0, 24,
		"its type; empty for a task that a goroutine inherited",
		GT_FIELD_AS(gt_cell_field_name, struct gt_region, name) },
	{ "task", "Task", GT_KIND_ID, 0, 7,
		"task it belongs to; 0: the background task", GT_FIELD(struct gt_region, task) },
	{ "g", "G", GT_KIND_ID, 0, 7,
		"goroutine", GT_FIELD_AS(gt_cell_field_g, struct gt_region, g) },
	{ "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when it began", GT_FIELD(struct gt_region, t0) },
	{ "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ended", GT_FIELD(struct gt_region, t1) },
	{ "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it lasted", GT_FIELD_SPAN(struct gt_region, t0, t1) },
	{ "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it began", GT_FIELD(struct gt_region, stack) },
};

const struct gt_report gt_report_regions = {
	.name = "regions",
	.row = "a user region",
	GT_REPORT_COLUMNS(columns),
	.order = { "start_ns" },
	.ops = { .size = sizeof(struct regions), .rows = offsetof(struct gt_trace_info, regions),
		 .row = regions_row },
};

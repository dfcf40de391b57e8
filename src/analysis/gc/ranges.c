/* The report "ranges". */
#include "analysis/goroutines/granges.h"
#include "analysis/table/reports.h"

struct ranges {
	struct gt_table head;
	struct gt_range_row r;
};

static void range_name(struct gt_table *t, struct gt_cell *out)
{
	gt_range_name(&t->text, t->trace, t->at);
	gt_cell_s(out, t->text.data, t->text.len);
}

static void range_scope(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_range_row *r = t->at;

	gt_cell_word(out, r->kind == GT_RANGE_GC ? "global" : r->kind == GT_RANGE_SWEEP ? "proc" : "goroutine");
}

/* Only of a sweep that ended. */
static void range_bytes(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_range_row *r = t->at;

	if (r->kind == GT_RANGE_SWEEP && r->t1 != GT_NO_TIME)
		gt_cell_field(t, out);
}

static const void *ranges_row(struct gt_table *t, uint64_t row)
{
	struct ranges *rs = (struct ranges *)t;

	return gt_range_get(t->trace, row, &rs->r) ? &rs->r : NULL;
}

#define FIELD(member) GT_FIELD(struct gt_range_row, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gt_range_row, member)

static const struct gt_column columns[] = {
	{ "name", "Range", GT_KIND_STRING, 0, 30,
		"what it is, as Go names it", .cell = range_name },
	{ "scope", "Scope", GT_KIND_STRING, 0, 9,
		"what it is bound to: goroutine, proc or global", .cell = range_scope },
	{ "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when it began", FIELD(t0) },
	{ "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ended", FIELD(t1) },
	{ "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it lasted", GT_FIELD_SPAN(struct gt_range_row, t0, t1) },
	{ "g", "G", GT_KIND_ID, 0, 7,
		"the goroutine it is bound to, or that was there when it began", FIELD_AS(gt_cell_field_g, g) },
	{ "p", "P", GT_KIND_ID, 0, 3,
		"the processor it began on", FIELD_AS(gt_cell_field_p, proc_row) },
	{ "swept", "Swept", GT_KIND_BYTES, GT_COL_DESC | GT_COL_MORE, 9,
		"bytes swept", FIELD_AS(range_bytes, value) },
	{ "reclaimed", "Reclaimed", GT_KIND_BYTES, GT_COL_DESC | GT_COL_MORE, 9,
		"bytes reclaimed", FIELD_AS(range_bytes, value2) },
	{ "active", "Active", GT_KIND_BOOL, GT_COL_MORE, 6,
		"was going on when the trace began", FIELD(active) },
	{ "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it began", FIELD(stack) },
};

const struct gt_report gt_report_ranges = {
	.name = "ranges",
	.row = "any range: stop-the-world, GC mark phase, sweep, mark assist",
	GT_REPORT_COLUMNS(columns),
	.order = { "start_ns" },
	.ops = { .size = sizeof(struct ranges), .rows = offsetof(struct gt_trace_info, ranges),
		 .row = ranges_row },
};

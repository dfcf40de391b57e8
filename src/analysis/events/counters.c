/* The report "counters": every change of a counter. */
#include "analysis/table/reports.h"

struct counters {
	struct gt_table head;
	struct gt_counter c;
};

static void counter_name(struct gt_table *t, struct gt_cell *out)
{
	static const char *const names[] = {
		[GT_METRIC_GOMAXPROCS] = "gomaxprocs",
		[GT_METRIC_HEAP_ALLOC] = "heap_alloc",
		[GT_METRIC_HEAP_GOAL] = "heap_goal",
	};
	const struct gt_counter *c = t->at;

	gt_cell_word(out, c->metric < GT_COUNT(names) ? names[c->metric] : "?");
}

static void counter_value(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_counter *c = t->at;

	if (c->metric != GT_METRIC_GOMAXPROCS)
		out->kind = GT_KIND_BYTES;
	gt_cell_u(out, c->value);
}

static const void *counters_row(struct gt_table *t, uint64_t row)
{
	struct counters *cs = (struct counters *)t;

	return gt_counter_get(t->trace, row, &cs->c) ? &cs->c : NULL;
}

static const struct gt_column columns[] = {
	{ "ns", "Time", GT_KIND_TIME, GT_COL_BEGIN | GT_COL_END, 12,
		"when it changed", GT_FIELD(struct gt_counter, t) },
	{ "name", "Counter", GT_KIND_STRING, 0, 12,
		"gomaxprocs, heap_alloc or heap_goal", .cell = counter_name },
	{ "value", "Value", GT_KIND_COUNT, GT_COL_DESC, 10,
		"its new value", .cell = counter_value },
};

const struct gt_report gt_report_counters = {
	.name = "counters",
	.row = "a change of a counter: heap, heap goal, GOMAXPROCS",
	GT_REPORT_COLUMNS(columns),
	.ops = { .size = sizeof(struct counters), .rows = offsetof(struct gt_trace_info, counters),
		 .row = counters_row },
};

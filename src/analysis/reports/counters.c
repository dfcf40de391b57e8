/* The report "counters": every change of a counter. */
#include <stdlib.h>
#include <string.h>

#include "analysis/reports/lists.h"
#include "base/xalloc.h"

enum col { COL_TIME, COL_NAME, COL_VALUE, COLS };

static const char *metric_name(unsigned metric)
{
	static const char *const names[] = {
		[GT_METRIC_GOMAXPROCS] = "gomaxprocs",
		[GT_METRIC_HEAP_ALLOC] = "heap_alloc",
		[GT_METRIC_HEAP_GOAL] = "heap_goal",
	};

	return metric < GT_COUNT(names) ? names[metric] : "?";
}

static void counters_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct gt_counter c;
	const char *name;

	if (!gt_counter_get(t->trace, row, &c))
		return;
	switch ((enum col)col) {
	case COL_TIME: gt_cell_i(out, c.t); break;
	case COL_NAME:
		name = metric_name(c.metric);
		gt_cell_s(out, name, strlen(name));
		break;
	case COL_VALUE:
		if (c.metric != GT_METRIC_GOMAXPROCS)
			out->kind = GT_KIND_BYTES;
		gt_cell_u(out, c.value);
		break;
	case COLS: break;
	}
}

static void counters_close(struct gt_table *t)
{
	free(t);
}

static const struct gt_table_ops counters_ops = {
	.cell = counters_cell,
	.close = counters_close,
};

static int counters_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
			 struct gt_error *err)
{
	(void)args;
	(void)err;
	*out = gt_xcalloc(1, sizeof **out);
	(*out)->ops = &counters_ops;
	(*out)->rows = gt_trace_info(t)->counters;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_TIME] = { "ns", "Time", GT_KIND_TIME, 0, 12,
		"when it changed" },
	[COL_NAME] = { "name", "Counter", GT_KIND_STRING, 0, 12,
		"gomaxprocs, heap_alloc or heap_goal" },
	[COL_VALUE] = { "value", "Value", GT_KIND_COUNT, GT_COL_DESC, 10,
		"its new value" },
};

const struct gt_report gt_report_counters = {
	.name = "counters",
	.row = "a change of a counter: heap, heap goal, GOMAXPROCS",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.start = COL_TIME,
	.end = COL_TIME,
	.measure = GT_NO_COLUMN,
	.open = counters_open,
};

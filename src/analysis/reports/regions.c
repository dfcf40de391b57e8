/* The report "regions": user regions. */
#include "analysis/reports/lists.h"

#include <stdlib.h>

#include "base/xalloc.h"

enum col { COL_NAME, COL_TASK, COL_G, COL_START, COL_END, COL_DUR, COL_STACK, COLS };

static int64_t regions_duration(const struct gt_region *r)
{
	return r->t0 == GT_NO_TIME || r->t1 == GT_NO_TIME ? GT_NO_TIME : r->t1 - r->t0;
}

static void regions_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct gt_region r;

	if (!gt_region_get(t->trace, row, &r))
		return;
	switch ((enum col)col) {
	case COL_NAME: gt_cell_name(out, t->trace, r.name); break;
	case COL_TASK: gt_cell_u(out, r.task); break;
	case COL_G: gt_cell_goroutine(out, t->trace, r.g); break;
	case COL_START: gt_cell_i(out, r.t0); break;
	case COL_END: gt_cell_i(out, r.t1); break;
	case COL_DUR: gt_cell_i(out, regions_duration(&r)); break;
	case COL_STACK: gt_cell_stack(out, r.stack); break;
	case COLS: break;
	}
}

static void regions_close(struct gt_table *t)
{
	free(t);
}

static const struct gt_table_ops regions_ops = {
	.cell = regions_cell,
	.close = regions_close,
};

static int regions_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
			struct gt_error *err)
{
	(void)args;
	(void)err;
	*out = gt_xcalloc(1, sizeof **out);
	(*out)->ops = &regions_ops;
	(*out)->trace = t;
	(*out)->rows = gt_trace_info(t)->regions;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_NAME] = { "name", "Region", GT_KIND_STRING, 0, 24,
		"its type; empty for a task that a goroutine inherited" },
	[COL_TASK] = { "task", "Task", GT_KIND_ID, 0, 7,
		"task it belongs to; 0: the background task" },
	[COL_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine" },
	[COL_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"when it began" },
	[COL_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"when it ended" },
	[COL_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long it lasted" },
	[COL_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it began" },
};

const struct gt_report gt_report_regions = {
	.name = "regions",
	.row = "a user region",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.order = { { COL_START, false } },
	.norder = 1,
	.start = COL_START,
	.end = COL_END,
	.measure = COL_DUR,
	.open = regions_open,
};

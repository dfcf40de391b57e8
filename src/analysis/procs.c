/* The report "procs": busy and idle time of each P. */
#include "analysis/procs.h"

#include <stdlib.h>

#include "base/xalloc.h"

enum col { COL_P, COL_FIRST, COL_BUSY, COL_IDLE, COL_SLICES, COLS };

struct procs {
	struct gt_table head;
	int64_t from, to;
	uint64_t row;
	uint32_t part;
	struct gt_proc p;
};

/* From the P's first mention on, it is either busy or idle. */
static int64_t idle(const struct procs *ps, int64_t busy)
{
	int64_t from = ps->p.first > ps->from ? ps->p.first : ps->from;

	return ps->to - from > busy ? ps->to - from - busy : 0;
}

static void procs_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct procs *ps = (struct procs *)t;
	int64_t busy;

	if (row != ps->row) {
		ps->part = gt_proc_by_order(t->trace, (uint32_t)row);
		if (!gt_proc_get(t->trace, ps->part, &ps->p))
			return;
		ps->row = row;
	}
	switch ((enum col)col) {
	case COL_P: gt_cell_u(out, ps->p.id); break;
	case COL_FIRST: gt_cell_i(out, ps->p.first); break;
	case COL_SLICES: gt_cell_u(out, gt_slices_within(t->trace, ps->part, ps->from, ps->to, NULL)); break;
	case COL_BUSY:
	case COL_IDLE:
		busy = gt_slices_busy(t->trace, ps->part, ps->from, ps->to);
		gt_cell_i(out, col == COL_BUSY ? busy : idle(ps, busy));
		break;
	case COLS: break;
	}
}

static void procs_close(struct gt_table *t)
{
	free(t);
}

static const struct gt_table_ops procs_ops = {
	.cell = procs_cell,
	.close = procs_close,
};

static int procs_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		      struct gt_error *err)
{
	struct procs *ps = gt_xcalloc(1, sizeof *ps);
	int64_t end = gt_trace_info(t)->duration;

	(void)err;
	ps->head.ops = &procs_ops;
	ps->head.rows = gt_trace_info(t)->procs;
	ps->from = args->from > 0 ? args->from : 0;
	ps->to = args->until < end ? args->until : end;
	ps->row = UINT64_MAX;
	*out = &ps->head;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_P] = { "p", "P", GT_KIND_ID, 0, 4,
		"processor" },
	[COL_FIRST] = { "first_ns", "First seen", GT_KIND_TIME, 0, 12,
		"when the trace mentions it first" },
	[COL_BUSY] = { "busy_ns", "Busy", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long goroutines held it" },
	[COL_IDLE] = { "idle_ns", "Idle", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long none did" },
	[COL_SLICES] = { "slices", "Slices", GT_KIND_COUNT, GT_COL_DESC, 8,
		"how many on-processor slices it had" },
};

const struct gt_report gt_report_procs = {
	.name = "procs",
	.row = "a processor (P)",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.start = GT_NO_COLUMN,
	.end = GT_NO_COLUMN,
	.measure = COL_BUSY,
	.open = procs_open,
};

/* The report "procs": busy and idle time of each P. */
#include "analysis/reports/procs.h"

#include <stdlib.h>

#include "base/xalloc.h"

enum col { COL_P, COL_FIRST, COL_BUSY, COL_IDLE, COL_SLICES, COLS };

/* GOMAXPROCS from a time on. */
struct allowed {
	int64_t t;
	uint64_t procs;
};

struct procs {
	struct gt_table head;
	int64_t from, to;
	struct allowed *allowed;  /* by time; the first holds before it is written, too */
	size_t nallowed, cap;
	uint64_t row;
	uint32_t proc_row;
	struct gt_proc p;
};

/* Only what changes it: each time that the world starts again it is written. */
static void find_allowed(struct procs *ps, const struct gt_trace *t)
{
	uint64_t n = gt_trace_info(t)->counters;
	struct gt_counter c;

	for (uint64_t i = 0; i < n; i++) {
		if (!gt_counter_get(t, i, &c) || c.metric != GT_METRIC_GOMAXPROCS ||
		    (ps->nallowed && ps->allowed[ps->nallowed - 1].procs == c.value))
			continue;
		GT_GROW(ps->allowed, ps->cap, ps->nallowed + 1);
		ps->allowed[ps->nallowed++] = (struct allowed){ c.t, c.value };
	}
	if (!ps->nallowed) {
		GT_GROW(ps->allowed, ps->cap, 1);
		ps->allowed[ps->nallowed++] = (struct allowed){ .procs = UINT64_MAX };
	}
	ps->allowed[0].t = INT64_MIN;
}

/* While GOMAXPROCS allows for the P it is either busy or idle, mentioned or not. */
static int64_t idle(const struct procs *ps)
{
	int64_t sum = 0;

	for (size_t i = 0; i < ps->nallowed; i++) {
		int64_t a = ps->allowed[i].t, b = i + 1 < ps->nallowed ? ps->allowed[i + 1].t : INT64_MAX;

		a = a > ps->from ? a : ps->from;
		b = b < ps->to ? b : ps->to;
		if (ps->p.id < ps->allowed[i].procs && a < b)
			sum += b - a - gt_slices_busy(ps->head.trace, ps->proc_row, a, b);
	}
	return sum;
}

static void procs_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct procs *ps = (struct procs *)t;

	if (row != ps->row) {
		ps->proc_row = gt_proc_by_order(t->trace, (uint32_t)row);
		if (!gt_proc_get(t->trace, ps->proc_row, &ps->p))
			return;
		ps->row = row;
	}
	switch ((enum col)col) {
	case COL_P: gt_cell_u(out, ps->p.id); break;
	case COL_FIRST: gt_cell_i(out, ps->p.first); break;
	case COL_SLICES:
		gt_cell_u(out, gt_slices_within(t->trace, ps->proc_row, ps->from, ps->to, NULL));
		break;
	case COL_BUSY: gt_cell_i(out, gt_slices_busy(t->trace, ps->proc_row, ps->from, ps->to)); break;
	case COL_IDLE: gt_cell_i(out, idle(ps)); break;
	case COLS: break;
	}
}

static void procs_close(struct gt_table *t)
{
	free(((struct procs *)t)->allowed);
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
	find_allowed(ps, t);
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
		"how long none did, while GOMAXPROCS allowed for it" },
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

/* The report "stw": every stop-the-world. */
#include "analysis/stw.h"

#include <stdlib.h>

#include "base/xalloc.h"

enum col { COL_REASON, COL_START, COL_END, COL_DUR, COL_G, COL_FUNC, COL_STOP, COL_STOPPED, COL_LAST_P, COL_LAST_G,
	   COL_LAST_FUNC, COL_LAST_YIELD, COL_LAST_STACK, COL_STACK, COLS };

struct stw {
	struct gt_table head;
	struct gt_range_list list;
	uint64_t row;
	struct gt_range_row r;
};

static void cell_func(const struct gt_trace *t, uint32_t row, struct gt_cell *out)
{
	struct gt_goroutine g;

	if (row != GT_NO_ROW && gt_goroutine_get(t, row, &g))
		gt_cell_string(out, t, g.func);
}

static void stw_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct stw *s = (struct stw *)t;
	const struct gt_range_row *r = &s->r;

	if (row != s->row && gt_range_get(t->trace, s->list.rows[row], &s->r))
		s->row = row;
	switch ((enum col)col) {
	case COL_REASON: gt_cell_string(out, t->trace, r->name); break;
	case COL_START: gt_cell_i(out, r->t0); break;
	case COL_END: gt_cell_i(out, r->t1); break;
	case COL_DUR: gt_cell_i(out, r->t1 == GT_NO_TIME ? GT_NO_TIME : r->t1 - r->t0); break;
	case COL_G: gt_cell_goroutine(out, t->trace, r->g); break;
	case COL_FUNC: cell_func(t->trace, r->g, out); break;
	case COL_STACK: gt_cell_stack(out, r->stack); break;
	case COL_STOP:
	case COL_STOPPED:
	case COL_LAST_P:
	case COL_LAST_G:
	case COL_LAST_FUNC:
	case COL_LAST_YIELD:
	case COL_LAST_STACK:
	case COLS: break; /* who held it up is not known yet */
	}
}

static void stw_close(struct gt_table *t)
{
	gt_range_list_release(&((struct stw *)t)->list);
	free(t);
}

static const struct gt_table_ops stw_ops = {
	.cell = stw_cell,
	.close = stw_close,
};

static int stw_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		    struct gt_error *err)
{
	struct stw *s = gt_xcalloc(1, sizeof *s);

	(void)args;
	(void)err;
	gt_range_list_fill(&s->list, t, GT_RANGES_STW);
	s->head.ops = &stw_ops;
	s->head.rows = s->list.n;
	s->row = UINT64_MAX;
	*out = &s->head;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_REASON] = { "reason", "Reason", GT_KIND_STRING, 0, 24,
		"why the world was stopped" },
	[COL_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"when the stop was asked for" },
	[COL_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"when the world ran again" },
	[COL_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC, 9,
		"from the request to the restart" },
	[COL_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"the goroutine that stopped it" },
	[COL_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"start function of that goroutine" },
	[COL_STOP] = { "stop_ns", "Time to stop", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 12,
		"from the request until all processors had stopped" },
	[COL_STOPPED] = { "stopped_ns", "Stopped", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long all were stopped" },
	[COL_LAST_P] = { "last_p", "Last P", GT_KIND_ID, GT_COL_MORE, 6,
		"the processor that stopped last" },
	[COL_LAST_G] = { "last_g", "Last G", GT_KIND_ID, GT_COL_MORE, 7,
		"the goroutine that ran on it" },
	[COL_LAST_FUNC] = { "last_func", "Last function", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"start function of that goroutine" },
	[COL_LAST_YIELD] = { "last_yield_ns", "Last yield", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 10,
		"how long after the request it yielded" },
	[COL_LAST_STACK] = { "last_stack", "Last at", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it yielded" },
	[COL_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where the stop was asked for" },
};

const struct gt_report gt_report_stw = {
	.name = "stw",
	.row = "a stop-the-world",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.start = COL_START,
	.end = COL_END,
	.measure = COL_DUR,
	.open = stw_open,
};

/* Ranges: names, and the report "ranges". */
#include <stdlib.h>
#include <string.h>

#include "analysis/stw/stw.h"
#include "base/xalloc.h"

void gt_range_name(struct gt_buf *out, const struct gt_trace *t, const struct gt_range_row *r)
{
	const char *s;
	size_t n;

	switch (r->kind) {
	case GT_RANGE_STW:
		s = gt_trace_string(t, r->name, &n);
		gt_buf_puts(out, "stop-the-world (");
		gt_buf_add(out, s, n);
		gt_buf_putc(out, ')');
		break;
	case GT_RANGE_GC: gt_buf_puts(out, "GC concurrent mark phase"); break;
	case GT_RANGE_SWEEP: gt_buf_puts(out, "GC incremental sweep"); break;
	case GT_RANGE_ASSIST: gt_buf_puts(out, "GC mark assist"); break;
	}
}

/* ---- the report ---- */

enum col { COL_NAME, COL_SCOPE, COL_START, COL_END, COL_DUR, COL_G, COL_P, COL_BYTES, COL_RECLAIMED, COL_ACTIVE,
	   COL_STACK, COLS };

struct ranges {
	struct gt_table head;
	struct gt_buf name;
	uint64_t row;
	struct gt_range_row r;
};

static void cell_scope(const struct gt_range_row *r, struct gt_cell *out)
{
	const char *s = r->kind == GT_RANGE_GC ? "global" : r->kind == GT_RANGE_SWEEP ? "proc" : "goroutine";

	gt_cell_s(out, s, strlen(s));
}

static void ranges_cell_proc(const struct gt_trace *t, const struct gt_range_row *r, struct gt_cell *out)
{
	struct gt_proc p;

	if (r->proc_row != GT_NO_ROW && gt_proc_get(t, r->proc_row, &p))
		gt_cell_u(out, p.id);
}

static void cell_name(struct ranges *rs, struct gt_cell *out)
{
	gt_buf_reset(&rs->name);
	gt_range_name(&rs->name, rs->head.trace, &rs->r);
	gt_cell_s(out, rs->name.data, rs->name.len);
}

static void ranges_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct ranges *rs = (struct ranges *)t;
	const struct gt_range_row *r = &rs->r;
	bool sweep;

	if (row != rs->row && gt_range_get(t->trace, row, &rs->r))
		rs->row = row;
	sweep = r->kind == GT_RANGE_SWEEP && r->t1 != GT_NO_TIME;
	switch ((enum col)col) {
	case COL_NAME: cell_name(rs, out); break;
	case COL_SCOPE: cell_scope(r, out); break;
	case COL_START: gt_cell_i(out, r->t0); break;
	case COL_END: gt_cell_i(out, r->t1); break;
	case COL_DUR: gt_cell_i(out, r->t1 == GT_NO_TIME ? GT_NO_TIME : r->t1 - r->t0); break;
	case COL_G: gt_cell_goroutine(out, t->trace, r->g); break;
	case COL_P: ranges_cell_proc(t->trace, r, out); break;
	case COL_BYTES: gt_cell_u(out, sweep ? r->value : GT_NONE); break;
	case COL_RECLAIMED: gt_cell_u(out, sweep ? r->value2 : GT_NONE); break;
	case COL_ACTIVE: gt_cell_b(out, r->active); break;
	case COL_STACK: gt_cell_stack(out, r->stack); break;
	case COLS: break;
	}
}

static void ranges_close(struct gt_table *t)
{
	gt_buf_release(&((struct ranges *)t)->name);
	free(t);
}

static const struct gt_table_ops ranges_ops = {
	.cell = ranges_cell,
	.close = ranges_close,
};

static int ranges_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		       struct gt_error *err)
{
	struct ranges *rs = gt_xcalloc(1, sizeof *rs);

	(void)args;
	(void)err;
	rs->head.ops = &ranges_ops;
	rs->head.rows = gt_trace_info(t)->ranges;
	rs->row = UINT64_MAX;
	*out = &rs->head;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_NAME] = { "name", "Range", GT_KIND_STRING, 0, 30,
		"what it is, as Go names it" },
	[COL_SCOPE] = { "scope", "Scope", GT_KIND_STRING, 0, 9,
		"what it is bound to: goroutine, proc or global" },
	[COL_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"when it began" },
	[COL_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"when it ended" },
	[COL_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long it lasted" },
	[COL_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"the goroutine it is bound to, or that was there when it began" },
	[COL_P] = { "p", "P", GT_KIND_ID, 0, 3,
		"the processor it began on" },
	[COL_BYTES] = { "swept", "Swept", GT_KIND_BYTES, GT_COL_DESC | GT_COL_MORE, 9,
		"bytes swept" },
	[COL_RECLAIMED] = { "reclaimed", "Reclaimed", GT_KIND_BYTES, GT_COL_DESC | GT_COL_MORE, 9,
		"bytes reclaimed" },
	[COL_ACTIVE] = { "active", "Active", GT_KIND_BOOL, GT_COL_MORE, 6,
		"was going on when the trace began" },
	[COL_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it began" },
};

const struct gt_report gt_report_ranges = {
	.name = "ranges",
	.row = "any range: stop-the-world, GC mark phase, sweep, mark assist",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.order = { { COL_START, false } },
	.norder = 1,
	.start = COL_START,
	.end = COL_END,
	.measure = COL_DUR,
	.open = ranges_open,
};

/* The rows of the view of stop-the-world pauses and GC cycles: columns, selections, styles. */
#include "ui/panes/gc/gc_own.h"

#include "analysis/table/reports.h"
#include "analysis/stw/blame.h"
#include "analysis/stw/stw.h"
#include "index/caps.h"
#include "ui/detail/detail.h"
#include "ui/panes/rows.h"

/* ---- rows: stops ---- */

/* The pause's time, and the last goroutine to yield: its P, its slice. */
static bool select_stop(const struct gt_pane_table *pt, uint32_t range, struct gt_sel *sel)
{
	struct gt_blame b = { 0 };
	struct gt_proc p;

	if (!gt_blame_find(&b, pt->prog->trace, range))
		return false;
	if (b.last < 0 || !gt_sel_slice(sel, pt->prog, b.procs[b.last].slice)) {
		*sel = (struct gt_sel){ .has = GT_SEL_TIME | GT_SEL_SPAN };
		if (gt_proc_get(pt->prog->trace, b.last >= 0 ? b.procs[b.last].proc_row : b.stopper, &p)) {
			sel->has |= GT_SEL_P;
			sel->p = p.id;
		}
	}
	sel->time_ns = b.range.t0;
	sel->end_ns = b.end;
	gt_blame_release(&b);
	return true;
}

static bool stop_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	return select_stop(pt, gt_stw_range(pt->table, row), sel);
}

static int64_t time_cell(const struct gt_pane_table *pt, uint64_t row, unsigned col)
{
	struct gt_cell c;

	gt_table_cell(pt->table, row, col, &c);
	return c.null ? INT64_MAX : c.i;
}

/* The row that goes on at a time, else the one before; rows are in the order of their starts. */
static uint64_t gc_tables_row_at(const struct gt_pane_table *pt, int64_t time, unsigned start)
{
	uint64_t lo = 0, hi = pt->table->rows;

	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (time_cell(pt, mid, start) <= time)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? lo - 1 : hi ? 0 : UINT64_MAX;
}

/* Of a slice or a wait that no pause was going on at the start of: the first that began during it. */
static uint64_t stop_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	uint64_t row = sel->has & GT_SEL_TIME ? gc_tables_row_at(pt, sel->time_ns, GT_STW_START) : UINT64_MAX, next;

	if (row == UINT64_MAX || !(sel->has & GT_SEL_SPAN))
		return row;
	next = row + (time_cell(pt, row, GT_STW_START) <= sel->time_ns);
	if (time_cell(pt, row, GT_STW_END) > sel->time_ns || next >= pt->table->rows ||
	    time_cell(pt, next, GT_STW_START) >= sel->end_ns)
		return row;
	return next;
}

static uint64_t stop_id(const struct gt_pane_table *pt, uint64_t row)
{
	return gt_stw_range(pt->table, row);
}

static uint64_t stop_of_id(const struct gt_pane_table *pt, uint64_t id)
{
	return gt_stw_row(pt->table, (uint32_t)id);
}

static gt_style stop_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_cell c;

	/* What stands out is a long pause, not that there are pauses. */
	if (col == GT_STW_REASON || col == GT_STW_STOP || col == GT_STW_DUR) {
		gt_table_cell(pt->table, row, col == GT_STW_STOP ? GT_STW_STOP : GT_STW_DUR, &c);
		return c.null ? GT_ROLE_NORMAL : gt_rows_long_style(c.i, pt->prog->stw_ns);
	}
	return GT_ROLE_NORMAL;
}

static const char *no_stops(const struct gt_pane_table *pt)
{
	if (pt->within)
		return "this function delayed no pause";
	if (!gt_trace_caps(pt->prog->trace).every_pause)
		return "no stop-the-world pause in this trace: before Go 1.21 only those of the GC are recorded";
	return "the world was not stopped in this trace";
}

static void stops_text(struct gt_buf *out, const struct gt_table *table, const uint64_t *rows, uint64_t n,
		       uint64_t at)
{
	for (uint64_t i = 0; i < n; i++) {
		if (at + i)
			gt_buf_putc(out, '\n');
		gt_stop_text(out, table->trace, gt_stw_range(table, rows[i]));
	}
}

/* ---- rows: cycles ---- */

static bool cycle_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	int64_t t0 = time_cell(pt, row, GT_GC_START), t1 = time_cell(pt, row, GT_GC_END);

	*sel = (struct gt_sel){
		.has = GT_SEL_TIME | GT_SEL_SPAN,
		.time_ns = t0,
		.end_ns = t1 == INT64_MAX ? gt_trace_info(pt->prog->trace)->duration : t1,
	};
	return true;
}

static uint64_t cycle_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	return sel->has & GT_SEL_TIME ? gc_tables_row_at(pt, sel->time_ns, GT_GC_START) : UINT64_MAX;
}

/* ---- rows: totals ---- */

static bool total_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	uint32_t worst = gt_stwtotal_worst(pt->table, row);

	return worst != GT_NO_ROW && select_stop(pt, worst, sel);
}

static gt_style total_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_cell c;

	if (col == GT_STWTOTAL_DELAY || col == GT_STWTOTAL_MAX) {
		gt_table_cell(pt->table, row, (unsigned)col, &c);
		return gt_rows_long_style(c.i, pt->prog->stw_ns);
	}
	return GT_ROLE_NORMAL;
}

/* Stops and cycles are few: what all of them cost is less than a frame. */
const struct gt_pane_table_spec gt_gc_stops_spec = {
	.report = &gt_report_stw,
	.worst = "dur_ns",
	.columns = "reason start dur stop/1 still/2 restart/5 last_p/7 last_g/4 blame/3 last_how/6 last_where/8",
	.what = "pauses",
	.id = stop_id,
	.row = stop_of_id,
	.select = stop_select,
	.find = stop_find,
	.style = stop_style,
	.empty = no_stops,
	.text = stops_text,
};

const struct gt_pane_table_spec gt_gc_cycles_spec = {
	.report = &gt_report_gc,
	.worst = "dur_ns",
	.columns = "start interval/4 dur heap_start/1 heap_goal/2 heap_end/3 procs_share assist/5 stw/6 dedicated/7 "
		   "sweep/8 fractional/9 idle/10 assist_wall/11 reclaimed/12",
	.what = "GC cycles",
	.cost = gt_rows_slices_cost,
	.select = cycle_select,
	.find = cycle_find,
	.nothing = "no garbage collection went on in this trace",
};

const struct gt_pane_table_spec gt_gc_funcs_spec = {
	.report = &gt_report_stwfuncs,
	.columns = "func count delay max/1 asked/2 goroutines/4 worst_where/3",
	.what = "functions",
	.select = total_select,
	.style = total_style,
	.empty = no_stops,
};

const struct gt_pane_table_spec gt_gc_goroutines_spec = {
	.report = &gt_report_stwgoroutines,
	.columns = "g func count delay max/1 asked/2 worst_where/3",
	.what = "goroutines",
	.select = total_select,
	.style = total_style,
	.empty = no_stops,
};

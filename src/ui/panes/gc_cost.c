/* Modes of the view of pauses and cycles about what the GC costs, and about values over time. */
#include "ui/panes/gc_cost.h"

#include "analysis/gc/gcparts.h"
#include "analysis/gc/gcpaygroups.h"
#include "analysis/reports/series.h"
#include "analysis/table/reports.h"
#include "ui/detail/detail.h"
#include "ui/panes/rows.h"

/* ---- parts of the cost ---- */

/* A part stands for its longest: jumps lead there. */
static bool part_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	const struct gt_gcpart *p = gt_gcparts_at(pt->table, row);
	struct gt_goroutine g;
	struct gt_proc proc;

	if (!p->count)
		return false;
	*sel = (struct gt_sel){ .has = GT_SEL_TIME | GT_SEL_SPAN, .time_ns = p->t0, .end_ns = p->t1 };
	if (gt_goroutine_get(pt->prog->trace, p->g, &g))
		gt_rows_span_sel(sel, pt->prog, &g, GT_NO_ROW, p->t0, p->t1);
	if (gt_proc_get(pt->prog->trace, p->proc_row, &proc)) {
		sel->has |= GT_SEL_P;
		sel->p = proc.id;
	}
	return true;
}

static gt_style gcpart_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	(void)pt;
	return col != GT_GCP_PART ? GT_ROLE_NORMAL : row == GT_GCPART_PAUSE ? GT_ROLE_STW : GT_ROLE_GC;
}

static const char *no_parts(const struct gt_pane_table *pt)
{
	return gt_trace_info(pt->prog->trace)->events ? "the GC did nothing in this trace" : "this trace has no events";
}

static const struct gt_pane_column part_columns[] = {
	{ .col = GT_GCP_PART, .min = 9, .max = 18 },
	{ .col = GT_GCP_COUNT, .min = 3, .max = 12, .prio = 3 },
	{ .col = GT_GCP_NS, .min = 7, .max = 12 },
	{ .col = GT_GCP_WALL, .min = 7, .max = 12, .prio = 2 },
	{ .col = GT_GCP_BUSY, .min = 7, .max = 10 },
	{ .col = GT_GCP_PROCS, .min = 7, .max = 10, .prio = 1 },
	{ .col = GT_GCP_MAX, .min = 7, .max = 12, .prio = 4 },
	{ .col = GT_GCP_START, .min = 6, .max = 20, .prio = 5 },
	{ .col = GT_GCP_G, .min = 1, .max = 20, .prio = 6 },
	{ .col = GT_GCP_P, .min = 1, .max = 6, .prio = 7 },
};

const struct gt_pane_table_spec gt_gc_parts_spec = {
	.report = &gt_report_gcparts,
	.columns = part_columns,
	.ncolumns = GT_COUNT(part_columns),
	.what = "parts",
	.cost = gt_rows_slices_cost,
	.select = part_select,
	.style = gcpart_style,
	.empty = no_parts,
};

/* ---- who pays ---- */

static bool payer_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	return gt_sel_goroutine(sel, pt->prog, gt_gccost_payer(pt->table, row)->g);
}

static gt_style payer_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	if (col == GT_PANE_RANK)
		return GT_ROLE_DIM;
	if (col != GT_GCC_G && col != GT_GCC_FUNC)
		return GT_ROLE_NORMAL;
	return gt_goroutine_row_style(pt->prog->trace, gt_gccost_payer(pt->table, row)->g);
}

static const char *no_payers(const struct gt_pane_table *pt)
{
	return gt_trace_info(pt->prog->trace)->events ? "no goroutine had to help the GC" : "this trace has no events";
}

static const struct gt_pane_column payer_columns[] = {
	{ .col = GT_PANE_RANK, .prio = 9 },
	{ .col = GT_GCC_G, .min = 1, .max = 20 },
	{ .col = GT_GCC_FUNC, .min = 14, .max = 0 },
	{ .col = GT_GCC_COUNT, .min = 3, .max = 12, .prio = 4 },
	{ .col = GT_GCC_ASSIST, .min = 7, .max = 12 },
	{ .col = GT_GCC_SHARE, .min = 7, .max = 10, .prio = 1 },
	{ .col = GT_GCC_WALL, .min = 7, .max = 12, .prio = 2 },
	{ .col = GT_GCC_SWEEP, .min = 7, .max = 12, .prio = 3 },
};

const struct gt_pane_table_spec gt_gc_payers_spec = {
	.report = &gt_report_gccost,
	.columns = payer_columns,
	.ncolumns = GT_COUNT(payer_columns),
	.what = "goroutines",
	.cost = gt_rows_slices_cost,
	.select = payer_select,
	.style = payer_style,
	.empty = no_payers,
};

/* A group is of no one goroutine. */
static bool paygroup_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	(void)pt;
	(void)row;
	*sel = (struct gt_sel){ 0 };
	return true;
}

static const struct gt_pane_column paygroup_columns[] = {
	{ .col = GT_PANE_RANK, .prio = 9 },
	{ .col = GT_GCPG_FUNC, .min = 14, .max = 0 },
	{ .col = GT_GCPG_GOROUTINES, .min = 3, .max = 12, .prio = 4 },
	{ .col = GT_GCPG_COUNT, .min = 3, .max = 12, .prio = 5 },
	{ .col = GT_GCPG_ASSIST, .min = 7, .max = 12 },
	{ .col = GT_GCPG_SHARE, .min = 7, .max = 10, .prio = 1 },
	{ .col = GT_GCPG_WALL, .min = 7, .max = 12, .prio = 2 },
	{ .col = GT_GCPG_SWEEP, .min = 7, .max = 12, .prio = 3 },
	{ .col = GT_GCPG_SWEEPS, .min = 3, .max = 12, .prio = 7 },
	{ .col = GT_GCPG_RECLAIMED, .min = 6, .max = 12, .prio = 6 },
};

const struct gt_pane_table_spec gt_gc_paygroups_spec = {
	.report = &gt_report_gccostgroups,
	.columns = paygroup_columns,
	.ncolumns = GT_COUNT(paygroup_columns),
	.what = "functions",
	.cost = gt_rows_slices_cost,
	.select = paygroup_select,
	.empty = no_payers,
};

/* ---- values over time ---- */

/* A series stands for the part of the range in which it was largest. */
static bool series_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	*sel = (struct gt_sel){ .has = GT_SEL_TIME | GT_SEL_SPAN };
	return gt_seriesstats_largest(pt->table, row, &sel->time_ns, &sel->end_ns);
}

static gt_style series_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	(void)pt;
	(void)row;
	return col == GT_SS_OVER ? GT_ROLE_CHART1 : GT_ROLE_NORMAL;
}

static const char *no_series(const struct gt_pane_table *pt)
{
	(void)pt;
	return "this trace has no events";
}

static const struct gt_pane_column series_columns[] = {
	{ .col = GT_SS_NAME, .min = 10, .max = 16 },
	{ .col = GT_SS_MIN, .min = 6, .max = 10, .prio = 3 },
	{ .col = GT_SS_MEAN, .min = 6, .max = 10 },
	{ .col = GT_SS_MAX, .min = 6, .max = 10 },
	{ .col = GT_SS_PEAK, .min = 6, .max = 10, .prio = 2 },
	{ .col = GT_SS_START, .min = 6, .max = 20, .prio = 4 },
	{ .col = GT_SS_OVER, .min = 30, .max = 30 },
};

const struct gt_pane_table_spec gt_gc_series_spec = {
	.report = &gt_report_seriesstats,
	.columns = series_columns,
	.ncolumns = GT_COUNT(series_columns),
	.what = "series",
	.cost = gt_rows_slices_cost,
	.select = series_select,
	.style = series_style,
	.empty = no_series,
};

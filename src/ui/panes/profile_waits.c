/* Modes of the view of profiles that list waits. */
#include "analysis/table/reports.h"
#include "analysis/waits/waits.h"
#include "ui/panes/goroutine_stats.h"
#include "ui/panes/profiles.h"
#include "ui/panes/rows.h"

/* ---- rows: waits ---- */

static uint64_t wait_id(const struct gt_pane_table *pt, uint64_t row)
{
	return gt_waits_id(pt->table, row);
}

static uint64_t wait_of_id(const struct gt_pane_table *pt, uint64_t id)
{
	return gt_waits_row_of(pt->table, id);
}

static bool wait_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_goroutine g;
	struct gt_waited w;

	if (!gt_waits_get(pt->table, row, &w) || !gt_goroutine_get(pt->prog->trace, w.g, &g))
		return false;
	gt_rows_span_sel(sel, pt->prog, &g, GT_NO_ROW, w.iv.t0, w.iv.t1);
	return true;
}

static uint64_t wait_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	uint32_t g = sel->has & GT_SEL_TIME ? gt_sel_find_goroutine(sel, pt->prog) : GT_NO_ROW;

	return g == GT_NO_ROW ? UINT64_MAX : gt_waits_row_at(pt->table, g, sel->time_ns);
}

static void wait_mark(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out)
{
	struct gt_waited w;

	if (gt_waits_get(pt->table, row, &w) && !w.ended)
		gt_buf_puts(out, "»");
}

static gt_style wait_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_waited w;

	if (col == GT_PANE_RANK)
		return GT_ROLE_DIM;
	if (!gt_waits_get(pt->table, row, &w))
		return GT_ROLE_NORMAL;
	switch (col) {
	case GT_WAITS_STATE: return gt_spent_style(w.iv.what);
	case GT_WAITS_G:
	case GT_WAITS_FUNC: return gt_goroutine_row_style(pt->prog->trace, w.g);
	case GT_WAITS_WAKER:
	case GT_WAITS_WAKER_FUNC: return gt_goroutine_row_style(pt->prog->trace, w.iv.waker);
	default: return GT_ROLE_NORMAL;
	}
}

static const char *no_waits(const struct gt_pane_table *pt)
{
	return gt_trace_info(pt->prog->trace)->events ? "no goroutine waited in this trace"
						      : "this trace has no events";
}

static const struct gt_pane_column wait_columns[] = {
	{ .col = GT_PANE_RANK, .prio = 9 },
	{ .col = GT_WAITS_DUR, .min = 7, .max = 12 },
	{ .col = GT_PANE_MARK, .prio = 1 },
	{ .col = GT_WAITS_START, .min = 6, .max = 20, .prio = 5 },
	{ .col = GT_WAITS_G, .min = 1, .max = 20 },
	{ .col = GT_WAITS_FUNC, .min = 14, .prio = 2 },
	{ .col = GT_WAITS_STATE, .min = 7, .max = 17, .prio = 1 },
	{ .col = GT_WAITS_REASON, .min = 6, .max = 24 },
	{ .col = GT_WAITS_TOP, .min = 14, .prio = 4 },
	{ .col = GT_WAITS_WAKER_KIND, .min = 7, .max = 10, .prio = 6 },
	{ .col = GT_WAITS_WAKER, .min = 1, .max = 20, .prio = 3 },
	{ .col = GT_WAITS_WAKER_FUNC, .min = 14, .prio = 7 },
};

/* Until all are sorted: those of the goroutines that the trace mentions first. */
static const struct gt_pane_table_spec wait_spec = {
	.report = &gt_report_waits,
	.columns = wait_columns,
	.ncolumns = GT_COUNT(wait_columns),
	.what = "waits",
	.owners = true,
	.id = wait_id,
	.row = wait_of_id,
	.cost = gt_rows_goroutines_cost,
	.select = wait_select,
	.find = wait_find,
	.mark = wait_mark,
	.style = wait_style,
	.empty = no_waits,
};

static void wait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_waited w;

	if (!gt_waits_get(pt->table, row, &w))
		return;
	gt_goroutine_title(&d->value, pt->prog->trace, w.g);
	gt_detail_put(d, "Goroutine");
	gt_detail_interval(d, pt->prog, w.g, &w.iv);
}

const struct gt_profile_mode_ops gt_profile_modes[GT_PROFILE_MODES] = {
	[GT_PROFILE_WAITS] = {
		.name = "waits",
		.title = "Waits",
		.help = "every wait of every goroutine",
		.spec = &wait_spec,
		.detail = wait_detail,
	},
};

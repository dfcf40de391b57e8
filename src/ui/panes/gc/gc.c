/* The view of stop-the-world pauses and GC cycles: parts and blame, one by one and in all. */
#include "ui/panes/gc/gc_own.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/gc/gccost.h"
#include "analysis/gc/gcpaygroups.h"
#include "analysis/gc/mmutable.h"
#include "analysis/gc/mutil.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/stw/blame.h"
#include "analysis/stw/stw.h"
#include "analysis/table/reports.h"
#include "index/caps.h"
#include "ui/detail/detail.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

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
static const struct gt_pane_table_spec stops_spec = {
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

static const struct gt_pane_table_spec cycles_spec = {
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

static const struct gt_pane_table_spec funcs_spec = {
	.report = &gt_report_stwfuncs,
	.columns = "func count delay max/1 asked/2 goroutines/4 worst_where/3",
	.what = "functions",
	.select = total_select,
	.style = total_style,
	.empty = no_stops,
};

static const struct gt_pane_table_spec goroutines_spec = {
	.report = &gt_report_stwgoroutines,
	.columns = "g func count delay max/1 asked/2 worst_where/3",
	.what = "goroutines",
	.select = total_select,
	.style = total_style,
	.empty = no_stops,
};

/* ---- details ---- */

/* The range behind a row: the pause, or the worst one of a total; GT_NO_ROW: none. */
static uint32_t stop_of_row(const struct gt_pane_table *pt, uint64_t row)
{
	if (row == UINT64_MAX)
		return GT_NO_ROW;
	if (pt->spec == &stops_spec)
		return gt_stw_range(pt->table, row);
	if (pt->spec == &funcs_spec || pt->spec == &goroutines_spec)
		return gt_stwtotal_worst(pt->table, row);
	return GT_NO_ROW;
}

static void stop_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	gt_detail_stop(d, pt->prog->trace, stop_of_row(pt, row), NULL);
}

/* The pause that delayed it most. */
static void total_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	gt_rows_numbers(d, pt, "count delay max asked func");
	if (gt_stwtotal_worst(pt->table, row) != GT_NO_ROW)
		gt_detail_add(d, GT_ROLE_LABEL, "Worst pause");
	stop_detail(pt, row, d);
}

/* ---- what it lists ---- */

enum gc_mode {
	MODE_STOPS, MODE_CYCLES, MODE_FUNCS, MODE_GOROUTINES, MODE_MMU, MODE_MMU_PER_P, MODE_WORST, MODE_COST,
	MODE_PAYERS, MODE_PAYERS_FUNC, MODE_PAYERS_ALLOC, MODE_SERIES
};

/* A function is a row of the table of functions, which has the same ones once the index is there. */
static uint64_t func_key(const struct gt_table *t, uint64_t row)
{
	(void)t;
	return row;
}

/* Only the pauses that a function delayed. */
static bool filter_stops(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f)
{
	struct gt_table *funcs = gt_mode_table(pane, MODE_FUNCS)->table;
	struct gt_cell func;

	if (!funcs || part.key >= funcs->rows)
		return false;
	gt_table_cell(funcs, part.key, GT_STWTOTAL_FUNC, &func);
	func.n = func.null ? 0 : func.n;
	if (func.n == strlen(GT_STWTOTAL_NOBODY) && memcmp(func.s, GT_STWTOTAL_NOBODY, func.n) == 0) {
		gt_buf_puts(&f->expr, "!last_g");
		gt_buf_puts(&f->of, GT_STWTOTAL_NOBODY);
		return true;
	}
	gt_buf_puts(&f->expr, "last_g");
	gt_mode_filter_is(f, "last_func", func.s, func.n);
	gt_buf_puts(&f->of, "delayed by ");
	gt_buf_add(&f->of, func.n ? func.s : GT_NAMELESS, func.n ? func.n : strlen(GT_NAMELESS));
	return true;
}

static uint64_t payer_key(const struct gt_table *t, uint64_t row)
{
	return gt_gcpaygroup_func(t, row);
}

/* Only the goroutines of a group of those that pay. */
static enum gt_narrowed narrow_payers(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	enum gt_payer_group by = part.what == 1 + MODE_PAYERS_ALLOC ? GT_PAYERS_BY_ALLOC : GT_PAYERS_BY_FUNC;
	struct gt_table_args *a = &pt->args;

	(void)pane;
	if (a->has_key == !!part.what && a->key == part.key && a->group == by)
		return GT_NARROWED;
	a->group = by;
	a->has_key = part.what;
	a->key = part.key;
	gt_list_goto(&pt->list, 0, false);
	return GT_NARROWED_REOPEN;
}

static void payers_status(struct gt_pane *pane, struct gt_buf *out)
{
	const struct gt_pane_table *pt = gt_modes_table(pane);
	bool alloc = pt->args.group == GT_PAYERS_BY_ALLOC;

	if (!pt->args.has_key)
		return;
	gt_put_string(out, pt->prog->trace, alloc ? "allocating in " : "started as ", (uint32_t)pt->args.key,
		      GT_NAMELESS);
	gt_buf_putc(out, ' ');
}

/* own: its rows are pauses, or stand for some */
static const struct gt_mode gc_modes[] = {
	[MODE_STOPS] = {
		.name = "pauses", .help = "each stop-the-world pause, and who delayed it",
		.spec = &stops_spec, .filter = filter_stops, .head = gt_gc_pauses_head,
		.detail = stop_detail, .own = true },
	[MODE_CYCLES] = {
		.name = "cycles", .help = "how often, the heap, what each cost",
		.spec = &cycles_spec, .head = gt_gc_heap_head, .own = true,
		.next = "Enter shows it in the timeline" },
	[MODE_FUNCS] = {
		.name = "by-function", .help = "how long each delayed the pauses",
		.spec = &funcs_spec, .line = gt_gc_pauses_line, .detail = total_detail, .own = true,
		.key = func_key, .members = MODE_STOPS },
	[MODE_GOROUTINES] = {
		.name = "by-goroutine", .minor = 1 + MODE_FUNCS, .help = "the same by goroutine",
		.spec = &goroutines_spec, .line = gt_gc_pauses_line, .detail = total_detail, .own = true },
	[MODE_MMU] = {
		.name = "mmu", .help = "the least that the GC leaves the program",
		.spec = &gt_gc_mmu_spec, .head = gt_gc_mmu_head, .detail = gt_gc_mmu_detail },
	[MODE_MMU_PER_P] = {
		.name = "mmu-by-processor", .minor = 1 + MODE_MMU, .help = "the same of the worst processor",
		.spec = &gt_gc_mmu_spec, .head = gt_gc_mmu_head, .detail = gt_gc_mmu_detail },
	[MODE_WORST] = {
		.name = "worst-windows", .minor = 1 + MODE_MMU, .help = "when the GC left the program least",
		.spec = &gt_gc_mmuworst_spec, .next = "Enter shows it in the timeline" },
	[MODE_COST] = {
		.name = "cost", .help = "workers, assists, sweeps, pauses",
		.spec = &gt_gc_parts_spec, .next = "Enter shows the longest of them" },
	[MODE_PAYERS] = {
		.name = "payers", .help = "goroutines that assist and sweep",
		.spec = &gt_gc_payers_spec, .narrow = narrow_payers, .status = payers_status,
		.next = "r shows the goroutine" },
	[MODE_PAYERS_FUNC] = {
		.name = "payers-by-function", .minor = 1 + MODE_PAYERS, .help = "the same by start function",
		.spec = &gt_gc_paygroups_spec, .key = payer_key, .members = MODE_PAYERS },
	[MODE_PAYERS_ALLOC] = {
		.name = "payers-by-allocation", .minor = 1 + MODE_PAYERS, .help = "by the function that allocated",
		.spec = &gt_gc_paygroups_spec, .args = { .group = GT_PAYERS_BY_ALLOC },
		.key = payer_key, .members = MODE_PAYERS },
	[MODE_SERIES] = {
		.name = "series", .help = "heap, states, GC shares, rates",
		.spec = &gt_gc_series_spec, .next = "Enter shows where it was largest" },
};

static const struct gt_modes_spec gc_shows = {
	.v = gc_modes, .n = GT_COUNT(gc_modes),
	.head_rows = HEAD_MIN_ROWS,
};

/* ---- ops ---- */

static void gc_init(struct gt_pane *pane)
{
	gt_mmu_args_in(&gt_mode_table(pane, MODE_MMU_PER_P)->args)->parts = GT_MUTIL_PER_P;
}

static bool gc_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = gt_modes_table(pane);
	struct gt_sel sel;
	uint32_t stop;

	if (gt_modes_handle(pane, act))
		return true;
	if (!gt_pane_table_sel(pt, &sel))
		return false;
	stop = stop_of_row(pt, gt_pane_table_cursor(pt));
	if (act->action == GT_ACT_PATH && stop != GT_NO_ROW) {
		gt_path_open_stop(pane->app, stop);
		return true;
	}
	if (act->action == GT_ACT_SHOW_GOROUTINE && !(sel.has & GT_SEL_G) && gt_mode_now(pane)->own) {
		gt_app_message(pane->app, "no goroutine is charged with this pause");
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

const struct gt_pane_ops gt_pane_gc = {
	.name = "gc",
	.title = "GC/STW",
	.about = "Every stop-the-world pause in its parts: from the request until all processors have stopped (To "
		 "stop), the standstill (Standstill), and from then to the end, while processors start and "
		 "goroutines run again (Restart). The goroutine that yields its processor last is charged with the "
		 "time until then; > and the colour of pauses mark it in the picture, where a texture is a processor "
		 "whose thread has not stopped yet, a line one that is stopped. The chart above the pauses has the "
		 "longest of each column of time, as a logarithm; that above the cycles the least and the largest "
		 "heap, and the goal as a line. MMU is the least that the GC leaves the program of the processors in "
		 "any stretch of time so long: pauses, mark workers (not the idle ones) and assists are the GC's.",
	GT_TABLE_PANE_OPS,
	GT_ROWS_OPS(gc_shows),
	.acts = GT_ACTIONS(GT_ACT_GROUP),
	.hints = GT_ACTIONS(GT_ACT_GROUP),
	.init = gc_init,
	.handle = gc_handle,
	.refresh = gt_table_pane_refresh,
};

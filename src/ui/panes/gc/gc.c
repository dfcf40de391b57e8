/* The view of stop-the-world pauses and GC cycles: parts and blame, one by one and in all. */
#include <stdlib.h>
#include <string.h>

#include "analysis/gc/gccost.h"
#include "analysis/gc/gcpaygroups.h"
#include "analysis/gc/mmutable.h"
#include "analysis/gc/mutil.h"
#include "analysis/stw/stw.h"
#include "analysis/stacks/stacktext.h"
#include "ui/detail/detail.h"
#include "ui/detail/links.h"
#include "ui/panes/gc/gc_own.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

/* ---- details ---- */

/* The range behind a row: the pause, or the worst one of a total; GT_NO_ROW: none. */
static uint32_t stop_of_row(const struct gt_pane_table *pt, uint64_t row)
{
	if (row == UINT64_MAX)
		return GT_NO_ROW;
	if (pt->spec == &gt_gc_stops_spec)
		return gt_stw_range(pt->table, row);
	if (pt->spec == &gt_gc_funcs_spec || pt->spec == &gt_gc_goroutines_spec)
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
		.spec = &gt_gc_stops_spec, .filter = filter_stops, .head = gt_gc_pauses_head,
		.detail = stop_detail, .own = true },
	[MODE_CYCLES] = {
		.name = "cycles", .help = "how often, the heap, what each cost",
		.spec = &gt_gc_cycles_spec, .head = gt_gc_heap_head, .own = true,
		.next = "Enter shows it in the timeline" },
	[MODE_FUNCS] = {
		.name = "by-function", .help = "how long each delayed the pauses",
		.spec = &gt_gc_funcs_spec, .line = gt_gc_pauses_line, .detail = total_detail, .own = true,
		.key = func_key, .members = MODE_STOPS },
	[MODE_GOROUTINES] = {
		.name = "by-goroutine", .minor = 1 + MODE_FUNCS, .help = "the same by goroutine",
		.spec = &gt_gc_goroutines_spec, .line = gt_gc_pauses_line, .detail = total_detail, .own = true },
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

/* The page of one goroutine: tables of its states, slices, children, ranges, regions, tasks and logs. */
#include "ui/panes/goroutines/goroutine_page.h"

#include <inttypes.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/slices/greedy.h"
#include "analysis/table/reports.h"
#include "ui/panes/rows.h"

static struct gt_gpage *page_of(const struct gt_pane_table *pt)
{
	return pt->owner;
}

/* ---- states ---- */

/* To walk along a goroutine takes longer than to read rows as they are stored. */
static uint64_t states_cost(const struct gt_pane_table *pt)
{
	return 32 * (uint64_t)page_of(pt)->g.slices;
}

/* In their own order slices need no reading at all. */
static uint64_t slices_cost(const struct gt_pane_table *pt)
{
	return pt->list.sort == GT_NO_SORT && !pt->expr ? 0 : 8 * (uint64_t)page_of(pt)->g.slices;
}

static bool state_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_interval iv;

	return gt_states_get(pt->table, row, &iv) &&
	       gt_rows_span_sel(sel, pt, page_of(pt)->g.row, gt_interval_on_processor(&iv) ? iv.slice : GT_NO_ROW,
				iv.t0, iv.t1);
}

static bool is_own(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	return sel->has & GT_SEL_TIME && gt_sel_find_goroutine(sel, pt->prog) == page_of(pt)->g_row;
}

static uint64_t state_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	return is_own(pt, sel) ? gt_states_row(pt->table, sel->time_ns) : UINT64_MAX;
}

/* Only as much of it as lies in what the bar spans. */
static bool add_stat(void *arg, const struct gt_interval *iv)
{
	struct gt_gstats *st = arg;
	struct gt_interval part = *iv;

	part.t0 = iv->t0 > st->t0 ? iv->t0 : st->t0;
	part.t1 = iv->t1 < st->t1 ? iv->t1 : st->t1;
	if (part.t0 < part.t1)
		gt_gstats_add(st, &part);
	return iv->t0 < st->t1;
}

static void states_compute(struct gt_pane_table *pt, const struct gt_table *table, const struct gt_view *view)
{
	struct gt_gpage *pg = page_of(pt);
	int64_t end = gt_trace_info(table->trace)->duration;

	(void)view;
	if (pt->args.limited)
		gt_gstats_begin(&pg->computed, pt->args.from, pt->args.to < end ? pt->args.to : end);
	else
		gt_gstats_begin(&pg->computed, 0, end);
	pg->computed.part = pt->args.limited;
	gt_goroutine_walk(table->trace, pg->g_row, false, add_stat, &pg->computed);
	gt_gstats_finish(&pg->computed);
}

static void states_opened(struct gt_pane_table *pt)
{
	struct gt_gpage *pg = page_of(pt);

	if (!pt->view)
		return;
	gt_gstats_release(&pg->stats);
	pg->stats = pg->computed;
	pg->computed = (struct gt_gstats){ 0 };
	pg->complete = true;
}

static const char *goroutine_page_nothing(const struct gt_pane_table *pt)
{
	return pt->spec->nothing;
}

static const char state_columns[] =
	"start/2 dur state mark/1 reason/4 p/3 waker/5 waker_func:10-28/10 began/8 ended/6 "
	"start_where/9 where/7";

/* ---- slices ---- */

static bool slice_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_slice_part s;

	gt_greedy_get(pt->table, row, &s);
	return gt_sel_slice(sel, pt->prog, s.slice.id);
}

static uint64_t slice_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	uint32_t slice = is_own(pt, sel) ? gt_sel_find_slice(sel, pt->prog) : GT_NO_ROW;

	return slice == GT_NO_ROW ? UINT64_MAX : gt_greedy_row(pt->table, slice);
}

static gt_style slice_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_slice_part s;

	if (col != GT_GREEDY_DUR)
		return GT_ROLE_NORMAL;
	gt_greedy_get(pt->table, row, &s);
	return gt_rows_long_style(s.t1 - s.t0, pt->prog->greedy_ns);
}

static const char slice_columns[] =
	"start/2 dur p/3 m/9 wait/4 start_stack/6 end_event/5 end_reason/7 end_where stw_delay/10 "
	"run_max/8";

/* ---- children ---- */

static const char child_columns[] =
	"g func create/3 state/4 total/5 exec sched_wait/1 blocked/2 slices/6 create_stack/8";

/* ---- what has times only ---- */

static bool time_of(const struct gt_pane_table *pt, uint64_t row, enum gt_column_flag flag, int64_t *time)
{
	int col = gt_report_flagged(pt->spec->report, flag);
	struct gt_cell c;

	if (col == GT_NO_COLUMN)
		return false;
	gt_table_cell(pt->table, row, (unsigned)col, &c);
	*time = c.i;
	return !c.null;
}

static bool span_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_gpage *pg = page_of(pt);

	*sel = (struct gt_sel){ .has = GT_SEL_G | GT_SEL_TIME, .g = pg->g.id, .g_row = pg->g_row };
	if (!time_of(pt, row, GT_COL_BEGIN, &sel->time_ns))
		sel->time_ns = pg->g.create;
	if (time_of(pt, row, GT_COL_END, &sel->end_ns) && sel->end_ns > sel->time_ns)
		sel->has |= GT_SEL_SPAN;
	return true;
}

static uint64_t spans_cost(const struct gt_pane_table *pt)
{
	const struct gt_trace_info *info = gt_trace_info(pt->prog->trace);

	return info->ranges + info->regions + info->tasks + info->logs;
}

/* ---- the sections ---- */

/* Their rows are some of a table: that it has others is no reason. */
#define LIST(report_, columns_, what_, none) \
	.report = &report_, .columns = columns_, .what = what_, \
	.nothing = none, .empty = goroutine_page_nothing
#define SPANS(report_, what_, none) { \
	.report = &report_, .what = what_, .nothing = none, .empty = goroutine_page_nothing, \
	.cost = spans_cost, .select = span_select, \
}

const struct gt_pane_table_spec gt_gsection_specs[GT_GSECTIONS] = {
	[GT_GSECTION_STATES] = {
		LIST(gt_report_states, state_columns, "states",
		     "this goroutine did nothing in the trace"),
		.cost = states_cost,
		.select = state_select,
		.find = state_find,
		.compute = states_compute,
		.opened = states_opened,
		.top = gt_table_first_rows,
		.top_sorted = true,
	},
	[GT_GSECTION_SLICES] = {
		LIST(gt_report_greedy, slice_columns, "slices",
		     "this goroutine never ran in the trace"),
		.cost = slices_cost,
		.select = slice_select,
		.find = slice_find,
		.style = slice_style,
		.text = gt_rows_slices_text,
		.unsorted = true,
	},
	[GT_GSECTION_CHILDREN] = {
		LIST(gt_report_goroutines, child_columns, "goroutines",
		     "this goroutine created no other in the trace"),
		.cost = gt_rows_goroutines_cost,
		.select = gt_rows_goroutine_select,
	},
	[GT_GSECTION_RANGES] = SPANS(gt_report_ranges, "ranges",
				       "this goroutine stopped no world, swept nothing and assisted no GC"),
	[GT_GSECTION_REGIONS] = SPANS(gt_report_regions, "regions",
				       "this goroutine has no user regions"),
	[GT_GSECTION_TASKS] = SPANS(gt_report_tasks, "tasks",
				       "this goroutine began no user tasks"),
	[GT_GSECTION_LOGS] = SPANS(gt_report_logs, "logs",
				       "this goroutine wrote no user logs"),
};

/* Rows of other tables that are this goroutine's: an id can have several lives. */
static void restrict_to(struct gt_pane_table *pt, const struct gt_gpage *pg)
{
	int64_t end = pg->g.end == GT_NO_TIME ? INT64_MAX : pg->g.end;
	bool children = pt->spec->report == &gt_report_goroutines;
	const char *when = children ? "create" : pt->spec->report == &gt_report_logs ? "ns" : "start";
	struct gt_buf expr = { 0 };

	gt_buf_printf(&expr, "%s=%" PRIu64, children ? "creator" : "g", pg->g.id);
	/* What has no start goes back to before the trace. */
	if (!pg->g.predates_trace)
		gt_buf_printf(&expr, " && %s>=%" PRId64, when, pg->g.create);
	if (end != INT64_MAX)
		gt_buf_printf(&expr, " && (!%s || %s<=%" PRId64 ")", when, when, end);
	gt_pane_table_within(pt, gt_buf_str(&expr));
	gt_buf_release(&expr);
}

/* Once for each table of a goroutine. */
static void make_own(struct gt_pane_table *pt, const struct gt_gpage *pg)
{
	bool whole = pt->spec->report == &gt_report_states || pt->spec->report == &gt_report_greedy;

	if (pt->args.has_g || pt->within)
		return;
	pt->args.has_g = whole;
	if (whole)
		pt->args.g = pg->g_row;
	else
		restrict_to(pt, pg);
}

/* ---- opening ---- */

static void renew_tables(struct gt_gpage *pg)
{
	for (unsigned i = 0; i < GT_GSECTIONS; i++)
		gt_modes_renew(pg->pane, i);
}

/* The head is made of the states, whatever is listed. */
static void read_goroutine(struct gt_gpage *pg, uint32_t g_row, const struct gt_goroutine *g,
			   const struct gt_pane_table *listed)
{
	struct gt_pane_table *states = gt_mode_table(pg->pane, GT_GSECTION_STATES);

	renew_tables(pg);
	pg->open = true;
	pg->g_row = g_row;
	pg->g = *g;
	pg->complete = false;
	gt_gstats_begin(&pg->stats, 0, gt_trace_info(pg->prog->trace)->duration);
	pg->seen_events = gt_trace_info(pg->prog->trace)->events;
	make_own(states, pg);
	if (listed != states)
		gt_pane_table_show(states, false);
}

bool gt_gpage_open(struct gt_gpage *pg, uint32_t g_row, struct gt_pane_table *pt)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(pg->prog->trace, g_row, &g))
		return false;
	if (!pg->open || pg->g_row != g_row)
		read_goroutine(pg, g_row, &g, pt);
	make_own(pt, pg);
	return true;
}

void gt_gpage_close(struct gt_gpage *pg)
{
	if (pg->open)
		renew_tables(pg);
	pg->open = false;
}

void gt_gpage_refresh(struct gt_gpage *pg)
{
	if (!pg->open)
		return;
	if (pg->seen_events != gt_trace_info(pg->prog->trace)->events)
		gt_goroutine_get(pg->prog->trace, pg->g_row, &pg->g);
	pg->seen_events = gt_trace_info(pg->prog->trace)->events;
	gt_pane_table_refresh(gt_modes_table(pg->pane));
}

void gt_gpage_init(struct gt_gpage *pg, struct gt_pane *pane)
{
	*pg = (struct gt_gpage){ .pane = pane, .prog = gt_program_of(pane) };
}

void gt_gpage_release(struct gt_gpage *pg)
{
	gt_gstats_release(&pg->stats);
	gt_gstats_release(&pg->computed);
}

/* ---- places ---- */

void gt_gpage_seek(struct gt_gpage *pg, int64_t time)
{
	const struct gt_sel sel = {
		.has = GT_SEL_G | GT_SEL_TIME, .g = pg->g.id, .g_row = pg->g_row, .time_ns = time,
	};

	gt_pane_table_select_changed(gt_modes_table(pg->pane), &sel);
}

bool gt_gpage_sel(struct gt_gpage *pg, struct gt_sel *sel)
{
	return gt_pane_table_sel(gt_modes_table(pg->pane), sel) || gt_sel_goroutine(sel, pg->prog, pg->g_row);
}

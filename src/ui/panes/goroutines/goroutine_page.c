/* The page of one goroutine: tables of its states, slices, children, ranges, regions, tasks and logs. */
#include "ui/panes/goroutines/goroutine_page.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/slices/greedy.h"
#include "analysis/stacks/where.h"
#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "ui/panes/rows.h"

static struct gt_gpage *page_of(const struct gt_pane_table *pt)
{
	return pt->owner;
}

#define HEAD_MIN_ROWS 12      /* a page with fewer shows one line of head */

static void goroutine_draw_title(struct gt_gpage *pg, struct gt_buf *out)
{
	const struct gt_trace *t = pg->prog->trace;
	const struct gt_goroutine *g = &pg->g;

	gt_goroutine_title(out, t, pg->g_row);
	gt_buf_printf(out, "  %s", gt_goroutine_state_name(t, g));
	if (gt_owner_of(t, g) == GT_OWNER_RUNTIME)
		gt_buf_puts(out, "  runtime");
	if (g->predates_trace) {
		gt_buf_puts(out, "  older than the trace");
	} else {
		gt_say(out, "  created {}", gt_as_time(g->create));
		if (g->creator != GT_NO_ROW)
			gt_say(out, " by {}", gt_as_goroutine(t, g->creator));
	}
	if (g->end != GT_NO_TIME)
		gt_say(out, "  ended {}", gt_as_time(g->end));
	gt_say(out, "  {}", gt_as_many(g->slices, "slice"));
}

/* What it waits for, or calls, when the trace ends: since when, and where.  False: it does neither. */
static bool last_wait(const struct gt_gpage *pg, struct gt_buf *out)
{
	const struct gt_trace *t = pg->prog->trace;
	const struct gt_goroutine *g = &pg->g;
	struct gt_buf top = { 0 };

	if (g->state != GT_G_WAITING && g->state != GT_G_SYSCALL)
		return false;
	gt_buf_puts(out, gt_goroutine_state_name(t, g));
	if (g->forever)
		gt_buf_puts(out, " forever");
	else if (gt_put_string(out, t, " (", g->end_reason, NULL))
		gt_buf_putc(out, ')');
	if (gt_goroutine_stayed(g))
		gt_buf_puts(out, " since before the trace began");
	else if (g->since != GT_NO_TIME)
		gt_say(out, " since {}, {}", gt_as_time(g->since), gt_as_dur(gt_trace_info(t)->duration - g->since));
	if (gt_where_text(&top, t, g->end_stack ? g->end_stack : gt_goroutine_first_stood(t, g))) {
		gt_buf_puts(out, ", at ");
		gt_buf_add(out, top.data, top.len);
	}
	gt_buf_release(&top);
	return true;
}

/* Title, bar with the ends of the trace, last wait, table of states.  Returns the rows it took. */
int gt_gpage_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	struct gt_gpage *pg = pt->owner;
	const struct gt_pane_table *states = gt_mode_table(pg->pane, GT_GSECTION_STATES);
	struct gt_buf text = { 0 };
	int rows = 1;

	if (c->rows <= 3)
		return 0;
	goroutine_draw_title(pg, &text);
	gt_canvas_phrases(c, 0, 0, c->cols, gt_goroutine_style(pg->prog->trace, &pg->g), gt_buf_str(&text), text.len);
	gt_buf_reset(&text);
	if (c->rows >= HEAD_MIN_ROWS && last_wait(pg, &text))
		gt_canvas_phrases(c, rows++, 0, c->cols, GT_ROLE_BLOCKED, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	if (c->rows >= HEAD_MIN_ROWS && pg->complete) {
		gt_gstats_draw_bar(&pg->stats, c, rows++, 0, c->cols);
		rows += gt_gstats_draw(&pg->stats, pg->prog->trace, c, rows, c->rows / 2 - rows);
	} else if (c->rows >= HEAD_MIN_ROWS) {
		gt_canvas_text(c, rows++, 0, GT_ROLE_DIM, gt_pane_table_waits(states)
			       ? "the bar and the numbers appear when all states have been read"
			       : "no bar and no numbers: reading was cancelled; press o (sort) to read all states");
	}
	return rows;
}

/* ---- detail ---- */

/* All that the row's table knows: columns by their titles, stacks frame by frame. */
static void detail_cells(const struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_report *r = pt->spec->report;
	struct gt_cell c;

	for (unsigned i = 0; i < r->ncolumns; i++) {
		gt_table_cell(pt->table, row, i, &c);
		if (c.null)
			continue;
		if (c.kind == GT_KIND_STACK) {
			gt_detail_stack_at(d, GT_DETAIL_FULL, r->columns[i].title, pt->prog->trace, c.stack,
					   "no stack");
			continue;
		}
		gt_cell_text(&d->value, pt->table, &c);
		gt_detail_put(d, r->columns[i].title);
	}
}

void gt_gpage_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_gpage *pg = pt->owner;
	unsigned section = pg->pane->modes->now;
	struct gt_interval iv;
	struct gt_sel sel;

	if (row == UINT64_MAX || !gt_pane_table_sel(pt, &sel))
		gt_detail_goroutine(d, pg->prog, pg->g_row);
	else if (section == GT_GSECTION_SLICES)
		gt_detail_slice(d, pg->prog, (uint32_t)sel.slice);
	else if (section == GT_GSECTION_CHILDREN)
		gt_detail_goroutine(d, pg->prog, (uint32_t)row);
	else if (section != GT_GSECTION_STATES || !gt_states_get(pt->table, row, &iv))
		detail_cells(pt, row, d);
	else if (iv.what == GT_SPENT_EXEC && iv.slice != GT_NO_ROW)
		gt_detail_slice(d, pg->prog, iv.slice);
	else
		gt_detail_interval(d, pg->prog, pg->g_row, &iv);
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

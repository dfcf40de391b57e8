/* The view of pauses and cycles: the heap, what the GC costs, values over time. */
#include "ui/panes/gc/gc_own.h"

#include <inttypes.h>
#include <math.h>

#include "analysis/gc/gccycles.h"
#include "analysis/gc/gcheap.h"
#include "analysis/gc/gcparts.h"
#include "analysis/gc/gcpaygroups.h"
#include "analysis/reports/series.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/stw/stw.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "ui/detail/detail.h"
#include "ui/panes/rows.h"

#define GC_HEAP_LABEL 11      /* columns left of the chart */
#define PAUSES_ROOM 30        /* rows from which on there is a chart of pauses even if the list could use them */
#define PAUSES_LEAST 6
#define PAUSES_MOST 12
#define PAUSES_LEAST_NS 1000
#define GC_HEAP_MIN_ROWS 16   /* a pane with fewer has no chart */
#define GC_HEAP_MIN_COLS 16

/* ---- the heap: a line about all cycles ---- */

static void heap_bytes(struct gt_buf *out, const char *before, uint64_t bytes, const char *after)
{
	if (bytes == GT_NONE)
		return;
	gt_buf_puts(out, before);
	gt_human_bytes(out, bytes);
	gt_buf_puts(out, after);
}

/*
 * "A GC cycle every 1.149s (0.849/s) at 12.9 MiB of heap, goal 15.2 MiB, 7.5 MiB alive after; marking 63.3% of the
 * time, workers and assists take 1.14% of the processors; idle workers 0.2%, which nobody wanted".
 */
static void gc_heap_facts(struct gt_buf *out, const struct gt_pane_table *pt)
{
	const struct gt_gc_pace *p = gt_gc_table_pace(pt->table);

	if (!p->begun) {
		gt_buf_puts(out, "no GC cycle began here");
	} else if (p->interval == GT_NO_TIME) {
		gt_buf_puts(out, "one GC cycle began");
	} else {
		gt_buf_printf(out, "a GC cycle every %s (%.3g/s)", gt_dur_text(p->interval).s, p->per_s);
	}
	heap_bytes(out, " at ", p->heap, " of heap");
	heap_bytes(out, ", goal ", p->goal, "");
	heap_bytes(out, ", ", p->live, " alive after");
	gt_say(out, "; marking {} of the time, workers and assists take {} of the processors",
	       gt_as_share(p->mark_share), gt_as_share(p->taken_share));
	if (p->least)
		gt_buf_printf(out, "; %s of %s with the least goal, 4 MiB", gt_count_text(p->least).s,
			      gt_count_text(p->begun).s);
	if (p->idle && p->procs > 0)
		gt_say(out, "; idle workers {}, which nobody wanted", gt_as_part(p->idle, p->procs));
}

/* ---- the heap: a chart of it and its goal ---- */

/* The height of the chart on a canvas of `rows` rows; 0: there is no room, or the heap size is unknown. */
static int gc_heap_rows(const struct gt_pane_table *pt, int rows)
{
	const struct gt_gc_heap *h = pt->table ? gt_gc_table_heap(pt->table) : NULL;

	if (!h || !h->most || rows < GC_HEAP_MIN_ROWS)
		return 0;
	return rows * 2 / 5 < 14 ? rows * 2 / 5 : 14;
}

static unsigned eighths_of(const struct gt_gc_heap *h, uint64_t bytes, int rows)
{
	unsigned n = (unsigned)((double)bytes * 8 * rows / (double)h->most + 0.5);

	return bytes && !n ? 1 : n;
}

/* Up to the least value of the column in one colour, from there to the largest in another; the goal is a line. */
static void draw_column(const struct gt_gc_heap *h, const struct gt_canvas *c, int x, int cols, int rows)
{
	struct gt_gc_heap_part p = gt_gc_heap_column(h, x, cols);
	int least = (int)(eighths_of(h, p.min, rows) / 8), goal = (int)(eighths_of(h, p.goal, rows) + 7) / 8;

	gt_bar_draw(c, rows - 1, GC_HEAP_LABEL + x, rows, GT_ROLE_CHART3, eighths_of(h, p.max, rows));
	gt_bar_draw(c, rows - 1, GC_HEAP_LABEL + x, least, GT_ROLE_CHART1, (unsigned)least * 8);
	if (goal)
		gt_canvas_hline(c, rows - goal, GC_HEAP_LABEL + x, 1, GT_ROLE_CHART2);
}

/* The time that a chart shows. */
struct gc_span {
	int64_t from, to;
};

static int gc_column_at(struct gc_span s, int64_t time, int cols)
{
	double x = (double)(time - s.from) * cols / (double)(s.to - s.from);

	return x < 0 ? 0 : x >= cols ? cols - 1 : (int)x;
}

/* begin, end: columns of the table with the times of the row under the cursor, which is marked. */
static void gc_time_axis(const struct gt_pane_table *pt, struct gc_span s, unsigned begin, unsigned end,
			 const struct gt_canvas *c, int y)
{
	uint64_t row = gt_pane_table_cursor(pt);
	struct gt_cell t0, t1;
	int cols = c->cols - GC_HEAP_LABEL, a, b;

	gt_rows_axis(c, y, GC_HEAP_LABEL, gt_time_text(s.from).s, gt_time_text(s.to).s);
	if (row == UINT64_MAX)
		return;
	gt_table_cell(pt->table, row, begin, &t0);
	gt_table_cell(pt->table, row, end, &t1);
	a = gc_column_at(s, t0.i, cols);
	b = t1.null ? cols : gc_column_at(s, t1.i, cols) + 1;
	/* Under the axis only: under the bars each move would send all of them again. */
	if (t0.i < s.to && (t1.null || t1.i > s.from))
		gt_canvas_under(c, y, GC_HEAP_LABEL + a, 1, b - a, GT_ROLE_WINDOW);
}

static void gc_heap_draw(const struct gt_pane_table *pt, const struct gt_canvas *c)
{
	const struct gt_gc_heap *h = gt_gc_table_heap(pt->table);
	int cols = c->cols - GC_HEAP_LABEL, rows = c->rows - 1;
	struct gt_buf text = { 0 };

	if (cols < GC_HEAP_MIN_COLS || rows < 1)
		return;
	gt_human_bytes(&text, h->most);
	gt_canvas_fit(c, 0, 0, GC_HEAP_LABEL - 1, GT_ROLE_DIM, gt_buf_str(&text), text.len, true);
	gt_buf_release(&text);
	if (rows >= 4) {
		gt_canvas_text(c, 1, 0, GT_ROLE_CHART2, "      goal");
		gt_canvas_text(c, 2, 0, GT_ROLE_CHART1, "heap least");
	}
	if (rows >= 5)
		gt_canvas_text(c, 3, 0, GT_ROLE_CHART3, " and most");
	gt_canvas_text(c, rows - 1, GC_HEAP_LABEL - 2, GT_ROLE_DIM, "0");
	for (int x = 0; x < cols; x++)
		draw_column(h, c, x, cols, rows);
	gc_time_axis(pt, (struct gc_span){ h->from, h->to }, GT_GC_START, GT_GC_END, c, rows);
}

int gt_gc_heap_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	int chart = gc_heap_rows(pt, c->rows);
	struct gt_canvas sub = gt_canvas_sub(c, 1, 0, chart, c->cols);
	struct gt_buf text = { 0 };

	if (chart)
		gc_heap_draw(pt, &sub);
	gc_heap_facts(&text, pt);
	gt_rows_head_line(c, &text);
	return 1 + chart;
}

/* ---- pauses over time ---- */

/* One line about all: how many, their parts, the longest, who delayed most. */
void gt_gc_pauses_line(struct gt_buf *out, const struct gt_pane_table *pt)
{
	struct gt_program *prog = pt->prog;
	const struct gt_blame_index *b = gt_program_blame_index(prog);
	int64_t from = INT64_MIN, to = INT64_MAX;
	bool limited = gt_app_restricted(prog->app, &from, &to);
	size_t n, all = limited ? gt_blame_index_seek(b, to) - gt_blame_index_seek(b, from) : b->n;
	struct gt_pause_sum sum = gt_blame_index_sum(b, from, to);
	struct gt_blame_total *v = gt_blame_index_total(b, prog->trace, false, from, to, &n);

	/* Those that did not end, or ended beyond the horizon of a damaged trace, are in no sum. */
	if (limited)
		gt_buf_puts(out, "begun in A-B: ");
	if (sum.n[GT_PAUSE_ALL] < all)
		gt_buf_printf(out, "%s of ", gt_count_text((uint64_t)sum.n[GT_PAUSE_ALL]).s);
	gt_say(out, "{}, {}", gt_as_many(all, "pause"), gt_as_dur(sum.ns[GT_PAUSE_ALL]));
	if (sum.n[GT_PAUSE_STOP])
		gt_say(out, ": to stop {}", gt_as_dur(sum.ns[GT_PAUSE_STOP]));
	if (sum.late)
		gt_say(out, " (thread late {})", gt_as_dur(sum.late));
	if (sum.n[GT_PAUSE_STILL])
		gt_say(out, "{} standstill {}", gt_as_text(sum.n[GT_PAUSE_STOP] ? "," : ":"),
		       gt_as_dur(sum.ns[GT_PAUSE_STILL]));
	if (sum.n[GT_PAUSE_RESTART])
		gt_say(out, ", restart {}", gt_as_dur(sum.ns[GT_PAUSE_RESTART]));
	gt_say(out, "; longest {}", gt_as_dur(sum.max[GT_PAUSE_ALL]));
	if (n && v[0].count)
		gt_say(out, "; {} delayed {} by {}", gt_as_string(prog->trace, v[0].func, GT_NAMELESS),
		       gt_as_count(v[0].count), gt_as_dur(v[0].sum));
	free(v);
}

/* Only rows that the list leaves, or some of many: the list is what most look at. */
static int gc_pauses_rows(const struct gt_pane_table *pt, const struct gt_canvas *c)
{
	int list = pt->list.rows < (uint64_t)c->rows ? (int)pt->list.rows : c->rows, left = c->rows - 3 - list;

	/* One or two are seen in the list. */
	if (pt->table->rows < 3 || (left < PAUSES_LEAST && c->rows < PAUSES_ROOM) ||
	    c->cols < GC_HEAP_LABEL + GC_HEAP_MIN_COLS)
		return 0;
	left = left > c->rows / 5 ? left : c->rows / 5;
	return left < PAUSES_MOST ? left : PAUSES_MOST;
}

/* A height is the logarithm, as one of milliseconds counts among many of some us. */
static unsigned pause_eighths(int64_t ns, int64_t longest, int rows)
{
	double least = PAUSES_LEAST_NS, n = log((double)ns / least) / log((double)longest / least);

	return n > 0 ? 1 + (unsigned)((8 * rows - 1) * n) : 1;
}

static void gc_pauses_draw(const struct gt_pane_table *pt, const struct gt_canvas *c, struct gc_span s)
{
	const struct gt_blame_index *b = gt_program_blame_index(pt->prog);
	int64_t longest = gt_blame_index_sum(b, s.from, s.to).max[GT_PAUSE_ALL], limit = pt->prog->stw_ns;
	int cols = c->cols - GC_HEAP_LABEL, rows = c->rows - 1;
	int over = longest > limit ? rows - (int)(pause_eighths(limit, longest, rows) + 7) / 8 : -1;

	if (longest <= PAUSES_LEAST_NS)
		return;
	gt_canvas_printf(c, 0, 0, GT_ROLE_DIM, "%*s", GC_HEAP_LABEL - 1, gt_dur_text(longest).s);
	if (over > 0) {
		gt_canvas_printf(c, over, 0, GT_ROLE_DIM, "%*s", GC_HEAP_LABEL - 1, gt_dur_text(limit).s);
		gt_canvas_hline(c, over, GC_HEAP_LABEL, cols, GT_ROLE_AXIS);
	}
	for (int x = 0; x < cols; x++) {
		int64_t from = s.from + (int64_t)((double)(s.to - s.from) * x / cols);
		int64_t to = s.from + (int64_t)((double)(s.to - s.from) * (x + 1) / cols);
		int64_t max = gt_blame_index_sum(b, from, to).max[GT_PAUSE_ALL];

		if (max > 0)
			gt_bar_draw(c, rows - 1, GC_HEAP_LABEL + x, rows, max >= limit ? GT_ROLE_STW : GT_ROLE_CHART1,
				    pause_eighths(max, longest, rows));
	}
	gc_time_axis(pt, s, GT_STW_START, GT_STW_END, c, rows);
}

int gt_gc_pauses_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	struct gc_span s = { 0, gt_trace_info(pt->prog->trace)->duration };
	int chart = gc_pauses_rows(pt, c);
	struct gt_canvas sub = gt_canvas_sub(c, 1, 0, chart, c->cols);
	struct gt_buf text = { 0 };

	gt_app_restricted(pt->prog->app, &s.from, &s.to);
	if (chart && s.to > s.from)
		gc_pauses_draw(pt, &sub, s);
	gt_gc_pauses_line(&text, pt);
	gt_rows_head_line(c, &text);
	return 1 + chart;
}

/* ---- parts of the cost ---- */

/* A part stands for its longest: jumps lead there. */
static bool part_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	const struct gt_gcpart *p = gt_gcparts_at(pt->table, row);
	struct gt_proc proc;

	if (!p->count)
		return false;
	*sel = (struct gt_sel){ .has = GT_SEL_TIME | GT_SEL_SPAN, .time_ns = p->t0, .end_ns = p->t1 };
	gt_rows_span_sel(sel, pt, p->g, GT_NO_ROW, p->t0, p->t1);
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

const struct gt_pane_table_spec gt_gc_parts_spec = {
	.report = &gt_report_gcparts,
	.columns = "part count/3 on_p wall/2 busy_share procs_share/1 max/4 max_start/5 max_g/6 max_p/7",
	.what = "parts",
	.cost = gt_rows_slices_cost,
	.select = part_select,
	.style = gcpart_style,
	.nothing = "the GC did nothing in this trace",
};

/* ---- who pays ---- */

static bool payer_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	return gt_sel_goroutine(sel, pt->prog, gt_gccost_payer(pt->table, row)->g);
}

const struct gt_pane_table_spec gt_gc_payers_spec = {
	.report = &gt_report_gccost,
	.columns = "g func count/4 assist share/1 assist_wall/2 sweep/3",
	.what = "goroutines",
	.cost = gt_rows_slices_cost,
	.select = payer_select,
	.nothing = "no goroutine had to help the GC",
};

/* A group is of no one goroutine. */
static bool paygroup_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	(void)pt;
	(void)row;
	*sel = (struct gt_sel){ 0 };
	return true;
}

const struct gt_pane_table_spec gt_gc_paygroups_spec = {
	.report = &gt_report_gccostgroups,
	.columns = "func goroutines/4 count/5 assist share/1 assist_wall/2 sweep/3 sweeps/7 reclaimed/6",
	.what = "functions",
	.cost = gt_rows_slices_cost,
	.select = paygroup_select,
	.nothing = "no goroutine had to help the GC",
};

/* ---- values over time ---- */

/* A series stands for the part of the range in which it was largest. */
static bool series_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	*sel = (struct gt_sel){ .has = GT_SEL_TIME | GT_SEL_SPAN };
	return gt_seriesstats_largest(pt->table, row, &sel->time_ns, &sel->end_ns);
}

const struct gt_pane_table_spec gt_gc_series_spec = {
	.report = &gt_report_seriesstats,
	.columns = "name min/3 mean max peak/2 max_start/4 over",
	.what = "series",
	.cost = gt_rows_slices_cost,
	.select = series_select,
};

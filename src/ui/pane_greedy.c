/* The view of on-processor slices, longest first: who held a processor, how long, and how it let go. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/greedy.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/detail.h"
#include "ui/links.h"
#include "ui/pane_table.h"
#include "ui/panes.h"

#define HEAD_MIN_ROWS 10      /* a canvas with fewer has no room for the chart */
#define HEAD_TALL_ROWS 16     /* with fewer the chart is low */
#define FIRST_BUCKET 7        /* slices below 256 ns share the first column of the chart */
#define LAST_BUCKET 36        /* and those above 68 s the last one */

struct greedy {
	struct gt_pane_table pt;
	struct gt_detail detail;
	struct gt_tmax tmax;
	uint64_t histogram[GT_GREEDY_BUCKETS];
	uint64_t computed[GT_GREEDY_BUCKETS]; /* of the table that is being sorted, in its thread */
	bool counted;         /* the histogram is of this table */
};

static struct greedy *greedy_of(struct gt_pane *pane)
{
	return pane->priv;
}

/* ---- rows ---- */

static void stretch(const struct gt_pane_table *pt, uint64_t row, struct gt_stretch *s)
{
	gt_greedy_get(pt->table, row, s);
}

static uint64_t row_id(const struct gt_pane_table *pt, uint64_t row)
{
	struct gt_stretch s;

	stretch(pt, row, &s);
	return s.slice.id;
}

static uint64_t row_of(const struct gt_pane_table *pt, uint64_t id)
{
	return gt_greedy_row(pt->table, (uint32_t)id);
}

static uint64_t cost(const struct gt_trace_info *info)
{
	return info->slices;
}

static bool row_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_stretch s;

	stretch(pt, row, &s);
	if (!gt_sel_slice(sel, pt->prog, s.slice.id))
		return false;
	sel->time_ns = s.t0;
	sel->end_ns = s.t1;
	return true;
}

/* The longest of the slices that were running at a time. */
static uint32_t longest_at(const struct gt_trace *t, int64_t time)
{
	uint32_t best = GT_NO_ROW, id;
	struct gt_slice s;
	int64_t dur = -1;

	for (uint32_t part = 0; part < gt_trace_info(t)->procs; part++) {
		id = gt_slices_longest(t, part, time, time + 1);
		if (id == GT_NO_ROW || !gt_slice_get(t, id, &s) || s.t1 - s.t0 <= dur)
			continue;
		best = id;
		dur = s.t1 - s.t0;
	}
	return best;
}

static uint64_t row_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	uint32_t slice = gt_sel_find_slice(sel, pt->prog);

	if (slice == GT_NO_ROW && sel->has & GT_SEL_TIME)
		slice = longest_at(pt->prog->trace, sel->time_ns);
	return slice == GT_NO_ROW ? UINT64_MAX : gt_greedy_row(pt->table, slice);
}

static void row_mark(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out)
{
	struct gt_stretch s;

	stretch(pt, row, &s);
	if (s.cut)
		gt_buf_puts(out, "«");
	if (s.open)
		gt_buf_puts(out, "»");
	if (s.t1 - s.t0 >= pt->prog->greedy_ns)
		gt_buf_putc(out, '!');
}

static gt_style row_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_goroutine g;
	struct gt_stretch s;

	if (col == GT_PANE_RANK)
		return GT_ROLE_DIM;
	if (col != GT_GREEDY_DUR && col != GT_PANE_MARK && col != GT_GREEDY_G && col != GT_GREEDY_FUNC)
		return GT_ROLE_NORMAL;
	stretch(pt, row, &s);
	if (col == GT_GREEDY_DUR || col == GT_PANE_MARK)
		return s.t1 - s.t0 >= pt->prog->greedy_ns ? GT_ROLE_GREEDY : GT_ROLE_NORMAL;
	if (!gt_goroutine_get(pt->prog->trace, s.slice.g, &g))
		return GT_ROLE_NORMAL;
	return g.system ? GT_ROLE_RUNTIME : gt_style_goroutine(g.id);
}

static const char *why_empty(const struct gt_pane_table *pt)
{
	return gt_trace_info(pt->prog->trace)->events
		       ? "no goroutine ran on a processor in this trace: there are no slices to compare"
		       : "this trace has no events";
}

static void opened(struct gt_pane_table *pt)
{
	struct greedy *g = pt->owner;

	gt_greedy_tmax(pt->prog->trace, &g->tmax);
	g->counted = pt->view;
	if (g->counted)
		memcpy(g->histogram, g->computed, sizeof g->histogram);
}

static void compute(struct gt_pane_table *pt, const struct gt_table *table)
{
	gt_greedy_histogram(table, ((struct greedy *)pt->owner)->computed);
}

static size_t top(const struct gt_table *table, size_t n, uint64_t *rows)
{
	struct gt_stretch *s = gt_xcalloc(n, sizeof *s);
	size_t got = gt_greedy_top(table->trace, n, s), found = 0;

	for (size_t i = 0; i < got; i++) {
		uint64_t row = gt_greedy_row(table, s[i].slice.id);

		if (row != UINT64_MAX)
			rows[found++] = row;
	}
	free(s);
	return found;
}

static const struct gt_pane_column columns[] = {
	{ .col = GT_PANE_RANK, .prio = 7 },
	{ .col = GT_GREEDY_DUR, .min = 7, .max = 12 },
	{ .col = GT_PANE_MARK, .prio = 1 },
	{ .col = GT_GREEDY_START, .min = 6, .max = 20, .prio = 3 },
	{ .col = GT_GREEDY_P, .min = 1, .max = 6, .prio = 2 },
	{ .col = GT_GREEDY_G, .min = 1, .max = 20 },
	{ .col = GT_GREEDY_M, .min = 1, .max = 20, .prio = 9 },
	{ .col = GT_GREEDY_FUNC, .min = 16, .max = 0 },
	{ .col = GT_GREEDY_END_EVENT, .min = 8, .max = 19, .prio = 2 },
	{ .col = GT_GREEDY_END_REASON, .min = 8, .max = 20, .prio = 7 },
	{ .col = GT_GREEDY_END_TOP, .min = 16, .max = 0, .prio = 6 },
	{ .col = GT_GREEDY_RUN_MAX, .min = 7, .max = 12, .prio = 8 },
	{ .col = GT_GREEDY_STW_DELAY, .min = 7, .max = 12, .prio = 9, .hidden = true },
};

static const struct gt_pane_table_spec spec = {
	.report = &gt_report_greedy,
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.what = "slices",
	.system_col = GT_GREEDY_SYSTEM,
	.id = row_id,
	.row = row_of,
	.cost = cost,
	.select = row_select,
	.find = row_find,
	.mark = row_mark,
	.style = row_style,
	.empty = why_empty,
	.opened = opened,
	.compute = compute,
	.top = top,
};

/* ---- the chart ---- */

/* How many columns each power of two gets: all of them must fit. */
static int bucket_cols(int cols)
{
	int per = cols / (LAST_BUCKET - FIRST_BUCKET + 1);

	return per > 3 ? 3 : per < 1 ? 1 : per;
}

static uint64_t bucket_count(const struct greedy *g, int b)
{
	uint64_t n = g->histogram[b];

	for (int i = 0; b == FIRST_BUCKET && i < FIRST_BUCKET; i++)
		n += g->histogram[i];
	for (int i = LAST_BUCKET + 1; b == LAST_BUCKET && i < GT_GREEDY_BUCKETS; i++)
		n += g->histogram[i];
	return n;
}

/* The height of a bucket, 1..16 eighths: the logarithm, because one long slice among millions counts. */
static unsigned eighths_of(uint64_t n)
{
	unsigned bits = n ? 64 - (unsigned)__builtin_clzll(n) : 0;

	return bits > 15 ? 16 : n ? bits + 1 : 0;
}

/* Column of a duration in the chart. */
static int dur_col(int64_t ns, int per)
{
	int b = 63 - __builtin_clzll((uint64_t)ns | 1);
	int64_t low = INT64_C(1) << b;

	if (b < FIRST_BUCKET)
		return 0;
	return (b - FIRST_BUCKET) * per + (int)((ns - low) * per / low);
}

/* Two rows over the axis, or one. */
static void draw_bar(const struct gt_canvas *c, int x, int per, unsigned eighths, gt_style style)
{
	for (int i = 0; i < per; i++) {
		if (c->rows < 3) {
			gt_canvas_vblock(c, 0, x + i, style, (eighths + 1) / 2);
			continue;
		}
		gt_canvas_vblock(c, 0, x + i, style, eighths > 8 ? eighths - 8 : 0);
		gt_canvas_vblock(c, 1, x + i, style, eighths > 8 ? 8 : eighths);
	}
}

static const struct tick {
	int64_t ns;
	const char *name;
	bool mark;        /* what the header promises: named first, and standing out */
	bool left;        /* its name stands left of it */
} ticks[] = {
	{ 10000000, "10ms", true, true },     { 20000000, "20ms", true, false },
	{ 1000, "1us", false, false },        { 10000, "10us", false, false },
	{ 100000, "100us", false, false },    { 1000000, "1ms", false, false },
	{ 100000000, "100ms", false, false }, { 1000000000, "1s", false, false },
	{ INT64_C(10000000000), "10s", false, false },
};

/* Writes a tick's name unless something is there. */
static void draw_tick_name(const struct gt_canvas *c, int y, const struct tick *tick, int mark, bool *used,
			   int width)
{
	int cols = (int)strlen(tick->name), x = tick->left ? mark - cols : mark + 1;

	for (int i = x - 1; i <= x + cols; i++) {
		if (i < 0 || i > width || (i != mark && used[i]))
			return;
	}
	memset(used + x, true, (size_t)cols);
	gt_canvas_text(c, y, x, tick->mark ? GT_ROLE_MARKER : GT_ROLE_AXIS, tick->name);
}

static void draw_axis(const struct gt_canvas *c, int per, int width)
{
	bool used[3 * (LAST_BUCKET - FIRST_BUCKET + 1) + 1] = { false };
	int y = c->rows - 1;

	gt_canvas_hline(c, y, 0, width, GT_ROLE_AXIS);
	for (size_t i = 0; i < GT_COUNT(ticks); i++) {
		int x = dur_col(ticks[i].ns, per);

		used[x] = true;
		gt_canvas_text(c, y, x, ticks[i].mark ? GT_ROLE_MARKER : GT_ROLE_AXIS, "┴");
	}
	for (size_t i = 0; i < GT_COUNT(ticks); i++)
		draw_tick_name(c, y, &ticks[i], dur_col(ticks[i].ns, per), used, width);
}

static void draw_chart(struct greedy *g, const struct gt_canvas *c)
{
	int per = bucket_cols(c->cols), width = (LAST_BUCKET - FIRST_BUCKET + 1) * per;

	if (!g->counted) {
		gt_canvas_text(c, 0, 0, GT_ROLE_DIM,
			       "the histogram of durations comes when the slices are sorted");
		return;
	}
	for (int b = FIRST_BUCKET; b <= LAST_BUCKET; b++) {
		bool greedy = INT64_C(1) << b >= g->pt.prog->greedy_ns;

		draw_bar(c, (b - FIRST_BUCKET) * per, per, eighths_of(bucket_count(g, b)),
			 greedy ? GT_ROLE_GREEDY : GT_ROLE_CHART1);
	}
	draw_axis(c, per, width);
}

static uint64_t count_from(const struct greedy *g, int bucket)
{
	uint64_t n = 0;

	for (int i = bucket; i < GT_GREEDY_BUCKETS; i++)
		n += g->histogram[i];
	return n;
}

static void draw_facts(struct greedy *g, const struct gt_canvas *c)
{
	struct gt_buf text = { 0 };
	int x;

	gt_buf_printf(&text, "Tmax_stw (N=%" PRIu64 ")  max ", g->tmax.n);
	gt_human_dur(&text, g->tmax.max);
	gt_buf_puts(&text, "  sum ");
	gt_human_dur(&text, g->tmax.sum);
	x = gt_canvas_text(c, 0, 0, GT_ROLE_VALUE, gt_buf_str(&text));
	gt_buf_reset(&text);
	if (g->counted) {
		gt_buf_puts(&text, "   ");
		gt_human_count(&text, count_from(g, 0));
		gt_buf_puts(&text, " slices by duration (log)");
		gt_canvas_fit(c, 0, x, c->cols - x > 0 ? c->cols - x : 0, GT_ROLE_DIM, gt_buf_str(&text),
			      text.len, false);
	}
	gt_buf_release(&text);
}

/* Rows of the canvas that the head takes. */
static int head_rows(const struct gt_canvas *c)
{
	if (c->cols < LAST_BUCKET - FIRST_BUCKET + 1 || c->rows < HEAD_MIN_ROWS)
		return c->rows >= 4;
	return c->rows >= HEAD_TALL_ROWS ? 4 : 3;
}

static void draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct greedy *g = greedy_of(pane);
	int head = g->pt.list.rows ? head_rows(c) : 0;
	struct gt_canvas sub;

	gt_canvas_clear(c);
	if (head)
		draw_facts(g, c);
	if (head > 1) {
		sub = gt_canvas_sub(c, 1, 0, head - 1, c->cols);
		draw_chart(g, &sub);
	}
	g->pt.list.head = head;
	sub = gt_canvas_sub(c, head, 0, c->rows - head, c->cols);
	gt_list_draw(&g->pt.list, &sub, gt_app_matcher(pane->app));
}

/* ---- ops ---- */

static int init(struct gt_pane *pane, struct gt_error *err)
{
	struct greedy *g = gt_xcalloc(1, sizeof *g);

	(void)err;
	pane->priv = g;
	gt_pane_table_init(&g->pt, &spec, pane, g);
	return 0;
}

static void free_pane(struct gt_pane *pane)
{
	struct greedy *g = greedy_of(pane);

	gt_pane_table_release(&g->pt);
	gt_detail_release(&g->detail);
	free(g);
}

static struct gt_listview *list(struct gt_pane *pane)
{
	return &greedy_of(pane)->pt.list;
}

static void fill_detail(struct greedy *g)
{
	uint64_t row = gt_pane_table_cursor(&g->pt);

	gt_detail_reset(&g->detail);
	gt_detail_slice(&g->detail, g->pt.prog,
			row == UINT64_MAX ? GT_NO_ROW : (uint32_t)row_id(&g->pt, row));
}

static int draw_detail(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct greedy *g = greedy_of(pane);

	fill_detail(g);
	return gt_detail_draw(&g->detail, c);
}

static bool handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct greedy *g = greedy_of(pane);
	struct gt_sel sel;

	if (gt_pane_table_handle(&g->pt, act))
		return true;
	if (!gt_pane_table_sel(&g->pt, &sel))
		return false;
	if (act->action == GT_ACT_OPEN && act->y < 0) {
		gt_app_select(pane->app, &sel);
		gt_app_jump(pane->app, GT_VIEW_TIMELINE, &sel);
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

static void moved(struct gt_pane *pane)
{
	gt_pane_table_moved(&greedy_of(pane)->pt);
}

static void select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	gt_pane_table_select_changed(&greedy_of(pane)->pt, sel);
}

static void refresh(struct gt_pane *pane)
{
	gt_pane_table_refresh(&greedy_of(pane)->pt);
}

static void sort_changed(struct gt_pane *pane)
{
	gt_pane_table_sort_changed(&greedy_of(pane)->pt);
}

static int filter_changed(struct gt_pane *pane, struct gt_pane_filters *filters, struct gt_error *err)
{
	return gt_pane_table_filter_changed(&greedy_of(pane)->pt, filters, err);
}

/* As --diagreedy prints them, or the rows of the report. */
static int export(struct gt_pane *pane, const char *format, struct gt_buf *out, struct gt_error *err)
{
	struct greedy *g = greedy_of(pane);
	struct gt_stretch *s;
	uint64_t *rows, n;

	if (strcmp(format, "text") != 0 || !g->pt.prog->export || g->pt.list.rows == 0)
		return gt_pane_table_export(&g->pt, strcmp(format, "table") == 0 ? "text" : format, out, err);
	rows = gt_pane_table_chosen(&g->pt, &n);
	s = gt_xcalloc(n, sizeof *s);
	for (uint64_t i = 0; i < n; i++)
		stretch(&g->pt, rows[i], &s[i]);
	g->pt.prog->export->slices(g->pt.prog->trace, s, (size_t)n, out);
	free(rows);
	free(s);
	return 0;
}

static void copy(struct gt_pane *pane, struct gt_buf *out)
{
	gt_pane_table_export(&greedy_of(pane)->pt, "text", out, NULL);
}

static void status(struct gt_pane *pane, struct gt_buf *out)
{
	gt_pane_table_status(&greedy_of(pane)->pt, out);
}

static bool source(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno)
{
	struct greedy *g = greedy_of(pane);

	return gt_detail_source(&g->detail, g->pt.prog->trace, line, file, lineno);
}

static const char *const formats[] = { "text", "table", "csv", "json", "ndjson", NULL };

const struct gt_pane_ops gt_pane_greedy = {
	.name = "greedy",
	.title = "Greedy",
	.about = "Every stretch of time that a goroutine held a processor, longest first. N is the "
		 "number of processors, Tmax_stw the longest of the N longest slices and their sum: "
		 "what a stop-the-world may have to wait for. Marks: ! over the threshold (set "
		 "greedy-threshold), « was running when the trace began, » still runs when it ends. "
		 "Enter shows the slice in the timeline, Backspace comes back. Filters are "
		 "expressions such as dur>10ms && func~main, or plain words.",
	.klass = GT_WHERE_LIST,
	.formats = formats,
	.init = init,
	.free = free_pane,
	.list = list,
	.draw = draw,
	.draw_detail = draw_detail,
	.handle = handle,
	.moved = moved,
	.select_changed = select_changed,
	.refresh = refresh,
	.sort_changed = sort_changed,
	.filter_changed = filter_changed,
	.export = export,
	.copy = copy,
	.status = status,
	.source = source,
};

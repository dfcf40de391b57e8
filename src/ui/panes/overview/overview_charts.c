/* Small charts over the whole trace: busy processors, waiting goroutines, the heap. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"
#include "ui/kit/chart.h"
#include "ui/panes/overview/overview.h"
#include "ui/panes/rows.h"

#define LABEL 30             /* columns of a name and its numbers, */
#define LABEL_SHORT 21       /* … where there are fewer than WIDE */
#define WIDE 100
#define GROW_NS INT64_C(200000000)
#define COUNTER_STEPS 64     /* other counters between two values of the heap */
#define GOALS_STEP 100000    /* counters looked at for goals in one frame */

#define TALL 6                /* rows of a chart at most */

/* As many rows each, and one for the axis; a single one where there is little room. */
int gt_overview_chart_rows(int rows)
{
	int tall = (rows - 1) / GT_CHARTS;

	return tall > 0 ? GT_CHARTS * (tall < TALL ? tall : TALL) + 1 : rows > 0;
}

void gt_overview_charts_release(struct gt_overview_charts *ch)
{
	for (int i = 0; i < GT_CHARTS; i++)
		free(ch->v[i]);
	free(ch->goal);
	free(ch->goals.v);
	memset(ch, 0, sizeof *ch);
}

/* ---- computing ---- */

/* Bytes in use: the last value up to a time; below 0: none is near. */
static double heap_before(const struct gt_trace *t, int64_t time)
{
	uint64_t i = gt_counter_seek(t, time);
	struct gt_counter c;

	for (int tries = 0; i > 0 && tries < COUNTER_STEPS; tries++)
		if (gt_counter_get(t, --i, &c) && c.metric == GT_METRIC_HEAP_ALLOC)
			return (double)c.value;
	return -1;
}

static const struct series {
	const char *name;
	gt_style style;
	bool bytes;
	bool counted;        /* goroutines in the state `count`: as many as there are, the chart has no end */
	enum gt_count count;
} series[GT_CHARTS] = {
	[GT_CHART_BUSY] = { .name = "busy Ps", .style = GT_ROLE_RUNNING },
	[GT_CHART_RUNNABLE] = { "runnable", GT_ROLE_RUNNABLE, false, true, GT_COUNT_RUNNABLE },
	[GT_CHART_HEAP] = { .name = "heap", .style = GT_ROLE_CHART1, .bytes = true },
};

/* Goroutines in a state, or Ps that are held, on average; and the most there were at any moment. */
static void charts_values(struct gt_overview_charts *ch, const struct gt_trace *t, int64_t a, int64_t b, double *v)
{
	double ns = b > a ? (double)(b - a) : INFINITY;
	struct gt_counts c = { 0 };
	int64_t busy = 0;

	gt_counts_over(t, a, b, &c);
	for (uint32_t i = 0; i < gt_trace_info(t)->procs; i++)
		gt_sat_grow(&busy, gt_slices_busy(t, i, a, b));
	v[GT_CHART_BUSY] = (double)busy / ns;
	for (int i = 0; i < GT_CHARTS; i++)
		if (series[i].counted) {
			v[i] = (double)c.ns[series[i].count] / ns;
			ch->peak[i] = fmax(ch->peak[i], (double)c.max[series[i].count]);
		}
	v[GT_CHART_HEAP] = heap_before(t, b);
}

/* What the charts are about: the range A-B, as much of it as is in the trace, or all. */
static void charts_time(const struct gt_overview *o, int64_t *from, int64_t *to)
{
	int64_t end = gt_trace_info(o->prog->trace)->duration;

	*from = o->from < end ? o->from : end;
	*to = o->to < end ? o->to : end;
}

/* What a full bar of each chart is, and the mean over all columns. */
static void charts_scale(struct gt_overview_charts *ch, int cols)
{
	double *sorted = gt_xcalloc((size_t)cols + 1, sizeof *sorted);

	for (int i = 0; i < GT_CHARTS; i++) {
		memcpy(sorted, ch->v[i], (size_t)cols * sizeof *sorted);
		ch->mean[i] = 0;
		for (int x = 0; x < cols; x++)
			ch->mean[i] += sorted[x] / cols;
		ch->scale[i] = ch->max[i];
		if (series[i].counted)
			ch->scale[i] = gt_chart_scale(sorted, cols, ch->max[i]);
	}
	free(sorted);
}

/* Where no value of the heap is near, the one before still holds. */
static void overview_charts_compute(struct gt_overview *o, int cols)
{
	struct gt_overview_charts *ch = &o->charts;
	const struct gt_trace *t = o->prog->trace;
	double from, span;

	charts_time(o, &ch->from, &ch->to);
	from = (double)ch->from;
	span = (double)(ch->to - ch->from);
	ch->more_goals = gt_heap_goals_update(&ch->goals, t, GOALS_STEP);
	for (int i = 0; i <= GT_CHARTS; i++) {
		size_t cap = ch->cap;

		GT_GROW(*(i < GT_CHARTS ? &ch->v[i] : &ch->goal), cap, (size_t)cols);
		ch->cap = i < GT_CHARTS ? ch->cap : cap;
	}
	ch->cols = cols;
	memset(ch->max, 0, sizeof ch->max);
	memset(ch->peak, 0, sizeof ch->peak);
	ch->goal_max = 0;
	for (int x = 0; x < cols; x++) {
		int64_t a = (int64_t)(from + span * x / cols), b = (int64_t)(from + span * (x + 1) / cols);
		double v[GT_CHARTS];

		charts_values(ch, t, a, b, v);
		for (int i = 0; i < GT_CHARTS; i++) {
			ch->v[i][x] = v[i] >= 0 ? v[i] : x ? ch->v[i][x - 1] : 0;
			ch->max[i] = fmax(ch->max[i], ch->v[i][x]);
		}
		ch->goal[x] = (double)gt_heap_goals_at(&ch->goals, b);
		ch->goal_max = fmax(ch->goal_max, ch->goal[x]);
	}
	ch->max[GT_CHART_BUSY] = (double)gt_info_procs(gt_trace_info(t));
	ch->peak[GT_CHART_HEAP] = ch->max[GT_CHART_HEAP];
	ch->max[GT_CHART_HEAP] = fmax(ch->max[GT_CHART_HEAP], ch->goal_max);
	charts_scale(ch, cols);
	ch->events = gt_trace_info(t)->events;
	ch->done = gt_trace_info(t)->done;
	ch->next_ns = gt_clock_now() + GROW_NS;
}

/* ---- drawing ---- */

static int label_cols(const struct gt_canvas *c)
{
	return c->cols >= WIDE ? LABEL : LABEL_SHORT;
}

/* "0.1" of what is often less than one, "12" of more. */
static void put_mean(struct gt_buf *out, double v)
{
	gt_buf_printf(out, v < 0.1 ? "%.2f" : v < 10 ? "%.1f" : "%.0f", v);
}

/* Its name, the mean where there is room, and the most at any moment. */
static void put_label(const struct gt_overview_charts *ch, int i, bool wide, struct gt_buf *out)
{
	if ((wide || !series[i].counted) && !series[i].bytes) {
		put_mean(out, ch->mean[i]);
		gt_buf_puts(out, series[i].counted ? ", " : " ");
	}
	if (series[i].bytes) {
		gt_human_bytes(out, (uint64_t)ch->peak[i]);
		if (wide && ch->goal_max > 0) {
			gt_buf_puts(out, ", goal ");
			gt_human_bytes(out, (uint64_t)ch->goal_max);
		}
	} else {
		gt_buf_puts(out, series[i].counted ? "most " : "of ");
		gt_human_short(out, (uint64_t)fmax(ch->max[i], ch->peak[i]));
	}
}

/* A line over the bars, where the next GC begins. */
static void draw_goal(const struct gt_overview_charts *ch, const struct gt_canvas *c, int left, int x)
{
	double scale = ch->scale[GT_CHART_HEAP];
	int y = scale > 0 ? (int)ceil(ch->goal[x] * c->rows / scale) : 0;

	/* On one row the bars would be hidden. */
	if (y > 0 && c->rows > 1)
		gt_canvas_hline(c, c->rows - y, left + x, 1, GT_ROLE_CHART2);
}

static void draw_series(const struct gt_overview_charts *ch, const struct gt_canvas *c, int i, int cols)
{
	int left = label_cols(c), name = gt_canvas_text(c, c->rows - 1, 0, GT_ROLE_LABEL, series[i].name) + 1;
	struct gt_buf text = { 0 };

	put_label(ch, i, left == LABEL, &text);
	gt_canvas_fit(c, c->rows - 1, name, left - name - 1, GT_ROLE_DIM, gt_buf_str(&text), text.len, true);
	gt_buf_release(&text);
	for (int x = 0; x < cols; x++) {
		double v = ch->v[i][x];
		unsigned n = ch->scale[i] > 0 ? (unsigned)(v * 8 * c->rows / ch->scale[i] + 0.5) : 0;

		gt_bar_draw(c, c->rows - 1, left + x, c->rows, series[i].style, v > 0 && n == 0 ? 1 : n);
		if (v > ch->scale[i])
			gt_canvas_text(c, 0, left + x, series[i].style | GT_FILL, gt_canvas_ascii(c) ? "^" : "▲");
		if (series[i].bytes)
			draw_goal(ch, c, left, x);
	}
}

static bool is_old(const struct gt_overview *o, int cols)
{
	const struct gt_overview_charts *ch = &o->charts;
	int64_t from, to;

	charts_time(o, &from, &to);
	/* The end of a trace that is still read moves: that is looked at below. */
	if (ch->from != from || (ch->to != to && (o->limited || gt_trace_info(o->prog->trace)->done)))
		return true;
	if (ch->cols != cols || ch->more_goals || ch->done != gt_trace_info(o->prog->trace)->done)
		return true;
	return ch->events != gt_trace_info(o->prog->trace)->events && gt_clock_now() >= ch->next_ns;
}

static int column_of(int64_t time, int64_t all, int cols)
{
	return (int)((double)time * cols / (double)all);
}

/* Under the axis, if there is one: under the bars each move would send all of them again. */
static void mark_range(const struct gt_canvas *c, int axis, int64_t from, int64_t to, int64_t all)
{
	int left = label_cols(c), cols = c->cols - left;
	int a = column_of(from, all, cols), b = column_of(to, all, cols);

	a = a < cols ? a : cols - 1;
	gt_canvas_under(c, axis ? axis : 0, left + a, axis ? 1 : c->rows, b > a ? b - a : 1,
			axis ? GT_ROLE_WINDOW : GT_ROLE_RANGE);
}

void gt_overview_charts_draw(struct gt_overview *o, const struct gt_canvas *c, int64_t from, int64_t to)
{
	int cols = c->cols - label_cols(c), tall = c->rows > GT_CHARTS ? (c->rows - 1) / GT_CHARTS : 1;
	int n = c->rows / tall > GT_CHARTS ? GT_CHARTS : c->rows / tall;
	struct gt_canvas sub;
	int64_t t0, t1;

	charts_time(o, &t0, &t1);
	if (cols < 8 || t1 <= t0)
		return;
	if (is_old(o, cols))
		overview_charts_compute(o, cols);
	if (o->charts.more_goals)
		gt_app_dirty(o->pane->app, GT_DIRTY_REPAINT);
	for (int i = 0; i < n; i++) {
		sub = gt_canvas_sub(c, i * tall, 0, tall, c->cols);
		draw_series(&o->charts, &sub, i, cols);
	}
	/* A trace is as long as it is, a range begins and ends. */
	if (c->rows > n * tall)
		gt_rows_axis(c, n * tall, label_cols(c), o->limited ? gt_time_text(t0).s : "0",
			     (o->limited ? gt_time_text(t1) : gt_dur_text(t1)).s);
	from = from > t0 ? from : t0;
	to = to < t1 ? to : t1;
	if (to > from)
		mark_range(c, c->rows > n * tall ? n * tall : 0, from - t0, to - t0, t1 - t0);
}

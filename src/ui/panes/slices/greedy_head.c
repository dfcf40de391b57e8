/* The head of the view of slices: Tmax_stw, and how long slices last. */
#include "ui/panes/slices/greedy.h"

#include <inttypes.h>
#include <string.h>

#include "base/say.h"
#include "base/utf8.h"
#include "ui/panes/rows.h"

#define HEAD_MIN_ROWS 10      /* a canvas with fewer has no room for the chart */
#define HEAD_TALL_ROWS 16     /* with fewer the chart is low */
#define FIRST_BUCKET 7        /* slices below 256 ns share the first column of the chart */
#define LAST_BUCKET 36        /* and those above 68 s the last one */
#define BUCKETS (LAST_BUCKET - FIRST_BUCKET + 1)
#define MAX_PER 3             /* columns of a power of two */
_Static_assert(LAST_BUCKET < GT_GREEDY_BUCKETS, "the last column of the chart has a bucket");

/* ---- the chart ---- */

static uint64_t count_of(const struct gt_greedy_head *g, int from, int to)
{
	uint64_t n = 0;

	for (int i = from; i < to; i++)
		n += g->facts.histogram[i];
	return n;
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

static const struct tick {
	int64_t ns;
	const char *name;
	bool mark;        /* a threshold that the line above names: always drawn, and highlighted */
	bool left;        /* its name stands left of it */
} ticks[] = {
	{ 10000000, "10ms", true, true },     { 20000000, "20ms", true, false },
	{ 1000, "1us", false, false },        { 10000, "10us", false, false },
	{ 100000, "100us", false, false },    { 1000000, "1ms", false, false },
	{ 100000000, "100ms", false, false }, { 1000000000, "1s", false, false },
	{ INT64_C(10000000000), "10s", false, false },
};

/* A tick and its name, unless something is there or right beside it. */
static void draw_tick(const struct gt_canvas *c, int y, const struct tick *tick, int x, bool *used, int width)
{
	gt_style style = tick->mark ? GT_ROLE_MARKER : GT_ROLE_AXIS;
	int cols = (int)strlen(tick->name), from = tick->left ? x - cols : x, to = from + cols;

	for (int i = from - !tick->mark; i <= to + !tick->mark; i++) {
		if (i < 0 || i > width || used[i])
			return;
	}
	memset(used + from, true, (size_t)cols + 1);
	gt_canvas_text(c, y, x, style, "┴");
	gt_canvas_text(c, y, tick->left ? from : x + 1, style, tick->name);
}

/* Two rows over the axis, or one; a height is the logarithm, because one long slice among millions counts. */
static void draw_bucket(const struct gt_canvas *c, int x, int per, uint64_t n, gt_style style)
{
	unsigned bits = n ? 64 - (unsigned)__builtin_clzll(n) : 0, eighths = bits > 15 ? 16 : n ? bits + 1 : 0;
	int rows = c->rows < 3 ? 1 : 2;

	for (int i = 0; i < per; i++)
		gt_bar_draw(c, rows - 1, x + i, rows, style, rows == 1 ? (eighths + 1) / 2 : eighths);
}

static void draw_chart(const struct gt_greedy_head *g, const struct gt_canvas *c)
{
	int fit = c->cols / BUCKETS, per = fit > MAX_PER ? MAX_PER : fit < 1 ? 1 : fit;
	bool used[MAX_PER * BUCKETS + 2] = { false };

	if (!g->counted) {
		gt_canvas_text(c, 0, 0, GT_ROLE_DIM,
			       "the histogram of durations appears when the slices are sorted");
		return;
	}
	for (int b = FIRST_BUCKET; b <= LAST_BUCKET; b++)
		draw_bucket(c, (b - FIRST_BUCKET) * per, per,
			    count_of(g, b == FIRST_BUCKET ? 0 : b, b == LAST_BUCKET ? GT_GREEDY_BUCKETS : b + 1),
			    INT64_C(1) << b >= g->greedy_ns ? GT_ROLE_GREEDY : GT_ROLE_CHART1);
	gt_canvas_hline(c, c->rows - 1, 0, BUCKETS * per, GT_ROLE_AXIS);
	/* The marks come first in the list: what is in their way is left out. */
	for (size_t i = 0; i < GT_COUNT(ticks); i++)
		draw_tick(c, c->rows - 1, &ticks[i], dur_col(ticks[i].ns, per), used, BUCKETS * per);
}

static void greedy_head_put_tmax(struct gt_buf *out, const struct gt_tmax *tmax)
{
	gt_say(out, "  max {}  sum {}", gt_as_dur(tmax->max), gt_as_dur(tmax->sum));
}

/* Returns the column behind it, also if not all of it was drawn. */
static int draw_part(const struct gt_canvas *c, int x, gt_style style, struct gt_buf *text)
{
	gt_canvas_phrases(c, 0, x, c->cols - x, style, gt_buf_str(text), text->len);
	x += gt_text_width(gt_buf_str(text), text->len);
	gt_buf_reset(text);
	return x;
}

static void greedy_head_draw_facts(const struct gt_greedy_head *g, const struct gt_canvas *c)
{
	uint64_t all = count_of(g, 0, GT_GREEDY_BUCKETS);
	struct gt_buf text = { 0 };
	int x = 0;

	if (g->counted) {
		gt_say(&text, "{}  >=10ms {}  >=20ms {}   ", gt_as_many(all, g->split ? "part" : "slice"),
		       gt_as_count(g->facts.over10), gt_as_count(g->facts.over20));
		x = draw_part(c, 0, GT_ROLE_VALUE, &text);
	}
	/* As --diagreedy names the longest slices, for those who know it. */
	gt_buf_printf(&text, "%sTmax_stw (N=%s)", g->restricted ? "A-B " : "", gt_count_text(g->tmax.n).s);
	greedy_head_put_tmax(&text, &g->tmax);
	x = draw_part(c, x, GT_ROLE_DIM, &text);
	if (g->ranged && !g->restricted) {
		gt_buf_puts(&text, "   A-B");
		greedy_head_put_tmax(&text, &g->range);
		draw_part(c, x, GT_ROLE_MARKER, &text);
	}
	gt_buf_release(&text);
}

static void greedy_head_range(struct gt_greedy_head *g, const struct gt_program *prog)
{
	int64_t from, to;
	bool ranged = gt_app_range(prog->app, &from, &to);
	uint64_t slices = gt_trace_info(prog->trace)->slices;

	if (ranged && (!g->ranged || g->from != from || g->to != to || g->slices != slices))
		gt_greedy_tmax_in(prog->trace, from, to, &g->range);
	g->ranged = ranged;
	g->from = from;
	g->to = to;
	g->slices = slices;
}

static int rows_of_head(const struct gt_canvas *c)
{
	if (c->cols < BUCKETS || c->rows < HEAD_MIN_ROWS)
		return c->rows >= 4;
	return c->rows >= HEAD_TALL_ROWS ? 4 : 3;
}

int gt_greedy_head_draw(struct gt_greedy_head *g, const struct gt_program *prog, const struct gt_canvas *c)
{
	int rows = rows_of_head(c);
	struct gt_canvas sub;

	g->greedy_ns = prog->greedy_ns;
	greedy_head_range(g, prog);
	if (rows)
		greedy_head_draw_facts(g, c);
	if (rows > 1) {
		sub = gt_canvas_sub(c, 1, 0, rows - 1, c->cols);
		draw_chart(g, &sub);
	}
	return rows;
}

/* The head of the view of slices: Tmax_stw, and how long slices last. */
#include "ui/panes/greedy_head.h"

#include <inttypes.h>
#include <string.h>

#include "base/human.h"
#include "base/utf8.h"

#define HEAD_MIN_ROWS 10      /* a canvas with fewer has no room for the chart */
#define HEAD_TALL_ROWS 16     /* with fewer the chart is low */
#define FIRST_BUCKET 7        /* slices below 256 ns share the first column of the chart */
#define LAST_BUCKET 36        /* and those above 68 s the last one */

/* ---- the chart ---- */

/* How many columns each power of two gets: all of them must fit. */
static int bucket_cols(int cols)
{
	int per = cols / (LAST_BUCKET - FIRST_BUCKET + 1);

	return per > 3 ? 3 : per < 1 ? 1 : per;
}

static uint64_t bucket_count(const struct gt_greedy_head *g, int b)
{
	uint64_t n = g->facts.histogram[b];

	for (int i = 0; b == FIRST_BUCKET && i < FIRST_BUCKET; i++)
		n += g->facts.histogram[i];
	for (int i = LAST_BUCKET + 1; b == LAST_BUCKET && i < GT_GREEDY_BUCKETS; i++)
		n += g->facts.histogram[i];
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
static void greedy_head_draw_bar(const struct gt_canvas *c, int x, int per, unsigned eighths, gt_style style)
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
	bool mark;        /* what the header promises: always named, and standing out */
	bool left;        /* its name stands left of it */
} ticks[] = {
	{ 10000000, "10ms", true, true },     { 20000000, "20ms", true, false },
	{ 1000, "1us", false, false },        { 10000, "10us", false, false },
	{ 100000, "100us", false, false },    { 1000000, "1ms", false, false },
	{ 100000000, "100ms", false, false }, { 1000000000, "1s", false, false },
	{ INT64_C(10000000000), "10s", false, false },
};

#define AXIS_COLS (3 * (LAST_BUCKET - FIRST_BUCKET + 1) + 1)

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

/* The marks come first in the list: what is in their way is left out. */
static void greedy_head_draw_axis(const struct gt_canvas *c, int per, int width)
{
	bool used[AXIS_COLS + 1] = { false };
	int y = c->rows - 1;

	gt_canvas_hline(c, y, 0, width, GT_ROLE_AXIS);
	for (size_t i = 0; i < GT_COUNT(ticks); i++)
		draw_tick(c, y, &ticks[i], dur_col(ticks[i].ns, per), used, width);
}

static void draw_chart(const struct gt_greedy_head *g, const struct gt_canvas *c)
{
	int per = bucket_cols(c->cols), width = (LAST_BUCKET - FIRST_BUCKET + 1) * per;

	if (!g->counted) {
		gt_canvas_text(c, 0, 0, GT_ROLE_DIM,
			       "the histogram of durations appears when the slices are sorted");
		return;
	}
	for (int b = FIRST_BUCKET; b <= LAST_BUCKET; b++) {
		bool greedy = INT64_C(1) << b >= g->greedy_ns;

		greedy_head_draw_bar(c, (b - FIRST_BUCKET) * per, per, eighths_of(bucket_count(g, b)),
				     greedy ? GT_ROLE_GREEDY : GT_ROLE_CHART1);
	}
	greedy_head_draw_axis(c, per, width);
}

static uint64_t count_from(const struct gt_greedy_head *g, int bucket)
{
	uint64_t n = 0;

	for (int i = bucket; i < GT_GREEDY_BUCKETS; i++)
		n += g->facts.histogram[i];
	return n;
}

static void greedy_head_put_tmax(struct gt_buf *out, const struct gt_tmax *tmax)
{
	gt_buf_puts(out, "  max ");
	gt_human_dur(out, tmax->max);
	gt_buf_puts(out, "  sum ");
	gt_human_dur(out, tmax->sum);
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
	struct gt_buf text = { 0 };
	int x;

	gt_buf_printf(&text, "Tmax_stw (N=%" PRIu64 ")", g->tmax.n);
	greedy_head_put_tmax(&text, &g->tmax);
	x = draw_part(c, 0, GT_ROLE_VALUE, &text);
	if (g->ranged) {
		gt_buf_puts(&text, "   A-B");
		greedy_head_put_tmax(&text, &g->range);
		x = draw_part(c, x, GT_ROLE_MARKER, &text);
	}
	if (g->counted) {
		gt_buf_puts(&text, "   ");
		gt_human_count(&text, count_from(g, 0));
		gt_buf_puts(&text, g->split ? " parts" : " slices");
		gt_buf_puts(&text, "  >=10ms ");
		gt_human_count(&text, g->facts.over10);
		gt_buf_puts(&text, "  >=20ms ");
		gt_human_count(&text, g->facts.over20);
		draw_part(c, x, GT_ROLE_DIM, &text);
	}
	gt_buf_release(&text);
}

int gt_greedy_head_rows(const struct gt_canvas *c)
{
	if (c->cols < LAST_BUCKET - FIRST_BUCKET + 1 || c->rows < HEAD_MIN_ROWS)
		return c->rows >= 4;
	return c->rows >= HEAD_TALL_ROWS ? 4 : 3;
}

void gt_greedy_head_draw(const struct gt_greedy_head *g, const struct gt_canvas *c, int rows)
{
	struct gt_canvas sub;

	if (rows)
		greedy_head_draw_facts(g, c);
	if (rows > 1) {
		sub = gt_canvas_sub(c, 1, 0, rows - 1, c->cols);
		draw_chart(g, &sub);
	}
}

void gt_greedy_head_range(struct gt_greedy_head *g, const struct gt_program *prog)
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

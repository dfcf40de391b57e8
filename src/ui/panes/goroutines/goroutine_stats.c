/* What a goroutine's states add up to: counts, times, percentiles, and a bar of its life. */
#include "ui/panes/goroutines/goroutine_stats.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/percentile.h"
#include "analysis/stacks/stacktext.h"
#include "base/human.h"
#include "base/xalloc.h"

void gt_gstats_begin(struct gt_gstats *st, int64_t t0, int64_t t1)
{
	gt_gstats_release(st);
	st->t0 = t0;
	st->t1 = t1 > t0 ? t1 : t0 + 1;
}

void gt_gstats_release(struct gt_gstats *st)
{
	for (size_t i = 0; i < st->n; i++)
		free(st->v[i].v);
	free(st->v);
	memset(st, 0, sizeof *st);
}

/* ---- adding ---- */

static size_t cell_of(const struct gt_gstats *st, int64_t time)
{
	double at = (double)(time - st->t0) / (double)(st->t1 - st->t0) * GT_GSTATS_CELLS;

	return at < 0 ? 0 : at >= GT_GSTATS_CELLS ? GT_GSTATS_CELLS - 1 : (size_t)at;
}

void gt_gstats_add(struct gt_gstats *st, const struct gt_interval *iv)
{
	double width = (double)(st->t1 - st->t0) / GT_GSTATS_CELLS;
	int64_t dur = iv->t1 - iv->t0;
	struct gt_gstat *s;
	size_t k = 0;

	assert(iv->what < GT_SPENT_KINDS);
	while (k < st->n && (st->v[k].what != iv->what || st->v[k].reason != iv->reason))
		k++;
	if (k == st->n) {
		GT_GROW(st->v, st->cap, st->n + 1);
		st->v[st->n++] = (struct gt_gstat){ .what = iv->what, .reason = iv->reason, .min = INT64_MAX };
	}
	s = &st->v[k];
	GT_GROW(s->v, s->cap, s->count + 1);
	s->v[s->count++] = dur;
	s->total += dur;
	s->min = dur < s->min ? dur : s->min;
	s->max = dur > s->max ? dur : s->max;
	for (size_t i = cell_of(st, iv->t0), end = cell_of(st, iv->t1); i <= end; i++) {
		int64_t from = st->t0 + (int64_t)((double)i * width);
		int64_t to = st->t0 + (int64_t)((double)(i + 1) * width);

		from = iv->t0 > from ? iv->t0 : from;
		to = iv->t1 < to ? iv->t1 : to;
		if (to > from)
			st->cells[i][iv->what] += to - from;
	}
}

void gt_gstats_finish(struct gt_gstats *st)
{
	for (size_t i = 0; i < st->n; i++) {
		struct gt_gstat *s = &st->v[i];

		s->p50 = gt_percentile_pick_i64(s->v, s->count, 0.5);
		s->p99 = gt_percentile_pick_i64(s->v, s->count, 0.99);
		free(s->v);
		s->v = NULL;
		s->cap = 0;
	}
}

/* ---- drawing ---- */

/* What a goroutine did in a column: states are in the order of how active they are. */
struct mix {
	enum gt_spent low, high; /* the most active one; the other one with most time */
	int64_t ns[2], all;      /* of these; ns[1] 0: there is one state only, all 0: none */
};

static struct mix mix_of(const struct gt_gstats *st, size_t from, size_t to)
{
	struct mix m = { .ns = { 0 } };

	for (int k = 0; k < GT_SPENT_KINDS; k++) {
		int64_t sum = 0;

		for (size_t i = from; i < to; i++)
			sum += st->cells[i][k];
		if (sum && !m.all) {
			m.low = (enum gt_spent)k;
			m.ns[0] = sum;
		} else if (sum > m.ns[1]) {
			m.high = (enum gt_spent)k;
			m.ns[1] = sum;
		}
		m.all += sum;
	}
	return m;
}

/*
 * A column of several states: a block as high as the share of the most active one, never none and never
 * all, over the other one; waiting has no colour.
 */
static void draw_mix(const struct mix *m, const struct gt_canvas *c, int y, int x)
{
	int64_t eighths = (16 * m->ns[0] / m->all + 1) / 2;
	gt_style style = gt_spent_style(m->low);

	if (m->high != GT_SPENT_BLOCK)
		style = GT_ON(style, gt_spent_style(m->high));
	if (!gt_canvas_ascii(c))
		gt_canvas_vblock(c, y, x, style, eighths < 1 ? 1 : eighths > 7 ? 7 : (unsigned)eighths);
	else if (m->low == GT_SPENT_EXEC)
		gt_canvas_text(c, y, x, style, "+");
	else
		gt_canvas_text(c, y, x, style, gt_spent_glyph(m->ns[1] > m->ns[0] ? m->high : m->low, true));
}

void gt_gstats_draw_bar(const struct gt_gstats *st, const struct gt_canvas *c, int y, int x, int cols)
{
	for (int i = 0; i < cols; i++) {
		size_t from = (size_t)i * GT_GSTATS_CELLS / (size_t)cols;
		size_t to = (size_t)(i + 1) * GT_GSTATS_CELLS / (size_t)cols;
		struct mix m = mix_of(st, from, to > from ? to : from + 1);

		if (m.ns[1])
			draw_mix(&m, c, y, x + i);
		else if (m.all)
			gt_canvas_text(c, y, x + i, gt_spent_style(m.low), gt_spent_glyph(m.low, gt_canvas_ascii(c)));
		else
			gt_canvas_text(c, y, x + i, GT_ROLE_DIM, "·");
	}
}

static int by_total(const void *a, const void *b)
{
	const struct gt_gstat *x = a, *y = b;

	return (x->total < y->total) - (x->total > y->total);
}

#define NAME_AT 2
#define VALUES_AT 24

/* Heading and rows have the same columns; those that do not fit whole are left out. */
static void draw_values(const struct gt_canvas *c, int y, gt_style style, const char *row)
{
	static const int ends[] = { 10, 18, 26, 36, 46, 56, 66, 76 };
	int fit = 0;

	for (size_t i = 0; i < GT_COUNT(ends); i++)
		if (VALUES_AT + ends[i] <= c->cols)
			fit = ends[i];
	gt_canvas_printf(c, y, VALUES_AT, style, "%.*s", fit, row);
}

/* The durations of a row, the first one in front of the numbers. */
enum { TOTAL, AVERAGE, P50, P99, MAX, MIN, DURS };

#define DUR_COLS 9

static void durations_of(const struct gt_gstat *s, int64_t durs[DURS])
{
	const int64_t v[DURS] = { s->total, s->total / (int64_t)s->count, s->p50, s->p99, s->max, s->min };

	memcpy(durs, v, sizeof v);
}

static void put_duration(struct gt_buf *row, int64_t ns, const struct gt_points *points)
{
	struct gt_human_text dur = gt_dur_text(ns);
	int n = (int)strlen(dur.s), pad = gt_points_pad(points, dur.s, (size_t)n);

	pad = pad < DUR_COLS - n ? pad : DUR_COLS - n;
	gt_buf_printf(row, " %*s%*s", DUR_COLS - pad, dur.s, pad, "");
}

static void draw_stat(struct gt_gstat *s, const struct gt_trace *t, const struct gt_canvas *c, int y,
		      int64_t all, const struct gt_points points[DURS])
{
	int64_t durs[DURS];
	struct gt_buf row = { 0 }, name = { 0 };

	durations_of(s, durs);
	gt_buf_puts(&name, gt_spent_name(s->what));
	gt_put_string(&name, t, ": ", s->reason, s->what == GT_SPENT_BLOCK ? ": not recorded" : NULL);
	gt_canvas_text(c, y, 0, gt_spent_style(s->what), gt_spent_glyph(s->what, gt_canvas_ascii(c)));
	gt_canvas_fit(c, y, NAME_AT, VALUES_AT - NAME_AT, GT_ROLE_LABEL, gt_buf_str(&name), name.len, false);
	put_duration(&row, durs[TOTAL], &points[TOTAL]);
	gt_buf_printf(&row, " %7s %7s", gt_share_text(all ? (double)s->total / (double)all : 0).s,
		      gt_count_text(s->count).s);
	for (int i = AVERAGE; i < DURS; i++)
		put_duration(&row, durs[i], &points[i]);
	draw_values(c, y, GT_ROLE_VALUE, gt_buf_str(&row));
	gt_buf_release(&row);
	gt_buf_release(&name);
}

int gt_gstats_draw(struct gt_gstats *st, const struct gt_trace *t, const struct gt_canvas *c, int y, int rows)
{
	struct gt_points points[DURS] = { 0 };
	int64_t all = 0, durs[DURS];
	int used = 0;

	if (rows < 2 || st->n == 0)
		return 0;
	qsort(st->v, st->n, sizeof *st->v, by_total);
	for (size_t i = 0; i < st->n; i++) {
		all += st->v[i].total;
		durations_of(&st->v[i], durs);
		for (int k = 0; k < DURS; k++) {
			struct gt_human_text dur = gt_dur_text(durs[k]);

			gt_points_note(&points[k], dur.s, strlen(dur.s));
		}
	}
	gt_canvas_fill(c, y, 0, 1, c->cols, GT_ROLE_HEADER, " ");
	gt_canvas_text(c, y, NAME_AT, GT_ROLE_HEADER, "State");
	draw_values(c, y, GT_ROLE_HEADER,
		    st->part ? "     Total  Of A-B   Count   Average       p50       p99       Max       Min" :
		    "     Total Of life   Count   Average       p50       p99       Max       Min");
	used++;
	for (size_t i = 0; i < st->n && used < rows; i++)
		draw_stat(&st->v[i], t, c, y + used++, all, points);
	return used;
}

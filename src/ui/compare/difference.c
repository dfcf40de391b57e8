/* A difference in full. */
#include "ui/compare/list_own.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/comparereport.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/panes/rows.h"

/* ---- where a trace shows it best: the longest of its kind ---- */

/* The first of the longest; NULL: none is kept. */
static const struct gt_cmp_sample *example_longest(const struct gt_keyed *k)
{
	const struct gt_cmp_sample *best = NULL;

	for (uint32_t i = 0; k && i < k->nv; i++)
		if (!best || k->v[i].v > best->v)
			best = &k->v[i];
	return best;
}

/* On any P the slice from t0 to t1, or with `before` the one that ended at t0, of who waits then.  GT_NO_ROW: none. */
static uint32_t example_slice(const struct gt_trace *t, int64_t t0, int64_t t1, bool before)
{
	struct gt_slice s;

	for (uint32_t p = 0; p < gt_trace_info(t)->procs; p++) {
		uint64_t k = gt_slice_seek(t, p, before ? t0 - 1 : t0);

		if (k < gt_slices_of_proc(t, p) && gt_slice_get(t, gt_slice_of_proc(t, p, k), &s) &&
		    (before ? s.t1 == t0 : s.t0 == t0 && s.t1 == t1))
			return s.id;
	}
	return GT_NO_ROW;
}

bool gt_difference_example(struct gt_sel *sel, const struct gt_program *prog, const struct gt_comparison *c,
			   enum gt_cmp_side side, const struct gt_difference *d)
{
	const struct gt_collected *of = &c->v[side][0];
	const struct gt_cmp_sample *v = example_longest(gt_collected_find(of, d->id));
	uint32_t slice = GT_NO_ROW;

	*sel = (struct gt_sel){ .has = 0 };
	if (!v)
		return false;
	if (gt_cmp_kinds[d->kind].unit == GT_CMP_BYTES) {
		/* The mean of a part of the time. */
		sel->time_ns = of->edges[v->t];
		sel->end_ns = of->edges[v->t + 1];
	} else {
		if (d->kind == GT_CMP_GREEDY || d->kind == GT_CMP_TMAX || d->kind == GT_CMP_FUNCS ||
		    d->kind == GT_CMP_GC)
			slice = example_slice(of->t, v->t, v->t + v->v, false);
		else if (d->kind == GT_CMP_WAITS)
			slice = example_slice(of->t, v->t, v->t, true);
		if (slice != GT_NO_ROW)
			gt_sel_slice(sel, prog, slice);
		sel->time_ns = v->t;
		sel->end_ns = v->t + v->v;
	}
	sel->has |= GT_SEL_TIME | GT_SEL_SPAN;
	return true;
}

/* ---- both histograms over each other ---- */

#define STEPS 4               /* columns of a power of two, at most */
#define BITS 63
#define BAR_ROWS 2
#define HIST_COLS 7           /* "before " */
#define SIDE_COLS 14          /* of a value */

struct hist {
	bool bytes;
	double v[GT_CMP_SIDES][BITS * STEPS];   /* how many are so long, as a share of the side's */
	int first, last;      /* of those that are there on any side; last < first: none */
};

static int hist_step(int64_t v)
{
	int bit = v > 1 ? 63 - __builtin_clzll((uint64_t)v) : 0;
	int64_t low = INT64_C(1) << bit;

	return bit * STEPS + (v > low ? (int)((double)(v - low) / (double)low * STEPS) : 0);
}

/* Of a key of many only some are kept, in each trace another part: each stands for so many. */
static void hist_fill(struct hist *h, const struct gt_comparison *c, const struct gt_difference *d)
{
	for (unsigned side = 0; side < GT_CMP_SIDES; side++) {
		double all = 0;

		for (size_t i = 0; i < c->n[side]; i++) {
			const struct gt_keyed *k = gt_collected_find(&c->v[side][i], d->id);
			double each = k ? ldexp(1, k->thinned) : 0;

			for (uint32_t j = 0; k && j < k->nv; j++) {
				int at = hist_step(k->v[j].v);

				h->v[side][at] += each;
				all += each;
				h->first = at < h->first ? at : h->first;
				h->last = at > h->last ? at : h->last;
			}
		}
		for (int i = 0; i < BITS * STEPS && all > 0; i++)
			h->v[side][i] /= all;
	}
}

/* The share of a side in column x of `per` steps a column. */
static double hist_column(const struct hist *h, unsigned side, int x, int per)
{
	double sum = 0;

	for (int i = h->first + x * per; i < h->first + (x + 1) * per && i <= h->last; i++)
		sum += h->v[side][i];
	return sum;
}

static double hist_most(const struct hist *h, int cols, int per)
{
	double most = 0;

	for (unsigned side = 0; side < GT_CMP_SIDES; side++)
		for (int x = 0; x < cols; x++)
			most = fmax(most, hist_column(h, side, x, per));
	return most;
}

/* Names of powers of two below the columns where they begin, as many as there is room for. */
static void hist_axis(const struct hist *h, const struct gt_canvas *c, int y, int cols, int per)
{
	struct gt_buf text = { 0 };
	int used = -1;

	gt_canvas_hline(c, y, HIST_COLS, cols, GT_ROLE_AXIS);
	for (int x = 0; x < cols; x++) {
		int step = h->first + x * per, bit = step / STEPS;
		int64_t low = INT64_C(1) << bit, v = low + (int64_t)((double)low * (step % STEPS) / STEPS);

		if (x <= used)
			continue;
		gt_buf_reset(&text);
		gt_buf_puts(&text, "└");
		if (h->bytes)
			gt_human_bytes(&text, (uint64_t)v);
		else
			gt_human_dur(&text, v);
		if (HIST_COLS + x + gt_text_width(gt_buf_str(&text), text.len) > c->cols)
			break;
		used = x + gt_canvas_textn(c, y, HIST_COLS + x, GT_ROLE_AXIS, gt_buf_str(&text), text.len) + 1;
	}
	gt_buf_release(&text);
}

static int hist_draw(const void *arg, const struct gt_canvas *c)
{
	static const char *const names[] = { "before", "after" };
	static const gt_style styles[] = { GT_ROLE_CHART2, GT_ROLE_CHART1 };
	const struct hist *h = arg;
	int all = h->last - h->first + 1, room = c->cols - HIST_COLS, per, cols, y = 0;
	double most;

	if (room < 8)
		return 0;
	per = (all + room - 1) / room;
	cols = (all + per - 1) / per;
	most = hist_most(h, cols, per);
	for (unsigned side = 0; side < GT_CMP_SIDES; side++, y += BAR_ROWS) {
		gt_canvas_text(c, y + BAR_ROWS - 1, 0, GT_ROLE_LABEL, names[side]);
		for (int x = 0; x < cols; x++) {
			double part = hist_column(h, side, x, per);
			unsigned eighths = (unsigned)(part / most * 8 * BAR_ROWS + 0.5);

			gt_bar_draw(c, y + BAR_ROWS - 1, HIST_COLS + x, BAR_ROWS, styles[side],
				    part > 0 && !eighths ? 1 : eighths);
		}
	}
	hist_axis(h, c, y++, cols, per);
	gt_canvas_printf(c, y++, HIST_COLS, GT_ROLE_DIM, "how many are so long; the highest bar is %s of its side",
			 gt_share_text(most).s);
	return y;
}

static void difference_put_picture(struct gt_detail *d, const struct gt_comparison *c, const struct gt_difference *of)
{
	struct hist *h = gt_xcalloc(1, sizeof *h);

	h->bytes = gt_cmp_kinds[of->kind].unit == GT_CMP_BYTES;
	h->first = BITS * STEPS;
	h->last = -1;
	hist_fill(h, c, of);
	if (h->last < h->first) {
		free(h);
		return;
	}
	gt_detail_picture(d, hist_draw, free, h);
}

/* ---- numbers ---- */

/* A name and its value on either side, below each other: narrow enough for any screen. */
static void difference_put_row(struct gt_detail *d, const char *name, const char *a, const char *b)
{
	gt_detail_pair(d, name, "%-*s%s", SIDE_COLS, a, b);
}

/* Values of an aspect; GT_NO_TIME: there is none. */
static void difference_put_values(struct gt_detail *d, const struct gt_difference *of, const char *name,
				  enum gt_cmp_aspect aspect, double a, double b)
{
	const struct gt_difference told = { .kind = of->kind, .aspect = aspect };
	const double v[GT_CMP_SIDES] = { [GT_CMP_OLD] = a, [GT_CMP_NEW] = b };
	struct gt_buf text[GT_CMP_SIDES] = { { 0 } };

	for (unsigned side = 0; side < GT_CMP_SIDES; side++)
		if (v[side] <= (double)GT_NO_TIME)
			gt_buf_puts(&text[side], "none");
		else
			gt_cmp_value_text(&text[side], &told, v[side]);
	difference_put_row(d, name, gt_buf_str(&text[GT_CMP_OLD]), gt_buf_str(&text[GT_CMP_NEW]));
	for (unsigned side = 0; side < GT_CMP_SIDES; side++)
		gt_buf_release(&text[side]);
}

static void difference_put_sides(struct gt_detail *d, const struct gt_difference *of)
{
	const struct gt_cmp_sum *a = &of->sums[GT_CMP_OLD], *b = &of->sums[GT_CMP_NEW];
	bool bytes = gt_cmp_kinds[of->kind].unit == GT_CMP_BYTES;

	difference_put_row(d, "", "before", "after");
	if (gt_cmp_has(of->kind, GT_CMP_RATE))
		difference_put_values(d, of, "Rate", GT_CMP_RATE, a->rate, b->rate);
	if (gt_cmp_has(of->kind, GT_CMP_SHARE) && (a->share > 0 || b->share > 0))
		difference_put_values(d, of, "Share", GT_CMP_SHARE, a->share, b->share);
	if (a->p50 == GT_NO_TIME && b->p50 == GT_NO_TIME)
		return;
	difference_put_values(d, of, "p50", GT_CMP_LENGTH, (double)a->p50, (double)b->p50);
	difference_put_values(d, of, "p99", GT_CMP_LENGTH, (double)a->p99, (double)b->p99);
	difference_put_values(d, of, bytes ? "Most" : "Longest", GT_CMP_LENGTH, (double)a->max, (double)b->max);
}

/* "worse, length 10ms -> 200ms, x20, shifted by 190ms"; then how sure that is. */
static void difference_put_verdict(struct gt_detail *d, const struct gt_difference *of)
{
	struct gt_buf *out = &d->value;

	gt_buf_puts(out, gt_cmp_verdict_name(of->verdict));
	gt_buf_printf(out, ", %s ", gt_cmp_aspect_name(of->aspect));
	gt_cmp_value_text(out, of, of->a);
	gt_buf_puts(out, " -> ");
	gt_cmp_value_text(out, of, of->b);
	gt_buf_puts(out, ", ");
	gt_cmp_change_text(out, of);
	if (of->aspect == GT_CMP_LENGTH) {
		gt_buf_puts(out, ", shifted by ");
		gt_cmp_value_text(out, of, of->shift);
	}
	gt_detail_put(d, gt_cmp_kinds[of->kind].what);
	if (of->p >= 0)
		gt_detail_pair(d, "Certainty", "p %.2g over all tests; a difference is one up to %g", of->p, GT_CMP_ALPHA);
	else
		gt_detail_pair(d, "Certainty", "%s", "not tested: too few, or too small to matter");
}

void gt_difference_stack(struct gt_detail *d, const struct gt_program *prog, const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;
	size_t n;

	if (!stack)
		return;
	if (t == prog->trace) {
		gt_detail_stack_at(d, GT_DETAIL_FULL, "Stack", t, stack, "no stack");
		return;
	}
	gt_detail_add(d, GT_ROLE_LABEL, "Stack, of the other trace");
	for (uint32_t i = 0; gt_stack_frame(t, stack, i, &f); i++) {
		const char *name = gt_trace_string(t, f.func, &n);

		gt_text_escape(&d->value, name, n);
		gt_detail_add(d, GT_ROLE_NORMAL, "  %s", gt_buf_str(&d->value));
		gt_buf_reset(&d->value);
	}
}

void gt_difference_detail(struct gt_detail *d, const struct gt_program *prog, const struct gt_comparison *c,
			  const struct gt_difference *of)
{
	gt_buf_add(&d->value, of->text, of->ntext);
	gt_detail_put(d, "What");
	difference_put_verdict(d, of);
	difference_put_sides(d, of);
	difference_put_picture(d, c, of);
	gt_difference_stack(d, prog, of->of->t, of->key->stack);
}

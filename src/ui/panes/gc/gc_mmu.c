/* Minimum mutator utilisation in the view of pauses and cycles: the curve, and what is said about it. */
#include "ui/panes/gc/gc_own.h"

#include <inttypes.h>

#include "analysis/gc/mmutable.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "ui/panes/rows.h"

#define LABEL 6               /* columns left of the curve */
#define CURVE_MIN_ROWS 12     /* a pane with fewer has no curve */
#define DETAIL_WORST 10

static struct gt_cell mmu_cell(const struct gt_pane_table *pt, uint64_t row, unsigned col)
{
	struct gt_cell c;

	gt_table_cell(pt->table, row, col, &c);
	return c;
}

/* ---- the line about all ---- */

/* The row of a length, UINT64_MAX: there is none. */
static uint64_t row_of_length(const struct gt_pane_table *pt, int64_t window)
{
	for (uint64_t i = 0; i < pt->table->rows; i++)
		if (mmu_cell(pt, i, GT_MMU_WINDOW).i == window)
			return i;
	return UINT64_MAX;
}

/* "At least 0% of any 1ms, 71.7% of any 10ms, 96.2% of any 100ms are left to the program; 99.3% of it all". */
static void mmu_facts(struct gt_buf *out, const struct gt_pane_table *pt)
{
	static const int64_t lengths[] = { 1000000, 10000000, 100000000 };
	bool all = true, per_p = !mmu_cell(pt, 0, GT_MMU_P).null;

	for (uint64_t i = 0; i < pt->table->rows && all; i++)
		all = mmu_cell(pt, i, GT_MMU_MMU).r >= 1;
	if (all) {
		gt_buf_puts(out, "the GC took no processor: nothing was collected here");
		return;
	}
	for (size_t i = 0; i < GT_COUNT(lengths); i++) {
		uint64_t row = row_of_length(pt, lengths[i]);

		if (row == UINT64_MAX)
			continue;
		gt_buf_puts(out, i ? ", " : "the program has at least ");
		gt_human_share(out, mmu_cell(pt, row, GT_MMU_MMU).r);
		gt_buf_puts(out, " of any ");
		gt_human_dur(out, lengths[i]);
	}
	gt_buf_puts(out, per_p ? "; of the worst P in all " : "; in all ");
	gt_human_share(out, mmu_cell(pt, pt->table->rows - 1, GT_MMU_MMU).r);
}

/* ---- the curve ---- */

/* The height of the curve on a canvas of `rows` rows; 0: there is no room for it. */
static int mmu_rows(const struct gt_pane_table *pt, int rows)
{
	if (!pt->table || !pt->table->rows || rows < CURVE_MIN_ROWS)
		return 0;
	return rows / 2 < 14 ? rows / 2 : 14;
}

/* The curve's points are equal steps of the axis: where a length is, between two of them. */
struct mmu_axis {
	const struct gt_mmu_point *v;
	size_t n;
	int cols;
};

static int axis_x(const struct mmu_axis *a, int64_t w)
{
	size_t i = 0;
	double part;

	while (i + 2 < a->n && a->v[i + 1].w <= w)
		i++;
	part = (double)(w - a->v[i].w) / (double)(a->v[i + 1].w - a->v[i].w);
	return (int)(((double)i + part) * (a->cols - 1) / (double)(a->n - 1) + 0.5);
}

/* Powers of ten, as far as they do not touch each other. */
static void mmu_draw_axis(const struct mmu_axis *a, const struct gt_canvas *c, int y)
{
	struct gt_buf text = { 0 };
	int free_from = 0;

	gt_canvas_text(c, y, 0, GT_ROLE_DIM, "of any");
	for (int64_t w = a->v[0].w; w <= a->v[a->n - 1].w; w *= 10) {
		int x = axis_x(a, w);

		gt_human_dur(&text, w);
		if (x >= free_from && x + (int)text.len <= a->cols) {
			gt_canvas_textn(c, y, LABEL + 1 + x, GT_ROLE_AXIS, gt_buf_str(&text), text.len);
			free_from = x + (int)text.len + 2;
		}
		gt_buf_release(&text);
	}
}

static void mmu_draw(const struct gt_pane_table *pt, const struct gt_canvas *c)
{
	struct mmu_axis a = { .cols = c->cols - LABEL - 1 };
	uint64_t row = gt_pane_table_cursor(pt);
	int rows = c->rows - 1;

	a.v = gt_mmu_curve(pt->table, &a.n);
	if (a.n < 2 || a.cols < 8 || rows < 1)
		return;
	gt_canvas_text(c, 0, 0, GT_ROLE_DIM, " 100 %");
	if (rows > 4)
		gt_canvas_text(c, rows / 2, 0, GT_ROLE_DIM, "  50 %");
	gt_canvas_text(c, rows - 1, 0, GT_ROLE_DIM, "   0 %");
	for (int x = 0; x < a.cols; x++) {
		double mmu = a.v[(size_t)x * (a.n - 1) / (size_t)(a.cols - 1)].mmu;
		unsigned eighths = (unsigned)(mmu * 8 * rows + 0.5);

		gt_bar_draw(c, rows - 1, LABEL + 1 + x, rows, GT_ROLE_RUNNING, mmu > 0 && !eighths ? 1 : eighths);
	}
	mmu_draw_axis(&a, c, rows);
	if (row != UINT64_MAX)
		gt_canvas_under(c, 0, LABEL + 1 + axis_x(&a, mmu_cell(pt, row, GT_MMU_WINDOW).i), c->rows, 1,
				GT_ROLE_RANGE);
}

/* ---- about a length ---- */

int gt_gc_mmu_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	int curve = mmu_rows(pt, c->rows);
	struct gt_canvas sub = gt_canvas_sub(c, 1, 0, curve, c->cols);
	struct gt_buf text = { 0 };

	mmu_facts(&text, pt);
	mmu_draw(pt, &sub);
	gt_rows_head_line(c, &text);
	return 1 + curve;
}

void gt_gc_mmu_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_mmu_window v[DETAIL_WORST];
	size_t n = gt_mmu_table_worst(pt->table, row, v, DETAIL_WORST);

	if (!n) {
		gt_detail_add(d, GT_ROLE_DIM, "the GC took nothing from the program");
		return;
	}
	gt_detail_add(d, GT_ROLE_LABEL, "Worst windows of this length, the program's share");
	for (size_t i = 0; i < n; i++) {
		gt_human_time(&d->value, v[i].t);
		gt_buf_puts(&d->value, "   ");
		gt_human_share(&d->value, v[i].mean);
		if (v[i].p != GT_NONE)
			gt_buf_printf(&d->value, " of P%" PRIu64, v[i].p);
		gt_detail_pair(d, "", "%zu  %s", i + 1, gt_buf_str(&d->value));
		gt_buf_reset(&d->value);
	}
}

/* ---- rows ---- */

static bool select_window(struct gt_sel *sel, int64_t t0, int64_t t1, const struct gt_cell *p)
{
	*sel = (struct gt_sel){ .has = GT_SEL_TIME | GT_SEL_SPAN, .time_ns = t0, .end_ns = t1 };
	if (!p->null) {
		sel->has |= GT_SEL_P;
		sel->p = p->u;
	}
	return true;
}

static bool mmu_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	int64_t t0 = mmu_cell(pt, row, GT_MMU_START).i, t1 = t0 + mmu_cell(pt, row, GT_MMU_WINDOW).i;
	int64_t end = gt_trace_info(pt->prog->trace)->duration;
	struct gt_cell p = mmu_cell(pt, row, GT_MMU_P);

	return select_window(sel, t0, t1 < end ? t1 : end, &p);
}

static bool mmuworst_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_cell p = mmu_cell(pt, row, GT_MMUWORST_P);

	return select_window(sel, mmu_cell(pt, row, GT_MMUWORST_START).i, mmu_cell(pt, row, GT_MMUWORST_END).i, &p);
}

/* What leaves the program nothing. */
static gt_style mmu_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	int share = pt->spec == &gt_gc_mmu_spec ? GT_MMU_MMU : GT_MMUWORST_MEAN;

	return col == share && mmu_cell(pt, row, (unsigned)col).r <= 0 ? GT_ROLE_GREEDY : GT_ROLE_NORMAL;
}

const struct gt_pane_table_spec gt_gc_mmu_spec = {
	.report = &gt_report_mmu,
	.columns = "window mmu p99/1 p999/2 start p/3",
	.what = "windows",
	.whole = true,
	.cost = gt_rows_slices_cost,
	.select = mmu_select,
	.style = mmu_style,
	.nothing = "this part of the trace does not say how many processors there are",
};

const struct gt_pane_table_spec gt_gc_mmuworst_spec = {
	.report = &gt_report_mmuworst,
	.columns = "window rank start mean p/3",
	.what = "windows",
	.cost = gt_rows_slices_cost,
	.select = mmuworst_select,
	.style = mmu_style,
	.nothing = "the GC took nothing from the program here",
};

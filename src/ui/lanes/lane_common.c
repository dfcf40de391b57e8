/* What lanes are called, and what drawing them has in common. */
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/kit/glyph.h"
#include "ui/lanes/lane.h"

static const struct gt_lane_info infos[] = {
	[GT_LANE_HEADER] = { "section", NULL, "a section of lanes", 0 },
#define PINNED GT_LANE_PINNED
#define ON_DEMAND GT_LANE_ON_DEMAND
#define FOLDED GT_LANE_FOLDED
#define GT_LANE(id, section, ops, name, title, flags, help) [GT_LANE_##id] = { name, title, help, flags },
#include "ui/lanes/lane.def"
#undef GT_LANE
};

const struct gt_lane_info *gt_lane_info(uint8_t kind)
{
	return &infos[kind < GT_LANE_KINDS ? kind : GT_LANE_HEADER];
}

void gt_lane_whole(const struct gt_lane_view *view, int64_t *a, int64_t *b)
{
	*a = view->win.t0 > 0 ? view->win.t0 : 0;
	*b = view->win.t0 + view->win.span;
	*b = gt_trace_until(view->trace, *b < view->extent ? *b : view->extent);
	*b = *b > *a ? *b : *a;
}

void gt_lane_put_percent(struct gt_buf *out, int64_t part, int64_t whole)
{
	double percent = whole > 0 ? 100.0 * (double)part / (double)whole : 0;

	if (whole <= 0)
		gt_buf_putc(out, '-');
	else if (part > 0 && percent < 1)
		gt_buf_puts(out, "<1%");
	else
		gt_buf_printf(out, "%d%%", (int)(percent + 0.5));
}

void gt_lane_put_level(struct gt_buf *out, const char *now, const char *most, int cols)
{
	size_t start = out->len;

	gt_buf_printf(out, " %s, most %s", now, most);
	if ((int)(out->len - start) <= cols)
		return;
	out->len = start;
	gt_buf_printf(out, " %s", now);
}

void gt_lane_cursor_cell(const struct gt_lane_view *view, int64_t *a, int64_t *b)
{
	int x = gt_window_column(&view->win, view->width, view->cursor);

	*a = gt_window_start(&view->win, view->width, x);
	*b = gt_window_end(&view->win, view->width, x);
}

/* ---- charts ---- */

/* Eighths of a cell from the bottom of the canvas. */
static int chart_height(const struct gt_canvas *c, double share)
{
	int n = (int)(share * 8 * c->rows + 0.5);

	return n < 1 && share > 0 ? 1 : n > 8 * c->rows ? 8 * c->rows : n;
}

void gt_lane_chart_bar(const struct gt_canvas *c, int x, enum gt_role role, double share)
{
	int n = chart_height(c, share);

	for (int y = c->rows - 1; y >= 0 && n > 0; y--, n -= 8)
		gt_canvas_vblock(c, y, x, role, n > 8 ? 8 : (unsigned)n);
}

void gt_lane_chart_line(const struct gt_canvas *c, int x, enum gt_role role, double share)
{
	static const char *const glyphs[] = { "▁", "▁", "─", "─", "─", "─", "▔", "▔" };
	int n = chart_height(c, share) - 1, y = c->rows - 1 - n / 8;
	const struct gt_screen_cell *cell = n < 0 || y < 0 ? NULL : gt_canvas_cell(c, y, x);

	if (cell && cell->len == 1 && *cell->text == ' ')
		gt_canvas_text(c, y, x, role, gt_canvas_ascii(c) ? "-" : glyphs[n % 8]);
}

/* ---- spans ---- */

void gt_lane_draw_name(const struct gt_lane_pen *pen, int x, int n, gt_style style, const char *name, size_t len)
{
	struct gt_buf text = { 0 };
	int width;

	gt_text_escape(&text, name, len);
	width = gt_text_width(gt_buf_str(&text), text.len);
	if (n > 3 && width > 0)
		gt_canvas_fit(pen->row, 0, x, width < n ? width : n, style | GT_FILL, text.data, text.len, false);
	gt_buf_release(&text);
}

/* Less than half of the lowest block is a dot, or a row of these would look like an eighth of the time. */
static void draw_span_share(const struct gt_canvas *c, int x, enum gt_role role, const struct gt_tl_cell *cell)
{
	if (cell->fine <= GT_TL_FINE / 16)
		gt_canvas_text(c, 0, x, role, gt_canvas_ascii(c) ? "." : "⡀");
	else
		gt_canvas_vblock(c, 0, x, role, cell->eighths);
}

void gt_lane_draw_spans(const struct gt_lane_pen *pen, const struct gt_tl_spans *spans, enum gt_role role,
			gt_lane_span_fn *whole)
{
	struct gt_tl_spans src = *spans;
	const struct gt_tl_source source = { &gt_tl_spans_ops, &src };
	struct gt_lane_view *view = pen->view;
	int cols = pen->row->cols, n;
	struct gt_tl_cell *cells;

	GT_GROW(view->cells, view->cells_cap, (size_t)cols);
	cells = view->cells;
	gt_tl_cells(&source, &view->win, cols, INT64_MAX, cells);
	for (int x = 0; x < cols; x += n) {
		n = 1;
		if (cells[x].kind == GT_TL_FULL) {
			n = gt_lane_run_length(cells, x, cols);
			whole(pen, x, n, &spans->v[cells[x].item], &cells[x]);
		} else if (cells[x].kind == GT_TL_EDGE) {
			gt_lane_put(pen, x, role | GT_FILL, "│", "|");
		} else if (cells[x].kind == GT_TL_SHARE) {
			draw_span_share(pen->row, x, role, &cells[x]);
		}
	}
}

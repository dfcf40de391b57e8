/* What drawing lanes has in common. */
#include "ui/kit/glyph.h"
#include "ui/lanes/lane.h"

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

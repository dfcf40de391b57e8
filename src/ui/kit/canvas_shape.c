/* Rectangles, lines, bars and restyling on a canvas. */
#include "base/utf8.h"
#include "ui/kit/canvas.h"
#include "ui/kit/glyph.h"

#include <string.h>

/* [*from, *to) of n cells beginning at `at` that lie inside [low, high). */
static void clip_span(int at, int n, int low, int high, int *from, int *to)
{
	*from = at < low ? low : at;
	*to = at > high - n ? high : at + n;
}

void gt_canvas_fill(const struct gt_canvas *c, int y, int x, int rows, int cols, gt_style style, const char *glyph)
{
	size_t n = strlen(glyph);
	int width = 1, y0, y1, x0, x1;
	char ascii;

	gt_text_next(glyph, n, &width);
	if (width != 1)
		return;
	if (c->grid && gt_canvas_ascii(c) && (unsigned char)*glyph >= 0x80) {
		ascii = gt_glyph_ascii(glyph, n);
		glyph = &ascii;
		n = 1;
	}
	clip_span(y, rows, c->cy0 - c->oy, c->cy1 - c->oy, &y0, &y1);
	clip_span(x, cols, c->cx0 - c->ox, c->cx1 - c->ox, &x0, &x1);
	/* The ends first: characters of two columns that reach over them are parted there. */
	for (int i = y0; i < y1 && x0 < x1; i++) {
		struct gt_screen_cell *cell;

		gt_canvas_put(c, i, x0, style, glyph, n, 1);
		gt_canvas_put(c, i, x1 - 1, style, glyph, n, 1);
		cell = gt_canvas_cell(c, i, x0);
		for (int j = 1; j < x1 - x0; j++)
			cell[j] = cell[0];
	}
}

void gt_canvas_clear(const struct gt_canvas *c)
{
	gt_canvas_fill(c, 0, 0, c->rows, c->cols, GT_ROLE_NORMAL, " ");
}

void gt_canvas_hline(const struct gt_canvas *c, int y, int x, int cols, gt_style style)
{
	gt_canvas_fill(c, y, x, 1, cols, style, "─");
}

void gt_canvas_vline(const struct gt_canvas *c, int y, int x, int rows, gt_style style)
{
	gt_canvas_fill(c, y, x, rows, 1, style, "│");
}

/* ---- restyling ---- */

static void restyle(const struct gt_canvas *c, int y, int x, int rows, int cols, gt_style keep, gt_style add)
{
	int y0, y1, x0, x1;

	clip_span(y, rows, c->cy0 - c->oy, c->cy1 - c->oy, &y0, &y1);
	clip_span(x, cols, c->cx0 - c->ox, c->cx1 - c->ox, &x0, &x1);
	for (int i = y0; i < y1; i++) {
		for (int j = x0; j < x1; j++) {
			struct gt_screen_cell *cell = gt_canvas_cell(c, i, j);

			cell->style = (cell->style & keep) | add;
		}
	}
}

void gt_canvas_style(const struct gt_canvas *c, int y, int x, int rows, int cols, gt_style style)
{
	restyle(c, y, x, rows, cols, 0, style);
}

void gt_canvas_under(const struct gt_canvas *c, int y, int x, int rows, int cols, enum gt_role under)
{
	restyle(c, y, x, rows, cols, ~(gt_style)0xff00, GT_ON(0, under));
}

void gt_canvas_attr(const struct gt_canvas *c, int y, int x, int rows, int cols, uint32_t attrs)
{
	restyle(c, y, x, rows, cols, ~(gt_style)0, attrs);
}

/* ---- bars ---- */

static void put_glyph(const struct gt_canvas *c, int y, int x, gt_style style, const char *glyph, char ascii)
{
	if (gt_canvas_ascii(c))
		gt_canvas_put(c, y, x, style, &ascii, 1, 1);
	else
		gt_canvas_put(c, y, x, style, glyph, strlen(glyph), 1);
}

void gt_canvas_hblock(const struct gt_canvas *c, int y, int x, gt_style style, unsigned eighths)
{
	static const char *const blocks[9] = { " ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█" };

	eighths = eighths > 8 ? 8 : eighths;
	put_glyph(c, y, x, style, blocks[eighths], "  ---===#"[eighths]);
}

void gt_canvas_vblock(const struct gt_canvas *c, int y, int x, gt_style style, unsigned eighths)
{
	static const char *const blocks[9] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };

	put_glyph(c, y, x, style, blocks[eighths > 8 ? 8 : eighths], gt_glyph_level(eighths));
}

void gt_canvas_hbar(const struct gt_canvas *c, int y, int x, int cols, gt_style style, double share)
{
	int64_t eighths;

	if (cols <= 0)
		return;
	if (!(share > 0))
		share = 0;
	eighths = share >= 1 ? (int64_t)cols * 8 : (int64_t)(share * cols * 8 + 0.5);
	/* Something is not nothing: the smallest share still shows. */
	if (eighths == 0 && share > 0)
		eighths = 1;
	for (int i = 0; i < cols; i++, eighths -= 8)
		gt_canvas_hblock(c, y, x + i, style, eighths <= 0 ? 0 : eighths > 8 ? 8 : (unsigned)eighths);
}

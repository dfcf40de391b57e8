/* Charts in lanes: a value per column, as high as the lane has rows. */
#include "ui/lanes/chart.h"

/* Eighths of a cell from the bottom of the canvas. */
static int chart_height(const struct gt_canvas *c, double share)
{
	int n = (int)(share * 8 * c->rows + 0.5);

	return n < 1 && share > 0 ? 1 : n > 8 * c->rows ? 8 * c->rows : n;
}

void gt_tl_chart_bar(const struct gt_canvas *c, int x, enum gt_role role, double share)
{
	int n = chart_height(c, share);

	for (int y = c->rows - 1; y >= 0 && n > 0; y--, n -= 8)
		gt_canvas_vblock(c, y, x, role, n > 8 ? 8 : (unsigned)n);
}

void gt_tl_chart_line(const struct gt_canvas *c, int x, enum gt_role role, double share)
{
	static const char *const glyphs[] = { "▁", "▁", "─", "─", "─", "─", "▔", "▔" };
	int n = chart_height(c, share) - 1, y = c->rows - 1 - n / 8;
	const struct gt_screen_cell *cell;

	if (n < 0 || y < 0 || y + c->oy >= c->cy1 || x + c->ox >= c->cx1)
		return;
	cell = gt_grid_cell(c->grid, y + c->oy, x + c->ox);
	if (cell->len == 1 && *cell->text == ' ')
		gt_canvas_text(c, y, x, role, gt_canvas_ascii(c) ? "-" : glyphs[n % 8]);
}

/* A grid as text: what tests compare and `dump-screen` writes. */
#include "ui/kit/canvas.h"

void gt_grid_dump(const struct gt_grid *g, struct gt_buf *out)
{
	for (int y = 0; y < gt_grid_rows(g); y++) {
		size_t start = out->len;

		for (int x = 0; x < gt_grid_cols(g); x++)
			gt_buf_add(out, gt_grid_cell(g, y, x)->text, gt_grid_cell(g, y, x)->len);
		while (out->len > start && out->data[out->len - 1] == ' ')
			out->len--;
		gt_buf_putc(out, '\n');
	}
}

static void style_name(gt_style style, struct gt_buf *out)
{
	static const struct {
		uint32_t bit;
		const char *name;
	} attrs[] = {
		{ GT_BOLD, "+bold" }, { GT_FAINT, "+faint" }, { GT_UNDERLINE, "+underline" },
		{ GT_REVERSE, "+reverse" }, { GT_FILL, "+fill" },
	};

	gt_buf_puts(out, gt_role_name(gt_style_role(style)));
	if (gt_style_under(style))
		gt_buf_printf(out, "/%s", gt_role_name(gt_style_under(style)));
	for (size_t i = 0; i < GT_COUNT(attrs); i++) {
		if (style & attrs[i].bit)
			gt_buf_puts(out, attrs[i].name);
	}
}

void gt_grid_dump_styles(const struct gt_grid *g, struct gt_buf *out)
{
	for (int y = 0; y < gt_grid_rows(g); y++) {
		bool any = false;

		for (int x = 0, n; x < gt_grid_cols(g); x += n) {
			gt_style style = gt_grid_cell(g, y, x)->style;

			for (n = 1; x + n < gt_grid_cols(g) && gt_grid_cell(g, y, x + n)->style == style; n++)
				;
			if (style == GT_ROLE_NORMAL)
				continue;
			if (!any)
				gt_buf_printf(out, "%d:", y);
			any = true;
			gt_buf_printf(out, " %d+%d ", x, n);
			style_name(style, out);
		}
		if (any)
			gt_buf_putc(out, '\n');
	}
}

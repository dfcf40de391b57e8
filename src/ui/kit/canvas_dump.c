/* A grid as text: what tests compare and `dump-screen` writes. */
#include "ui/kit/canvas.h"

#include <stdlib.h>

#include "base/xalloc.h"

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

static void attrs_name(uint32_t attrs, struct gt_buf *out)
{
	static const struct {
		uint32_t bit;
		const char *name;
	} names[] = {
		{ GT_BOLD, "+bold" }, { GT_FAINT, "+faint" }, { GT_UNDERLINE, "+underline" },
		{ GT_REVERSE, "+reverse" }, { GT_FILL, "+fill" },
	};

	for (size_t i = 0; i < GT_COUNT(names); i++) {
		if (attrs & names[i].bit)
			gt_buf_puts(out, names[i].name);
	}
}

static void style_name(gt_style style, struct gt_buf *out)
{
	gt_buf_puts(out, gt_role_name(gt_style_role(style)));
	if (gt_style_under(style))
		gt_buf_printf(out, "/%s", gt_role_name(gt_style_under(style)));
	attrs_name(style, out);
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

static void ink_text(const struct gt_ink *ink, bool rgb, struct gt_buf *out)
{
	const int32_t colors[] = { ink->fg, ink->bg };

	for (int i = 0; i < 2; i++) {
		gt_buf_puts(out, i ? "/" : "");
		if (colors[i] < 0)
			gt_buf_putc(out, '-');
		else
			gt_buf_printf(out, rgb ? "%06x" : "%d", (unsigned)colors[i]);
	}
	attrs_name(ink->attrs, out);
}

static int compare_styles(const void *a, const void *b)
{
	gt_style x = *(const gt_style *)a, y = *(const gt_style *)b;

	return x < y ? -1 : x > y;
}

void gt_grid_dump_inks(const struct gt_grid *g, const struct gt_theme *theme, struct gt_buf *out)
{
	static const enum gt_depth depths[] = { GT_DEPTH_TRUE, GT_DEPTH_256, GT_DEPTH_8, GT_DEPTH_MONO };
	size_t cols = (size_t)gt_grid_cols(g), n = (size_t)gt_grid_rows(g) * cols;
	gt_style *styles = gt_xcalloc(n ? n : 1, sizeof *styles);

	for (size_t i = 0; i < n; i++)
		styles[i] = gt_grid_cell(g, (int)(i / cols), (int)(i % cols))->style;
	qsort(styles, n, sizeof *styles, compare_styles);
	for (size_t i = 0; i < n; i++) {
		if (i > 0 && styles[i] == styles[i - 1])
			continue;
		style_name(styles[i], out);
		for (size_t d = 0; d < GT_COUNT(depths); d++) {
			struct gt_ink ink = gt_theme_ink(theme, depths[d], styles[i]);

			gt_buf_putc(out, ' ');
			ink_text(&ink, depths[d] == GT_DEPTH_TRUE, out);
		}
		gt_buf_putc(out, '\n');
	}
	free(styles);
}

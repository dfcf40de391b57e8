/* The screen as an SVG picture: runs of text, and blocks and lines as shapes. */
#include "ui/kit/picture.h"

#include <string.h>
#include <unistr.h>

#define CELL_W 8.4            /* px; the advance of most monospaced fonts at FONT px */
#define CELL_H 17
#define FONT 14
#define BASELINE 13           /* from the top of a cell */
#define MARGIN 8

struct picture {
	const struct gt_grid *g;
	const struct gt_theme *theme;
	struct gt_buf *out;
	uint32_t fg, bg;      /* 0xrrggbb: the terminal's own */
};

/* What a cell is drawn with: colours that are there, reverse video done. */
struct paint {
	uint32_t fg, bg;
	uint32_t attrs;
};

static struct paint paint_of(const struct picture *p, gt_style style)
{
	struct gt_ink ink = gt_theme_ink(p->theme, GT_DEPTH_TRUE, style);
	struct paint paint = {
		.fg = ink.fg < 0 ? p->fg : (uint32_t)ink.fg, .bg = ink.bg < 0 ? p->bg : (uint32_t)ink.bg,
		.attrs = ink.attrs & ~(uint32_t)GT_REVERSE,
	};

	if (ink.attrs & GT_REVERSE) {
		uint32_t fg = paint.fg;

		paint.fg = paint.bg;
		paint.bg = fg;
	}
	return paint;
}

/* ---- shapes ---- */

/* A part of a cell, in eighths of its width and height from its upper left corner, and how dense it is. */
struct shape {
	uint8_t x, y, w, h;
	uint8_t quarters;
	bool thin;            /* a line through the middle, along the longer side */
};

static bool shape_of(const struct gt_screen_cell *cell, struct shape *s)
{
	ucs4_t c = 0;

	if (cell->len < 2 || u8_mbtouc(&c, (const uint8_t *)cell->text, cell->len) != cell->len)
		return false;
	*s = (struct shape){ .w = 8, .h = 8, .quarters = 4 };
	if (c >= 0x2581 && c <= 0x2588) {
		s->h = (uint8_t)(c - 0x2580);
		s->y = (uint8_t)(8 - s->h);
	} else if (c >= 0x2589 && c <= 0x258f) {
		s->w = (uint8_t)(0x2590 - c);
	} else if (c == 0x2590) {
		s->x = s->w = 4;
	} else if (c == 0x2580 || c == 0x2594) {
		s->h = c == 0x2580 ? 4 : 1;
	} else if (c >= 0x2591 && c <= 0x2593) {
		s->quarters = (uint8_t)(c - 0x2590);
	} else if (c == 0x2500 || c == 0x2502) {
		s->thin = true;
		*(c == 0x2500 ? &s->h : &s->w) = 0;
	} else {
		return false;
	}
	return true;
}

static void put_rect(const struct picture *p, double x, double y, double w, double h, uint32_t color)
{
	gt_buf_printf(p->out, "<rect x=\"%.4g\" y=\"%.5g\" width=\"%.5g\" height=\"%.3g\" fill=\"#%06x\"", x, y, w, h,
		      (unsigned)color);
}

/* n cells with the same shape beside each other. */
static void put_shape(const struct picture *p, const struct shape *s, int y, int x, int n, uint32_t color)
{
	double left = x * CELL_W, top = (double)y * CELL_H, w = n * CELL_W * s->w / 8.0, h = CELL_H * s->h / 8.0;

	if (s->thin && !s->h) {
		put_rect(p, left, top + CELL_H / 2.0, n * CELL_W, 1, color);
	} else if (s->thin) {
		put_rect(p, left + CELL_W / 2, top, 1, CELL_H, color);
	} else {
		put_rect(p, left + CELL_W * s->x / 8, top + CELL_H * s->y / 8.0, w, h, color);
		if (s->quarters < 4)
			gt_buf_printf(p->out, " fill-opacity=\"%g\"", s->quarters / 4.0);
	}
	gt_buf_puts(p->out, "/>\n");
}

/* ---- text ---- */

static void put_xml(struct gt_buf *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		switch (s[i]) {
		case '&': gt_buf_puts(out, "&amp;"); break;
		case '<': gt_buf_puts(out, "&lt;"); break;
		case '>': gt_buf_puts(out, "&gt;"); break;
		default: gt_buf_putc(out, s[i]); break;
		}
	}
}

/* Its length is said, so that it fits its cells with any font. */
static void put_svg_text(const struct picture *p, int y, int x, int cols, const char *s, size_t n, struct paint paint)
{
	gt_buf_printf(p->out, "<text x=\"%.5g\" y=\"%d\" textLength=\"%.5g\" fill=\"#%06x\"%s%s%s>", x * CELL_W,
		      y * CELL_H + BASELINE, cols * CELL_W, (unsigned)paint.fg,
		      paint.attrs & GT_BOLD ? " font-weight=\"bold\"" : "",
		      paint.attrs & GT_FAINT ? " fill-opacity=\"0.6\"" : "",
		      paint.attrs & GT_UNDERLINE ? " text-decoration=\"underline\"" : "");
	put_xml(p->out, s, n);
	gt_buf_puts(p->out, "</text>\n");
}

/* ---- rows ---- */

static int run_of_style(const struct picture *p, int y, int x)
{
	gt_style style = gt_grid_cell(p->g, y, x)->style;
	int n = 1;

	while (x + n < gt_grid_cols(p->g) && gt_grid_cell(p->g, y, x + n)->style == style)
		n++;
	return n;
}

static bool is_blank_cell(const struct gt_screen_cell *c)
{
	return !c->len || (c->len == 1 && c->text[0] == ' ');
}

/* From x on, before end: text up to a shape or a second blank, whose columns are returned. */
static int collect_text(const struct picture *p, int y, int x, int end, struct gt_buf *text)
{
	struct shape s;
	int from = x;

	for (; x < end; x++) {
		const struct gt_screen_cell *c = gt_grid_cell(p->g, y, x);

		if (shape_of(c, &s) ||
		    (is_blank_cell(c) && c->width && (x + 1 == end || is_blank_cell(gt_grid_cell(p->g, y, x + 1)))))
			break;
		gt_buf_add(text, c->text, c->len);
	}
	return x - from;
}

static int run_of_shape(const struct picture *p, int y, int x, int end)
{
	const struct gt_screen_cell *c = gt_grid_cell(p->g, y, x);
	int n = 1;

	while (x + n < end && gt_grid_cell(p->g, y, x + n)->len == c->len &&
	       !memcmp(gt_grid_cell(p->g, y, x + n)->text, c->text, c->len))
		n++;
	return n;
}

/* Cells of one style. */
static void put_cells(const struct picture *p, int y, int x, int end, struct gt_buf *text)
{
	struct paint paint = paint_of(p, gt_grid_cell(p->g, y, x)->style);

	if (paint.bg != p->bg) {
		put_rect(p, x * CELL_W, (double)y * CELL_H, (end - x) * CELL_W, CELL_H, paint.bg);
		gt_buf_puts(p->out, "/>\n");
	}
	for (int n; x < end; x += n) {
		const struct gt_screen_cell *c = gt_grid_cell(p->g, y, x);
		struct shape s;

		n = 1;
		if (shape_of(c, &s)) {
			n = s.thin && !s.w ? 1 : s.w < 8 ? 1 : run_of_shape(p, y, x, end);
			put_shape(p, &s, y, x, n, paint.fg);
		} else if (!is_blank_cell(c)) {
			gt_buf_reset(text);
			n = collect_text(p, y, x, end, text);
			put_svg_text(p, y, x, n, gt_buf_str(text), text->len, paint);
		}
	}
}

void gt_grid_picture(const struct gt_grid *g, const struct gt_theme *theme, struct gt_buf *out)
{
	bool light = strcmp(theme->name, "light") == 0;
	struct picture p = { .g = g, .theme = theme, .out = out, .fg = 0xd0d4da, .bg = 0x16181d };
	double w = gt_grid_cols(g) * CELL_W + 2 * MARGIN, h = (double)gt_grid_rows(g) * CELL_H + 2 * MARGIN;
	struct gt_buf text = { 0 };

	if (light) {
		p.fg = 0x24292f;
		p.bg = 0xffffff;
	}
	gt_buf_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.5g %.5g\" width=\"%.5g\" "
		      "height=\"%.5g\">\n"
		      "<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"#%06x\"/>\n"
		      "<g transform=\"translate(%d %d)\" font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" "
		      "font-size=\"%d\" style=\"white-space:pre\" shape-rendering=\"crispEdges\">\n",
		      w, h, w, h, (unsigned)p.bg, MARGIN, MARGIN, FONT);
	for (int y = 0; y < gt_grid_rows(g); y++)
		for (int x = 0, n; x < gt_grid_cols(g); x += n) {
			n = run_of_style(&p, y, x);
			put_cells(&p, y, x, x + n, &text);
		}
	gt_buf_puts(out, "</g>\n</svg>\n");
	gt_buf_release(&text);
}

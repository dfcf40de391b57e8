/* What panes draw into: cells, clipping, text. */
#include "ui/kit/canvas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/kit/glyph.h"

struct gt_grid {
	int rows, cols;
	bool ascii;
	struct gt_screen_cell *cells;
	struct gt_buf clean;   /* escaped text */
	struct gt_buf fit;     /* text padded or cut */
};

/* ---- the grid ---- */

struct gt_grid *gt_grid_new(int rows, int cols)
{
	struct gt_grid *g = gt_xcalloc(1, sizeof *g);

	gt_grid_resize(g, rows, cols);
	return g;
}

struct gt_grid *gt_grid_copy(const struct gt_grid *g)
{
	struct gt_grid *copy = gt_grid_new(g->rows, g->cols);

	copy->ascii = g->ascii;
	memcpy(copy->cells, g->cells, (size_t)g->rows * (size_t)g->cols * sizeof *g->cells);
	return copy;
}

void gt_grid_free(struct gt_grid *g)
{
	if (!g)
		return;
	free(g->cells);
	gt_buf_release(&g->clean);
	gt_buf_release(&g->fit);
	free(g);
}

void gt_grid_resize(struct gt_grid *g, int rows, int cols)
{
	g->rows = rows < 1 ? 1 : rows;
	g->cols = cols < 1 ? 1 : cols;
	free(g->cells);
	g->cells = gt_xcalloc((size_t)g->rows * (size_t)g->cols, sizeof *g->cells);
	gt_grid_clear(g);
}

static void blank(struct gt_screen_cell *cell, gt_style style)
{
	cell->style = style;
	cell->width = 1;
	cell->len = 1;
	cell->text[0] = ' ';
}

void gt_grid_clear(struct gt_grid *g)
{
	for (int i = 0; i < g->rows * g->cols; i++)
		blank(&g->cells[i], GT_ROLE_NORMAL);
}

void gt_grid_clear_around(struct gt_grid *g, int y, int x, int rows, int cols)
{
	for (int i = 0; i < g->rows * g->cols; i++)
		if (i / g->cols < y || i / g->cols >= y + rows || i % g->cols < x || i % g->cols >= x + cols)
			blank(&g->cells[i], GT_ROLE_NORMAL);
}

void gt_grid_set_ascii(struct gt_grid *g, bool ascii)
{
	g->ascii = ascii;
}

int gt_grid_rows(const struct gt_grid *g)
{
	return g->rows;
}

int gt_grid_cols(const struct gt_grid *g)
{
	return g->cols;
}

static struct gt_screen_cell *cell_at(const struct gt_grid *g, int y, int x)
{
	return &g->cells[(size_t)y * (size_t)g->cols + (size_t)x];
}

const struct gt_screen_cell *gt_grid_cell(const struct gt_grid *g, int y, int x)
{
	assert(y >= 0 && y < g->rows && x >= 0 && x < g->cols);
	return cell_at(g, y, x);
}

/* ---- rectangles ---- */

struct gt_canvas gt_grid_canvas(struct gt_grid *g)
{
	return (struct gt_canvas){ .rows = g->rows, .cols = g->cols, .grid = g, .cy1 = g->rows, .cx1 = g->cols };
}

static int canvas_clamp(int v, int low, int high)
{
	return v < low ? low : v > high ? high : v;
}

struct gt_canvas gt_canvas_sub(const struct gt_canvas *c, int y, int x, int rows, int cols)
{
	struct gt_canvas s = *c;

	s.rows = rows < 0 ? 0 : rows;
	s.cols = cols < 0 ? 0 : cols;
	s.oy = c->oy + y;
	s.ox = c->ox + x;
	s.cy0 = canvas_clamp(s.oy, c->cy0, c->cy1);
	s.cx0 = canvas_clamp(s.ox, c->cx0, c->cx1);
	s.cy1 = canvas_clamp(s.oy + s.rows, s.cy0, c->cy1);
	s.cx1 = canvas_clamp(s.ox + s.cols, s.cx0, c->cx1);
	return s;
}

bool gt_canvas_ascii(const struct gt_canvas *c)
{
	return c->grid->ascii;
}

/* ---- cells ---- */

/* A wide character of which columns [x, x + width) cut a half off loses the other half too. */
static void part_wide(const struct gt_grid *g, int y, int x, int width)
{
	if (x > 0 && cell_at(g, y, x)->width == 0)
		blank(cell_at(g, y, x - 1), cell_at(g, y, x - 1)->style);
	if (x + width < g->cols && cell_at(g, y, x + width)->width == 0)
		blank(cell_at(g, y, x + width), cell_at(g, y, x + width)->style);
}

/* ay, ax: on the grid; ay is inside the clip. */
static void canvas_put(const struct gt_canvas *c, int ay, int ax, gt_style style, const char *s, size_t n,
		       int width)
{
	struct gt_screen_cell *cell;

	if (ax < c->cx0 || ax + width > c->cx1) {
		for (int x = ax < c->cx0 ? c->cx0 : ax; x < ax + width && x < c->cx1; x++) {
			part_wide(c->grid, ay, x, 1);
			blank(cell_at(c->grid, ay, x), style);
		}
		return;
	}
	part_wide(c->grid, ay, ax, width);
	cell = cell_at(c->grid, ay, ax);
	cell->style = style;
	cell->width = (uint8_t)width;
	/* Whole characters only. */
	if (n > GT_CELL_BYTES)
		for (n = GT_CELL_BYTES; n > 0 && ((unsigned char)s[n] & 0xc0) == 0x80; n--)
			;
	cell->len = (uint8_t)n;
	memcpy(cell->text, s, n);
	if (width == 2) {
		cell[1].style = style;
		cell[1].width = 0;
		cell[1].len = 0;
	}
}

/* A mark without a base goes onto the character before it. */
static void append_mark(const struct gt_canvas *c, int ay, int ax, const char *s, size_t n)
{
	struct gt_screen_cell *cell;

	if (ax < c->cx0 || ax >= c->cx1)
		return;
	cell = cell_at(c->grid, ay, ax);
	if (cell->width == 0 && ax > c->cx0)
		cell--;
	if (cell->width && cell->len + n <= GT_CELL_BYTES) {
		memcpy(cell->text + cell->len, s, n);
		cell->len = (uint8_t)(cell->len + n);
	}
}

/* ---- text ---- */

/* s is clean.  Returns the columns it takes. */
static int draw_clean(const struct gt_canvas *c, int y, int x, gt_style style, const char *s, size_t n)
{
	int ay = c->oy + y, start = c->ox + x, ax = start;
	bool visible = ay >= c->cy0 && ay < c->cy1;
	char ascii[2];

	for (size_t i = 0, len; i < n; i += len) {
		const char *glyph = s + i;
		int width = 1;

		len = 1;
		if ((unsigned char)*glyph >= 0x80 || (i + 1 < n && (unsigned char)s[i + 1] >= 0x80))
			len = gt_text_next(s + i, n - i, &width);
		if (visible && width == 0 && ax > start && !c->grid->ascii)
			append_mark(c, ay, ax - 1, glyph, len);
		if (width == 0)
			continue;
		if (c->grid->ascii && (unsigned char)*glyph >= 0x80) {
			ascii[0] = ascii[1] = gt_glyph_ascii(glyph, len);
			for (int w = 0; visible && w < width; w++)
				canvas_put(c, ay, ax + w, style, ascii, 1, 1);
		} else if (visible) {
			canvas_put(c, ay, ax, style, glyph, c->grid->ascii ? 1 : len, width);
		}
		ax += width;
	}
	return ax - start;
}

/* s, or what escaping makes of it. */
static const char *cleaned(const struct gt_canvas *c, const char *s, size_t *n)
{
	struct gt_buf *clean = &c->grid->clean;

	if (gt_text_is_clean(s, *n))
		return s;
	gt_buf_reset(clean);
	gt_text_escape(clean, s, *n);
	*n = clean->len;
	return clean->data;
}

int gt_canvas_textn(const struct gt_canvas *c, int y, int x, gt_style style, const char *s, size_t n)
{
	s = cleaned(c, s, &n);
	return draw_clean(c, y, x, style, s, n);
}

int gt_canvas_text(const struct gt_canvas *c, int y, int x, gt_style style, const char *s)
{
	return gt_canvas_textn(c, y, x, style, s, strlen(s));
}

int gt_canvas_printf(const struct gt_canvas *c, int y, int x, gt_style style, const char *fmt, ...)
{
	struct gt_buf b = { 0 };
	va_list ap;
	int cols;

	va_start(ap, fmt);
	gt_buf_vprintf(&b, fmt, ap);
	va_end(ap);
	cols = gt_canvas_textn(c, y, x, style, gt_buf_str(&b), b.len);
	gt_buf_release(&b);
	return cols;
}

void gt_canvas_fit(const struct gt_canvas *c, int y, int x, int cols, gt_style style, const char *s, size_t n,
		   bool right)
{
	struct gt_buf *fit = &c->grid->fit;

	if (cols <= 0)
		return;
	s = cleaned(c, s, &n);
	gt_buf_reset(fit);
	gt_text_fit(fit, s, n, cols, right, c->grid->ascii);
	draw_clean(c, y, x, style, gt_buf_str(fit), fit->len);
}

void gt_canvas_phrases(const struct gt_canvas *c, int y, int x, int cols, gt_style style, const char *s, size_t n)
{
	struct gt_buf *fit = &c->grid->fit;

	if (cols <= 0)
		return;
	s = cleaned(c, s, &n);
	gt_buf_reset(fit);
	gt_text_phrases(fit, s, n, cols, c->grid->ascii);
	draw_clean(c, y, x, style, gt_buf_str(fit), fit->len);
}

/* The bytes of the next row when at most cols fit: up to the last blank, or as much as fits. */
static size_t wrap_at(const char *s, size_t n, int cols)
{
	size_t len = gt_text_clip(s, n, cols, NULL), i = len;
	int width;

	if (len == n)
		return n;
	if (len == 0)
		return gt_text_next(s, n, &width);
	while (i > 0 && s[i] != ' ')
		i--;
	return i > 0 ? i : len;
}

int gt_canvas_wrap(const struct gt_canvas *c, int y, int x, int cols, gt_style style, const char *s)
{
	int rows = 0;

	while (cols > 0 && *s) {
		size_t line = strcspn(s, "\n"), n = line, len;
		const char *at = cleaned(c, s, &n);

		do {
			len = wrap_at(at, n, cols);
			draw_clean(c, y + rows++, x, style, at, len);
			for (; len < n && at[len] == ' '; len++)
				;
			at += len;
			n -= len;
		} while (n > 0);
		s += line + (s[line] == '\n');
	}
	return rows;
}

/* ---- what shapes need ---- */

void gt_canvas_put(const struct gt_canvas *c, int y, int x, gt_style style, const char *s, size_t n, int width)
{
	int ay = c->oy + y;

	if (ay >= c->cy0 && ay < c->cy1)
		canvas_put(c, ay, c->ox + x, style, s, n, width);
}

struct gt_screen_cell *gt_canvas_cell(const struct gt_canvas *c, int y, int x)
{
	int ay = c->oy + y, ax = c->ox + x;

	if (ay < c->cy0 || ay >= c->cy1 || ax < c->cx0 || ax >= c->cx1)
		return NULL;
	return cell_at(c->grid, ay, ax);
}

/* What panes draw into: a grid of cells, and rectangles on it. */
#ifndef GT_UI_CANVAS_H
#define GT_UI_CANVAS_H

#include "base/buf.h"
#include "ui/kit/style.h"

/* Bytes of one grapheme cluster; a longer one loses its last combining marks. */
#define GT_CELL_BYTES 30

/* The cells of a whole screen.  A wide character owns two: the second has width 0 and no text. */
struct gt_grid;

struct gt_screen_cell {
	gt_style style;
	uint8_t width;             /* 1, 2, or 0: right half of a wide one */
	uint8_t len;
	char text[GT_CELL_BYTES];  /* len bytes, clean UTF-8, no NUL */
};

struct gt_grid *gt_grid_new(int rows, int cols);
struct gt_grid *gt_grid_copy(const struct gt_grid *g);
void gt_grid_free(struct gt_grid *g);
void gt_grid_resize(struct gt_grid *g, int rows, int cols);   /* clears */
void gt_grid_clear(struct gt_grid *g);
void gt_grid_clear_around(struct gt_grid *g, int y, int x, int rows, int cols);   /* all but this rectangle */
void gt_grid_set_ascii(struct gt_grid *g, bool ascii);        /* lines, blocks and letters become ASCII as drawn */
int gt_grid_rows(const struct gt_grid *g);
int gt_grid_cols(const struct gt_grid *g);
const struct gt_screen_cell *gt_grid_cell(const struct gt_grid *g, int y, int x);

/*
 * A rectangle of a grid with its own origin.  Everything below takes
 * coordinates from its top left corner, and nothing is ever drawn outside it;
 * coordinates may be negative or too large.  Passed around by pointer, copied
 * freely, owns nothing.
 */
struct gt_canvas {
	int rows, cols;               /* size to draw for */
	struct gt_grid *grid;
	int oy, ox;                   /* the origin on the grid; the rest is the canvas's own business */
	int cy0, cx0, cy1, cx1;       /* cells that may be changed, on the grid, end excluded */
};

struct gt_canvas gt_grid_canvas(struct gt_grid *g);                                   /* the whole grid */
struct gt_canvas gt_canvas_sub(const struct gt_canvas *c, int y, int x, int rows, int cols); /* clipped to c */
bool gt_canvas_ascii(const struct gt_canvas *c);

/*
 * Text, one line.  Hostile bytes are escaped here (gt_text_escape), so panes
 * pass names from the trace as they are.  Wide and combining characters keep
 * the grid intact.  Returns the columns that the text takes, drawn or clipped.
 */
int gt_canvas_text(const struct gt_canvas *c, int y, int x, gt_style style, const char *s);
int gt_canvas_textn(const struct gt_canvas *c, int y, int x, gt_style style, const char *s, size_t n);
int gt_canvas_printf(const struct gt_canvas *c, int y, int x, gt_style style, const char *fmt, ...) GT_PRINTF(5, 6);

/* Text in exactly `cols` columns: padded with blanks or cut with an ellipsis; right: aligned to the right. */
void gt_canvas_fit(const struct gt_canvas *c, int y, int x, int cols, gt_style style, const char *s, size_t n,
		   bool right);

/* The same, but whole phrases are left out: gt_text_phrases. */
void gt_canvas_phrases(const struct gt_canvas *c, int y, int x, int cols, gt_style style, const char *s, size_t n);

/*
 * Lines of text broken at newlines and, when too wide, after blanks or
 * anywhere; returns the number of rows that takes.
 */
int gt_canvas_wrap(const struct gt_canvas *c, int y, int x, int cols, gt_style style, const char *s);

/* Rectangles and lines. */
void gt_canvas_fill(const struct gt_canvas *c, int y, int x, int rows, int cols, gt_style style, const char *glyph);
void gt_canvas_clear(const struct gt_canvas *c);                                     /* blanks in GT_ROLE_NORMAL */
void gt_canvas_hline(const struct gt_canvas *c, int y, int x, int cols, gt_style style);
void gt_canvas_vline(const struct gt_canvas *c, int y, int x, int rows, gt_style style);

/* Changes the style of cells, not their text: all of it, the ground only, or added attributes. */
void gt_canvas_style(const struct gt_canvas *c, int y, int x, int rows, int cols, gt_style style);
void gt_canvas_under(const struct gt_canvas *c, int y, int x, int rows, int cols, enum gt_role under);
void gt_canvas_attr(const struct gt_canvas *c, int y, int x, int rows, int cols, uint32_t attrs);

/*
 * Bars and charts from eighth blocks (or ASCII).  hbar: share (0..1) of cols
 * from the left, the rest blank.  vblock: one cell, filled from below to
 * eighths/8 (0..8).
 */
void gt_canvas_hbar(const struct gt_canvas *c, int y, int x, int cols, gt_style style, double share);
void gt_canvas_vblock(const struct gt_canvas *c, int y, int x, gt_style style, unsigned eighths);

/* The part of hbar in one cell: 0..8 eighths from the left. */
void gt_canvas_hblock(const struct gt_canvas *c, int y, int x, gt_style style, unsigned eighths);

/* The screen as text, one line per row, trailing blanks trimmed. */
void gt_grid_dump(const struct gt_grid *g, struct gt_buf *out);

/*
 * The styles: "Y: X+COLS style X+COLS style" for each row that is not all
 * normal; a style is written "role", "role/under", "role+bold+fill".
 */
void gt_grid_dump_styles(const struct gt_grid *g, struct gt_buf *out);

/*
 * The colours of a theme: a line for each style on the screen, with what a terminal shows it in at true colour, 256
 * colours, 8 colours and none: "FG/BG+bold", '-' for the terminal's own colour.
 */
void gt_grid_dump_inks(const struct gt_grid *g, const struct gt_theme *theme, struct gt_buf *out);

#endif

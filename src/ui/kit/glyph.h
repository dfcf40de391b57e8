/* Cells from inside the canvas, and ASCII in place of other characters. */
#ifndef GT_UI_GLYPH_H
#define GT_UI_GLYPH_H

#include "ui/kit/canvas.h"

/* One cluster of known width at y, x, as it is. */
void gt_canvas_put(const struct gt_canvas *c, int y, int x, gt_style style, const char *s, size_t n, int width);

/* The cell to restyle, or NULL: outside the clip. */
struct gt_screen_cell *gt_canvas_cell(const struct gt_canvas *c, int y, int x);

/* The character that stands for a cluster on a terminal with ASCII only: '?' if nothing looks like it. */
char gt_glyph_ascii(const char *s, size_t n);

/* ASCII for a cell filled to eighths/8. */
char gt_glyph_level(unsigned eighths);

#endif

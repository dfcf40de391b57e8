/* The screen as a picture. */
#ifndef GT_UI_PICTURE_H
#define GT_UI_PICTURE_H

#include "ui/kit/canvas.h"

/*
 * Appends an SVG document: what a terminal with true colour shows of the grid, in the colours of the theme; what the
 * theme leaves to the terminal is that of a dark one, or of a light one for a theme of that name.  Blocks and lines
 * are shapes, so it looks the same with any font.
 */
void gt_grid_picture(const struct gt_grid *g, const struct gt_theme *theme, struct gt_buf *out);

#endif

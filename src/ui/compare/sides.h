/* The two timelines of a row of view 9, above each other. */
#ifndef GT_UI_SIDES_H
#define GT_UI_SIDES_H

#include "analysis/compare/compare.h"
#include "ui/app/program.h"

/* A jump to the view of both sides, at the examples of a row; a message if there is none in either trace. */
void gt_sides_show(struct gt_app *app, const struct gt_comparison *c, const struct gt_difference *d);

#endif

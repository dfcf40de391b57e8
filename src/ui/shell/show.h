/* The command show: what any view can list, by its name or that of the report. */
#ifndef GT_UI_SHOW_H
#define GT_UI_SHOW_H

#include "ui/app/app.h"

/* Jumps to the view that has a mode of this name, or lists this report.  Else an error that says what there is. */
int gt_show(struct gt_app *app, const char *name, struct gt_error *err);

/* Appends all names that it knows, separated by blanks: those of the open view first. */
void gt_show_names(struct gt_app *app, struct gt_buf *out);

#endif

/* The config file. */
#ifndef GT_UI_RC_H
#define GT_UI_RC_H

#include <stdio.h>

#include "ui/app/app.h"

/*
 * Reads `bind`, `set` and `color` lines.  Each error is given to report as
 * "FILE:LINE: text" and reading goes on.  Returns the number of errors.
 */
typedef void (*gt_rc_report_fn)(void *arg, const char *text);
int gt_rc_read(struct gt_app *app, FILE *in, const char *name, gt_rc_report_fn report, void *arg);

/* The file's usual place: $XDG_CONFIG_HOME/gtrace-tui/config, else ~/.config/...; false if there is no home. */
bool gt_rc_path(struct gt_buf *out);

#endif

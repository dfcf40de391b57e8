/* The config file. */
#ifndef GT_UI_RC_H
#define GT_UI_RC_H

#include <stdio.h>

#include "ui/app/app.h"

/*
 * Reads `bind`, `set`, `color`, `preset` and `sql` lines.  Each error is given to report as
 * "FILE:LINE: text" and reading goes on.  Returns the number of errors.
 */
typedef void (*gt_rc_report_fn)(void *arg, const char *text);
int gt_rc_read(struct gt_app *app, FILE *in, const char *name, gt_rc_report_fn report, void *arg);

/*
 * The statement with a name and its title, of the last line `sql NAME "TITLE" STATEMENT`; the statement is the rest of
 * the line.  The caller frees both.  GT_ERR_USAGE: no line has this name, or it is not written so.
 */
int gt_rc_statement(FILE *in, const char *file, const char *name, char **title, char **statement, struct gt_error *err);

/* The file's usual place: $XDG_CONFIG_HOME/gtrace-tui/config, else ~/.config/...; false if there is no home. */
bool gt_rc_path(struct gt_buf *out);

#endif

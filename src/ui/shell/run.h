/* The trace behind the screen, from opening to closing. */
#ifndef GT_UI_RUN_H
#define GT_UI_RUN_H

#include "ui/app/program.h"
#include "ui/shell/main.h"

/* Opens the trace and its wake pipe; prog is filled in. */
int gt_program_open(struct gt_program *prog, const struct gt_ui_args *args, struct gt_error *err);
void gt_program_close(struct gt_program *prog);

/* Runs the commands of -c: those that show a view at once, the others when the index is there. */
void gt_program_run_commands(struct gt_program *prog);

/* Makes the app, adds options and panes, shows the first view. */
void gt_program_start(struct gt_program *prog);

extern const struct gt_app_ops gt_program_ops;

#endif

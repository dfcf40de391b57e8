/* The program behind a list of traces: no trace of its own, one view. */
#ifndef GT_UI_LISTED_H
#define GT_UI_LISTED_H

#include "ui/app/program.h"
#include "ui/shell/main.h"

/* Opens what the list needs; prog is filled in.  Negative code with err. */
int gt_listed_open(struct gt_program *prog, const struct gt_ui_args *args, struct gt_error *err);
/* Makes the app with its view, and begins to read the traces. */
void gt_listed_start(struct gt_program *prog);
void gt_listed_close(struct gt_program *prog);

#endif

/* The loop: waits for keys, the worker and signals, and draws. */
#ifndef GT_UI_LOOP_H
#define GT_UI_LOOP_H

#include "ui/app/app.h"

/*
 * Runs until the user quits or the terminal goes away.  wake_fd: the read end
 * of the worker's pipe (non-blocking), or -1.  Signals must have been
 * installed (signals.h).  Returns 0, or 128 + n if signal n ended it: the
 * caller closes the terminal and exits with that.
 */
int gt_loop_run(struct gt_app *app, struct gt_term *term, int wake_fd);

#endif

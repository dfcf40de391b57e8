/* A pane that knows no trace: numbered rows, to try the framework with. */
#ifndef DEMO_H
#define DEMO_H

#include "ui/app/app.h"

#define DEMO_ROWS 1000

/* Row i: "row i", takes i * 1.5 us at time i ms, on P i % 4, in goroutine i % 17. */
extern const struct gt_pane_ops demo_list_ops;

/* A pane without a list: draws the shared selection. */
extern const struct gt_pane_ops demo_plain_ops;

/* An app with a demo list as Greedy and a plain pane as Timeline; Greedy is shown. */
struct gt_app *demo_app(void);

/* What the app draws now, as text: to be freed.  styles: those instead. */
char *demo_screen(struct gt_app *app, int rows, int cols, bool styles);

#endif

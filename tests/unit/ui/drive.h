/* The application of demo.h, driven as a user would and asked where it is. */
#ifndef GT_TEST_UI_DRIVE_H
#define GT_TEST_UI_DRIVE_H

#include "ui/app/app.h"

/* On a screen of 80x24, drawn once. */
struct gt_app *drive_new(void);

/* Commands separated by ';'; jobs are run to their end. */
void drive_run(struct gt_app *app, const char *lines);

/* Keys as typed quickly, separated by blanks; jobs are run to their end. */
void drive_keys(struct gt_app *app, const char *names);

/* The view, what the selection says, and the row: "greedy 5 ms row 5". */
void drive_is_place(struct gt_app *app, const char *want, const char *name);

/* A line of the screen, counted from the bottom: 1 is the hint bar, 2 the status. */
void drive_is_line(struct gt_app *app, int from_bottom, const char *want, const char *name);

#endif

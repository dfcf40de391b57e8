/* The view of values of a column: what every list can open. */
#ifndef GT_UI_VALUES_H
#define GT_UI_VALUES_H

#include "ui/app/pane.h"

extern const struct gt_pane_ops gt_pane_values;

/* Counts the values of a column of the list that is shown: asks which one; GT_ERR_USAGE if there is no such column. */
void gt_values_ask(struct gt_app *app);
int gt_values_show(struct gt_app *app, const char *column, struct gt_error *err);
/* The keys of these columns, separated by blanks. */
void gt_values_words(struct gt_app *app, struct gt_buf *out);

#endif

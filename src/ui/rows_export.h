/* Rows of a table on their way out, some at a time. */
#ifndef GT_UI_ROWS_EXPORT_H
#define GT_UI_ROWS_EXPORT_H

#include "ui/pane_table.h"

/*
 * "text" (slices as --diagreedy prints them, other rows as the list shows
 * them), "table", or a format of the reports.  The rows are those that
 * gt_pane_table_chosen names when it is opened; while it is open the pane's
 * table must stay what it is: see pt->exporting.
 */
struct gt_rows_export;

int gt_rows_export_open(struct gt_rows_export **out, struct gt_pane_table *pt, const char *format,
			struct gt_error *err);
/* Appends what some more rows are; true when that was all. */
bool gt_rows_export_step(struct gt_rows_export *e, struct gt_buf *out);
double gt_rows_export_share(const struct gt_rows_export *e);
void gt_rows_export_close(struct gt_rows_export *e);

#endif

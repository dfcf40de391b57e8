/* Rows of a table on their way out, some at a time. */
#ifndef GT_UI_ROWS_EXPORT_H
#define GT_UI_ROWS_EXPORT_H

#include "ui/exporting.h"
#include "ui/pane_table.h"

/*
 * "text" (slices as --diagreedy prints them, stop-the-world pauses with all that is
 * known of them, other rows as the list shows them), "table", or a format of the reports.  The rows are those that
 * gt_pane_table_chosen names when it is opened; while it is open the pane's
 * table must stay what it is: see pt->exporting.
 */
int gt_rows_export_open(struct gt_exporting **out, struct gt_pane_table *pt, const char *format,
			struct gt_error *err);

#endif

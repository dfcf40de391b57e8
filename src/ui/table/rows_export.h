/* Rows of tables and lists on their way out, some at a time. */
#ifndef GT_UI_ROWS_EXPORT_H
#define GT_UI_ROWS_EXPORT_H

#include "ui/kit/exporting.h"
#include "ui/table/pane_table.h"

/*
 * "text" (slices as --diagreedy prints them, stop-the-world pauses with all that is
 * known of them, hops with their stacks, other rows as the list shows them), "table", or a
 * format of the reports.  The rows are those that gt_pane_table_chosen_places names when it
 * is opened, of a path without tags all; while it is open the pane's
 * table must stay what it is: see pt->exporting.
 */
int gt_rows_export_open(struct gt_exporting **out, struct gt_pane_table *pt, const char *format,
			struct gt_error *err);

/* Rows of a table, by their numbers, in a format of the reports.  Takes the table and the rows. */
int gt_table_export_open(struct gt_exporting **out, struct gt_table *t, uint64_t *rows, uint64_t n,
			 const char *format, struct gt_error *err);

#endif

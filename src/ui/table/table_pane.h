/* What panes that show a table leave to it: members of gt_pane_ops, for those with `table`. */
#ifndef GT_UI_TABLE_PANE_H
#define GT_UI_TABLE_PANE_H

#include "ui/table/pane_table.h"

struct gt_listview *gt_table_pane_list(struct gt_pane *pane);
void gt_table_pane_moved(struct gt_pane *pane);
void gt_table_pane_select_changed(struct gt_pane *pane, const struct gt_sel *sel);
void gt_table_pane_refresh(struct gt_pane *pane);
void gt_table_pane_sort_changed(struct gt_pane *pane);
bool gt_table_pane_rows_pending(struct gt_pane *pane);
int gt_table_pane_filter_changed(struct gt_pane *pane, struct gt_pane_filters *filters, struct gt_error *err);
int gt_table_pane_export_open(struct gt_pane *pane, const char *format, struct gt_exporting **out,
			      struct gt_error *err);

#endif

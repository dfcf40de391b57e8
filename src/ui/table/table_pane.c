/* What panes that show a table leave to it. */
#include "ui/table/table_pane.h"

#include "ui/table/rows_export.h"

static struct gt_pane_table *table_pane_table_of(struct gt_pane *pane)
{
	return pane->ops->table(pane);
}

struct gt_listview *gt_table_pane_list(struct gt_pane *pane)
{
	return &table_pane_table_of(pane)->list;
}

void gt_table_pane_moved(struct gt_pane *pane)
{
	gt_pane_table_moved(table_pane_table_of(pane));
}

void gt_table_pane_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	gt_pane_table_select_changed(table_pane_table_of(pane), sel);
}

void gt_table_pane_refresh(struct gt_pane *pane)
{
	gt_pane_table_refresh(table_pane_table_of(pane));
}

void gt_table_pane_sort_changed(struct gt_pane *pane)
{
	gt_pane_table_sort_changed(table_pane_table_of(pane));
}

bool gt_table_pane_rows_pending(struct gt_pane *pane)
{
	struct gt_pane_table *pt = table_pane_table_of(pane);

	return pt && gt_pane_table_due(pt);
}

int gt_table_pane_filter_changed(struct gt_pane *pane, struct gt_pane_filters *filters, struct gt_error *err)
{
	return gt_pane_table_filter_changed(table_pane_table_of(pane), filters, err);
}

int gt_table_pane_export_open(struct gt_pane *pane, const char *format, struct gt_exporting **out,
			      struct gt_error *err)
{
	return gt_rows_export_open(out, table_pane_table_of(pane), format, err);
}

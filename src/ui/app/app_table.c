/* Sort column and shown columns of the list on screen. */
#include "ui/app/app_state.h"

static struct gt_listview *current_list(struct gt_app *app)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));

	if (!lv || lv->ncolumns == 0) {
		gt_app_message(app, "this view has no columns");
		return NULL;
	}
	return lv;
}

static void app_table_changed(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);

	if (gt_pane_content(pane)->sort_changed)
		gt_pane_content(pane)->sort_changed(pane);
	gt_app_rows_changed(app, pane);
}

void gt_app_sort(struct gt_app *app, unsigned col, int desc)
{
	struct gt_listview *lv = current_list(app);
	struct gt_pane *pane = gt_app_current(app);

	if (!lv || col >= lv->ncolumns)
		return;
	if (!gt_pane_content(pane)->sort_changed || lv->columns[col].flags & GT_LIST_COL_NOSORT) {
		gt_app_message(app, "these rows cannot be sorted");
		return;
	}
	/* The new order is shown from its first row; Backspace leads back to the row that had the cursor. */
	if (lv->cursor > 0)
		gt_app_record(app);
	gt_list_sort_by(lv, col);
	if (desc >= 0)
		lv->desc = desc;
	app_table_changed(app);
}

/* The menu has the sortable columns only. */
static void sort_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_listview *lv = current_list(app);

	(void)arg, (void)checked;
	for (unsigned i = 0; lv && i < lv->ncolumns; i++) {
		if (!(lv->columns[i].flags & GT_LIST_COL_NOSORT) && item-- == 0) {
			gt_app_sort(app, i, -1);
			return;
		}
	}
}

void gt_app_show_columns(struct gt_app *app, uint64_t shown)
{
	struct gt_listview *lv = current_list(app);

	if (!lv)
		return;
	lv->shown = shown;
	lv->hscroll = 0;
	app_table_changed(app);
	/* Some columns are known only when all rows were looked at for them. */
	gt_app_dirty(app, GT_DIRTY_RECALC);
}

static void column_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	uint64_t bit = UINT64_C(1) << item;

	(void)arg;
	/* At least one column stays. */
	if (lv && !checked && lv->shown == bit) {
		gt_app_menu_check(app, item, true);
		gt_app_message(app, "at least one column has to be shown");
	} else if (lv) {
		gt_app_show_columns(app, checked ? lv->shown | bit : lv->shown & ~bit);
	}
}

static void menu_of_columns(struct gt_app *app, struct gt_menu_spec *spec)
{
	struct gt_listview *lv = current_list(app);
	struct gt_menu_item items[GT_LIST_MAX_COLUMNS];

	if (!lv)
		return;
	for (unsigned i = 0; i < lv->ncolumns; i++) {
		if (!spec->checks && (lv->columns[i].flags & GT_LIST_COL_NOSORT))
			continue;
		if (lv->sort == i && !spec->checks)
			spec->current = spec->n;
		items[spec->n++] = (struct gt_menu_item){
			.text = *lv->columns[i].title ? lv->columns[i].title : lv->columns[i].key,
			.help = lv->columns[i].help,
			.checked = gt_list_shows(lv, i),
		};
	}
	spec->items = items;
	gt_app_menu(app, spec);
}

void gt_app_menu_sort(struct gt_app *app)
{
	struct gt_menu_spec spec = { .title = "Sort by", .chosen = sort_chosen };
	struct gt_pane *pane = gt_app_current(app);

	if (gt_pane_content(pane)->sort_changed)
		menu_of_columns(app, &spec);
	else
		gt_app_message(app, "these rows cannot be sorted");
}

void gt_app_menu_columns(struct gt_app *app)
{
	struct gt_menu_spec spec = { .title = "Columns", .checks = true, .chosen = column_chosen };

	menu_of_columns(app, &spec);
}

/* Between the files of the list view. */
#ifndef GT_UI_LIST_PRIVATE_H
#define GT_UI_LIST_PRIVATE_H

#include "ui/kit/listview.h"

struct gt_list_places {
	int x[GT_LIST_MAX_COLUMNS], cols[GT_LIST_MAX_COLUMNS];  /* cols 0: not shown */
};

/* Where each column goes on a screen of width columns. */
void gt_list_place(const struct gt_listview *lv, int width, struct gt_list_places *p);

/* The screen has this many rows of text and columns: keeps the cursor visible. */
void gt_list_set_page(struct gt_listview *lv, int page, int width);

#endif

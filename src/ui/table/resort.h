/* Sorting and filtering a large table beside the UI. */
#ifndef GT_UI_RESORT_H
#define GT_UI_RESORT_H

#include "ui/table/pane_table.h"

/* What a new view is to be. */
struct gt_resort {
	struct gt_pane_table *pt;
	struct gt_table_args args;
	struct gt_table *table;       /* the result: its own, as the pane's is drawn from meanwhile */
	struct gt_filter *filter;
	struct gt_view_options opt;
	unsigned sort;                /* column of the list, and direction */
	bool desc;
	struct gt_view *view;         /* the result, over that table */
};

/* In this thread: 0 or an error. */
int gt_resort_now(struct gt_resort *r, struct gt_error *err);

/*
 * In a thread of its own, as a job of the app; *r is copied.  done gets the
 * result, of which it owns view, table and filter (NULL when cancelled or failed: they were freed).
 */
void gt_resort_start(const struct gt_resort *r,
		     void (*done)(struct gt_pane_table *pt, struct gt_resort *r, const struct gt_error *err));

/* Frees what it holds. */
void gt_resort_drop(struct gt_resort *r);

#endif

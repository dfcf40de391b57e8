/* The table of a pane from inside: for the files of this room only. */
#ifndef GT_UI_TABLE_OWN_H
#define GT_UI_TABLE_OWN_H

#include "ui/table/pane_table.h"

/* Fills pt->columns, cols and keys (columns.c). */
void gt_pane_table_columns(struct gt_pane_table *pt);

/* Closes the table and its view; an export that reads them is cancelled. */
void gt_pane_table_drop(struct gt_pane_table *pt);

/* A number that stays with a row: spec->id. */
uint64_t gt_pane_table_id(const struct gt_pane_table *pt, uint64_t row);
/* Where a row is in the list; UINT64_MAX: it is not shown. */
uint64_t gt_pane_table_place(const struct gt_pane_table *pt, uint64_t row);
/* The row that a selection means; UINT64_MAX: it is not here. */
uint64_t gt_pane_table_find(const struct gt_pane_table *pt, const struct gt_sel *sel);

/* What a new view is to be (resort.c). */
struct gt_resort {
	struct gt_pane_table *pt;
	struct gt_table_args args;
	struct gt_table *table;       /* the result: its own, as the pane's is drawn from meanwhile */
	struct gt_filter *filter;
	struct gt_view_options opt;
	unsigned sort;                /* column of the list, and direction */
	bool desc;
	struct gt_view *view;         /* the result, over that table */
	struct gt_measure measure;    /* of its rows */
};

/* Opens the table and sorts it, in this thread: 0 or an error. */
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

/* A pane over an analysis table: its columns as a list, sorted and filtered by a view. */
#ifndef GT_UI_PANE_TABLE_H
#define GT_UI_PANE_TABLE_H

#include "analysis/table/table.h"
#include "analysis/table/view.h"
#include "ui/app/pane.h"
#include "ui/app/program.h"

/* Columns that are not the report's. */
enum {
	GT_PANE_RANK = -1,   /* place in the order, from 1 */
	GT_PANE_MARK = -2,   /* spec->mark */
};

/*
 * One column of the list.  Titles, help, alignment, and what sorts, are the
 * report's.  Columns of the report that are not named come after, hidden;
 * if none is named, those are shown that the report shows unasked.
 */
struct gt_pane_column {
	int col;              /* of the report, or GT_PANE_* */
	int16_t min, max;     /* as in struct gt_list_column; both 0: from the report's width */
	uint8_t prio;
	bool hidden;
};

struct gt_pane_table;
struct gt_pane_table_spec {
	const struct gt_report *report;
	const struct gt_pane_column *columns;
	unsigned ncolumns;
	const char *what;             /* "slices": for messages */
	int system_col;               /* bool column: a goroutine of the runtime; GT_NO_COLUMN: none */

	/* A number that stays with a row when the table is opened anew, and back; NULL: the row's number. */
	uint64_t (*id)(const struct gt_pane_table *pt, uint64_t row);
	uint64_t (*row)(const struct gt_pane_table *pt, uint64_t id);

	/* How many rows of the index a sort reads: more than some are read in a thread. */
	uint64_t (*cost)(const struct gt_trace_info *info);
	/* The same where it is not the whole trace's; NULL: cost. */
	uint64_t (*weight)(const struct gt_pane_table *pt);
	bool unsorted;                /* at first as the table's rows come, not in the report's order */

	/* Fills the selection with what the row is. */
	bool (*select)(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel);
	/* The row where a selection is, UINT64_MAX: not here. */
	uint64_t (*find)(const struct gt_pane_table *pt, const struct gt_sel *sel);

	/* What GT_PANE_MARK shows; only a table that has this column needs it. */
	void (*mark)(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out);
	gt_style (*style)(const struct gt_pane_table *pt, uint64_t row, int col);
	const char *(*empty)(const struct gt_pane_table *pt);
	/* The table was opened anew; its view may still be missing. */
	void (*opened)(struct gt_pane_table *pt);
	/* Work on the whole table that goes with sorting it, in its thread: for `opened` to read. */
	void (*compute)(struct gt_pane_table *pt, const struct gt_table *table);
	/* What to show while the table is sorted into its own order: n rows at most; returns how many. */
	size_t (*top)(const struct gt_table *table, size_t n, uint64_t *rows);
	bool top_sorted;              /* ... they are the first ones of that order */
};

/* Embedded in what the pane owns.  Rows below are the table's; places are the list's. */
struct gt_pane_table {
	const struct gt_pane_table_spec *spec;
	struct gt_pane *pane;
	struct gt_program *prog;
	void *owner;

	struct gt_listview list;
	struct gt_list_column *columns;  /* what the list shows */
	int *cols;                       /* ... and the report's column behind each */
	char *keys;

	struct gt_table *table;
	struct gt_view *view;
	struct gt_filter *filter;        /* what the view was made with */
	uint64_t *early;                 /* without a view: the first rows of an unsorted table */
	size_t nearly;
	struct gt_table_args args;
	struct gt_table_args shown;      /* of the table that is shown: the other one may have been stopped */

	char *expr;                      /* of the filters that are on; NULL: none */
	uint32_t *only;                  /* the only rows to show; NULL: all */
	uint64_t nonly;
	char *within;                    /* the pane's own expression, besides; NULL: none */
	unsigned sorted;                 /* column and direction of the view; the list's may be due */
	bool sorted_desc;
	bool hid_runtime;                /* state of the view */
	uint64_t seen_rows;              /* table rows that the view covers */
	int64_t next_ns;                 /* while the index grows: not before this time */
	bool to_top;                     /* the next view is shown from its first row: the user asked for its order */
	bool stale;                      /* a view of the whole is due when the index is complete */
	bool busy;                       /* a job makes the next view */
	bool owed;                       /* another job came between: the next refresh begins it again */
	unsigned exporting;              /* exports that read the table */
	char why[256];                    /* why there are no rows */
};

/* Lists and opens; owner is for the callbacks.  The table is empty until gt_pane_table_refresh. */
void gt_pane_table_init(struct gt_pane_table *pt, const struct gt_pane_table_spec *spec, struct gt_pane *pane,
			void *owner);
void gt_pane_table_release(struct gt_pane_table *pt);

/* For gt_pane_ops.formats. */
extern const char *const gt_pane_table_formats[];

/* As the ops of the same names. */
void gt_pane_table_refresh(struct gt_pane_table *pt);
void gt_pane_table_sort_changed(struct gt_pane_table *pt);
int gt_pane_table_filter_changed(struct gt_pane_table *pt, struct gt_pane_filters *filters,
				 struct gt_error *err);
void gt_pane_table_moved(struct gt_pane_table *pt);
void gt_pane_table_select_changed(struct gt_pane_table *pt, const struct gt_sel *sel);
void gt_pane_table_status(struct gt_pane_table *pt, struct gt_buf *out);

/*
 * The user asked for other rows.  True: a job makes them; until then the old ones are shown, and a
 * cursor that stands for the top of the list will be at the top of the new ones.
 */
bool gt_pane_table_due(struct gt_pane_table *pt);

/* The action "runtime". */
bool gt_pane_table_handle(struct gt_pane_table *pt, const struct gt_act *act);

/* Shows only rows that pass this expression, too; NULL: all. */
void gt_pane_table_within(struct gt_pane_table *pt, const char *expr);

/*
 * Shows only these rows (ascending; copied).  After this, and when pt->args are
 * others, set pt->stale and let the filters be read again.
 */
void gt_pane_table_only(struct gt_pane_table *pt, const uint32_t *rows, uint64_t n);

/* Ends the job that sorts it, if there is one. */
void gt_pane_table_stop(struct gt_pane_table *pt);

/* The row under the cursor, UINT64_MAX if there is none; the row at a place; the selection of the cursor. */
uint64_t gt_pane_table_cursor(const struct gt_pane_table *pt);
uint64_t gt_pane_table_row(const struct gt_pane_table *pt, uint64_t place);
bool gt_pane_table_sel(const struct gt_pane_table *pt, struct gt_sel *sel);

/* Places of the rows to export: tagged ones in the order shown, else the one under the cursor.  To be freed. */
uint64_t *gt_pane_table_chosen_places(const struct gt_pane_table *pt, uint64_t *n);

#endif

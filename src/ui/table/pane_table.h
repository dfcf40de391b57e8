/* A pane over an analysis table: its columns as a list, sorted and filtered by a view. */
#ifndef GT_UI_PANE_TABLE_H
#define GT_UI_PANE_TABLE_H

#include "analysis/table/measure.h"
#include "analysis/table/table.h"
#include "analysis/table/view.h"
#include "ui/app/pane.h"
#include "ui/app/program.h"
#include "ui/kit/exporting.h"

/* Columns that are not the report's. */
enum {
	GT_PANE_MARK = -1,   /* "mark": spec->mark */
	GT_PANE_SPENT = -2,  /* "states": spec->spent as a bar */
};

struct gt_pane_table;
struct gt_pane_table_spec {
	const struct gt_report *report;
	/*
	 * The columns of the list in their order, with a blank between two: KEY[:MIN[-MAX]][/N].  KEY is the
	 * report's, with or without "_ns", or that of one of the above; MIN and MAX are as in struct
	 * gt_list_column, if what suits the kind of the column does not do.  Where there is little room those with
	 * the largest N go first; those without stay.  Titles, help, alignment, and what sorts, are the report's.
	 * Its other columns come after, hidden.  NULL: those are shown that the report shows by default.
	 */
	const char *columns;
	const char *what;             /* "slices": for messages */
	const char *doing;            /* what takes long when its rows are made: "comparing"; NULL: sorting them */
	bool owners;                  /* the action "runtime" hides rows of the runtime's goroutines: column "system" */
	/* Whether its args leave the runtime's goroutines out while they are hidden.  NULL: never. */
	bool (*program)(const struct gt_pane_table *pt);
	bool all_times;               /* the range A-B does not restrict it */
	bool own_times;               /* nor anything else: its args have a range of their own */
	bool whole;                   /* without tags all rows are exported, not only the one under the cursor */

	/* The id that a row keeps when the table is opened again, and the row of an id; NULL: the row number. */
	uint64_t (*id)(const struct gt_pane_table *pt, uint64_t row);
	uint64_t (*row)(const struct gt_pane_table *pt, uint64_t id);

	/* Whether several rows have one id in a table that is opened with these arguments.  NULL: never. */
	bool (*splits)(const struct gt_table_args *args);

	/* How many rows of the index a sort reads: more than some are read in a thread.  NULL: always few. */
	uint64_t (*cost)(const struct gt_pane_table *pt);
	bool unsorted;                /* the default order is that of the table's rows, not the report's */
	const char *worst;            /* the column that it is sorted by at first, where the report's order is time */

	/* Fills the selection with what the row shows.  NULL: rows cannot be selected. */
	bool (*select)(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel);
	/* The row of a selection, UINT64_MAX: the table has none.  NULL: it never has one. */
	uint64_t (*find)(const struct gt_pane_table *pt, const struct gt_sel *sel);

	/* What GT_PANE_MARK shows.  NULL: "«" and "»" where the trace does not show when it began or ended. */
	void (*mark)(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out);
	/* What GT_PANE_SPENT shows: ns of GT_SPENT_KINDS states of goroutines, NULL: none are known. */
	const int64_t *(*spent)(const struct gt_pane_table *pt, uint64_t row);
	/* GT_ROLE_NORMAL, or NULL: as columns of all tables look. */
	gt_style (*style)(const struct gt_pane_table *pt, uint64_t row, int col);
	/* False until something was asked for: no table is opened before, whatever is done to the list.  NULL: true. */
	bool (*ready)(const struct gt_pane_table *pt);
	/* Why a trace with events has no rows: a sentence, or a function that tells which. */
	const char *nothing;
	const char *(*empty)(const struct gt_pane_table *pt);
	/* Appends rows in the report's own layout; `at` is the place of the first one.  NULL: as listed. */
	void (*text)(struct gt_buf *out, const struct gt_table *table, const uint64_t *rows, uint64_t n, uint64_t at);
	/* Called after the table was opened again; its view may still be missing. */
	void (*opened)(struct gt_pane_table *pt);
	/* Computes what `opened` reads from the whole table, in the thread that sorts it. */
	void (*compute)(struct gt_pane_table *pt, const struct gt_table *table, const struct gt_view *view);
	/*
	 * The column (a duration) whose sum and percentiles, over the rows that are shown, pt->measure has; and
	 * which rows stand apart there (NULL: none).  NULL: nothing is measured.
	 */
	const char *measure;
	bool (*apart)(const struct gt_table *table, uint64_t row);
	/* The rows to show while the table is being sorted into its default order: at most n; returns how many. */
	size_t (*top)(const struct gt_table *table, size_t n, uint64_t *rows);
	bool top_sorted;              /* these are the first ones of that order */
};

/* Which rows are shown, and whether others are being made. */
enum gt_table_state {
	GT_TABLE_EMPTY,       /* none: no table was opened yet, or the first sort was cancelled or failed */
	GT_TABLE_EARLY,       /* the first ones of a large table: the index grows, or sorting was cancelled */
	GT_TABLE_SORTING,     /* a job makes a view of all; until then the rows from before, or the first ones */
	GT_TABLE_DISPLACED,   /* the same, but another job took its place; it is started again when that one ends */
	GT_TABLE_SHOWN,       /* those of the view */
};

/* Embedded in the pane's own struct.  Below, rows are numbers in the table, places are numbers in the list. */
struct gt_pane_table {
	const struct gt_pane_table_spec *spec;
	struct gt_pane *pane;
	struct gt_program *prog;
	void *owner;

	struct gt_listview list;
	struct gt_list_column *columns;  /* what the list shows */
	int *cols;                       /* ... and the report's column behind each */
	unsigned ncolumns;
	char *keys;

	enum gt_table_state state;
	uint64_t made_of;                /* version of the data (index, runtime hidden) that the rows were made of */
	struct gt_table *table;
	struct gt_view *view;
	struct gt_filter *filter;        /* what the view was made with */
	struct gt_measure measure;       /* of the view's rows, if there is one: spec->measure */
	uint64_t *early;                 /* without a view: the first rows of an unsorted table */
	size_t nearly;
	struct gt_table_args args;
	struct gt_table_args shown;      /* of the table that is shown: args may be those of one that is being sorted */

	char *expr;                      /* of the filters that are on; NULL: none */
	uint32_t *only;                  /* the only rows to show; NULL: all */
	uint64_t nonly;
	char *within;                    /* a further expression that the pane sets; NULL: none */
	unsigned sorted;                 /* column and direction of the view; the list has those that were asked for */
	bool sorted_desc;
	int64_t next_ns;                 /* while the index grows: not before this time */
	bool led;                        /* the cursor is where the selection of another view led it, not a key */
	bool to_top;                     /* the next view is shown from its first row: the user asked for its order */
	uint64_t to_row;                 /* but 1 + the row that the cursor goes to then; 0: that one */
	unsigned exporting;              /* exports that read the table */
	char why[256];                   /* why there are no rows */
};

/* Makes the columns; owner is for the callbacks.  The table is empty until gt_pane_table_refresh. */
void gt_pane_table_init(struct gt_pane_table *pt, const struct gt_pane_table_spec *spec, struct gt_pane *pane,
			void *owner);
void gt_pane_table_release(struct gt_pane_table *pt);

/* For gt_content_ops.formats: the reports' formats; the same and the list as it is shown ("table"). */
extern const char *const gt_report_formats[];
extern const char *const gt_table_formats[];

/* As the ops of the same names. */
void gt_pane_table_refresh(struct gt_pane_table *pt);
void gt_pane_table_moved(struct gt_pane_table *pt);
void gt_pane_table_select_changed(struct gt_pane_table *pt, const struct gt_sel *sel);
void gt_pane_table_status(struct gt_pane_table *pt, struct gt_buf *out);

/* Says how to hide the runtime's goroutines if the first row is of one: for lists that mostly begin with them. */
void gt_pane_table_hint_runtime(const struct gt_pane_table *pt, struct gt_buf *out);

/* Whether the list leaves out rows of the runtime's goroutines, and whether a row of the table is one of these. */
bool gt_pane_table_hides(const struct gt_pane_table *pt);
bool gt_pane_table_is_runtime(const struct gt_pane_table *pt, struct gt_table *table, uint64_t row);

/* The rows that are shown are those of another range than the one that views are restricted to now. */
bool gt_pane_table_other_range(const struct gt_pane_table *pt);

/*
 * The members of a group, which is about to be opened, in the order that the groups are in: by the same column, or
 * by that of which the groups show the sum, a percentile or the largest.  Before the members' table is made.
 */
void gt_pane_table_sort_like(struct gt_pane_table *members, const struct gt_pane_table *groups);

/* A job makes, or will make, other rows than those that are shown. */
bool gt_pane_table_waits(const struct gt_pane_table *pt);

/* Carries out the action "runtime"; false: another action. */
bool gt_pane_table_handle(struct gt_pane_table *pt, const struct gt_act *act);

/*
 * To be called when the pane shows this table instead of another one: reads the filters again.  One that makes
 * no sense for this table is marked and ignored.  reopen: pt->args have changed, so the table is opened again.
 */
void gt_pane_table_show(struct gt_pane_table *pt, bool reopen);

/* Only rows that pass this expression, too; NULL: all.  From the next gt_pane_table_show or _refresh on. */
void gt_pane_table_within(struct gt_pane_table *pt, const char *expr);

/* Shows only these rows (ascending; copied) from the next gt_pane_table_show on. */
void gt_pane_table_only(struct gt_pane_table *pt, const uint32_t *rows, uint64_t n);

/*
 * The rows of a list as those of a report: for what looks at all of them at once.  Owned: filter, which is made of all
 * that hides rows, and only.
 */
struct gt_listed {
	const struct gt_report *report;
	struct gt_table_args args;       /* strings and `kept` are borrowed */
	struct gt_buf filter;            /* empty: none */
	uint32_t *only;                  /* as in struct gt_view_options */
	uint64_t nonly;
	const char *what;                /* "slices" */
	uint64_t cost;                   /* rows that are read: more than some are read in a thread */
	bool all_times, own_times;       /* as in the spec */
};
void gt_pane_table_listed(const struct gt_pane_table *pt, struct gt_listed *out);
void gt_listed_release(struct gt_listed *listed);

/* What to_top and to_row say, at once. */
void gt_pane_table_go_to_top(struct gt_pane_table *pt);

/* Ends the job that sorts it, if there is one. */
void gt_pane_table_stop(struct gt_pane_table *pt);

/* Appends a user's filter to an expression, after " && "; plain words become a search for that text. */
int gt_filter_expression(struct gt_buf *out, const struct gt_report *r, const char *text, struct gt_error *err);

/* For gt_pane_table_spec.top: the first rows of the table. */
size_t gt_table_first_rows(const struct gt_table *table, size_t n, uint64_t *rows);

/* The row under the cursor, UINT64_MAX if there is none; the row at a place; the selection of the cursor. */
uint64_t gt_pane_table_cursor(const struct gt_pane_table *pt);
uint64_t gt_pane_table_row(const struct gt_pane_table *pt, uint64_t place);
bool gt_pane_table_sel(const struct gt_pane_table *pt, struct gt_sel *sel);
/* Whether the row under the cursor shows all of a column of the report. */
bool gt_pane_table_says(const struct gt_pane_table *pt, int col);

/*
 * Rows of a table, by their numbers (NULL: the n from `first` on), in a format of the reports.  Takes the table and
 * the rows.
 */
int gt_table_export_open(struct gt_exporting **out, struct gt_table *t, uint64_t *rows, uint64_t first, uint64_t n,
			 const char *format, struct gt_error *err);

/* ---- members of gt_content_ops and gt_pane_ops, for panes with `table`; modes.h has them together ---- */

struct gt_listview *gt_table_pane_list(struct gt_pane *pane);
void gt_table_pane_moved(struct gt_pane *pane);
void gt_table_pane_select_changed(struct gt_pane *pane, const struct gt_sel *sel);
void gt_table_pane_refresh(struct gt_pane *pane);
void gt_table_pane_sort_changed(struct gt_pane *pane);
/* A cursor that stands for the top of the list will be at the top of the rows that a job makes. */
bool gt_table_pane_rows_pending(struct gt_pane *pane);
int gt_table_pane_filter_changed(struct gt_pane *pane, struct gt_pane_filters *filters, struct gt_error *err);
/*
 * "text" (in the layout of the table's spec->text, else as the list shows them), "table", or a format of the
 * reports.  The rows are all, or the tagged ones when it is opened; without tags the one under the cursor, of
 * some tables all (spec->whole).  While it is open the pane's table must stay what it is: see pt->exporting.
 */
int gt_table_pane_export_open(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			      struct gt_error *err);

#endif

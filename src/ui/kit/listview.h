/* A table of up to 2^64 rows of which only the visible ones are read. */
#ifndef GT_UI_LISTVIEW_H
#define GT_UI_LISTVIEW_H

#include "analysis/table/matcher.h"
#include "base/buf.h"
#include "base/human.h"
#include "ui/kit/action.h"
#include "ui/kit/canvas.h"
#include "ui/kit/exporting.h"

enum gt_list_column_flags {
	GT_LIST_COL_RIGHT = 1 << 0,    /* numbers and durations: aligned to the right */
	GT_LIST_COL_HIDDEN = 1 << 1,   /* not shown unless chosen */
	GT_LIST_COL_DESC = 1 << 2,     /* largest first when sorted by it the first time */
	GT_LIST_COL_NOSORT = 1 << 3,
	GT_LIST_COL_FUNC = 1 << 4,     /* a Go function: cut with gt_func_fit */
	GT_LIST_COL_DUR = 1 << 6,      /* durations: if it is sorted by, and there is room, bars compare them */
	GT_LIST_COL_BAR = 1 << 7,      /* ... also if the list is sorted by what is no duration */
	GT_LIST_COL_PHRASES = 1 << 5,  /* a sentence: cut with gt_text_phrases */
};

/* One column.  A pane's columns are one const table; at most 64 of them. */
struct gt_list_column {
	const char *key;          /* "dur": in `:sort dur`, in exported headers */
	const char *title;
	const char *help;         /* one line for the menu of columns */
	int16_t min;              /* what it has at least; max 0: unless its cells need less */
	int16_t max;              /* no wider than this; 0: takes what is left (one column at least should) */
	uint8_t prio;             /* 0: always shown; on a narrow screen those with the largest number go first */
	uint8_t flags;
};

struct gt_list_ops {
	/* The text of a cell, as it is in the trace: the list escapes and cuts it.  out is empty. */
	void (*cell)(void *ctx, uint64_t row, unsigned col, struct gt_buf *out);

	/* Optional: style of a cell (GT_ROLE_NORMAL by default); the cursor row and tags are laid over it. */
	gt_style (*style)(void *ctx, uint64_t row, unsigned col);

	/*
	 * Optional: a number that stays with the row when it is sorted or
	 * filtered; the row's own number by default.  Tags are kept by it.
	 */
	uint64_t (*id)(void *ctx, uint64_t row);

	/* Optional: does the row match?  By default all its cells, hidden columns too, are tried one by one. */
	bool (*matches)(void *ctx, uint64_t row, const struct gt_matcher *m);

	/* Optional: draw over the finished row (bars).  x[col], cols[col]: place of each column, cols 0: not shown. */
	void (*decorate)(void *ctx, uint64_t row, const struct gt_canvas *c, int y, const int *x, const int *cols);
};

#define GT_LIST_MAX_COLUMNS 64
#define GT_LIST_MAX_TAGS (1 << 20)
#define GT_LIST_FORMS 256   /* forms of functions that are narrower than that are remembered */

struct gt_listview {
	const struct gt_list_ops *ops;
	void *ctx;
	const struct gt_list_column *columns;
	unsigned ncolumns;
	const char *what;             /* "slices": what the rows are, for messages; NULL: rows; borrowed */
	bool whole;                   /* without tags all rows are exported, not only the one under the cursor */
	const char *empty;            /* why there are no rows, shown instead; borrowed */

	uint64_t rows;                /* count; change it with gt_list_set_rows */
	uint64_t total;               /* without filters: "n of m" in the status; 0: the same as rows */
	uint64_t top, cursor;

	unsigned sort;                /* column, or GT_NO_SORT */
	bool unsorted;                /* the rows are not in that order yet */
	bool desc;
	uint64_t shown;               /* bit per column: chosen to be shown */
	uint64_t said;                /* bit per column: the row under the cursor was drawn with all of its text */
	unsigned hscroll;             /* columns scrolled away on the left */

	int page;                     /* rows of text when last drawn: pages and scrolling */
	int width;                    /* columns when last drawn */
	int head;                     /* rows of the pane that are drawn above the list: clicks count from there */
	int16_t wide[GT_LIST_MAX_COLUMNS]; /* widest text seen in each column: columns grow, and do not flicker; */
	struct gt_points points[GT_LIST_MAX_COLUMNS];  /* of numbers: what they take if their points are aligned */
	/* Of columns of functions: a bit per width that a form of a name has, and the widest of the shortest forms. */
	uint64_t forms[GT_LIST_MAX_COLUMNS][GT_LIST_FORMS / 64];
	int16_t shortest[GT_LIST_MAX_COLUMNS];
	struct gt_tags {              /* open addressing set of ids */
		uint64_t *v;
		size_t n, cap;
	} tags;
	bool no_header;
};

#define GT_NO_SORT UINT32_MAX

void gt_list_init(struct gt_listview *lv, const struct gt_list_ops *ops, void *ctx,
		  const struct gt_list_column *columns, unsigned ncolumns);
void gt_list_release(struct gt_listview *lv);

/* The count changed: cursor and top stay valid.  reset: other rows altogether, widths are measured again. */
void gt_list_set_rows(struct gt_listview *lv, uint64_t rows, bool reset);

/* Puts the cursor on a row; centre: shows it in the middle unless it is visible already. */
void gt_list_goto(struct gt_listview *lv, uint64_t row, bool centre);

/* UP ... LAST, WHEEL_*, LEFT, RIGHT, TAG, UNTAG.  False: not one of these. */
bool gt_list_handle(struct gt_listview *lv, const struct gt_act *call);

/* Header and rows; fills the canvas.  m, if not NULL: matches are marked. */
void gt_list_draw(struct gt_listview *lv, const struct gt_canvas *c, const struct gt_matcher *m);

/* The screen has this many rows of the list and columns: keeps the cursor visible.  gt_list_draw does it. */
void gt_list_set_page(struct gt_listview *lv, int page, int width);

/* The row at line y of the canvas last drawn: true and *row.  y of the header: false and *col if that is not NULL. */
bool gt_list_hit(const struct gt_listview *lv, int y, int x, uint64_t *row, int *col);

/* Sort by a column: by the same one again reverses.  The pane does the sorting. */
void gt_list_sort_by(struct gt_listview *lv, unsigned col);
int gt_list_find_column(const struct gt_listview *lv, const char *key);   /* or -1 */
GT_INLINE bool gt_list_shows(const struct gt_listview *lv, unsigned col) { return lv->shown >> col & 1; }
/* Whether a reader of the row under the cursor knows it: a detail need not say it again. */
GT_INLINE bool gt_list_says(const struct gt_listview *lv, unsigned col) { return lv->said >> col & 1; }

bool gt_list_tagged(const struct gt_listview *lv, uint64_t row);
void gt_list_tag(struct gt_listview *lv, uint64_t row, bool on);   /* at most GT_LIST_MAX_TAGS: more are not taken */
void gt_list_tag_id(struct gt_listview *lv, uint64_t id, bool on);
bool gt_list_matches(const struct gt_listview *lv, uint64_t row, const struct gt_matcher *m);

/* The rows to export, in order: the tagged ones, or else the one under the cursor.  To be freed. */
uint64_t *gt_list_chosen(const struct gt_listview *lv, uint64_t *n);

/*
 * Rows (places in the list, taken; NULL: the first n) as the list shows them: CSV, else aligned text.  The list has
 * to stay as it is until the export is closed.
 */
struct gt_exporting *gt_list_export_rows(const struct gt_listview *lv, uint64_t *rows, uint64_t n, bool csv);

/*
 * The same of all rows, or of what gt_list_chosen returns, as "csv" or "text".  All in one step, as the list may
 * change between two.
 */
int gt_list_export_open(struct gt_exporting **out, const struct gt_listview *lv, const char *format, bool all,
			struct gt_error *err);

/* What would be exported, or is if all: "1 slice", "10 tagged slices", "all 12,822 slices". */
void gt_list_export_what(struct gt_buf *out, const struct gt_listview *lv, bool all);

#endif

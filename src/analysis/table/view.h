/* A view: which rows of a table are shown, and in which order. */
#ifndef GT_ANALYSIS_VIEW_H
#define GT_ANALYSIS_VIEW_H

#include "analysis/table/filter.h"
#include "analysis/table/table.h"

/*
 * A view in the table's own order without filter costs nothing; else it is
 * an array of row numbers (large ones in an unlinked temporary file, so that
 * they are no private memory).  Sorting is stable; absent cells come last in
 * either direction.
 */
struct gt_view;

struct gt_view_options {
	struct gt_sort_key sort[GT_SORT_KEYS];
	unsigned nsort;               /* 0: the report's own order */
	const struct gt_filter *filter; /* NULL: all */
	bool limited;                 /* only rows that touch [from, to) */
	int64_t from, to;
	uint64_t limit;               /* at most so many rows; 0: no limit */
	const uint32_t *only;         /* only these rows, ascending, borrowed while the view is opened; NULL: all */
	uint64_t nonly;
	bool natural;                 /* as the table's rows come, not even the report's own order */
	bool stream;                  /* will only be walked with gt_view_next: nothing is kept */
	/* Called now and then during long work; false stops it (GT_ERR_CANCELLED).  May be NULL. */
	bool (*progress)(void *arg, uint64_t done, uint64_t total);
	void *progress_arg;
};

/* opt may be NULL.  The table must outlive the view.  The caller owns *out. */
int gt_view_open(struct gt_view **out, struct gt_table *t, const struct gt_view_options *opt,
		 struct gt_error *err);
void gt_view_close(struct gt_view *v);

uint64_t gt_view_count(const struct gt_view *v);
/* Rows that passed the filter, before the limit. */
uint64_t gt_view_matches(const struct gt_view *v);
/* The table's row at a place. */
uint64_t gt_view_row(const struct gt_view *v, uint64_t place);
/*
 * Walks the view in its order: start with *it = 0; false at the end.  The only
 * way to read a view that was opened with `stream`, which needs no memory
 * unless it is sorted.
 */
bool gt_view_next(struct gt_view *v, uint64_t *it, uint64_t *row);
/* True if places are known: then threads may ask for rows at places at a time.  Not of a filter that is streamed. */
bool gt_view_has_places(const struct gt_view *v);
/* The place of a row, UINT64_MAX if it is not shown; a few dozen cells are read. */
uint64_t gt_view_find(const struct gt_view *v, uint64_t row);

#endif

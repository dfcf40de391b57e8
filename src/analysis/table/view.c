/* Views: which rows of a table are shown, and in which order. */
#include "analysis/table/view.h"

#include <stdlib.h>

#include "analysis/table/scratch.h"
#include "analysis/table/sort.h"
#include "analysis/table/sortkeys.h"
#include "analysis/table/top.h"
#include "base/bisect.h"
#include "base/xalloc.h"

#define PROGRESS_STEP (1U << 16)

struct gt_view {
	struct gt_table *t;
	struct gt_view_options opt;
	int begin, end;         /* columns of the time that a row has to touch; GT_NO_COLUMN: any time will do */
	bool tests;             /* rows have to pass a filter or a time range */
	bool listed;            /* rows are in `rows`; else all rows of the table in its order, as they pass */
	struct gt_scratch rows; /* uint32_t */
	uint64_t n;             /* rows shown */
	uint64_t matches;
	uint64_t streamed;      /* rows that a streamed view has handed out */
};

/* ---- which rows ---- */

/* A row that lacks one of its ends reaches to that end of the trace. */
static bool in_time(struct gt_view *v, uint64_t row)
{
	struct gt_cell a, b;

	gt_table_cell(v->t, row, (unsigned)v->begin, &a);
	if (!a.null && a.i >= v->opt.to)
		return false;
	if (v->end == v->begin)
		return a.null || a.i >= v->opt.from;
	gt_table_cell(v->t, row, (unsigned)v->end, &b);
	return b.null || b.i >= v->opt.from;
}

static bool view_passes(struct gt_view *v, uint64_t row)
{
	return (v->begin == GT_NO_COLUMN || in_time(v, row)) &&
	       (!v->opt.filter || gt_filter_match(v->opt.filter, v->t, row));
}

/* Rows that one test of the filter does not pass need not be looked at: read many at a time. */
struct sieve {
	const struct gt_filter *test;   /* NULL: there is none */
	uint64_t row;                   /* keys are those of n rows from this one on */
	uint32_t n;
	uint64_t keys[GT_KEYS_STEP];
	uint8_t absent[GT_KEYS_STEP];
};

static bool sieve_passes(struct sieve *s, struct gt_table *t, uint64_t row)
{
	uint64_t left = t->rows - row, at = row - s->row;

	if (s->test && at >= s->n) {
		s->row = row;
		s->n = t->report->ops.keys(t, row, left < GT_KEYS_STEP ? (uint32_t)left : GT_KEYS_STEP,
					   gt_filter_bulk_column(s->test), s->keys, s->absent);
		at = 0;
		if (!s->n)
			s->test = NULL;
	}
	return !s->test || gt_filter_bulk_match(s->test, t->report, s->keys[at], s->absent[at]);
}

static int list_rows(struct gt_view *v, struct gt_error *err)
{
	uint64_t n = v->opt.only ? v->opt.nonly : v->t->rows;
	uint32_t *rows = v->rows.data;
	struct sieve sieve = { .test = NULL };

	if (v->opt.filter && !v->opt.only)
		sieve.test = gt_filter_bulk_test(v->opt.filter, v->t->report);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t row = v->opt.only ? v->opt.only[i] : i;

		if (i % PROGRESS_STEP == 0 && v->opt.progress &&
		    !v->opt.progress(v->opt.progress_arg, i, v->t->rows))
			return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "filtering was cancelled");
		if (row < v->t->rows && sieve_passes(&sieve, v->t, row) && (!v->tests || view_passes(v, row)))
			rows[v->n++] = (uint32_t)row;
	}
	return 0;
}

/* ---- in which order ---- */

/* Only the rows that can be among the first, where they are found without sorting all; *found: they are. */
static int list_first(struct gt_view *v, bool *found, struct gt_error *err)
{
	uint64_t n = 0;
	int rc = 0;

	if (v->opt.limit && v->opt.nsort && !v->tests && !v->opt.only)
		rc = gt_top_rows(v->t, v->opt.sort[0], v->opt.limit, &v->opt, &v->rows, &n, err);
	*found = n > 0;
	v->n = n;
	if (!rc && n) {
		v->matches = v->t->rows;
		rc = gt_sort_rows(v->t, v->rows.data, n, v->opt.sort, v->opt.nsort, &v->opt, err);
	}
	v->listed = true;
	return rc;
}

static int make_list(struct gt_view *v, struct gt_error *err)
{
	bool found;
	int rc = list_first(v, &found, err);

	if (rc || found)
		return rc;
	if (v->t->rows > UINT32_MAX)
		return gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET, "more than 2^32 rows cannot be sorted");
	rc = gt_scratch_alloc(&v->rows, v->opt.only ? v->opt.nonly : v->t->rows, sizeof(uint32_t), err);
	if (!v->tests && !v->opt.only)
		v->n = v->t->rows;
	else if (!rc)
		rc = list_rows(v, err);
	v->matches = v->n;
	if (!rc)
		rc = gt_sort_rows(v->t, v->rows.data, v->n, v->opt.sort, v->opt.nsort, &v->opt, err);
	return rc;
}

static void take_options(struct gt_view *v, const struct gt_view_options *opt)
{
	const struct gt_report *r = v->t->report;

	if (opt)
		v->opt = *opt;
	if (!v->opt.nsort && !v->opt.natural)
		v->opt.nsort = gt_report_order(r, v->opt.sort);
	v->begin = v->opt.limited && !(r->ops.inside && r->ops.inside(v->t)) ? gt_report_flagged(r, GT_COL_BEGIN)
									      : GT_NO_COLUMN;
	v->end = gt_report_flagged(r, GT_COL_END);
	v->tests = v->opt.filter || v->begin != GT_NO_COLUMN;
}

int gt_view_open(struct gt_view **out, struct gt_table *t, const struct gt_view_options *opt,
		 struct gt_error *err)
{
	struct gt_view *v = gt_xcalloc(1, sizeof *v);
	int rc = 0;

	v->t = t;
	take_options(v, opt);
	for (unsigned i = 0; i < v->opt.nsort && !rc; i++) {
		const struct gt_column *c = &t->report->columns[v->opt.sort[i].col];

		if (!gt_kind_has_order(c->kind))
			rc = gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "cannot sort by '%s': it has no order",
					  c->key);
	}
	if (!rc && (v->opt.nsort || v->opt.only || (v->tests && !v->opt.stream)))
		rc = make_list(v, err);
	if (rc) {
		gt_view_close(v);
		return rc;
	}
	if (!v->listed)
		v->matches = v->n = t->rows;
	if (v->opt.limit && v->n > v->opt.limit && (v->listed || !v->tests))
		v->n = v->opt.limit;
	*out = v;
	return 0;
}

void gt_view_close(struct gt_view *v)
{
	if (!v)
		return;
	gt_scratch_free(&v->rows);
	free(v);
}

uint64_t gt_view_count(const struct gt_view *v)
{
	return v->n;
}

uint64_t gt_view_matches(const struct gt_view *v)
{
	return v->matches;
}

uint64_t gt_view_row(const struct gt_view *v, uint64_t place)
{
	return v->listed ? ((const uint32_t *)v->rows.data)[place] : place;
}

bool gt_view_has_places(const struct gt_view *v)
{
	return v->listed || !v->tests;
}

bool gt_view_next(struct gt_view *v, uint64_t *it, uint64_t *row)
{
	if (gt_view_has_places(v)) {
		if (*it >= v->n)
			return false;
		*row = gt_view_row(v, (*it)++);
		return true;
	}
	if (*it == 0)
		v->streamed = 0;
	while (*it < v->t->rows && (!v->opt.limit || v->streamed < v->opt.limit)) {
		*row = (*it)++;
		if (view_passes(v, *row)) {
			v->streamed++;
			return true;
		}
	}
	return false;
}

/* ---- where a row is ---- */

/* Two cells of a column that are not absent. */
static int compare_cells(enum gt_kind kind, const struct gt_cell *a, const struct gt_cell *b)
{
	uint64_t x = gt_sort_number(kind, a), y = gt_sort_number(kind, b);

	return kind == GT_KIND_STRING ? gt_sort_texts(a->s, a->n, b->s, b->n) : (x > y) - (x < y);
}

/* True if the row comes before `than` in the view, of whose sort keys the cells are given. */
static bool comes_before(const struct gt_view *v, uint64_t row, uint64_t than, const struct gt_cell *cells)
{
	for (unsigned i = 0; i < v->opt.nsort; i++) {
		unsigned col = (unsigned)v->opt.sort[i].col;
		const struct gt_cell *to = &cells[i];
		struct gt_cell c;
		int d;

		gt_table_cell(v->t, row, col, &c);
		if (c.null != to->null)
			return to->null;
		d = c.null ? 0 : compare_cells(v->t->report->columns[col].kind, &c, to);
		if (d)
			return v->opt.sort[i].desc ? d > 0 : d < 0;
	}
	return row < than;
}

uint64_t gt_view_find(const struct gt_view *v, uint64_t row)
{
	const uint32_t *rows = v->rows.data;
	struct gt_cell cells[GT_SORT_KEYS];
	char *texts[GT_SORT_KEYS] = { NULL };
	uint64_t at;

	if (!v->listed)
		return row < v->n ? row : UINT64_MAX;
	if (row >= v->t->rows)
		return UINT64_MAX;
	for (unsigned i = 0; i < v->opt.nsort; i++) {
		unsigned col = (unsigned)v->opt.sort[i].col;
		struct gt_cell *c = &cells[i];

		gt_table_cell(v->t, row, col, c);
		if (!c->null && v->t->report->columns[col].kind == GT_KIND_STRING)
			c->s = texts[i] = gt_xmemdup0(c->s, c->n);
	}
	at = GT_BISECT(i, 0, v->n, comes_before(v, rows[i], row, cells));
	for (unsigned i = 0; i < v->opt.nsort; i++)
		free(texts[i]);
	return at < v->n && rows[at] == row ? at : UINT64_MAX;
}

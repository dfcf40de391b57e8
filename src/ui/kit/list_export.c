/* Rows of a list as aligned text and CSV. */
#include "ui/kit/listview.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/csv.h"

#define TITLES UINT64_MAX         /* in place of a row */
#define STEP_ROWS 64

struct list_export {
	struct gt_exporting head;
	const struct gt_listview *lv;
	uint64_t *rows, n, at;           /* rows NULL: the first n */
	bool csv, measured, at_once;
	int wide[GT_LIST_MAX_COLUMNS];
	struct gt_points points[GT_LIST_MAX_COLUMNS];
	struct gt_buf cell, raw;
};

/* ---- which rows ---- */

static int compare_rows(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Without ids of their own, tags are rows. */
uint64_t *gt_list_chosen(const struct gt_listview *lv, uint64_t *n)
{
	uint64_t *rows = gt_xcalloc(lv->tags.n + 1, sizeof *rows);

	*n = 0;
	if (lv->tags.n == 0 && lv->rows)
		rows[(*n)++] = lv->cursor;
	for (size_t i = 0; !lv->ops->id && i < lv->tags.cap; i++) {
		if (lv->tags.v[i] && lv->tags.v[i] - 1 < lv->rows)
			rows[(*n)++] = lv->tags.v[i] - 1;
	}
	for (uint64_t row = 0; lv->ops->id && row < lv->rows && *n < lv->tags.n; row++) {
		if (gt_list_tagged(lv, row))
			rows[(*n)++] = row;
	}
	qsort(rows, *n, sizeof *rows, compare_rows);
	return rows;
}

/* ---- lines ---- */

static void load_cell(struct list_export *e, uint64_t row, unsigned col)
{
	const struct gt_list_column *c = &e->lv->columns[col];

	gt_buf_reset(&e->raw);
	gt_buf_reset(&e->cell);
	if (row == TITLES)
		gt_buf_puts(&e->raw, e->csv ? c->key : c->title);
	else
		e->lv->ops->cell(e->lv->ctx, row, col, &e->raw);
	gt_text_escape(&e->cell, gt_buf_str(&e->raw), e->raw.len);
}

static void put_row(struct list_export *e, uint64_t row, struct gt_buf *out)
{
	const char *sep = "";

	for (unsigned i = 0; i < e->lv->ncolumns; i++) {
		if (!gt_list_shows(e->lv, i))
			continue;
		gt_buf_puts(out, sep);
		sep = e->csv ? "," : "  ";
		load_cell(e, row, i);
		if (e->csv) {
			gt_csv_field(out, gt_buf_str(&e->cell), e->cell.len, false);
			continue;
		}
		if (e->lv->columns[i].flags & GT_LIST_COL_RIGHT)
			gt_buf_fill(&e->cell, ' ',
				    (size_t)gt_points_pad(&e->points[i], gt_buf_str(&e->cell), e->cell.len));
		gt_text_fit(out, gt_buf_str(&e->cell), e->cell.len, e->wide[i],
			    e->lv->columns[i].flags & GT_LIST_COL_RIGHT, false);
	}
	while (!e->csv && out->len && out->data[out->len - 1] == ' ')
		out->len--;
	gt_buf_puts(out, e->csv ? GT_CSV_END : "\n");
}

static void measure_row(struct list_export *e, uint64_t row)
{
	for (unsigned i = 0; i < e->lv->ncolumns; i++) {
		int cols;

		if (!gt_list_shows(e->lv, i))
			continue;
		load_cell(e, row, i);
		cols = gt_text_width(gt_buf_str(&e->cell), e->cell.len);
		if (e->lv->columns[i].flags & GT_LIST_COL_RIGHT && row != TITLES &&
		    gt_points_note(&e->points[i], gt_buf_str(&e->cell), e->cell.len) > cols)
			cols = e->points[i].cols;
		if (cols > e->wide[i])
			e->wide[i] = cols;
	}
}

/* ---- in steps ---- */

/* Aligned columns are as wide as the widest of all rows, which are gone over twice. */
static bool some_rows(struct list_export *e, struct gt_buf *out)
{
	if (e->at == 0) {
		if (e->measured)
			put_row(e, TITLES, out);
		else
			measure_row(e, TITLES);
	}
	for (unsigned i = 0; i < STEP_ROWS && e->at < e->n; i++, e->at++) {
		if (e->measured)
			put_row(e, e->rows ? e->rows[e->at] : e->at, out);
		else
			measure_row(e, e->rows ? e->rows[e->at] : e->at);
	}
	if (e->at < e->n)
		return false;
	if (e->measured)
		return true;
	e->measured = true;
	e->at = 0;
	return false;
}

static bool list_export_step(struct gt_exporting *head, struct gt_buf *out)
{
	struct list_export *e = (struct list_export *)head;
	bool done;

	do
		done = some_rows(e, out);
	while (!done && e->at_once);
	return done;
}

static double list_export_share(const struct gt_exporting *head)
{
	const struct list_export *e = (const struct list_export *)head;
	double done = e->n ? (double)e->at / (double)e->n : 1;

	return e->csv ? done : e->measured ? 0.5 + done / 2 : done / 2;
}

static void list_export_close(struct gt_exporting *head)
{
	struct list_export *e = (struct list_export *)head;

	gt_buf_release(&e->cell);
	gt_buf_release(&e->raw);
	free(e->rows);
	free(e);
}

static const struct gt_exporting_ops list_export_ops = {
	.step = list_export_step, .share = list_export_share, .close = list_export_close,
};

struct gt_exporting *gt_list_export_rows(const struct gt_listview *lv, uint64_t *rows, uint64_t n, bool csv)
{
	struct list_export *e = gt_xcalloc(1, sizeof *e);

	*e = (struct list_export){
		.head.ops = &list_export_ops, .lv = lv, .rows = rows, .n = n, .csv = csv, .measured = csv,
	};
	return &e->head;
}

int gt_list_export_open(struct gt_exporting **out, const struct gt_listview *lv, const char *format, bool all,
			struct gt_error *err)
{
	uint64_t *rows = NULL, n = lv->rows;

	if (lv->rows == 0)
		return gt_error_usage(err, "there is nothing to export here");
	if (!all && (lv->tags.n || !lv->whole))
		rows = gt_list_chosen(lv, &n);
	*out = gt_list_export_rows(lv, rows, n, strcmp(format, "csv") == 0);
	((struct list_export *)*out)->at_once = true;
	return 0;
}

void gt_list_export_what(struct gt_buf *out, const struct gt_listview *lv, bool all)
{
	bool tags = lv->tags.n && !all, every = all || (!tags && lv->whole);
	uint64_t n = tags ? lv->tags.n : every ? lv->rows : 1;
	const char *what = lv->what ? lv->what : "rows";
	size_t len = strlen(what);

	if (every && n > 1)
		gt_buf_puts(out, "all ");
	gt_human_count(out, n);
	gt_buf_puts(out, tags ? " tagged " : " ");
	/* "1 slice" */
	gt_buf_add(out, what, n == 1 && what[len - 1] == 's' ? len - 1 : len);
}

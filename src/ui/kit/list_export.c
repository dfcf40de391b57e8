/* Rows of a list as aligned text and CSV. */
#include "ui/kit/listview.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/csv.h"

#define TITLES UINT64_MAX         /* in place of a row */

struct gt_list_writer {
	const struct gt_listview *lv;
	bool csv;
	int wide[GT_LIST_MAX_COLUMNS];
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

static void load_cell(struct gt_list_writer *w, uint64_t row, unsigned col)
{
	const struct gt_list_column *c = &w->lv->columns[col];

	gt_buf_reset(&w->raw);
	gt_buf_reset(&w->cell);
	if (row == TITLES)
		gt_buf_puts(&w->raw, w->csv ? c->key : c->title);
	else
		w->lv->ops->cell(w->lv->ctx, row, col, &w->raw);
	gt_text_escape(&w->cell, gt_buf_str(&w->raw), w->raw.len);
}

static void list_export_put_cell(const struct gt_list_writer *w, unsigned col, struct gt_buf *out)
{
	bool right = w->lv->columns[col].flags & GT_LIST_COL_RIGHT;

	if (w->csv)
		gt_csv_field(out, gt_buf_str(&w->cell), w->cell.len, false);
	else
		gt_text_fit(out, gt_buf_str(&w->cell), w->cell.len, w->wide[col], right, false);
}

void gt_list_writer_row(struct gt_list_writer *w, uint64_t row, struct gt_buf *out)
{
	const char *sep = "";

	for (unsigned i = 0; i < w->lv->ncolumns; i++) {
		if (!gt_list_shows(w->lv, i))
			continue;
		gt_buf_puts(out, sep);
		sep = w->csv ? "," : "  ";
		load_cell(w, row, i);
		list_export_put_cell(w, i, out);
	}
	while (!w->csv && out->len && out->data[out->len - 1] == ' ')
		out->len--;
	gt_buf_puts(out, w->csv ? GT_CSV_END : "\n");
}

void gt_list_writer_titles(struct gt_list_writer *w, struct gt_buf *out)
{
	gt_list_writer_row(w, TITLES, out);
}

void gt_list_writer_measure(struct gt_list_writer *w, uint64_t row)
{
	for (unsigned i = 0; !w->csv && i < w->lv->ncolumns; i++) {
		int cols;

		if (!gt_list_shows(w->lv, i))
			continue;
		load_cell(w, row, i);
		cols = gt_text_width(gt_buf_str(&w->cell), w->cell.len);
		if (cols > w->wide[i])
			w->wide[i] = cols;
	}
}

struct gt_list_writer *gt_list_writer_open(const struct gt_listview *lv, bool csv)
{
	struct gt_list_writer *w = gt_xcalloc(1, sizeof *w);

	w->lv = lv;
	w->csv = csv;
	gt_list_writer_measure(w, TITLES);
	return w;
}

void gt_list_writer_close(struct gt_list_writer *w)
{
	if (!w)
		return;
	gt_buf_release(&w->cell);
	gt_buf_release(&w->raw);
	free(w);
}

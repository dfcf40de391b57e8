/* Rows as text and CSV. */
#include "ui/listview.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/csv.h"

struct gt_list_writer {
	const struct gt_listview *lv;
	struct gt_buf *out;
	bool csv;
	uint64_t from, n;         /* gt_list_export: rows from.. or, if there are any, the tagged ones */
	uint64_t *tagged;
	int wide[GT_LIST_MAX_COLUMNS];
	struct gt_buf cell, raw;
};

static void load_cell(struct gt_list_writer *e, uint64_t row, unsigned col)
{
	gt_buf_reset(&e->raw);
	gt_buf_reset(&e->cell);
	e->lv->ops->cell(e->lv->ctx, row, col, &e->raw);
	gt_text_escape(&e->cell, gt_buf_str(&e->raw), e->raw.len);
}

static int compare_rows(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Rows from..to that are tagged, in order.  Without ids of their own, tags are rows. */
static void find_tagged(struct gt_list_writer *e, uint64_t to)
{
	const struct gt_listview *lv = e->lv;

	e->n = 0;
	e->tagged = gt_xcalloc(lv->tags.n + 1, sizeof *e->tagged);
	for (size_t i = 0; !lv->ops->id && i < lv->tags.cap; i++) {
		if (lv->tags.v[i] && lv->tags.v[i] - 1 >= e->from && lv->tags.v[i] - 1 < to)
			e->tagged[e->n++] = lv->tags.v[i] - 1;
	}
	qsort(e->tagged, e->n, sizeof *e->tagged, compare_rows);
	for (uint64_t row = e->from; lv->ops->id && row < to && e->n < lv->tags.n; row++) {
		if (gt_list_tagged(lv, row))
			e->tagged[e->n++] = row;
	}
}

static uint64_t nth_row(const struct gt_list_writer *e, uint64_t i)
{
	return e->tagged ? e->tagged[i] : e->from + i;
}

static void csv_row(struct gt_list_writer *e, uint64_t row)
{
	const char *sep = "";

	for (unsigned i = 0; i < e->lv->ncolumns; i++) {
		if (!gt_list_shows(e->lv, i))
			continue;
		gt_buf_puts(e->out, sep);
		sep = ",";
		load_cell(e, row, i);
		gt_csv_field(e->out, gt_buf_str(&e->cell), e->cell.len, false);
	}
	gt_buf_puts(e->out, GT_CSV_END);
}

static void csv_header(struct gt_list_writer *e)
{
	const char *sep = "";

	for (unsigned i = 0; i < e->lv->ncolumns; i++) {
		if (!gt_list_shows(e->lv, i))
			continue;
		gt_buf_puts(e->out, sep);
		sep = ",";
		gt_buf_puts(e->out, e->lv->columns[i].key);
	}
	gt_buf_puts(e->out, GT_CSV_END);
}

static void widen(struct gt_list_writer *e, unsigned col, const char *s, size_t n)
{
	int cols = gt_text_width(s, n);

	if (cols > e->wide[col])
		e->wide[col] = cols;
}

void gt_list_writer_measure(struct gt_list_writer *e, uint64_t row)
{
	for (unsigned i = 0; !e->csv && i < e->lv->ncolumns; i++) {
		if (!gt_list_shows(e->lv, i))
			continue;
		load_cell(e, row, i);
		widen(e, i, gt_buf_str(&e->cell), e->cell.len);
	}
}

/* row UINT64_MAX: the titles. */
static void text_row(struct gt_list_writer *e, uint64_t row)
{
	bool first = true;

	for (unsigned i = 0; i < e->lv->ncolumns; i++) {
		const struct gt_list_column *c = &e->lv->columns[i];

		if (!gt_list_shows(e->lv, i))
			continue;
		if (!first)
			gt_buf_puts(e->out, "  ");
		first = false;
		if (row != UINT64_MAX) {
			load_cell(e, row, i);
		} else {
			gt_buf_reset(&e->cell);
			gt_buf_puts(&e->cell, c->title);
		}
		gt_text_fit(e->out, gt_buf_str(&e->cell), e->cell.len, e->wide[i], c->flags & GT_LIST_COL_RIGHT, false);
	}
	while (e->out->len && e->out->data[e->out->len - 1] == ' ')
		e->out->len--;
	gt_buf_putc(e->out, '\n');
}

/* ---- a row after the other ---- */

static void begin(struct gt_list_writer *e, const struct gt_listview *lv, bool csv)
{
	*e = (struct gt_list_writer){ .lv = lv, .csv = csv };
	for (unsigned i = 0; i < lv->ncolumns; i++)
		widen(e, i, lv->columns[i].title, strlen(lv->columns[i].title));
}

static void end(struct gt_list_writer *e)
{
	gt_buf_release(&e->cell);
	gt_buf_release(&e->raw);
}

struct gt_list_writer *gt_list_writer_open(const struct gt_listview *lv, bool csv)
{
	struct gt_list_writer *e = gt_xcalloc(1, sizeof *e);

	begin(e, lv, csv);
	return e;
}

void gt_list_writer_titles(struct gt_list_writer *e, struct gt_buf *out)
{
	e->out = out;
	if (e->csv)
		csv_header(e);
	else
		text_row(e, UINT64_MAX);
}

void gt_list_writer_row(struct gt_list_writer *e, uint64_t row, struct gt_buf *out)
{
	e->out = out;
	if (e->csv)
		csv_row(e, row);
	else
		text_row(e, row);
}

void gt_list_writer_close(struct gt_list_writer *e)
{
	if (!e)
		return;
	end(e);
	free(e);
}

void gt_list_export(const struct gt_listview *lv, struct gt_buf *out, uint64_t from, uint64_t to, bool only_tagged,
		    bool csv)
{
	struct gt_list_writer e;

	begin(&e, lv, csv);
	e.from = from;
	if (to > lv->rows)
		to = lv->rows;
	e.n = to > from ? to - from : 0;
	if (only_tagged)
		find_tagged(&e, to);
	for (uint64_t i = 0; i < e.n; i++)
		gt_list_writer_measure(&e, nth_row(&e, i));
	gt_list_writer_titles(&e, out);
	for (uint64_t i = 0; i < e.n; i++)
		gt_list_writer_row(&e, nth_row(&e, i), out);
	free(e.tagged);
	end(&e);
}

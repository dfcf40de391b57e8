/* Text for people: an aligned table, or a list of facts where there is one row with many. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/celltext.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/export.h"

/* The first rows decide how wide the columns are; the others follow as they come. */
#define MEASURED_ROWS 1000
#define FACTS_COLUMNS 12
/* Longer text is cut, except in the last column: names can have a thousand characters. */
#define WIDEST 60

struct text {
	bool facts;           /* one row, written as a list */
	int *widths;
	struct gt_buf *cells; /* texts of the rows kept back, row by row */
	uint64_t kept;        /* how many rows they are */
	bool measured;        /* the heading is out, rows go straight through */
	bool marks;           /* lines begin with a mark, or blanks: rows can be beyond the horizon */
	bool *beyond;         /* of the rows kept back */
	bool marked;          /* some row was */
	struct gt_buf cell;   /* of a row that goes straight through */
};

static const struct gt_column *column_at(const struct gt_export *e, unsigned i)
{
	return &e->table->report->columns[e->columns[i]];
}

static void text_begin(struct gt_export *e)
{
	struct text *x = gt_xcalloc(1, sizeof *x);
	struct gt_buf name = { 0 };

	x->facts = e->table->rows == 1 && e->ncolumns > FACTS_COLUMNS;
	x->widths = gt_xcalloc(e->ncolumns + 1, sizeof *x->widths);
	for (unsigned i = 0; i < e->ncolumns; i++) {
		const char *title = column_at(e, i)->title;

		x->widths[i] = gt_text_width(title, strlen(title));
	}
	if (!x->facts)
		x->cells = gt_xcalloc((size_t)MEASURED_ROWS * (e->ncolumns + 1), sizeof *x->cells);
	x->marks = !x->facts && gt_table_has_beyond(e->table);
	x->beyond = gt_xcalloc(MEASURED_ROWS, sizeof *x->beyond);
	e->state = x;
	if (!e->several)
		return;
	gt_text_escape(&name, e->file, strlen(e->file));
	gt_buf_printf(e->out, "%s==> %s <==\n", e->index ? "\n" : "", gt_buf_str(&name));
	gt_buf_release(&name);
}

/* ---- a table ---- */

/* One cell, fitted into its column; the last of a line is neither cut nor padded. */
static void text_put_cell(struct gt_export *e, unsigned i, const char *s, size_t n)
{
	struct text *x = e->state;
	struct gt_buf *out = e->out;
	int width = gt_text_width(s, n), pad = x->widths[i] > width ? x->widths[i] - width : 0;
	const struct gt_column *c = column_at(e, i);
	bool last = i + 1 == e->ncolumns;
	size_t from;

	assert(i < e->ncolumns);
	if (i)
		gt_buf_puts(out, "  ");
	if (gt_kind_is_number(c->kind)) {
		gt_buf_fill(out, ' ', (size_t)pad);
		gt_buf_add(out, s, n);
	} else if (width > WIDEST && !last) {
		from = out->len;
		if (c->flags & GT_COL_FUNC)
			gt_func_fit(out, s, n, WIDEST, false);
		else
			gt_text_fit(out, s, n, WIDEST, false, false);
		width = gt_text_width(out->data + from, out->len - from);
		gt_buf_fill(out, ' ', width < WIDEST ? (size_t)(WIDEST - width) : 0);
	} else {
		gt_buf_add(out, s, n);
		gt_buf_fill(out, ' ', last ? 0 : (size_t)pad);
	}
}

static void text_end_line(struct gt_export *e)
{
	struct gt_buf *out = e->out;

	while (out->len && out->data[out->len - 1] == ' ')
		out->len--;
	gt_buf_putc(out, '\n');
}

static void put_mark(struct gt_export *e, bool beyond)
{
	struct text *x = e->state;

	if (x->marks)
		gt_buf_puts(e->out, beyond ? "* " : "  ");
	x->marked |= beyond;
}

/* The rows kept back, now that the widths are known. */
static void put_kept(struct gt_export *e)
{
	struct text *x = e->state;

	put_mark(e, false);
	for (unsigned i = 0; i < e->ncolumns; i++) {
		const char *title = column_at(e, i)->title;

		text_put_cell(e, i, title, strlen(title));
	}
	text_end_line(e);
	for (uint64_t r = 0; r < x->kept; r++) {
		put_mark(e, x->beyond[r]);
		for (unsigned i = 0; i < e->ncolumns; i++) {
			struct gt_buf *cell = &x->cells[r * e->ncolumns + i];

			text_put_cell(e, i, gt_buf_str(cell), cell->len);
			gt_buf_release(cell);
		}
		text_end_line(e);
	}
	x->kept = 0;
	x->measured = true;
}

static void keep_row(struct gt_export *e, uint64_t row)
{
	struct text *x = e->state;

	assert(x->kept < MEASURED_ROWS);
	x->beyond[x->kept] = gt_table_beyond(e->table, row);
	for (unsigned i = 0; i < e->ncolumns; i++) {
		struct gt_buf *cell = &x->cells[x->kept * e->ncolumns + i];
		int width;

		gt_table_text(cell, e->table, row, e->columns[i]);
		width = gt_text_width(gt_buf_str(cell), cell->len);
		if (width > WIDEST)
			width = WIDEST;
		if (width > x->widths[i])
			x->widths[i] = width;
	}
	if (++x->kept == MEASURED_ROWS)
		put_kept(e);
}

static void text_put_row(struct gt_export *e, uint64_t row)
{
	struct text *x = e->state;

	put_mark(e, x->marks && gt_table_beyond(e->table, row));
	for (unsigned i = 0; i < e->ncolumns; i++) {
		gt_buf_reset(&x->cell);
		gt_table_text(&x->cell, e->table, row, e->columns[i]);
		text_put_cell(e, i, gt_buf_str(&x->cell), x->cell.len);
	}
	text_end_line(e);
}

/* ---- a list of facts ---- */

static void put_fact_item(struct gt_export *e, const struct gt_item *item)
{
	struct gt_buf *out = e->out;
	size_t from = out->len;

	gt_buf_puts(out, "    ");
	if (item->nkey)
		gt_text_escape(out, item->key, item->nkey);
	else
		gt_buf_puts(out, GT_NO_REASON);
	if (out->len - from < 24)
		gt_buf_fill(out, ' ', 24 - (out->len - from));
	gt_buf_putc(out, ' ');
	gt_cell_text(out, e->table, &item->value);
	gt_buf_putc(out, '\n');
}

static void text_put_facts(struct gt_export *e, uint64_t row)
{
	struct gt_buf *out = e->out;

	for (unsigned i = 0; i < e->ncolumns; i++) {
		const char *title = column_at(e, i)->title;
		struct gt_cell c;

		gt_table_cell(e->table, row, e->columns[i], &c);
		if (c.null && !c.absent)
			continue;
		gt_buf_puts(out, title);
		if (c.kind == GT_KIND_MAP && !c.null) {
			gt_buf_putc(out, '\n');
			for (size_t k = 0; k < c.n; k++)
				put_fact_item(e, &c.items[k]);
			continue;
		}
		gt_buf_fill(out, ' ', strlen(title) < 24 ? 25 - strlen(title) : 1);
		gt_table_text(out, e->table, row, e->columns[i]);
		gt_buf_putc(out, '\n');
	}
}

static void text_row(struct gt_export *e, uint64_t row)
{
	struct text *x = e->state;

	if (x->facts)
		text_put_facts(e, row);
	else if (x->measured)
		text_put_row(e, row);
	else
		keep_row(e, row);
}

static void text_end(struct gt_export *e)
{
	struct text *x = e->state;

	if (!x->facts && !x->measured)
		put_kept(e);
	if (x->marked)
		gt_beyond_legend(e->out, e->table->trace);
	gt_buf_release(&x->cell);
	free(x->beyond);
	free(x->cells);
	free(x->widths);
	free(x);
	e->state = NULL;
}

const struct gt_export_ops gt_export_text = {
	.name = "text",
	.help = "an aligned table for people",
	.people = true,
	.begin = text_begin,
	.row = text_row,
	.end = text_end,
};

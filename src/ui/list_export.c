/* Rows as text and CSV. */
#include "base/utf8.h"
#include "ui/listview.h"

#include <string.h>

struct export {
	const struct gt_listview *lv;
	struct gt_buf *out;
	uint64_t from, to;
	bool only_tagged;
	int wide[GT_LIST_MAX_COLUMNS];
	struct gt_buf cell, raw;
};

static void load_cell(struct export *e, uint64_t row, unsigned col)
{
	gt_buf_reset(&e->raw);
	gt_buf_reset(&e->cell);
	e->lv->ops->cell(e->lv->ctx, row, col, &e->raw);
	gt_text_escape(&e->cell, gt_buf_str(&e->raw), e->raw.len);
}

static bool skipped(const struct export *e, uint64_t row)
{
	return e->only_tagged && !gt_list_tagged(e->lv, row);
}

/*
 * A field that a spreadsheet would take for a formula gets a quote before it
 * (not a plain negative number); a comma, quote or blank at an end needs quotes around.
 */
static void csv_field(struct gt_buf *out, const char *s, size_t n)
{
	bool formula = n && strchr("=+@\t", *s);
	bool quote = formula || memchr(s, ',', n) || memchr(s, '"', n) || (n && (*s == ' ' || s[n - 1] == ' '));

	if (!formula && n && *s == '-' && strspn(s, "-0123456789.") != n)
		formula = quote = true;
	if (quote)
		gt_buf_putc(out, '"');
	if (formula)
		gt_buf_putc(out, '\'');
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '"')
			gt_buf_putc(out, '"');
		gt_buf_putc(out, s[i]);
	}
	if (quote)
		gt_buf_putc(out, '"');
}

static void csv_row(struct export *e, uint64_t row)
{
	const char *sep = "";

	for (unsigned i = 0; i < e->lv->ncolumns; i++) {
		if (!gt_list_shows(e->lv, i))
			continue;
		gt_buf_puts(e->out, sep);
		sep = ",";
		load_cell(e, row, i);
		csv_field(e->out, gt_buf_str(&e->cell), e->cell.len);
	}
	gt_buf_puts(e->out, "\n");
}

static void csv_header(struct export *e)
{
	const char *sep = "";

	for (unsigned i = 0; i < e->lv->ncolumns; i++) {
		if (!gt_list_shows(e->lv, i))
			continue;
		gt_buf_puts(e->out, sep);
		sep = ",";
		csv_field(e->out, e->lv->columns[i].key, strlen(e->lv->columns[i].key));
	}
	gt_buf_puts(e->out, "\n");
}

static void widen(struct export *e, unsigned col, const char *s, size_t n)
{
	int cols = gt_text_width(s, n);

	if (cols > e->wide[col])
		e->wide[col] = cols;
}

static void measure_rows(struct export *e)
{
	for (unsigned i = 0; i < e->lv->ncolumns; i++)
		widen(e, i, e->lv->columns[i].title, strlen(e->lv->columns[i].title));
	for (uint64_t row = e->from; row < e->to; row++) {
		for (unsigned i = 0; !skipped(e, row) && i < e->lv->ncolumns; i++) {
			if (!gt_list_shows(e->lv, i))
				continue;
			load_cell(e, row, i);
			widen(e, i, gt_buf_str(&e->cell), e->cell.len);
		}
	}
}

/* row UINT64_MAX: the titles. */
static void text_row(struct export *e, uint64_t row)
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

void gt_list_export(const struct gt_listview *lv, struct gt_buf *out, uint64_t from, uint64_t to, bool only_tagged,
		    bool csv)
{
	struct export e = { .lv = lv, .out = out, .from = from, .to = to, .only_tagged = only_tagged };

	if (e.to > lv->rows)
		e.to = lv->rows;
	if (csv) {
		csv_header(&e);
	} else {
		measure_rows(&e);
		text_row(&e, UINT64_MAX);
	}
	for (uint64_t row = from; row < e.to; row++) {
		if (skipped(&e, row))
			continue;
		if (csv)
			csv_row(&e, row);
		else
			text_row(&e, row);
	}
	gt_buf_release(&e.cell);
	gt_buf_release(&e.raw);
}

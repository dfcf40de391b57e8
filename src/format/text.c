/* Text for people: an aligned table, or a list of facts where there is one row with many. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/celltext.h"
#include "analysis/table/wording.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/export.h"

/* The first rows decide how wide the columns are; the others follow as they come. */
#define MEASURED_ROWS 1000
#define FACTS_COLUMNS 12
/* Longer text is cut, except in the last column: names can have a thousand characters. */
#define WIDEST 60
/* On a terminal, where a line has to fit, text is cut down to this before lines get too long. */
#define NARROW_NAME 12
#define NARROW_TEXT 8
/* ... but sentences in a last column of so many columns get more lines. */
#define WRAPPED 20
/* Of the lines above a table, where it is for no terminal. */
#define HEAD_COLUMNS 100

struct text {
	bool facts;           /* one row, written as a list */
	int *widths;
	struct gt_points *points;   /* of the numbers in the rows kept back */
	struct gt_buf *cells; /* texts of the rows kept back, row by row */
	size_t cells_cap;
	uint64_t kept;        /* how many rows they are */
	bool *telling;        /* columns with more than 0 and nothing in the rows kept back */
	bool *hidden;         /* columns that are left out, as lines would be too long for the terminal */
	unsigned first, last; /* columns that are not */
	bool measured;        /* the heading is out, rows go straight through */
	bool marks;           /* lines begin with a mark, or blanks: rows can be beyond the horizon */
	bool *beyond;         /* of the rows kept back */
	size_t beyond_cap;
	struct gt_ink_rule *rules;  /* of the columns; NULL: nothing is coloured */
	uint8_t *inks;        /* enum gt_ink_kind of the cells of the rows kept back */
	size_t inks_cap;
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
	x->points = gt_xcalloc(e->ncolumns + 1, sizeof *x->points);
	for (unsigned i = 0; i < e->ncolumns; i++) {
		const char *title = column_at(e, i)->title;

		x->widths[i] = gt_text_width(title, strlen(title));
	}
	x->marks = !x->facts && gt_table_has_beyond(e->table);
	x->hidden = gt_xcalloc(e->ncolumns + 1, sizeof *x->hidden);
	x->telling = gt_xcalloc(e->ncolumns + 1, sizeof *x->telling);
	x->last = e->ncolumns ? e->ncolumns - 1 : 0;
	x->rules = e->inks ? gt_xcalloc(e->ncolumns + 1, sizeof *x->rules) : NULL;
	for (unsigned i = 0; i < e->ncolumns && e->inks; i++)
		x->rules[i] = gt_ink_rule_of(e->table->report, e->columns[i]);
	e->state = x;
	if (e->several) {
		gt_text_escape(&name, e->file, strlen(e->file));
		gt_buf_printf(e->out, "%s==> %s <==\n", e->index ? "\n" : "", gt_buf_str(&name));
		gt_buf_release(&name);
	}
	if (e->head)
		gt_totals_text(e->out, e->table, e->width ? e->width : HEAD_COLUMNS);
}

/* ---- a table ---- */

/* Whether cells of the column can go on in further lines: sentences at the end of a line that has to fit. */
static bool is_wrapped(const struct gt_export *e, unsigned i)
{
	const struct text *x = e->state;
	const struct gt_column *c = column_at(e, i);

	return e->width && i == x->last && c->kind == GT_KIND_STRING && !(c->flags & (GT_COL_FUNC | GT_COL_TOP)) &&
	       x->widths[i] >= WRAPPED;
}

static void wrap_cell(struct gt_export *e, unsigned i, const char *s, size_t n)
{
	const struct text *x = e->state;
	size_t indent = x->marks ? 2 : 0;

	for (unsigned k = x->first; k < i; k++)
		indent += x->hidden[k] ? 0 : (size_t)x->widths[k] + 2;
	gt_text_wrap(e->out, s, n, x->widths[i], indent);
}

/* Of the blanks of a number's cell, those behind it. */
static int blanks_behind(const struct text *x, unsigned i, const char *s, size_t n, int blanks)
{
	int pad = gt_points_pad(&x->points[i], s, n);

	return pad < blanks ? pad : blanks;
}

/* One cell, fitted into its column; where lines need not fit, the last is neither cut nor padded. */
static void text_put_cell(struct gt_export *e, unsigned i, const char *s, size_t n, enum gt_ink_kind ink)
{
	const struct text *x = e->state;
	struct gt_buf *out = e->out;
	int width = gt_text_width(s, n), pad = x->widths[i] > width ? x->widths[i] - width : 0;
	const struct gt_column *c = column_at(e, i);
	bool last = i == x->last;
	size_t from;
	int most, behind;

	assert(i < e->ncolumns);
	if (x->hidden[i])
		return;
	if (i > x->first)
		gt_buf_puts(out, "  ");
	if (gt_kind_is_number(c->kind)) {
		behind = blanks_behind(x, i, s, n, pad);
		gt_buf_fill(out, ' ', (size_t)(pad - behind));
		gt_ink_put(out, e->inks, ink, s, n);
		gt_buf_fill(out, ' ', (size_t)behind);
	} else if (width > x->widths[i] && is_wrapped(e, i)) {
		wrap_cell(e, i, s, n);
	} else if (e->width ? width > x->widths[i] : width > WIDEST && !last) {
		most = e->width ? x->widths[i] : WIDEST;
		gt_ink_begin(out, e->inks, ink);
		from = out->len;
		if (c->flags & (GT_COL_FUNC | GT_COL_TOP))
			gt_func_fit(out, s, n, most, false);
		else
			gt_text_fit(out, s, n, most, false, false);
		width = gt_text_width(out->data + from, out->len - from);
		gt_ink_end(out, e->inks, ink);
		gt_buf_fill(out, ' ', width < most ? (size_t)(most - width) : 0);
	} else {
		gt_ink_put(out, e->inks, ink, s, n);
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
	const struct text *x = e->state;

	if (x->marks)
		gt_buf_puts(e->out, beyond ? "* " : "  ");
	e->scratch.marked |= beyond;
}

/* What a column can be cut down to; numbers are not cut. */
static int narrow_width(const struct gt_export *e, unsigned i)
{
	const struct text *x = e->state;
	const struct gt_column *c = column_at(e, i);
	int narrow = c->flags & (GT_COL_FUNC | GT_COL_TOP) ? NARROW_NAME : NARROW_TEXT;

	return gt_kind_is_number(c->kind) || x->widths[i] < narrow ? x->widths[i] : narrow;
}

/* The last that tells nothing, else the last number that is shown, else the last text; never the first column. */
static unsigned column_to_spare(const struct gt_export *e)
{
	const struct text *x = e->state;

	for (unsigned i = e->ncolumns; i-- > x->first + 1;)
		if (!x->hidden[i] && !x->telling[i])
			return i;
	for (unsigned i = e->ncolumns; i-- > x->first + 1;)
		if (!x->hidden[i] && gt_kind_is_number(column_at(e, i)->kind))
			return i;
	return x->last;
}

static void hide_column(struct gt_export *e, unsigned i)
{
	struct text *x = e->state;

	x->hidden[i] = true;
	while (x->hidden[x->last])
		x->last--;
}

/* The text column that takes most and can take less; e->ncolumns: there is none. */
static unsigned widest_text(const struct gt_export *e)
{
	const struct text *x = e->state;
	unsigned widest = e->ncolumns;

	for (unsigned i = 0; i < e->ncolumns; i++)
		if (!x->hidden[i] && x->widths[i] > narrow_width(e, i) &&
		    (widest == e->ncolumns || x->widths[i] > x->widths[widest]))
			widest = i;
	return widest;
}

/* How long lines are, with texts as they are or cut as far as they can be. */
static size_t line_width(const struct gt_export *e, bool narrow)
{
	const struct text *x = e->state;
	size_t total = x->marks ? 2 : 0;

	for (unsigned i = 0; i < e->ncolumns; i++)
		if (!x->hidden[i])
			total += (size_t)(narrow ? narrow_width(e, i) : x->widths[i]) + (i > x->first ? 2 : 0);
	return total;
}

/* Which frame it was only says something of rows that are stacks. */
static void hide_leaves(struct gt_export *e)
{
	struct text *x = e->state;

	for (unsigned i = x->first + 1; !e->named && i < e->ncolumns; i++)
		if (column_at(e, i)->flags & GT_COL_LEAF && !x->telling[i])
			hide_column(e, i);
}

/*
 * Makes lines as short as the terminal is wide: texts are cut, the longest first, and where that is not enough
 * columns are left out, unless they were asked for by name.
 */
static void fit_columns(struct gt_export *e)
{
	struct text *x = e->state;
	unsigned i;

	hide_leaves(e);
	if (!e->width)
		return;
	while (!e->named && x->last > x->first && line_width(e, true) > e->width)
		hide_column(e, column_to_spare(e));
	for (size_t total = line_width(e, false); total > e->width && (i = widest_text(e)) < e->ncolumns; total--)
		x->widths[i]--;
}

/* Columns of numbers get what they need for their points to stand below each other, if lines still fit. */
static void align_points(const struct gt_export *e)
{
	struct text *x = e->state;
	size_t total = line_width(e, false);

	for (unsigned i = 0; i < e->ncolumns; i++) {
		int more = x->points[i].cols - x->widths[i];

		if (x->hidden[i] || more <= 0 || (e->width && total + (size_t)more > e->width))
			continue;
		x->widths[i] += more;
		total += (size_t)more;
	}
}

static void hidden_legend(struct gt_export *e)
{
	struct text *x = e->state;
	struct gt_buf text = { 0 };

	for (unsigned i = 0; i < e->ncolumns; i++)
		if (x->hidden[i] && (x->telling[i] || !(column_at(e, i)->flags & GT_COL_LEAF)))
			gt_buf_printf(&text, "%s%s", text.len ? ", " : "Not shown for want of room: ",
				      column_at(e, i)->title);
	if (text.len) {
		gt_buf_puts(&text, " (--width=0 shows all)");
		gt_text_wrap(e->out, text.data, text.len, (int)e->width, 0);
		gt_buf_putc(e->out, '\n');
	}
	gt_buf_release(&text);
}

/* A heading says most at its beginning, also that of a column of functions. */
static void put_title(struct gt_export *e, unsigned i)
{
	const struct text *x = e->state;
	const char *title = column_at(e, i)->title;
	struct gt_buf text = { 0 };

	if (gt_text_width(title, strlen(title)) > x->widths[i])
		gt_text_fit(&text, title, strlen(title), x->widths[i], false, false);
	else
		gt_buf_puts(&text, title);
	text_put_cell(e, i, gt_buf_str(&text), text.len, GT_INK_HEAD);
	gt_buf_release(&text);
}

/* The rows kept back, now that the widths are known. */
static void put_kept(struct gt_export *e)
{
	struct text *x = e->state;

	fit_columns(e);
	align_points(e);
	put_mark(e, false);
	for (unsigned i = 0; i < e->ncolumns; i++)
		put_title(e, i);
	text_end_line(e);
	for (uint64_t r = 0; r < x->kept; r++) {
		put_mark(e, x->beyond[r]);
		for (unsigned i = 0; i < e->ncolumns; i++) {
			struct gt_buf *cell = &x->cells[r * e->ncolumns + i];

			text_put_cell(e, i, gt_buf_str(cell), cell->len,
				      x->rules ? x->inks[r * e->ncolumns + i] : GT_INK_PLAIN);
			gt_buf_release(cell);
		}
		text_end_line(e);
	}
	x->kept = 0;
	x->measured = true;
}

static enum gt_ink_kind text_ink(const struct gt_export *e, uint64_t row, unsigned i)
{
	const struct text *x = e->state;

	return x->rules ? gt_ink_of(&x->rules[i], e->table, row, e->columns[i]) : GT_INK_PLAIN;
}

static void keep_row(struct gt_export *e, uint64_t row)
{
	struct text *x = e->state;

	assert(x->kept < MEASURED_ROWS);
	GT_GROW(x->beyond, x->beyond_cap, x->kept + 1);
	GT_GROW(x->cells, x->cells_cap, (x->kept + 1) * e->ncolumns);
	if (x->rules)
		GT_GROW(x->inks, x->inks_cap, (x->kept + 1) * e->ncolumns);
	x->beyond[x->kept] = gt_table_beyond(e->table, row);
	for (unsigned i = 0; i < e->ncolumns; i++) {
		struct gt_buf *cell = &x->cells[x->kept * e->ncolumns + i];
		int width;

		gt_buf_init(cell);
		if (x->rules)
				x->inks[x->kept * e->ncolumns + i] = (uint8_t)text_ink(e, row, i);
		gt_table_text(cell, e->table, row, e->columns[i]);
		x->telling[i] |= cell->len && strcmp(gt_buf_str(cell), "0") != 0;
		width = gt_text_width(gt_buf_str(cell), cell->len);
		if (gt_kind_is_number(column_at(e, i)->kind))
			gt_points_note(&x->points[i], gt_buf_str(cell), cell->len);
		if (width > WIDEST && !(e->width && i + 1 == e->ncolumns))
			width = WIDEST;
		if (width > x->widths[i])
			x->widths[i] = width;
	}
	if (++x->kept == MEASURED_ROWS)
		put_kept(e);
}

/* A number's cell as text_put_cell has it: ASCII, which is moved to the right where it stands. */
static void text_put_number(struct gt_export *e, unsigned i, uint64_t row)
{
	const struct text *x = e->state;
	struct gt_buf *out = e->out;
	size_t from, n, behind, width = (size_t)x->widths[i];

	if (i > x->first)
		gt_buf_puts(out, "  ");
	from = out->len;
	gt_table_text(out, e->table, row, e->columns[i]);
	n = out->len - from;
	if (n >= width)
		return;
	behind = (size_t)blanks_behind(x, i, out->data + from, n, (int)(width - n));
	gt_buf_fill(out, ' ', width - n);
	memmove(out->data + from + width - n - behind, out->data + from, n);
	memset(out->data + from, ' ', width - n - behind);
	memset(out->data + from + width - behind, ' ', behind);
}

static void text_put_row(struct gt_export *e, uint64_t row)
{
	const struct text *x = e->state;
	struct gt_buf *cell = &e->scratch.text;

	put_mark(e, x->marks && gt_table_beyond(e->table, row));
	for (unsigned i = 0; i < e->ncolumns; i++) {
		enum gt_ink_kind ink;

		if (x->hidden[i])
			continue;
		ink = text_ink(e, row, i);
		if (gt_kind_is_number(column_at(e, i)->kind) && ink == GT_INK_PLAIN) {
			text_put_number(e, i, row);
			continue;
		}
		gt_buf_reset(cell);
		gt_table_text(cell, e->table, row, e->columns[i]);
		text_put_cell(e, i, gt_buf_str(cell), cell->len, ink);
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
		gt_ink_put(out, e->inks, GT_INK_HEAD, title, strlen(title));
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
	if (e->scratch.marked)
		gt_beyond_legend(e->out, e->table->trace);
	hidden_legend(e);
	free(x->inks);
	free(x->rules);
	free(x->telling);
	free(x->hidden);
	free(x->beyond);
	free(x->cells);
	free(x->points);
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

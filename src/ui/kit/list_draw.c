/* A table of rows: widths of columns, drawing, what is under the mouse. */
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/kit/listview.h"

#define TEXT_STEP 8   /* columns that a single column's text is scrolled by at a time */
#define WIDEST_CELL 4096
#define LEAST_TEXT 8  /* columns that text keeps where there is no room */
#define BAR_COLS 7    /* a bar and a blank before a duration */

/* ---- widths ---- */

struct list_places {
	int x[GT_LIST_MAX_COLUMNS], cols[GT_LIST_MAX_COLUMNS];  /* cols 0: not shown */
	int bar;                                                /* the column that has bars, -1: none */
};

/* The arrow of the sorted column needs room, too. */
static int title_width(const struct gt_listview *lv, unsigned col)
{
	const char *title = lv->columns[col].title;

	return gt_text_width(title, strlen(title)) + (lv->sort == col);
}

/* tight: points need not stand below each other. */
static int natural(const struct gt_listview *lv, bool tight, unsigned col)
{
	const struct gt_list_column *c = &lv->columns[col];
	int title = title_width(lv, col);
	int text = !tight && lv->points[col].cols > lv->wide[col] ? lv->points[col].cols : lv->wide[col];
	int want = text > title ? text : title;

	if (want < c->min)
		want = c->min;
	return c->max && want > c->max ? c->max : want;
}

/* The widest that functions seen in a column become if they get cols columns, which are too few for all of them. */
static int widest_form(const struct gt_listview *lv, unsigned col, int cols)
{
	if (cols >= GT_LIST_FORMS || lv->shortest[col] > cols)
		return cols;
	while (cols > 0 && !(lv->forms[col][cols / 64] >> cols % 64 & 1))
		cols--;
	return cols;
}

/* What a column uses of cols: shorter forms of functions, and texts that need less than min, leave some of it blank. */
static int used_of(const struct gt_listview *lv, unsigned col, int cols)
{
	const struct gt_list_column *c = &lv->columns[col];
	int title = title_width(lv, col), text = lv->wide[col];

	if (c->flags & GT_LIST_COL_RIGHT)
		return cols;
	if (text > cols && c->flags & GT_LIST_COL_FUNC)
		text = widest_form(lv, col, cols);
	if (text < title)
		text = title;
	if (c->max && text < c->min)
		text = c->min;
	return text < cols ? text : cols;
}

/* What the columns of mask need at least: flexible ones their minimum. */
static int needed(const struct gt_listview *lv, bool tight, uint64_t mask)
{
	int sum = 0;

	for (unsigned i = 0; i < lv->ncolumns; i++) {
		if (mask >> i & 1)
			sum += (lv->columns[i].max ? natural(lv, tight, i) : lv->columns[i].min) + (sum > 0);
	}
	return sum;
}

/* The columns that are drawn: chosen, not scrolled away (the first stays where it is), and those that matter most. */
static uint64_t fitting(const struct gt_listview *lv, bool tight, int width)
{
	uint64_t mask = 0;
	unsigned seen = 0;

	for (unsigned i = 0; i < lv->ncolumns; i++) {
		if (gt_list_shows(lv, i) && (seen++ == 0 || seen > lv->hscroll + 1))
			mask |= UINT64_C(1) << i;
	}
	while (needed(lv, tight, mask) > width) {
		int worst = -1;

		for (unsigned i = 0; i < lv->ncolumns; i++) {
			if (mask >> i & 1 && lv->columns[i].prio > 0 &&
			    (worst < 0 || lv->columns[i].prio >= lv->columns[worst].prio))
				worst = (int)i;
		}
		if (worst < 0)
			break;
		mask &= ~(UINT64_C(1) << worst);
	}
	return mask;
}

enum sharing { SHARE_FLEXIBLE, SHARE_CAPPED, SHARE_MIN, SHARES };

/* What a column should get in one of the rounds of share_rest; 0: it has no part in it. */
static int share_of(const struct gt_listview *lv, bool tight, unsigned col, enum sharing round)
{
	const struct gt_list_column *c = &lv->columns[col];

	if (round == SHARE_CAPPED)
		return c->max && !(c->flags & GT_LIST_COL_RIGHT) ? lv->wide[col] : 0;
	if (c->max)
		return 0;
	return round == SHARE_FLEXIBLE ? natural(lv, tight, col) : c->min;
}

/* The column that gets bars: the sorted one, else the one that the list is about; -1: none of mask. */
static int barred(const struct gt_listview *lv, uint64_t mask)
{
	int found = -1;

	for (unsigned i = 0; i < lv->ncolumns; i++)
		if (mask >> i & 1 && lv->columns[i].flags & GT_LIST_COL_DUR &&
		    (lv->sort == i || (found < 0 && lv->columns[i].flags & GT_LIST_COL_BAR)))
			found = (int)i;
	return found;
}

/*
 * Flexible columns share what is left, none wider than what is in it; then so does text that would be cut.
 * What nobody needs becomes bars, makes flexible columns as wide as they should be at least, and the last one wider.
 */
static void share_rest(const struct gt_listview *lv, bool tight, uint64_t mask, int rest, struct list_places *p)
{
	int last = -1;

	for (enum sharing round = 0; round < SHARES; round++) {
		if (round == SHARE_MIN && rest >= BAR_COLS && (p->bar = barred(lv, mask)) >= 0) {
			p->cols[p->bar] += BAR_COLS;
			rest -= BAR_COLS;
		}
		for (unsigned i = 0; i < lv->ncolumns; i++) {
			int want = share_of(lv, tight, i, round), most = p->cols[i] + rest;

			if (!(mask >> i & 1))
				continue;
			want = want < most ? want : most;
			if (round != SHARE_MIN)
				want = used_of(lv, i, want);
			if (want > p->cols[i]) {
				rest -= want - p->cols[i];
				p->cols[i] = want;
			}
			last = lv->columns[i].max ? last : (int)i;
		}
	}
	if (last >= 0)
		p->cols[last] += rest;
}

/*
 * No column is left that may go: text becomes narrower, the widest column first; numbers do not.  Returns what is
 * left, as the next shorter form of a function can need much less.
 */
static int squeeze(const struct gt_listview *lv, uint64_t mask, int over, struct list_places *p)
{
	while (over > 0) {
		int widest = -1, less;

		for (unsigned i = 0; i < lv->ncolumns; i++) {
			if (mask >> i & 1 && !(lv->columns[i].flags & GT_LIST_COL_RIGHT) && p->cols[i] > LEAST_TEXT &&
			    (widest < 0 || p->cols[i] > p->cols[widest]))
				widest = (int)i;
		}
		if (widest < 0)
			return 0;
		less = used_of(lv, (unsigned)widest, p->cols[widest] - 1);
		over -= p->cols[widest] - less;
		p->cols[widest] = less;
	}
	return -over;
}

/* Where each column goes on a screen of width columns. */
static void place_columns(const struct gt_listview *lv, int width, struct list_places *p)
{
	uint64_t mask = fitting(lv, true, width);
	/* No column goes, and none is cut, for the sake of points. */
	bool tight = needed(lv, false, mask) > width;
	int rest = width + 1, x = 0;

	memset(p, 0, sizeof *p);
	p->bar = -1;
	for (unsigned i = 0; i < lv->ncolumns; i++) {
		if (!(mask >> i & 1))
			continue;
		p->cols[i] = used_of(lv, i, lv->columns[i].max ? natural(lv, tight, i) : lv->columns[i].min);
		rest -= p->cols[i] + 1;
	}
	if (rest < 0)
		rest = squeeze(lv, mask, -rest, p);
	if (rest > 0)
		share_rest(lv, tight, mask, rest, p);
	for (unsigned i = 0; i < lv->ncolumns; i++) {
		if (!(mask >> i & 1))
			continue;
		if (x >= width || (x > 0 && x + p->cols[i] > width && lv->columns[i].flags & GT_LIST_COL_RIGHT)) {
			p->cols[i] = 0;
			continue;
		}
		if (x + p->cols[i] > width)
			p->cols[i] = width - x;
		p->x[i] = x;
		x += p->cols[i] + 1;
	}
}

/* ---- text of the visible rows ---- */

/* A frame formats each cell once: to be measured, and then drawn. */
struct list_texts {
	struct gt_buf all, raw;
	struct list_text {
		size_t at, len;       /* len NOT_YET: it was not formatted */
	} *v;                         /* of all columns of the visible rows, row by row */
};
#define NOT_YET SIZE_MAX

static int visible_rows(const struct gt_listview *lv)
{
	uint64_t left = lv->rows > lv->top ? lv->rows - lv->top : 0;

	return lv->page <= 0 ? 0 : left < (uint64_t)lv->page ? (int)left : lv->page;
}

/* The text of the n-th of them, escaped, and a NUL behind it.  Valid until the next call. */
static const char *list_draw_text(const struct gt_listview *lv, struct list_texts *t, int n, unsigned col, size_t *len)
{
	struct list_text *cell = &t->v[(size_t)n * lv->ncolumns + col];

	if (cell->len == NOT_YET) {
		gt_buf_reset(&t->raw);
		lv->ops->cell(lv->ctx, lv->top + (uint64_t)n, col, &t->raw);
		cell->at = t->all.len;
		if (gt_text_is_clean(gt_buf_str(&t->raw), t->raw.len))
			gt_buf_add(&t->all, gt_buf_str(&t->raw), t->raw.len);
		else
			gt_text_escape(&t->all, t->raw.data, t->raw.len);
		cell->len = t->all.len - cell->at;
		gt_buf_putc(&t->all, 0);
	}
	*len = cell->len;
	return t->all.data + cell->at;
}

static int16_t at_least(int16_t seen, int cols)
{
	return cols <= seen ? seen : (int16_t)(cols < WIDEST_CELL ? cols : WIDEST_CELL);
}

static void note_forms(struct gt_listview *lv, unsigned col, const char *text, size_t len)
{
	size_t begin[GT_FUNC_FORMS];
	unsigned n = gt_func_forms(text, len, begin);
	int cols = 0;

	for (unsigned i = 0; i < n; i++) {
		cols = gt_text_width(text + begin[i], len - begin[i]);
		if (cols < GT_LIST_FORMS)
			lv->forms[col][cols / 64] |= UINT64_C(1) << cols % 64;
	}
	lv->shortest[col] = at_least(lv->shortest[col], cols);
}

/* Widths grow with what is seen; they shrink only when rows are replaced. */
static void list_draw_measure(struct gt_listview *lv, struct list_texts *texts, int rows)
{
	for (int n = 0; n < rows; n++) {
		for (unsigned i = 0; i < lv->ncolumns; i++) {
			const char *text;
			size_t len;

			if (!gt_list_shows(lv, i) ||
			    (lv->wide[i] >= lv->width && !(lv->columns[i].flags & GT_LIST_COL_FUNC)))
				continue;
			text = list_draw_text(lv, texts, n, i, &len);
			if (lv->columns[i].flags & GT_LIST_COL_RIGHT)
				gt_points_note(&lv->points[i], text, len);
			if (lv->columns[i].flags & GT_LIST_COL_FUNC)
				note_forms(lv, i, text, len);
			lv->wide[i] = at_least(lv->wide[i], gt_text_width(text, len));
		}
	}
}

struct draw {
	struct gt_listview *lv;
	const struct gt_canvas *c;
	const struct gt_matcher *m;
	struct list_places places;
	struct list_texts texts;
	struct gt_buf aligned, fit;
	int64_t longest;      /* of the durations with bars on the screen */
};

/* Numbers of different units are not comparable at a glance: 872us stands below 1.6ms as if it were more. */
static int64_t bar_value(struct draw *d, int n)
{
	int64_t ns;
	size_t len;

	return d->places.bar < 0 ||
	       gt_parse_dur(list_draw_text(d->lv, &d->texts, n, (unsigned)d->places.bar, &len), &ns) < 0 ? 0 : ns;
}

static void draw_bar(struct draw *d, int n, int y, gt_style style)
{
	int64_t ns = bar_value(d, n);
	int halves = ns > 0 ? (int)(2 * (BAR_COLS - 1) * (double)ns / (double)d->longest + 0.5) : 0;
	int x = d->places.x[d->places.bar];
	bool ascii = gt_canvas_ascii(d->c);

	style = style == GT_ROLE_NORMAL ? GT_ROLE_DIM : style;
	/* Lines, since whole cells of neighbours would flow into one block. */
	for (; halves > 1; halves -= 2)
		x += gt_canvas_text(d->c, y, x, style, ascii ? "=" : "━");
	if (halves)
		gt_canvas_text(d->c, y, x, style, ascii ? "-" : "╸");
}

/* Blanks behind a number, where there is room, so that the points of those with its unit stand below each other. */
static const char *align_point(struct draw *d, unsigned col, const char *text, size_t *len)
{
	int room = d->places.cols[col] - gt_text_width(text, *len);
	int pad = gt_points_pad(&d->lv->points[col], text, *len);

	pad = pad < room ? pad : room;
	if (pad <= 0)
		return text;
	gt_buf_reset(&d->aligned);
	gt_buf_add(&d->aligned, text, *len);
	gt_buf_fill(&d->aligned, ' ', (size_t)pad);
	*len = d->aligned.len;
	return d->aligned.data;
}

/* The package of a function is grey: what differs from row to row is behind it. */
static void dim_package(const struct draw *d, int y, int x, int cols)
{
	size_t begin[GT_FUNC_FORMS];
	unsigned forms = gt_func_forms(gt_buf_str(&d->fit), d->fit.len, begin);
	int package = gt_text_width(gt_buf_str(&d->fit), begin[forms - 1]);

	if (d->fit.len && (d->fit.data[0] & 0x80) == 0 && d->fit.data[0] != '.')
		gt_canvas_style(d->c, y, x, 1, package < cols ? package : cols, GT_ROLE_DIM);
}

/* Of the n-th row that is visible, at row y of the canvas. */
static void list_draw_cell(struct draw *d, int n, unsigned col, int y)
{
	const struct gt_list_column *column = &d->lv->columns[col];
	int x = d->places.x[col], cols = d->places.cols[col];
	uint64_t row = d->lv->top + (uint64_t)n;
	gt_style style = d->lv->ops->style ? d->lv->ops->style(d->lv->ctx, row, col) : GT_ROLE_NORMAL;
	bool ascii = gt_canvas_ascii(d->c);
	size_t from, start, end, lead, len;
	const char *text = list_draw_text(d->lv, &d->texts, n, col, &len);

	if (d->lv->hscroll && (d->lv->shown & (d->lv->shown - 1)) == 0) {
		/* The text of a single column is scrolled itself. */
		from = gt_text_clip(text, len, (int)d->lv->hscroll * TEXT_STEP, NULL);
		text += from;
		len -= from;
	}
	if (row == d->lv->cursor && gt_text_width(text, len) <= cols)
		d->lv->said |= UINT64_C(1) << col;
	if (column->flags & GT_LIST_COL_RIGHT)
		text = align_point(d, col, text, &len);
	gt_buf_reset(&d->fit);
	if (column->flags & GT_LIST_COL_FUNC && gt_text_width(text, len) > cols)
		gt_func_fit(&d->fit, text, len, cols, ascii);
	else if (column->flags & GT_LIST_COL_PHRASES)
		gt_text_phrases(&d->fit, text, len, cols, ascii);
	else
		gt_text_fit(&d->fit, text, len, cols, column->flags & GT_LIST_COL_RIGHT, ascii);
	gt_canvas_textn(d->c, y, x, style, gt_buf_str(&d->fit), d->fit.len);
	if (column->flags & GT_LIST_COL_FUNC && style == GT_ROLE_NORMAL)
		dim_package(d, y, x, cols);
	if ((int)col == d->places.bar)
		draw_bar(d, n, y, style);
	/* The blanks that fill the column are not the cell's: ^ and $ are its ends. */
	for (from = 0; from < d->fit.len && d->fit.data[from] == ' ';)
		from++;
	len = d->fit.len;
	while (len > from && d->fit.data[len - 1] == ' ')
		len--;
	lead = from;
	while (d->m && gt_matcher_locate(d->m, gt_buf_str(&d->fit) + lead, len - lead, from - lead, &start, &end)) {
		start += lead;
		end += lead;
		gt_canvas_style(d->c, y, x + gt_text_width(d->fit.data, start), 1,
				gt_text_width(d->fit.data + start, end - start), GT_ROLE_MATCH);
		from = end;
	}
}

static void list_draw_row(struct draw *d, int n, int y)
{
	struct gt_listview *lv = d->lv;
	uint64_t row = lv->top + (uint64_t)n;
	unsigned first = 0;
	int x = d->c->cols - 1;

	for (unsigned i = 0; i < lv->ncolumns; i++) {
		if (d->places.cols[i] > 0)
			list_draw_cell(d, n, i, y);
	}
	if (lv->ops->decorate)
		lv->ops->decorate(lv->ctx, row, d->c, y, d->places.x, d->places.cols);
	if (gt_list_tagged(lv, row)) {
		/* A style, and an asterisk after the first column for screens without colours. */
		while (first < lv->ncolumns && d->places.cols[first] <= 0)
			first++;
		if (first < lv->ncolumns && d->places.cols[first] < x)
			x = d->places.cols[first];
		gt_canvas_style(d->c, y, 0, 1, d->c->cols, GT_ROLE_TAGGED);
		gt_canvas_text(d->c, y, x, GT_ROLE_TAGGED, "*");
	}
	if (row == lv->cursor)
		gt_canvas_under(d->c, y, 0, 1, d->c->cols, GT_ROLE_CURSOR);
}

static void draw_title(struct draw *d, unsigned col)
{
	const struct gt_list_column *column = &d->lv->columns[col];
	bool sorted = d->lv->sort == col && !d->lv->unsorted, right = column->flags & GT_LIST_COL_RIGHT;
	struct gt_buf title = { 0 };

	if (sorted && right)
		gt_buf_puts(&title, d->lv->desc ? "▼" : "▲");
	gt_buf_puts(&title, column->title);
	if (sorted && !right)
		gt_buf_puts(&title, d->lv->desc ? "▼" : "▲");
	gt_canvas_fit(d->c, 0, d->places.x[col], d->places.cols[col], sorted ? GT_ROLE_SORTED : GT_ROLE_HEADER,
		      gt_buf_str(&title), title.len, right);
	gt_buf_release(&title);
}

void gt_list_draw(struct gt_listview *lv, const struct gt_canvas *c, const struct gt_matcher *m)
{
	struct draw d = { .lv = lv, .c = c, .m = m };
	int header = !lv->no_header && c->rows > 1;   /* where there is one row, it is a row of the list */
	int rows;

	lv->said = 0;
	if (c->rows < 1 || c->cols < 1)
		return;
	gt_canvas_clear(c);
	gt_list_set_page(lv, c->rows - header, c->cols);
	rows = visible_rows(lv);
	d.texts.v = gt_xcalloc((size_t)rows * lv->ncolumns, sizeof *d.texts.v);
	for (size_t i = 0; i < (size_t)rows * lv->ncolumns; i++)
		d.texts.v[i].len = NOT_YET;
	list_draw_measure(lv, &d.texts, rows);
	place_columns(lv, c->cols, &d.places);
	for (int n = 0; n < rows; n++) {
		int64_t ns = bar_value(&d, n);

		d.longest = ns > d.longest ? ns : d.longest;
	}
	if (header)
		gt_canvas_fill(c, 0, 0, 1, c->cols, GT_ROLE_HEADER, " ");
	for (unsigned i = 0; header && i < lv->ncolumns; i++) {
		if (d.places.cols[i] > 0)
			draw_title(&d, i);
	}
	for (int n = 0; n < rows; n++)
		list_draw_row(&d, n, n + header);
	if (lv->rows == 0)
		gt_canvas_wrap(c, header, 0, c->cols, GT_ROLE_DIM, lv->empty ? lv->empty : "nothing to show");
	free(d.texts.v);
	gt_buf_release(&d.texts.all);
	gt_buf_release(&d.texts.raw);
	gt_buf_release(&d.aligned);
	gt_buf_release(&d.fit);
}

bool gt_list_hit(const struct gt_listview *lv, int y, int x, uint64_t *row, int *col)
{
	struct list_places p;
	bool header = !lv->no_header && lv->page > 0;

	if (col) {
		*col = -1;
		place_columns(lv, lv->width, &p);
		for (unsigned i = 0; i < lv->ncolumns; i++) {
			if (p.cols[i] > 0 && x >= p.x[i] && x < p.x[i] + p.cols[i])
				*col = (int)i;
		}
	}
	if (y < header)
		return false;
	*row = lv->top + (uint64_t)(y - header);
	if (col)
		*col = -1;
	return y - header < lv->page && *row < lv->rows;
}

/* The detail pane as lines: filling, drawing on one side or two, frames for the editor. */
#include "ui/detail/detail.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stacks/stacktext.h"
#include "base/utf8.h"
#include "base/xalloc.h"

#define LABEL_COLS 12    /* of names before values */
#define LABEL_MOST 20    /* where they are the titles of columns */
#define TWO_SIDES 100    /* from this width on lines of both sides stand beside each other */
#define SIDE_GAP 2
#define MAX_ROWS 100000

void gt_detail_reset(struct gt_detail *d)
{
	if (d->free)
		d->free(d->arg);
	d->free = NULL;
	gt_buf_reset(&d->text);
	gt_buf_reset(&d->value);
	d->n = 0;
	d->side = GT_DETAIL_FULL;
	d->noted = false;
}

void gt_detail_release(struct gt_detail *d)
{
	gt_detail_reset(d);
	gt_buf_release(&d->text);
	gt_buf_release(&d->value);
	gt_srclines_release(&d->source);
	free(d->lines);
	*d = (struct gt_detail){ 0 };
}

void gt_detail_turn(struct gt_detail *d, enum gt_detail_side side)
{
	d->side = side;
}

/* ---- filling ---- */

/* A line that begins at the end of the text; its owner adds the text. */
static struct gt_detail_line *new_line(struct gt_detail *d, gt_style style)
{
	struct gt_detail_line *l;

	GT_GROW(d->lines, d->cap, d->n + 1);
	l = &d->lines[d->n++];
	*l = (struct gt_detail_line){
		.at = d->text.len, .style = style, .tail = style, .side = (uint8_t)d->side, .y = -1, .y1 = -1,
	};
	return l;
}

static void detail_end_line(struct gt_detail *d, struct gt_detail_line *l)
{
	assert(l->at <= d->text.len);
	l->len = d->text.len - l->at;
	if (l->head == 0 || l->head > l->len)
		l->head = l->len;
}

void gt_detail_add(struct gt_detail *d, gt_style style, const char *fmt, ...)
{
	struct gt_detail_line *l = new_line(d, style);
	va_list ap;

	va_start(ap, fmt);
	gt_buf_vprintf(&d->text, fmt, ap);
	va_end(ap);
	detail_end_line(d, l);
}

static struct gt_detail_line *begin_pair(struct gt_detail *d, const char *name)
{
	struct gt_detail_line *l = new_line(d, GT_ROLE_LABEL);

	gt_buf_puts(&d->text, name);
	l->head = strlen(name);
	l->tail = GT_ROLE_VALUE;
	l->tab = LABEL_COLS;
	return l;
}

void gt_detail_pair(struct gt_detail *d, const char *name, const char *fmt, ...)
{
	struct gt_detail_line *l = begin_pair(d, name);
	va_list ap;

	va_start(ap, fmt);
	gt_buf_vprintf(&d->text, fmt, ap);
	va_end(ap);
	detail_end_line(d, l);
}

void gt_detail_put(struct gt_detail *d, const char *name)
{
	struct gt_detail_line *l = begin_pair(d, name);

	gt_text_escape(&d->text, gt_buf_str(&d->value), d->value.len);
	gt_buf_reset(&d->value);
	detail_end_line(d, l);
}

void gt_detail_put_sentence(struct gt_detail *d, const char *name, const struct gt_sentence *s)
{
	gt_say_sentence(&d->value, s);
	gt_detail_put(d, name);
}

bool gt_detail_says_nothing(const char *value)
{
	static const char *const nothing[] = { "", "0", "0 B", "0%", "no" };
	size_t i = 0;

	while (i < GT_COUNT(nothing) && strcmp(value, nothing[i]) != 0)
		i++;
	return i < GT_COUNT(nothing);
}

void gt_detail_columns(struct gt_detail *d, const struct gt_listview *lv, bool (*skip)(const char *key))
{
	size_t first = d->n;
	uint8_t tab = LABEL_COLS;

	for (unsigned i = 0; i < lv->ncolumns; i++) {
		const char *title = lv->columns[i].title;
		size_t cols = (size_t)gt_text_width(title, strlen(title)) + 2;

		/* Marks have no title: what they say is said in words. */
		if (!*title || gt_list_says(lv, i) || (skip && skip(lv->columns[i].key)))
			continue;
		lv->ops->cell(lv->ctx, lv->cursor, i, &d->value);
		if (gt_detail_says_nothing(gt_buf_str(&d->value))) {
			gt_buf_reset(&d->value);
			continue;
		}
		gt_detail_put(d, title);
		tab = cols > tab && cols <= LABEL_MOST ? (uint8_t)cols : tab;
	}
	/* Values stand below each other. */
	for (size_t i = first; i < d->n; i++)
		d->lines[i].tab = tab;
}

void gt_detail_picture(struct gt_detail *d, int (*draw)(const void *arg, const struct gt_canvas *c),
		       void (*free)(void *arg), void *arg)
{
	assert(!d->free);
	new_line(d, GT_ROLE_NORMAL)->picture = true;
	d->draw = draw;
	d->free = free;
	d->arg = arg;
}

static void add_frame(struct gt_detail *d, const struct gt_trace *t, const struct gt_frame *f)
{
	struct gt_detail_line *l = new_line(d, GT_ROLE_NORMAL);

	if (!gt_put_string(&d->text, t, "", f->func, NULL))
		gt_frame_pc_text(&d->text, f);
	l->head = d->text.len - l->at;
	l->indent = 2;
	l->func = true;
	l->tail = GT_ROLE_DIM;
	l->file = f->file;
	l->lineno = f->line;
	if (gt_put_string(&d->text, t, "  ", f->file, NULL))
		gt_buf_printf(&d->text, ":%" PRIu64, f->line);
	detail_end_line(d, l);
}

void gt_detail_stack(struct gt_detail *d, const struct gt_trace *t, uint32_t stack, const char *none)
{
	uint32_t depth = stack ? gt_stack_depth(t, stack) : 0;
	const char *note = depth && !d->noted ? gt_trace_names_note(t) : NULL;
	struct gt_frame f;

	/* Once per detail, above the first stack: below a long one it would not be seen. */
	if (note)
		gt_detail_pair(d, "Note", "%s", note);
	d->noted = d->noted || note;
	for (uint32_t i = 0; i < depth && gt_stack_frame(t, stack, i, &f); i++)
		add_frame(d, t, &f);
	if (depth == 0) {
		gt_detail_add(d, GT_ROLE_DIM, "%s", none);
		d->lines[d->n - 1].indent = 2;
	}
}

void gt_detail_stack_at(struct gt_detail *d, enum gt_detail_side side, const char *title, const struct gt_trace *t,
			uint32_t stack, const char *none)
{
	gt_detail_turn(d, side);
	gt_detail_add(d, GT_ROLE_LABEL, "%s", title);
	gt_detail_stack(d, t, stack, none);
	gt_detail_turn(d, GT_DETAIL_FULL);
}

/* ---- drawing ---- */

/*
 * Name and value, or function and file: the head keeps its place, the rest is
 * cut.  A path loses its beginning, because its end says more.
 */
static void draw_tail(const struct gt_detail_line *l, const struct gt_canvas *c, int y, int x, const char *s,
		      size_t n)
{
	struct gt_buf clean = { 0 }, fit = { 0 };
	int room = c->cols - x;

	gt_text_escape(&clean, s, n);
	if (room > 0 && l->func && gt_text_width(gt_buf_str(&clean), clean.len) > room) {
		const char *slash = memrchr(clean.data, '/', clean.len);
		size_t skip = slash ? (size_t)(slash - clean.data) - 1 : 0;

		/* The last part of the path, or nothing: half a path is useless. */
		gt_buf_puts(&fit, "  ");
		gt_buf_add(&fit, clean.data + skip + 2, clean.len - skip - 2);
		if (slash && gt_text_width(fit.data, fit.len) <= room)
			gt_canvas_textn(c, y, x, l->tail, fit.data, fit.len);
	} else if (room > 0) {
		gt_text_fit(&fit, gt_buf_str(&clean), clean.len, room, false, gt_canvas_ascii(c));
		gt_canvas_textn(c, y, x, l->tail, gt_buf_str(&fit), fit.len);
	}
	gt_buf_release(&clean);
	gt_buf_release(&fit);
}

static int detail_draw_head(const struct gt_detail_line *l, const struct gt_canvas *c, int y, const char *s)
{
	struct gt_buf clean = { 0 }, fit = { 0 };
	int room = c->cols - l->indent, cols;

	gt_text_escape(&clean, s, l->head);
	cols = gt_text_width(gt_buf_str(&clean), clean.len);
	if (cols > room && l->func)
		gt_func_fit(&fit, clean.data, clean.len, room, gt_canvas_ascii(c));
	else if (cols > room)
		gt_text_fit(&fit, gt_buf_str(&clean), clean.len, room > 0 ? room : 0, false,
			    gt_canvas_ascii(c));
	else
		gt_buf_add(&fit, gt_buf_str(&clean), clean.len);
	cols = gt_canvas_textn(c, y, l->indent, l->style, gt_buf_str(&fit), fit.len);
	gt_buf_release(&clean);
	gt_buf_release(&fit);
	return l->indent + cols;
}

/* Values are broken where they are too long, all else is cut.  Returns the rows taken. */
static int detail_draw_line(struct gt_detail *d, struct gt_detail_line *l, const struct gt_canvas *c, int y)
{
	const char *s = gt_buf_str(&d->text) + l->at;
	int x, rows = 1;

	if (l->picture) {
		struct gt_canvas sub = gt_canvas_sub(c, y, 0, MAX_ROWS, c->cols);

		return d->draw(d->arg, &sub);
	}
	x = detail_draw_head(l, c, y, s);
	if (l->tab)
		x = x < l->tab ? l->tab : x + 1;
	if (l->tab && l->len > l->head && c->cols > l->tab + 8) {
		char *value = gt_xmemdup0(s + l->head, l->len - l->head);

		rows = gt_canvas_wrap(c, y, x, c->cols - x, l->tail, value);
		free(value);
	} else if (l->len > l->head) {
		draw_tail(l, c, y, x, s + l->head, l->len - l->head);
	}
	l->y = y;
	l->y1 = y + (rows > 0 ? rows : 1);
	return l->y1 - l->y;
}

/* Draws the lines from i on that are on one side; returns the line behind them, and in *rows their height. */
static size_t draw_side(struct gt_detail *d, size_t i, const struct gt_canvas *c, int y, int *rows)
{
	uint8_t side = d->lines[i].side;

	*rows = 0;
	for (; i < d->n && d->lines[i].side == side; i++)
		*rows += detail_draw_line(d, &d->lines[i], c, y + *rows);
	return i;
}

int gt_detail_draw(struct gt_detail *d, const struct gt_canvas *c)
{
	bool wide = c->cols >= TWO_SIDES;
	int half = (c->cols - SIDE_GAP) / 2, y = 0, left = 0, rows;
	struct gt_canvas sub;

	for (size_t i = 0; i < d->n;) {
		uint8_t side = d->lines[i].side;
		bool beside = wide && side != GT_DETAIL_FULL;

		/* The left side before it had nothing to its right: continue below it. */
		if (side != GT_DETAIL_RIGHT || !beside) {
			y += left;
			left = 0;
		}
		/* Longer than the screen: the canvas may be scrolled, and clips. */
		sub = *c;
		if (beside)
			sub = gt_canvas_sub(c, 0, side == GT_DETAIL_RIGHT ? half + SIDE_GAP : 0, MAX_ROWS,
					    half);
		i = draw_side(d, i, &sub, y, &rows);
		if (beside && side == GT_DETAIL_LEFT) {
			left = rows;
			continue;
		}
		y += rows > left ? rows : left;
		left = 0;
	}
	return y + left;
}

/* Roughly the number of columns that show all of its lines uncut; a picture takes what it gets. */
static int detail_width(const struct gt_detail *d)
{
	size_t widest = 0;

	for (size_t i = 0; i < d->n; i++) {
		const struct gt_detail_line *l = &d->lines[i];
		size_t head = l->tab > l->head ? l->tab : l->head + (l->tab != 0);
		size_t cols = l->picture ? MAX_ROWS : l->indent + head + (l->len - l->head);

		widest = cols > widest ? cols : widest;
	}
	return widest < MAX_ROWS ? (int)widest : MAX_ROWS;
}

/* ---- frames ---- */

/* Of lines with a file: the frame that was drawn at `line`, the line in the source that is shown, any at or after. */
static bool is_at(const struct gt_detail *d, const struct gt_detail_line *l, int line, int pass)
{
	switch (pass) {
	case 0:
		return line >= 0 && l->y <= line && line < l->y1;
	case 1:
		return l->source && l->lineno == d->source.line && line < l->y1;
	default:
		return line < l->y1;
	}
}

bool gt_detail_source(const struct gt_detail *d, const struct gt_trace *t, int line, struct gt_buf *file,
		      uint64_t *lineno)
{
	size_t len;
	const char *s;

	for (int pass = 0; pass < 3; pass++) {
		for (size_t i = 0; i < d->n; i++) {
			const struct gt_detail_line *l = &d->lines[i];

			if (!l->file || !is_at(d, l, line, pass))
				continue;
			s = gt_trace_string(t, l->file, &len);
			if (!len)
				continue;
			gt_buf_add(file, s, len);
			*lineno = l->lineno;
			return true;
		}
	}
	return false;
}

#define TRIES 16          /* files that are looked for in a frame */
#define SOURCE_AROUND 3   /* lines before and after that of a frame, if there is room for more: as many */

/* The frame whose lines are to be shown, loaded into d->source; NULL: none is on this machine. */
static const struct gt_detail_line *find_source(struct gt_detail *d, struct gt_program *prog, int line,
						unsigned around)
{
	struct gt_buf file = { 0 }, path = { 0 };
	const struct gt_detail_line *found = NULL;
	unsigned tries = 0;

	/* Those at or after the line, then those before it. */
	for (size_t k = 0; !found && k < 2 * d->n && tries < TRIES; k++) {
		const struct gt_detail_line *l = &d->lines[k % d->n];

		if (!l->file || l->source || (k < d->n) != (l->y1 > line))
			continue;
		gt_buf_reset(&file);
		gt_buf_reset(&path);
		gt_put_string(&file, prog->trace, "", l->file, NULL);
		gt_app_source_path(prog->app, gt_buf_str(&file), &path);
		tries++;
		if (gt_srclines_load(&d->source, gt_buf_str(&path), l->lineno, around))
			found = l;
	}
	gt_buf_release(&file);
	gt_buf_release(&path);
	return found;
}

/* Below the place, which takes one of the rows.  Fewer lines rather than that the frame's own is out of sight. */
static unsigned source_around(int rows)
{
	return rows >= 2 ? (unsigned)(rows - 2) / 2 : SOURCE_AROUND;
}

int gt_detail_draw_source(struct gt_detail *d, struct gt_program *prog, int line, const struct gt_canvas *c, int y)
{
	unsigned around = source_around(c->rows - y);
	const struct gt_detail_line *frame = find_source(d, prog, line, around);
	uint32_t file = frame ? frame->file : 0;
	uint64_t lineno = d->source.first;
	size_t first = d->n;
	int rows;

	if (!frame)
		return 0;
	gt_detail_pair(d, "Source", "%s:%" PRIu64, gt_buf_str(&d->source.path), d->source.line);
	for (const char *s = gt_buf_str(&d->source.text); *s; lineno++) {
		size_t n = strcspn(s, "\n");
		bool here = lineno == d->source.line;

		gt_detail_add(d, here ? GT_ROLE_VALUE : GT_ROLE_DIM, "%s %5" PRIu64 "  %.*s", here ? ">" : " ", lineno,
			      (int)n, s);
		d->lines[d->n - 1].file = file;
		d->lines[d->n - 1].lineno = lineno;
		d->lines[d->n - 1].source = true;
		s += n + 1;
	}
	draw_side(d, first, c, y, &rows);
	/* The pane grows, and can be scrolled, until the usual lines are shown. */
	for (unsigned i = around; i < SOURCE_AROUND; i++)
		rows += d->source.line > i + 1 ? 2 : 1;
	return rows;
}

int gt_detail_pane_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	int rows;

	gt_detail_reset(pane->detail);
	pane->ops->fill_detail(pane, pane->detail);
	assert(pane->detail->value.len == 0);
	rows = gt_detail_draw(pane->detail, c);
	rows += gt_detail_draw_source(pane->detail, gt_program_of(pane), pane->detail_cursor, c, rows);
	pane->detail_cols = detail_width(pane->detail);
	return rows;
}

bool gt_detail_pane_source(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno)
{
	return gt_detail_source(pane->detail, gt_program_of(pane)->trace, line, file, lineno);
}

/* ---- words ---- */

void gt_goroutine_title(struct gt_buf *out, const struct gt_trace *t, uint32_t g_row)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(t, g_row, &g)) {
		gt_buf_puts(out, "no goroutine");
		return;
	}
	gt_buf_printf(out, "G%" PRIu64, g.id);
	gt_put_string(out, t, " ", g.func, NULL);
	gt_life_text(out, t, g_row);
}

static void put_goroutine_word(struct gt_buf *out, const struct gt_word *w)
{
	gt_goroutine_title(out, w->of, (uint32_t)w->u);
}

struct gt_word gt_as_goroutine(const struct gt_trace *t, uint32_t g_row)
{
	return (struct gt_word){ .put = put_goroutine_word, .of = t, .u = g_row };
}

void gt_put_comma(struct gt_buf *out)
{
	if (out->len)
		gt_buf_puts(out, ", ");
}

gt_style gt_goroutine_row_style(const struct gt_trace *t, uint32_t g_row)
{
	struct gt_goroutine g;

	return gt_goroutine_get(t, g_row, &g) ? gt_goroutine_style(t, &g) : GT_ROLE_NORMAL;
}

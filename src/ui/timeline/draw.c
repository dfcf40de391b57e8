/* The timeline as a whole: axis, minimap, lanes with their names, cursor and markers. */
#include <string.h>

#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/timeline/timeline.h"
#include "ui/lanes/instants.h"

/* From so many columns on, lanes have their value beside their name. */
#define WIDE_COLS 60
#define VALUE_COLS 5

/* Names with a function in them have no more. */
#define NAME_COLS 24

/* From so many columns of time on, the cursor has its time beside it. */
#define TIME_COLS 50

/* Where parts are missing: not what an idle processor looks like. */
#define BEYOND "╲"

/* From so many rows on, there is an axis, a minimap. */
#define AXIS_ROWS 3
#define MAP_ROWS 6

/* ---- where things are ---- */

/* The mark of the lane the cursor is on, the longest name, the value, a blank. */
static int name_columns(const struct gt_timeline *tl, int cols)
{
	int longest = 3;

	for (int i = 0; i < GT_SECTIONS; i++) {
		if (tl->lanes.section[i].on && tl->members.widest[i] > longest)
			longest = tl->members.widest[i];
	}
	/* Goroutines have the names of their functions, if that leaves enough to the time. */
	if (tl->lanes.section[GT_SECTION_GOROUTINES].on && cols / 5 > longest)
		longest = cols / 5 < NAME_COLS ? cols / 5 : NAME_COLS > longest ? NAME_COLS : longest;
	longest += 2 + (cols >= WIDE_COLS ? VALUE_COLS : 0);
	return longest > cols / 2 ? cols / 2 : longest;
}

static void arrange(struct gt_timeline *tl, const struct gt_canvas *c)
{
	struct gt_tl_frame *f = &tl->frame;
	int rows;

	f->rows = c->rows;
	f->cols = c->cols;
	f->left = name_columns(tl, c->cols);
	f->names = f->left - 2 - (c->cols >= WIDE_COLS ? VALUE_COLS : 0);
	f->width = c->cols - f->left > 0 ? c->cols - f->left : 1;
	f->axis = c->rows >= AXIS_ROWS ? 0 : -1;
	f->map = c->rows >= MAP_ROWS ? 1 : -1;
	f->first = (f->axis >= 0) + (f->map >= 0);
	rows = c->rows > f->first ? c->rows - f->first : 0;
	GT_GROW(f->row, f->row_cap, (size_t)rows + 1);
	f->lanes = gt_lanes_view(&tl->lanes, rows, f->row);
	f->used = f->lanes ? f->row[f->lanes - 1].y + f->row[f->lanes - 1].rows : 0;
}

/* ---- names ---- */

/* Mono terminals and dumps: the mark is '>', and it is where the eye looks first. */
static void draw_name(struct gt_timeline *tl, const struct gt_canvas *c, int y, const struct gt_lane *lane,
		      bool current)
{
	const struct gt_tl_frame *f = &tl->frame;
	gt_style style = current ? GT_ON(GT_ROLE_VALUE, GT_ROLE_CURSOR) | GT_BOLD : GT_ROLE_LABEL;
	int name_cols = f->names;
	struct gt_buf text = { 0 };

	gt_canvas_fill(c, y, 0, 1, f->left - 1, style, " ");
	gt_canvas_text(c, y, 0, style, current ? ">" : " ");
	gt_lane_title(tl, lane, &text);
	gt_canvas_fit(c, y, 1, name_cols, style, text.data, text.len, false);
	if (f->cols >= WIDE_COLS && gt_lane_ops_of(lane)->value) {
		gt_buf_reset(&text);
		gt_lane_ops_of(lane)->value(tl, lane, &text);
		gt_canvas_fit(c, y, 1 + name_cols, VALUE_COLS, current ? style : GT_ROLE_DIM,
			      gt_buf_str(&text), text.len, true);
	}
	gt_buf_release(&text);
}

/* Beside the axis: how much time the window shows. */
static void draw_span(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	struct gt_buf text = { 0 };

	gt_human_dur(&text, tl->win.span);
	gt_canvas_fit(c, tl->frame.axis, 0, tl->frame.left - 1, GT_ROLE_DIM, text.data, text.len, true);
	gt_buf_release(&text);
}

/* Beside the minimap: how many lanes there are above and below, else how many are hidden. */
static void draw_lane_count(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_tl_frame *f = &tl->frame;
	size_t hidden = gt_lanes_hidden(&tl->lanes), above = 0, below = tl->lanes.count;
	struct gt_buf text = { 0 };

	if (f->lanes) {
		above = f->row[f->lanes - 1].place + 1 - f->lanes;
		below -= f->row[f->lanes - 1].place + 1;
	}
	if (above || below) {
		gt_buf_puts(&text, "↑");
		gt_human_count(&text, above);
		gt_buf_puts(&text, " ↓");
		gt_human_count(&text, below);
	} else if (hidden) {
		gt_buf_printf(&text, "%zu hid", hidden);
	}
	gt_canvas_fit(c, f->map, 0, f->left - 1, GT_ROLE_DIM, gt_buf_str(&text), text.len, true);
	gt_buf_release(&text);
}

/* ---- lines through all lanes ---- */

/* The inside of a bar: a line on its colour takes nothing away from it. */
static bool is_solid(const struct gt_screen_cell *cell)
{
	static const char *const solid[] = { "█", "═", "#", "@" };

	for (size_t i = 0; i < GT_COUNT(solid); i++) {
		if (cell->len == strlen(solid[i]) && memcmp(cell->text, solid[i], cell->len) == 0)
			return true;
	}
	return false;
}

/* A line through a cell of a lane; a letter of a label and the height of a block stay to be seen. */
void gt_tl_draw_line_cell(const struct gt_canvas *c, int y, int x, const char *glyph, gt_style style)
{
	const struct gt_screen_cell *cell;

	if (y + c->oy >= c->cy1 || x + c->ox >= c->cx1)
		return;
	cell = gt_grid_cell(c->grid, y + c->oy, x + c->ox);
	if (gt_style_role(cell->style) == GT_ROLE_IDLE || gt_style_role(cell->style) == GT_ROLE_UNREAD ||
	    (cell->len == 1 && cell->text[0] == ' '))
		gt_canvas_text(c, y, x, style, glyph);
	else if (gt_style_role(cell->style) == GT_ROLE_BLOCKED && cell->len == 3 && memcmp(cell->text, "─", 3) == 0)
		gt_canvas_text(c, y, x, style, "┼");
	else if (is_solid(cell))
		gt_canvas_text(c, y, x, (gt_style)gt_style_role(cell->style) | GT_FILL, glyph);
	else if (cell->style & GT_FILL)
		gt_canvas_attr(c, y, x, 1, 1, GT_REVERSE);
	else
		gt_canvas_under(c, y, x, 1, 1, GT_ROLE_SELECTED);
}

static void draw_line_of(const struct gt_timeline *tl, const struct gt_canvas *c, int x, const char *glyph,
			 gt_style style)
{
	for (int y = 0; y < tl->frame.used; y++)
		gt_tl_draw_line_cell(c, tl->frame.first + y, tl->frame.left + x, glyph, style);
}

/* What is left of a tick's number that was drawn over: from x on, in a direction. */
static void wipe_number(const struct gt_timeline *tl, const struct gt_canvas *c, int x, int dir)
{
	const struct gt_tl_frame *f = &tl->frame;
	const struct gt_screen_cell *cell;

	for (; x >= 0 && x < f->width && c->ox + f->left + x < c->cx1; x += dir) {
		cell = gt_grid_cell(c->grid, c->oy + f->axis, c->ox + f->left + x);
		if (cell->len != 1 || *cell->text == ' ' || gt_style_role(cell->style) != GT_ROLE_AXIS)
			break;
		gt_canvas_text(c, f->axis, f->left + x, GT_ROLE_AXIS, " ");
	}
}

/* A cell beyond the horizon: that nothing is there does not mean that nothing was. */
static void draw_beyond_cell(const struct gt_canvas *c, int y, int x)
{
	const struct gt_screen_cell *cell;

	if (y + c->oy >= c->cy1 || x + c->ox >= c->cx1)
		return;
	cell = gt_grid_cell(c->grid, y + c->oy, x + c->ox);
	if (gt_style_role(cell->style) == GT_ROLE_IDLE || (cell->len == 1 && cell->text[0] == ' '))
		gt_canvas_text(c, y, x, GT_ROLE_DIM, BEYOND);
	else
		gt_canvas_attr(c, y, x, 1, 1, GT_FAINT);
}

/* Where parts of a damaged trace are missing, from the horizon on. */
static void draw_beyond(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	static const char *const labels[] = { " " BEYOND " parts are missing", " " BEYOND " missing", BEYOND };
	const struct gt_tl_frame *f = &tl->frame;
	int x = gt_window_column(&tl->win, f->width, gt_trace_info(tl->prog->trace)->horizon);

	if (!gt_trace_beyond(tl->prog->trace, GT_NO_TIME) || x >= f->width - 1)
		return;
	if (x >= 0)
		draw_line_of(tl, c, x, "║", GT_ROLE_WARNING);
	x = x < 0 ? 0 : x + 1;
	for (int y = 0; y < f->used; y++)
		for (int i = x; i < f->width; i++)
			draw_beyond_cell(c, f->first + y, f->left + i);
	for (size_t i = 0; f->axis >= 0 && i < GT_COUNT(labels); i++) {
		int cols = gt_text_width(labels[i], strlen(labels[i]));

		/* At the right, where the cursor's time seldom is. */
		if (x + cols > f->width)
			continue;
		gt_canvas_text(c, f->axis, f->left + f->width - cols, GT_ROLE_WARNING, labels[i]);
		wipe_number(tl, c, f->width - cols - 1, -1);
		break;
	}
}

/* Between the markers: how long it is, where there is room. */
static void draw_length(const struct gt_timeline *tl, const struct gt_canvas *c, int from, int to, int64_t ns)
{
	const struct gt_tl_frame *f = &tl->frame;
	struct gt_buf text = { 0 };
	int x, cols;

	gt_buf_puts(&text, "←");
	gt_human_dur(&text, ns);
	gt_buf_puts(&text, "→");
	cols = gt_text_width(text.data, text.len);
	x = from + (to - from + 1 - cols) / 2;
	if (x > from + 1 && x + cols < to) {
		gt_canvas_text(c, f->axis, f->left + x, GT_ON(GT_ROLE_MARKER, GT_ROLE_RANGE), gt_buf_str(&text));
		wipe_number(tl, c, x - 1, -1);
		wipe_number(tl, c, x + cols, 1);
	}
	gt_buf_release(&text);
}

static void draw_markers_of(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	static const char *const names[] = { "A", "B" };
	const struct gt_tl_frame *f = &tl->frame;
	int64_t a, b, t;
	int from, to, x;

	if (f->axis >= 0 && gt_app_range(tl->pane->app, &a, &b)) {
		from = gt_window_column(&tl->win, f->width, a);
		to = gt_window_column(&tl->win, f->width, b);
		from = from < 0 ? 0 : from;
		to = to >= f->width ? f->width - 1 : to;
		draw_length(tl, c, from, to, b - a);
		gt_canvas_under(c, f->axis, f->left + from, 1, to - from + 1, GT_ROLE_RANGE);
	}
	for (int i = 0; i < 2; i++) {
		if (!gt_app_marker(tl->pane->app, i, &t))
			continue;
		x = gt_window_column(&tl->win, f->width, t);
		if (x < 0 || x >= f->width)
			continue;
		draw_line_of(tl, c, x, "┆", GT_ROLE_MARKER);
		if (f->axis >= 0)
			gt_canvas_text(c, f->axis, f->left + x, GT_ROLE_MARKER, names[i]);
	}
}

/* Beside the arrow on the axis: exactly when.  It takes precedence over the ticks. */
static void draw_time(const struct gt_timeline *tl, const struct gt_canvas *c, int x)
{
	const struct gt_tl_frame *f = &tl->frame;
	struct gt_buf text = { 0 };
	bool right;

	gt_tl_put_time(tl, tl->cursor, false, &text);
	right = x + 1 + (int)text.len <= f->width;
	if (f->width >= TIME_COLS) {
		gt_canvas_text(c, f->axis, f->left + (right ? x + 1 : x - (int)text.len),
			       GT_ON(GT_ROLE_VALUE, GT_ROLE_SELECTED), gt_buf_str(&text));
		wipe_number(tl, c, right ? x + 1 + (int)text.len : x - (int)text.len - 1, right ? 1 : -1);
	}
	gt_buf_release(&text);
}

static void draw_cursor(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_tl_frame *f = &tl->frame;
	int x = gt_window_column(&tl->win, f->width, tl->cursor);
	const struct gt_screen_cell *cell;

	if (x < 0 || x >= f->width)
		return;
	draw_line_of(tl, c, x, "│", GT_ON(GT_ROLE_VALUE, GT_ROLE_SELECTED));
	if (f->axis < 0 || c->oy + f->axis >= c->cy1 || c->ox + f->left + x >= c->cx1)
		return;
	cell = gt_grid_cell(c->grid, c->oy + f->axis, c->ox + f->left + x);
	if (f->width >= TIME_COLS && cell->len == 1 && *cell->text != ' ' &&
	    gt_style_role(cell->style) == GT_ROLE_AXIS)
		wipe_number(tl, c, x - 1, -1);
	/* The letter of a marker says more than the arrow would. */
	if (gt_style_role(cell->style) == GT_ROLE_MARKER)
		gt_canvas_attr(c, f->axis, f->left + x, 1, 1, GT_UNDERLINE);
	else
		gt_canvas_text(c, f->axis, f->left + x, GT_ON(GT_ROLE_VALUE, GT_ROLE_SELECTED) | GT_BOLD,
			       "▼");
	draw_time(tl, c, x);
}

/* ---- rows to spare ---- */

void gt_tl_legend(const struct gt_timeline *tl, bool ascii, struct gt_buf *out)
{
	gt_buf_puts(out, ascii ? ".:-=+*%# busy share  _ idle  ~ & in a syscall, partly  ! "
			       : "▁▂▃▄▅▆▇█ busy share  · idle  ▒ ▓ in a syscall, partly  ! ");
	gt_human_dur(out, tl->prog->greedy_ns);
	gt_buf_puts(out, " or more  $ delayed an STW pause");
	gt_buf_puts(out, ascii ? "  < > cut by the trace" : "  ◀ ▶ cut by the trace");
	if (tl->instants) {
		gt_buf_putc(out, '\n');
		gt_tl_instants_legend(out);
	}
	if (!gt_trace_info(tl->prog->trace)->done)
		gt_buf_puts(out, ascii ? "\n/ not read yet" : "\n" GT_LANE_UNREAD " not read yet");
	if (tl->lanes.section[GT_SECTION_GOROUTINES].on)
		gt_buf_puts(out, ascii ? "\n, runnable  _ waiting  ~ syscall without P"
				       : "\n░ runnable  ─ waiting  ▒ syscall without P");
}

/* On the last rows, as many of its lines as there are rows to spare; the later ones are the rarer signs. */
static void draw_legend(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	int y = c->rows - 1, spare = c->rows - tl->frame.first - tl->frame.used - 1;
	struct gt_buf text = { 0 };
	const char *line, *end;

	if (spare < 1)
		return;
	gt_tl_legend(tl, gt_canvas_ascii(c), &text);
	for (end = text.data + text.len; spare > 0 && end > text.data; spare--, y--) {
		line = memrchr(text.data, '\n', (size_t)(end - text.data));
		line = line ? line + 1 : text.data;
		gt_canvas_phrases(c, y, tl->frame.left, tl->frame.width, GT_ROLE_DIM, line, (size_t)(end - line));
		end = line > text.data ? line - 1 : line;
	}
	gt_buf_release(&text);
}

/* ---- all of it ---- */

/* Columns that end after what is known of them. */
static void draw_unread(const struct gt_timeline *tl, const struct gt_lane *lane, const struct gt_canvas *row)
{
	const struct gt_lane_ops *ops = gt_lane_ops_of(lane);
	int64_t known = !gt_trace_info(tl->prog->trace)->done && ops->known ? ops->known(tl, lane) : INT64_MAX;
	int x = known < tl->win.t0 ? 0 : gt_window_column(&tl->win, row->cols, known);

	if (known < tl->win.t0 + tl->win.span && x < row->cols)
		gt_canvas_fill(row, 0, x, row->rows, row->cols - x, GT_ROLE_UNREAD, GT_LANE_UNREAD);
}

static void draw_lanes(struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_tl_frame *f = &tl->frame;

	for (size_t i = 0; i < f->lanes; i++) {
		const struct gt_lane_row *r = &f->row[i];
		const struct gt_canvas row = gt_canvas_sub(c, f->first + r->y, f->left, r->rows, f->width);

		draw_name(tl, c, f->first + r->y, &r->lane, r->place == tl->lanes.cursor);
		gt_lane_ops_of(&r->lane)->draw(tl, &r->lane, &row);
		draw_unread(tl, &r->lane, &row);
	}
}

static void draw_empty(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	const char *why = "No processor is mentioned in this trace: nothing ran while it was recorded.";
	int y = tl->frame.first + tl->frame.used + 1;

	if (!gt_trace_info(tl->prog->trace)->done)
		why = "Nothing has been read yet.";
	if (c->rows > 3)
		gt_canvas_wrap(c, y, 1, c->cols - 2, GT_ROLE_DIM, why);
}

void gt_tl_draw(struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_tl_frame *f = &tl->frame;
	struct gt_canvas map;
	struct gt_axis axis;

	gt_canvas_clear(c);
	if (c->rows < 1 || c->cols < 4)
		return;
	gt_tl_pace_begin(tl);
	arrange(tl, c);
	if (f->axis >= 0) {
		gt_tl_axis(tl, &axis);
		gt_axis_draw(&axis, c, f->axis, f->left, f->width, &tl->win);
		draw_span(tl, c);
	}
	if (f->map >= 0) {
		map = gt_canvas_sub(c, f->map, f->left, 1, f->width);
		gt_tl_map_draw(tl, &map);
		draw_lane_count(tl, c);
	}
	draw_lanes(tl, c);
	draw_beyond(tl, c);
	draw_legend(tl, c);
	draw_markers_of(tl, c);
	draw_cursor(tl, c);
	gt_tl_draw_flows(tl, c);
	if (tl->members.procs == 0)
		draw_empty(tl, c);
}

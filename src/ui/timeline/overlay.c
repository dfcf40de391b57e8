/* What lies over the lanes and the axis: markers, the cursor, what is missing, who woke whom. */
#include <string.h>

#include "base/human.h"
#include "base/utf8.h"
#include "ui/detail/wakees.h"
#include "ui/kit/glyph.h"
#include "ui/timeline/clock.h"
#include "ui/timeline/draw.h"

/* From so many columns of time on, the cursor has its time beside it. */
#define TIME_COLS 50

/* Where parts are missing: not what an idle processor looks like. */
#define BEYOND "╲"

/* On the axis: times here mean less than they say. */
#define CLOCK_MARK "⚠"

/* So many wake-ups of one slice are drawn: more would hide the lanes. */
#define OUTGOING 8

/* ---- lines through all lanes ---- */

static bool overlay_is_blank(const struct gt_screen_cell *cell)
{
	return cell->len == 1 && *cell->text == ' ';
}

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
static void draw_line_cell(const struct gt_canvas *c, int y, int x, const char *glyph, gt_style style)
{
	const struct gt_screen_cell *cell = gt_canvas_cell(c, y, x);
	enum gt_role role;

	if (!cell)
		return;
	role = gt_style_role(cell->style);
	if (role == GT_ROLE_IDLE || role == GT_ROLE_UNREAD || overlay_is_blank(cell))
		gt_canvas_text(c, y, x, style, glyph);
	else if (role == GT_ROLE_BLOCKED && cell->len == 3 && memcmp(cell->text, "─", 3) == 0)
		gt_canvas_text(c, y, x, style, "┼");
	else if (is_solid(cell))
		gt_canvas_text(c, y, x, (gt_style)role | GT_FILL, glyph);
	else if (cell->style & GT_FILL)
		gt_canvas_attr(c, y, x, 1, 1, GT_REVERSE);
	else
		gt_canvas_under(c, y, x, 1, 1, GT_ROLE_SELECTED);
}

static void draw_line_of(const struct gt_timeline *tl, const struct gt_canvas *c, int x, const char *glyph,
			 gt_style style)
{
	for (int y = 0; y < tl->frame.used; y++)
		draw_line_cell(c, tl->frame.first + y, tl->frame.left + x, glyph, style);
}

/* A letter of a tick's number, or of what is said there of clocks. */
static bool is_of_number(const struct gt_screen_cell *cell)
{
	enum gt_role role = gt_style_role(cell->style);

	return cell->len == 1 && (role == GT_ROLE_WARNING || (role == GT_ROLE_AXIS && *cell->text != ' '));
}

/* What is left of a tick's number that was drawn over: from x on, in a direction. */
static void wipe_number(const struct gt_timeline *tl, const struct gt_canvas *c, int x, int dir)
{
	const struct gt_tl_frame *f = &tl->frame;
	const struct gt_screen_cell *cell;

	for (; x >= 0 && x < tl->view.width; x += dir) {
		cell = gt_canvas_cell(c, f->axis, f->left + x);
		if (!cell || !is_of_number(cell))
			break;
		gt_canvas_text(c, f->axis, f->left + x, GT_ROLE_AXIS, " ");
	}
}

/* ---- beyond the horizon of a damaged trace ---- */

/* That nothing is there does not mean that nothing was. */
static void draw_beyond_cell(const struct gt_canvas *c, int y, int x)
{
	const struct gt_screen_cell *cell = gt_canvas_cell(c, y, x);

	if (cell && (gt_style_role(cell->style) == GT_ROLE_IDLE || overlay_is_blank(cell)))
		gt_canvas_text(c, y, x, GT_ROLE_DIM, BEYOND);
	else if (cell)
		gt_canvas_attr(c, y, x, 1, 1, GT_FAINT);
}

static void draw_beyond(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	static const char *const labels[] = { " " BEYOND " parts are missing", " " BEYOND " missing", BEYOND };
	const struct gt_tl_frame *f = &tl->frame;
	int width = tl->view.width;
	int x = gt_window_column(&tl->view.win, width, gt_trace_info(tl->view.trace)->horizon);

	if (!gt_trace_beyond(tl->view.trace, GT_NO_TIME) || x >= width - 1)
		return;
	if (x >= 0)
		draw_line_of(tl, c, x, "║", GT_ROLE_WARNING);
	x = x < 0 ? 0 : x + 1;
	for (int y = 0; y < f->used; y++)
		for (int i = x; i < width; i++)
			draw_beyond_cell(c, f->first + y, f->left + i);
	for (size_t i = 0; f->axis >= 0 && i < GT_COUNT(labels); i++) {
		int cols = gt_text_width(labels[i], strlen(labels[i]));

		/* At the right, where the cursor's time seldom is. */
		if (x + cols > width)
			continue;
		gt_canvas_text(c, f->axis, f->left + width - cols, GT_ROLE_WARNING, labels[i]);
		wipe_number(tl, c, width - cols - 1, -1);
		break;
	}
}

/* ---- where clocks cannot be trusted ---- */

/* The names may lie over numbers of the axis, and go where there is no room for them. */
static void draw_clock_notes(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_tl_frame *f = &tl->frame;
	struct gt_note note;
	const char *name;
	uint64_t i = 0;

	while (f->axis >= 0 && (name = gt_tl_clock_note(tl->view.trace, &i, &note))) {
		int x = gt_window_column(&tl->view.win, tl->view.width, note.t), len = (int)strlen(name);

		if (!gt_window_shows(&tl->view.win, note.t))
			continue;
		wipe_number(tl, c, x - 1, -1);
		gt_canvas_text(c, f->axis, f->left + x, GT_ROLE_WARNING, CLOCK_MARK);
		if (x + 1 + len <= tl->view.width)
			gt_canvas_text(c, f->axis, f->left + x + 1, GT_ROLE_WARNING, name);
		wipe_number(tl, c, x + 1 + (x + 1 + len <= tl->view.width ? len : 0), 1);
	}
}

/* ---- beyond the trace, beside another one ---- */

static void draw_nothing(const struct gt_timeline *tl, const struct gt_canvas *c, int x, int cols, const char *why)
{
	const struct gt_tl_frame *f = &tl->frame;
	int width = (int)strlen(why);

	if (cols <= 0)
		return;
	gt_canvas_fill(c, f->first, f->left + x, f->used, cols, GT_ROLE_NORMAL, " ");
	if (f->used && width + 2 <= cols)
		gt_canvas_text(c, f->first, f->left + x + (cols - width) / 2, GT_ROLE_DIM, why);
}

static void draw_outside(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_window *w = &tl->view.win;
	int width = tl->view.width, before = w->t0 < 0 ? gt_window_column(w, width, 0) : 0;
	int after = gt_window_column(w, width, tl->view.extent);

	if (!tl->beside.on)
		return;
	if (after >= 0 && after < width && gt_window_start(w, width, after) < tl->view.extent)
		after++;
	after = after < 0 ? 0 : after;
	draw_nothing(tl, c, 0, before, "before the trace");
	draw_nothing(tl, c, after, width - after, "after the trace");
}

/* ---- markers ---- */

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

static void overlay_draw_markers(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	static const char *const names[] = { "A", "B" };
	const struct gt_tl_frame *f = &tl->frame;
	const struct gt_window *w = &tl->view.win;
	int width = tl->view.width, from, to, x;
	int64_t a, b, t;

	if (f->axis >= 0 && gt_app_range(tl->pane->app, &a, &b)) {
		from = gt_window_column(w, width, a);
		to = gt_window_column(w, width, b);
		from = from < 0 ? 0 : from;
		to = to >= width ? width - 1 : to;
		draw_length(tl, c, from, to, b - a);
		gt_canvas_under(c, f->axis, f->left + from, 1, to - from + 1, GT_ROLE_RANGE);
	}
	for (int i = 0; i < 2; i++) {
		if (!gt_app_marker(tl->pane->app, i, &t) || !gt_window_shows(w, t))
			continue;
		x = gt_window_column(w, width, t);
		draw_line_of(tl, c, x, "┆", GT_ROLE_MARKER);
		if (f->axis >= 0)
			gt_canvas_text(c, f->axis, f->left + x, GT_ROLE_MARKER, names[i]);
	}
}

/* ---- the cursor ---- */

/* On the axis: where it is, and beside that exactly when.  It takes precedence over the ticks. */
static void draw_cursor(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_tl_frame *f = &tl->frame;
	int width = tl->view.width, x = gt_window_column(&tl->view.win, width, tl->view.cursor), len;
	const struct gt_screen_cell *cell;
	struct gt_buf text = { 0 };

	if (x < 0 || x >= width)
		return;
	draw_line_of(tl, c, x, "│", GT_ON(GT_ROLE_VALUE, GT_ROLE_SELECTED));
	cell = f->axis < 0 ? NULL : gt_canvas_cell(c, f->axis, f->left + x);
	if (!cell)
		return;
	if (width >= TIME_COLS && is_of_number(cell))
		wipe_number(tl, c, x - 1, -1);
	/* The letter of a marker says more than the arrow would. */
	if (gt_style_role(cell->style) == GT_ROLE_MARKER)
		gt_canvas_attr(c, f->axis, f->left + x, 1, 1, GT_UNDERLINE);
	else
		gt_canvas_text(c, f->axis, f->left + x, GT_ON(GT_ROLE_VALUE, GT_ROLE_SELECTED) | GT_BOLD,
			       "▼");
	if (width < TIME_COLS)
		return;
	gt_tl_put_time(tl, tl->view.cursor, false, &text);
	len = (int)text.len;
	if (x + 1 + len <= width) {
		gt_canvas_text(c, f->axis, f->left + x + 1, GT_ON(GT_ROLE_VALUE, GT_ROLE_SELECTED),
			       gt_buf_str(&text));
		wipe_number(tl, c, x + 1 + len, 1);
	} else {
		gt_canvas_text(c, f->axis, f->left + x - len, GT_ON(GT_ROLE_VALUE, GT_ROLE_SELECTED),
			       gt_buf_str(&text));
		wipe_number(tl, c, x - len - 1, -1);
	}
	gt_buf_release(&text);
}

/* ---- who woke the goroutine of the slice selected, and whom that slice woke ---- */

/* The row of the pane that shows a slice: on a lane of the cursor's kind, else on any; -1: none. */
static int flow_row_of(const struct gt_timeline *tl, const struct gt_slice *s)
{
	const struct gt_tl_frame *f = &tl->frame;
	const struct gt_lane_ops *ops;
	struct gt_lane current = { .kind = GT_LANE_HEADER };
	int any = -1;

	gt_lanes_current(&tl->view.lanes, &current);
	for (size_t i = 0; i < f->lanes; i++) {
		ops = gt_lane_ops_of(&f->row[i].lane);
		if (!ops->home || ops->home(&tl->view, s) != f->row[i].lane.row)
			continue;
		if (f->row[i].lane.kind == current.kind)
			return f->first + f->row[i].y;
		any = any < 0 ? f->first + f->row[i].y : any;
	}
	return any;
}

/* From the slice that did it, at that time, to the one that came of it; nothing if one is not to be seen. */
static void draw_flow(const struct gt_timeline *tl, const struct gt_canvas *c, const struct gt_slice *from,
		      const struct gt_slice *to, int64_t time)
{
	int x = tl->frame.left + gt_window_column(&tl->view.win, tl->view.width, time), y0, y1, dir;

	if (!gt_window_shows(&tl->view.win, time) || (y0 = flow_row_of(tl, from)) < 0 ||
	    (y1 = flow_row_of(tl, to)) < 0 || y0 == y1)
		return;
	dir = y1 > y0 ? 1 : -1;
	for (int y = y0 + dir; y != y1; y += dir)
		draw_line_cell(c, y, x, "║", GT_ROLE_FLOW);
	gt_canvas_text(c, y0, x, GT_ROLE_FLOW | GT_BOLD, "○");
	gt_canvas_text(c, y1, x, GT_ROLE_FLOW | GT_BOLD, dir > 0 ? "▼" : "▲");
}

static void draw_flows(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_lane_view *v = &tl->view;
	struct gt_wakees woken[OUTGOING];
	struct gt_slice s, other;
	size_t n;

	if (!gt_slice_get(v->trace, v->slice, &s))
		return;
	n = gt_wakees_by(v->trace, &s, v->win.t0, v->win.t0 + v->win.span, OUTGOING, woken);
	for (size_t i = 0; i < n; i++) {
		if (gt_slice_get(v->trace, woken[i].slice, &other))
			draw_flow(tl, c, &s, &other, woken[i].t);
	}
	/* The one that woke it ran until then at least. */
	if (s.waker != GT_NO_ROW && s.ready != GT_NO_TIME &&
	    gt_slice_get(v->trace, gt_wakees_slice(v->trace, s.waker, s.ready - 1), &other) && other.t0 <= s.ready)
		draw_flow(tl, c, &other, &s, s.ready);
}

void gt_tl_draw_overlay(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	draw_beyond(tl, c);
	draw_outside(tl, c);
	draw_clock_notes(tl, c);
	overlay_draw_markers(tl, c);
	draw_cursor(tl, c);
	draw_flows(tl, c);
}

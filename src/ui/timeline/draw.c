/* The timeline as a whole: axis, minimap, lanes with their names, legend. */
#include <assert.h>
#include <string.h>

#include "base/human.h"
#include "base/xalloc.h"
#include "ui/lanes/instants.h"
#include "ui/timeline/clock.h"
#include "ui/timeline/draw.h"

/* From so many columns on, lanes have their value beside their name. */
#define WIDE_COLS 60
#define VALUE_COLS 5

/* "runnable 3, most 15" and what is around it. */
#define CHART_COLS 24

/* Names with a function in them have no more. */
#define NAME_COLS 24

/* From so many rows on, charts are two and three rows high; rows that stay free for the legend; of a P at most. */
#define TALL_ROWS 30
#define TALLER_ROWS 45
#define LEGEND_ROWS 3
#define BUSIEST_LEGEND_ROWS 4   /* it has one more for goroutines */
#define MOST_TALL 4
#define BUSY_ROWS 6     /* a lane has two rows; one more for each sixth of the time that Ps are busy */

/* A slice that is told about has so many columns, on average. */
#define SLICE_COLS 8

/* From so many rows on, there is an axis, a minimap. */
#define AXIS_ROWS 3
#define MAP_ROWS 6

/* ---- where things are ---- */

int gt_tl_name_columns(const struct gt_timeline *tl, int cols)
{
	int longest = 3, chart;

	for (int i = 0; i < GT_SECTIONS; i++) {
		if (tl->view.lanes.section[i].on && tl->members.widest[i] > longest)
			longest = tl->members.widest[i];
	}
	/* Goroutines have the names of their functions, if that leaves enough to the time. */
	if ((tl->view.lanes.section[GT_SECTION_GOROUTINES].on || tl->view.lanes.section[GT_SECTION_BUSIEST].on) &&
	    cols / 5 > longest)
		longest = cols / 5 < NAME_COLS ? cols / 5 : NAME_COLS > longest ? NAME_COLS : longest;
	longest += 2 + (cols >= WIDE_COLS ? VALUE_COLS : 0);
	/* Charts say what there is at the cursor, and the most. */
	chart = tl->view.lanes.section[GT_SECTION_CHARTS].on &&
			gt_lanes_shown(&tl->view.lanes, GT_SECTION_CHARTS) && cols >= WIDE_COLS
		      ? cols * 2 / 7 < CHART_COLS ? cols * 2 / 7 : CHART_COLS : 0;
	longest = longest < chart ? chart : longest;
	return longest > cols / 2 ? cols / 2 : longest;
}

/* Rows that the lanes take which are there in any case, but no more than `most`. */
static int rows_of_others(const struct gt_timeline *tl, int most)
{
	int busiest = gt_tl_busiest_rows(tl);

	return gt_lanes_rows(&tl->view.lanes, most + busiest) - busiest;
}

static int rows_for_busiest(const struct gt_timeline *tl, int rows)
{
	return rows - BUSIEST_LEGEND_ROWS - rows_of_others(tl, rows + 1);
}

/* The busiest goroutines would have lanes if there were some rows more. */
static bool busiest_lack_rows(const struct gt_timeline *tl, int rows)
{
	int least = gt_tl_busiest_least(tl);

	return least > 0 && rows_for_busiest(tl, rows) < least;
}

/* True if there are so few slices in the window that tall lanes of Ps can tell about each. */
static bool is_close(const struct gt_lane_view *v, int width)
{
	uint32_t procs = gt_trace_info(v->trace)->procs;
	uint64_t most = (uint64_t)width / SLICE_COLS * procs, n = 0;

	for (uint32_t p = 0; p < procs && n <= most; p++)
		n += gt_slices_within(v->trace, p, v->win.t0, v->win.t0 + v->win.span, NULL);
	return n <= most;
}

/*
 * Rows of a P at most, by how busy Ps are in all of the trace: of a lane that is mostly idle the upper ones would be
 * empty.  Not in the window, or lanes would grow and shrink while it moves.
 */
static int most_tall(const struct gt_lane_view *v)
{
	uint32_t procs = gt_trace_info(v->trace)->procs;
	double busy = 0;
	int rows;

	for (uint32_t p = 0; p < procs; p++)
		busy += (double)gt_slices_busy(v->trace, p, 0, v->extent);
	rows = 2 + (int)(BUSY_ROWS * busy / ((double)v->extent * (procs ? procs : 1)));
	return rows < MOST_TALL ? rows : MOST_TALL;
}

/* Gives charts so many rows, and lanes of Ps what is left. */
static void share_with(struct gt_timeline *tl, int rows, int chart, int most)
{
	struct gt_lane_view *v = &tl->view;
	const struct gt_lane_section *procs = &v->lanes.section[GT_SECTION_PROCS];
	int n = procs->on && !procs->folded ? (int)gt_lanes_shown(&v->lanes, GT_SECTION_PROCS) : 0, spare;

	v->tall = 1;
	for (v->chart = chart; v->chart > 1; v->chart--)
		if (rows_of_others(tl, rows + 1) <= rows - n - LEGEND_ROWS)
			break;
	spare = rows - LEGEND_ROWS - rows_of_others(tl, rows + 1);
	if (n > 0 && spare >= n)
		v->tall = 1 + spare / n < most ? 1 + spare / n : most;
}

/*
 * Rows go to what answers most: where all lanes have one, charts get a second and a third one in a tall terminal, and
 * what is left, but for the legend, makes the lanes of Ps taller, then shows the busiest goroutines.  Unless the window
 * has few slices, these tell more than the second rows of charts and the third of a lane: where they would have no room
 * for want of these, they get them.
 */
static void share_rows(struct gt_timeline *tl, int rows, int cols)
{
	struct gt_lane_view *v = &tl->view;
	int charts = rows > TALLER_ROWS ? 3 : rows > TALL_ROWS ? 2 : 1;
	bool close = is_close(v, cols);
	int tall = close ? MOST_TALL : most_tall(v);

	share_with(tl, rows, charts, tall);
	if (busiest_lack_rows(tl, rows) && !close) {
		while (busiest_lack_rows(tl, rows) && (v->tall > 2 || v->chart > 1)) {
			if (v->tall > 2)
				v->tall--;
			else
				share_with(tl, rows, v->chart - 1, tall);
		}
		if (busiest_lack_rows(tl, rows))
			share_with(tl, rows, charts, tall);
	}
	gt_tl_busiest_fill(tl, rows_for_busiest(tl, rows));
}

static void arrange(struct gt_timeline *tl, const struct gt_canvas *c)
{
	struct gt_lane_view *v = &tl->view;
	struct gt_tl_frame *f = &tl->frame;
	bool was_close;
	int rows;

	v->rows = c->rows;
	f->cols = c->cols;
	f->axis = c->rows >= AXIS_ROWS ? 0 : -1;
	f->map = c->rows >= MAP_ROWS ? 1 : -1;
	f->first = (f->axis >= 0) + (f->map >= 0);
	rows = c->rows > f->first ? c->rows - f->first : 0;
	share_rows(tl, rows, c->cols);
	f->left = gt_tl_name_columns(tl, c->cols);
	if (f->left < tl->beside.left && tl->beside.left < c->cols)
		f->left = tl->beside.left;
	v->names = f->left - 2 - (c->cols >= WIDE_COLS ? VALUE_COLS : 0);
	v->width = c->cols - f->left > 0 ? c->cols - f->left : 1;
	was_close = v->close;
	v->close = v->tall > 1 && is_close(v, v->width);
	/* What is nested in slices is gathered once it is shown. */
	if (v->close && !was_close)
		gt_app_dirty(tl->pane->app, GT_DIRTY_RECALC);
	GT_GROW(f->row, f->row_cap, (size_t)rows + 1);
	f->lanes = gt_lanes_view(&v->lanes, rows, f->row);
	f->used = f->lanes ? f->row[f->lanes - 1].y + f->row[f->lanes - 1].rows : 0;
	assert(f->used <= rows);
}

/* ---- names ---- */

/* Mono terminals and dumps: the mark is '>', and it is where the eye looks first. */
static void draw_name(struct gt_timeline *tl, const struct gt_canvas *c, int y, const struct gt_lane *lane,
		      bool current)
{
	const struct gt_tl_frame *f = &tl->frame;
	gt_style style = current ? GT_ON(GT_ROLE_VALUE, GT_ROLE_CURSOR) | GT_BOLD : GT_ROLE_LABEL;
	const struct gt_lane_ops *ops = gt_lane_ops_of(lane);
	int name_cols = tl->view.names;
	struct gt_buf text = { 0 };

	gt_canvas_fill(c, y, 0, 1, f->left - 1, style, " ");
	gt_canvas_text(c, y, 0, style, current ? ">" : " ");
	gt_lane_put_title(&tl->view, lane, &text);
	if (ops->level) {
		name_cols = f->left - 2;
		ops->level(&tl->view, lane, name_cols - (int)text.len, &text);
	}
	gt_canvas_fit(c, y, 1, name_cols, style, gt_buf_str(&text), text.len, false);
	if (f->cols >= WIDE_COLS && !ops->level) {
		gt_buf_reset(&text);
		gt_lane_put_value(&tl->view, lane, &text);
		gt_canvas_fit(c, y, 1 + name_cols, VALUE_COLS, current ? style : GT_ROLE_DIM,
			      gt_buf_str(&text), text.len, true);
	}
	gt_buf_release(&text);
}

/* Beside the minimap: how many lanes there are above and below, else how many are hidden. */
static void draw_lane_count(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_tl_frame *f = &tl->frame;
	size_t hidden = gt_lanes_hidden(&tl->view.lanes), above = 0, below = tl->view.lanes.count;
	struct gt_buf text = { 0 };

	if (f->lanes) {
		above = f->row[f->lanes - 1].place + 1 - f->lanes;
		below -= f->row[f->lanes - 1].place + 1;
	}
	if (above || below) {
		gt_buf_puts(&text, "↑");
		gt_human_short(&text, above);
		gt_buf_puts(&text, " ↓");
		gt_human_short(&text, below);
	} else if (hidden) {
		gt_buf_printf(&text, "%zu hid", hidden);
	}
	gt_canvas_fit(c, f->map, 0, f->left - 1, GT_ROLE_DIM, gt_buf_str(&text), text.len, true);
	gt_buf_release(&text);
}

/* ---- rows to spare ---- */

void gt_tl_legend(const struct gt_timeline *tl, bool ascii, struct gt_buf *out)
{
	const struct gt_lane_section *section = tl->view.lanes.section;

	gt_buf_puts(out, "green to blue the program, by function in shared cells  violet GC  grey runtime\n");
	gt_buf_puts(out, ascii ? ".:-=+*%# busy share  _ idle  ~ & in a syscall, partly  ! "
			       : "▁▂▃▄▅▆▇█ busy share  · idle  ▒ ▓ in a syscall, partly  ! ");
	gt_human_dur(out, tl->view.prog->greedy_ns);
	gt_buf_puts(out, " or more  $ delayed an STW pause");
	gt_buf_puts(out, ascii ? "  < > cut by the trace" : "  ◀ ▶ cut by the trace");
	if (tl->view.shows_instants || (tl->view.close && tl->view.tall > 2)) {
		gt_buf_putc(out, '\n');
		gt_tl_instants_legend(out, tl->view.close);
	}
	if (!gt_trace_info(tl->view.trace)->done)
		gt_buf_puts(out, ascii ? "\n/ not read yet" : "\n" GT_LANE_UNREAD " not read yet");
	if (section[GT_SECTION_GOROUTINES].on || section[GT_SECTION_BUSIEST].on)
		gt_buf_puts(out, ascii ? "\n, runnable  _ waiting  ~ syscall without P"
				       : "\n░ runnable  ─ waiting  ▒ syscall without P");
	if (section[GT_SECTION_BUSIEST].on)
		gt_buf_puts(out, "  + ran most in this window");
}

/* On the last rows, below names, too: as many of its lines as there are rows to spare; the later ones are rarer. */
static void draw_legend(const struct gt_timeline *tl, const struct gt_canvas *c)
{
	int y = c->rows - 1, spare = c->rows - tl->frame.first - tl->frame.used - 1;
	struct gt_buf text = { 0 };
	const char *line, *end;

	/* Two of them would be one too many. */
	if (spare < 1 || tl->beside.on)
		return;
	gt_tl_legend(tl, gt_canvas_ascii(c), &text);
	for (end = text.data + text.len; spare > 0 && end > text.data; spare--, y--) {
		line = memrchr(text.data, '\n', (size_t)(end - text.data));
		line = line ? line + 1 : text.data;
		gt_canvas_phrases(c, y, 1, c->cols - 1, GT_ROLE_DIM, line, (size_t)(end - line));
		end = line > text.data ? line - 1 : line;
	}
	gt_buf_release(&text);
}

/* ---- all of it ---- */

static void draw_lanes(struct gt_timeline *tl, const struct gt_canvas *c)
{
	struct gt_lane_view *v = &tl->view;
	bool done = gt_trace_info(v->trace)->done;
	const struct gt_tl_frame *f = &tl->frame;

	for (size_t i = 0; i < f->lanes; i++) {
		const struct gt_lane_row *r = &f->row[i];
		const struct gt_canvas row = gt_canvas_sub(c, f->first + r->y, f->left, r->rows, v->width);
		const struct gt_lane_ops *ops = gt_lane_ops_of(&r->lane);
		int64_t known = !done && ops->known ? ops->known(v, &r->lane) : INT64_MAX;
		int x = known < v->win.t0 ? 0 : gt_window_column(&v->win, row.cols, known);

		draw_name(tl, c, f->first + r->y, &r->lane, r->place == v->lanes.cursor);
		ops->draw(v, &r->lane, &row);
		/* While the trace is read: columns that end after what is known of them. */
		if (x < row.cols)
			gt_canvas_fill(&row, 0, x, row.rows, row.cols - x, GT_ROLE_UNREAD, GT_LANE_UNREAD);
	}
	if (v->pace.left)
		gt_app_dirty(tl->pane->app, GT_DIRTY_REPAINT);
}

void gt_tl_draw(struct gt_timeline *tl, const struct gt_canvas *c)
{
	const struct gt_tl_frame *f = &tl->frame;
	struct gt_canvas map;
	struct gt_axis axis;
	struct gt_buf span = { 0 };

	gt_canvas_clear(c);
	if (c->rows < 1 || c->cols < 4)
		return;
	gt_lane_pace_begin(&tl->view);
	arrange(tl, c);
	if (f->axis >= 0) {
		gt_tl_axis(tl, &axis);
		gt_axis_draw(&axis, c, f->axis, f->left, tl->view.width, &tl->view.win);
		/* Beside it: how much time the window shows. */
		gt_human_dur(&span, tl->view.win.span);
		gt_canvas_fit(c, f->axis, 0, f->left - 1, GT_ROLE_DIM, span.data, span.len, true);
		gt_buf_release(&span);
	}
	if (f->map >= 0) {
		map = gt_canvas_sub(c, f->map, f->left, 1, tl->view.width);
		gt_tl_map_draw(tl, &map);
		draw_lane_count(tl, c);
	}
	draw_lanes(tl, c);
	draw_legend(tl, c);
	gt_tl_draw_overlay(tl, c);
	if (tl->members.procs == 0 && c->rows > 3)
		gt_canvas_wrap(c, f->first + f->used + 1, 1, c->cols - 2, GT_ROLE_DIM,
			       !gt_trace_info(tl->view.trace)->done ? "Nothing has been read yet."
			       : "No processor appears in this trace: nothing ran while it was recorded.");
}

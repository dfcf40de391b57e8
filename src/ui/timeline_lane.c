/* One lane of the timeline, drawn. */
#include <string.h>

#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/timeline.h"

#define MARK_EVERY 4

/* What drawing a lane needs at hand. */
struct pen {
	struct gt_timeline *tl;
	const struct gt_canvas *row;
	bool ascii;
	uint32_t g;          /* the goroutine whose colour this is: neighbours often have the same */
	gt_style style;
};

/* Room for a row of cells. */
static struct gt_tl_cell *room(struct gt_timeline *tl, int cols)
{
	GT_GROW(tl->cells, tl->cells_cap, (size_t)cols);
	return tl->cells;
}

static gt_style goroutine_style(struct pen *pen, uint32_t g_row)
{
	struct gt_goroutine g;

	if (g_row == GT_NO_ITEM)
		return GT_ROLE_RUNNING;
	if (pen->g != g_row) {
		pen->g = g_row;
		pen->style = GT_ROLE_RUNNING;
		if (gt_goroutine_get(pen->tl->prog->trace, g_row, &g))
			pen->style = g.system ? GT_ROLE_RUNTIME : gt_style_goroutine(g.id);
	}
	return pen->style;
}

/* ---- the label of a slice ---- */

/* Its name for people: the label the program gave it, else the goroutine's start function; escaped. */
static void slice_name(const struct gt_trace *t, const struct gt_slice *s, const struct gt_goroutine *g,
		       struct gt_buf *out)
{
	size_t n;
	const char *name = gt_trace_string(t, s->label ? s->label : g->func, &n);

	gt_text_escape(out, name, n);
}

void gt_tl_slice_label(const struct gt_timeline *tl, const struct gt_slice *s, int cols, bool ascii,
		       struct gt_buf *out)
{
	const struct gt_trace *t = tl->prog->trace;
	struct gt_buf name = { 0 };
	struct gt_goroutine g;
	size_t start = out->len;
	int left;

	if (!gt_goroutine_get(t, s->g, &g))
		return;
	gt_buf_putc(out, 'G');
	gt_buf_u64(out, g.id);
	left = cols - (int)(out->len - start);
	if (left < 0)
		out->len = start;
	slice_name(t, s, &g, &name);
	/* Three letters and more say something. */
	if (left > 4 && name.len) {
		gt_buf_putc(out, ' ');
		gt_func_fit(out, name.data, name.len, left - 1, ascii);
	}
	gt_buf_release(&name);
}

/* ---- slices ---- */

static void put(const struct pen *pen, int x, gt_style style, const char *glyph, const char *ascii)
{
	gt_canvas_text(pen->row, 0, x, style, pen->ascii ? ascii : glyph);
}

/*
 * The body of a slice: solid; with a pattern where it is in a call, and another
 * where it is the one selected.  None of the ASCII is that of a share (gt_glyph_level).
 */
static void draw_body(const struct pen *pen, int x, gt_style style, const struct gt_tl_cell *cell,
		      bool selected)
{
	if (cell->inside == GT_TL_INSIDE_ALL)
		put(pen, x, style, "▒", "~");
	else if (cell->inside == GT_TL_INSIDE_SOME)
		put(pen, x, style, "▓", "&");
	else if (selected)
		put(pen, x, style | GT_FILL, "═", "@");
	else
		put(pen, x, style, "█", "#");
}

/* n cells that belong to one slice. */
static void draw_slice(struct pen *pen, int x, int n, const struct gt_tl_cell *cells)
{
	const struct gt_timeline *tl = pen->tl;
	gt_style style = goroutine_style(pen, cells->who);
	bool selected = cells->item == tl->slice;
	struct gt_buf label = { 0 };
	struct gt_slice s;
	int64_t end = tl->win.t0 + tl->win.span;
	int left = n;

	for (int i = 0; i < n; i++)
		draw_body(pen, x + i, style, &cells[i], selected);
	if (!gt_slice_get(tl->prog->trace, cells->item, &s))
		return;
	style |= GT_FILL | (selected ? GT_BOLD | GT_UNDERLINE : 0);
	if (s.flags & GT_SLICE_OPEN && s.t1 <= end && n > 1)
		put(pen, x + --left, style, "▶", ">");
	if (s.flags & GT_SLICE_CUT && s.t0 >= tl->win.t0 && left > 1) {
		put(pen, x++, style, "◀", "<");
		left--;
	}
	if (s.t1 - s.t0 >= tl->prog->greedy_ns) {
		put(pen, x++, style | GT_BOLD, "!", "!");
		left--;
	}
	if (left > 1)
		gt_tl_slice_label(tl, &s, left, pen->ascii, &label);
	gt_canvas_textn(pen->row, 0, x, style, gt_buf_str(&label), label.len);
	gt_buf_release(&label);
}

/* The end of one slice and the start of the next in one cell. */
static void draw_edge(struct pen *pen, int x, const struct gt_tl_cell *cell)
{
	gt_style left = goroutine_style(pen, cell->who), right = goroutine_style(pen, cell->who2);

	if (left == right || pen->ascii)
		put(pen, x, left | GT_FILL, "│", "|");
	else
		gt_canvas_hblock(pen->row, 0, x, GT_ON(left, right), cell->eighths);
}

/*
 * A cell in which a long slice hides says so, but where many do in a row the
 * share is worth more: there every fourth cell has the mark, the others the
 * ground of it.
 */
static void draw_share(struct pen *pen, int x, const struct gt_tl_cell *cells)
{
	gt_style style = goroutine_style(pen, cells[x].who);
	int before = 0;

	while (cells[x].hides && before < x && cells[x - before - 1].hides)
		before++;
	if (cells[x].hides && before % MARK_EVERY == 0)
		put(pen, x, GT_ROLE_GREEDY | GT_FILL | GT_BOLD, "!", "!");
	else if (cells[x].hides)
		gt_canvas_vblock(pen->row, 0, x, GT_ON(style, GT_ROLE_GREEDY) | GT_UNDERLINE,
				 cells[x].eighths);
	else
		gt_canvas_vblock(pen->row, 0, x, style, cells[x].eighths);
}

static int run_length(const struct gt_tl_cell *cells, int x, int cols)
{
	int n = 1;

	while (x + n < cols && cells[x + n].kind == GT_TL_FULL && cells[x + n].item == cells[x].item)
		n++;
	return n;
}

static void draw_proc(struct pen *pen, const struct gt_lane *lane)
{
	int cols = pen->row->cols, n;
	const struct gt_tl_cell *cells = gt_tl_proc_cells(pen->tl, lane->part, cols);

	for (int x = 0; x < cols; x += n) {
		n = 1;
		switch (cells[x].kind) {
		case GT_TL_IDLE:
			put(pen, x, GT_ROLE_IDLE, "·", "_");
			break;
		case GT_TL_SHARE:
			draw_share(pen, x, cells);
			break;
		case GT_TL_EDGE:
			draw_edge(pen, x, &cells[x]);
			break;
		default:
			n = run_length(cells, x, cols);
			draw_slice(pen, x, n, &cells[x]);
		}
	}
}

/* ---- collections and stop-the-worlds ---- */

static void draw_range(const struct pen *pen, int x, int n, gt_style style, const struct gt_tl_span *span,
		       const struct gt_tl_cell *cell)
{
	const struct gt_timeline *tl = pen->tl;
	bool selected = span->row == tl->range;
	struct gt_buf name = { 0 };
	struct gt_range_row r;
	const char *s;
	size_t len;
	int width;

	for (int i = 0; i < n; i++)
		draw_body(pen, x + i, style, cell, selected);
	if (gt_range_get(tl->prog->trace, span->row, &r) && n > 3) {
		s = gt_trace_string(tl->prog->trace, r.name, &len);
		gt_text_escape(&name, len ? s : "GC", len ? len : 2);
		width = gt_text_width(name.data, name.len);
		gt_canvas_fit(pen->row, 0, x, width < n ? width : n,
			      style | GT_FILL | (selected ? GT_BOLD | GT_UNDERLINE : 0), name.data, name.len,
			      false);
	}
	gt_buf_release(&name);
}

/*
 * Pauses are short: a cell of which the smallest part is inside one shows it,
 * and it is the share that the block's height tells.
 */
static void draw_spans(const struct pen *pen, struct gt_tl_spans *spans, enum gt_role role)
{
	const struct gt_tl_source source = { &gt_tl_spans_ops, spans };
	struct gt_timeline *tl = pen->tl;
	int cols = pen->row->cols, n;
	struct gt_tl_cell *cells = room(tl, cols);

	gt_tl_cells(&source, &tl->win, cols, INT64_MAX, cells);
	for (int x = 0; x < cols; x += n) {
		n = 1;
		if (cells[x].kind == GT_TL_FULL) {
			n = run_length(cells, x, cols);
			draw_range(pen, x, n, role, &spans->v[cells[x].item], &cells[x]);
		} else if (cells[x].kind == GT_TL_EDGE) {
			put(pen, x, role | GT_FILL, "│", "|");
		} else if (cells[x].kind == GT_TL_SHARE) {
			gt_canvas_vblock(pen->row, 0, x, role, cells[x].eighths);
		}
	}
}

/* ---- heap ---- */

/* The heap's size at a time: the last value before it.  Few other counters come in between. */
static uint64_t heap_at(const struct gt_trace *t, int64_t time)
{
	uint64_t i = gt_counter_seek(t, time);
	struct gt_counter c;

	for (int tries = 0; i > 0 && tries < 64; tries++) {
		if (gt_counter_get(t, --i, &c) && c.metric == GT_METRIC_HEAP_ALLOC)
			return c.value;
	}
	return 0;
}

static uint64_t heap_max(const struct gt_timeline *tl, int cols)
{
	uint64_t max = 0, v;

	for (int x = 0; x < cols; x++) {
		v = heap_at(tl->prog->trace, gt_window_end(&tl->win, cols, x));
		max = v > max ? v : max;
	}
	return max;
}

static unsigned level(uint64_t v, uint64_t max)
{
	unsigned n = max ? (unsigned)((double)v * 8 / (double)max + 0.5) : 0;

	return v && !n ? 1 : n;
}

/* Each cell shows the value at its end. */
static void draw_heap(const struct pen *pen)
{
	const struct gt_timeline *tl = pen->tl;
	int cols = pen->row->cols;
	uint64_t max = heap_max(tl, cols);

	for (int x = 0; x < cols; x++) {
		uint64_t v = heap_at(tl->prog->trace, gt_window_end(&tl->win, cols, x));

		gt_canvas_vblock(pen->row, 0, x, GT_ROLE_CHART1, level(v, max));
	}
}

/* ---- any lane ---- */

void gt_tl_draw_lane(struct gt_timeline *tl, const struct gt_canvas *row, const struct gt_lane *lane)
{
	struct pen pen = { .tl = tl, .row = row, .ascii = gt_canvas_ascii(row), .g = GT_NO_ITEM };

	switch (lane->kind) {
	case GT_LANE_HEAP:
		draw_heap(&pen);
		break;
	case GT_LANE_GC:
		draw_spans(&pen, &tl->ranges.gc, GT_ROLE_GC);
		break;
	case GT_LANE_STW:
		draw_spans(&pen, &tl->ranges.stw, GT_ROLE_STW);
		break;
	default:
		draw_proc(&pen, lane);
	}
}

static void put_percent(struct gt_buf *out, int64_t part, int64_t whole)
{
	double percent = whole > 0 ? 100.0 * (double)part / (double)whole : 0;

	if (part > 0 && percent < 1)
		gt_buf_puts(out, "<1%");
	else
		gt_buf_printf(out, "%d%%", (int)(percent + 0.5));
}

/* Like "12M": four columns are all there is. */
static void put_bytes(struct gt_buf *out, uint64_t v)
{
	static const char units[] = "BKMGTPE";
	size_t i = 0;

	while (v >= 1000 && units[i + 1]) {
		v = (v + 512) / 1024;
		i++;
	}
	gt_buf_u64(out, v);
	gt_buf_putc(out, units[i]);
}

void gt_tl_lane_value(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	int64_t a = tl->win.t0, b = a + tl->win.span;
	struct gt_tl_spans *spans = gt_tl_lane_spans(tl, lane);

	if (spans && spans->n)
		put_percent(out, gt_tl_spans_ops.busy(spans, a, b), b - a);
	else if (lane->kind == GT_LANE_PROC)
		put_percent(out, gt_slices_busy(tl->prog->trace, lane->part, a, b), b - a);
	else if (lane->kind == GT_LANE_HEAP)
		put_bytes(out, heap_max(tl, tl->frame.width));
}

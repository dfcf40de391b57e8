/* Slices, drawn: what lanes of processors, threads and goroutines have in common. */
#include "base/utf8.h"
#include "ui/timeline/timeline.h"

#define MARK_EVERY 4

struct gt_lane_pen gt_lane_pen(struct gt_timeline *tl, const struct gt_canvas *row)
{
	return (struct gt_lane_pen){
		.tl = tl, .row = row, .ascii = gt_canvas_ascii(row), .g = GT_NO_ITEM,
		.style = GT_ROLE_RUNNING,
	};
}

gt_style gt_lane_goroutine_style(struct gt_lane_pen *pen, uint32_t g_row)
{
	struct gt_goroutine g;

	if (g_row == GT_NO_ITEM)
		return GT_ROLE_RUNNING;
	if (pen->g != g_row) {
		pen->g = g_row;
		pen->style = GT_ROLE_RUNNING;
		if (gt_goroutine_get(pen->tl->prog->trace, g_row, &g))
			pen->style = gt_goroutine_style(pen->tl->prog->trace, &g);
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

/* "P3" or what comes before it and its goroutine, in `cols` columns. */
static void slices_put_label(const struct gt_lane_pen *pen, const struct gt_slice *s, int cols,
			     struct gt_buf *out)
{
	const struct gt_trace *t = pen->tl->prog->trace;
	struct gt_proc p;
	const char *name;
	size_t n;

	if (pen->label != GT_LABEL_GOROUTINE && gt_proc_get(t, s->proc_row, &p))
		gt_buf_printf(out, "P%llu", (unsigned long long)p.id);
	if ((int)out->len > cols)
		gt_buf_reset(out);
	if (pen->label == GT_LABEL_PROC) {
		name = gt_trace_string(t, s->label, &n);
		if (n && (int)(out->len + n) < cols) {
			gt_buf_putc(out, ' ');
			gt_text_escape(out, name, n);
		}
	} else if (!out->len || (int)out->len + 4 < cols) {
		if (out->len)
			gt_buf_putc(out, ' ');
		gt_tl_slice_label(pen->tl, s, cols - (int)out->len, pen->ascii, out);
	}
}

/* ---- cells ---- */

void gt_lane_put(const struct gt_lane_pen *pen, int x, gt_style style, const char *glyph, const char *ascii)
{
	gt_canvas_text(pen->row, 0, x, style, pen->ascii ? ascii : glyph);
}

/*
 * Solid; with a pattern where it is in a call, and another where it is the one
 * selected.  None of the ASCII is that of a share (gt_glyph_level).
 */
void gt_lane_draw_body(const struct gt_lane_pen *pen, int x, gt_style style, const struct gt_tl_cell *cell,
		       bool selected)
{
	if (cell->inside == GT_TL_INSIDE_ALL)
		gt_lane_put(pen, x, style, "▒", "~");
	else if (cell->inside == GT_TL_INSIDE_SOME)
		gt_lane_put(pen, x, style, "▓", "&");
	else if (selected)
		gt_lane_put(pen, x, style | GT_FILL, "═", "@");
	else
		gt_lane_put(pen, x, style, "█", "#");
}

/* n cells that belong to one slice. */
static void draw_slice(struct gt_lane_pen *pen, int x, int n, const struct gt_tl_cell *cells)
{
	const struct gt_timeline *tl = pen->tl;
	gt_style style = gt_lane_goroutine_style(pen, cells->who);
	bool selected = cells->item == tl->slice;
	struct gt_buf label = { 0 };
	struct gt_slice s;
	int64_t end = tl->win.t0 + tl->win.span;
	int left = n;

	for (int i = 0; i < n; i++)
		gt_lane_draw_body(pen, x + i, style, &cells[i], selected);
	if (!gt_slice_get(tl->prog->trace, cells->item, &s))
		return;
	style |= GT_FILL | (selected ? GT_BOLD | GT_UNDERLINE : 0);
	if (s.flags & GT_SLICE_OPEN && s.t1 <= end && n > 1)
		gt_lane_put(pen, x + --left, style, "▶", ">");
	if (s.flags & GT_SLICE_CUT && s.t0 >= tl->win.t0 && left > 1) {
		gt_lane_put(pen, x++, style, "◀", "<");
		left--;
	}
	if (s.t1 - s.t0 >= tl->prog->greedy_ns) {
		gt_lane_put(pen, x++, style | GT_BOLD, "!", "!");
		left--;
	}
	if (left > 1)
		slices_put_label(pen, &s, left, &label);
	gt_canvas_textn(pen->row, 0, x, style, gt_buf_str(&label), label.len);
	gt_buf_release(&label);
}

/* The end of one slice and the start of the next in one cell. */
static void draw_edge(struct gt_lane_pen *pen, int x, const struct gt_tl_cell *cell)
{
	gt_style left = gt_lane_goroutine_style(pen, cell->who);
	gt_style right = gt_lane_goroutine_style(pen, cell->who2);

	if (left == right || pen->ascii)
		gt_lane_put(pen, x, left | GT_FILL, "│", "|");
	else
		gt_canvas_hblock(pen->row, 0, x, GT_ON(left, right), cell->eighths);
}

/*
 * A cell in which a long slice hides says so, but where many do in a row the
 * share is worth more: there every fourth cell has the mark, the others the
 * ground of it.
 */
static void draw_share(struct gt_lane_pen *pen, int x, const struct gt_tl_cell *cells)
{
	gt_style style = gt_lane_goroutine_style(pen, cells[x].who);
	int before = 0;

	while (cells[x].hides && before < x && cells[x - before - 1].hides)
		before++;
	if (cells[x].hides && before % MARK_EVERY == 0)
		gt_lane_put(pen, x, GT_ROLE_GREEDY | GT_FILL | GT_BOLD, "!", "!");
	else if (cells[x].hides)
		gt_canvas_vblock(pen->row, 0, x, GT_ON(style, GT_ROLE_GREEDY) | GT_UNDERLINE,
				 cells[x].eighths);
	else
		gt_canvas_vblock(pen->row, 0, x, style, cells[x].eighths);
}

int gt_lane_run_length(const struct gt_tl_cell *cells, int x, int cols)
{
	int n = 1;

	while (x + n < cols && cells[x + n].kind == GT_TL_FULL && cells[x + n].item == cells[x].item)
		n++;
	return n;
}

static int idle_length(const struct gt_tl_cell *cells, int x, int cols)
{
	int n = 1;

	while (x + n < cols && cells[x + n].kind == GT_TL_IDLE)
		n++;
	return n;
}

static void slices_draw_idle(struct gt_lane_pen *pen, int x, int n)
{
	for (int i = 0; i < n; i++)
		gt_lane_put(pen, x + i, GT_ROLE_IDLE, "·", "_");
}

void gt_lane_draw_cells(struct gt_lane_pen *pen, const struct gt_lane *lane, const struct gt_tl_cell *cells,
			gt_lane_idle_fn *idle)
{
	int cols = pen->row->cols, n;

	for (int x = 0; x < cols; x += n) {
		n = 1;
		switch (cells[x].kind) {
		case GT_TL_IDLE:
			n = idle_length(cells, x, cols);
			if (idle)
				idle(pen, lane, x, n, cells);
			else
				slices_draw_idle(pen, x, n);
			break;
		case GT_TL_UNKNOWN:
			gt_lane_put(pen, x, GT_ROLE_UNREAD, GT_LANE_UNREAD, "/");
			break;
		case GT_TL_SHARE:
			draw_share(pen, x, cells);
			break;
		case GT_TL_EDGE:
			draw_edge(pen, x, &cells[x]);
			break;
		default:
			n = gt_lane_run_length(cells, x, cols);
			draw_slice(pen, x, n, &cells[x]);
		}
	}
}

/* ---- what is nested ---- */

int gt_lane_nested_height(const struct gt_timeline *tl)
{
	return 1 + tl->shows_nested;
}

void gt_lane_draw_nested(struct gt_timeline *tl, const struct gt_tl_cell *cells, uint32_t g_row,
			 const struct gt_canvas *c)
{
	struct gt_canvas row;

	if (!tl->shows_nested || c->rows < 2)
		return;
	row = gt_canvas_sub(c, 1, 0, 1, c->cols);
	gt_tl_nested_draw(tl, cells, g_row, &row);
}

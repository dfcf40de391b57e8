/* Slices, drawn: what lanes of processors, threads and goroutines have in common. */
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "ui/lanes/lane.h"

#define MARK_SHARE 24   /* of a lane's columns one in so many may have a mark: the longest slices get them */
#define MARKS_LEAST 3

struct gt_lane_pen gt_lane_pen(struct gt_lane_view *view, const struct gt_canvas *row)
{
	return (struct gt_lane_pen){
		.view = view, .row = row, .ascii = gt_canvas_ascii(row), .body = 1,
		.nested = view->shows_nested, .rare = 1, .every = 1,
	};
}

/* The program by its start function. */
static gt_style kind_of_goroutine(const struct gt_trace *t, const struct gt_goroutine *g, gt_style own)
{
	size_t n;
	const char *func = gt_trace_string(t, g->func, &n);

	if (own == GT_ROLE_GC || own == GT_ROLE_RUNTIME)
		return own;
	return n ? gt_style_function(func, n) : GT_ROLE_RUNNING;
}

/* Both styles of a goroutine; what is known of it can change while the trace is being indexed. */
static const struct gt_lane_style *style_of(struct gt_lane_view *view, uint32_t g_row)
{
	uint64_t events = gt_trace_info(view->trace)->events;
	struct gt_lane_style *s = &view->styles[g_row % GT_LANE_STYLES];
	struct gt_goroutine g;

	if (s->known && s->g == g_row && s->events == events)
		return s;
	*s = (struct gt_lane_style){ .known = true, .g = g_row, .events = events, .own = GT_ROLE_RUNNING,
				     .kind = GT_ROLE_RUNNING };
	if (g_row != GT_NO_ITEM && gt_goroutine_get(view->trace, g_row, &g)) {
		s->own = gt_goroutine_style(view->trace, &g);
		s->kind = kind_of_goroutine(view->trace, &g, s->own);
	}
	return s;
}

static gt_style slices_goroutine_style(const struct gt_lane_pen *pen, uint32_t g_row)
{
	return style_of(pen->view, g_row)->own;
}

/* ---- the label of a slice ---- */

void gt_tl_slice_label(const struct gt_trace *t, const struct gt_slice *s, int cols, bool ascii,
		       struct gt_buf *out)
{
	struct gt_buf name = { 0 };
	struct gt_goroutine g;
	size_t start = out->len, n;
	const char *called;
	int left;

	if (!gt_goroutine_get(t, s->g, &g))
		return;
	gt_buf_putc(out, 'G');
	gt_buf_u64(out, g.id);
	left = cols - (int)(out->len - start);
	if (left < 0)
		out->len = start;
	/* The label the program gave it, else the goroutine's start function. */
	called = gt_trace_string(t, s->label ? s->label : g.func, &n);
	gt_text_escape(&name, called, n);
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
	const struct gt_trace *t = pen->view->trace;
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
		gt_tl_slice_label(t, s, cols - (int)out->len, pen->ascii, out);
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

/*
 * From which class of length on slices are marked: a mark on every third cell would say nothing.  Where too many are
 * as long as the longest, only some of those.  Of a slice that fills cells its columns tell its length, as far as
 * it is in the window.
 */
static void choose_marks(struct gt_lane_pen *pen, const struct gt_tl_cell *cells)
{
	int cols = pen->row->cols, most = cols / MARK_SHARE, of[UINT8_MAX + 1] = { 0 }, marks = 0, n;
	const struct gt_window *w = &pen->view->win;
	uint8_t class;

	most = most < MARKS_LEAST ? MARKS_LEAST : most;
	for (int x = 0; x < cols; x += n) {
		n = cells[x].kind == GT_TL_FULL ? gt_lane_run_length(cells, x, cols) : 1;
		class = cells[x].kind == GT_TL_SHARE ? cells[x].hides : cells[x].kind != GT_TL_FULL ? 0
		      : gt_tl_long_class(gt_window_end(w, cols, x + n - 1) - gt_window_start(w, cols, x),
					 pen->view->prog->greedy_ns);
		of[class]++;
	}
	for (class = UINT8_MAX; class > 1 && marks + of[class] <= most; class--)
		marks += of[class];
	pen->rare = marks && marks + of[class] > most ? (uint8_t)(class + 1) : class;
	pen->every = !marks && of[class] > most ? (of[class] + most - 1) / most : 1;
	pen->seen = 0;
}

static bool is_marked(struct gt_lane_pen *pen, uint8_t class)
{
	return class && class >= pen->rare && pen->seen++ % pen->every == 0;
}

/* The row below that a tall lane has. */
static struct gt_lane_pen pen_below(const struct gt_lane_pen *pen, struct gt_canvas *room, int y)
{
	struct gt_lane_pen below = *pen;

	*room = gt_canvas_sub(pen->row, y, 0, 1, pen->row->cols);
	below.row = room;
	return below;
}

/* n cells that belong to one slice. */
static void draw_slice(struct gt_lane_pen *pen, int x, int n, const struct gt_tl_cell *cells)
{
	const struct gt_lane_view *view = pen->view;
	gt_style style = slices_goroutine_style(pen, cells->who);
	bool selected = cells->item == view->slice;
	struct gt_buf label = { 0 };
	struct gt_canvas room;
	struct gt_slice s;
	int64_t end = view->win.t0 + view->win.span;
	int left = n;

	for (int y = 0; y < pen->body; y++) {
		const struct gt_lane_pen row = pen_below(pen, &room, y);

		for (int i = 0; i < n; i++)
			gt_lane_draw_body(&row, x + i, style, &cells[i], selected);
	}
	if (!gt_slice_get(view->trace, cells->item, &s))
		return;
	style |= GT_FILL | (selected ? GT_BOLD | GT_UNDERLINE : 0);
	if (s.flags & GT_SLICE_OPEN && s.t1 <= end && n > 1)
		gt_lane_put(pen, x + --left, style, "▶", ">");
	if (s.flags & GT_SLICE_CUT && s.t0 >= view->win.t0 && left > 1) {
		gt_lane_put(pen, x++, style, "◀", "<");
		left--;
	}
	if (is_marked(pen, gt_tl_long_class(s.t1 - s.t0, view->prog->greedy_ns))) {
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
	gt_style left = slices_goroutine_style(pen, cell->who);
	gt_style right = slices_goroutine_style(pen, cell->who2);
	struct gt_canvas room;

	for (int y = 0; y < pen->body; y++) {
		const struct gt_lane_pen row = pen_below(pen, &room, y);

		if (left == right || pen->ascii)
			gt_lane_put(&row, x, left | GT_FILL, "│", "|");
		else
			gt_canvas_hblock(&room, 0, x, GT_ON(left, right), cell->eighths);
	}
}

/* A cell in which a long slice hides says so, if it is one of the longest. */
static void draw_share(struct gt_lane_pen *pen, int x, const struct gt_tl_cell *cell)
{
	/* Where several share a cell: what they are. */
	gt_style style = style_of(pen->view, cell->who)->kind;
	int n = pen->body == 1 ? cell->eighths : cell->fine * 8 * pen->body / GT_TL_FINE;

	n = n < 1 ? 1 : n;
	for (int y = pen->body - 1; y >= 0 && n > 0; y--, n -= 8)
		gt_canvas_vblock(pen->row, y, x, style, n > 8 ? 8 : (unsigned)n);
	if (is_marked(pen, cell->hides))
		gt_lane_put(pen, x, GT_ROLE_GREEDY | GT_FILL | GT_BOLD, "!", "!");
}

int gt_lane_run_length(const struct gt_tl_cell *cells, int x, int cols)
{
	int n = 1;

	while (x + n < cols && cells[x + n].kind == GT_TL_FULL && cells[x + n].item == cells[x].item)
		n++;
	return n;
}

static void draw_cells(struct gt_lane_pen *pen, const struct gt_lane *lane, const struct gt_tl_cell *cells,
			gt_lane_idle_fn *idle)
{
	int cols = pen->row->cols, n;
	struct gt_canvas room;
	const struct gt_lane_pen last = pen_below(pen, &room, pen->body - 1);

	choose_marks(pen, cells);
	for (int x = 0; x < cols; x += n) {
		n = 1;
		switch (cells[x].kind) {
		case GT_TL_IDLE:
			while (x + n < cols && cells[x + n].kind == GT_TL_IDLE)
				n++;
			if (idle)
				idle(pen, lane, x, n, cells);
			for (int i = x; !idle && i < x + n; i++)
				gt_lane_put(&last, i, GT_ROLE_IDLE, "·", "_");
			break;
		case GT_TL_UNKNOWN:
			gt_lane_put(&last, x, GT_ROLE_UNREAD, GT_LANE_UNREAD, "/");
			break;
		case GT_TL_SHARE:
			draw_share(pen, x, &cells[x]);
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

/* ---- what is nested in them ---- */

/* How long a frame may look for it, once it is shown. */
#define NESTED_NS INT64_C(3000000)

static bool nested_update(struct gt_lane_view *view, void *data)
{
	return !(view->shows_nested || view->close) ||
	       gt_tl_nested_update(data, view->trace, gt_clock_now() + NESTED_NS);
}

static void nested_release(void *data)
{
	gt_tl_nested_release(data);
}

const struct gt_lane_data gt_lane_nested_data = {
	.size = sizeof(struct gt_tl_nested), .update = nested_update, .release = nested_release,
};

const struct gt_tl_nest *gt_lane_nest_of(const struct gt_lane_view *view, uint32_t g_row)
{
	return gt_tl_nest_of(view->data[GT_LANE_PROC], g_row);
}

/* Of one column: what it shows. */
struct mark {
	const struct gt_tl_nest *nest;
	uint32_t item;       /* in nest, GT_NO_ROW */
	bool more, call;
};

static struct mark mark_of(struct gt_lane_view *view, const struct gt_tl_cell *cell, uint32_t g_row, int64_t a,
			   int64_t b)
{
	uint32_t who = g_row != GT_NO_ROW ? g_row : cell->kind == GT_TL_IDLE ? GT_NO_ITEM : cell->who;
	struct mark m = { .item = GT_NO_ROW };

	/* Calls are innermost. */
	m.call = cell->kind == GT_TL_FULL && cell->inside != GT_TL_INSIDE_NONE;
	if (m.call || who == GT_NO_ITEM || cell->kind == GT_TL_UNKNOWN)
		return m;
	m.nest = gt_lane_nest_of(view, who);
	if (m.nest)
		m.item = gt_tl_nest_in(m.nest, a, b, &m.more);
	return m;
}

static void draw_mark(const struct gt_lane_view *view, const struct gt_canvas *row, int x, int n,
		      const struct mark *m)
{
	static const gt_style styles[] = {
		[GT_NEST_REGION] = GT_ROLE_MARKER, [GT_NEST_ASSIST] = GT_ROLE_GC,
		[GT_NEST_SWEEP] = GT_ROLE_CHART3,
	};
	struct gt_buf name = { 0 };
	gt_style style;
	int width;

	if (!m->call && m->item == GT_NO_ROW)
		return;
	style = m->call ? GT_ROLE_SYSCALL : styles[m->nest->v[m->item].kind];
	for (int i = 0; i < n; i++)
		gt_canvas_text(row, 0, x + i, style, m->more ? "┅" : "━");
	if (m->call)
		gt_buf_puts(&name, "syscall");
	else
		gt_tl_nest_name(view->trace, &m->nest->v[m->item], &name);
	width = gt_text_width(gt_buf_str(&name), name.len);
	if (width > n - 2)
		width = n - 2;
	if (width > 2 && !m->more)
		gt_canvas_fit(row, 0, x + 1, width, style, name.data, name.len, false);
	gt_buf_release(&name);
}

static void nested_draw(struct gt_lane_view *view, const struct gt_tl_cell *cells, uint32_t g_row,
			const struct gt_canvas *row)
{
	struct mark last = { .item = GT_NO_ROW };
	int from = 0;

	for (int x = 0; x <= row->cols; x++) {
		struct mark m = { .item = GT_NO_ROW };

		if (x < row->cols)
			m = mark_of(view, &cells[x], g_row, gt_window_start(&view->win, row->cols, x),
				    gt_window_end(&view->win, row->cols, x));
		if (x < row->cols && x > 0 && m.call == last.call &&
		    (m.call || (m.nest == last.nest && m.item == last.item && m.more == last.more)))
			continue;
		draw_mark(view, row, from, x - from, &last);
		last = m;
		from = x;
	}
}

/* ---- all of a lane ---- */

int gt_lane_nested_height(const struct gt_lane_view *view)
{
	return 1 + view->shows_nested;
}

void gt_lane_draw_slices(struct gt_lane_pen *pen, const struct gt_lane *lane, const struct gt_tl_source *source,
			 gt_lane_idle_fn *idle, uint32_t g)
{
	const struct gt_canvas *c = pen->row;
	const struct gt_tl_cell *cells = gt_lane_cells(pen->view, lane, source, c->cols);
	struct gt_canvas row;

	draw_cells(pen, lane, cells, idle);
	if (!pen->nested || c->rows <= pen->nested)
		return;
	row = gt_canvas_sub(c, pen->nested, 0, 1, c->cols);
	nested_draw(pen->view, cells, g, &row);
}

/* ---- slices that delayed a stop-the-world pause ---- */

void gt_lane_draw_blamed(const struct gt_lane_pen *pen, uint32_t proc_row, uint32_t g)
{
	struct gt_program *prog = pen->view->prog;
	const struct gt_blame_index *b = gt_program_blame_index(prog);
	const struct gt_window *w = &pen->view->win;
	/* A stop that began before may end here: stops do not overlap. */
	size_t i = gt_blame_index_seek(b, w->t0);

	for (i -= i > 0; i < b->n && b->rows[i].t0 < w->t0 + w->span; i++) {
		const struct gt_blame_row *row = &b->rows[i];
		int64_t end = row->t0 + row->delay - (row->delay > 0);

		/* The sign is where the goroutine yielded; of several in a cell one is enough. */
		if (row->delay != GT_NO_TIME && row->delay >= prog->stw_ns && gt_window_shows(w, end) &&
		    (proc_row == GT_NO_ROW || row->proc_row == proc_row) && (g == GT_NO_ROW || row->g == g))
			gt_canvas_text(pen->row, 0, gt_window_column(w, pen->row->cols, end),
				       GT_ROLE_STW | GT_FILL | GT_BOLD, "$");
	}
}

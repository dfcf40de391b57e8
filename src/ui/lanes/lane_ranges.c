/* Lanes of garbage collections and stop-the-world pauses. */
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/lanes/lane.h"

/* How many ranges of the index a frame looks at; the rest follows in the next ones. */
#define RANGES_PER_FRAME 100000

const struct gt_tl_spans *gt_lane_ranges(const struct gt_lane_view *view, enum gt_lane_kind kind)
{
	const struct gt_tl_ranges *both = view->data[kind];

	return kind == GT_LANE_GC ? &both->gc : &both->stw;
}

static const struct gt_tl_spans *spans_of(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	return gt_lane_ranges(view, lane->kind);
}

static void lane_ranges_value(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	const struct gt_tl_spans *spans = spans_of(view, lane);
	int64_t a, b;

	gt_lane_whole(view, &a, &b);
	if (spans->n)
		gt_lane_put_percent(out, gt_tl_spans_busy(spans, a, b), b - a);
}

/* ---- drawing ---- */

/* While goroutines run the block of a pause has a texture; a part that is not known has none. */
static void lane_ranges_draw_parts(const struct gt_lane_pen *pen, int x, int n, gt_style style,
				   uint32_t range)
{
	const struct gt_lane_view *view = pen->view;
	const struct gt_blame_row *b =
		gt_blame_index_of_range(gt_program_blame_index(view->prog), view->trace, range);

	for (int i = x; b && i < x + n; i++) {
		int64_t time = gt_window_start(&view->win, pen->row->cols, i);

		if (b->ns[GT_PAUSE_STOP] != GT_NO_TIME && time < b->t0 + b->ns[GT_PAUSE_STOP])
			gt_lane_put(pen, i, style, "▓", "+");
		else if (b->ns[GT_PAUSE_RESTART] != GT_NO_TIME && time >= b->t1 - b->ns[GT_PAUSE_RESTART])
			gt_lane_put(pen, i, style, "▒", "-");
	}
}

static void draw_range(const struct gt_lane_pen *pen, int x, int n, gt_style style,
		       const struct gt_tl_span *span, const struct gt_tl_cell *cell)
{
	const struct gt_lane_view *view = pen->view;
	bool selected = span->row == view->range;
	struct gt_buf name = { 0 };
	struct gt_range_row r;
	const char *s;
	size_t len;
	int width;

	for (int i = 0; i < n; i++)
		gt_lane_draw_body(pen, x + i, style, cell, selected);
	if (style == GT_ROLE_STW && !selected)
		lane_ranges_draw_parts(pen, x, n, style, span->row);
	if (gt_range_get(view->trace, span->row, &r) && n > 3) {
		s = gt_trace_string(view->trace, r.name, &len);
		gt_text_escape(&name, len ? s : "GC", len ? len : 2);
		width = gt_text_width(name.data, name.len);
		gt_canvas_fit(pen->row, 0, x, width < n ? width : n,
			      style | GT_FILL | (selected ? GT_BOLD | GT_UNDERLINE : 0), name.data, name.len,
			      false);
	}
	gt_buf_release(&name);
}

/* To scale: less than half of the lowest block is a dot, or a row of these would look like an eighth of the time. */
static void draw_range_share(const struct gt_canvas *c, int x, enum gt_role role, const struct gt_tl_cell *cell)
{
	if (cell->fine <= GT_TL_FINE / 16)
		gt_canvas_text(c, 0, x, role, gt_canvas_ascii(c) ? "." : "⡀");
	else
		gt_canvas_vblock(c, 0, x, role, cell->eighths);
}

/* A cell of which the smallest part is inside one shows it, and it is the share that the block's height tells. */
static void lane_ranges_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	struct gt_tl_spans spans = *spans_of(view, lane);
	enum gt_role role = lane->kind == GT_LANE_GC ? GT_ROLE_GC : GT_ROLE_STW;
	const struct gt_tl_source source = { &gt_tl_spans_ops, &spans };
	const struct gt_lane_pen pen = gt_lane_pen(view, c);
	struct gt_tl_cell *cells;
	int n;

	GT_GROW(view->cells, view->cells_cap, (size_t)c->cols);
	cells = view->cells;
	gt_tl_cells(&source, &view->win, c->cols, INT64_MAX, cells);
	for (int x = 0; x < c->cols; x += n) {
		n = 1;
		if (cells[x].kind == GT_TL_FULL) {
			n = gt_lane_run_length(cells, x, c->cols);
			draw_range(&pen, x, n, role, &spans.v[cells[x].item], &cells[x]);
		} else if (cells[x].kind == GT_TL_EDGE) {
			gt_lane_put(&pen, x, role | GT_FILL, "│", "|");
		} else if (cells[x].kind == GT_TL_SHARE) {
			draw_range_share(c, x, role, &cells[x]);
		}
	}
}

static int64_t lane_ranges_known(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	return gt_lane_known(gt_range_open(view->trace, lane->kind == GT_LANE_GC ? GT_RANGE_GC : GT_RANGE_STW));
}

/* ---- picking ---- */

static void lane_ranges_pick(struct gt_lane_view *view, const struct gt_lane *lane, int64_t a, int64_t b)
{
	const struct gt_tl_spans *spans = spans_of(view, lane);
	size_t k = gt_tl_spans_seek(spans, a);

	if (k < spans->n && spans->v[k].t0 < b)
		view->range = spans->v[k].row;
}

static uint64_t lane_ranges_before(const struct gt_lane_view *view, const struct gt_lane *lane, int64_t time)
{
	return gt_tl_spans_begin(spans_of(view, lane), time);
}

static bool lane_ranges_item(const struct gt_lane_view *view, const struct gt_lane *lane, uint64_t k,
			     struct gt_lane_item *out)
{
	const struct gt_tl_spans *spans = spans_of(view, lane);

	if (k >= spans->n)
		return false;
	*out = (struct gt_lane_item){ .time = spans->v[k].t0, .range = spans->v[k].row };
	return true;
}

/* ---- what they keep ---- */

static bool ranges_update(struct gt_lane_view *view, void *data)
{
	return gt_tl_ranges_update(data, view->trace, RANGES_PER_FRAME);
}

static bool ranges_stale(const struct gt_lane_view *view, const void *data)
{
	return gt_trace_info(view->trace)->ranges > ((const struct gt_tl_ranges *)data)->seen;
}

static void ranges_release(void *data)
{
	gt_tl_ranges_release(data);
}

static const struct gt_lane_data ranges_data = {
	.size = sizeof(struct gt_tl_ranges),
	.update = ranges_update,
	.stale = ranges_stale,
	.release = ranges_release,
};

#define RANGES(NAME, called, on_screen, explained) \
	const struct gt_lane_ops gt_lane_##NAME = { \
		.name = called, \
		.title = on_screen, \
		.help = explained, \
		.pinned = true, \
		.data = &ranges_data, \
		.value = lane_ranges_value, \
		.draw = lane_ranges_draw, \
		.known = lane_ranges_known, \
		.pick = lane_ranges_pick, \
		.items_before = lane_ranges_before, \
		.item = lane_ranges_item, \
	}

RANGES(gc, "gc", "GC", "garbage collections: the concurrent mark phase");
RANGES(stw, "stw", "STW", "stop-the-world pauses, in their parts");

/* Lanes of garbage collections and stop-the-world pauses. */
#include <assert.h>

#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/timeline/timeline.h"

struct gt_tl_spans *gt_tl_lane_spans(struct gt_timeline *tl, const struct gt_lane *lane)
{
	if (lane->kind == GT_LANE_GC)
		return &tl->ranges.gc;
	return lane->kind == GT_LANE_STW ? &tl->ranges.stw : NULL;
}

/* The spans of a lane of this file. */
static struct gt_tl_spans *spans_of(struct gt_timeline *tl, const struct gt_lane *lane)
{
	struct gt_tl_spans *spans = gt_tl_lane_spans(tl, lane);

	assert(spans);
	return spans;
}

static void lane_ranges_title(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	(void)tl;
	gt_buf_puts(out, lane->kind == GT_LANE_GC ? "GC" : "STW");
}

static void lane_ranges_value(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	struct gt_tl_spans *spans = spans_of(tl, lane);
	int64_t a, b;

	gt_lane_whole(tl, &a, &b);
	if (spans->n)
		gt_lane_put_percent(out, gt_tl_spans_ops.busy(spans, a, b), b - a);
}

/* ---- drawing ---- */

/* Room for a row of cells. */
static struct gt_tl_cell *room(struct gt_timeline *tl, int cols)
{
	GT_GROW(tl->cells, tl->cells_cap, (size_t)cols);
	return tl->cells;
}

/* The part of a pause at a time; what is not known counts as standstill. */
static enum gt_pause_part part_at(const struct gt_blame_row *b, int64_t time)
{
	if (b->ns[GT_PAUSE_STOP] != GT_NO_TIME && time < b->t0 + b->ns[GT_PAUSE_STOP])
		return GT_PAUSE_STOP;
	if (b->ns[GT_PAUSE_RESTART] != GT_NO_TIME && time >= b->t1 - b->ns[GT_PAUSE_RESTART])
		return GT_PAUSE_RESTART;
	return GT_PAUSE_STILL;
}

/* While goroutines run the block of a pause has a texture. */
static void lane_ranges_draw_parts(const struct gt_lane_pen *pen, int x, int n, gt_style style,
				   uint32_t range)
{
	const struct gt_timeline *tl = pen->tl;
	const struct gt_blame_row *b =
		gt_blame_index_of_range(gt_program_blame_index(tl->prog), tl->prog->trace, range);

	for (int i = x; b && i < x + n; i++) {
		switch (part_at(b, gt_window_start(&tl->win, pen->row->cols, i))) {
		case GT_PAUSE_STOP: gt_lane_put(pen, i, style, "▓", "+"); break;
		case GT_PAUSE_RESTART: gt_lane_put(pen, i, style, "▒", "-"); break;
		default: break;
		}
	}
}

static void draw_range(const struct gt_lane_pen *pen, int x, int n, gt_style style,
		       const struct gt_tl_span *span, const struct gt_tl_cell *cell)
{
	const struct gt_timeline *tl = pen->tl;
	bool selected = span->row == tl->range;
	struct gt_buf name = { 0 };
	struct gt_range_row r;
	const char *s;
	size_t len;
	int width;

	for (int i = 0; i < n; i++)
		gt_lane_draw_body(pen, x + i, style, cell, selected);
	if (style == GT_ROLE_STW && !selected)
		lane_ranges_draw_parts(pen, x, n, style, span->row);
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
static void lane_ranges_draw(struct gt_timeline *tl, const struct gt_lane *lane, const struct gt_canvas *c)
{
	struct gt_tl_spans *spans = spans_of(tl, lane);
	enum gt_role role = lane->kind == GT_LANE_GC ? GT_ROLE_GC : GT_ROLE_STW;
	const struct gt_tl_source source = { &gt_tl_spans_ops, spans };
	const struct gt_lane_pen pen = gt_lane_pen(tl, c);
	struct gt_tl_cell *cells = room(tl, c->cols);
	int n;

	gt_tl_cells(&source, &tl->win, c->cols, INT64_MAX, cells);
	for (int x = 0; x < c->cols; x += n) {
		n = 1;
		if (cells[x].kind == GT_TL_FULL) {
			n = gt_lane_run_length(cells, x, c->cols);
			draw_range(&pen, x, n, role, &spans->v[cells[x].item], &cells[x]);
		} else if (cells[x].kind == GT_TL_EDGE) {
			gt_lane_put(&pen, x, role | GT_FILL, "│", "|");
		} else if (cells[x].kind == GT_TL_SHARE) {
			gt_canvas_vblock(c, 0, x, role, cells[x].eighths);
		}
	}
}

static int64_t lane_ranges_known(const struct gt_timeline *tl, const struct gt_lane *lane)
{
	return gt_lane_known(gt_range_open(tl->prog->trace, lane->kind == GT_LANE_GC ? GT_RANGE_GC : GT_RANGE_STW));
}

/* ---- picking ---- */

static void lane_ranges_pick(struct gt_timeline *tl, const struct gt_lane *lane, int64_t a, int64_t b)
{
	const struct gt_tl_spans *spans = spans_of(tl, lane);
	size_t k = gt_tl_spans_seek(spans, a);

	if (k < spans->n && spans->v[k].t0 < b)
		tl->range = spans->v[k].row;
}

static void lane_ranges_step(struct gt_timeline *tl, const struct gt_lane *lane, int dir, int64_t n)
{
	const struct gt_tl_spans *spans = spans_of(tl, lane);
	int64_t k = (int64_t)gt_tl_spans_begin(spans, tl->cursor), last = (int64_t)spans->n - 1;

	if (dir > 0 && k <= last && spans->v[k].t0 == tl->cursor)
		k++;
	k += dir > 0 ? n - 1 : -n;
	if (k < 0 || k > last) {
		gt_app_message(tl->pane->app, "no %s one on this lane", dir > 0 ? "later" : "earlier");
		if (last < 0 || (dir > 0 ? tl->cursor >= spans->v[last].t0 : tl->cursor <= spans->v[0].t0))
			return;
		k = k < 0 ? 0 : last;
	}
	gt_tl_pick_range(tl, lane->kind, (size_t)k);
}

const struct gt_lane_ops gt_lane_gc = {
	.name = "gc",
	.help = "garbage collections: the concurrent mark phase",
	.pinned = true,
	.title = lane_ranges_title,
	.value = lane_ranges_value,
	.draw = lane_ranges_draw,
	.known = lane_ranges_known,
	.pick = lane_ranges_pick,
	.step = lane_ranges_step,
};

const struct gt_lane_ops gt_lane_stw = {
	.name = "stw",
	.help = "stop-the-world pauses, in their parts",
	.pinned = true,
	.title = lane_ranges_title,
	.value = lane_ranges_value,
	.draw = lane_ranges_draw,
	.known = lane_ranges_known,
	.pick = lane_ranges_pick,
	.step = lane_ranges_step,
};

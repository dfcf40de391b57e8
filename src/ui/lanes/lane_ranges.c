/* Lanes of garbage collections and stop-the-world pauses. */
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

static void draw_range(const struct gt_lane_pen *pen, int x, int n, const struct gt_tl_span *span,
		       const struct gt_tl_cell *cell)
{
	const struct gt_lane_view *view = pen->view;
	bool selected = span->row == view->range;
	struct gt_range_row r = { 0 };
	enum gt_role role;
	const char *s;
	size_t len;

	gt_range_get(view->trace, span->row, &r);
	role = r.kind == GT_RANGE_STW ? GT_ROLE_STW : GT_ROLE_GC;
	for (int i = 0; i < n; i++)
		gt_lane_draw_body(pen, x + i, role, cell, selected);
	if (role == GT_ROLE_STW && !selected)
		lane_ranges_draw_parts(pen, x, n, role, span->row);
	s = gt_trace_string(view->trace, r.name, &len);
	gt_lane_draw_name(pen, x, n, role | (selected ? GT_BOLD | GT_UNDERLINE : 0), len ? s : "GC", len ? len : 2);
}

static void lane_ranges_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	const struct gt_lane_pen pen = gt_lane_pen(view, c);

	gt_lane_draw_spans(&pen, spans_of(view, lane), lane->kind == GT_LANE_GC ? GT_ROLE_GC : GT_ROLE_STW, draw_range);
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

const struct gt_lane_ops gt_lane_strip = {
	.data = &ranges_data,
	.value = lane_ranges_value,
	.draw = lane_ranges_draw,
	.known = lane_ranges_known,
	.pick = lane_ranges_pick,
	.items_before = lane_ranges_before,
	.item = lane_ranges_item,
};

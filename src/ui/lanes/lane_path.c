/* The lane of the critical path that was asked for last: hop by hop through goroutines. */
#include "analysis/stacks/stacktext.h"
#include "base/clock.h"
#include "base/human.h"
#include "base/utf8.h"
#include "ui/lanes/critlane.h"
#include "ui/lanes/lane.h"

/* How long a frame may walk. */
#define WALK_NS INT64_C(3000000)

static struct gt_tl_crit *crit_of(const struct gt_lane_view *view)
{
	return view->data[GT_LANE_PATH];
}

static bool lane_path_exists(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	(void)lane;
	return crit_of(view)->chosen;
}

/* How many segments. */
static void lane_path_value(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	int64_t from, to;

	(void)lane;
	if (gt_tl_crit_bounds(crit_of(view), &from, &to))
		gt_human_short(out, crit_of(view)->list.n);
}

/* ---- drawing ---- */

static void draw_wait(const struct gt_lane_pen *pen, int x, enum gt_seg_kind kind)
{
	switch (kind) {
	case GT_SEG_RUNNABLE:
		gt_lane_put(pen, x, GT_ROLE_RUNNABLE, "░", ",");
		break;
	case GT_SEG_SYSCALL:
	case GT_SEG_SYSCALL_BLOCK:
		gt_lane_put(pen, x, GT_ROLE_SYSCALL, "▒", "~");
		break;
	default:
		gt_lane_put(pen, x, GT_ROLE_BLOCKED, "─", "_");
	}
}

/* "G5 main.f", "network": where it leaves something of the segment to be seen. */
static void label_segment(const struct gt_lane_pen *pen, int x, int n, const struct gt_seg *seg, gt_style style)
{
	bool runs = seg->kind == GT_SEG_RUNNING || seg->kind == GT_SEG_GC;
	struct gt_buf text = { 0 }, name = { 0 };
	struct gt_goroutine g;
	const char *s;
	size_t len;
	int width;

	if (n < 4 || !gt_goroutine_get(pen->view->trace, seg->hop.g, &g))
		return;
	gt_buf_putc(&text, 'G');
	gt_buf_u64(&text, g.id);
	s = runs ? gt_trace_string(pen->view->trace, g.func, &len) : gt_seg_name(seg->kind);
	gt_text_escape(&name, s, runs ? len : strlen(s));
	if (name.len && n - (int)text.len > (runs ? 4 : (int)name.len + 2)) {
		gt_buf_putc(&text, ' ');
		gt_func_fit(&text, name.data, name.len, n - (int)text.len, pen->ascii);
	}
	width = gt_text_width(text.data, text.len);
	if (width <= n - (runs ? 0 : 2))
		gt_canvas_fit(pen->row, 0, x + !runs, width, style | (runs ? GT_FILL : 0), text.data, text.len, false);
	gt_buf_release(&text);
	gt_buf_release(&name);
}

/* n columns of which the segment has most. */
static void draw_segment(const struct gt_lane_pen *pen, int x, int n, size_t place)
{
	const struct gt_lane_view *view = pen->view;
	const struct gt_seg *seg = &crit_of(view)->list.segs[place];
	bool runs = seg->kind == GT_SEG_RUNNING || seg->kind == GT_SEG_GC;
	gt_style style = runs ? gt_goroutine_row_style(view->trace, seg->hop.g)
			 : seg->kind == GT_SEG_RUNNABLE ? GT_ROLE_RUNNABLE
			 : seg->kind == GT_SEG_SYSCALL || seg->kind == GT_SEG_SYSCALL_BLOCK ? GT_ROLE_SYSCALL
			 : GT_ROLE_BLOCKED;

	for (int i = x; i < x + n; i++) {
		int64_t a = gt_window_start(&view->win, pen->row->cols, i);
		int64_t b = gt_window_end(&view->win, pen->row->cols, i);
		int64_t part = gt_tl_crit_part(crit_of(view), place, a, b);

		if (!runs)
			draw_wait(pen, i, seg->kind);
		else if (part == b - a)
			gt_lane_put(pen, i, style, "█", "#");
		else
			gt_canvas_vblock(pen->row, 0, i, style, gt_tl_eighths(part, b - a));
	}
	label_segment(pen, x, n, seg, style);
}

/* Each column shows the segment that has most of it; of one that runs, how much. */
static void lane_path_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	const struct gt_lane_pen pen = gt_lane_pen(view, c);
	int n;

	(void)lane;
	for (int x = 0; x < c->cols; x += n) {
		size_t place = gt_tl_crit_in(crit_of(view), gt_window_start(&view->win, c->cols, x),
					     gt_window_end(&view->win, c->cols, x));

		for (n = 1; x + n < c->cols &&
		     gt_tl_crit_in(crit_of(view), gt_window_start(&view->win, c->cols, x + n),
				   gt_window_end(&view->win, c->cols, x + n)) == place; n++)
			;
		if (place != SIZE_MAX)
			draw_segment(&pen, x, n, place);
	}
}

/* ---- what is under the cursor ---- */

static size_t lane_path_at(const struct gt_lane_view *view)
{
	size_t place = gt_tl_crit_in(crit_of(view), view->cursor, view->cursor + 1);
	int64_t a, b;

	gt_lane_cursor_cell(view, &a, &b);
	return place != SIZE_MAX ? place : gt_tl_crit_in(crit_of(view), a, b);
}

static void lane_path_select(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_sel *sel)
{
	size_t place = lane_path_at(view);
	const struct gt_hop *hop;

	(void)lane;
	if (place == SIZE_MAX)
		return;
	hop = &crit_of(view)->list.segs[place].hop;
	gt_sel_add_goroutine(sel, view->trace, hop->g);
	if (hop->t0 == view->cursor) {
		sel->has |= GT_SEL_SPAN;
		sel->end_ns = hop->t1;
	}
}

static uint64_t lane_path_before(const struct gt_lane_view *view, const struct gt_lane *lane, int64_t time)
{
	(void)lane;
	return gt_tl_crit_before(crit_of(view), time);
}

static bool lane_path_item(const struct gt_lane_view *view, const struct gt_lane *lane, uint64_t k,
			   struct gt_lane_item *out)
{
	const struct gt_crit_list *l = &crit_of(view)->list;

	(void)lane;
	if (k >= l->n)
		return false;
	*out = (struct gt_lane_item){ .time = l->segs[l->n - 1 - k].hop.t0, .range = GT_NO_ROW };
	return true;
}

static void lane_path_tell(struct gt_lane_view *view, size_t place, struct gt_detail *d)
{
	struct gt_crit_list *l = &crit_of(view)->list;
	const struct gt_seg *s = &l->segs[place];
	struct gt_buf *out = &d->value;

	gt_detail_say(d, "Goroutine", "{}", gt_as_goroutine(view->trace, s->hop.g));
	gt_detail_say(d, "Kind", "{} {}, {}", gt_as_text(gt_seg_name(s->kind)), gt_as_dur(s->hop.t1 - s->hop.t0),
		      gt_as_span(s->hop.t0, s->hop.t1));
	gt_seg_did(out, l, place);
	gt_put_string(out, view->trace, out->len ? ", " : "", s->hop.reason, NULL);
	if (out->len)
		gt_detail_put(d, "Then");
	gt_detail_stack_at(d, GT_DETAIL_LEFT, "At", view->trace, gt_crit_list_stack(l, place), "no stack");
}

static void lane_path_detail(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d)
{
	struct gt_tl_crit *c = crit_of(view);
	size_t place = lane_path_at(view);

	(void)lane;
	gt_detail_say(d, "Path of", "{}, {}", gt_as_goroutine(view->trace, c->g), gt_as_span(c->from, c->to));
	if (place != SIZE_MAX) {
		gt_detail_pair(d, "Segment", c->walked && c->list.n < GT_TL_CRIT_SEGS ? "%zu of %zu, the latest first"
				: "%zu of %zu that are known, the latest first", place + 1, c->list.n);
		lane_path_tell(view, place, d);
	}
}

/* ---- the path that was shown last ---- */

static bool crit_stale(const struct gt_lane_view *view, const void *data)
{
	const struct gt_program *p = view->prog;

	return p->critical.has &&
	       !gt_tl_crit_is(data, p->trace, p->critical.g, p->critical.from, p->critical.to);
}

static bool crit_update(struct gt_lane_view *view, void *data)
{
	struct gt_program *p = view->prog;

	if (crit_stale(view, data))
		gt_tl_crit_choose(data, p->trace, p->critical.g, p->critical.from, p->critical.to);
	return gt_tl_crit_update(data, gt_clock_now() + WALK_NS);
}

static void crit_release(void *data)
{
	gt_tl_crit_release(data);
}

static const struct gt_lane_data crit_data = {
	.size = sizeof(struct gt_tl_crit),
	.update = crit_update,
	.stale = crit_stale,
	.release = crit_release,
};

const struct gt_lane_ops gt_lane_path = {
	.data = &crit_data,
	.exists = lane_path_exists,
	.value = lane_path_value,
	.draw = lane_path_draw,
	.select = lane_path_select,
	.items_before = lane_path_before,
	.item = lane_path_item,
	.detail = lane_path_detail,
};

/* The lane of a goroutine: solid where it runs, a texture while it is runnable, a line while it waits. */
#include "ui/lanes/lane.h"

#include "base/utf8.h"

/* A reason to wait is cut down to so many columns, not to fewer. */
#define REASON_COLS 6

/* "G17 main.worker", in the columns that lanes' names have; a mark where the timeline chose it. */
static void lane_goroutine_title(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	const struct gt_trace *t = view->trace;
	struct gt_goroutine g = { 0 };
	struct gt_buf name = { 0 };
	size_t start = out->len, n;
	const char *s;
	int left;

	gt_goroutine_get(t, lane->row, &g);
	gt_buf_puts(out, lane->kind == GT_LANE_BUSIEST ? "+G" : "G");
	gt_buf_u64(out, g.id);
	left = view->names - (int)(out->len - start) - 1;
	if (left < 4)
		return;
	s = gt_trace_string(t, g.func, &n);
	gt_text_escape(&name, s, n);
	if (name.len) {
		gt_buf_putc(out, ' ');
		gt_func_fit(out, name.data, name.len, left, gt_app_options(view->prog->app)->ascii);
	}
	gt_buf_release(&name);
}

/* ---- drawing ---- */

static void draw_state(const struct gt_lane_pen *pen, int x, unsigned what)
{
	switch (what) {
	case GT_SPENT_SCHED:
		gt_lane_put(pen, x, GT_ROLE_RUNNABLE, "░", ",");
		break;
	case GT_SPENT_SYSCALL:
	case GT_SPENT_SYSCALL_BLOCK:
		gt_lane_put(pen, x, GT_ROLE_SYSCALL, "▒", "~");
		break;
	case GT_SPENT_EXEC:
		gt_lane_put(pen, x, GT_ROLE_RUNNING, "▁", ".");
		break;
	default:
		gt_lane_put(pen, x, GT_ROLE_BLOCKED, "─", "_");
	}
}

/* What n columns of a wait are about, where most of it can be read. */
static void label_wait(const struct gt_lane_pen *pen, int x, int n, uint32_t reason)
{
	struct gt_buf text = { 0 };
	const char *s;
	size_t len;
	int width;

	s = gt_trace_string(pen->view->trace, reason, &len);
	gt_text_escape(&text, s, len);
	width = gt_text_width(gt_buf_str(&text), text.len);
	if (width > n - 4)
		width = n - 4 >= REASON_COLS ? n - 4 : 0;
	if (width > 0) {
		gt_lane_put(pen, x + 1, GT_ROLE_BLOCKED, " ", " ");
		gt_canvas_fit(pen->row, 0, x + 2, width, GT_ROLE_BLOCKED, text.data, text.len, false);
		gt_lane_put(pen, x + 2 + width, GT_ROLE_BLOCKED, " ", " ");
	}
	gt_buf_release(&text);
}

/* Cells say what the goroutine does (gt_tl_goroutine_ops). */
static void lane_goroutine_draw_idle(struct gt_lane_pen *pen, const struct gt_lane *lane, int x, int n,
				     const struct gt_tl_cell *cells)
{
	int end = x + n, from;

	(void)lane;
	while (x < end) {
		from = x;
		for (; x < end && cells[x].inside == cells[from].inside && cells[x].item == cells[from].item; x++) {
			if (cells[x].inside)
				draw_state(pen, x, cells[x].inside - 1u);
		}
		if (cells[from].inside == GT_SPENT_BLOCK + 1)
			label_wait(pen, from, x - from, cells[from].item);
	}
}

static int64_t lane_goroutine_known(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(view->trace, lane->row, &g))
		return INT64_MAX;
	return g.state == GT_G_RUNNING || g.state == GT_G_SYSCALL ? g.since : INT64_MAX;
}

static void lane_goroutine_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	struct gt_tl_goroutine g = { .src = { .track = &gt_goroutine_track, .trace = view->trace, .row = lane->row } };
	const struct gt_tl_source source = { &gt_tl_goroutine_ops, &g };
	struct gt_lane_pen pen = gt_lane_pen(view, c);

	pen.label = GT_LABEL_PROC;
	gt_lane_draw_slices(&pen, lane, &source, lane_goroutine_draw_idle, lane->row);
	gt_lane_draw_blamed(&pen, GT_NO_ROW, lane->row);
}

/* ---- picking ---- */

static void lane_goroutine_pick(struct gt_lane_view *view, const struct gt_lane *lane, int64_t a, int64_t b)
{
	const struct gt_interval *iv;
	struct gt_tl_gap gap;

	gt_tl_gap_at(view->trace, lane->row, view->cursor, &gap);
	iv = gt_tl_gap_in(&gap, view->cursor, view->cursor + 1);
	if (!iv)
		iv = gt_tl_gap_in(&gap, a, b);
	if (!iv)
		return;
	view->state_interval = *iv;
	view->has_state_interval = true;
}

static void lane_goroutine_add_to_sel(const struct gt_lane_view *view, const struct gt_lane *lane,
				      struct gt_sel *sel)
{
	gt_sel_add_goroutine(sel, view->trace, lane->row);
	if (view->has_state_interval && view->state_interval.t0 == view->cursor) {
		sel->has |= GT_SEL_SPAN;
		sel->end_ns = view->state_interval.t1;
	}
}

static uint32_t lane_goroutine_home(const struct gt_lane_view *view, const struct gt_slice *s)
{
	(void)view;
	return s->g;
}

static uint32_t lane_goroutine_meant(const struct gt_lane_view *view, const struct gt_sel *sel)
{
	(void)view;
	return sel->has & GT_SEL_G ? sel->g_row : GT_NO_ROW;
}

static void lane_goroutine_detail(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d)
{
	if (view->has_state_interval)
		gt_detail_interval(d, view->prog, lane->row, &view->state_interval);
	else
		gt_detail_goroutine(d, view->prog, lane->row);
}

const struct gt_lane_ops gt_lane_goroutine = {
	.data = &gt_lane_nested_data,
	.put_title = lane_goroutine_title,
	.height = gt_lane_nested_height,
	.draw = lane_goroutine_draw,
	.known = lane_goroutine_known,
	.pick = lane_goroutine_pick,
	.track = &gt_goroutine_track,
	.home = lane_goroutine_home,
	.meant = lane_goroutine_meant,
	.select = lane_goroutine_add_to_sel,
	.detail = lane_goroutine_detail,
};

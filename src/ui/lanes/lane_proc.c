/* The lane of a processor. */
#include <inttypes.h>

#include "base/human.h"
#include "base/utf8.h"
#include "ui/lanes/instants.h"
#include "ui/lanes/lane.h"

#define LEAST_ENDING 6      /* columns: in fewer a reason that does not fit says nothing */

static void lane_proc_title(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	struct gt_proc p = { 0 };

	gt_proc_get(view->trace, lane->row, &p);
	gt_buf_putc(out, 'P');
	gt_buf_u64(out, p.id);
}

static int64_t lane_proc_known(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	return gt_lane_known(gt_proc_open_slice(view->trace, lane->row));
}

static int lane_proc_height(const struct gt_lane_view *view)
{
	return view->tall + view->shows_nested + view->shows_instants;
}

/* What each row has; 0: there is none. */
struct lane_proc_rows {
	int body;            /* rows of slices, from the first on */
	int nested, instants, ending;
};

/* Close up each row says something of its own. */
static struct lane_proc_rows lane_proc_rows_of(const struct gt_lane_view *view)
{
	int all = lane_proc_height(view), below = all - 1 < 3 ? all - 1 : 3, body = all - below;

	if (!view->close)
		return (struct lane_proc_rows){
			.body = view->tall, .nested = view->shows_nested ? view->tall : 0,
			.instants = view->shows_instants ? view->tall + view->shows_nested : 0,
		};
	return (struct lane_proc_rows){
		.body = body, .nested = below > 0 ? body : 0, .instants = below > 1 ? body + 1 : 0,
		.ending = below > 2 ? body + 2 : 0,
	};
}

/* ---- drawing ---- */

/* Appends why a slice ended, and what its goroutine waited for then: "network 1.43ms, woken by G27". */
static void lane_proc_put_ending(const struct gt_trace *t, const struct gt_slice *s, struct gt_buf *out)
{
	struct gt_goroutine g;
	struct gt_slice next;
	const char *why;
	size_t n;

	if (s->flags & GT_SLICE_OPEN || !s->end_type) {
		gt_buf_puts(out, "no end in the trace");
		return;
	}
	why = gt_trace_string(t, s->reason, &n);
	if (n)
		gt_text_escape(out, why, n);
	else
		gt_buf_puts(out, gt_event_type_name(t, s->end_type));
	if (!gt_slice_get(t, gt_slice_next_of_g(t, s->id), &next))
		return;
	/* Until somebody made it runnable; else, as after a preemption, until it ran. */
	gt_buf_putc(out, ' ');
	gt_human_dur(out, (next.ready != GT_NO_TIME && next.ready > s->t1 ? next.ready : next.t0) - s->t1);
	if (gt_goroutine_get(t, next.waker, &g))
		gt_buf_printf(out, ", woken by G%" PRIu64, g.id);
}

/* Below each slice, up to the next one: O(slices in the window * log n). */
static void lane_proc_draw_endings(const struct gt_trace *t, uint32_t proc_row, const struct gt_window *w,
				   const struct gt_canvas *row)
{
	uint64_t k, n = gt_slices_within(t, proc_row, w->t0, w->t0 + w->span, &k), end = k + n;
	struct gt_buf text = { 0 };
	struct gt_slice s, next;

	for (; k < end && gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), &s); k++) {
		int x = s.t0 <= w->t0 ? 0 : gt_window_column(w, row->cols, s.t0), to = row->cols, width;

		if (k + 1 < end && gt_slice_get(t, gt_slice_of_proc(t, proc_row, k + 1), &next))
			to = gt_window_column(w, row->cols, next.t0) - 1;
		gt_buf_reset(&text);
		lane_proc_put_ending(t, &s, &text);
		width = gt_text_width(gt_buf_str(&text), text.len);
		if (width <= to - x)
			gt_canvas_textn(row, 0, x, GT_ROLE_BLOCKED, gt_buf_str(&text), text.len);
		else if (to - x >= LEAST_ENDING)
			gt_canvas_phrases(row, 0, x, to - x, GT_ROLE_BLOCKED, gt_buf_str(&text), text.len);
	}
	gt_buf_release(&text);
}

static void lane_proc_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	struct gt_tl_proc proc = { .src = { .track = &gt_proc_track, .trace = view->trace, .row = lane->row } };
	const struct gt_tl_source source = { &gt_tl_proc_ops, &proc };
	struct gt_lane_pen pen = gt_lane_pen(view, c);
	const struct lane_proc_rows rows = lane_proc_rows_of(view);
	struct gt_canvas line;

	pen.body = rows.body < c->rows ? rows.body : c->rows;
	pen.nested = rows.nested;
	gt_lane_draw_slices(&pen, lane, &source, NULL, GT_NO_ROW);
	gt_lane_draw_blamed(&pen, lane->row, GT_NO_ROW);
	if (rows.instants && rows.instants < c->rows) {
		line = gt_canvas_sub(c, rows.instants, 0, 1, c->cols);
		gt_tl_instants_draw(view->trace, lane->row, &view->win, &line, view->close);
	}
	if (rows.ending && rows.ending < c->rows) {
		line = gt_canvas_sub(c, rows.ending, 0, 1, c->cols);
		lane_proc_draw_endings(view->trace, lane->row, &view->win, &line);
	}
}

static void lane_proc_add_to_sel(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_sel *sel)
{
	struct gt_proc p;

	if (!gt_proc_get(view->trace, lane->row, &p))
		return;
	sel->has |= GT_SEL_P;
	sel->p = p.id;
}

static uint32_t lane_proc_home(const struct gt_lane_view *view, const struct gt_slice *s)
{
	(void)view;
	return s->proc_row;
}

const struct gt_lane_ops gt_lane_proc = {
	.data = &gt_lane_nested_data,
	.put_title = lane_proc_title,
	.height = lane_proc_height,
	.draw = lane_proc_draw,
	.known = lane_proc_known,
	.idle = " is idle here",
	.track = &gt_proc_track,
	.home = lane_proc_home,
	.select = lane_proc_add_to_sel,
};

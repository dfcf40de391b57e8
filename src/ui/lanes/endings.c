/* Why slices ended and what their goroutines waited for then: a row of a P's lane. */
#include "ui/lanes/endings.h"

#include <inttypes.h>
#include <string.h>

#include "base/human.h"
#include "base/utf8.h"

#define LEAST 6      /* columns: in fewer a reason that does not fit says nothing */

/* Appends that of one slice: "network 1.43ms, woken by G27". */
static void tl_ending_put(const struct gt_trace *t, const struct gt_slice *s, struct gt_buf *out)
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

void gt_tl_endings_draw(const struct gt_trace *t, uint32_t proc_row, const struct gt_window *w,
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
		tl_ending_put(t, &s, &text);
		width = gt_text_width(gt_buf_str(&text), text.len);
		if (width <= to - x)
			gt_canvas_textn(row, 0, x, GT_ROLE_BLOCKED, gt_buf_str(&text), text.len);
		else if (to - x >= LEAST)
			gt_canvas_phrases(row, 0, x, to - x, GT_ROLE_BLOCKED, gt_buf_str(&text), text.len);
	}
	gt_buf_release(&text);
}

/* Folded stacks: a line per stack, frames separated by semicolons, and what it weighs. */
#include <inttypes.h>

#include "analysis/table/stacktext.h"
#include "base/utf8.h"
#include "format/profile.h"

/* Semicolons and the ends of lines are the format's. */
static void folded_frame(struct gt_buf *out, const struct gt_trace *t, const struct gt_frame *f)
{
	size_t n, from = out->len;
	const char *func = gt_trace_string(t, f->func, &n);

	if (n)
		gt_text_escape(out, func, n);
	else
		gt_frame_pc_text(out, f);
	for (size_t i = from; i < out->len; i++)
		if (out->data[i] == ';')
			out->data[i] = ':';
}

static void folded_frames(struct gt_buf *out, const struct gt_trace *t, uint32_t stack, bool outermost_first)
{
	uint32_t n = stack ? gt_stack_depth(t, stack) : 0;
	struct gt_frame f;

	for (uint32_t i = 0; i < n; i++) {
		if (!gt_stack_frame(t, stack, outermost_first ? n - 1 - i : i, &f))
			continue;
		if (i)
			gt_buf_putc(out, ';');
		folded_frame(out, t, &f);
	}
	if (!n)
		gt_buf_puts(out, "no stack recorded");
}

void gt_profile_folded(struct gt_buf *out, const struct gt_trace *t, const struct gt_profile_stack *stacks, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct gt_profile_stack *s = &stacks[i];

		if (s->kind)
			gt_buf_printf(out, "%s;", gt_profile_stack_kind(s));
		folded_frames(out, t, s->stack, true);
		if (s->waker) {
			gt_buf_puts(out, ";--;");
			folded_frames(out, t, s->waker, false);
		}
		gt_buf_printf(out, " %" PRIi64 "\n", s->ns);
	}
}

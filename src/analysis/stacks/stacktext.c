/* Stacks and frames as bytes and as text. */
#include "analysis/stacks/stacktext.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"

bool gt_put_string(struct gt_buf *out, const struct gt_trace *t, const char *before, uint32_t row, const char *none)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	if (n) {
		gt_buf_puts(out, before);
		gt_buf_add(out, s, n);
	} else if (none) {
		gt_buf_puts(out, none);
	}
	return n;
}

static void put_string_word(struct gt_buf *out, const struct gt_word *w)
{
	gt_put_string(out, w->of, "", (uint32_t)w->u, w->text);
}

struct gt_word gt_as_string(const struct gt_trace *t, uint32_t row, const char *none)
{
	return (struct gt_word){ .put = put_string_word, .of = t, .text = none, .u = row };
}

static void put_func_word(struct gt_buf *out, const struct gt_word *w)
{
	static const char before_1_22[] = "runtime.main";
	size_t n;
	const char *s = gt_trace_string(w->of, (uint32_t)w->u, &n);

	if (n == sizeof before_1_22 - 1 && !memcmp(s, before_1_22, n))
		gt_buf_puts(out, "main.main");
	else
		put_string_word(out, w);
}

struct gt_word gt_as_func(const struct gt_trace *t, uint32_t row)
{
	struct gt_word w = gt_as_string(t, row, GT_NAMELESS);

	w.put = put_func_word;
	return w;
}

static void add_escaped(struct gt_buf *out, const struct gt_trace *t, uint32_t string)
{
	size_t n;
	const char *s = gt_trace_string(t, string, &n);

	gt_text_escape(out, s, n);
}

bool gt_stack_top(struct gt_buf *out, const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	if (!stack || !gt_stack_frame(t, stack, 0, &f))
		return false;
	gt_put_string(out, t, "", f.func, NULL);
	gt_buf_putc(out, ':');
	gt_buf_u64(out, f.line);
	return true;
}

void gt_frame_pc_text(struct gt_buf *out, const struct gt_frame *f)
{
	if (f->pc)
		gt_buf_printf(out, "0x%" PRIx64, f->pc);
	else
		gt_buf_puts(out, "not recorded");
}

bool gt_frame_short_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_frame *f)
{
	if (gt_put_string(out, t, "", f->func, NULL)) {
		gt_buf_putc(out, ':');
		gt_buf_u64(out, f->line);
	} else if (f->pc) {
		gt_frame_pc_text(out, f);
	}
	return f->func || f->pc;
}

static bool is_func(const struct gt_trace *t, uint32_t stack, uint32_t i, const char *name)
{
	struct gt_frame f;
	const char *s;
	size_t n;

	if (!gt_stack_frame(t, stack, i, &f))
		return false;
	s = gt_trace_string(t, f.func, &n);
	return n == strlen(name) && !memcmp(s, name, n);
}

/*
 * A signal made the goroutine call runtime.asyncPreempt, which calls
 * asyncPreempt2; what that called on the way to the scheduler may be shown, too.
 */
uint32_t gt_stack_preempt_frames(const struct gt_trace *t, uint32_t stack)
{
	uint32_t i;

	for (i = 0; stack && i < 6; i++)
		if (is_func(t, stack, i, "runtime.asyncPreempt"))
			return i + 1 < gt_stack_depth(t, stack) ? i + 1 : 0;
	return 0;
}

bool gt_stack_leaf(struct gt_buf *out, const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	return stack && gt_stack_frame(t, stack, gt_stack_preempt_frames(t, stack), &f) &&
	       gt_frame_short_text(out, t, &f);
}

void gt_frame_dump_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_frame *f)
{
	gt_buf_u64(out, f->pc);
	gt_buf_putc(out, ' ');
	add_escaped(out, t, f->func);
	gt_buf_putc(out, ' ');
	add_escaped(out, t, f->file);
	gt_buf_putc(out, ' ');
	gt_buf_u64(out, f->line);
}

void gt_frame_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_frame *f)
{
	if (f->func)
		add_escaped(out, t, f->func);
	else
		gt_frame_pc_text(out, f);
	if (!f->file && !f->line)
		return;
	gt_buf_putc(out, ' ');
	add_escaped(out, t, f->file);
	gt_buf_putc(out, ':');
	gt_buf_u64(out, f->line);
}

bool gt_stack_same_text(const struct gt_trace *t, uint32_t a, uint32_t b)
{
	uint32_t n = a ? gt_stack_depth(t, a) : 0;

	if (a == b)
		return true;
	if (n != (b ? gt_stack_depth(t, b) : 0))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct gt_frame f, g;

		if (!gt_stack_frame(t, a, i, &f) || !gt_stack_frame(t, b, i, &g) || f.func != g.func ||
		    f.file != g.file || f.line != g.line || (!f.func && f.pc != g.pc))
			return false;
	}
	return true;
}

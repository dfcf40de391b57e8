/* Folded stacks: a line per stack, frames separated by semicolons, and what it weighs. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stacks/stacktext.h"
#include "base/sat.h"
#include "base/strtab.h"
#include "base/utf8.h"
#include "base/xalloc.h"
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

static void folded_stack(struct gt_buf *out, const struct gt_trace *t, const struct gt_profile_stack *s)
{
	if (s->kind)
		gt_buf_printf(out, "%s;", gt_profile_stack_kind(s));
	folded_frames(out, t, s->stack, true);
	if (s->waker) {
		gt_buf_puts(out, ";--;");
		folded_frames(out, t, s->waker, false);
	}
}

void gt_profile_folded(struct gt_buf *out, const struct gt_trace *t, const struct gt_profile_stack *stacks, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		folded_stack(out, t, &stacks[i]);
		gt_buf_printf(out, " %" PRIi64 "\n", stacks[i].ns);
	}
}

/* ---- two sides ---- */

struct both {
	struct gt_strtab texts;
	int64_t (*ns)[2];     /* by text: before, now */
	size_t cap, n;
};

static void both_add(struct both *b, const struct gt_profiled *of)
{
	struct gt_buf text = { 0 };

	for (size_t i = 0; i < of->p->n; i++) {
		uint32_t id;

		gt_buf_reset(&text);
		folded_stack(&text, of->t, &of->p->stacks[i]);
		id = gt_strtab_add(&b->texts, gt_buf_str(&text), text.len);
		GT_GROW(b->ns, b->cap, b->texts.count);
		while (b->n < b->texts.count)
			memset(b->ns[b->n++], 0, sizeof *b->ns);
		gt_sat_grow(&b->ns[id][!of->old], of->p->stacks[i].ns);
	}
	gt_buf_release(&text);
}

void gt_profile_folded_both(struct gt_buf *out, const struct gt_profiled *parts, size_t n)
{
	struct both b = { .n = 0 };

	gt_strtab_init(&b.texts);
	for (size_t i = 0; i < n; i++)
		both_add(&b, &parts[i]);
	for (uint32_t i = 0; i < b.n; i++)
		if (b.ns[i][0] || b.ns[i][1])
			gt_buf_printf(out, "%s %" PRIi64 " %" PRIi64 "\n", gt_strtab_get(&b.texts, i, NULL), b.ns[i][0],
				      b.ns[i][1]);
	gt_strtab_release(&b.texts);
	free(b.ns);
}

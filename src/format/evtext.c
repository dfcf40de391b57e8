/* An event on one line, a stack on several. */
#include "format/evtext.h"

#include "analysis/stacks/stacktext.h"
#include "index/caps.h"
#include "wire/v1/v1events.h"

static void evtext_put_id(struct gt_buf *out, const char *name, uint64_t id)
{
	gt_buf_puts(out, name);
	if (id == GT_NONE || id == GT_P_OUTSIDE)
		gt_buf_puts(out, "-1");
	else
		gt_buf_u64(out, id);
}

/* v1 events have three arguments, used or not; no goroutine and no parent task are 0. */
#define V1_ARGS 3

void gt_event_numbers(struct gt_buf *out, const struct gt_trace *t, const struct gt_event *ev, uint64_t p, uint64_t g)
{
	bool v1 = gt_trace_caps(t).old_events;
	unsigned n = v1 ? V1_ARGS : ev->nargs < GT_EVENT_ARGS ? ev->nargs : GT_EVENT_ARGS;

	evtext_put_id(out, " P: ", p);
	evtext_put_id(out, " G: ", v1 && g == GT_NONE ? 0 : g);
	evtext_put_id(out, " StkID: ", ev->stack);
	for (unsigned i = 0; i < n; i++) {
		char name[] = " args0: ";
		uint64_t arg = i < ev->nargs ? ev->args[i] : 0;

		if (v1 && ev->type == GT_V1_UserTaskCreate && arg == GT_NONE)
			arg = 0;
		name[5] = (char)('0' + i);
		evtext_put_id(out, name, arg);
	}
}

void gt_stack_lines(struct gt_buf *out, const struct gt_trace *t, uint32_t stack, size_t indent)
{
	struct gt_frame f;

	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &f); i++) {
		gt_buf_fill(out, ' ', indent);
		gt_frame_dump_text(out, t, &f);
		gt_buf_putc(out, '\n');
	}
}

/* An event in words, for lists. */
#include "ui/detail/eventtext.h"

#include <inttypes.h>

#include "analysis/stacks/where.h"

void gt_event_arg_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_event *ev, unsigned i)
{
	const char *meaning = gt_event_arg_meaning(t, ev, i);

	if (gt_event_arg_is_string(t, ev, i)) {
		gt_buf_putc(out, '"');
		if (!gt_event_string(t, ev, ev->args[i], out))
			gt_buf_printf(out, "(string %" PRIu64 " is not in the trace)", ev->args[i]);
		gt_buf_putc(out, '"');
	} else if (!gt_event_arg_is_stack(t, ev, i) && ev->args[i] != GT_NONE) {
		gt_buf_u64(out, ev->args[i]);
		if (meaning)
			gt_buf_printf(out, " (%s)", meaning);
	} else if (ev->args[i] == GT_NONE || !gt_where_text(out, t, gt_event_stack_row(t, ev, ev->args[i]))) {
		gt_buf_putc(out, '-');
	}
}

static void eventtext_put_arg(struct gt_buf *out, const struct gt_trace *t, const struct gt_event *ev,
			      unsigned i)
{
	const char *name = gt_event_arg_name(t, ev->type, i);

	gt_buf_printf(out, "%s%s=", out->len ? " " : "", name ? name : "?");
	gt_event_arg_text(out, t, ev, i);
}

void gt_event_args_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_event *ev)
{
	uint32_t own = gt_event_stack(t, ev);
	struct gt_buf message = { 0 };

	for (unsigned i = 0; i < ev->nargs && i < GT_EVENT_ARGS; i++) {
		/* The acting goroutine's stack has a column of its own. */
		if (gt_event_arg_is_stack(t, ev, i) &&
		    (!ev->args[i] || (own && gt_event_stack_row(t, ev, ev->args[i]) == own)))
			continue;
		eventtext_put_arg(out, t, ev, i);
	}
	if (gt_event_message(t, ev, &message)) {
		gt_buf_puts(out, " message=\"");
		gt_buf_add(out, gt_buf_str(&message), message.len);
		gt_buf_putc(out, '"');
	}
	gt_buf_release(&message);
}

void gt_event_top_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_event *ev)
{
	if (!gt_where_text(out, t, gt_event_stack(t, ev)))
		gt_where_text(out, t, gt_event_stack2(t, ev));
}

void gt_event_g_text(struct gt_buf *out, const struct gt_event *ev)
{
	if (ev->g != GT_NONE)
		gt_buf_u64(out, ev->g);
	else if (ev->kind == GT_EV_G_STATE && ev->subject != GT_NONE)
		gt_buf_printf(out, "(%" PRIu64 ")", ev->subject);
}

void gt_event_p_text(struct gt_buf *out, const struct gt_event *ev)
{
	if (ev->p == GT_P_OUTSIDE)
		gt_buf_puts(out, "-1");
	else if (ev->p != GT_NONE)
		gt_buf_u64(out, ev->p);
	else if (ev->kind == GT_EV_P_STATE && ev->subject != GT_NONE)
		gt_buf_printf(out, "(%" PRIu64 ")", ev->subject);
}

gt_style gt_event_style(const struct gt_event *ev)
{
	static const gt_style of_state[] = {
		[GT_G_RUNNING] = GT_ROLE_RUNNING, [GT_G_RUNNABLE] = GT_ROLE_RUNNABLE,
		[GT_G_WAITING] = GT_ROLE_BLOCKED, [GT_G_SYSCALL] = GT_ROLE_SYSCALL,
	};

	switch ((enum gt_event_kind)ev->kind) {
	case GT_EV_G_STATE:
		return ev->to < GT_COUNT(of_state) ? of_state[ev->to] : GT_ROLE_NORMAL;
	case GT_EV_P_STATE:
		return ev->to == GT_P_IDLE ? GT_ROLE_DIM : GT_ROLE_NORMAL;
	case GT_EV_RANGE_BEGIN:
	case GT_EV_RANGE_ACTIVE:
	case GT_EV_RANGE_END:
		return ev->range == GT_RANGE_STW ? GT_ROLE_STW : GT_ROLE_GC;
	case GT_EV_TASK_BEGIN:
	case GT_EV_TASK_END:
	case GT_EV_REGION_BEGIN:
	case GT_EV_REGION_END:
	case GT_EV_LOG:
		return GT_ROLE_CHART2;
	case GT_EV_METRIC:
	case GT_EV_LABEL:
	case GT_EV_SAMPLE:
		return GT_ROLE_DIM;
	case GT_EV_OTHER:
	case GT_EV_DROPPED:
		return GT_ROLE_NORMAL;
	}
	return GT_ROLE_NORMAL;
}

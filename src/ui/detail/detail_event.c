/* The detail pane of an event: its arguments, links and stacks. */
#include <inttypes.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/table/stacktext.h"
#include "base/human.h"
#include "order/replay.h"
#include "ui/detail/detail.h"

static const char *pstate_name(unsigned state)
{
	static const char *const names[] = {
		[GT_P_UNDETERMINED] = "unknown",
		[GT_P_NOT_EXIST] = "none",
		[GT_P_RUNNING] = "running",
		[GT_P_IDLE] = "idle",
	};

	return state < GT_COUNT(names) ? names[state] : "?";
}

static void add_id(struct gt_buf *out, const char *what, uint64_t id)
{
	if (id == GT_NONE)
		gt_buf_printf(out, "%sno %s", out->len ? ", " : "", what);
	else
		gt_buf_printf(out, "%s%s%" PRIu64, out->len ? ", " : "", what, id);
}

static void line_where(struct gt_detail *d, const struct gt_program *prog, const struct gt_event *ev,
		       struct gt_buf *text)
{
	gt_buf_reset(text);
	add_id(text, "M", ev->m);
	add_id(text, "P", ev->p == GT_P_OUTSIDE ? GT_NONE : ev->p);
	if (ev->g == GT_NONE) {
		add_id(text, "G", ev->g);
	} else {
		gt_buf_puts(text, ", ");
		gt_goroutine_title(text, prog->trace, gt_goroutine_find(prog->trace, ev->g, ev->time));
	}
	gt_detail_pair_buf(d, "Where", text);
}

/* What the event changes, in words. */
static void line_change(struct gt_detail *d, const struct gt_program *prog, const struct gt_event *ev,
			struct gt_buf *text)
{
	gt_buf_reset(text);
	if (ev->kind == GT_EV_G_STATE) {
		gt_goroutine_title(text, prog->trace, gt_goroutine_find(prog->trace, ev->subject, ev->time));
		gt_buf_printf(text, ": %s → %s",
			      ev->from == GT_G_NOT_EXIST ? "did not exist" : gt_gstate_name(ev->from),
			      gt_gstate_name(ev->to));
	} else if (ev->kind == GT_EV_P_STATE) {
		gt_buf_printf(text, "P%" PRIu64 ": %s → %s", ev->subject, pstate_name(ev->from),
			      pstate_name(ev->to));
	} else {
		return;
	}
	gt_detail_pair_buf(d, "Change", text);
}

static void line_arg(struct gt_detail *d, const struct gt_program *prog, const struct gt_event *ev,
		     unsigned i, struct gt_buf *text)
{
	const char *name = gt_event_arg_name(prog->trace, ev->type, i);
	const char *meaning = gt_event_arg_meaning(prog->trace, ev, i);

	gt_buf_reset(text);
	if (gt_event_arg_is_string(prog->trace, ev, i)) {
		gt_buf_putc(text, '"');
		if (!gt_event_string(prog->trace, ev, ev->args[i], text))
			gt_buf_printf(text, "(string %" PRIu64 " is not in the trace)", ev->args[i]);
		gt_buf_putc(text, '"');
	} else if (gt_event_arg_is_stack(prog->trace, ev, i)) {
		gt_buf_printf(text, "%" PRIu64 " ", ev->args[i]);
		gt_stack_top_shown(text, prog->trace, gt_event_stack_row(prog->trace, ev, ev->args[i]));
	} else if (ev->args[i] == GT_NONE) {
		gt_buf_puts(text, "none");
	} else {
		gt_buf_u64(text, ev->args[i]);
		if (meaning)
			gt_buf_printf(text, " (%s)", meaning);
	}
	gt_detail_pair_buf(d, name ? name : "?", text);
}

static void line_link(struct gt_detail *d, struct gt_program *prog, uint64_t link, struct gt_buf *text)
{
	const struct gt_event *ev;

	if (link == GT_NONE || gt_events_get(prog->events, link, &ev, NULL) < 0)
		return;
	gt_buf_reset(text);
	gt_buf_printf(text, "%s@%" PRIu64 " at ", gt_event_type_name(prog->trace, ev->type), link);
	gt_human_time(text, ev->time);
	gt_detail_pair_buf(d, "Linked", text);
}

/* v1 has no generations; CPU samples lie in no stream. */
static void line_place(struct gt_detail *d, const struct gt_program *prog, const struct gt_event *ev,
		       struct gt_buf *text)
{
	gt_buf_reset(text);
	gt_buf_printf(text, "byte %" PRIu64, ev->off);
	if (gt_trace_info(prog->trace)->header.format != GT_FORMAT_V1)
		gt_buf_printf(text, ", generation %" PRIu64, ev->gen);
	if (ev->stream != GT_STREAM_SAMPLES)
		gt_buf_printf(text, ", stream %" PRIu32, ev->stream);
	gt_buf_printf(text, ", type %u", ev->type);
	gt_detail_pair_buf(d, "In the file", text);
}

/* The goroutine's own stack and, of events that change the state of another one, where that one stands. */
static void add_stacks(struct gt_detail *d, const struct gt_program *prog, const struct gt_event *ev)
{
	uint32_t own = gt_event_stack(prog->trace, ev), other = gt_event_stack2(prog->trace, ev);

	gt_detail_turn(d, GT_DETAIL_LEFT);
	gt_detail_add(d, GT_ROLE_LABEL, "Stack");
	gt_detail_stack(d, prog->trace, own, "no stack");
	if (other && other != own) {
		gt_detail_turn(d, GT_DETAIL_RIGHT);
		gt_detail_add(d, GT_ROLE_LABEL, "Transition stack");
		gt_detail_stack(d, prog->trace, other, "no stack");
	}
	gt_detail_turn(d, GT_DETAIL_FULL);
}

void gt_detail_event(struct gt_detail *d, struct gt_program *prog, uint64_t n)
{
	const struct gt_event *found;
	struct gt_buf text = { 0 };
	struct gt_error err;
	struct gt_event ev;
	uint64_t link;

	if (n >= gt_trace_info(prog->trace)->events) {
		gt_detail_add(d, GT_ROLE_DIM, "no event is selected");
		return;
	}
	link = gt_event_link(prog->events, n);
	if (gt_events_get(prog->events, n, &found, &err) < 0) {
		gt_detail_add(d, GT_ROLE_ERROR, "event %" PRIu64 ": %s", n, err.text);
		return;
	}
	ev = *found;
	gt_buf_printf(&text, "%s, number %" PRIu64 ", at ", gt_event_type_name(prog->trace, ev.type), n);
	gt_human_time(&text, ev.time);
	gt_detail_pair_buf(d, "Event", &text);
	line_where(d, prog, &ev, &text);
	line_change(d, prog, &ev, &text);
	line_link(d, prog, link, &text);
	for (unsigned i = 0; i < ev.nargs && i < GT_EVENT_ARGS; i++)
		line_arg(d, prog, &ev, i, &text);
	gt_buf_reset(&text);
	if (gt_event_message(prog->trace, &ev, &text))
		gt_detail_pair_buf(d, "message", &text);
	line_place(d, prog, &ev, &text);
	add_stacks(d, prog, &ev);
	gt_buf_release(&text);
}

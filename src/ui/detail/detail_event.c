/* The detail pane of an event: its arguments, links and stacks. */
#include <inttypes.h>

#include "analysis/goroutines/goroutines.h"
#include "index/caps.h"
#include "order/replay.h"
#include "ui/detail/detail.h"
#include "ui/detail/eventtext.h"

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

/* "P3", "no P" */
static void put_id(struct gt_buf *out, const struct gt_word *w)
{
	if (w->u == GT_NONE)
		gt_buf_printf(out, "no %s", w->text);
	else
		gt_buf_printf(out, "%s%" PRIu64, w->text, w->u);
}

static struct gt_word as_id(const char *what, uint64_t id)
{
	return (struct gt_word){ .put = put_id, .text = what, .u = id };
}

static void line_where(struct gt_detail *d, const struct gt_trace *t, const struct gt_event *ev)
{
	gt_detail_say(d, "Where", "{}, {}, {}", as_id("M", ev->m),
		      as_id("P", ev->p == GT_P_OUTSIDE ? GT_NONE : ev->p),
		      ev->g == GT_NONE ? as_id("G", GT_NONE)
				       : gt_as_goroutine(t, gt_goroutine_find(t, ev->g, ev->time)));
}

/* What the event changes, in words. */
static void line_change(struct gt_detail *d, const struct gt_trace *t, const struct gt_event *ev)
{
	if (ev->kind == GT_EV_G_STATE)
		gt_detail_say(d, "Change", "{}: {} → {}",
			      gt_as_goroutine(t, gt_goroutine_find(t, ev->subject, ev->time)),
			      gt_as_text(ev->from == GT_G_NOT_EXIST ? "did not exist" : gt_gstate_name(ev->from)),
			      gt_as_text(gt_gstate_name(ev->to)));
	else if (ev->kind == GT_EV_P_STATE)
		gt_detail_say(d, "Change", "P{}: {} → {}", gt_as_u64(ev->subject),
			      gt_as_text(pstate_name(ev->from)), gt_as_text(pstate_name(ev->to)));
}

static void line_arg(struct gt_detail *d, const struct gt_trace *t, const struct gt_event *ev, unsigned i)
{
	const char *name = gt_event_arg_name(t, ev->type, i);

	if (gt_event_arg_is_stack(t, ev, i))
		gt_buf_printf(&d->value, "%" PRIu64 " ", ev->args[i]);
	gt_event_arg_text(&d->value, t, ev, i);
	gt_detail_put(d, name ? name : "?");
}

/* CPU samples lie in no stream. */
static void line_place(struct gt_detail *d, const struct gt_trace *t, const struct gt_event *ev)
{
	gt_say(&d->value, "byte {}", gt_as_u64(ev->off));
	if (gt_trace_caps(t).generations)
		gt_say(&d->value, ", generation {}", gt_as_u64(ev->gen));
	if (ev->stream != GT_STREAM_SAMPLES)
		gt_say(&d->value, ", stream {}", gt_as_u64(ev->stream));
	gt_detail_say(d, "In the file", ", type {}", gt_as_u64(ev->type));
}

void gt_detail_event(struct gt_detail *d, struct gt_program *prog, uint64_t n)
{
	const struct gt_trace *t = prog->trace;
	const struct gt_event *found;
	uint32_t own, other;
	struct gt_error err;
	struct gt_event ev;
	uint64_t link;

	if (n >= gt_trace_info(t)->events) {
		gt_detail_add(d, GT_ROLE_DIM, "no event is selected");
		return;
	}
	link = gt_event_link(prog->events, n);
	if (gt_events_get(prog->events, n, &found, &err) < 0) {
		gt_detail_add(d, GT_ROLE_ERROR, "event %" PRIu64 ": %s", n, err.text);
		return;
	}
	ev = *found;
	gt_detail_say(d, "Event", "{}, number {}, at {}", gt_as_text(gt_event_type_name(t, ev.type)), gt_as_u64(n),
		      gt_as_time(ev.time));
	line_where(d, t, &ev);
	line_change(d, t, &ev);
	if (link != GT_NONE && gt_events_get(prog->events, link, &found, NULL) == 0)
		gt_detail_say(d, "Linked", "{}@{} at {}", gt_as_text(gt_event_type_name(t, found->type)),
			      gt_as_u64(link), gt_as_time(found->time));
	for (unsigned i = 0; i < ev.nargs && i < GT_EVENT_ARGS; i++)
		line_arg(d, t, &ev, i);
	if (gt_event_message(t, &ev, &d->value))
		gt_detail_put(d, "message");
	gt_buf_reset(&d->value);
	line_place(d, t, &ev);
	/* The goroutine's own stack; of events that change the state of another one, where that one stands. */
	own = gt_event_stack(t, &ev);
	other = gt_event_stack2(t, &ev);
	gt_detail_stack_at(d, GT_DETAIL_LEFT, "Stack", t, own, "no stack");
	if (other && other != own)
		gt_detail_stack_at(d, GT_DETAIL_RIGHT, "Transition stack", t, other, "no stack");
}

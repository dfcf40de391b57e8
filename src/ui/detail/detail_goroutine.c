/* The detail pane of a goroutine: where it comes from, what it did, where it stands. */
#include "analysis/goroutines/goroutines.h"
#include "analysis/stacks/stacktext.h"
#include "ui/detail/detail.h"

#define MANY_SLICES 20000    /* the sums of such a goroutine take too long for a frame */

bool gt_goroutine_stayed(const struct gt_goroutine *g)
{
	return g->predates_trace && g->since == g->first_seen && g->last_type == g->first_type;
}

/* It had a processor when the trace began; the event that says so is later. */
static bool ran_before(const struct gt_trace *t, const struct gt_goroutine *g)
{
	struct gt_slice first;

	return g->predates_trace && gt_slice_get(t, gt_goroutine_slice(t, g->row, 0), &first) &&
	       first.flags & GT_SLICE_CUT;
}

static void line_life(struct gt_detail *d, const struct gt_trace *t, const struct gt_goroutine *g)
{
	const char *before = g->first_state == GT_G_SYSCALL ? "in a system call since before the trace"
							    : "running since before the trace";

	gt_detail_say(d, "Life", "{}, {}, {}, {}",
		      g->predates_trace ? gt_as_text("older than the trace")
					: gt_as_said("{} created", gt_as_time(g->create)),
		      ran_before(t, g) ? gt_as_text(before)
		      : g->start != GT_NO_TIME ? gt_as_said("ran first at {}", gt_as_time(g->start))
					       : gt_as_text("never ran"),
		      g->end != GT_NO_TIME ? gt_as_said("ended {}", gt_as_time(g->end))
					   : gt_as_text("alive at the trace's end"),
		      gt_as_many(g->slices, "slice"));
}

static void line_state(struct gt_detail *d, const struct gt_trace *t, const struct gt_goroutine *g)
{
	struct gt_buf *out = &d->value;

	gt_buf_puts(out, gt_goroutine_state_name(t, g));
	gt_put_string(out, t, ", ", g->end_reason, g->state == GT_G_WAITING ? ", " GT_NO_REASON : NULL);
	if (gt_goroutine_stayed(g))
		gt_buf_puts(out, ", since before the trace began");
	else if (g->end == GT_NO_TIME && g->since != GT_NO_TIME)
		gt_say(out, ", for the last {}", gt_as_dur(gt_trace_info(t)->duration - g->since));
	gt_detail_put(d, "At the end");
}

static void add_reasons(struct gt_buf *out, const struct gt_trace *t, const struct gt_gsums *sums)
{
	for (size_t i = 0; i < sums->nblock; i++)
		gt_say(out, "{}{} {}", gt_as_text(i ? ", " : " ("),
		       gt_as_string(t, sums->block[i].reason, GT_NO_REASON), gt_as_dur(sums->block[i].ns));
	if (sums->nblock)
		gt_buf_putc(out, ')');
}

/* Of the range A-B where that is what is shown: as the columns of the list. */
static void line_sums(struct gt_detail *d, const struct gt_program *prog, const struct gt_goroutine *g)
{
	const struct gt_trace *t = prog->trace;
	int64_t from = 0, to = INT64_MAX;
	bool limited = gt_app_view(prog->app) != GT_VIEW_TIMELINE && gt_app_restricted(prog->app, &from, &to);
	struct gt_gsums sums = { 0 };

	if (g->slices > MANY_SLICES)
		return;
	gt_goroutine_sums(t, g->row, from, limited ? gt_trace_until(t, to) : to, &sums);
	for (int k = 0; k < GT_SPENT_KINDS; k++) {
		if (!sums.ns[k])
			continue;
		gt_put_comma(&d->value);
		gt_say(&d->value, "{} {}", gt_as_text(gt_spent_name((enum gt_spent)k)), gt_as_dur(sums.ns[k]));
		if (k == GT_SPENT_BLOCK)
			add_reasons(&d->value, t, &sums);
	}
	gt_detail_put(d, limited ? "In A-B" : "Time");
	gt_gsums_release(&sums);
}

void gt_detail_goroutine(struct gt_detail *d, const struct gt_program *prog, uint32_t g_row)
{
	const struct gt_trace *t = prog->trace;
	struct gt_goroutine g;

	if (g_row == GT_NO_ROW || !gt_goroutine_get(t, g_row, &g)) {
		gt_detail_add(d, GT_ROLE_DIM, "no goroutine is selected");
		return;
	}
	gt_detail_say(d, "Goroutine", "{}{}", gt_as_goroutine(t, g_row),
		      gt_as_text(gt_owner_of(t, &g) == GT_OWNER_RUNTIME ? ", of the runtime" : ""));
	if (g.creator != GT_NO_ROW)
		gt_detail_say(d, "Created by", "{}", gt_as_goroutine(t, g.creator));
	if (g.wrapper)
		gt_detail_say(d, "Started in", "{}", gt_as_func(t, g.wrapper));
	line_life(d, t, &g);
	line_state(d, t, &g);
	line_sums(d, prog, &g);
	gt_detail_stack_at(d, GT_DETAIL_LEFT, "Created at", t, g.create_stack,
			   g.predates_trace ? "before the trace" : "no stack");
	gt_detail_stack_at(d, GT_DETAIL_RIGHT, "Last seen at", t,
			   g.end_stack ? g.end_stack : gt_goroutine_first_stood(t, &g), "no stack");
}

/* ---- a state ---- */

/* Who ended a wait. */
static void line_waker(struct gt_detail *d, const struct gt_program *prog, const struct gt_goroutine *g,
		       const struct gt_interval *iv)
{
	struct gt_sel at = {
		.has = GT_SEL_TIME | GT_SEL_G, .g = g->id, .g_row = g->row, .time_ns = iv->t1,
	}, by;
	const char *why;

	if (!gt_sel_unblocker(&by, &at, prog, &why))
		gt_detail_say(d, "Ended by", "{}", gt_as_text(why));
	else
		gt_detail_say(d, "Ended by", "{}{}", gt_as_goroutine(prog->trace, by.g_row),
			      by.has & GT_SEL_EVENT ? gt_as_said(" in event {}", gt_as_u64(by.event))
						    : gt_as_text(""));
}

void gt_detail_interval(struct gt_detail *d, struct gt_program *prog, uint32_t g_row,
			const struct gt_interval *iv)
{
	const struct gt_trace *t = prog->trace;
	struct gt_goroutine g = { .row = g_row };
	bool inferred;
	uint32_t reason = gt_interval_reason(t, iv, &inferred);

	gt_goroutine_get(t, g_row, &g);
	gt_detail_say(d, "State", "{} {}, {} to {}{}", gt_as_text(gt_spent_name(iv->what)), gt_as_dur(iv->t1 - iv->t0),
		      gt_as_time(iv->t0), gt_as_time(iv->t1), gt_as_text(iv->open ? ", the trace's end" : ""));
	if (iv->what == GT_SPENT_BLOCK)
		gt_detail_say(d, "Waits for", "{}{}", gt_as_string(t, reason, GT_NO_REASON),
			      gt_as_text(inferred ? ", inferred" : ""));
	gt_detail_pair(d, "Began with", "%s",
		       iv->begin_type ? gt_event_type_name(t, iv->begin_type) : "before the trace");
	if (iv->end_type)
		gt_detail_pair(d, "Ended with", "%s", gt_event_type_name(t, iv->end_type));
	if (iv->what == GT_SPENT_BLOCK && !iv->open && iv->end_type)
		line_waker(d, prog, &g, iv);
	if (iv->what == GT_SPENT_SCHED)
		gt_detail_instead(d, prog, g_row, iv->t0, iv->t1);
	gt_detail_stack_at(d, GT_DETAIL_LEFT, "Stack", t, iv->stack, "no stack");
	gt_detail_stack_at(d, GT_DETAIL_RIGHT, "Created at", t, g.create_stack, "not in the trace");
}

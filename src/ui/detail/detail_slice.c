/* The detail pane of a slice: its goroutine, how it began and ended, and what came before. */
#include "analysis/slices/chain.h"
#include "analysis/slices/greedy.h"
#include "analysis/stacks/stacktext.h"
#include "ui/detail/detail.h"

static void line_slice(struct gt_detail *d, const struct gt_trace *t, const struct gt_slice_part *part)
{
	const struct gt_slice *s = &part->slice;
	uint64_t m = gt_proc_thread(t, s->proc_row, s->t0);
	struct gt_buf *out = &d->value;
	struct gt_proc p = { 0 };

	gt_proc_get(t, s->proc_row, &p);
	gt_say(out, "{} on P{}{}, {} to {}", gt_as_dur(s->t1 - s->t0), gt_as_u64(p.id),
	       m == GT_NONE ? gt_as_text("") : gt_as_said(", M{}", gt_as_u64(m)), gt_as_time(s->t0),
	       gt_as_time(s->t1));
	if (part->cut)
		gt_buf_puts(out, ", was running when the trace began");
	if (s->seen > s->t0)
		gt_say(out, ", {} before its first event", gt_as_dur(s->seen - s->t0));
	if (part->open)
		gt_buf_puts(out, ", still running when the trace ended");
	gt_detail_put(d, "Slice");
}

/* Whose it is, what that waited for before, and the system calls in it. */
static void lines_goroutine(struct gt_detail *d, const struct gt_trace *t, const struct gt_slice_part *part)
{
	const struct gt_slice *s = &part->slice;
	uint32_t calls = gt_slice_calls(t, s);
	struct gt_buf *out = &d->value;
	struct gt_goroutine g;
	int64_t run, in;

	gt_goroutine_title(out, t, s->g);
	if (gt_goroutine_get(t, s->g, &g) && gt_owner_of(t, &g) == GT_OWNER_RUNTIME)
		gt_buf_puts(out, ", of the runtime");
	gt_put_string(out, t, ", ", s->label, NULL);
	gt_detail_put(d, "Goroutine");
	if (s->ready != GT_NO_TIME && !part->cut) {
		gt_say(out, "{} for a processor", gt_as_dur(s->t0 - s->ready));
		if (s->ready_type)
			gt_say(out, ", since {}", gt_as_text(gt_event_type_name(t, s->ready_type)));
		gt_detail_put(d, "Waited");
	}
	if (calls == 0)
		return;
	gt_slice_runs(t, s, &run, &in);
	gt_detail_say(d, "Syscalls", "{}, {} in them; longest run without one {}", gt_as_count(calls), gt_as_dur(in),
		      gt_as_dur(run));
}

/* The stop-the-world pauses that found it running, and how long it delayed them. */
static void line_stops(struct gt_detail *d, struct gt_program *prog, uint32_t slice)
{
	const struct gt_slice_delay *delay = gt_blame_index_slice(gt_program_blame_index(prog), slice);
	struct gt_buf *out = &d->value;
	struct gt_range_row r;

	if (!delay)
		return;
	if (delay->last && gt_range_get(prog->trace, delay->worst, &r)) {
		gt_say(out, "delayed {} by {}", gt_as_string(prog->trace, r.name, ""), gt_as_dur(delay->max));
		if (delay->last > 1)
			gt_say(out, ", {} pauses by {} in total", gt_as_count(delay->last), gt_as_dur(delay->sum));
	} else {
		gt_buf_puts(out, "asked to yield, but not the last to do so");
	}
	gt_detail_put(d, "STW");
}

static void add_chain(struct gt_detail *d, const struct gt_trace *t, const struct gt_slice *s, enum gt_chain_at at,
		      uint32_t calls)
{
	struct gt_chain c;

	gt_chain_of(t, s, at, calls, &c);
	for (unsigned i = 0; i < c.n; i++) {
		gt_say(&d->value, "{}{}", gt_as_text(i ? " → " : ""), gt_as_text(gt_event_type_name(t, c.types[i])));
		if (i == 0 && c.total > c.n)
			gt_say(&d->value, " → ({} more)", gt_as_count(c.total - c.n));
	}
	if (c.n)
		gt_detail_put(d, "History");
	gt_detail_stack(d, t, c.stack, "no stack: the trace does not show where it was");
}

static void side_start(struct gt_detail *d, const struct gt_trace *t, const struct gt_slice_part *s)
{
	gt_detail_turn(d, GT_DETAIL_LEFT);
	gt_detail_say(d, "Start", "{} at {}",
		      gt_as_text(s->start_type ? gt_event_type_name(t, s->start_type) : "before the trace"),
		      gt_as_time(s->t0));
	add_chain(d, t, &s->slice, GT_CHAIN_START, s->part);
}

/* What its events show then is where it was created, or called last: nobody's end. */
static bool ends_goroutine(const struct gt_trace *t, const struct gt_slice_part *s)
{
	struct gt_goroutine g;

	return gt_goroutine_get(t, s->slice.g, &g) && g.end != GT_NO_TIME && g.end == s->t1;
}

static void side_end(struct gt_detail *d, const struct gt_trace *t, const struct gt_slice_part *s)
{
	gt_detail_turn(d, GT_DETAIL_RIGHT);
	if (s->open || !s->end_type)
		gt_buf_puts(&d->value, "not in the trace");
	else
		gt_say(&d->value, "{} at {}", gt_as_text(gt_event_type_name(t, s->end_type)), gt_as_time(s->t1));
	if (s->reason)
		gt_put_string(&d->value, t, ", ", s->reason, NULL);
	gt_detail_put(d, "End");
	if (s->end_stack && gt_stack_depth(t, s->end_stack))
		gt_detail_stack(d, t, s->end_stack, "");
	else if (s->open)
		gt_detail_stack(d, t, 0, "no stack: it never stopped");
	else if (ends_goroutine(t, s))
		gt_detail_stack(d, t, 0, "no stack: the goroutine ended");
	else
		add_chain(d, t, &s->slice, GT_CHAIN_END, UINT32_MAX);
	gt_detail_turn(d, GT_DETAIL_FULL);
}

void gt_detail_slice(struct gt_detail *d, struct gt_program *prog, uint32_t slice)
{
	struct gt_slice_part s;

	if (slice == GT_NO_ROW || !gt_slice_part_of(prog->trace, slice, &s)) {
		gt_detail_add(d, GT_ROLE_DIM, "no slice is selected");
		return;
	}
	line_slice(d, prog->trace, &s);
	lines_goroutine(d, prog->trace, &s);
	line_stops(d, prog, s.slice.id);
	side_start(d, prog->trace, &s);
	side_end(d, prog->trace, &s);
}

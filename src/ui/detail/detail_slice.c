/* The detail pane of a slice: its goroutine, how it began and ended, and what came before. */
#include <inttypes.h>
#include <string.h>

#include "analysis/slices/chain.h"
#include "analysis/slices/greedy.h"
#include "base/human.h"
#include "ui/detail/detail.h"

struct facts {
	struct gt_program *prog;
	const struct gt_trace *t;
	struct gt_slice_part s;
	struct gt_goroutine g;
	struct gt_buf text;
};

static void detail_slice_add_string(struct gt_buf *out, const struct gt_trace *t, uint32_t row)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	gt_buf_add(out, s, n);
}

static void line_slice(struct gt_detail *d, struct facts *f)
{
	struct gt_proc p = { 0 };
	const struct gt_slice *s = &f->s.slice;
	uint64_t m = gt_proc_thread(f->t, s->proc_row, s->t0);

	gt_proc_get(f->t, s->proc_row, &p);
	gt_buf_reset(&f->text);
	gt_human_dur3(&f->text, s->t1 - s->t0);
	gt_buf_printf(&f->text, " on P%" PRIu64, p.id);
	if (m != GT_NONE)
		gt_buf_printf(&f->text, ", M%" PRIu64, m);
	gt_buf_puts(&f->text, ", ");
	gt_human_time(&f->text, s->t0);
	gt_buf_puts(&f->text, " to ");
	gt_human_time(&f->text, s->t1);
	if (f->s.cut)
		gt_buf_puts(&f->text, ", was running when the trace began");
	if (s->seen > s->t0) {
		gt_buf_puts(&f->text, ", ");
		gt_human_dur3(&f->text, s->seen - s->t0);
		gt_buf_puts(&f->text, " before its first event");
	}
	if (f->s.open)
		gt_buf_puts(&f->text, ", still running when the trace ended");
	gt_detail_pair_buf(d, "Slice", &f->text);
}

static void line_goroutine(struct gt_detail *d, struct facts *f)
{
	gt_buf_reset(&f->text);
	gt_goroutine_title(&f->text, f->t, f->s.slice.g);
	if (gt_owner_of(f->t, &f->g) == GT_OWNER_RUNTIME)
		gt_buf_puts(&f->text, ", of the runtime");
	if (f->s.slice.label) {
		gt_buf_puts(&f->text, ", ");
		detail_slice_add_string(&f->text, f->t, f->s.slice.label);
	}
	gt_detail_pair_buf(d, "Goroutine", &f->text);
}

static void line_wait(struct gt_detail *d, struct facts *f)
{
	const struct gt_slice *s = &f->s.slice;

	if (s->ready == GT_NO_TIME || f->s.cut)
		return;
	gt_buf_reset(&f->text);
	gt_human_dur3(&f->text, s->t0 - s->ready);
	gt_buf_puts(&f->text, " for a processor");
	if (s->ready_type)
		gt_buf_printf(&f->text, ", since %s", gt_event_type_name(f->t, s->ready_type));
	gt_detail_pair_buf(d, "Waited", &f->text);
}

static void line_calls(struct gt_detail *d, struct facts *f)
{
	uint32_t calls = gt_slice_calls(f->t, &f->s.slice);
	int64_t run, in;

	if (calls == 0)
		return;
	gt_slice_runs(f->t, &f->s.slice, &run, &in);
	gt_buf_reset(&f->text);
	gt_buf_printf(&f->text, "%" PRIu32 ", ", calls);
	gt_human_dur(&f->text, in);
	gt_buf_puts(&f->text, " in them; longest run without one ");
	gt_human_dur(&f->text, run);
	gt_detail_pair_buf(d, "Syscalls", &f->text);
}

/* The stop-the-world pauses that found it running, and how long it delayed them. */
static void line_stops(struct gt_detail *d, struct facts *f)
{
	const struct gt_slice_delay *delay =
		gt_blame_index_slice(gt_program_blame_index(f->prog), f->s.slice.id);
	struct gt_range_row r;

	if (!delay)
		return;
	gt_buf_reset(&f->text);
	if (delay->last && gt_range_get(f->t, delay->worst, &r)) {
		gt_buf_puts(&f->text, "delayed ");
		detail_slice_add_string(&f->text, f->t, r.name);
		gt_buf_puts(&f->text, " by ");
		gt_human_dur3(&f->text, delay->max);
		if (delay->last > 1) {
			gt_buf_printf(&f->text, ", %" PRIu32 " pauses by ", delay->last);
			gt_human_dur3(&f->text, delay->sum);
			gt_buf_puts(&f->text, " in total");
		}
	} else {
		gt_buf_puts(&f->text, "asked to yield, but not the last to do so");
	}
	gt_detail_pair_buf(d, "STW", &f->text);
}

static void add_chain(struct gt_detail *d, struct facts *f, enum gt_chain_at at, uint32_t calls)
{
	struct gt_chain c;

	gt_chain_of(f->t, &f->s.slice, at, calls, &c);
	gt_buf_reset(&f->text);
	for (unsigned i = 0; i < c.n; i++) {
		if (i)
			gt_buf_puts(&f->text, " → ");
		gt_buf_puts(&f->text, gt_event_type_name(f->t, c.types[i]));
		if (i == 0 && c.total > c.n)
			gt_buf_printf(&f->text, " → (%" PRIu64 " more)", c.total - c.n);
	}
	if (c.n)
		gt_detail_pair_buf(d, "History", &f->text);
	gt_detail_stack(d, f->t, c.stack, "no stack: the trace does not show where it was");
}

static void side_start(struct gt_detail *d, struct facts *f)
{
	gt_buf_reset(&f->text);
	gt_buf_puts(&f->text,
		    f->s.start_type ? gt_event_type_name(f->t, f->s.start_type) : "before the trace");
	gt_buf_puts(&f->text, " at ");
	gt_human_time(&f->text, f->s.t0);
	gt_detail_turn(d, GT_DETAIL_LEFT);
	gt_detail_pair_buf(d, "Start", &f->text);
	add_chain(d, f, GT_CHAIN_START, f->s.part);
}

static void side_end(struct gt_detail *d, struct facts *f)
{
	gt_buf_reset(&f->text);
	if (f->s.open || !f->s.end_type) {
		gt_buf_puts(&f->text, "not in the trace");
	} else {
		gt_buf_puts(&f->text, gt_event_type_name(f->t, f->s.end_type));
		gt_buf_puts(&f->text, " at ");
		gt_human_time(&f->text, f->s.t1);
	}
	if (f->s.reason) {
		gt_buf_puts(&f->text, ", ");
		detail_slice_add_string(&f->text, f->t, f->s.reason);
	}
	gt_detail_turn(d, GT_DETAIL_RIGHT);
	gt_detail_pair_buf(d, "End", &f->text);
	if (f->s.end_stack && gt_stack_depth(f->t, f->s.end_stack))
		gt_detail_stack(d, f->t, f->s.end_stack, "");
	else if (f->s.open)
		gt_detail_stack(d, f->t, 0, "no stack: it never stopped");
	else
		add_chain(d, f, GT_CHAIN_END, UINT32_MAX);
}

void gt_detail_slice(struct gt_detail *d, struct gt_program *prog, uint32_t slice)
{
	struct facts f = { .prog = prog, .t = prog->trace };

	if (slice == GT_NO_ROW || !gt_slice_part_of(f.t, slice, &f.s)) {
		gt_detail_add(d, GT_ROLE_DIM, "no slice is selected");
		return;
	}
	gt_goroutine_get(f.t, f.s.slice.g, &f.g);
	line_slice(d, &f);
	line_goroutine(d, &f);
	line_wait(d, &f);
	line_calls(d, &f);
	line_stops(d, &f);
	side_start(d, &f);
	side_end(d, &f);
	gt_detail_turn(d, GT_DETAIL_FULL);
	gt_buf_release(&f.text);
}

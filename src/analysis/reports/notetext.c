/* What a trace has notes about, as sentences: annotations that are used wrongly, clocks that cannot be trusted. */
#include "analysis/reports/notetext.h"

#include "analysis/stacks/where.h"
#include "base/say.h"
#include "order/align.h"

/* The name of the task that has ended twice: it is with its begin. */
static uint32_t task_name(const struct gt_trace *t, uint64_t id)
{
	struct gt_task task;

	for (uint64_t i = 0; gt_task_get(t, i, &task); i++)
		if (task.id == id && task.name)
			return task.name;
	return 0;
}

/* "loadMatches of task 1 at 0.0084s, main.loadMatches:17" */
static void note_put_first(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note, uint32_t name)
{
	struct gt_frame f;

	gt_say(out, ", first {}", gt_as_string(t, name, "a nameless one"));
	if (note->kind == GT_NOTE_TASK_END)
		gt_say(out, ", task {},", gt_as_u64(note->task));
	else if (note->task)
		gt_say(out, " of task {}", gt_as_u64(note->task));
	gt_say(out, " at {}", gt_as_time(note->t));
	if (note->stack && gt_stack_frame(t, note->stack, gt_where_frame(t, note->stack), &f) && f.func)
		gt_say(out, ", {}:{}", gt_as_func(t, f.func), gt_as_u64(f.line));
}

static void region_order_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note)
{
	gt_say(out, "{} ended before one that began later", gt_as_many(note->n, "region"));
	note_put_first(out, t, note, note->name);
}

static void region_end_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note)
{
	gt_say(out, "{} of a region that its goroutine was not in, dropped", gt_as_many(note->n, "end"));
	note_put_first(out, t, note, note->name);
}

static void task_end_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note)
{
	gt_say(out, "{} of a task that had ended", gt_as_many(note->n, "end"));
	note_put_first(out, t, note, task_name(t, note->task));
}

static void clocks_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note)
{
	gt_say(out, "clocks of {} {}differ by at least {} (at {}, {}): times below that mean nothing",
	       gt_as_text(gt_trace_info(t)->header.format == GT_FORMAT_V1 ? "Ps" : "threads"),
	       gt_as_text(gt_trace_shifts(t) ? "that --align-clocks cannot move further " : ""), gt_as_dur(note->ns),
	       gt_as_time(note->t), gt_as_many(note->n, "event"));
}

/* The first few by name. */
#define MOVED_TOLD 8

/* "--align-clocks moved the clocks of 2 threads: 7 by -4.99ms, 9 by +2ms" */
static void clocks_moved_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note)
{
	const struct gt_shifts *s = gt_trace_shifts(t);
	bool v1 = gt_trace_info(t)->header.format == GT_FORMAT_V1;

	gt_say(out, "--align-clocks moved the clocks of {}", gt_as_many(note->n, v1 ? "P" : "thread"));
	for (size_t i = 0; s && i < s->n && i < MOVED_TOLD; i++) {
		int64_t ns = s->v[i].ns;

		gt_say(out, "{}{} by {}{}", gt_as_text(i ? ", " : ": "),
		       gt_as_i64((int64_t)s->v[i].clock),
		       gt_as_text(ns < 0 ? "-" : "+"), gt_as_dur(ns < 0 ? -ns : ns));
	}
	if (s && s->n > MOVED_TOLD)
		gt_say(out, " and {} more", gt_as_count(s->n - MOVED_TOLD));
}

static void clock_back_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note)
{
	(void)t;
	gt_say(out, "the clock was set back by {} at {}", gt_as_dur(note->ns), gt_as_time(note->t));
	if (note->n > 1)
		gt_say(out, ", the largest of {} times", gt_as_count(note->n));
	gt_buf_puts(out, ": times right after it mean nothing");
}

static void wall_clock_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note)
{
	(void)t;
	gt_say(out, "the wall clock was set {} by {} at {}", gt_as_text(note->ns < 0 ? "back" : "forward"),
	       gt_as_dur(note->ns < 0 ? -note->ns : note->ns), gt_as_time(note->t));
	if (note->n > 1)
		gt_say(out, ", the largest of {} times", gt_as_count(note->n));
}

static void text_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note)
{
	(void)t;
	gt_say(out, "text stood in the trace{} and was passed over, {} (first at byte {}): the program prints where its "
	       "trace goes, and should print to standard error, or trace to a file",
	       gt_as_text(note->n > 1 ? " again and again" : ""), gt_as_many((uint64_t)note->ns, "byte"), gt_as_u64(note->task));
}

static const struct {
	const char *name;
	void (*text)(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note);
} note_kinds[GT_NOTES] = {
	[GT_NOTE_REGION_ORDER] = { "region order", region_order_text },
	[GT_NOTE_REGION_END] = { "region end", region_end_text },
	[GT_NOTE_TASK_END] = { "task end", task_end_text },
	[GT_NOTE_CLOCKS] = { "clocks", clocks_text },
	[GT_NOTE_CLOCK_BACK] = { "clock back", clock_back_text },
	[GT_NOTE_WALL_CLOCK] = { "wall clock", wall_clock_text },
	[GT_NOTE_CLOCKS_MOVED] = { "clocks moved", clocks_moved_text },
	[GT_NOTE_TEXT] = { "text", text_text },
};

const char *gt_note_name(unsigned kind)
{
	return kind < GT_NOTES ? note_kinds[kind].name : "?";
}

void gt_note_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note)
{
	if (note->kind < GT_NOTES)
		note_kinds[note->kind].text(out, t, note);
}

/* The report "path": the wake-up chain as a table, hop by hop. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/slices/greedy.h"
#include "analysis/paths/path.h"
#include "analysis/table/stacktext.h"
#include "base/human.h"
#include "base/xalloc.h"

#define STRING(x) STRING_OF(x)
#define STRING_OF(x) #x

struct pathtable {
	struct gt_table head;
	struct gt_path path;
	struct gt_events *events;
	struct gt_buf text;
	uint32_t *stacks;     /* of each hop, once it was looked for; GT_NO_ROW before */
};

static struct pathtable *pathtable_of(const struct gt_table *t)
{
	return (struct pathtable *)t;
}

/* ---- words ---- */

enum gt_spent gt_hop_spent(enum gt_hop_state state)
{
	static const enum gt_spent same[] = {
		[GT_HOP_RUNNING] = GT_SPENT_EXEC, [GT_HOP_RUNNABLE] = GT_SPENT_SCHED,
		[GT_HOP_WAITING] = GT_SPENT_BLOCK, [GT_HOP_SYSCALL] = GT_SPENT_SYSCALL_BLOCK,
	};

	return same[state];
}

const char *gt_hop_state_name(enum gt_hop_state state)
{
	return gt_spent_name(gt_hop_spent(state));
}

const char *gt_path_end_text(enum gt_path_end end)
{
	static const char *const texts[] = {
		[GT_PATH_BEGIN] = "the trace begins here",
		[GT_PATH_NETWORK] = "the network poller ended this wait",
		[GT_PATH_TIMER] = "a timer ended this wait",
		[GT_PATH_RUNTIME] = "the runtime ended this wait, no goroutine did",
		[GT_PATH_MAIN] = "the main goroutine created it",
		[GT_PATH_NO_CREATOR] = "no goroutine created it: a timer or a C thread did",
		[GT_PATH_UNKNOWN] = "the trace does not show what was before",
		[GT_PATH_LIMIT] = "only the latest " STRING(GT_PATH_HOPS) " hops are listed, there are more",
	};

	return (unsigned)end < GT_COUNT(texts) ? texts[end] : "?";
}

static void pathtable_add_goroutine(struct gt_buf *out, const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;
	const char *func;
	size_t n;

	if (!gt_goroutine_get(t, row, &g))
		return;
	gt_buf_printf(out, "G%" PRIu64, g.id);
	func = gt_trace_string(t, g.func, &n);
	if (n) {
		gt_buf_putc(out, ' ');
		gt_buf_add(out, func, n);
	}
}

void gt_hop_did(struct gt_buf *out, const struct gt_hop *hop, const struct gt_trace *t)
{
	switch (hop->link) {
	case GT_LINK_WOKE:
		gt_buf_puts(out, "woke ");
		pathtable_add_goroutine(out, t, hop->to);
		break;
	case GT_LINK_CREATED:
		gt_buf_puts(out, "created ");
		pathtable_add_goroutine(out, t, hop->to);
		break;
	case GT_LINK_SAME:
		if (hop->state == GT_HOP_RUNNABLE)
			gt_buf_puts(out, "got a P");
		else if (hop->state == GT_HOP_SYSCALL)
			gt_buf_puts(out, "came back from the call");
		else if (hop->state == GT_HOP_WAITING)
			gt_buf_puts(out, "was woken");
		else
			gt_buf_puts(out, "stopped");
		break;
	case GT_LINK_WAITED:
		gt_buf_puts(out, "began to wait");
		break;
	case GT_LINK_FIRST:
		break;
	}
}

/* ---- cells ---- */

static uint32_t stack_of(struct pathtable *pt, uint64_t row)
{
	if (pt->stacks[row] == GT_NO_ROW)
		pt->stacks[row] = gt_hop_stack(&pt->path.hops[row], pt->head.trace, pt->events);
	return pt->stacks[row];
}

static void pathtable_cell_text(struct pathtable *pt, struct gt_cell *out)
{
	if (pt->text.len)
		gt_cell_s(out, gt_buf_str(&pt->text), pt->text.len);
}

static void pathtable_cell_top(struct pathtable *pt, uint64_t row, struct gt_cell *out)
{
	gt_buf_reset(&pt->text);
	gt_stack_top_user(&pt->text, pt->head.trace, stack_of(pt, row));
	pathtable_cell_text(pt, out);
}

static void cell_did(struct pathtable *pt, const struct gt_hop *hop, struct gt_cell *out)
{
	gt_buf_reset(&pt->text);
	gt_hop_did(&pt->text, hop, pt->head.trace);
	pathtable_cell_text(pt, out);
}

/* Of a running hop: the P, and the time in calls that lies in it. */
static void cell_of_slice(struct pathtable *pt, const struct gt_hop *hop, unsigned col, struct gt_cell *out)
{
	const struct gt_trace *t = pt->head.trace;
	struct gt_slice s;
	struct gt_proc p;
	struct gt_syscall c;
	int64_t in = 0;

	if (hop->state != GT_HOP_RUNNING || !gt_slice_get(t, hop->slice, &s))
		return;
	if (col == GT_PATHC_P) {
		if (gt_proc_get(t, s.proc_row, &p))
			gt_cell_u(out, p.id);
		return;
	}
	for (uint32_t i = 0; gt_slice_call(t, &s, i, &c) && c.t0 < hop->t1; i++) {
		int64_t t0 = c.t0 > hop->t0 ? c.t0 : hop->t0, t1 = c.t1 < hop->t1 ? c.t1 : hop->t1;

		in += t1 > t0 ? t1 - t0 : 0;
	}
	gt_cell_i(out, in);
}

static void pathtable_cell_func(const struct gt_trace *t, uint32_t row, struct gt_cell *out)
{
	struct gt_goroutine g;

	if (gt_goroutine_get(t, row, &g))
		gt_cell_func(out, t, g.func);
}

static void path_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct pathtable *pt = pathtable_of(t);
	const struct gt_hop *hop = &pt->path.hops[row];
	const char *s;

	switch ((enum gt_path_col)col) {
	case GT_PATHC_HOP: gt_cell_u(out, row + 1); break;
	case GT_PATHC_START: gt_cell_i(out, hop->t0); break;
	case GT_PATHC_END: gt_cell_i(out, hop->t1); break;
	case GT_PATHC_DUR: gt_cell_i(out, hop->t1 - hop->t0); break;
	case GT_PATHC_STATE:
		s = gt_hop_state_name(hop->state);
		gt_cell_s(out, s, strlen(s));
		break;
	case GT_PATHC_G: gt_cell_goroutine(out, t->trace, hop->g); break;
	case GT_PATHC_LIFE: gt_cell_life(out, t->trace, hop->g); break;
	case GT_PATHC_FUNC: pathtable_cell_func(t->trace, hop->g, out); break;
	case GT_PATHC_P:
	case GT_PATHC_SYSCALL: cell_of_slice(pt, hop, col, out); break;
	case GT_PATHC_DID: cell_did(pt, hop, out); break;
	case GT_PATHC_REASON:
		gt_cell_string(out, t->trace, hop->reason);
		out->absent = hop->state == GT_HOP_WAITING || hop->link == GT_LINK_WOKE ? GT_NO_REASON : NULL;
		break;
	case GT_PATHC_WAITED: gt_cell_i(out, hop->waited); break;
	case GT_PATHC_EVENT:
		s = hop->type ? gt_event_type_name(t->trace, hop->type) : NULL;
		gt_cell_s(out, s, s ? strlen(s) : 0);
		break;
	case GT_PATHC_TOP: pathtable_cell_top(pt, row, out); break;
	case GT_PATHC_END_WHY:
		s = row + 1 == pt->path.n ? gt_path_end_text(pt->path.end) : NULL;
		gt_cell_s(out, s, s ? strlen(s) : 0);
		break;
	case GT_PATHC_STACK: gt_cell_stack(out, stack_of(pt, row)); break;
	case GT_PATHC_COLS: break;
	}
}

const struct gt_path *gt_path_of(const struct gt_table *t)
{
	return &pathtable_of(t)->path;
}

/* ---- opening ---- */

uint32_t gt_slice_longest_at(const struct gt_trace *t, int64_t time)
{
	uint32_t best = GT_NO_ROW;
	struct gt_slice s;
	int64_t dur = -1;

	for (uint32_t proc_row = 0; proc_row < gt_trace_info(t)->procs; proc_row++) {
		uint32_t id = gt_slices_longest(t, proc_row, time, time + 1);

		if (id == GT_NO_ROW || !gt_slice_get(t, id, &s) || s.t1 - s.t0 <= dur)
			continue;
		best = id;
		dur = s.t1 - s.t0;
	}
	return best;
}

/* From the longest slice of all. */
static void walk_longest(struct pathtable *pt, struct gt_trace *t)
{
	struct gt_slice_part longest;

	pt->path.g = GT_NO_ROW;
	if (gt_greedy_top(t, 1, &longest))
		gt_path_walk(&pt->path, t, longest.slice.g, longest.t1, GT_PATH_HOPS);
}

static void path_close(struct gt_table *t)
{
	struct pathtable *pt = pathtable_of(t);

	gt_events_close(pt->events);
	gt_path_release(&pt->path);
	free(pt->stacks);
	gt_buf_release(&pt->text);
	free(pt);
}

static const struct gt_table_ops path_ops = {
	.cell = path_cell,
	.close = path_close,
};

static int path_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		     struct gt_error *err)
{
	struct pathtable *pt = gt_xcalloc(1, sizeof *pt);

	(void)err;
	pt->head.ops = &path_ops;
	pt->head.trace = t;
	pt->events = gt_events_open(t);
	if (args->has_g)
		gt_path_walk(&pt->path, t, args->g, args->has_time ? args->time : INT64_MAX, GT_PATH_HOPS);
	else
		walk_longest(pt, t);
	pt->head.rows = pt->path.n;
	pt->stacks = gt_xcalloc(pt->path.n + 1, sizeof *pt->stacks);
	memset(pt->stacks, 0xff, pt->path.n * sizeof *pt->stacks);
	*out = &pt->head;
	return 0;
}

static const struct gt_column columns[GT_PATHC_COLS] = {
	[GT_PATHC_HOP] = { "hop", "Hop", GT_KIND_COUNT, 0, 4,
		"number of the hop; the chain goes back in time" },
	[GT_PATHC_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"when the hop begins; its state may have begun earlier, before anybody waited for it" },
	[GT_PATHC_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"when the hop ends: where the one above begins" },
	[GT_PATHC_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC, 9,
		"how much of the chain it is; the sum of all hops is the chain's length" },
	[GT_PATHC_STATE] = { "state", "State", GT_KIND_STRING, 0, 17,
		"running (calls that keep the P included), runnable, waiting, or syscall without P" },
	[GT_PATHC_G] = { "g", "G", GT_KIND_ID, 0, 6,
		"goroutine" },
	[GT_PATHC_LIFE] = GT_COLUMN_LIFE,
	[GT_PATHC_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"start function of the goroutine" },
	[GT_PATHC_P] = { "p", "P", GT_KIND_ID, 0, 3,
		"processor it ran on" },
	[GT_PATHC_DID] = { "did", "Then it", GT_KIND_STRING, 0, 28,
		"what it did at the end, for the hop above" },
	[GT_PATHC_REASON] = { "reason", "Reason", GT_KIND_STRING, 0, 14,
		"why it stopped, or what the one it woke had waited for" },
	[GT_PATHC_WAITED] = { "waited_ns", "Had waited", GT_KIND_DUR, GT_COL_DESC, 10,
		"how long the one it woke had been blocked in total" },
	[GT_PATHC_SYSCALL] = { "syscall_ns", "In syscalls", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"time in system calls while it ran in this hop" },
	[GT_PATHC_EVENT] = { "event", "Event", GT_KIND_STRING, GT_COL_MORE, 14,
		"event at the end" },
	[GT_PATHC_TOP] = { "top", "At", GT_KIND_STRING, GT_COL_FUNC, 28,
		"innermost frame at the end" },
	[GT_PATHC_END_WHY] = { "path_end", "Chain ends", GT_KIND_STRING, GT_COL_MORE, 28,
		"last hop: why the chain ends there" },
	[GT_PATHC_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it was at the end" },
};

const struct gt_report gt_report_path = {
	.name = "path",
	.row = "a hop of the wake-up chain: who woke whom (--goroutine, --at)",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.start = GT_PATHC_START,
	.end = GT_PATHC_END,
	.measure = GT_PATHC_DUR,
	.open = path_open,
};

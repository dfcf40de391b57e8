/* The report "path": the wake-up chain as a table, hop by hop. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/slices/greedy.h"
#include "analysis/paths/path.h"
#include "analysis/table/reports.h"
#include "analysis/stacks/stacktext.h"
#include "base/xalloc.h"

#define STRING(x) STRING_OF(x)
#define STRING_OF(x) #x

struct pathtable {
	struct gt_table head;
	struct gt_path path;
	struct gt_events *events;
	struct gt_queue_sites queues;
	uint32_t *stacks;     /* of each hop, once it was looked for; GT_NO_ROW before */
};

const struct gt_path *gt_path_of(const struct gt_table *t)
{
	return &((const struct pathtable *)t)->path;
}

/* ---- words ---- */

enum gt_spent gt_hop_spent(enum gt_hop_state state)
{
	static const enum gt_spent same[] = {
		[GT_HOP_RUNNING] = GT_SPENT_EXEC, [GT_HOP_RUNNABLE] = GT_SPENT_SCHED,
		[GT_HOP_WAITING] = GT_SPENT_BLOCK, [GT_HOP_SYSCALL] = GT_SPENT_SYSCALL_BLOCK,
		[GT_HOP_UNKNOWN] = GT_SPENT_BLOCK,
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
		[GT_PATH_WINDOW] = "the window begins here",
	};

	_Static_assert(GT_COUNT(texts) == GT_PATH_WINDOW + 1, "a text for each end");
	return (unsigned)end < GT_COUNT(texts) ? texts[end] : "?";
}

static void pathtable_add_goroutine(struct gt_buf *out, const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(t, row, &g))
		return;
	gt_buf_printf(out, "G%" PRIu64, g.id);
	gt_put_string(out, t, " ", g.func, NULL);
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

static uint32_t stack_of(struct gt_table *t)
{
	struct pathtable *pt = (struct pathtable *)t;

	assert(t->row < pt->path.n);
	if (pt->stacks[t->row] == GT_NO_ROW)
		pt->stacks[t->row] = gt_hop_stack(t->at, t->trace, pt->events);
	return pt->stacks[t->row];
}

static void hop_number(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_u(out, t->row + 1);
}

static void hop_state(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_hop *hop = t->at;

	gt_cell_word(out, gt_hop_state_name(hop->state));
}

static void hop_did(struct gt_table *t, struct gt_buf *out)
{
	gt_hop_did(out, t->at, t->trace);
}

/* The slice of a running hop; false: it is none. */
static bool slice_of(const struct gt_table *t, struct gt_slice *s)
{
	const struct gt_hop *hop = t->at;

	return hop->state == GT_HOP_RUNNING && gt_slice_get(t->trace, hop->slice, s);
}

static void hop_p(struct gt_table *t, struct gt_cell *out)
{
	struct gt_slice s;

	if (slice_of(t, &s))
		gt_cell_proc(out, t->trace, s.proc_row);
}

/* The time in calls that lies in the hop. */
static void hop_syscall(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_hop *hop = t->at;
	struct gt_slice s;
	struct gt_syscall c;
	int64_t in = 0;

	if (!slice_of(t, &s))
		return;
	for (uint32_t i = 0; gt_slice_call(t->trace, &s, i, &c) && c.t0 < hop->t1; i++) {
		int64_t t0 = c.t0 > hop->t0 ? c.t0 : hop->t0, t1 = c.t1 < hop->t1 ? c.t1 : hop->t1;

		in += t1 > t0 ? t1 - t0 : 0;
	}
	gt_cell_i(out, in);
}

static void hop_reason(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_hop *hop = t->at;

	gt_cell_string(out, t->trace, hop->reason);
	if (hop->state == GT_HOP_WAITING || hop->link == GT_LINK_WOKE)
		out->absent = GT_NO_REASON;
}

static void hop_queue(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_queue(out, t, gt_hop_queue(t->at, &((struct pathtable *)t)->queues));
}

static void hop_where(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_where(out, t, stack_of(t));
}

static void hop_leaf(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_leaf(out, t, stack_of(t));
}

static void hop_end_why(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, t->row + 1 == t->rows ? gt_path_end_text(gt_path_of(t)->end) : NULL);
}

static void hop_stack(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_stack(out, stack_of(t));
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

static const void *path_row(struct gt_table *t, uint64_t row)
{
	return &gt_path_of(t)->hops[row];
}

static void path_close(struct gt_table *t)
{
	struct pathtable *pt = (struct pathtable *)t;

	gt_events_close(pt->events);
	gt_path_release(&pt->path);
	gt_queue_sites_release(&pt->queues);
	free(pt->stacks);
}

/* Without a goroutine: from the end of the longest slice of all. */
static int path_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct pathtable *pt = (struct pathtable *)t;
	struct gt_slice_part longest;

	(void)err;
	gt_queue_sites_init(&pt->queues, t->trace);
	pt->events = gt_events_open(t->trace);
	pt->path.g = GT_NO_ROW;
	if (args->has_g)
		gt_path_walk(&pt->path, t->trace, args->g, args->has_time ? args->time : INT64_MAX, GT_PATH_HOPS);
	else if (gt_greedy_top(t->trace, 1, &longest))
		gt_path_walk(&pt->path, t->trace, longest.slice.g, longest.t1, GT_PATH_HOPS);
	t->rows = pt->path.n;
	pt->stacks = gt_xcalloc(pt->path.n + 1, sizeof *pt->stacks);
	memset(pt->stacks, 0xff, pt->path.n * sizeof *pt->stacks);
	return 0;
}

#define FIELD(member) GT_FIELD(struct gt_hop, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gt_hop, member)

static const struct gt_column columns[] = {
	[GT_PATHC_HOP] = { "hop", "Hop", GT_KIND_ID, 0, 4,
		"number of the hop; the chain goes back in time", .cell = hop_number },
	[GT_PATHC_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when the hop begins; its state may have begun earlier, before anybody waited for it", FIELD(t0) },
	[GT_PATHC_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when the hop ends: where the one above begins", FIELD(t1) },
	[GT_PATHC_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how much of the chain it is; the sum of all hops is the chain's length", GT_FIELD_SPAN(struct gt_hop, t0, t1) },
	[GT_PATHC_STATE] = { "state", "State", GT_KIND_STRING, 0, 17,
		"running (calls that keep the P included), runnable, waiting, or syscall without P", .cell = hop_state },
	[GT_PATHC_G] = { "g", "G", GT_KIND_ID, 0, 6,
		"goroutine", FIELD_AS(gt_cell_field_g, g) },
	[GT_PATHC_LIFE] = { GT_COLUMN_LIFE, FIELD_AS(gt_cell_field_life, g) },
	[GT_PATHC_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"start function of the goroutine", FIELD_AS(gt_cell_field_g_func, g) },
	[GT_PATHC_P] = { "p", "P", GT_KIND_ID, 0, 3,
		"processor it ran on", .cell = hop_p },
	[GT_PATHC_DID] = { "did", "Then it", GT_KIND_STRING, 0, 28,
		"what it did at the end, for the hop above", .text = hop_did },
	[GT_PATHC_REASON] = { "reason", "Reason", GT_KIND_STRING, 0, 14,
		"why it stopped, or what the one it woke had waited for", .cell = hop_reason },
	[GT_PATHC_QUEUE] = { GT_COLUMN_QUEUE, .cell = hop_queue },
	[GT_PATHC_WAITED] = { "waited_ns", "Had waited", GT_KIND_DUR, GT_COL_DESC, 10,
		"how long the one it woke had been blocked in total", FIELD(waited) },
	[GT_PATHC_SYSCALL] = { "syscall_ns", "In syscalls", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"time in system calls while it ran in this hop", .cell = hop_syscall },
	[GT_PATHC_EVENT] = { "event", "Event", GT_KIND_STRING, GT_COL_MORE, 14,
		"event at the end", FIELD_AS(gt_cell_field_event_type, type) },
	[GT_PATHC_WHERE] = { "where", "At", GT_KIND_STRING, GT_COL_FUNC, 28,
		"innermost frame outside of the standard library at the end", .cell = hop_where },
	[GT_PATHC_LEAF] = { GT_COLUMN_LEAF("top", GT_COL_MORE), .cell = hop_leaf },
	[GT_PATHC_END_WHY] = { "path_end", "Chain ends", GT_KIND_STRING, GT_COL_MORE, 28,
		"last hop: why the chain ends there", .cell = hop_end_why },
	[GT_PATHC_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it was at the end", .cell = hop_stack },
};

const struct gt_report gt_report_path = {
	.name = "path",
	.row = "a hop of the wake-up chain: who woke whom (--goroutine, --at)",
	GT_REPORT_COLUMNS(columns),
	.about = GT_ABOUT_LIFE,
	.takes = GT_TAKES_GOROUTINE | GT_TAKES_AT,
	.ops = { .size = sizeof(struct pathtable), .open = path_open, .row = path_row, .close = path_close },
};

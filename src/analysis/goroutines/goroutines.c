/* The report "goroutines": every goroutine's life with the sums of its states. */
#include "analysis/goroutines/goroutines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gtable.h"
#include "analysis/goroutines/owner.h"
#include "base/buf.h"
#include "base/xalloc.h"

/* What a goroutine was doing at the end of the table's range, and how often it ran until then. */
struct ending {
	const char *state;              /* NULL: it did not exist */
	uint32_t reason, stack;
	bool forever;
	uint64_t slices;
};

struct gtable {
	struct gt_table head;
	struct gt_gcache cache;
	struct gt_item *items;
	size_t cap;
	bool limited;
	int64_t from, to;
	uint64_t row;
	struct gt_goroutine g;
	struct ending end;              /* of that goroutine */
};

static struct gtable *gtable_of(struct gt_table *t)
{
	return (struct gtable *)t;
}

static void goroutines_put_item(struct gtable *gt, size_t i, const char *key, size_t nkey, int64_t ns)
{
	GT_GROW(gt->items, gt->cap, i + 1);
	gt->items[i] = (struct gt_item) { key, nkey, { .kind = GT_KIND_DUR } };
	gt_cell_i(&gt->items[i].value, ns);
}

static void goroutines_cell_block(struct gtable *gt, const struct gt_gsum *sum, struct gt_cell *out)
{
	const struct gt_reason_ns *b = gt_gcache_blocks(&gt->cache, sum);
	size_t n;

	for (uint32_t i = 0; i < sum->nblock; i++) {
		const char *s = gt_trace_string(gt->head.trace, b[i].reason, &n);

		goroutines_put_item(gt, i, s, n, b[i].ns);
	}
	gt_cell_items(out, gt->items, sum->nblock);
}

static void cell_range(struct gtable *gt, uint64_t row, struct gt_cell *out)
{
	const struct gt_granges *r = gt_gcache_ranges(&gt->cache);
	const struct gt_grange *first;
	size_t n = gt_granges_of(r, (uint32_t)row, &first), len;

	for (size_t i = 0; i < n; i++) {
		const char *s = gt_granges_name(r, first[i].name, &len);

		goroutines_put_item(gt, i, s, len, first[i].ns);
	}
	gt_cell_items(out, gt->items, n);
}

static void cell_sum(struct gtable *gt, uint64_t row, unsigned col, struct gt_cell *out)
{
	const struct gt_gsum *sum = gt_gcache_get(&gt->cache, (uint32_t)row);

	if (sum->unknown)
		return;

	switch ((enum gt_goroutines_col)col) {
	case GT_GOS_TOTAL: gt_cell_i(out, sum->total); break;
	case GT_GOS_EXEC: gt_cell_i(out, sum->ns[GT_SPENT_EXEC]); break;
	case GT_GOS_SCHED: gt_cell_i(out, sum->ns[GT_SPENT_SCHED]); break;
	case GT_GOS_SYSCALL: gt_cell_i(out, sum->ns[GT_SPENT_SYSCALL]); break;
	case GT_GOS_SYSCALL_BLOCK: gt_cell_i(out, sum->ns[GT_SPENT_SYSCALL_BLOCK]); break;
	case GT_GOS_BLOCKED: gt_cell_i(out, sum->ns[GT_SPENT_BLOCK]); break;
	default: goroutines_cell_block(gt, sum, out); break;
	}
}

bool gt_ids_repeat(const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);

	return info->goroutines != info->goroutine_ids;
}

void gt_life_text(struct gt_buf *out, const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;
	uint32_t n;

	if (!gt_ids_repeat(t) || !gt_goroutine_get(t, row, &g))
		return;
	n = gt_goroutine_lives(t, g.id);
	if (n > 1)
		gt_buf_printf(out, " (life %" PRIu32 " of %" PRIu32 ")", gt_goroutine_which_life(t, row) + 1, n);
}

bool gt_goroutine_is_last(const struct gt_trace *t, const struct gt_goroutine *g)
{
	return gt_goroutine_find(t, g->id, INT64_MAX) == g->row;
}

static struct ending ending_of_trace(const struct gt_trace *t, const struct gt_goroutine *g)
{
	/* The reason of the last event, which may have been a preemption: then it waits for nothing. */
	return (struct ending){
		.state = gt_goroutine_state_name(t, g), .reason = g->state == GT_G_WAITING ? g->end_reason : 0,
		.stack = g->end_stack, .forever = g->forever, .slices = g->slices,
	};
}

struct moment {
	int64_t time;
	struct gt_interval state;
	bool found;
};

static bool goroutines_find_moment(void *arg, const struct gt_interval *iv)
{
	struct moment *m = arg;

	m->found = iv->t0 <= m->time && m->time < iv->t1;
	if (m->found)
		m->state = *iv;
	return !m->found;
}

/* At gt->to, which is a moment of the goroutine's life and not the trace's end. */
static struct ending ending_at(const struct gtable *gt, const struct gt_goroutine *g)
{
	struct moment m = { .time = gt->to };
	uint32_t k = gt_goroutine_seek(gt->head.trace, (uint32_t)g->row, gt->to);

	gt_goroutine_walk_part(gt->head.trace, (uint32_t)g->row, k, k + 1, goroutines_find_moment, &m);
	if (!m.found)
		return (struct ending){ .state = NULL };
	return (struct ending){
		.state = gt_spent_name(m.state.what), .reason = m.state.reason, .stack = m.state.stack,
		.forever = g->forever && m.state.open,
	};
}

static void load_row(struct gtable *gt, uint32_t row)
{
	struct gt_trace *t = gt->head.trace;
	int64_t end = gt_trace_info(t)->duration;

	if (!gt_goroutine_get(t, row, &gt->g))
		return;
	gt->row = row;
	end = gt->g.end != GT_NO_TIME ? gt->g.end : end;
	gt->end = gt->to < end ? ending_at(gt, &gt->g) : ending_of_trace(t, &gt->g);
	if (gt->limited)
		gt->end.slices = gt_goroutine_slices_within(t, row, gt->from, gt->to, NULL);
}

static void gtable_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct gtable *gt = gtable_of(t);
	const struct gt_goroutine *g = &gt->g;

	if (row != gt->row)
		load_row(gt, (uint32_t)row);
	switch ((enum gt_goroutines_col)col) {
	case GT_GOS_G: gt_cell_u(out, g->id); break;
	case GT_GOS_LIFE: gt_cell_life(out, t->trace, (uint32_t)row); break;
	case GT_GOS_FUNC: gt_cell_func(out, t->trace, g->func); break;
	case GT_GOS_CREATE: gt_cell_i(out, g->create); break;
	case GT_GOS_START: gt_cell_i(out, g->start); break;
	case GT_GOS_END: gt_cell_i(out, g->end); break;
	case GT_GOS_TOTAL:
	case GT_GOS_EXEC:
	case GT_GOS_SCHED:
	case GT_GOS_SYSCALL:
	case GT_GOS_SYSCALL_BLOCK:
	case GT_GOS_BLOCKED:
	case GT_GOS_BLOCK: cell_sum(gt, row, col, out); break;
	case GT_GOS_RANGE: cell_range(gt, row, out); break;
	case GT_GOS_CREATOR: gt_cell_goroutine(out, t->trace, g->creator); break;
	case GT_GOS_SLICES: gt_cell_u(out, gt->end.slices); break;
	case GT_GOS_STATE: gt_cell_s(out, gt->end.state, gt->end.state ? strlen(gt->end.state) : 0); break;
	case GT_GOS_SYSTEM: gt_cell_owner(out, gt_owner_of(t->trace, g)); break;
	case GT_GOS_OLDER: gt_cell_b(out, g->predates_trace); break;
	case GT_GOS_FOREVER: gt_cell_b(out, gt->end.forever); break;
	case GT_GOS_REASON:
		gt_cell_string(out, t->trace, gt->end.reason);
		if (gt->end.state == gt_spent_name(GT_SPENT_BLOCK))
			out->absent = GT_NO_REASON;
		break;
	case GT_GOS_CREATE_STACK: gt_cell_stack(out, g->create_stack); break;
	case GT_GOS_END_STACK: gt_cell_stack(out, gt->end.stack); break;
	case GT_GOS_COLS: break;
	}
}

static void gtable_close(struct gt_table *t)
{
	struct gtable *gt = gtable_of(t);

	gt_gcache_close(&gt->cache);
	free(gt->items);
	free(gt);
}

static const struct gt_table_ops gtable_ops = {
	.cell = gtable_cell,
	.close = gtable_close,
};

static int gtable_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		       struct gt_error *err)
{
	struct gtable *gt = gt_xcalloc(1, sizeof *gt);
	int rc = gt_gcache_open(&gt->cache, t, args, err);

	gt->head.ops = &gtable_ops;
	gt->head.trace = t;
	gt->head.rows = gt->cache.rows;
	gt->row = UINT64_MAX;
	gt->limited = args->limited;
	gt->from = args->from;
	gt->to = args->to;
	if (rc)
		gtable_close(&gt->head);
	else
		*out = &gt->head;
	return rc;
}

static const struct gt_column columns[GT_GOS_COLS] = {
	[GT_GOS_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine" },
	[GT_GOS_LIFE] = GT_COLUMN_LIFE,
	[GT_GOS_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32,
		"the function it was started with" },
	[GT_GOS_CREATE] = { "create_ns", "Created", GT_KIND_TIME, GT_COL_MORE, 12,
		"its creation, or the trace's start" },
	[GT_GOS_START] = { "start_ns", "Started", GT_KIND_TIME, GT_COL_MORE, 12,
		"when it ran first" },
	[GT_GOS_END] = { "end_ns", "Ended", GT_KIND_TIME, GT_COL_MORE, 12,
		"when it ended" },
	[GT_GOS_TOTAL] = { "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long it existed in the trace, or in the range" },
	[GT_GOS_EXEC] = { "exec_ns", "Running", GT_KIND_DUR, GT_COL_DESC, 9,
		"time on a processor, not in a system call" },
	[GT_GOS_SCHED] = { "sched_wait_ns", "Runnable", GT_KIND_DUR, GT_COL_DESC, 9,
		"time ready to run, without a processor" },
	[GT_GOS_SYSCALL] = { "syscall_ns", "Syscall", GT_KIND_DUR, GT_COL_DESC, 9,
		"time in system calls that kept the processor" },
	[GT_GOS_SYSCALL_BLOCK] = { "syscall_block_ns", "Syscall no P", GT_KIND_DUR, GT_COL_DESC, 9,
		"time in system calls after they had lost the processor" },
	[GT_GOS_BLOCKED] = { "blocked_ns", "Waiting", GT_KIND_DUR, GT_COL_DESC, 9,
		"time waiting for anything" },
	[GT_GOS_BLOCK] = { "block_ns", "Waiting by reason", GT_KIND_MAP, GT_COL_MORE, 24,
		"time waiting, by reason" },
	[GT_GOS_RANGE] = { "range_ns", "In ranges", GT_KIND_MAP, GT_COL_MORE, 24,
		"time in stop-the-world pauses it made, sweeps, mark assists" },
	[GT_GOS_CREATOR] = { "creator", "Creator", GT_KIND_ID, GT_COL_MORE, 7,
		"the goroutine that created it" },
	[GT_GOS_SLICES] = { "slices", "Slices", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many on-processor slices it had, as greedy lists them" },
	[GT_GOS_STATE] = { "state", "State", GT_KIND_STRING, 0, 8,
		"at the end of the trace, or of the range" },
	[GT_GOS_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"belongs to the runtime; absent where nobody knows" },
	[GT_GOS_OLDER] = { "older", "Older", GT_KIND_BOOL, GT_COL_MORE, 5,
		"is older than the trace" },
	[GT_GOS_FOREVER] = { "forever", "Forever", GT_KIND_BOOL, GT_COL_MORE, 8,
		"then waited for what cannot come: a nil channel, a select without cases" },
	[GT_GOS_REASON] = { "end_reason", "Waits for", GT_KIND_STRING, GT_COL_MORE, 14,
		"what it waited for then" },
	[GT_GOS_CREATE_STACK] = { "create_stack", "Created at", GT_KIND_STACK, GT_COL_MORE, 28,
		"where its creator was" },
	[GT_GOS_END_STACK] = { "end_stack", "Last at", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it was then, if the trace shows it" },
};

const struct gt_report gt_report_goroutines = {
	.name = "goroutines",
	.row = "a goroutine",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.order = { { GT_GOS_EXEC, true }, { GT_GOS_G, false } },
	.norder = 2,
	.start = GT_GOS_CREATE,
	.end = GT_GOS_END,
	.sums = true,
	.by_owner = true,
	.measure = GT_GOS_TOTAL,
	.open = gtable_open,
};

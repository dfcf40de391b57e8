/* The report "goroutines": every goroutine's life with the sums of its states. */
#include "analysis/goroutines/goroutines.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/goroutines/gtable.h"
#include "analysis/goroutines/owner.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"

/* What a goroutine was doing at the end of the table's range. */
struct ending {
	const char *state;              /* NULL: it did not exist */
	uint32_t reason, stack;
	bool forever;
};

struct gtable {
	struct gt_table head;
	struct gt_gcache cache;
	struct gt_item *items;
	size_t cap;
	bool limited;
	int64_t from, to;
	struct gt_goroutine g;          /* the row that was asked for */
	struct ending end;              /* once a cell needs it */
	bool ended;
};

static void goroutines_put_item(struct gtable *gt, size_t i, const char *key, size_t nkey, int64_t ns)
{
	GT_GROW(gt->items, gt->cap, i + 1);
	gt->items[i] = (struct gt_item) { key, nkey, { .kind = GT_KIND_DUR } };
	gt_cell_i(&gt->items[i].value, ns);
}

/* One of the sums: column->at is its enum gt_spent. */
static void sum_ns(struct gt_table *t, struct gt_cell *out)
{
	struct gt_gcache *c = &((struct gtable *)t)->cache;
	const struct gt_gsum *sum;

	assert(t->column->at < GT_SPENT_KINDS);
	if (t->column->at == GT_SPENT_EXEC || t->column->at == GT_SPENT_SYSCALL) {
		gt_cell_i(out, gt_gcache_running(c, (uint32_t)t->row, t->column->at));
		return;
	}
	sum = gt_gcache_get(c, (uint32_t)t->row);
	if (!sum->unknown)
		gt_cell_i(out, sum->ns[t->column->at]);
}

static void sum_total(struct gt_table *t, struct gt_cell *out)
{
	const struct gtable *gt = (const struct gtable *)t;

	gt_cell_i(out, gt_gcache_total(&gt->cache, &gt->g));
}

static void sum_block(struct gt_table *t, struct gt_cell *out)
{
	struct gtable *gt = (struct gtable *)t;
	const struct gt_gsum *sum = gt_gcache_get(&gt->cache, (uint32_t)t->row);
	const struct gt_reason_ns *b = gt_gcache_blocks(&gt->cache, sum);
	size_t n;

	if (sum->unknown)
		return;
	for (uint32_t i = 0; i < sum->nblock; i++) {
		const char *s = gt_trace_string(t->trace, b[i].reason, &n);

		goroutines_put_item(gt, i, s, n, b[i].ns);
	}
	gt_cell_items(out, gt->items, sum->nblock);
}

static void sum_ranges(struct gt_table *t, struct gt_cell *out)
{
	struct gtable *gt = (struct gtable *)t;
	const struct gt_granges *r = gt_gcache_ranges(&gt->cache);
	const struct gt_grange *first;
	size_t n = gt_granges_of(r, (uint32_t)t->row, &first), len;

	for (size_t i = 0; i < n; i++) {
		const char *s = gt_granges_name(r, first[i].name, &len);

		goroutines_put_item(gt, i, s, len, first[i].ns);
	}
	gt_cell_items(out, gt->items, n);
}

static void g_life(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_life(out, t->trace, (uint32_t)t->row);
}

static void g_system(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_owner(out, gt_owner_of(t->trace, &((const struct gtable *)t)->g));
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

bool gt_goroutine_is_last(const struct gt_trace *t, const struct gt_goroutine *g, int64_t until)
{
	return g->create < until && gt_goroutine_find(t, g->id, until - 1) == g->row;
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

static const void *ending_of(struct gt_table *t)
{
	struct gtable *gt = (struct gtable *)t;
	const struct gt_goroutine *g = &gt->g;

	if (gt->ended)
		return &gt->end;
	gt->ended = true;
	if (gt->to < (g->end != GT_NO_TIME ? g->end : gt_trace_info(t->trace)->duration))
		gt->end = ending_at(gt, g);
	else
		/* The reason of the last event, which may have been a preemption: then it waits for nothing. */
		gt->end = (struct ending){
			.state = gt_goroutine_state_name(t->trace, g), .forever = g->forever,
			.reason = g->state == GT_G_WAITING ? g->end_reason : 0, .stack = g->end_stack,
		};
	return &gt->end;
}

static void end_state(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, ((const struct ending *)t->at)->state);
}

static void end_reason(struct gt_table *t, struct gt_cell *out)
{
	const struct ending *end = t->at;

	gt_cell_string(out, t->trace, end->reason);
	if (end->state == gt_spent_name(GT_SPENT_BLOCK))
		out->absent = GT_NO_REASON;
}

/* A member of struct gt_gassist. */
static void sum_assists(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_gassist *a = gt_gcache_assists(&((struct gtable *)t)->cache, (uint32_t)t->row);

	if (a && t->column->kind == GT_KIND_DUR)
		gt_cell_i(out, gt_gassist_member(a, t->column->at));
	else if (a)
		gt_cell_u(out, (uint64_t)gt_gassist_member(a, t->column->at));
}
#define GASSIST(member) GT_CELL_ARG(sum_assists, offsetof(struct gt_gassist, member))

static void goroutines_slices(struct gt_table *t, struct gt_cell *out)
{
	const struct gtable *gt = (const struct gtable *)t;

	gt_cell_u(out, gt->limited ? gt_goroutine_slices_within(t->trace, gt->g.row, gt->from, gt->to, NULL)
				   : gt->g.slices);
}

static const void *gtable_row(struct gt_table *t, uint64_t row)
{
	struct gtable *gt = (struct gtable *)t;

	gt->ended = false;
	return gt_goroutine_get(t->trace, (uint32_t)row, &gt->g) ? gt : NULL;
}

static void gtable_prepare(struct gt_table *t, unsigned col)
{
	const struct gt_column *c = &gt_report_goroutines.columns[col];
	struct gt_gcache *cache = &((struct gtable *)t)->cache;

	if (c->cell == sum_ns && (c->at == GT_SPENT_EXEC || c->at == GT_SPENT_SYSCALL))
		gt_gcache_scan_running(cache);
	else if (c->cell == sum_ns)
		gt_gcache_scan(cache);
}

static void gtable_close(struct gt_table *t)
{
	struct gtable *gt = (struct gtable *)t;

	gt_gcache_close(&gt->cache);
	free(gt->items);
}

static int gtable_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct gtable *gt = (struct gtable *)t;

	t->rows = gt_trace_info(t->trace)->goroutines;
	gt->limited = args->limited;
	gt->from = args->from;
	gt->to = args->to;
	return gt_gcache_open(&gt->cache, t->trace, args, err);
}

#define FIELD(member) GT_FIELD(struct gtable, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gtable, member)

static const struct gt_column columns[] = {
	[GT_GOS_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine", FIELD(g.id) },
	[GT_GOS_LIFE] = { GT_COLUMN_LIFE, .cell = g_life },
	[GT_GOS_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32,
		"the function it was started with; of one that a wrapper as errgroup started, what that one runs",
		FIELD_AS(gt_cell_field_func, g.func) },
	[GT_GOS_CREATE] = { "create_ns", "Created", GT_KIND_TIME, GT_COL_MORE | GT_COL_BEGIN, 12,
		"its creation, or the trace's start", FIELD(g.create) },
	[GT_GOS_START] = { "start_ns", "Started", GT_KIND_TIME, GT_COL_MORE, 12,
		"when it first ran", FIELD(g.start) },
	[GT_GOS_END] = { "end_ns", "Ended", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ended", FIELD(g.end) },
	[GT_GOS_TOTAL] = { "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it existed in the trace, or in the range", .cell = sum_total },
	[GT_GOS_EXEC] = { "exec_ns", "Running", GT_KIND_DUR, GT_COL_DESC, 9,
		"time on a processor, not in a system call", GT_CELL_ARG(sum_ns, GT_SPENT_EXEC) },
	[GT_GOS_SCHED] = { "sched_wait_ns", "Runnable", GT_KIND_DUR, GT_COL_DESC, 9,
		"time ready to run, without a processor", GT_CELL_ARG(sum_ns, GT_SPENT_SCHED) },
	[GT_GOS_SYSCALL] = { "syscall_ns", "Syscall", GT_KIND_DUR, GT_COL_DESC, 9,
		"time in system calls that kept the processor", GT_CELL_ARG(sum_ns, GT_SPENT_SYSCALL) },
	[GT_GOS_SYSCALL_BLOCK] = { "syscall_block_ns", "Syscall no P", GT_KIND_DUR, GT_COL_DESC, 9,
		"time in system calls after they had lost the processor", GT_CELL_ARG(sum_ns, GT_SPENT_SYSCALL_BLOCK) },
	[GT_GOS_BLOCKED] = { "blocked_ns", "Waiting", GT_KIND_DUR, GT_COL_DESC, 9,
		"time waiting for anything", GT_CELL_ARG(sum_ns, GT_SPENT_BLOCK) },
	[GT_GOS_BLOCK] = { "block_ns", "Waiting by reason", GT_KIND_MAP, GT_COL_MORE, 24,
		"time waiting, by reason", .cell = sum_block },
	[GT_GOS_RANGE] = { "range_ns", "In ranges", GT_KIND_MAP, GT_COL_MORE, 24,
		"time in stop-the-world pauses it made, sweeps, mark assists", .cell = sum_ranges },
	[GT_GOS_CREATOR] = { "creator", "Creator", GT_KIND_ID, GT_COL_MORE, 7,
		"the goroutine that created it", FIELD_AS(gt_cell_field_g, g.creator) },
	[GT_GOS_SLICES] = { "slices", "Slices", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many on-processor slices it had, as greedy lists them", .cell = goroutines_slices },
	[GT_GOS_STATE] = { "state", "State", GT_KIND_STRING, 0, 8,
		"at the end of the trace, or of the range", .cell = end_state, .of = ending_of },
	[GT_GOS_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"belongs to the runtime; absent if unknown", .cell = g_system },
	[GT_GOS_OLDER] = { "older", "Older", GT_KIND_BOOL, GT_COL_MORE, 5,
		"existed before the trace began", FIELD(g.predates_trace) },
	[GT_GOS_FOREVER] = { "forever", "Forever", GT_KIND_BOOL, GT_COL_MORE, 8,
		"then blocked forever: on a nil channel, in a select without cases",
		GT_FIELD(struct ending, forever), .of = ending_of },
	[GT_GOS_REASON] = { "end_reason", "Waits for", GT_KIND_STRING, GT_COL_MORE, 14,
		"what it waited for then", .cell = end_reason, .of = ending_of },
	[GT_GOS_CREATE_STACK] = { "create_stack", "Created at", GT_KIND_STACK, GT_COL_MORE, 28,
		"where its creator was", FIELD(g.create_stack) },
	[GT_GOS_END_STACK] = { "end_stack", "Last at", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it was then, if the trace shows it", GT_FIELD(struct ending, stack), .of = ending_of },
	{ "assist_ns", "Assists on P", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 12,
		"time on a processor in mark assists: what it paid for the GC", GASSIST(on_p) },
	{ "assist_wall_ns", "Assists, wall", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 13,
		"how long these lasted, with waits for work and for processors", GASSIST(wall) },
	{ "sweep_ns", "Sweeps", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"time in sweeps, which it paid for the GC, too", GASSIST(sweeps.ns) },
	{ "sweeps", "Sweeps, n", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 9,
		"how many", GASSIST(sweeps.count) },
	{ "reclaimed", "Reclaimed", GT_KIND_BYTES, GT_COL_DESC | GT_COL_MORE, 9,
		"what those that ended reclaimed", GASSIST(sweeps.reclaimed) },
	{ "wrapper", "Wrapper", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 24,
		"the wrapper that it was started with, if func is what that one runs",
		FIELD_AS(gt_cell_field_func, g.wrapper) },
};

const struct gt_report gt_report_goroutines = {
	.name = "goroutines",
	.row = "a goroutine",
	GT_REPORT_COLUMNS(columns),
	.order = { "exec_ns", "g" },
	.sums = true,
	.by_owner = true,
	.ops = { .size = sizeof(struct gtable), .open = gtable_open, .row = gtable_row,
		 .close = gtable_close, .prepare = gtable_prepare },
};

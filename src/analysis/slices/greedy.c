/* On-processor slices: the table of all of them, or of one goroutine's. */
#include "analysis/slices/greedy.h"

#include <stdlib.h>

#include "analysis/stw/blame_index.h"
#include "analysis/slices/chain.h"
#include "analysis/goroutines/ginfo.h"
#include "analysis/slices/greedyrows.h"
#include "analysis/slices/queues.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"

struct greedy {
	struct gt_table head;
	struct greedy *of;              /* of a twin: what it borrows rows, blames and queues from */
	struct gt_greedy_rows rows;
	struct gt_ginfos goroutines;

	/* Rows that are asked for one after the other are read many at a time. */
	struct gt_slice_part *batch;
	uint64_t batch_row;
	uint32_t nbatch;

	struct gt_slice_part s;         /* a row that is not in the batch */
	struct gt_item items[GT_CHAIN_MAX];
	struct gt_chain_memo memo;
	struct gt_blame_index blames;
	int64_t from, to;
	struct gt_queues *queues;       /* once they were asked for */
};

/* The next row after the last one is probably followed by others. */
static const void *greedy_row(struct gt_table *t, uint64_t row)
{
	struct greedy *gr = (struct greedy *)t;

	if (row - gr->batch_row >= gr->nbatch) {
		if (!t->loaded || row != t->row + 1) {
			gt_greedy_rows_get(&gr->rows, row, &gr->s);
			return &gr->s;
		}
		if (!gr->batch)
			gr->batch = gt_xcalloc(GT_KEYS_STEP, sizeof *gr->batch);
		gr->nbatch = gt_greedy_rows_read(&gr->rows, row, GT_KEYS_STEP, gr->batch);
		gr->batch_row = row;
	}
	return &gr->batch[row - gr->batch_row];
}

void gt_greedy_get(const struct gt_table *t, uint64_t row, struct gt_slice_part *out)
{
	gt_greedy_rows_get(&((struct greedy *)t)->rows, row, out);
}

/* Parts of slices, those of one goroutine, and what may reach beyond the horizon. */
static void chunk_of_parts(struct greedy *gr, uint64_t row, struct gt_greedy_chunk *out)
{
	struct gt_slice_part *some = gt_xcalloc(GT_KEYS_STEP, sizeof *some);

	out->n = gt_greedy_rows_read(&gr->rows, row, GT_KEYS_STEP, some);
	for (uint32_t i = 0; i < out->n; i++) {
		out->dur[i] = gt_slice_part_clip(gr->head.trace, &some[i]) ? some[i].t1 - some[i].t0 : GT_NO_TIME;
		out->g[i] = some[i].slice.g;
		out->end_stack[i] = some[i].end_stack;
	}
	free(some);
}

void gt_greedy_chunk_read(const struct gt_table *t, uint64_t row, bool stacks, struct gt_greedy_chunk *out)
{
	struct greedy *gr = (struct greedy *)t;
	uint64_t dur[GT_KEYS_STEP];

	out->n = gt_trace_beyond(t->trace, GT_NO_TIME)
			 ? 0 : gt_greedy_rows_field(&gr->rows, row, GT_KEYS_STEP, GT_SLICE_SHOWN, dur);
	if (!out->n) {
		chunk_of_parts(gr, row, out);
		return;
	}
	gt_greedy_rows_field(&gr->rows, row, out->n, GT_SLICE_G, out->g);
	if (stacks)
		gt_greedy_rows_field(&gr->rows, row, out->n, GT_SLICE_END_STACK, out->end_stack);
	for (uint32_t i = 0; i < out->n; i++)
		out->dur[i] = (int64_t)dur[i];
}

uint64_t gt_greedy_row(const struct gt_table *t, uint32_t slice)
{
	return gt_greedy_rows_find(&((struct greedy *)t)->rows, slice);
}

/* ---- cells ---- */

/* Without parts of slices: they are what is between calls. */
static void greedy_runs(struct gt_table *t, int64_t *run, int64_t *call)
{
	const struct gt_slice_part *s = t->at;

	*run = s->t1 - s->t0;
	*call = 0;
	if (!((const struct greedy *)t)->rows.split)
		gt_slice_runs(t->trace, &s->slice, run, call);
}

static void greedy_run_max(struct gt_table *t, struct gt_cell *out)
{
	int64_t run, call;

	greedy_runs(t, &run, &call);
	gt_cell_i(out, run);
}

static void greedy_syscall(struct gt_table *t, struct gt_cell *out)
{
	int64_t run, call;

	greedy_runs(t, &run, &call);
	gt_cell_i(out, call);
}

static void find_chain(struct gt_table *t, struct gt_chain *c)
{
	const struct gt_slice_part *s = t->at;

	gt_chain_find(t->trace, &((struct greedy *)t)->memo, &s->slice, GT_CHAIN_START, s->part, c);
}

static void greedy_chain(struct gt_table *t, struct gt_cell *out)
{
	struct greedy *gr = (struct greedy *)t;
	struct gt_chain c;

	find_chain(t, &c);
	for (unsigned i = 0; i < c.n; i++) {
		gr->items[i] = (struct gt_item) { .value = { .kind = GT_KIND_STRING } };
		gt_cell_event_type(&gr->items[i].value, t->trace, c.types[i]);
	}
	gt_cell_items(out, gr->items, c.n);
}

static void greedy_chain_stack(struct gt_table *t, struct gt_cell *out)
{
	struct gt_chain c;

	find_chain(t, &c);
	gt_cell_stack(out, c.stack);
}

/* Where the slice began: where the goroutine had stopped before, else where it was created. */
static void greedy_start_stack(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slice_part *s = t->at;
	struct gt_goroutine g;
	struct gt_slice prev;
	struct gt_syscall c;

	if (s->part) {
		if (gt_slice_call(t->trace, &s->slice, s->part - 1, &c))
			gt_cell_stack(out, c.stack);
	} else if (s->slice.prev != GT_NO_ROW && gt_slice_get(t->trace, s->slice.prev, &prev)) {
		gt_cell_stack(out, prev.end_stack);
	} else if (gt_goroutine_get(t->trace, s->slice.g, &g)) {
		gt_cell_stack(out, g.first_stack);
	}
}

static void greedy_m(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slice_part *s = t->at;

	gt_cell_u(out, gt_proc_thread(t->trace, s->slice.proc_row, s->t0));
}

static const void *goroutine_of(struct gt_table *t)
{
	const struct gt_slice_part *s = t->at;

	return gt_ginfos_get(&((struct greedy *)t)->goroutines, s->slice.g);
}

static void greedy_wait(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slice_part *s = t->at;

	if (!s->part && !s->cut && s->slice.ready != GT_NO_TIME)
		gt_cell_i(out, s->slice.t0 - s->slice.ready);
}

/* Stops are few: all of them are looked at when the first cell is asked for.  Parts: it is the last one that let go. */
static void greedy_stw_delay(struct gt_table *t, struct gt_cell *out)
{
	struct greedy *gr = (struct greedy *)t;
	const struct gt_slice_part *s = t->at;
	const struct gt_slice_delay *d;

	if (!gr->of)
		gt_blame_index_update(&gr->blames, t->trace, 0);
	d = gt_blame_index_slice(gr->of ? &gr->of->blames : &gr->blames, s->slice.id);
	if (d && s->t1 == s->slice.t1)
		gt_cell_i(out, d->sum);
}

/* A slice that was running when the trace began starts with the event that first shows it. */
static void greedy_before(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slice_part *s = t->at;

	if (s->cut)
		gt_cell_i(out, s->slice.seen - s->slice.t0);
}

static void greedy_held(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slice_part *s = t->at;

	gt_cell_i(out, s->t1 - (s->cut ? s->slice.t0 : s->t0));
}

/* Absent, too, where there is no room to find out. */
static void greedy_queued(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slice_part *s = t->at;
	struct greedy *gr = (struct greedy *)t;

	if (gr->of)
		gr = gr->of;
	if (!gr->queues) {
		gr->queues = gt_xcalloc(1, sizeof *gr->queues);
		gt_queues_open(gr->queues, t->trace, gr->from, gr->to, NULL);
	}
	gt_cell_i(out, gt_queues_of(gr->queues, s->slice.id));
}

/* ---- many rows ---- */

static uint32_t greedy_keys(struct gt_table *t, uint64_t row, uint32_t n, unsigned col, uint64_t *keys,
			    uint8_t *absent)
{
	struct greedy *gr = (struct greedy *)t;

	return gt_greedy_rows_keys(&gr->rows, &gr->goroutines, row, n, col, keys, absent);
}

/* The index knows the longest of any stretch of a P. */
static size_t greedy_largest(struct gt_table *t, unsigned col, size_t n, uint32_t *rows, size_t room)
{
	struct greedy *gr = (struct greedy *)t;
	size_t got;

	if (col != GT_GREEDY_DUR || gr->rows.own || gr->rows.split)
		return 0;
	got = gt_greedy_longest(t->trace, gr->from, gr->to, n, rows, room);
	for (size_t i = 0; i < got; i++) {
		uint64_t row = gt_greedy_rows_find(&gr->rows, rows[i]);

		if (row >= t->rows)
			return 0;
		rows[i] = (uint32_t)row;
	}
	return got;
}

static bool greedy_inside(struct gt_table *t)
{
	return gt_greedy_rows_inside(&((struct greedy *)t)->rows, ((struct greedy *)t)->to);
}

/* ---- opening ---- */

static void greedy_close(struct gt_table *t)
{
	struct greedy *gr = (struct greedy *)t;

	if (!gr->of)
		gt_greedy_rows_release(&gr->rows);
	free(gr->batch);
	gt_ginfos_release(&gr->goroutines);
	gt_chain_memo_release(&gr->memo);
	gt_blame_index_release(&gr->blames);
	if (gr->queues)
		gt_queues_release(gr->queues);
	free(gr->queues);
}

static int greedy_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct greedy *gr = (struct greedy *)t;
	int rc;

	gr->from = args->from;
	gr->to = args->to;
	rc = gt_greedy_rows_open(&gr->rows, t->trace, args, err);
	t->rows = gr->rows.n;
	return rc ? rc : gt_ginfos_open(&gr->goroutines, t->trace, err);
}

static int greedy_twin(struct gt_table *t, struct gt_table *of)
{
	struct greedy *gr = (struct greedy *)t;

	gr->of = (struct greedy *)of;
	gr->rows = gr->of->rows;
	return gt_ginfos_open(&gr->goroutines, t->trace, NULL);
}

#define FIELD(member) GT_FIELD(struct gt_slice_part, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gt_slice_part, member)

static const struct gt_column columns[] = {
	[GT_GREEDY_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE | GT_COL_BULK, 9,
		"how long the goroutine held the processor", GT_FIELD_SPAN(struct gt_slice_part, t0, t1) },
	[GT_GREEDY_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN | GT_COL_BULK, 12,
		"when it got the processor", FIELD(t0) },
	[GT_GREEDY_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END | GT_COL_BULK, 12,
		"when it left it", FIELD(t1) },
	[GT_GREEDY_P] = { "p", "P", GT_KIND_ID, 0, 3,
		"processor", FIELD_AS(gt_cell_field_p, slice.proc_row) },
	[GT_GREEDY_G] = { "g", "G", GT_KIND_ID, GT_COL_BULK, 6,
		"goroutine", GT_FIELD(struct gt_ginfo, id), .of = goroutine_of },
	[GT_GREEDY_LIFE] = { GT_COLUMN_LIFE, FIELD_AS(gt_cell_field_life, slice.g) },
	[GT_GREEDY_M] = { "m", "M", GT_KIND_ID, GT_COL_BULK, 7,
		"thread that ran it at the start", .cell = greedy_m },
	[GT_GREEDY_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC | GT_COL_BULK, 28,
		"start function of the goroutine",
		GT_FIELD_AS(gt_cell_field_func, struct gt_ginfo, func), .of = goroutine_of },
	[GT_GREEDY_START_EVENT] = { "start_event", "Began with", GT_KIND_STRING, GT_COL_MORE | GT_COL_BULK, 12,
		"event that put it on the processor", FIELD_AS(gt_cell_field_event_type, start_type) },
	[GT_GREEDY_END_EVENT] = { "end_event", "Ended with", GT_KIND_STRING, GT_COL_BULK, 12,
		"event that took it off", FIELD_AS(gt_cell_field_event_type, end_type) },
	[GT_GREEDY_END_REASON] = { "end_reason", "Reason", GT_KIND_STRING, GT_COL_BULK, 12,
		"why it stopped", FIELD(reason) },
	[GT_GREEDY_END_WHERE] = { "end_where", "At", GT_KIND_STRING, GT_COL_FUNC | GT_COL_BULK, 28,
		"where it stopped, or was interrupted: the innermost frame outside of the standard library",
		FIELD_AS(gt_cell_field_where, end_stack) },
	[GT_GREEDY_END_LEAF] = { GT_COLUMN_LEAF("end_top", GT_COL_MORE), FIELD_AS(gt_cell_field_leaf, end_stack) },
	[GT_GREEDY_OPEN] = { "open", "Open", GT_KIND_BOOL, GT_COL_MORE | GT_COL_BULK, 4,
		"still running when the trace ended", FIELD(open) },
	[GT_GREEDY_CUT] = { "cut", "Cut", GT_KIND_BOOL, GT_COL_MORE | GT_COL_BULK, 3,
		"was running when the trace began", FIELD(cut) },
	[GT_GREEDY_BEFORE] = { "before_ns", "Before", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long a cut one ran in the trace before the event that shows it, its start", .cell = greedy_before },
	[GT_GREEDY_HELD] = { "held_ns", "Held", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE | GT_COL_BULK, 9,
		"how long it held the processor: of a cut one the time before its start, too", .cell = greedy_held },
	[GT_GREEDY_RUN_MAX] = { "run_max_ns", "Longest run", GT_KIND_DUR, GT_COL_DESC | GT_COL_BULK, 9,
		"longest part without a system call", .cell = greedy_run_max },
	[GT_GREEDY_SYSCALL] = { "syscall_ns", "In syscalls", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE | GT_COL_BULK, 9,
		"time in system calls that kept the processor", .cell = greedy_syscall },
	[GT_GREEDY_STW_DELAY] = { "stw_delay_ns", "Delayed STW", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long it delayed stop-the-world pauses; 0: they found it running, but it was not the last to yield", .cell = greedy_stw_delay },
	[GT_GREEDY_QUEUED] = { "queued_ns", "Queued", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE | GT_COL_ASKED, 9,
		"for slices of 10 ms or more: the longest time for which one goroutine waited for a processor meanwhile, "
		"in a wait of over 1 ms and with no processor idle", .cell = greedy_queued },
	[GT_GREEDY_LABEL] = { "label", "Label", GT_KIND_STRING, GT_COL_MORE | GT_COL_BULK, 14,
		"mode of a GC worker", FIELD(slice.label) },
	[GT_GREEDY_WAIT] = { "wait_ns", "Waited", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE | GT_COL_BULK, 9,
		"how long it had waited for the processor", .cell = greedy_wait },
	[GT_GREEDY_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE | GT_COL_BULK, 6,
		"the goroutine belongs to the runtime; absent if unknown",
		GT_FIELD_AS(gt_cell_field_owner, struct gt_ginfo, owner), .of = goroutine_of },
	[GT_GREEDY_CHAIN] = { "chain", "History", GT_KIND_LIST, GT_COL_MORE, 24,
		"what the goroutine did before", .cell = greedy_chain },
	[GT_GREEDY_CHAIN_STACK] = { "chain_stack", "History stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"stack of the first of these", .cell = greedy_chain_stack },
	[GT_GREEDY_START_STACK] = { "start_stack", "Start stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it continues: its last stop or creation", .cell = greedy_start_stack },
	[GT_GREEDY_END_STACK] = { "end_stack", "End stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it stopped", FIELD(end_stack) },
};

const char *gt_greedy_take(struct gt_table_args *args, enum gt_takes option, const char *value)
{
	(void)value;
	if (option == GT_TAKES_SPLIT)
		gt_greedy_args_in(args)->split = true;
	return NULL;
}

const struct gt_report gt_report_greedy = {
	.name = "greedy",
	.row = "an on-processor slice, longest first",
	GT_REPORT_COLUMNS(columns),
	/* Rows come by P, then by time, and sorting is stable: P and G need no keys. */
	.order = { "dur_ns", "start_ns" },
	.takes = GT_TAKES_SPLIT | GT_TAKES_GOROUTINE | GT_TAKES_AT,
	.take = gt_greedy_take,
	.ops = { .size = sizeof(struct greedy), .open = greedy_open, .row = greedy_row, .close = greedy_close,
		 .keys = greedy_keys, .largest = greedy_largest, .inside = greedy_inside, .twin = greedy_twin },
};

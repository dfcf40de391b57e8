/* On-processor slices: the table of all of them, or of one goroutine's. */
#include "analysis/slices/greedy.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stw/blame_index.h"
#include "analysis/slices/chain.h"
#include "analysis/goroutines/ginfo.h"
#include "analysis/slices/greedyrows.h"
#include "analysis/slices/queues.h"
#include "analysis/table/stacktext.h"
#include "base/buf.h"
#include "base/xalloc.h"

struct greedy {
	struct gt_table head;
	struct gt_greedy_rows rows;
	struct gt_ginfos goroutines;

	/* Rows that are asked for one after the other are read many at a time. */
	struct gt_slice_part *batch;
	uint64_t batch_row;
	uint32_t nbatch;

	/* The row that was asked for last. */
	uint64_t row;
	struct gt_slice_part s;
	struct gt_item items[GT_CHAIN_MAX];
	struct gt_buf text;
	struct gt_chain_memo memo;
	struct gt_blame_index blames;
	int64_t from, to;
	struct gt_queues *queues;       /* once they were asked for */
};

static struct greedy *greedy_of_of(const struct gt_table *t)
{
	return (struct greedy *)t;
}

/* The next row after the last one is probably followed by others. */
static void read_next(struct greedy *gr, uint64_t row, struct gt_slice_part *s)
{
	if (row - gr->batch_row < gr->nbatch) {
		*s = gr->batch[row - gr->batch_row];
		return;
	}
	if (!row || row != gr->row + 1) {
		gt_greedy_rows_get(&gr->rows, row, s);
		return;
	}
	if (!gr->batch)
		gr->batch = gt_xcalloc(GT_KEYS_STEP, sizeof *gr->batch);
	gr->nbatch = gt_greedy_rows_read(&gr->rows, row, GT_KEYS_STEP, gr->batch);
	gr->batch_row = row;
	*s = gr->batch[0];
}

static void greedy_load(struct greedy *gr, uint64_t row)
{
	if (gr->row == row)
		return;
	read_next(gr, row, &gr->s);
	gr->row = row;
}

void gt_greedy_get(const struct gt_table *t, uint64_t row, struct gt_slice_part *out)
{
	gt_greedy_rows_get(&greedy_of_of(t)->rows, row, out);
}

uint32_t gt_greedy_read(const struct gt_table *t, uint64_t row, uint32_t n, struct gt_slice *out)
{
	return gt_greedy_rows_slices(&greedy_of_of(t)->rows, row, n, out);
}

uint32_t gt_greedy_parts(const struct gt_table *t, uint64_t row, uint32_t n, struct gt_slice_part *out)
{
	return gt_greedy_rows_read(&greedy_of_of(t)->rows, row, n, out);
}

uint64_t gt_greedy_row(const struct gt_table *t, uint32_t slice)
{
	return gt_greedy_rows_find(&greedy_of_of(t)->rows, slice);
}

/* ---- cells ---- */

void gt_slice_runs(const struct gt_trace *t, const struct gt_slice *s, int64_t *run_max, int64_t *syscall)
{
	uint32_t n = s->flags & GT_SLICE_CALLS ? gt_slice_calls(t, s) : 0;
	int64_t from = s->seen, max = 0, in = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct gt_syscall c;

		if (!gt_slice_call(t, s, i, &c))
			continue;
		if (c.t0 - from > max)
			max = c.t0 - from;
		in += c.t1 - (c.t0 > s->seen ? c.t0 : s->seen);
		from = c.t1;
	}
	if (s->t1 - from > max)
		max = s->t1 - from;
	*run_max = max;
	*syscall = in;
}

static void cell_runs(struct greedy *gr, unsigned col, struct gt_cell *out)
{
	struct gt_slice s = gr->s.slice;
	int64_t run, call;

	if (gr->rows.split) {
		gt_cell_i(out, col == GT_GREEDY_RUN_MAX ? gr->s.t1 - gr->s.t0 : 0);
		return;
	}
	gt_slice_runs(gr->head.trace, &s, &run, &call);
	gt_cell_i(out, col == GT_GREEDY_RUN_MAX ? run : call);
}

static void greedy_cell_type(const struct gt_trace *t, unsigned type, struct gt_cell *out)
{
	const char *name = type ? gt_event_type_name(t, type) : NULL;

	gt_cell_s(out, name, name ? strlen(name) : 0);
}

static void cell_chain(struct greedy *gr, unsigned col, struct gt_cell *out)
{
	struct gt_chain c;

	gt_chain_find(gr->head.trace, &gr->memo, &gr->s.slice, GT_CHAIN_START, gr->s.part, &c);
	if (col == GT_GREEDY_CHAIN_STACK) {
		gt_cell_stack(out, c.stack);
		return;
	}
	for (unsigned i = 0; i < c.n; i++) {
		gr->items[i] = (struct gt_item) { .value = { .kind = GT_KIND_STRING } };
		greedy_cell_type(gr->head.trace, c.types[i], &gr->items[i].value);
	}
	gt_cell_items(out, gr->items, c.n);
}

/* Where the slice began: where the goroutine had stopped before, else where it was created. */
static void cell_start_stack(struct greedy *gr, struct gt_cell *out)
{
	struct gt_goroutine g;
	struct gt_slice prev;
	struct gt_syscall c;

	if (gr->s.part) {
		if (gt_slice_call(gr->head.trace, &gr->s.slice, gr->s.part - 1, &c))
			gt_cell_stack(out, c.stack);
	} else if (gr->s.slice.prev != GT_NO_ROW && gt_slice_get(gr->head.trace, gr->s.slice.prev, &prev)) {
		gt_cell_stack(out, prev.end_stack);
	} else if (gt_goroutine_get(gr->head.trace, gr->s.slice.g, &g)) {
		gt_cell_stack(out, g.first_stack);
	}
}

static void greedy_cell_top(struct greedy *gr, uint32_t stack, struct gt_cell *out)
{
	gt_buf_reset(&gr->text);
	if (gt_stack_top_user(&gr->text, gr->head.trace, stack))
		gt_cell_s(out, gr->text.data, gr->text.len);
}

static void greedy_cell_proc(struct greedy *gr, unsigned col, struct gt_cell *out)
{
	struct gt_proc p;

	if (col == GT_GREEDY_M)
		gt_cell_u(out, gt_proc_thread(gr->head.trace, gr->s.slice.proc_row, gr->s.t0));
	else if (gt_proc_get(gr->head.trace, gr->s.slice.proc_row, &p))
		gt_cell_u(out, p.id);
}

static const struct gt_ginfo *goroutine_of(struct greedy *gr)
{
	return gt_ginfos_get(&gr->goroutines, gr->s.slice.g);
}

static void cell_wait(struct greedy *gr, struct gt_cell *out)
{
	if (!gr->s.part && !gr->s.cut && gr->s.slice.ready != GT_NO_TIME)
		gt_cell_i(out, gr->s.slice.t0 - gr->s.slice.ready);
}

/* Stops are few: all of them are looked at when the first cell is asked for.  Parts: it is the last one that let go. */
static void cell_delay(struct greedy *gr, struct gt_cell *out)
{
	const struct gt_slice_delay *d;

	gt_blame_index_update(&gr->blames, gr->head.trace, 0);
	d = gt_blame_index_slice(&gr->blames, gr->s.slice.id);
	if (d && gr->s.t1 == gr->s.slice.t1)
		gt_cell_i(out, d->sum);
}

/* A slice that was running when the trace began starts with the event that first shows it. */
static void cell_before(struct greedy *gr, struct gt_cell *out)
{
	if (gr->s.cut)
		gt_cell_i(out, gr->s.slice.seen - gr->s.slice.t0);
}

/* Absent, too, where there is no room to find out. */
static void cell_queued(struct greedy *gr, struct gt_cell *out)
{
	if (!gr->queues) {
		gr->queues = gt_xcalloc(1, sizeof *gr->queues);
		gt_queues_open(gr->queues, gr->head.trace, gr->from, gr->to, NULL);
	}
	gt_cell_i(out, gt_queues_of(gr->queues, gr->s.slice.id));
}

static void greedy_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct greedy *gr = greedy_of_of(t);
	const struct gt_slice_part *s = &gr->s;

	greedy_load(gr, row);
	switch ((enum gt_greedy_col)col) {
	case GT_GREEDY_DUR: gt_cell_i(out, s->t1 - s->t0); break;
	case GT_GREEDY_START: gt_cell_i(out, s->t0); break;
	case GT_GREEDY_END: gt_cell_i(out, s->t1); break;
	case GT_GREEDY_P:
	case GT_GREEDY_M: greedy_cell_proc(gr, col, out); break;
	case GT_GREEDY_G: gt_cell_u(out, goroutine_of(gr)->id); break;
	case GT_GREEDY_LIFE: gt_cell_life(out, t->trace, s->slice.g); break;
	case GT_GREEDY_FUNC: gt_cell_func(out, t->trace, goroutine_of(gr)->func); break;
	case GT_GREEDY_START_EVENT: greedy_cell_type(t->trace, s->start_type, out); break;
	case GT_GREEDY_END_EVENT: greedy_cell_type(t->trace, s->end_type, out); break;
	case GT_GREEDY_END_REASON: gt_cell_string(out, t->trace, s->reason); break;
	case GT_GREEDY_END_TOP: greedy_cell_top(gr, s->end_stack, out); break;
	case GT_GREEDY_OPEN: gt_cell_b(out, s->open); break;
	case GT_GREEDY_CUT: gt_cell_b(out, s->cut); break;
	case GT_GREEDY_BEFORE: cell_before(gr, out); break;
	case GT_GREEDY_HELD: gt_cell_i(out, s->t1 - (s->cut ? s->slice.t0 : s->t0)); break;
	case GT_GREEDY_RUN_MAX:
	case GT_GREEDY_SYSCALL: cell_runs(gr, col, out); break;
	case GT_GREEDY_STW_DELAY: cell_delay(gr, out); break;
	case GT_GREEDY_LABEL: gt_cell_string(out, t->trace, s->slice.label); break;
	case GT_GREEDY_WAIT: cell_wait(gr, out); break;
	case GT_GREEDY_SYSTEM: gt_cell_owner(out, goroutine_of(gr)->owner); break;
	case GT_GREEDY_CHAIN:
	case GT_GREEDY_CHAIN_STACK: cell_chain(gr, col, out); break;
	case GT_GREEDY_START_STACK: cell_start_stack(gr, out); break;
	case GT_GREEDY_END_STACK: gt_cell_stack(out, s->end_stack); break;
	case GT_GREEDY_QUEUED: cell_queued(gr, out); break;
	case GT_GREEDY_COLS: break;
	}
}

static bool greedy_key(struct gt_table *t, uint64_t row, unsigned col, uint64_t *key)
{
	struct greedy *gr = greedy_of_of(t);
	struct gt_slice_part s;
	struct gt_cell c;

	if (col > GT_GREEDY_END) {
		gt_table_cell(t, row, col, &c);
		*key = c.u;
		return !c.null;
	}
	gt_greedy_rows_get(&gr->rows, row, &s);
	*key = (uint64_t)(col == GT_GREEDY_DUR ? s.t1 - s.t0 : col == GT_GREEDY_START ? s.t0 : s.t1);
	return true;
}

/* ---- keys of many rows ---- */

/* False: the cell is absent. */
static bool slice_key(struct greedy *gr, const struct gt_slice *s, unsigned col, uint64_t *key)
{
	const struct gt_trace *t = gr->head.trace;
	int64_t run, call;

	switch ((enum gt_greedy_col)col) {
	case GT_GREEDY_DUR: *key = (uint64_t)(s->t1 - s->seen); return true;
	case GT_GREEDY_START: *key = (uint64_t)s->seen; return true;
	case GT_GREEDY_HELD: *key = (uint64_t)(s->t1 - s->t0); return true;
	case GT_GREEDY_END: *key = (uint64_t)s->t1; return true;
	case GT_GREEDY_M: *key = gt_proc_thread(t, s->proc_row, s->seen); return *key != GT_NONE;
	case GT_GREEDY_G: *key = gt_ginfos_get(&gr->goroutines, s->g)->id; return true;
	case GT_GREEDY_FUNC: *key = gt_ginfos_get(&gr->goroutines, s->g)->func; return *key != 0;
	case GT_GREEDY_SYSTEM:
		*key = gt_ginfos_get(&gr->goroutines, s->g)->owner == GT_OWNER_RUNTIME;
		return gt_ginfos_get(&gr->goroutines, s->g)->owner != GT_OWNER_UNKNOWN;
	case GT_GREEDY_START_EVENT: *key = s->start_type; return *key != 0;
	case GT_GREEDY_END_EVENT: *key = s->end_type; return *key != 0;
	case GT_GREEDY_END_REASON: *key = s->reason; return *key != 0;
	case GT_GREEDY_END_TOP: *key = s->end_stack; return *key && gt_stack_depth(t, s->end_stack);
	case GT_GREEDY_LABEL: *key = s->label; return *key != 0;
	case GT_GREEDY_OPEN: *key = (s->flags & GT_SLICE_OPEN) != 0; return true;
	case GT_GREEDY_CUT: *key = (s->flags & GT_SLICE_CUT) != 0; return true;
	case GT_GREEDY_WAIT:
		*key = (uint64_t)s->t0 - (uint64_t)s->ready;
		return s->ready != GT_NO_TIME && !(s->flags & GT_SLICE_CUT);
	default:
		gt_slice_runs(t, s, &run, &call);
		*key = (uint64_t)(col == GT_GREEDY_RUN_MAX ? run : call);
		return true;
	}
}

static bool has_slice_key(unsigned col)
{
	return col <= GT_GREEDY_SYSTEM && col != GT_GREEDY_P && col != GT_GREEDY_STW_DELAY &&
	       col != GT_GREEDY_BEFORE && col != GT_GREEDY_LIFE;
}

/* Of parts of slices: those columns that differ from the slice's, and what is quick. */
static uint32_t part_keys(struct greedy *gr, uint64_t row, uint32_t n, unsigned col, uint64_t *keys, uint8_t *absent)
{
	struct gt_slice_part *some;

	if (col > GT_GREEDY_END && col != GT_GREEDY_RUN_MAX)
		return 0;
	some = gt_xcalloc(n, sizeof *some);
	n = gt_greedy_rows_read(&gr->rows, row, n, some);
	for (uint32_t i = 0; i < n; i++) {
		const struct gt_slice_part *s = &some[i];

		keys[i] = (uint64_t)(col == GT_GREEDY_START ? s->t0 : col == GT_GREEDY_END ? s->t1 : s->t1 - s->t0);
		absent[i] = 0;
	}
	free(some);
	return n;
}

static uint32_t greedy_keys(struct gt_table *t, uint64_t row, uint32_t n, unsigned col, uint64_t *keys,
			    uint8_t *absent)
{
	struct greedy *gr = greedy_of_of(t);
	struct gt_slice slices[GT_KEYS_STEP];

	if (gr->rows.own)
		return 0;
	if (gr->rows.split)
		return part_keys(gr, row, n, col, keys, absent);
	if (!has_slice_key(col))
		return 0;
	n = gt_greedy_rows_slices(&gr->rows, row, n, slices);
	for (uint32_t i = 0; i < n; i++)
		absent[i] = !slice_key(gr, &slices[i], col, &keys[i]);
	return n;
}

/* ---- opening ---- */

static void greedy_close(struct gt_table *t)
{
	struct greedy *gr = greedy_of_of(t);

	gt_greedy_rows_release(&gr->rows);
	free(gr->batch);
	gt_ginfos_release(&gr->goroutines);
	gt_chain_memo_release(&gr->memo);
	gt_blame_index_release(&gr->blames);
	if (gr->queues)
		gt_queues_release(gr->queues);
	free(gr->queues);
	gt_buf_release(&gr->text);
	free(gr);
}

static const struct gt_table_ops greedy_ops = {
	.cell = greedy_cell,
	.key = greedy_key,
	.keys = greedy_keys,
	.close = greedy_close,
};

static int greedy_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		       struct gt_error *err)
{
	struct greedy *gr = gt_xcalloc(1, sizeof *gr);
	int rc;

	gr->head.ops = &greedy_ops;
	gr->head.trace = t;
	gr->row = UINT64_MAX;
	gr->from = args->from;
	gr->to = args->to;
	rc = gt_greedy_rows_open(&gr->rows, t, args, err);
	if (!rc)
		rc = gt_ginfos_open(&gr->goroutines, t, err);
	gr->head.rows = gr->rows.n;
	if (rc)
		greedy_close(&gr->head);
	else
		*out = &gr->head;
	return rc;
}

static const struct gt_column columns[GT_GREEDY_COLS] = {
	[GT_GREEDY_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long the goroutine held the processor" },
	[GT_GREEDY_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"when it got the processor" },
	[GT_GREEDY_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"when it left it" },
	[GT_GREEDY_P] = { "p", "P", GT_KIND_ID, 0, 3,
		"processor" },
	[GT_GREEDY_G] = { "g", "G", GT_KIND_ID, 0, 6,
		"goroutine" },
	[GT_GREEDY_LIFE] = GT_COLUMN_LIFE,
	[GT_GREEDY_M] = { "m", "M", GT_KIND_ID, 0, 7,
		"thread that ran it at the start" },
	[GT_GREEDY_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"start function of the goroutine" },
	[GT_GREEDY_START_EVENT] = { "start_event", "Began with", GT_KIND_STRING, GT_COL_MORE, 12,
		"event that put it on the processor" },
	[GT_GREEDY_END_EVENT] = { "end_event", "Ended with", GT_KIND_STRING, 0, 12,
		"event that took it off" },
	[GT_GREEDY_END_REASON] = { "end_reason", "Reason", GT_KIND_STRING, 0, 12,
		"why it stopped" },
	[GT_GREEDY_END_TOP] = { "end_top", "At", GT_KIND_STRING, GT_COL_FUNC, 28,
		"innermost frame where it stopped, or was interrupted" },
	[GT_GREEDY_OPEN] = { "open", "Open", GT_KIND_BOOL, GT_COL_MORE, 4,
		"still running when the trace ended" },
	[GT_GREEDY_CUT] = { "cut", "Cut", GT_KIND_BOOL, GT_COL_MORE, 3,
		"was running when the trace began" },
	[GT_GREEDY_BEFORE] = { "before_ns", "Before", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long a cut one ran in the trace before the event that shows it, its start" },
	[GT_GREEDY_HELD] = { "held_ns", "Held", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long it held the processor: of a cut one the time before its start, too" },
	[GT_GREEDY_RUN_MAX] = { "run_max_ns", "Longest run", GT_KIND_DUR, GT_COL_DESC, 9,
		"longest part without a system call" },
	[GT_GREEDY_SYSCALL] = { "syscall_ns", "In syscalls", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"time in system calls that kept the processor" },
	[GT_GREEDY_STW_DELAY] = { "stw_delay_ns", "Delayed STW", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long it delayed stop-the-world pauses; 0: they found it running, but it was not the last to yield" },
	[GT_GREEDY_QUEUED] = { "queued_ns", "Queued", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE | GT_COL_ASKED, 9,
		"of those held for 10ms or more: how long one goroutine waited meanwhile, over 1ms, with no processor idle" },
	[GT_GREEDY_LABEL] = { "label", "Label", GT_KIND_STRING, GT_COL_MORE, 14,
		"mode of a GC worker" },
	[GT_GREEDY_WAIT] = { "wait_ns", "Waited", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long it had waited for the processor" },
	[GT_GREEDY_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"the goroutine belongs to the runtime; absent where nobody knows" },
	[GT_GREEDY_CHAIN] = { "chain", "History", GT_KIND_LIST, GT_COL_MORE, 24,
		"what the goroutine did before" },
	[GT_GREEDY_CHAIN_STACK] = { "chain_stack", "History stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"stack of the first of these" },
	[GT_GREEDY_START_STACK] = { "start_stack", "Start stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it continues: its last stop or creation" },
	[GT_GREEDY_END_STACK] = { "end_stack", "End stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it stopped" },
};

const struct gt_report gt_report_greedy = {
	.name = "greedy",
	.row = "an on-processor slice, longest first",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	/* Rows come by P, then by time, and sorting is stable: P and G need no keys. */
	.order = { { GT_GREEDY_DUR, true }, { GT_GREEDY_START, false } },
	.norder = 2,
	.start = GT_GREEDY_START,
	.end = GT_GREEDY_END,
	.measure = GT_GREEDY_DUR,
	.open = greedy_open,
};

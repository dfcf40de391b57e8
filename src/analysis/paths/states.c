/* The report "states": a goroutine's life, state by state; rows are found part by part. */
#include "analysis/paths/states.h"

#include <assert.h>
#include <stdlib.h>

#include "analysis/slices/greedy.h"
#include "analysis/paths/path.h"
#include "analysis/table/reports.h"
#include "base/bisect.h"
#include "base/xalloc.h"

#define PART_SLICES 64u          /* rows are found by this many slices at a time */
#define QUICK_PARTS 64u          /* so many parts has a table that is to be quick */
#define NO_PART SIZE_MAX

/* Slices of a life from k0 on, and the states around them. */
struct part {
	uint64_t first;          /* row */
	uint32_t g, k0;
};

struct states {
	struct gt_table head;
	struct part *parts;      /* one more than there are: where the rows end */
	size_t nparts, parts_cap;

	/* The part whose rows are known. */
	size_t part;
	struct gt_goroutine g;
	struct gt_interval *rows;
	size_t nrows, cap;
	struct gt_events *events;    /* once a waker's stack is looked for */
};

/* ---- rows ---- */

/* Slices of a part: the last one has what comes after them, too. */
static void walk_part(struct states *st, const struct part *p, gt_interval_fn *fn, void *arg)
{
	uint64_t k1 = (uint64_t)p->k0 + PART_SLICES;

	if (k1 > st->g.slices)
		k1 = st->g.slices;
	gt_goroutine_walk_part(st->head.trace, p->g, p->k0, (uint32_t)k1, fn, arg);
}

static bool states_collect(void *arg, const struct gt_interval *iv)
{
	struct states *st = arg;

	GT_GROW(st->rows, st->cap, st->nrows + 1);
	st->rows[st->nrows++] = *iv;
	return true;
}

static void load_part(struct states *st, size_t part)
{
	if (st->part == part)
		return;
	assert(part < st->nparts);
	st->head.loaded = false; /* what was returned for a row is gone */
	st->part = part;
	st->nrows = 0;
	gt_goroutine_get(st->head.trace, st->parts[part].g, &st->g);
	walk_part(st, &st->parts[part], states_collect, st);
}

static size_t part_of(const struct states *st, uint64_t row)
{
	if (st->part != NO_PART && row >= st->parts[st->part].first && row < st->parts[st->part + 1].first)
		return st->part;
	return GT_BISECT(i, 0, st->nparts, st->parts[i].first <= row) - 1;
}

static const struct gt_interval *states_row_at(struct states *st, uint64_t row)
{
	size_t part;

	if (row >= st->head.rows)
		return NULL;
	part = part_of(st, row);
	load_part(st, part);
	row -= st->parts[part].first;
	return row < st->nrows ? &st->rows[row] : NULL;
}

bool gt_states_get(const struct gt_table *t, uint64_t row, struct gt_interval *iv)
{
	const struct gt_interval *found = states_row_at((struct states *)t, row);

	if (found)
		*iv = *found;
	return found;
}

uint64_t gt_states_row(const struct gt_table *t, int64_t time)
{
	struct states *st = (struct states *)t;
	size_t part;
	uint64_t row;

	if (!t->rows)
		return UINT64_MAX;
	part = gt_goroutine_seek(t->trace, st->parts[0].g, time) / PART_SLICES;
	if (part >= st->nparts)
		part = st->nparts - 1;
	load_part(st, part);
	row = st->parts[part].first;
	for (size_t i = 0; i + 1 < st->nrows && st->rows[i].t1 <= time; i++)
		row++;
	return row < t->rows ? row : t->rows - 1;
}

/* ---- what is known of a state ---- */

bool gt_interval_on_processor(const struct gt_interval *iv)
{
	return iv->slice != GT_NO_ROW && (iv->what == GT_SPENT_EXEC || iv->what == GT_SPENT_SYSCALL);
}

uint32_t gt_interval_stack(const struct gt_trace *t, const struct gt_interval *iv)
{
	struct gt_slice s;

	if (iv->what != GT_SPENT_EXEC)
		return iv->stack;
	if (iv->slice == GT_NO_ROW || !gt_slice_get(t, iv->slice, &s) || s.t1 != iv->t1)
		return 0;
	return s.end_stack;
}

/* Of time on a processor: where the goroutine had stopped before. */
static uint32_t start_stack(const struct gt_table *table)
{
	const struct gt_trace *t = table->trace;
	const struct states *st = (const struct states *)table;
	const struct gt_interval *iv = table->at;
	struct gt_slice s, prev;

	if (iv->what != GT_SPENT_EXEC || iv->slice == GT_NO_ROW || !gt_slice_get(t, iv->slice, &s) || s.t0 != iv->t0)
		return 0;
	return gt_slice_get(t, s.prev, &prev) ? prev.end_stack : gt_goroutine_first_stood(t, &st->g);
}

/* ---- cells ---- */

static void state_name(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_interval *iv = t->at;

	gt_cell_word(out, gt_spent_name(iv->what));
}

static void state_reason(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_interval *iv = t->at;

	bool inferred;

	if (iv->what == GT_SPENT_BLOCK)
		gt_cell_reason(out, t->trace, gt_interval_reason(t->trace, iv, &inferred));
}

static void state_inferred(struct gt_table *t, struct gt_cell *out)
{
	bool inferred = false;

	if (gt_interval_reason(t->trace, t->at, &inferred))
		gt_cell_b(out, inferred);
}

static void state_p(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_interval *iv = t->at;
	struct gt_slice s;

	if (gt_interval_on_processor(iv) && gt_slice_get(t->trace, iv->slice, &s))
		gt_cell_proc(out, t->trace, s.proc_row);
}

static void state_start_where(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_where(out, t, start_stack(t));
}

static void state_start_leaf(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_leaf(out, t, start_stack(t));
}

static void state_where(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_where(out, t, gt_interval_stack(t->trace, t->at));
}

static void state_leaf(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_leaf(out, t, gt_interval_stack(t->trace, t->at));
}

static void state_start_stack(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_stack(out, start_stack(t));
}

static void state_stack(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_stack(out, gt_interval_stack(t->trace, t->at));
}

static void state_waker_stack(struct gt_table *t, struct gt_cell *out)
{
	struct states *st = (struct states *)t;
	const struct gt_interval *iv = t->at;

	if (iv->waker == GT_NO_ROW)
		return;
	if (!st->events)
		st->events = gt_events_open(t->trace);
	gt_cell_stack(out, gt_waking_stack(t->trace, st->events, st->g.row, iv->t1, iv->end_type));
}

static void state_g(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_u(out, ((const struct states *)t)->g.id);
}

static void state_life(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_life(out, t->trace, ((const struct states *)t)->g.row);
}

static const void *states_row(struct gt_table *t, uint64_t row)
{
	return states_row_at((struct states *)t, row);
}

/* ---- opening ---- */

static bool states_count(void *arg, const struct gt_interval *iv)
{
	(void)iv;
	++*(uint64_t *)arg;
	return true;
}

/* One life; its rows follow those that are there. */
static int add_life(struct states *st, uint32_t row, const struct gt_table_args *args, struct gt_error *err)
{
	size_t all, i;

	if (!gt_goroutine_get(st->head.trace, row, &st->g))
		return 0;
	all = st->g.slices ? (st->g.slices + PART_SLICES - 1) / PART_SLICES : 1;
	if (args->quick && all > QUICK_PARTS)
		all = QUICK_PARTS;
	for (i = 0; i < all; i++) {
		if (i % 256 == 0 && args->progress && !args->progress(args->progress_arg, i, all))
			return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "reading was cancelled");
		GT_GROW(st->parts, st->parts_cap, st->nparts + 2);
		st->parts[st->nparts++] = (struct part) { st->head.rows, row, (uint32_t)i * PART_SLICES };
		walk_part(st, &st->parts[st->nparts - 1], states_count, &st->head.rows);
	}
	st->parts[st->nparts].first = st->head.rows;
	return 0;
}

static int states_add_lives(struct states *st, uint32_t g, const struct gt_table_args *args,
			    struct gt_error *err)
{
	const struct gt_trace *t = st->head.trace;
	struct gt_goroutine last = { 0 };
	uint32_t n = 1;
	int rc = 0;

	if (!args->lives)
		return add_life(st, g, args, err);
	if (gt_goroutine_get(t, g, &last))
		n = gt_goroutine_lives(t, last.id);
	for (uint32_t k = 0; k < n && !rc; k++)
		rc = add_life(st, gt_goroutine_life(t, last.id, k), args, err);
	return rc;
}

static void states_close(struct gt_table *t)
{
	struct states *st = (struct states *)t;

	free(st->parts);
	free(st->rows);
	gt_events_close(st->events);
}

static int states_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct states *st = (struct states *)t;
	struct gt_slice_part longest;
	uint32_t g = args->g;

	st->part = NO_PART;
	if (!args->has_g)
		g = gt_greedy_top(t->trace, 1, &longest) ? longest.slice.g : 0;
	return states_add_lives(st, g, args, err);
}

#define FIELD(member) GT_FIELD(struct gt_interval, member)

static const struct gt_column columns[] = {
	[GT_ST_G] = { "g", "G", GT_KIND_ID, GT_COL_MORE, 6,
		"goroutine", .cell = state_g },
	[GT_ST_LIFE] = { GT_COLUMN_LIFE, .cell = state_life },
	[GT_ST_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when the state began", FIELD(t0) },
	[GT_ST_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ended", FIELD(t1) },
	[GT_ST_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it lasted", GT_FIELD_SPAN(struct gt_interval, t0, t1) },
	[GT_ST_STATE] = { "state", "State", GT_KIND_STRING, 0, 17,
		"what the goroutine was doing", .cell = state_name },
	[GT_ST_REASON] = { "reason", "Waits for", GT_KIND_STRING, 0, 14,
		"what it waited for", .cell = state_reason },
	[GT_ST_P] = { "p", "P", GT_KIND_ID, 0, 3,
		"processor", .cell = state_p },
	[GT_ST_BEGAN] = { "began", "Began with", GT_KIND_STRING, 0, 12,
		"event that began it", GT_FIELD_AS(gt_cell_field_event_type, struct gt_interval, begin_type) },
	[GT_ST_ENDED] = { "ended", "Ended with", GT_KIND_STRING, 0, 12,
		"event that ended it", GT_FIELD_AS(gt_cell_field_event_type, struct gt_interval, end_type) },
	[GT_ST_WAKER] = { "waker", "Woken by", GT_KIND_ID, 0, 8,
		"goroutine that ended the wait", GT_FIELD_AS(gt_cell_field_g, struct gt_interval, waker) },
	[GT_ST_WAKER_FUNC] = { "waker_func", "Waker", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"start function of that goroutine", GT_FIELD_AS(gt_cell_field_g_func, struct gt_interval, waker) },
	[GT_ST_FROM] = { "start_where", "Continues at", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"where it had stopped before it ran: the innermost frame outside of the standard library",
		.cell = state_start_where },
	[GT_ST_FROM_LEAF] = { GT_COLUMN_LEAF("start_top", GT_COL_MORE), .cell = state_start_leaf },
	[GT_ST_WHERE] = { "where", "At", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where it waits, calls, or stopped: the innermost frame outside of the standard library",
		.cell = state_where },
	[GT_ST_LEAF] = { GT_COLUMN_LEAF("top", GT_COL_MORE), .cell = state_leaf },
	[GT_ST_OPEN] = { "open", "Open", GT_KIND_BOOL, GT_COL_MORE, 4,
		"goes on when the trace ends", FIELD(open) },
	[GT_ST_START_STACK] = { "start_stack", "Start stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it had stopped before it ran", .cell = state_start_stack },
	[GT_ST_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it waits, calls, or stopped", .cell = state_stack },
	[GT_ST_WAKER_STACK] = { "waker_stack", "Waker's stack", GT_KIND_STACK, GT_COL_MORE | GT_COL_ASKED, 28,
		"where the goroutine that ended the wait was", .cell = state_waker_stack },
	[GT_ST_INFERRED] = { "reason_inferred", "Inferred", GT_KIND_BOOL, GT_COL_MORE, 8,
		"the trace does not record what it waited for: its stack or start function says so", .cell = state_inferred },
};

const struct gt_report gt_report_states = {
	.name = "states",
	.row = "a state in the life of one goroutine (--goroutine)",
	GT_REPORT_COLUMNS(columns),
	.about = GT_ABOUT_LONGEST,
	.takes = GT_TAKES_GOROUTINE | GT_TAKES_AT,
	.ops = { .size = sizeof(struct states), .open = states_open, .row = states_row,
		 .close = states_close },
};

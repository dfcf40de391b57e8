/* The report "calls": every system call that ended. */
#include <stdlib.h>

#include "analysis/table/reports.h"
#include "analysis/stacks/where.h"
#include "analysis/waits/callscan.h"
#include "base/xalloc.h"

#define CALLS_PER_TELL 65536u

struct callrows {
	struct gt_table head;
	int64_t from, to;
	struct gt_call_place *v;
	size_t n, cap;
	struct gt_call call;    /* of the present row */
	uint64_t row;
};

static const void *callrows_row(struct gt_table *t, uint64_t row)
{
	struct callrows *cs = (struct callrows *)t;
	struct gt_call *c = &cs->call;

	if (cs->row != row) {
		cs->row = UINT64_MAX;
		if (!gt_call_get(t->trace, &cs->v[row], c))
			return NULL;
		c->t0 = c->t0 > cs->from ? c->t0 : cs->from;
		c->t1 = c->t1 < cs->to ? c->t1 : cs->to;
		cs->row = row;
	}
	return c;
}

static void callrows_kept(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_i(out, gt_call_kept(t->at));
}

static int callrows_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct callrows *cs = (struct callrows *)t;
	struct gt_callscan scan = { .trace = t->trace, .from = args->from, .to = args->until };
	struct gt_call_place at;
	struct gt_call c;
	int what;

	cs->from = args->from;
	cs->to = args->until;
	cs->row = UINT64_MAX;
	while ((what = gt_callscan_next(&scan, CALLS_PER_TELL, &c, &at)) >= 0) {
		if (what > 0) {
			GT_GROW(cs->v, cs->cap, cs->n + 1);
			cs->v[cs->n++] = at;
		} else if (args->progress && !args->progress(args->progress_arg, scan.at.proc_row,
							     gt_trace_info(t->trace)->procs)) {
			return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
		}
	}
	t->rows = cs->n;
	return 0;
}

static void callrows_close(struct gt_table *t)
{
	free(((struct callrows *)t)->v);
}

static void callrows_call(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_call *c = t->at;
	uint32_t func = gt_call_function(t->trace, c->stack);
	size_t n;
	const char *name = gt_trace_string(t->trace, func, &n);

	if (func)
		gt_cell_s(out, name, n);
}

static void callrows_caller(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_call *c = t->at;

	gt_cell_string(out, t->trace, gt_where_func(t->trace, c->stack));
}

#define FIELD(member) GT_FIELD(struct gt_call, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gt_call, member)

static const struct gt_column columns[] = {
	{ "g", "G", GT_KIND_ID, 0, 7,
		"goroutine that made it", FIELD_AS(gt_cell_field_g, g) },
	{ GT_COLUMN_LIFE, FIELD_AS(gt_cell_field_life, g) },
	{ "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"its start function", FIELD_AS(gt_cell_field_g_func, g) },
	{ "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when the call began", FIELD(t0) },
	{ "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it took until the goroutine could run again", GT_FIELD_SPAN(struct gt_call, t0, t1) },
	{ "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ended", FIELD(t1) },
	{ "kept_ns", "With P", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long it kept its processor", .cell = callrows_kept },
	{ "call", "Call", GT_KIND_STRING, GT_COL_FUNC, 28,
		"the function of package syscall, or of C, that was called", .cell = callrows_call },
	{ "caller", "Made by", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"the function of the program that made it: that of where", .cell = callrows_caller },
	{ "where", "At", GT_KIND_STRING, GT_COL_FUNC | GT_COL_TOP, 28,
		"where the call was made: the innermost frame outside of the standard library",
		FIELD_AS(gt_cell_field_where, stack) },
	{ GT_COLUMN_LEAF("top", GT_COL_MORE), FIELD_AS(gt_cell_field_leaf, stack) },
	{ "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where the call was made", FIELD(stack) },
};

const struct gt_report gt_report_calls = {
	.name = "calls",
	.row = "a system call that began and ended; up to Go 1.21: of those that lost their P",
	GT_REPORT_COLUMNS(columns),
	.order = { "dur_ns", "start_ns", "g" },
	.by_owner = true,
	.ops = { .size = sizeof(struct callrows), .open = callrows_open, .row = callrows_row,
		 .close = callrows_close },
};

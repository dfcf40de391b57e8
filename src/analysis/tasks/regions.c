/* The report "regions": user regions, and what goroutines did inside. */
#include "analysis/table/reports.h"
#include "analysis/tasks/taskrows.h"

struct regions {
	struct gt_table head;
	struct gt_region r;
	struct gt_scratch depths;    /* uint32_t by row, once asked for */
	bool nested;
	struct gt_span_sums inside;  /* what its goroutine did inside a region ... */
	uint64_t summed;             /* ... of this row, from 1 */
};

/* ---- cells ---- */

static void region_dur(struct gt_table *t, struct gt_cell *out)
{
	int64_t t0, t1;

	gt_region_bounds(t->trace, t->at, &t0, &t1);
	gt_cell_i(out, t1 - t0);
}

static void region_site(struct gt_table *t, struct gt_buf *out)
{
	struct gt_frame f;

	if (gt_region_site(t->trace, t->at, &f))
		gt_site_text(out, t->trace, &f);
}

static void region_cut_start(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_b(out, ((const struct gt_region *)t->at)->t0 == GT_NO_TIME);
}

static void region_cut_end(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_b(out, ((const struct gt_region *)t->at)->t1 == GT_NO_TIME);
}

static void region_inherited(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_b(out, gt_region_inherited(t->at));
}

static void region_depth(struct gt_table *t, struct gt_cell *out)
{
	struct regions *rs = (struct regions *)t;

	if (!rs->nested)
		gt_region_depths(t->trace, &rs->depths, &t->fault);
	rs->nested = true;
	if (rs->depths.data)
		gt_cell_u(out, ((const uint32_t *)rs->depths.data)[t->row]);
}

/* Of the row that is being read; NULL: it has no goroutine. */
static struct gt_span_sums *inside_region(struct gt_table *t)
{
	struct regions *rs = (struct regions *)t;
	int64_t t0, t1;

	if (rs->summed != t->row + 1) {
		gt_region_bounds(t->trace, &rs->r, &t0, &t1);
		rs->inside.spans.n = 0;
		gt_gspans_add(&rs->inside.spans, rs->r.g, t0, t1);
		gt_span_sums_fill(&rs->inside, t->trace);
		rs->summed = t->row + 1;
	}
	return rs->r.g == GT_NO_ROW ? NULL : &rs->inside;
}

/* column->at is the state. */
static void region_spent(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_span_sums *inside = inside_region(t);

	if (inside)
		gt_span_sums_cell(inside, t->column->at, out);
}

static void region_block(struct gt_table *t, struct gt_cell *out)
{
	struct gt_span_sums *inside = inside_region(t);

	if (inside)
		gt_span_sums_block(inside, t->trace, out);
}

/* ---- the table ---- */

static const void *regions_row(struct gt_table *t, uint64_t row)
{
	struct regions *rs = (struct regions *)t;

	return gt_region_get(t->trace, row, &rs->r) ? &rs->r : NULL;
}

static int regions_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct regions *rs = (struct regions *)t;

	rs->inside.quick = args->quick;
	t->rows = gt_trace_info(t->trace)->regions;
	return args->browsed ? gt_span_sums_prepare(&rs->inside, t->trace, args, err) : 0;
}

static void regions_close(struct gt_table *t)
{
	struct regions *rs = (struct regions *)t;

	gt_scratch_free(&rs->depths);
	gt_span_sums_release(&rs->inside);
}

static const struct gt_column columns[] = {
	[GT_REGION_NAME] = { "name", "Region", GT_KIND_STRING, 0, 24,
		"its type; empty for a task that a goroutine inherited",
		GT_FIELD_AS(gt_cell_field_name, struct gt_region, name) },
	[GT_REGION_TASK] = { "task", "Task", GT_KIND_ID, 0, 7,
		"task it belongs to; 0: the background task", GT_FIELD(struct gt_region, task) },
	[GT_REGION_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine", GT_FIELD_AS(gt_cell_field_g, struct gt_region, g) },
	[GT_REGION_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when it began", GT_FIELD(struct gt_region, t0) },
	[GT_REGION_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ended", GT_FIELD(struct gt_region, t1) },
	[GT_REGION_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it lasted: from the trace's start, or to its goroutine's or the trace's end, if it is cut",
		.cell = region_dur },
	[GT_REGION_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it began", GT_FIELD(struct gt_region, stack) },
	[GT_REGION_SITE] = { "site", "Began at", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"innermost frame outside the runtime where it began", .text = region_site },
	[GT_REGION_CUT_START] = { "cut_start", "Cut start", GT_KIND_BOOL, GT_COL_MORE, 9,
		"its begin is not in the trace", .cell = region_cut_start },
	[GT_REGION_CUT_END] = { "cut_end", "Cut end", GT_KIND_BOOL, GT_COL_MORE, 7,
		"its end is not in the trace", .cell = region_cut_end },
	[GT_REGION_INHERITED] = { "inherited", "Inherited", GT_KIND_BOOL, GT_COL_MORE, 9,
		"no region of the program: the goroutine was created inside one of that task",
		.cell = region_inherited },
	[GT_REGION_DEPTH] = { "depth", "Depth", GT_KIND_COUNT, GT_COL_MORE, 5,
		"in how many regions of its goroutine it lies", .cell = region_depth },
	[GT_REGION_EXEC] = { "exec_ns", "Running", GT_KIND_DUR, GT_COL_DESC, 9,
		"of the duration: on a processor, not in a system call", GT_CELL_ARG(region_spent, GT_SPENT_EXEC) },
	[GT_REGION_SCHED] = { "sched_wait_ns", "Runnable", GT_KIND_DUR, GT_COL_DESC, 9,
		"of the duration: ready to run, without a processor", GT_CELL_ARG(region_spent, GT_SPENT_SCHED) },
	[GT_REGION_SYSCALL] = { "syscall_ns", "Syscall", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"of the duration: in system calls that kept the processor",
		GT_CELL_ARG(region_spent, GT_SPENT_SYSCALL) },
	[GT_REGION_SYSCALL_BLOCK] = { "syscall_block_ns", "Syscall no P", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 13,
		"of the duration: in system calls after they had lost the processor",
		GT_CELL_ARG(region_spent, GT_SPENT_SYSCALL_BLOCK) },
	[GT_REGION_BLOCKED] = { "blocked_ns", "Waiting", GT_KIND_DUR, GT_COL_DESC, 9,
		"of the duration: waiting for anything", GT_CELL_ARG(region_spent, GT_SPENT_BLOCK) },
	[GT_REGION_BLOCK] = { "block_ns", "Waiting by reason", GT_KIND_MAP, GT_COL_MORE, 24,
		"of the duration: waiting, by reason", .cell = region_block },
};

const struct gt_report gt_report_regions = {
	.name = "regions",
	.row = "a user region",
	GT_REPORT_COLUMNS(columns),
	.order = { "start_ns" },
	.ops = { .size = sizeof(struct regions), .open = regions_open, .row = regions_row, .close = regions_close },
};

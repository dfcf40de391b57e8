/* The reports "tasktypes" and "regiontypes": tasks and regions by type, with percentiles of their durations. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/percentile.h"
#include "analysis/table/reports.h"
#include "analysis/tasks/taskrows.h"
#include "base/sat.h"
#include "base/strtab.h"
#include "base/xalloc.h"

struct type {
	uint32_t name;                   /* string row */
	bool has_site;
	struct gt_frame site;            /* of regions, where they begin */
	uint32_t n;                      /* of its durations that are known */
	uint32_t complete;               /* how many have begin and end in the trace */
	uint32_t longest;                /* row of the report tasks or regions; GT_NO_ROW: no duration is known */
	int64_t total, max;
	bool summed;
	int64_t inside[GT_SPENT_KINDS + 1];   /* what goroutines did in its regions; the last one: all together */
};

struct types {
	struct gt_table head;
	const struct gt_table_args *args;   /* while it is opened */
	bool regions;
	struct gt_task_list tasks;
	struct type *v;
	size_t cap;
	struct gt_map by_key;
	struct gt_map site_of;           /* while it is opened: stack row, its site in `sites` */
	struct gt_strtab sites;
	struct gt_scratch type_of;       /* while it is opened: uint32_t by row, GT_NO_ROW: none */
	struct gt_grouped members;       /* rows of the report tasks or regions */
	struct gt_scratch durs;          /* int64_t, as members: those that are known come first, ascending */

	struct gt_span_sums inside;
	struct gt_histogram histogram;   /* of the row asked for last */
	struct gt_item items[GT_HISTOGRAM_BUCKETS];
};

/* ---- which type a row is of ---- */

/* A number for where regions with this stack begin; 0: it has no frames. */
static uint32_t site_number(struct types *ts, uint32_t stack)
{
	const struct gt_region r = { .stack = stack };
	uint32_t known = gt_map_get(&ts->site_of, stack);
	struct gt_frame f;
	uint64_t key[3];

	if (known != GT_MAP_NONE)
		return known;
	known = 0;
	if (gt_region_site(ts->head.trace, &r, &f)) {
		key[0] = f.func;
		key[1] = f.file;
		key[2] = f.line;
		known = gt_strtab_add(&ts->sites, key, sizeof key);
	}
	gt_map_put(&ts->site_of, stack, known);
	return known;
}

static uint32_t type_number(struct types *ts, uint32_t name, uint32_t site, uint32_t stack)
{
	const struct gt_region r = { .stack = stack };
	bool added = false;
	uint32_t i = gt_map_get_or_put(&ts->by_key, (uint64_t)name << 32 | site, (uint32_t)ts->head.rows, &added);

	if (added) {
		struct type *type;

		GT_GROW(ts->v, ts->cap, ts->head.rows + 1);
		type = &ts->v[ts->head.rows++];
		*type = (struct type) { .name = name, .longest = GT_NO_ROW };
		type->has_site = site && gt_region_site(ts->head.trace, &r, &type->site);
	}
	return i;
}

/* Whether something that goes on from t0 to t1 touches the range that the table is of. */
static bool in_range(const struct gt_table_args *args, int64_t t0, int64_t t1)
{
	return !args->limited || (t0 < args->to && (t1 > args->from || t0 >= args->from));
}

/* The background is no task, and has no type. */
static uint32_t type_of_task(struct types *ts, const struct gt_task *task)
{
	int64_t t0 = task->t0 == GT_NO_TIME ? 0 : task->t0;
	int64_t t1 = task->t1 == GT_NO_TIME ? INT64_MAX : task->t1;

	if ((!task->id && task->t0 == GT_NO_TIME && task->t1 == GT_NO_TIME) || !in_range(ts->args, t0, t1))
		return GT_NO_ROW;
	return type_number(ts, task->name, 0, 0);
}

static uint32_t type_of_region(struct types *ts, const struct gt_region *r)
{
	bool by_site = ts->args->group != GT_REGIONS_BY_NAME;
	int64_t t0, t1;

	if (gt_region_inherited(r))
		return GT_NO_ROW;
	gt_region_bounds(ts->head.trace, r, &t0, &t1);
	if (!in_range(ts->args, t0, t1))
		return GT_NO_ROW;
	return type_number(ts, r->name, r->stack && by_site ? site_number(ts, r->stack) : 0, r->stack);
}

/* ---- how long a row lasts ---- */

/* False: that is not known.  *complete: begin and end are in the trace. */
static bool duration_of(const struct types *ts, uint32_t row, int64_t *ns, bool *complete)
{
	struct gt_region r;
	int64_t t0, t1;

	*complete = false;
	if (ts->regions) {
		/* Those that are cut count as long as they are seen, but not where the trace lacks something. */
		if (!gt_region_get(ts->head.trace, row, &r))
			return false;
		*complete = r.t0 != GT_NO_TIME && r.t1 != GT_NO_TIME;
		if (gt_trace_beyond(ts->head.trace, r.t1))
			return false;
		gt_region_bounds(ts->head.trace, &r, &t0, &t1);
	} else {
		t0 = ts->tasks.tasks[row].t0;
		t1 = ts->tasks.tasks[row].t1;
		*complete = t0 != GT_NO_TIME && t1 != GT_NO_TIME;
		if (!*complete || gt_trace_beyond(ts->head.trace, t1))
			return false;
	}
	*ns = t1 - t0;
	return true;
}

static const int64_t *durs_of(const struct types *ts, uint32_t i)
{
	return (const int64_t *)ts->durs.data + ((const uint32_t *)ts->members.first.data)[i];
}

static void measure(struct types *ts, uint32_t i)
{
	struct type *type = &ts->v[i];
	int64_t *durs = (int64_t *)ts->durs.data + ((const uint32_t *)ts->members.first.data)[i], ns;
	uint32_t n;
	const uint32_t *rows = gt_grouped_of(&ts->members, i, &n);
	bool complete;

	for (uint32_t k = 0; k < n; k++) {
		bool known = duration_of(ts, rows[k], &ns, &complete);

		type->complete += complete;
		if (!known)
			continue;
		durs[type->n++] = ns;
		gt_sat_grow(&type->total, ns);
		if (type->longest == GT_NO_ROW || ns > type->max) {
			type->max = ns;
			type->longest = rows[k];
		}
	}
	gt_sort_i64(durs, type->n);
}

/* ---- opening ---- */

static uint32_t stored_type(void *arg, uint64_t row)
{
	return ((const uint32_t *)((const struct types *)arg)->type_of.data)[row];
}

static int types_fill(struct types *ts, uint64_t rows, struct gt_error *err)
{
	struct gt_region r;
	uint32_t *type;
	int rc = gt_scratch_alloc(&ts->type_of, rows + 1, sizeof *type, err);

	type = ts->type_of.data;
	for (uint64_t i = 0; !rc && i < rows; i++) {
		if (ts->regions)
			type[i] = gt_region_get(ts->head.trace, i, &r) ? type_of_region(ts, &r) : GT_NO_ROW;
		else
			type[i] = type_of_task(ts, &ts->tasks.tasks[i]);
		if (ts->args->progress && i % 65536 == 0 && !ts->args->progress(ts->args->progress_arg, i, rows))
			rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "grouping was cancelled");
	}
	if (!rc)
		rc = gt_grouped_fill(&ts->members, rows, (uint32_t)ts->head.rows, stored_type, ts, err);
	if (!rc)
		rc = gt_scratch_alloc(&ts->durs, rows + 1, sizeof(int64_t), err);
	for (uint32_t i = 0; !rc && i < ts->head.rows; i++)
		measure(ts, i);
	gt_scratch_free(&ts->type_of);
	gt_map_release(&ts->by_key);
	gt_map_release(&ts->site_of);
	gt_strtab_release(&ts->sites);
	return rc;
}

static void types_close(struct gt_table *t)
{
	struct types *ts = (struct types *)t;

	gt_task_list_release(&ts->tasks);
	gt_grouped_release(&ts->members);
	gt_scratch_free(&ts->durs);
	free(ts->v);
	gt_span_sums_release(&ts->inside);
}

/* ---- cells ---- */

static void type_site(struct gt_table *t, struct gt_buf *out)
{
	const struct type *type = t->at;

	if (type->has_site)
		gt_site_text(out, t->trace, &type->site);
}

static void type_count(struct gt_table *t, struct gt_cell *out)
{
	uint32_t n;

	gt_grouped_of(&((const struct types *)t)->members, (uint32_t)t->row, &n);
	gt_cell_u(out, n);
}

/* Absent if no duration is known. */
static void type_total(struct gt_table *t, struct gt_cell *out)
{
	const struct type *type = t->at;

	if (type->n)
		gt_cell_i(out, type->total);
}

/* column->at: percent. */
static void type_percentile(struct gt_table *t, struct gt_cell *out)
{
	const struct types *ts = (const struct types *)t;
	const struct type *type = t->at;

	if (type->n)
		gt_cell_i(out, gt_percentile_i64(durs_of(ts, (uint32_t)t->row), type->n, t->column->at / 100.0));
}

static void type_max_start(struct gt_table *t, struct gt_cell *out)
{
	const struct types *ts = (const struct types *)t;
	const struct type *type = t->at;
	struct gt_region r;
	int64_t t0, t1;

	if (type->longest == GT_NO_ROW)
		return;
	if (!ts->regions) {
		gt_cell_i(out, ts->tasks.tasks[type->longest].t0);
	} else if (gt_region_get(t->trace, type->longest, &r)) {
		gt_region_bounds(t->trace, &r, &t0, &t1);
		gt_cell_i(out, t0);
	}
}

const struct gt_histogram *gt_types_histogram(struct gt_table *t, uint64_t row)
{
	struct types *ts = (struct types *)t;
	const int64_t *durs = durs_of(ts, (uint32_t)row);

	assert(row < t->rows);
	gt_histogram_fill(&ts->histogram, durs, ts->v[row].n);
	return &ts->histogram;
}

static void type_latency(struct gt_table *t, struct gt_buf *out)
{
	gt_histogram_text(out, gt_types_histogram(t, t->row));
}

static void type_histogram(struct gt_table *t, struct gt_cell *out)
{
	struct types *ts = (struct types *)t;
	const struct gt_histogram *h = gt_types_histogram(t, t->row);
	unsigned first, last, n = 0;

	if (gt_histogram_span(h, &first, &last))
		n = last + 1;
	for (unsigned i = 0; i < n; i++) {
		ts->items[i] = (struct gt_item) { .value.kind = GT_KIND_COUNT };
		gt_cell_u(&ts->items[i].value, h->n[i]);
	}
	gt_cell_items(out, ts->items, n);
}

uint32_t gt_types_longest(const struct gt_table *t, uint64_t row)
{
	return ((const struct types *)t)->v[row].longest;
}

uint32_t gt_types_member(const struct gt_table *t, uint64_t row)
{
	uint32_t n;
	const uint32_t *rows = gt_grouped_of(&((const struct types *)t)->members, (uint32_t)row, &n);

	assert(n > 0);
	return rows[0];
}

bool gt_types_task(const struct gt_table *t, uint32_t row, struct gt_task *task)
{
	const struct types *ts = (const struct types *)t;

	if (row >= ts->tasks.n)
		return false;
	*task = ts->tasks.tasks[row];
	return true;
}

/* ---- what goroutines did inside ---- */

/* Of regiontypes: when goroutines were inside, as gt_region_spans. */
static void types_spans(struct gt_gspans *out, const struct gt_table *t, uint64_t row)
{
	const struct types *ts = (const struct types *)t;
	uint32_t n;
	const uint32_t *rows = gt_grouped_of(&ts->members, (uint32_t)row, &n);
	struct gt_region r;
	int64_t t0, t1;

	out->n = 0;
	for (uint32_t i = 0; ts->regions && i < n; i++) {
		if (!gt_region_get(t->trace, rows[i], &r) || r.g == GT_NO_ROW)
			continue;
		gt_region_bounds(t->trace, &r, &t0, &t1);
		gt_gspans_add(out, r.g, t0, t1);
	}
	gt_gspans_join(out);
}

/* False: it takes too long. */
static bool sum_type(struct types *ts, uint64_t row)
{
	struct type *type = &ts->v[row];

	if (type->summed)
		return true;
	types_spans(&ts->inside.spans, &ts->head, row);
	gt_span_sums_fill(&ts->inside, ts->head.trace);
	memcpy(type->inside, ts->inside.sums.ns, sizeof ts->inside.sums.ns);
	type->inside[GT_SPENT_KINDS] = ts->inside.sums.total;
	return type->summed = !ts->inside.unknown;
}

/* column->at is the state. */
static void type_spent(struct gt_table *t, struct gt_cell *out)
{
	struct types *ts = (struct types *)t;

	assert(t->column->at <= GT_SPENT_KINDS);
	if (sum_type(ts, t->row))
		gt_cell_i(out, ts->v[t->row].inside[t->column->at]);
}

/* What takes long for one row is done at once, so that no row takes long. */
static int types_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct types *ts = (struct types *)t;
	int rc;

	ts->args = args;
	ts->inside.quick = args->quick;
	ts->regions = t->report == &gt_report_regiontypes;
	gt_strtab_init(&ts->sites);
	if (!ts->regions)
		gt_task_list_fill(&ts->tasks, t->trace);
	rc = types_fill(ts, ts->regions ? gt_trace_info(t->trace)->regions : ts->tasks.n, err);
	if (!rc && args->browsed && ts->regions)
		rc = gt_span_sums_prepare(&ts->inside, t->trace, args, err);
	for (uint64_t i = 0; !rc && args->browsed && ts->regions && i < t->rows; i++)
		sum_type(ts, i);
	return rc;
}

/* ---- the tables ---- */

#define TYPE_COUNTS(things) \
	[GT_TYPE_COUNT] = { "count", "Count", GT_KIND_COUNT, GT_COL_DESC, 7, \
		"how many " things, .cell = type_count }, \
	[GT_TYPE_COMPLETE] = { "complete", "Complete", GT_KIND_COUNT, GT_COL_DESC, 8, \
		"how many of them have begin and end in the trace", GT_FIELD(struct type, complete) }, \
	[GT_TYPE_TOTAL] = { "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9, \
		"how long they last together", .cell = type_total }, \
	[GT_TYPE_MIN] = { "min_ns", "Shortest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9, \
		"how long the shortest of them lasts", GT_CELL_ARG(type_percentile, 0) }, \
	[GT_TYPE_P50] = { "p50_ns", "p50", GT_KIND_DUR, GT_COL_DESC, 9, \
		"median of their durations", GT_CELL_ARG(type_percentile, 50) }, \
	[GT_TYPE_P90] = { "p90_ns", "p90", GT_KIND_DUR, GT_COL_DESC, 9, \
		"90th percentile of their durations", GT_CELL_ARG(type_percentile, 90) }, \
	[GT_TYPE_P99] = { "p99_ns", "p99", GT_KIND_DUR, GT_COL_DESC, 9, \
		"99th percentile of their durations", GT_CELL_ARG(type_percentile, 99) }, \
	[GT_TYPE_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9, \
		"how long the longest of them lasts", GT_CELL_ARG(type_percentile, 100) }, \
	[GT_TYPE_MAX_START] = { "max_start_ns", "Longest at", GT_KIND_TIME, GT_COL_MORE, 12, \
		"when the longest one begins", .cell = type_max_start }, \
	[GT_TYPE_LATENCY] = { "latency", "Durations", GT_KIND_STRING, 0, 28, \
		"the histogram as blocks, and its first and last duration", .text = type_latency }, \
	[GT_TYPE_HISTOGRAM] = { "histogram", "Histogram", GT_KIND_LIST, GT_COL_MORE, 28, \
		"how many last 10^(i/5) ns or more, but less than 10^((i+1)/5), for i from 0 on", \
		.cell = type_histogram }

static const struct gt_column task_columns[] = {
	[GT_TYPE_NAME] = { "name", "Type", GT_KIND_STRING, 0, 28,
		"name of the tasks; empty if it is not in the trace",
		GT_FIELD_AS(gt_cell_field_name, struct type, name) },
	TYPE_COUNTS("tasks"),
};

#define SPENT(id, key, title, more, width, help, what) \
	[GT_TYPE_##id] = { key, title, GT_KIND_DUR, GT_COL_DESC | (more), width, help, GT_CELL_ARG(type_spent, what) }

static const struct gt_column region_columns[] = {
	[GT_TYPE_NAME] = { "name", "Region", GT_KIND_STRING, 0, 28,
		"name of the regions", GT_FIELD_AS(gt_cell_field_name, struct type, name) },
	TYPE_COUNTS("regions"),
	[GT_TYPE_SITE] = { "site", "Began at", GT_KIND_STRING, GT_COL_FUNC, 28,
		"innermost frame outside the runtime where they began; absent with --group=name",
		.text = type_site },
	SPENT(INSIDE, "inside_ns", "Inside", GT_COL_MORE, 9,
	      "how long goroutines were inside, what lies in each other counted once", GT_SPENT_KINDS),
	SPENT(EXEC, "exec_ns", "Running", 0, 9, "of that: on a processor, not in a system call", GT_SPENT_EXEC),
	SPENT(SCHED, "sched_wait_ns", "Runnable", 0, 9, "of that: ready to run, without a processor", GT_SPENT_SCHED),
	SPENT(SYSCALL, "syscall_ns", "Syscall", GT_COL_MORE, 9,
	      "of that: in system calls that kept the processor", GT_SPENT_SYSCALL),
	SPENT(SYSCALL_BLOCK, "syscall_block_ns", "Syscall no P", GT_COL_MORE, 13,
	      "of that: in system calls after they had lost the processor", GT_SPENT_SYSCALL_BLOCK),
	SPENT(BLOCKED, "blocked_ns", "Waiting", 0, 9, "of that: waiting for anything", GT_SPENT_BLOCK),
};

#define TYPE_OPS { .size = sizeof(struct types), .open = types_open, GT_ROWS(struct types, v), \
		   .close = types_close }

const struct gt_report gt_report_tasktypes = {
	.name = "tasktypes",
	.row = "a type of user tasks",
	GT_REPORT_COLUMNS(task_columns),
	.order = { "total_ns", "name" },
	.ops = TYPE_OPS,
};

static const struct gt_group_word region_groups[] = {
	{ "name", GT_REGIONS_BY_NAME, "by name, wherever they begin" },
	{ "site", GT_REGIONS_BY_SITE, "by name and by where they begin" },
	{ NULL, 0, NULL },
};

const struct gt_report gt_report_regiontypes = {
	.name = "regiontypes",
	.row = "user regions of a name that begin at the same place in the program (--group)",
	GT_REPORT_COLUMNS(region_columns),
	.order = { "total_ns", "name" },
	.groups = region_groups,
	.ops = TYPE_OPS,
};

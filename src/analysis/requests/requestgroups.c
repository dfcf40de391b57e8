/* The report "requestgroups": requests by server and handler, with percentiles of their durations. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/requests/requestrows.h"
#include "analysis/table/percentile.h"
#include "analysis/table/reports.h"
#include "analysis/tasks/members.h"
#include "base/sat.h"
#include "base/xalloc.h"

struct rgroup {
	uint32_t handler, longest;       /* longest: place among the requests; GT_NO_ROW: no duration is known */
	uint8_t server;
	bool traces;
	uint32_t n;                      /* of its durations that are known */
	int64_t total, assist;
	int64_t ns[GT_SPENT_KINDS];
};

struct rgroups {
	struct gt_requests_table base;
	const struct gt_table_args *args;   /* while it is opened */
	struct rgroup *v;
	size_t cap;
	struct gt_map by_key;
	struct gt_grouped members;       /* places among the requests */
	struct gt_scratch durs;          /* int64_t, as members: those that are known come first, ascending */
	struct gt_histogram histogram;   /* of the row asked for last */
};

/* ---- opening ---- */

/* The first server of its kind: a server of gRPC has goroutines for streams, and workers. */
static unsigned server_of_kind(const struct gt_request *q)
{
	unsigned i = 0;

	if (q->server == GT_SERVER_TASK)
		return GT_SERVER_TASK;
	while (strcmp(gt_servers[i].kind, gt_servers[q->server].kind) != 0)
		i++;
	return i;
}

static uint32_t rgroup_of(void *arg, uint64_t place)
{
	struct rgroups *gs = arg;
	const struct gt_request *q = &gs->base.all.v[place];
	const struct gt_table_args *args = gs->args;
	bool added = false;
	uint32_t i;

	if (args->limited && !gt_request_touches(q, args->from, args->to))
		return GT_NO_ROW;
	i = gt_map_get_or_put(&gs->by_key, (uint64_t)q->handler << 9 | (uint64_t)q->traces << 8 | server_of_kind(q),
			      (uint32_t)gs->base.head.rows, &added);
	if (added) {
		GT_GROW(gs->v, gs->cap, gs->base.head.rows + 1);
		gs->v[gs->base.head.rows++] = (struct rgroup) {
			.handler = q->handler, .server = q->server, .longest = GT_NO_ROW, .traces = q->traces };
	}
	return i;
}

static void rgroup_measure(struct rgroups *gs, uint32_t i)
{
	struct rgroup *g = &gs->v[i];
	int64_t *durs = (int64_t *)gs->durs.data + ((const uint32_t *)gs->members.first.data)[i];
	uint32_t n;
	const uint32_t *places = gt_grouped_of(&gs->members, i, &n);

	for (uint32_t k = 0; k < n; k++) {
		const struct gt_request *q = &gs->base.all.v[places[k]];

		gt_sat_grow(&g->total, q->t1 - q->t0);
		for (int s = 0; s < GT_SPENT_KINDS; s++)
			gt_sat_grow(&g->ns[s], q->ns[s]);
		gt_sat_grow(&g->assist, q->apart ? 0 : q->assist);
		if (q->cut || q->open)
			continue;
		durs[g->n++] = q->t1 - q->t0;
		if (g->longest == GT_NO_ROW ||
		    q->t1 - q->t0 > gs->base.all.v[g->longest].t1 - gs->base.all.v[g->longest].t0)
			g->longest = places[k];
	}
	gt_sort_i64(durs, g->n);
}

static int rgroups_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct rgroups *gs = (struct rgroups *)t;
	int rc = gt_requests_table_open(&gs->base, args, err);

	gs->args = args;
	/* The first question for each makes its group. */
	for (size_t i = 0; !rc && i < gs->base.listed; i++)
		rgroup_of(gs, i);
	if (!rc)
		rc = gt_grouped_fill(&gs->members, gs->base.listed, (uint32_t)t->rows, rgroup_of, gs, err);
	if (!rc)
		rc = gt_scratch_alloc(&gs->durs, gs->base.listed + 1, sizeof(int64_t), err);
	for (uint32_t i = 0; !rc && i < t->rows; i++)
		rgroup_measure(gs, i);
	gt_map_release(&gs->by_key);
	return rc;
}

static void rgroups_close(struct gt_table *t)
{
	struct rgroups *gs = (struct rgroups *)t;

	gt_requests_table_close(&gs->base);
	gt_grouped_release(&gs->members);
	gt_scratch_free(&gs->durs);
	gt_map_release(&gs->by_key);
	free(gs->v);
}

/* ---- for panes ---- */

const struct gt_request *gt_requestgroup_request(const struct gt_table *t, uint64_t row, bool longest)
{
	const struct rgroups *gs = (const struct rgroups *)t;
	uint32_t n;
	const uint32_t *members = gt_grouped_of(&gs->members, (uint32_t)row, &n);

	assert(members && n);   /* a group is made by its first */
	if (!longest || gs->v[row].longest == GT_NO_ROW)
		return &gs->base.all.v[members[0]];
	return &gs->base.all.v[gs->v[row].longest];
}

const int64_t *gt_requestgroup_spent(const struct gt_table *t, uint64_t row)
{
	return ((const struct rgroups *)t)->v[row].ns;
}

static const int64_t *rgroup_durs(const struct rgroups *gs, uint64_t row)
{
	return (const int64_t *)gs->durs.data + ((const uint32_t *)gs->members.first.data)[row];
}

const struct gt_histogram *gt_requestgroup_histogram(struct gt_table *t, uint64_t row)
{
	struct rgroups *gs = (struct rgroups *)t;

	gt_histogram_fill(&gs->histogram, rgroup_durs(gs, row), gs->v[row].n);
	return &gs->histogram;
}

/* ---- cells ---- */

static void rgroup_server(struct gt_table *t, struct gt_cell *out)
{
	const struct rgroup *g = t->at;

	gt_cell_word(out, gt_request_kind(&(struct gt_request){ .server = g->server }));
}

static void rgroup_handler(struct gt_table *t, struct gt_cell *out)
{
	const struct rgroup *g = t->at;

	if (g->server == GT_SERVER_TASK)
		gt_cell_name(out, t->trace, g->handler);
	else
		gt_cell_string(out, t->trace, g->handler);
	out->absent = "not seen";
}

static void rgroup_count(struct gt_table *t, struct gt_cell *out)
{
	uint32_t n;

	gt_grouped_of(&((const struct rgroups *)t)->members, (uint32_t)t->row, &n);
	gt_cell_u(out, n);
}

/* column->at: percent. */
static void rgroup_percentile(struct gt_table *t, struct gt_cell *out)
{
	const struct rgroup *g = t->at;

	if (g->n)
		gt_cell_i(out, gt_percentile_i64(rgroup_durs((const struct rgroups *)t, t->row), g->n,
						 t->column->at / 100.0));
}

static void rgroup_max_start(struct gt_table *t, struct gt_cell *out)
{
	const struct rgroup *g = t->at;

	if (g->longest != GT_NO_ROW)
		gt_cell_i(out, gt_requests_of(t)->v[g->longest].t0);
}

static void rgroup_latency(struct gt_table *t, struct gt_buf *out)
{
	gt_histogram_text(out, gt_requestgroup_histogram(t, t->row));
}

/* ---- the table ---- */

#define PERCENTILE(id, key, title, more, help, percent) \
	[GT_RG_##id] = { key, title, GT_KIND_DUR, GT_COL_DESC | (more), 9, help, \
			 GT_CELL_ARG(rgroup_percentile, percent) }
#define SPENT(id, key, title, more, width, help, what) \
	[GT_RG_##id] = { key, title, GT_KIND_DUR, GT_COL_DESC | (more), width, help, \
		GT_FIELD(struct rgroup, ns[what]) }

static const struct gt_column columns[] = {
	[GT_RG_HANDLER] = { "handler", "Handler", GT_KIND_STRING, GT_COL_FUNC, 28,
		"function that handled them, as far as it was seen in a stack; of tasks their name",
		.cell = rgroup_handler },
	[GT_RG_SERVER] = { "server", "Server", GT_KIND_STRING, 0, 6,
		"http/1, http/2, grpc; task: user tasks of the program", .cell = rgroup_server },
	[GT_RG_COUNT] = { "count", "Count", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many requests", .cell = rgroup_count },
	[GT_RG_COMPLETE] = { "complete", "Complete", GT_KIND_COUNT, GT_COL_DESC, 8,
		"how many of them have begin and end in the trace: percentiles are of these",
		GT_FIELD(struct rgroup, n) },
	[GT_RG_TOTAL] = { "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long all of them last together", GT_FIELD(struct rgroup, total) },
	PERCENTILE(MIN, "min_ns", "Shortest", GT_COL_MORE, "how long the shortest lasts", 0),
	PERCENTILE(P50, "p50_ns", "p50", 0, "median of their durations", 50),
	PERCENTILE(P90, "p90_ns", "p90", 0, "90th percentile of their durations", 90),
	PERCENTILE(P99, "p99_ns", "p99", 0, "99th percentile of their durations", 99),
	PERCENTILE(MAX, "max_ns", "Longest", GT_COL_MEASURE, "how long the longest lasts", 100),
	[GT_RG_MAX_START] = { "max_start_ns", "Longest at", GT_KIND_TIME, GT_COL_MORE, 12,
		"when the longest begins", .cell = rgroup_max_start },
	[GT_RG_LATENCY] = { "latency", "Durations", GT_KIND_STRING, GT_COL_MORE, 28,
		"the histogram as blocks, and its first and last duration", .text = rgroup_latency },
	SPENT(EXEC, "exec_ns", "Running", 0, 9,
	      "of the total: their goroutines on a processor, not in a system call", GT_SPENT_EXEC),
	SPENT(SCHED, "sched_wait_ns", "Runnable", 0, 9, "of the total: ready to run, without a processor",
	      GT_SPENT_SCHED),
	SPENT(SYSCALL, "syscall_ns", "Syscall", GT_COL_MORE, 9,
	      "of the total: in system calls that kept the processor", GT_SPENT_SYSCALL),
	SPENT(SYSCALL_BLOCK, "syscall_block_ns", "Syscall no P", GT_COL_MORE, 13,
	      "of the total: in system calls after they had lost the processor", GT_SPENT_SYSCALL_BLOCK),
	SPENT(BLOCKED, "blocked_ns", "Waiting", 0, 9, "of the total: waiting for anything", GT_SPENT_BLOCK),
	[GT_RG_ASSIST] = { "assist_wall_ns", "Assist wall", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 11,
		"of the total: between begin and end of mark assists", GT_FIELD(struct rgroup, assist) },
	[GT_RG_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"they ask for this trace itself (with --all only)", GT_FIELD(struct rgroup, traces) },
};

const struct gt_report gt_report_requestgroups = {
	.name = "requestgroups",
	.row = "requests of a server with the same handler",
	GT_REPORT_COLUMNS(columns),
	.order = { "total_ns", "handler" },
	.takes = GT_TAKES_ALL,
	.take = gt_request_take,
	.ops = { .size = sizeof(struct rgroups), .open = rgroups_open, GT_ROWS(struct rgroups, v),
		 .close = rgroups_close, .totals = gt_requests_totals, .headline = gt_requests_headline },
};

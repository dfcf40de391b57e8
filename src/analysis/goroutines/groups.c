/* The report "groups": goroutines by their start function, with percentiles. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gtable.h"
#include "analysis/goroutines/owner.h"
#include "analysis/table/percentile.h"
#include "analysis/table/reports.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/file/answers.h"

/* What a group has sums and percentiles of; TOTAL comes after the states. */
enum { METRIC_TOTAL = GT_SPENT_KINDS, METRICS };

struct group {
	uint32_t func;        /* string row */
	uint32_t first, n;    /* its goroutines: members[first …] */
	uint32_t lives;       /* n and those whose id was used again */
	enum gt_owner owner;
	uint64_t sum[METRICS];
	bool known[METRICS];  /* whose percentiles have been found */
	int64_t at[METRICS][3];
	struct gt_reason_ns *block;  /* NULL: not summed up yet */
	size_t nblock;
};

struct groups {
	struct gt_table head;
	struct gt_gcache cache;
	bool is_all;          /* of the whole trace, with all sums */
	bool summed;
	struct group *groups;
	size_t cap;
	struct gt_scratch members;      /* uint32_t goroutine rows, group by group */
	struct gt_scratch values;       /* int64_t, as many as the largest group has goroutines */
	struct gt_gsums work;
	struct gt_item *items;
	size_t capitems;
};

static int64_t metric_of(const struct gt_gsum *sum, unsigned metric)
{
	return metric == METRIC_TOTAL ? sum->total : sum->ns[metric];
}

static const uint32_t *members_of(const struct groups *gs, const struct group *group)
{
	return (const uint32_t *)gs->members.data + group->first;
}

#define SUMS "groups"

static void add_up_group(struct groups *gs, struct group *group)
{
	const uint32_t *m = members_of(gs, group);

	for (uint32_t i = 0; i < group->n; i++) {
		const struct gt_gsum *sum = gt_gcache_get(&gs->cache, m[i]);

		for (unsigned k = 0; k < METRICS; k++)
			group->sum[k] += (uint64_t)metric_of(sum, k);
	}
}

/* Of all groups and all metrics at once; unsigned, because broken clocks make them wrap. */
static void sum_groups(struct groups *gs)
{
	uint64_t (*kept)[METRICS] = NULL, n = 0, rows = gs->head.rows;

	if (gs->is_all)
		kept = gt_answer_get(gs->head.trace, SUMS, sizeof *kept, &n);
	if (kept && n == rows) {
		for (uint64_t i = 0; i < rows; i++)
			memcpy(gs->groups[i].sum, kept[i], sizeof kept[i]);
	} else {
		free(kept);
		kept = gt_xcalloc(rows + 1, sizeof *kept);
		gt_gcache_scan(&gs->cache);
		for (uint64_t i = 0; i < rows; i++) {
			add_up_group(gs, &gs->groups[i]);
			memcpy(kept[i], gs->groups[i].sum, sizeof kept[i]);
		}
		if (gs->is_all)
			gt_answer_keep(gs->head.trace, SUMS, kept, sizeof *kept, rows);
	}
	free(kept);
	gs->summed = true;
}

/* column->at is the metric. */
static void group_sum(struct gt_table *t, struct gt_cell *out)
{
	struct groups *gs = (struct groups *)t;

	assert(t->column->at < METRICS);
	if (!gs->summed)
		sum_groups(gs);
	gt_cell_i(out, (int64_t)gs->groups[t->row].sum[t->column->at]);
}

/* A member of struct gt_gassist. */
static void group_assists(struct gt_table *t, struct gt_cell *out)
{
	struct groups *gs = (struct groups *)t;
	const struct group *group = &gs->groups[t->row];
	const uint32_t *m = members_of(gs, group);
	int64_t sum = 0;

	for (uint32_t i = 0; i < group->n; i++) {
		const struct gt_gassist *a = gt_gcache_assists(&gs->cache, m[i]);

		if (!a)
			return;
		gt_sat_grow(&sum, gt_gassist_member(a, t->column->at));
	}
	if (t->column->kind == GT_KIND_DUR)
		gt_cell_i(out, sum);
	else
		gt_cell_u(out, (uint64_t)sum);
}
#define GASSIST(member) GT_CELL_ARG(group_assists, offsetof(struct gt_gassist, member))

static const double percentiles[3] = { 0.50, 0.99, 1.0 };

static void groups_find_percentiles(struct groups *gs, struct group *group, unsigned metric)
{
	const uint32_t *m = members_of(gs, group);
	int64_t *v = gs->values.data;

	for (uint32_t i = 0; i < group->n; i++)
		v[i] = metric_of(gt_gcache_get(&gs->cache, m[i]), metric);
	for (int k = 0; k < 3; k++)
		group->at[metric][k] = gt_percentile_pick_i64(v, group->n, percentiles[k]);
	group->known[metric] = true;
}

/* column->at is the metric, column->arg which of the percentiles. */
static void group_percentile(struct gt_table *t, struct gt_cell *out)
{
	struct groups *gs = (struct groups *)t;
	struct group *group = &gs->groups[t->row];
	unsigned metric = t->column->at;

	assert(metric < METRICS && t->column->arg < GT_COUNT(percentiles));
	if (!group->known[metric])
		groups_find_percentiles(gs, group, metric);
	gt_cell_i(out, group->at[metric][t->column->arg]);
}

static void fill_blocks(struct groups *gs, struct group *group)
{
	const uint32_t *m = members_of(gs, group);

	gt_gsums_forget_blocks(&gs->work);
	for (uint32_t i = 0; i < group->n; i++) {
		const struct gt_gsum *sum = gt_gcache_get(&gs->cache, m[i]);

		gt_gsums_add_blocks(&gs->work, gt_gcache_blocks(&gs->cache, sum), sum->nblock);
	}
	gt_gsums_sort(&gs->work);
	group->nblock = gs->work.nblock;
	group->block = gt_xcalloc(group->nblock + 1, sizeof *group->block);
	if (group->nblock)
		memcpy(group->block, gs->work.block, group->nblock * sizeof *group->block);
}

static void group_block(struct gt_table *t, struct gt_cell *out)
{
	struct groups *gs = (struct groups *)t;
	struct group *group = &gs->groups[t->row];

	if (!group->block)
		fill_blocks(gs, group);
	GT_GROW(gs->items, gs->capitems, group->nblock);
	for (size_t i = 0; i < group->nblock; i++) {
		struct gt_item *item = &gs->items[i];

		item->key = gt_trace_string(t->trace, group->block[i].reason, &item->nkey);
		item->value = (struct gt_cell) { .kind = GT_KIND_DUR };
		gt_cell_i(&item->value, group->block[i].ns);
	}
	gt_cell_items(out, gs->items, group->nblock);
}

/* ---- opening ---- */

static void groups_close(struct gt_table *t)
{
	struct groups *gs = (struct groups *)t;

	for (uint64_t i = 0; i < t->rows; i++)
		free(gs->groups[i].block);
	gt_gcache_close(&gs->cache);
	gt_gsums_release(&gs->work);
	gt_scratch_free(&gs->members);
	gt_scratch_free(&gs->values);
	free(gs->groups);
	free(gs->items);
}

/* Goroutines that did not exist between from and to are in no group. */
static bool in_window(const struct gt_gcache *c, const struct gt_goroutine *g)
{
	return g->create < c->to && (g->end == GT_NO_TIME || g->end >= c->from);
}

/* First walk: which groups there are and how large they will be. */
static uint32_t find_groups(struct groups *gs, struct gt_map *by_func)
{
	struct gt_goroutine g;
	uint32_t total = 0;

	for (uint32_t row = 0; row < gs->cache.rows; row++) {
		uint32_t i;
		bool added = false;
		enum gt_owner owner;

		if (!gt_goroutine_get(gs->head.trace, row, &g) || !in_window(&gs->cache, &g))
			continue;
		owner = gt_owner_of(gs->head.trace, &g);
		i = gt_map_get_or_put(by_func, g.func, (uint32_t)gs->head.rows, &added);
		if (added) {
			GT_GROW(gs->groups, gs->cap, gs->head.rows + 1);
			gs->groups[gs->head.rows++] = (struct group) { .func = g.func, .owner = owner };
		}
		gs->groups[i].owner = gt_owner_join(gs->groups[i].owner, owner);
		gs->groups[i].lives++;
		if (gt_goroutine_is_last(gs->head.trace, &g, gs->cache.to)) {
			gs->groups[i].n++;
			total++;
		}
	}
	return total;
}

/* Second walk: every goroutine to its group's place. */
static void place_members(struct groups *gs, const struct gt_map *by_func)
{
	uint32_t *members = gs->members.data, first = 0;
	struct gt_goroutine g;

	for (uint64_t i = 0; i < gs->head.rows; i++) {
		gs->groups[i].first = first;
		first += gs->groups[i].n;
		gs->groups[i].n = 0;
	}
	for (uint32_t row = 0; row < gs->cache.rows; row++) {
		struct group *group;

		if (!gt_goroutine_get(gs->head.trace, row, &g) || !in_window(&gs->cache, &g) ||
		    !gt_goroutine_is_last(gs->head.trace, &g, gs->cache.to))
			continue;
		group = &gs->groups[gt_map_get(by_func, g.func)];
		members[group->first + group->n++] = row;
	}
}

static int groups_fill(struct groups *gs, struct gt_error *err)
{
	struct gt_map by_func = { 0 };
	uint32_t total = find_groups(gs, &by_func);
	uint32_t largest = 0;
	int rc = gt_scratch_alloc(&gs->members, total, sizeof(uint32_t), err);

	for (uint64_t i = 0; i < gs->head.rows; i++)
		if (gs->groups[i].n > largest)
			largest = gs->groups[i].n;
	if (!rc)
		rc = gt_scratch_alloc(&gs->values, largest, sizeof(int64_t), err);
	if (!rc)
		place_members(gs, &by_func);
	gt_map_release(&by_func);
	return rc;
}

static int groups_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct groups *gs = (struct groups *)t;
	int rc = gt_gcache_open(&gs->cache, t->trace, args, err);

	gs->is_all = !args->limited && !args->quick;
	return rc ? rc : groups_fill(gs, err);
}

#define PERCENTILE(metric, i, name, title, help) \
	{ name, title, GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9, help, \
		.cell = group_percentile, .at = (metric), .arg = (i) }
#define PERCENTILES(metric, name, title, what) \
	PERCENTILE(metric, 0, name "_p50_ns", title " p50", "median " what), \
	PERCENTILE(metric, 1, name "_p99_ns", title " p99", "99th percentile of the " what), \
	PERCENTILE(metric, 2, name "_max_ns", title " max", "longest " what)

static const struct gt_column columns[] = {
	{ "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32,
		"the function the goroutines were started with, or what a wrapper as errgroup runs in them",
		GT_FIELD_AS(gt_cell_field_func, struct group, func) },
	{ "count", "Count", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many goroutines", GT_FIELD(struct group, n) },
	{ "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long they existed in the trace", GT_CELL_ARG(group_sum, METRIC_TOTAL) },
	{ "exec_ns", "Running", GT_KIND_DUR, GT_COL_DESC, 9,
		"time on a processor, not in a system call", GT_CELL_ARG(group_sum, GT_SPENT_EXEC) },
	{ "sched_wait_ns", "Runnable", GT_KIND_DUR, GT_COL_DESC, 9,
		"time ready to run, without a processor", GT_CELL_ARG(group_sum, GT_SPENT_SCHED) },
	{ "syscall_ns", "Syscall", GT_KIND_DUR, GT_COL_DESC, 9,
		"time in system calls that kept the processor", GT_CELL_ARG(group_sum, GT_SPENT_SYSCALL) },
	{ "syscall_block_ns", "Syscall no P", GT_KIND_DUR, GT_COL_DESC, 13,
		"time in system calls after they had lost the processor", GT_CELL_ARG(group_sum, GT_SPENT_SYSCALL_BLOCK) },
	{ "blocked_ns", "Waiting", GT_KIND_DUR, GT_COL_DESC, 9,
		"time waiting for anything", GT_CELL_ARG(group_sum, GT_SPENT_BLOCK) },
	{ "block_ns", "Waiting by reason", GT_KIND_MAP, GT_COL_MORE, 24,
		"time waiting, by reason", .cell = group_block },
	{ "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"belongs to the runtime; absent if unknown",
		GT_FIELD_AS(gt_cell_field_owner, struct group, owner) },
	{ "lives", "Lives", GT_KIND_COUNT, GT_COL_DESC | GT_COL_LIFE, 7,
		"count, with the earlier lives of ids that were reused; sums are of the last lives in the range",
		GT_FIELD(struct group, lives) },
	PERCENTILES(METRIC_TOTAL, "total", "Total", "total time of a goroutine"),
	PERCENTILES(GT_SPENT_EXEC, "exec", "Running", "running time of a goroutine"),
	PERCENTILES(GT_SPENT_SCHED, "sched_wait", "Runnable", "scheduling wait of a goroutine"),
	PERCENTILES(GT_SPENT_SYSCALL, "syscall", "Syscall", "time of a goroutine in system calls"),
	PERCENTILES(GT_SPENT_SYSCALL_BLOCK, "syscall_block", "Syscall no P",
		    "time of a goroutine in system calls without a processor"),
	PERCENTILES(GT_SPENT_BLOCK, "blocked", "Waiting", "time a goroutine waited"),
	{ "assist_ns", "Assists on P", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 12,
		"time on processors in mark assists: what they paid for the GC", GASSIST(on_p) },
	{ "assist_wall_ns", "Assists, wall", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 13,
		"how long these lasted, with waits for work and for processors", GASSIST(wall) },
	{ "sweep_ns", "Sweeps", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"time in sweeps, which they paid for the GC, too", GASSIST(sweeps.ns) },
	{ "sweeps", "Sweeps, n", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 9,
		"how many", GASSIST(sweeps.count) },
	{ "reclaimed", "Reclaimed", GT_KIND_BYTES, GT_COL_DESC | GT_COL_MORE, 9,
		"what those that ended reclaimed", GASSIST(sweeps.reclaimed) },
};

uint32_t gt_groups_func(const struct gt_table *t, uint64_t row)
{
	return ((const struct groups *)t)->groups[row].func;
}

const struct gt_report gt_report_groups = {
	.name = "groups",
	.row = "a start function with all its goroutines",
	GT_REPORT_COLUMNS(columns),
	.order = { "exec_ns", "func" },
	.by_owner = true,
	.ops = { .size = sizeof(struct groups), .open = groups_open, GT_ROWS(struct groups, groups),
		 .close = groups_close },
};

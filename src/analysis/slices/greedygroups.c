/* The report "greedygroups": on-processor slices by start function, by end stack, by goroutine. */
#include "analysis/slices/greedygroups.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/owner.h"
#include "analysis/slices/greedy.h"
#include "analysis/table/reports.h"
#include "analysis/stacks/where.h"
#include "base/xalloc.h"
#include "index/file/answers.h"

#define MANY 65536            /* slices */

struct groups {
	struct gt_table head;
	struct gt_table *slices;
	enum gt_slice_group by;
	struct gt_slicegroup *groups;
	struct gt_wheres wheres;        /* grouped by stack, made on demand: how to distinguish them */
	struct gt_scratch members;      /* uint32_t rows of slices, group by group; of panes only if these are many */
};

/* ---- cells ---- */

static void ggroup_func(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slicegroup *group = t->at;

	if (group->mixed)
		out->absent = "several";
	else
		gt_cell_func(out, t->trace, group->func);
}

/* Only where slices are grouped by that. */
static void ggroup_g(struct gt_table *t, struct gt_cell *out)
{
	if (((const struct groups *)t)->by == GT_SLICES_BY_G)
		gt_cell_field_g(t, out);
}

static void ggroup_life(struct gt_table *t, struct gt_cell *out)
{
	if (((const struct groups *)t)->by == GT_SLICES_BY_G)
		gt_cell_field_life(t, out);
}

static void ggroup_average(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slicegroup *group = t->at;

	gt_cell_i(out, group->n ? group->total / group->n : 0);
}

static void ggroup_max_start(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slicegroup *group = t->at;
	struct gt_slice_part s;

	gt_greedy_get(((const struct groups *)t)->slices, group->longest, &s);
	gt_cell_i(out, s.t0);
}

static void ggroup_end_func(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_slicegroup *group = t->at;

	gt_cell_string(out, t->trace, gt_where_func(t->trace, group->end_stack));
}

static void ggroup_end_where(struct gt_table *t, struct gt_cell *out)
{
	struct groups *gs = (struct groups *)t;
	uint32_t *stacks;

	if (gs->by == GT_SLICES_BY_STACK && !gs->wheres.apart) {
		stacks = gt_xcalloc(t->rows + 1, sizeof *stacks);
		for (uint64_t i = 0; i < t->rows; i++)
			stacks[i] = gs->groups[i].end_stack;
		gt_wheres_make(&gs->wheres, t->trace, stacks, t->rows);
		free(stacks);
	}
	gt_cell_one_of_wheres(out, t, &gs->wheres, gs->groups[t->row].end_stack);
}

const uint32_t *gt_greedygroup_rows(const struct gt_table *t, uint64_t row, uint32_t *n)
{
	const struct groups *gs = (const struct groups *)t;

	assert(row < t->rows && gs->members.data);
	*n = gs->groups[row].n;
	return (const uint32_t *)gs->members.data + gs->groups[row].first;
}

uint32_t gt_greedygroup_longest(const struct gt_table *t, uint64_t row, uint32_t *slice)
{
	const struct gt_slicegroup *group = &((const struct groups *)t)->groups[row];

	*slice = group->slice;
	return group->longest;
}

static const struct gt_group_word slice_groups[GT_SLICES_BY_COUNT + 1] = {
	[GT_SLICES_BY_FUNC] = { "func", GT_SLICES_BY_FUNC, "by the start function of the goroutine" },
	[GT_SLICES_BY_STACK] = { "stack", GT_SLICES_BY_STACK, "by the stack at which they ended" },
	[GT_SLICES_BY_G] = { "g", GT_SLICES_BY_G, "by goroutine" },
};

const char *gt_slice_group_name(enum gt_slice_group group)
{
	return group < GT_SLICES_BY_COUNT ? slice_groups[group].word : "?";
}

/* ---- opening ---- */

static void greedygroups_close(struct gt_table *t)
{
	struct groups *gs = (struct groups *)t;

	gt_table_close(gs->slices);
	gt_wheres_release(&gs->wheres);
	gt_scratch_free(&gs->members);
	free(gs->groups);
}

/* The name under which the groups of a whole trace are kept; false: these are not. */
static bool answer_name(const struct gt_table_args *args, bool members, char name[GT_ANSWER_NAME])
{
	if (args->limited || gt_greedy_args_of(args)->split || args->has_g || args->group == GT_SLICES_BY_G ||
	    members)
		return false;
	snprintf(name, GT_ANSWER_NAME, "slices.%u", (unsigned)args->group);
	return true;
}

/* What is kept says only what a walk could have found. */
static bool are_groups(const struct gt_table *slices, const struct gt_slicegroup *groups, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		uint8_t mixed;

		memcpy(&mixed, &groups[i].mixed, 1);
		if (groups[i].longest >= slices->rows || mixed > 1)
			return false;
	}
	return true;
}

static int greedygroups_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct groups *gs = (struct groups *)t;
	char name[GT_ANSWER_NAME];
	bool members, may;
	int rc;

	gs->by = args->group;
	rc = gt_table_open(&gs->slices, &gt_report_greedy, t->trace, args, err);
	if (rc)
		return rc;
	members = args->browsed || (gs->slices->rows < MANY && !gt_answers_wanted(t->trace));
	may = answer_name(args, members, name);
	gs->groups = may ? gt_answer_get(t->trace, name, sizeof *gs->groups, &t->rows) : NULL;
	if (gs->groups && are_groups(gs->slices, gs->groups, t->rows))
		return 0;
	free(gs->groups);
	rc = gt_slicegroups_fill(gs->slices, args, &gs->groups, &t->rows, members ? &gs->members : NULL, err);
	if (may && !rc)
		gt_answer_keep(t->trace, name, gs->groups, sizeof *gs->groups, t->rows);
	return rc;
}

#define FIELD(member) GT_FIELD(struct gt_slicegroup, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gt_slicegroup, member)

static const struct gt_column columns[] = {
	[GT_GG_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"start function of the goroutines, if all have the same", .cell = ggroup_func },
	[GT_GG_G] = { "g", "G", GT_KIND_ID, 0, 6,
		"goroutine, if slices are grouped by that", FIELD_AS(ggroup_g, g) },
	[GT_GG_LIFE] = { GT_COLUMN_LIFE, FIELD_AS(ggroup_life, g) },
	[GT_GG_COUNT] = { "count", "Slices", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many slices", FIELD(n) },
	[GT_GG_TOTAL] = { "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long they last together", FIELD(total) },
	[GT_GG_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long the longest of them lasts", FIELD(max) },
	[GT_GG_P99] = { "p99_ns", "p99", GT_KIND_DUR, GT_COL_DESC, 9,
		"99th percentile of their durations", FIELD(at[1]) },
	[GT_GG_P50] = { "p50_ns", "p50", GT_KIND_DUR, GT_COL_DESC, 9,
		"median of their durations", FIELD(at[0]) },
	[GT_GG_AVG] = { "avg_ns", "Average", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"average of their durations", .cell = ggroup_average },
	[GT_GG_OVER] = { "over_10ms", "Over 10ms", GT_KIND_COUNT, GT_COL_DESC, 9,
		"how many last 10 ms or more: the runtime wants to preempt after that", FIELD(over) },
	[GT_GG_MAX_START] = { "max_start_ns", "Longest at", GT_KIND_TIME, GT_COL_MORE, 12,
		"when the longest one starts", .cell = ggroup_max_start },
	[GT_GG_END_FUNC] = { "end_func", "In", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where the longest one stopped: innermost function outside of the standard library",
		.cell = ggroup_end_func },
	[GT_GG_END_WHERE] = { "end_where", "At", GT_KIND_STRING, GT_COL_FUNC | GT_COL_TOP, 28,
		"that with its line; grouped by stack, with the frames that tell it from others there",
		.cell = ggroup_end_where },
	[GT_GG_END_LEAF] = { GT_COLUMN_LEAF("end_top", GT_COL_MORE), FIELD_AS(gt_cell_field_leaf, end_stack) },
	[GT_GG_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"all of them belong to the runtime; absent if unknown",
		GT_FIELD_AS(gt_cell_field_owner, struct gt_slicegroup, owner) },
	[GT_GG_END_STACK] = { "end_stack", "End stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"the whole stack of that", FIELD(end_stack) },
};

const struct gt_report gt_report_greedygroups = {
	.name = "greedygroups",
	.row = "a group of on-processor slices (--group=func, stack or g)",
	GT_REPORT_COLUMNS(columns),
	.order = { "total_ns", "max_ns" },
	.takes = GT_TAKES_SPLIT,
	.groups = slice_groups,
	.take = gt_greedy_take,
	.ops = { .size = sizeof(struct groups), .open = greedygroups_open, GT_ROWS(struct groups, groups),
		 .close = greedygroups_close },
};

/* The report "greedygroups": on-processor slices by start function, by end stack, by goroutine. */
#include "analysis/slices/greedygroups.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/ginfo.h"
#include "analysis/slices/greedy.h"
#include "analysis/table/percentile.h"
#include "analysis/table/stackset.h"
#include "analysis/table/reports.h"
#include "analysis/table/stacktext.h"
#include "base/hash.h"
#include "base/xalloc.h"

#define LONG_NS INT64_C(10000000)   /* the runtime preempts a goroutine after so long */

struct group {
	uint32_t func;        /* string row of the first slice's start function, 0: it has no name */
	uint32_t g;           /* goroutine row of its first slice */
	uint32_t newest;      /* goroutine row of the slice that came last */
	uint32_t first, n;    /* its slices: members[first …] */
	uint32_t longest;     /* row */
	uint32_t slice;       /* id of that */
	uint32_t end_stack;   /* of that */
	uint32_t over;
	int64_t total, max, p50, p99;
	enum gt_owner owner;
	bool mixed;           /* not all have this function */
};

struct groups {
	struct gt_table head;
	struct gt_table *slices;
	struct gt_ginfos goroutines;
	enum gt_slice_group by;
	struct group *groups;
	size_t cap;
	struct gt_map by_key;
	struct gt_stackset stacks;
	uint32_t *known;                /* while opening: group + 1 of a goroutine or stack row; 0: not known */
	size_t nknown;
	struct gt_scratch group_of;     /* uint32_t per row of slices, while opening */
	struct gt_scratch members;      /* uint32_t rows of slices, group by group */
	struct gt_scratch durs;         /* int64_t, likewise; while opening */
	const struct gt_table_args *args;
};

/* ---- reading slices ---- */

typedef void chunk_fn(struct groups *gs, uint64_t row, const struct gt_greedy_chunk *c);

/* Walks all rows; part 0 or 1 of the progress. */
static int greedygroups_walk(struct groups *gs, unsigned part, chunk_fn *fn, struct gt_error *err)
{
	struct gt_greedy_chunk *c = gt_xcalloc(1, sizeof *c);
	uint64_t rows = gs->slices->rows;
	int rc = 0;

	for (uint64_t row = 0; row < rows && !rc; row += c->n) {
		gt_greedy_chunk_read(gs->slices, row, !part && gs->by == GT_SLICES_BY_STACK, c);
		fn(gs, row, c);
		if (gs->args->progress && row % 65536 < c->n &&
		    !gs->args->progress(gs->args->progress_arg, part * rows + row, 2 * rows))
			rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "grouping was cancelled");
	}
	free(c);
	return rc;
}

/* ---- first walk: groups and their sums ---- */

static uint64_t greedygroups_key_of(struct groups *gs, uint32_t g, uint32_t stack)
{
	switch (gs->by) {
	case GT_SLICES_BY_STACK: return gt_stackset_find(&gs->stacks, stack);
	case GT_SLICES_BY_G: return g;
	default: return gt_ginfos_get(&gs->goroutines, g)->func;
	}
}

/* The group of a goroutine or stack row that was not asked for before. */
static uint32_t new_number(struct groups *gs, uint32_t g, uint32_t stack)
{
	const struct gt_ginfo *info = gt_ginfos_get(&gs->goroutines, g);
	uint32_t row = gs->by == GT_SLICES_BY_STACK ? stack : g, number;
	/* What is stored of a damaged index may be any number. */
	bool sound = gs->by == GT_SLICES_BY_STACK ? gt_stack_depth(gs->head.trace, stack) > 0 : info->known;
	bool added = false;

	number = gt_map_get_or_put(&gs->by_key, greedygroups_key_of(gs, g, stack), (uint32_t)gs->head.rows, &added);
	if (added) {
		GT_GROW(gs->groups, gs->cap, gs->head.rows + 1);
		gs->groups[gs->head.rows++] = (struct group) {
			.func = info->func, .g = g, .newest = g, .owner = info->owner, .max = -1,
		};
	}
	if (sound) {
		size_t old = gs->nknown;

		GT_GROW(gs->known, gs->nknown, (size_t)row + 1);
		memset(gs->known + old, 0, (gs->nknown - old) * sizeof *gs->known);
		gs->known[row] = number + 1;
	}
	return number;
}

/* Of slices of another goroutine than the one before. */
static void greedygroups_join(struct groups *gs, struct group *group, uint32_t g)
{
	const struct gt_ginfo *info = gt_ginfos_get(&gs->goroutines, g);

	group->newest = g;
	group->owner = gt_owner_join(group->owner, info->owner);
	group->mixed |= group->func != info->func;
}

static void add_chunk(struct groups *gs, uint64_t row, const struct gt_greedy_chunk *c)
{
	uint32_t *number = (uint32_t *)gs->group_of.data + row;
	const uint64_t *keys = gs->by == GT_SLICES_BY_STACK ? c->end_stack : c->g;

	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t g = (uint32_t)c->g[i], key = (uint32_t)keys[i];
		int64_t dur = c->dur[i];
		struct group *group;

		if (dur == GT_NO_TIME)
			continue;
		number[i] = key < gs->nknown && gs->known[key] ? gs->known[key] - 1 : new_number(gs, g, key);
		group = &gs->groups[number[i]];
		if (group->newest != g)
			greedygroups_join(gs, group, g);
		group->n++;
		/* Broken clocks make it wrap. */
		group->total = (int64_t)((uint64_t)group->total + (uint64_t)dur);
		group->over += dur >= LONG_NS;
		if (dur > group->max) {
			group->max = dur;
			group->longest = (uint32_t)(row + i);
		}
	}
}

/* ---- second walk: every slice to its group ---- */

static void place_chunk(struct groups *gs, uint64_t row, const struct gt_greedy_chunk *c)
{
	const uint32_t *number = (const uint32_t *)gs->group_of.data + row;
	uint32_t *members = gs->members.data;
	int64_t *durs = gs->durs.data;

	for (uint32_t i = 0; i < c->n; i++) {
		struct group *group;
		uint32_t at;

		if (c->dur[i] == GT_NO_TIME)
			continue;
		group = &gs->groups[number[i]];
		at = group->first + group->n++;
		members[at] = (uint32_t)(row + i);
		durs[at] = c->dur[i];
	}
}

static void greedygroups_finish(struct groups *gs)
{
	static const double ranks[2] = { 0.50, 0.99 };
	struct gt_slice_part s;

	for (uint64_t i = 0; i < gs->head.rows; i++) {
		struct group *group = &gs->groups[i];
		int64_t at[2];

		gt_percentiles_pick_i64((int64_t *)gs->durs.data + group->first, group->n, ranks, 2, at);
		group->p50 = at[0];
		group->p99 = at[1];
		gt_greedy_get(gs->slices, group->longest, &s);
		group->slice = s.slice.id;
		group->end_stack = s.end_stack;
	}
}

static int greedygroups_fill(struct groups *gs, struct gt_error *err)
{
	uint64_t rows = gs->slices->rows;
	uint32_t first = 0;
	int rc = rows > UINT32_MAX ? gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET,
						  "more than 2^32 slices cannot be grouped") : 0;

	if (!rc)
		rc = gt_scratch_alloc(&gs->group_of, rows, sizeof(uint32_t), err);
	if (!rc)
		rc = greedygroups_walk(gs, 0, add_chunk, err);
	if (!rc)
		rc = gt_scratch_alloc(&gs->members, rows, sizeof(uint32_t), err);
	if (!rc)
		rc = gt_scratch_alloc(&gs->durs, rows, sizeof(int64_t), err);
	for (uint64_t i = 0; i < gs->head.rows; i++) {
		gs->groups[i].first = first;
		first += gs->groups[i].n;
		gs->groups[i].n = 0;
	}
	if (!rc)
		rc = greedygroups_walk(gs, 1, place_chunk, err);
	if (!rc)
		greedygroups_finish(gs);
	gt_scratch_free(&gs->group_of);
	gt_scratch_free(&gs->durs);
	gt_map_release(&gs->by_key);
	gt_stackset_release(&gs->stacks);
	free(gs->known);
	gs->known = NULL;
	return rc;
}

/* ---- cells ---- */

static void ggroup_func(struct gt_table *t, struct gt_cell *out)
{
	const struct group *group = t->at;

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
	const struct group *group = t->at;

	gt_cell_i(out, group->n ? group->total / group->n : 0);
}

static void ggroup_max_start(struct gt_table *t, struct gt_cell *out)
{
	const struct group *group = t->at;
	struct gt_slice_part s;

	gt_greedy_get(((const struct groups *)t)->slices, group->longest, &s);
	gt_cell_i(out, s.t0);
}

static void ggroup_end_func(struct gt_table *t, struct gt_cell *out)
{
	const struct group *group = t->at;

	gt_cell_string(out, t->trace, gt_stack_user_func(t->trace, group->end_stack));
}

static void ggroup_owner(struct gt_table *t, struct gt_cell *out)
{
	const struct group *group = t->at;

	gt_cell_owner(out, group->owner);
}

static const void *greedygroups_row(struct gt_table *t, uint64_t row)
{
	return &((const struct groups *)t)->groups[row];
}

const uint32_t *gt_greedygroup_rows(const struct gt_table *t, uint64_t row, uint32_t *n)
{
	const struct groups *gs = (const struct groups *)t;

	assert(row < t->rows);
	*n = gs->groups[row].n;
	return (const uint32_t *)gs->members.data + gs->groups[row].first;
}

uint32_t gt_greedygroup_longest(const struct gt_table *t, uint64_t row, uint32_t *slice)
{
	const struct group *group = &((const struct groups *)t)->groups[row];

	*slice = group->slice;
	return group->longest;
}

const char *gt_slice_group_name(enum gt_slice_group group)
{
	static const char *const names[GT_SLICES_BY_COUNT] = {
		[GT_SLICES_BY_FUNC] = "func", [GT_SLICES_BY_STACK] = "stack", [GT_SLICES_BY_G] = "g",
	};

	return group < GT_SLICES_BY_COUNT ? names[group] : "?";
}

/* ---- opening ---- */

static void greedygroups_close(struct gt_table *t)
{
	struct groups *gs = (struct groups *)t;

	gt_table_close(gs->slices);
	gt_ginfos_release(&gs->goroutines);
	gt_scratch_free(&gs->members);
	free(gs->groups);
}

static int greedygroups_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct groups *gs = (struct groups *)t;
	int rc;

	gs->by = args->group;
	gs->args = args;
	gt_stackset_init(&gs->stacks, t->trace);
	rc = gt_table_open(&gs->slices, &gt_report_greedy, t->trace, args, err);
	if (!rc)
		rc = gt_ginfos_open(&gs->goroutines, t->trace, err);
	return rc ? rc : greedygroups_fill(gs, err);
}

#define FIELD(member) GT_FIELD(struct group, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct group, member)

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
		"99th percentile of their durations", FIELD(p99) },
	[GT_GG_P50] = { "p50_ns", "p50", GT_KIND_DUR, GT_COL_DESC, 9,
		"median of their durations", FIELD(p50) },
	[GT_GG_AVG] = { "avg_ns", "Average", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"average of their durations", .cell = ggroup_average },
	[GT_GG_OVER] = { "over_10ms", "Over 10ms", GT_KIND_COUNT, GT_COL_DESC, 9,
		"how many last 10 ms or more: the runtime wants to preempt after that", FIELD(over) },
	[GT_GG_MAX_START] = { "max_start_ns", "Longest at", GT_KIND_TIME, GT_COL_MORE, 12,
		"when the longest one starts", .cell = ggroup_max_start },
	[GT_GG_END_FUNC] = { "end_func", "In", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where the longest one stopped: innermost function outside the runtime", .cell = ggroup_end_func },
	[GT_GG_END_TOP] = { "end_top", "At", GT_KIND_STRING, GT_COL_FUNC | GT_COL_TOP, 28,
		"innermost frame there", FIELD_AS(gt_cell_field_top, end_stack) },
	[GT_GG_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"all of them belong to the runtime; absent if unknown", .cell = ggroup_owner },
	[GT_GG_END_STACK] = { "end_stack", "End stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"the whole stack of that", FIELD(end_stack) },
};

const struct gt_report gt_report_greedygroups = {
	.name = "greedygroups",
	.row = "a group of on-processor slices (--group=func, stack or g)",
	GT_REPORT_COLUMNS(columns),
	.order = { "total_ns", "max_ns" },
	.ops = { .size = sizeof(struct groups), .open = greedygroups_open, .row = greedygroups_row,
		 .close = greedygroups_close },
};

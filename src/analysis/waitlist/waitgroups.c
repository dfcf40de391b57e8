/* The reports "waitgroups" and "schedgroups": waits in groups, with exact percentiles. */
#include "analysis/waitlist/waitgroups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/measure.h"
#include "analysis/table/reports.h"
#include "analysis/waitlist/schedinstead.h"
#include "analysis/waitlist/waitgroups_own.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/file/answers.h"

/* ---- groups of a whole trace are kept ---- */

struct wgroup_kept {
	struct gt_wgroup group;
	int64_t when[GT_PARTS];
};

static void name_wgroups(const struct gt_waitgroups *wg, char name[GT_ANSWER_NAME])
{
	snprintf(name, GT_ANSWER_NAME, "%s.%u", wg->sched ? "schedgroups" : "waitgroups", (unsigned)wg->keys.by);
}

/* What is kept says only what a scan could have found. */
static bool is_wgroup(const struct gt_wgroup *group)
{
	uint8_t ended;

	memcpy(&ended, &group->longest.ended, 1);
	return group->key.owner <= GT_OWNER_RUNTIME && group->key.what < GT_SPENT_KINDS &&
	       group->key.waker < GT_WAKER_KINDS && ended <= 1;
}

static bool waitgroups_recall(struct gt_waitgroups *wg)
{
	char name[GT_ANSWER_NAME];
	struct wgroup_kept *kept;
	uint64_t n = 0, i = 0;

	name_wgroups(wg, name);
	kept = gt_answer_get(wg->head.trace, name, sizeof *kept, &n);
	while (kept && i < n && is_wgroup(&kept[i].group))
		i++;
	if (!kept || i < n || gt_scratch_alloc(&wg->when, n, sizeof kept->when, NULL)) {
		free(kept);
		return false;
	}
	wg->groups = gt_xcalloc(n + 1, sizeof *wg->groups);
	for (i = 0; i < n; i++) {
		wg->groups[i] = kept[i].group;
		memcpy((int64_t *)wg->when.data + i * GT_PARTS, kept[i].when, sizeof kept[i].when);
	}
	wg->head.rows = n;
	free(kept);
	return true;
}

static void waitgroups_keep(const struct gt_waitgroups *wg)
{
	uint64_t n = wg->head.rows;
	struct wgroup_kept *kept;
	char name[GT_ANSWER_NAME];

	if (!gt_answers_wanted(wg->head.trace))
		return;
	kept = gt_xcalloc(n + 1, sizeof *kept);
	for (uint64_t i = 0; i < n; i++) {
		kept[i].group = wg->groups[i];
		memcpy(kept[i].when, (const int64_t *)wg->when.data + i * GT_PARTS, sizeof kept[i].when);
	}
	name_wgroups(wg, name);
	gt_answer_keep(wg->head.trace, name, kept, sizeof *kept, n);
	free(kept);
}

/* Bits of the columns of who ran instead. */
#define INSTEAD_COLUMNS ((UINT64_C(2) << GT_WG_BY) - (UINT64_C(1) << GT_WG_IDLE))

static int waitgroups_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_waitgroups *wg = (struct gt_waitgroups *)t;
	const struct gt_trace_info *info = gt_trace_info(t->trace);
	bool recalled = false;
	int rc;

	wg->sched = t->report == &gt_report_schedgroups;
	wg->from = args->from > 0 ? args->from : 0;
	wg->to = args->until < info->duration ? args->until : info->duration;
	rc = gt_waitkeys_open(&wg->keys, t->trace, wg->sched && args->group != GT_WAITS_BY_FUNC
						   ? GT_WAITS_BY_CAUSE : args->group, err);
	if (!rc && !args->limited)
		recalled = waitgroups_recall(wg);
	if (!rc && !recalled)
		rc = gt_waitgroups_scan(wg, args, err);
	if (!rc && !recalled && !args->limited)
		waitgroups_keep(wg);
	for (uint64_t i = 0; i < t->rows; i++)
		gt_sat_grow(&wg->sum, wg->groups[i].total);
	if (!rc && args->browsed && args->asked & INSTEAD_COLUMNS)
		rc = gt_sched_instead_find(wg, args, err);
	return rc;
}

static void waitgroups_close(struct gt_table *t)
{
	struct gt_waitgroups *wg = (struct gt_waitgroups *)t;

	gt_sched_instead_release(wg->instead);
	gt_wheres_release(&wg->wheres);
	gt_waitkeys_release(&wg->keys);
	gt_scratch_free(&wg->when);
	free(wg->groups);
}

/* ---- cells ---- */

/* "main.f:12", with the frames that distinguish several groups there. */
static void waitgroup_where(struct gt_waitgroups *wg, uint32_t stack, struct gt_cell *out)
{
	struct gt_table *t = &wg->head;
	uint32_t *stacks;

	if (!wg->wheres.apart) {
		stacks = gt_xcalloc(t->rows + 1, sizeof *stacks);
		for (uint64_t i = 0; i < t->rows; i++)
			stacks[i] = wg->groups[i].key.row;
		gt_wheres_make(&wg->wheres, t->trace, stacks, t->rows);
		free(stacks);
	}
	gt_cell_one_of_wheres(out, t, &wg->wheres, stack);
	if (out->null)
		out->absent = "no stack recorded";
}

static void waitgroup_name(struct gt_table *t, struct gt_cell *out)
{
	struct gt_waitgroups *wg = (struct gt_waitgroups *)t;
	const struct gt_waitkey *key = &((const struct gt_wgroup *)t->at)->key;

	if (wg->keys.by == GT_WAITS_BY_STACK)
		waitgroup_where(wg, key->row, out);
	else if (gt_waitkey_text(&t->text, t->trace, wg->keys.by, key))
		gt_cell_s(out, t->text.data, t->text.len);
	else
		out->absent = wg->keys.by == GT_WAITS_BY_REASON ? GT_NO_REASON : GT_NO_NAME;
}

static void waitgroup_leaf(struct gt_table *t, struct gt_cell *out)
{
	if (((const struct gt_waitgroups *)t)->keys.by == GT_WAITS_BY_STACK)
		gt_cell_leaf(out, t, ((const struct gt_wgroup *)t->at)->key.row);
}

/* Grouped by reason: the state; by waker: what kind of one. */
static void waitgroup_kind(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_waitgroups *wg = (const struct gt_waitgroups *)t;
	const struct gt_wgroup *group = t->at;

	if (wg->keys.by == GT_WAITS_BY_WAKER)
		gt_cell_word(out, gt_waker_kind_name(group->key.waker));
	else if (wg->keys.by == GT_WAITS_BY_REASON || wg->keys.by == GT_WAITS_BY_STACK)
		for (unsigned what = 0; what < GT_SPENT_KINDS; what++)
			if (group->states == 1U << what)
				gt_cell_word(out, gt_spent_name((enum gt_spent)what));
}

static void waitgroup_share(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_waitgroups *wg = (const struct gt_waitgroups *)t;

	if (wg->sum > 0)
		gt_cell_r(out, (double)((const struct gt_wgroup *)t->at)->total / (double)wg->sum);
}

/* GT_CELL_ARG: the place of the rank. */
static void waitgroup_rank(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_wgroup *group = t->at;

	if (group->n)
		gt_cell_i(out, group->at[t->column->at]);
}

static void waitgroup_when(struct gt_table *t, struct gt_cell *out)
{
	struct gt_waitgroups *wg = (struct gt_waitgroups *)t;
	const int64_t *when = gt_waitgroup_when(t, t->row);

	for (unsigned i = 0; i < GT_PARTS; i++)
		gt_item_ns(&wg->parts[i], "", when[i]);
	gt_cell_items(out, wg->parts, GT_PARTS);
}

/* What the longest one waits at; of groups by stack that is the same of all. */
static void waitgroup_stack(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_wgroup *group = t->at;
	struct gt_interval iv;
	uint32_t g;

	if (((const struct gt_waitgroups *)t)->keys.by == GT_WAITS_BY_STACK)
		gt_cell_stack(out, group->key.row);
	else if (gt_waitgroup_longest(t, t->row, &g, &iv))
		gt_cell_stack(out, iv.stack);
}

static size_t waitgroups_totals(struct gt_table *t, const struct gt_item **items)
{
	struct gt_waitgroups *wg = (struct gt_waitgroups *)t;
	uint64_t n = 0, open = 0;
	int64_t open_ns = 0;
	size_t m = 0;

	for (uint64_t i = 0; i < t->rows; i++) {
		n += wg->groups[i].n;
		open += wg->groups[i].nopen;
		gt_sat_grow(&open_ns, wg->groups[i].open);
	}
	gt_item_u(&wg->totals[m++], "waits", n);
	gt_item_ns(&wg->totals[m++], "sum_ns", wg->sum);
	gt_item_u(&wg->totals[m++], "open_waits", open);
	gt_item_ns(&wg->totals[m++], "open_ns", open_ns);
	gt_item_ns(&wg->totals[m++], "from_ns", wg->from);
	gt_item_ns(&wg->totals[m++], "to_ns", wg->to);
	*items = wg->totals;
	return m;
}

uint64_t gt_waitgroup_key(const struct gt_table *t, uint64_t row)
{
	return gt_waitkey_number(&((const struct gt_waitgroups *)t)->groups[row].key);
}

bool gt_waitgroup_longest(const struct gt_table *t, uint64_t row, uint32_t *g, struct gt_interval *iv)
{
	const struct gt_wgroup *group = &((const struct gt_waitgroups *)t)->groups[row];

	*g = group->longest.g;
	return gt_waited_find(t->trace, group->longest.g, group->longest.next, group->longest.t0, iv);
}

const int64_t *gt_waitgroup_when(const struct gt_table *t, uint64_t row)
{
	return (const int64_t *)((const struct gt_waitgroups *)t)->when.data + row * GT_PARTS;
}

#define FIELD(member) GT_FIELD(struct gt_wgroup, member)

/* Of waits for a P that ended; a walk over all of the trace. */
#define OF_PS (GT_COL_MORE | GT_COL_ASKED | GT_COL_WHOLE)

static const struct gt_column columns[] = {
	[GT_WG_NAME] = { "group", "Group", GT_KIND_STRING, GT_COL_FUNC, 28,
		"what the waits have in common: reason (or the state, if that is not waiting), where they wait (with the "
		"frames that tell it from others there), start function, waker or cause",
		.cell = waitgroup_name },
	[GT_WG_LEAF] = { GT_COLUMN_LEAF("top", 0), .cell = waitgroup_leaf },
	[GT_WG_KIND] = { "kind", "Kind", GT_KIND_STRING, GT_COL_MORE, 17,
		"by reason and by stack: the state, if all have the same; by waker: its kind", .cell = waitgroup_kind },
	[GT_WG_COUNT] = { "count", "Waits", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many ended", FIELD(n) },
	[GT_WG_TOTAL] = { "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long these lasted together", FIELD(total) },
	[GT_WG_SHARE] = { "share", "Share", GT_KIND_SHARE, GT_COL_DESC | GT_COL_MORE, 7,
		"that as a share of the total of all groups", .cell = waitgroup_share },
	[GT_WG_P50] = { "p50_ns", "p50", GT_KIND_DUR, GT_COL_DESC, 9,
		"median of those that ended", GT_CELL_ARG(waitgroup_rank, 0) },
	[GT_WG_P90] = { "p90_ns", "p90", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"90th percentile", GT_CELL_ARG(waitgroup_rank, 1) },
	[GT_WG_P99] = { "p99_ns", "p99", GT_KIND_DUR, GT_COL_DESC, 9,
		"99th percentile", GT_CELL_ARG(waitgroup_rank, 2) },
	[GT_WG_P999] = { "p999_ns", "p99.9", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"99.9th percentile", GT_CELL_ARG(waitgroup_rank, 3) },
	[GT_WG_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"the longest that ended", FIELD(max) },
	[GT_WG_WHEN] = { "when", "When", GT_KIND_LIST, GT_COL_SPARK, 20,
		"ns of all of them in each of 60 equal parts of the range; in text and on the screen a line of bars, the "
		"highest one full", .cell = waitgroup_when },
	[GT_WG_OPEN] = { "open", "Open", GT_KIND_COUNT, GT_COL_DESC, 5,
		"how many did not end", FIELD(nopen) },
	[GT_WG_OPEN_NS] = { "open_ns", "Open for", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long these lasted together", FIELD(open) },
	[GT_WG_MAX_G] = { "max_g", "Longest G", GT_KIND_ID, GT_COL_MORE, 9,
		"goroutine of the longest (open ones only if none ended)",
		GT_FIELD_AS(gt_cell_field_g, struct gt_wgroup, longest.g) },
	[GT_WG_MAX_START] = { "max_start_ns", "Longest at", GT_KIND_TIME, GT_COL_MORE, 12,
		"when that began", FIELD(longest.t0) },
	[GT_WG_SYSTEM] = { "system", "System", GT_KIND_BOOL, 0, 6,
		"waits of the runtime's goroutines, which are groups of their own; absent if unknown",
		GT_FIELD_AS(gt_cell_field_owner, struct gt_wgroup, key.owner) },
	[GT_WG_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where the longest waited; grouped by stack: where all of them did", .cell = waitgroup_stack },
	[GT_WG_IDLE] = { "idle_ns", "Idle Ps", GT_KIND_DUR, GT_COL_DESC | OF_PS, 9,
		"time of processors that were idle during these", GT_CELL_ARG(gt_sched_instead_part, GT_HELD_IDLE) },
	[GT_WG_STILL] = { "still_ns", "Standstill", GT_KIND_DUR, GT_COL_DESC | OF_PS, 10,
		"time of processors while the world stood still", GT_CELL_ARG(gt_sched_instead_part, GT_HELD_STILL) },
	[GT_WG_FREE] = { "free_ns", "A P free", GT_KIND_DUR, GT_COL_DESC | OF_PS, 9,
		"how long they lasted while at least one processor was idle",
		GT_CELL_ARG(gt_sched_instead_part, GT_HELD_FREE) },
	[GT_WG_BY] = { "by", "Ran instead", GT_KIND_MAP, OF_PS, 30,
		"time of all Ps meanwhile, by who held them: kinds as in instead", .cell = gt_sched_instead_by },
};
#define WAITGROUPS_COLUMNS GT_WG_IDLE   /* so many are of any waits */

#define OPS { .size = sizeof(struct gt_waitgroups), .open = waitgroups_open, \
	      GT_ROWS(struct gt_waitgroups, groups), .close = waitgroups_close, .totals = waitgroups_totals }

static const struct gt_group_word wait_groups[] = {
	{ "reason", GT_WAITS_BY_REASON, "by what they wait for" },
	{ "stack", GT_WAITS_BY_STACK, "by where they wait" },
	{ "func", GT_WAITS_BY_FUNC, "by the start function of the goroutine" },
	{ "waker", GT_WAITS_BY_WAKER, "by who or what ended them" },
	{ NULL, 0, NULL },
};

const struct gt_report gt_report_waitgroups = {
	.name = "waitgroups",
	.row = "a group of waits (--group=reason, stack, func or waker)",
	.columns = columns,
	.ncolumns = WAITGROUPS_COLUMNS,
	.order = { "total_ns", "open_ns", "group" },
	.by_owner = true,
	.groups = wait_groups,
	.groups_of = &gt_report_waits,
	.ops = OPS,
};

const struct gt_report gt_report_schedgroups = {
	.name = "schedgroups",
	.row = "a group of waits for a processor (--group=cause or func)",
	GT_REPORT_COLUMNS(columns),
	.order = { "total_ns", "open_ns", "group" },
	.by_owner = true,
	.groups = gt_sched_groups,
	.groups_of = &gt_report_sched,
	.ops = OPS,
};

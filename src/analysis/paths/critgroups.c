/* The report "critgroups": segments of critical paths summed by kind, function, stack, goroutine. */
#include "analysis/paths/critby.h"
#include "analysis/paths/crittable.h"
#include "analysis/table/reports.h"
#include "analysis/stacks/stackset.h"
#include "analysis/stacks/where.h"
#include "base/xalloc.h"

struct critgroups {
	struct gt_table head;
	struct gt_crit_list list;     /* by stack: the segments; else only which windows */
	struct gt_crit_sums sums;
	enum gt_crit_group by;
	struct gt_stackset stacks;    /* by stack */
	struct gt_crit_by ran;        /* once it is asked for */
	struct gt_wheres wheres;      /* by stack, made on demand: how to distinguish them */
	bool has_runnable, has_ran;   /* its waits were added; it is filled */
	struct gt_item totals[3 + GT_SEGS];
};

static struct critgroups *critgroups_of(const struct gt_table *t)
{
	return (struct critgroups *)(uintptr_t)t;
}

/* ---- groups ---- */

/* Which stacks there are is known when all wake-ups have been looked for, in the order of time. */
static int fill_by_stack(struct critgroups *cg, const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_crit_list *l = &cg->list;
	int rc = gt_crit_list_fill(l, args, err);

	gt_stackset_init(&cg->stacks, cg->head.trace);
	for (size_t i = 0; !rc && i < l->n; i++)
		gt_crit_sums_add(&cg->sums, gt_stackset_find(&cg->stacks, gt_crit_list_stack(l, i)), &l->segs[i]);
	gt_crit_sums_settle(&cg->sums);
	return rc;
}

/* Those that waited for a P, with the keys of their rows: unless that was known before, it is another walk. */
static void find_runnable(struct critgroups *cg)
{
	const struct gt_table_args args = { .group = cg->by };
	struct gt_crit_list *l = &cg->list;
	struct gt_crit_sums sums;

	for (size_t i = 0; i < l->n; i++)
		if (l->segs[i].kind == GT_SEG_RUNNABLE)
			gt_crit_by_add(&cg->ran, 0, gt_stackset_find(&cg->stacks, gt_crit_list_stack(l, i)),
				       &l->segs[i]);
	if (cg->by == GT_CRIT_BY_STACK)
		return;
	gt_crit_sums_init(&sums);
	gt_crit_sums_fill(&sums, cg->head.trace, &l->windows, &args, &cg->ran, NULL);
	gt_crit_sums_release(&sums);
}

static void find_ran(struct critgroups *cg)
{
	if (!cg->has_runnable)
		find_runnable(cg);
	gt_crit_by_fill(&cg->ran, &cg->head);
	cg->has_ran = true;
}

static int critgroups_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct critgroups *cg = critgroups_of(t);
	int rc;

	cg->by = args->group;
	cg->has_runnable = cg->by != GT_CRIT_BY_STACK && args->asked >> GT_CG_RAN & 1;
	gt_crit_sums_init(&cg->sums);
	gt_crit_list_begin(&cg->list, t->trace, args, true);
	if (cg->by == GT_CRIT_BY_STACK)
		rc = fill_by_stack(cg, args, err);
	else
		rc = gt_crit_sums_fill(&cg->sums, t->trace, &cg->list.windows, args,
				       cg->has_runnable ? &cg->ran : NULL, err);
	t->rows = cg->sums.n;
	/* A pane: no cell may take long. */
	if (!rc && args->browsed && args->asked >> GT_CG_RAN & 1)
		find_ran(cg);
	return rc;
}

static void critgroups_close(struct gt_table *t)
{
	struct critgroups *cg = critgroups_of(t);

	if (cg->by == GT_CRIT_BY_STACK)
		gt_stackset_release(&cg->stacks);
	gt_wheres_release(&cg->wheres);
	gt_crit_by_release(&cg->ran);
	gt_crit_list_release(&cg->list);
	gt_crit_sums_release(&cg->sums);
}

/* ---- cells ---- */

static const void *critgroup_row(struct gt_table *t, uint64_t row)
{
	return &critgroups_of(t)->sums.v[row];
}

static void critgroup_where(struct gt_table *t, struct gt_cell *out)
{
	struct critgroups *cg = critgroups_of(t);
	uint32_t *stacks;

	if (!cg->wheres.apart) {
		stacks = gt_xcalloc(t->rows + 1, sizeof *stacks);
		for (uint64_t i = 0; i < t->rows; i++)
			stacks[i] = cg->sums.v[i].key;
		gt_wheres_make(&cg->wheres, t->trace, stacks, t->rows);
		free(stacks);
	}
	gt_cell_one_of_wheres(out, t, &cg->wheres, ((const struct gt_crit_sum *)t->at)->key);
}

static void critgroup_leaf(struct gt_table *t, struct gt_cell *out)
{
	if (critgroups_of(t)->by == GT_CRIT_BY_STACK)
		gt_cell_leaf(out, t, ((const struct gt_crit_sum *)t->at)->key);
}

static void critgroup_name(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_crit_sum *g = t->at;
	struct gt_goroutine gr;

	switch (critgroups_of(t)->by) {
	case GT_CRIT_BY_FUNC:
		gt_cell_func(out, t->trace, g->key);
		return;
	case GT_CRIT_BY_STACK:
		critgroup_where(t, out);
		if (out->null)
			out->absent = "no stack recorded";
		return;
	case GT_CRIT_BY_G:
		if (gt_goroutine_get(t->trace, g->key, &gr)) {
			gt_buf_printf(&t->text, "G%llu", (unsigned long long)gr.id);
			gt_put_string(&t->text, t->trace, " ", gr.func, NULL);
			gt_life_text(&t->text, t->trace, g->key);
			gt_cell_s(out, t->text.data, t->text.len);
		}
		return;
	default:
		gt_cell_word(out, gt_seg_name(g->kind));
	}
}

static void critgroup_kind(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_seg_name(((const struct gt_crit_sum *)t->at)->kind));
}

static void critgroup_share(struct gt_table *t, struct gt_cell *out)
{
	int64_t length = critgroups_of(t)->list.length;

	if (length > 0)
		gt_cell_r(out, (double)((const struct gt_crit_sum *)t->at)->total / (double)length);
}

static void critgroup_stack(struct gt_table *t, struct gt_cell *out)
{
	struct critgroups *cg = critgroups_of(t);

	const struct gt_crit_sum *g = t->at;

	if (cg->by == GT_CRIT_BY_STACK) {
		gt_cell_stack(out, g->key);
		return;
	}
	if (!cg->list.events)
		cg->list.events = gt_events_open(t->trace);
	gt_cell_stack(out, gt_seg_stack(&g->longest, t->trace, cg->list.events));
}

static void critgroup_ran(struct gt_table *t, struct gt_cell *out)
{
	struct critgroups *cg = critgroups_of(t);
	const struct gt_crit_sum *g = t->at;

	if (!cg->has_ran)
		find_ran(cg);
	if (g->kind == GT_SEG_RUNNABLE)
		gt_crit_by_cell(&cg->ran, t->trace, g->key, out);
}

static size_t critgroups_totals(struct gt_table *t, const struct gt_item **items)
{
	struct critgroups *cg = critgroups_of(t);

	*items = cg->totals;
	return gt_crit_totals(&cg->list, &cg->sums, cg->totals);
}

#define FIELD(member) GT_FIELD(struct gt_crit_sum, member)

static const struct gt_column columns[] = {
	[GT_CG_NAME] = { "group", "Group", GT_KIND_STRING, GT_COL_FUNC, 28,
		"what the segments share besides their kind: start function, where they end (with the frames that tell "
		"it from others there), goroutine",
		.cell = critgroup_name },
	[GT_CG_LEAF] = { GT_COLUMN_LEAF("top", 0), .cell = critgroup_leaf },
	[GT_CG_KIND] = { "kind", "Kind", GT_KIND_STRING, 0, 17,
		"running, runnable, network and so on, as in critpath", .cell = critgroup_kind },
	[GT_CG_COUNT] = { "count", "Segments", GT_KIND_COUNT, GT_COL_DESC, 8,
		"how many", FIELD(count) },
	[GT_CG_TOTAL] = { "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long they are together", FIELD(total) },
	[GT_CG_SHARE] = { "share", "Share", GT_KIND_SHARE, GT_COL_DESC, 7,
		"that as a share of all windows", .cell = critgroup_share },
	[GT_CG_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"the longest", FIELD(max) },
	[GT_CG_MAX_G] = { "max_g", "Longest G", GT_KIND_ID, GT_COL_MORE, 9,
		"goroutine of the longest", GT_FIELD_AS(gt_cell_field_g, struct gt_crit_sum, longest.hop.g) },
	[GT_CG_MAX_START] = { "max_start_ns", "Longest at", GT_KIND_TIME, GT_COL_MORE, 12,
		"when that began", GT_FIELD(struct gt_crit_sum, longest.hop.t0) },
	[GT_CG_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where the longest stood at its end; grouped by stack: where all of them did",
		.cell = critgroup_stack },
	[GT_CG_RAN] = { GT_COLUMN_RANBY, .cell = critgroup_ran },
};

static const struct gt_group_word crit_groups[] = {
	{ "kind", GT_CRIT_BY_KIND, "by kind alone: running, runnable, network and so on" },
	{ "func", GT_CRIT_BY_FUNC, "by the start function of the goroutine" },
	{ "stack", GT_CRIT_BY_STACK, "by the stack at the end" },
	{ "g", GT_CRIT_BY_G, "by goroutine" },
	{ NULL, 0, NULL },
};

const struct gt_report gt_report_critgroups = {
	.name = "critgroups",
	.row = "a group of segments of critical paths (--group=kind, func, stack or g)",
	GT_REPORT_COLUMNS(columns),
	.order = { "total_ns", "count", "group", "kind" },
	.takes = GT_CRIT_TAKES,
	.groups = crit_groups,
	.groups_of = &gt_report_critpath,
	.ops = { .size = sizeof(struct critgroups), .open = critgroups_open, .row = critgroup_row,
		 .close = critgroups_close, .totals = critgroups_totals },
};

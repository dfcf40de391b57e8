/* The report "gccostgroups": who helped the GC, by start function or by the function that allocated. */
#include "analysis/gc/gcpaygroups.h"

#include <stdlib.h>

#include "analysis/gc/gccost.h"
#include "analysis/table/reports.h"
#include "base/sat.h"
#include "base/xalloc.h"

struct paygroup {
	uint32_t func;
	uint64_t goroutines;  /* that paid */
	uint64_t count;
	int64_t assist, wall;
	struct gt_gcsweeps sweeps;
	int64_t own;          /* ns of these goroutines on Ps */
};

struct paygroups {
	struct gt_table head;
	struct paygroup *v;
	size_t cap;
};

static void add_payer(struct paygroup *group, const struct gt_gccost *c, const struct gt_gcpayer *p)
{
	group->goroutines++;
	group->count += p->count;
	gt_sat_grow(&group->assist, p->assist);
	gt_sat_grow(&group->wall, p->wall);
	gt_sat_grow(&group->sweeps.ns, p->sweeps.ns);
	group->sweeps.count += p->sweeps.count;
	gt_sat_grow(&group->sweeps.reclaimed, p->sweeps.reclaimed);
	gt_sat_grow(&group->own, gt_goroutine_busy(c->trace, p->g, c->from, c->to));
}

static int paygroups_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct paygroups *pg = (struct paygroups *)t;
	struct gt_map groups = { 0 };
	struct gt_gccost c;

	(void)err;
	gt_gccost_begin(&c, t->trace, args->from, args->until);
	c.by_place = args->group == GT_PAYERS_BY_ALLOC;
	while (!gt_gccost_step(&c))
		;
	gt_map_init(&groups);
	for (size_t i = 0; i < c.npayers; i++) {
		uint32_t func = gt_gcpayer_group(&c, &c.payers[i]);
		bool added = false;
		uint32_t at = gt_map_get_or_put(&groups, func, (uint32_t)t->rows, &added);

		if (added) {
			GT_GROW(pg->v, pg->cap, t->rows + 1);
			pg->v[t->rows++] = (struct paygroup){ .func = func };
		}
		add_payer(&pg->v[at], &c, &c.payers[i]);
	}
	gt_map_release(&groups);
	gt_gccost_release(&c);
	return 0;
}

uint32_t gt_gcpaygroup_func(const struct gt_table *t, uint64_t row)
{
	return ((const struct paygroups *)t)->v[row].func;
}

static void paygroups_close(struct gt_table *t)
{
	free(((struct paygroups *)t)->v);
}

static void paygroups_share(struct gt_table *t, struct gt_cell *out)
{
	const struct paygroup *group = t->at;

	gt_cell_r(out, group->own > 0 ? (double)group->assist / (double)group->own : 0);
}

#define FIELD(member) GT_FIELD(struct paygroup, member)

static const struct gt_column columns[] = {
	[GT_GCPG_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32,
		"start function; with alloc the one that allocated: the innermost outside of the standard library where an assist "
		"or a sweep began",
		GT_FIELD_AS(gt_cell_field_func, struct paygroup, func) },
	[GT_GCPG_GOROUTINES] = { "goroutines", "Goroutines", GT_KIND_COUNT, GT_COL_DESC, 10,
		"how many goroutines had to help the GC so", FIELD(goroutines) },
	[GT_GCPG_COUNT] = { "count", "Assists", GT_KIND_COUNT, GT_COL_DESC, 8,
		"how many mark assists they made", FIELD(count) },
	[GT_GCPG_ASSIST] = { "assist_ns", "On Ps", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long they were on processors in them", FIELD(assist) },
	[GT_GCPG_WALL] = { "assist_wall_ns", "Wall", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long the assists lasted, with waits for work and for processors", FIELD(wall) },
	[GT_GCPG_SHARE] = { "share", "Share", GT_KIND_SHARE, GT_COL_DESC, 7,
		"what part of these goroutines' own time on processors the assists took", .cell = paygroups_share },
	[GT_GCPG_SWEEP] = { "sweep_ns", "Sweeps", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long they swept", FIELD(sweeps.ns) },
	[GT_GCPG_SWEEPS] = { "sweeps", "Sweeps, n", GT_KIND_COUNT, GT_COL_DESC, 9,
		"how many sweeps they made", FIELD(sweeps.count) },
	[GT_GCPG_RECLAIMED] = { "reclaimed", "Reclaimed", GT_KIND_BYTES, GT_COL_DESC, 9,
		"what the sweeps that ended reclaimed", FIELD(sweeps.reclaimed) },
};

static const struct gt_group_word payer_groups[] = {
	{ "func", GT_PAYERS_BY_FUNC, "by the start function of the goroutine" },
	{ "alloc", GT_PAYERS_BY_ALLOC, "by the function that allocated" },
	{ NULL, 0, NULL },
};

const struct gt_report gt_report_gccostgroups = {
	.name = "gccostgroups",
	.row = "goroutines that had to help the GC, in groups",
	GT_REPORT_COLUMNS(columns),
	.order = { "assist_ns", "assist_wall_ns", "sweep_ns", "func" },
	.groups = payer_groups,
	.groups_of = &gt_report_gccost,
	.ops = { .size = sizeof(struct paygroups), .open = paygroups_open, GT_ROWS(struct paygroups, v),
		 .close = paygroups_close },
};

/* The report "gcparts": what the GC's cost is made of. */
#include "analysis/gc/gcparts.h"

#include "analysis/table/reports.h"

struct gcparts {
	struct gt_table head;
	struct gt_gccost c;
	int64_t procs;
	const struct gt_gcpart *at;
};

static const void *gcparts_row(struct gt_table *t, uint64_t row)
{
	struct gcparts *gc = (struct gcparts *)t;

	gc->at = &gc->c.parts[row];
	return gc->at;
}

static void gcpart_name(struct gt_table *t, struct gt_cell *out)
{
	static const char *const names[GT_GCPARTS] = {
		[GT_GCPART_DEDICATED] = "dedicated workers", [GT_GCPART_FRACTIONAL] = "fractional workers",
		[GT_GCPART_IDLE] = "idle workers", [GT_GCPART_ASSIST] = "assists", [GT_GCPART_SWEEP] = "sweeps",
		[GT_GCPART_PAUSE] = "pauses",
	};

	gt_cell_word(out, names[t->row]);
}

/* While the world is stopped nobody has a P for the GC. */
static void gcpart_on_p(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_i(out, t->row == GT_GCPART_PAUSE ? GT_NO_TIME : ((const struct gt_gcpart *)t->at)->ns);
}

/* column->at: of all P time, or of that in which goroutines had them. */
static void gcpart_share(struct gt_table *t, struct gt_cell *out)
{
	const struct gcparts *gc = (const struct gcparts *)t;
	int64_t whole = t->column->at ? gc->procs : gc->c.busy;

	if (t->row != GT_GCPART_PAUSE && whole > 0)
		gt_cell_r(out, (double)gc->at->ns / (double)whole);
}

/* What there was at all has a longest one. */
static const void *gcpart_longest(struct gt_table *t)
{
	return ((const struct gt_gcpart *)t->at)->count ? t->at : NULL;
}

const struct gt_gcpart *gt_gcparts_at(const struct gt_table *t, uint64_t row)
{
	return &((const struct gcparts *)t)->c.parts[row];
}

static int gcparts_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct gcparts *gc = (struct gcparts *)t;

	(void)err;
	gt_gccost_begin(&gc->c, t->trace, args->from, args->until);
	while (!gt_gccost_step(&gc->c))
		;
	gc->procs = gt_gccost_procs(&gc->c);
	t->rows = GT_GCPARTS;
	return 0;
}

static void gcparts_close(struct gt_table *t)
{
	gt_gccost_release(&((struct gcparts *)t)->c);
}

static const struct gt_column columns[] = {
	[GT_GCP_PART] = { "part", "Part", GT_KIND_STRING, 0, 18,
		"mark workers by mode, assists, sweeps, pauses of the GC", .cell = gcpart_name },
	[GT_GCP_COUNT] = { "count", "Count", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many touch the range: slices of workers, assists, sweeps, pauses",
		GT_FIELD(struct gt_gcpart, count) },
	[GT_GCP_NS] = { "on_p_ns", "On Ps", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long they held processors", .cell = gcpart_on_p },
	[GT_GCP_WALL] = { "wall_ns", "Wall", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long they lasted, added up", GT_FIELD(struct gt_gcpart, wall) },
	[GT_GCP_BUSY] = { "busy_share", "Of busy", GT_KIND_SHARE, GT_COL_DESC, 9,
		"on_p_ns as a share of the time in which goroutines held processors", GT_CELL_ARG(gcpart_share, 0) },
	[GT_GCP_PROCS] = { "procs_share", "Of all", GT_KIND_SHARE, GT_COL_DESC, 9,
		"as a share of all processor time", GT_CELL_ARG(gcpart_share, 1) },
	[GT_GCP_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC, 9,
		"the longest, wall", GT_FIELD(struct gt_gcpart, max), .of = gcpart_longest },
	[GT_GCP_START] = { "max_start_ns", "Longest at", GT_KIND_TIME, 0, 12,
		"where it begins", GT_FIELD(struct gt_gcpart, t0), .of = gcpart_longest },
	[GT_GCP_G] = { "max_g", "G", GT_KIND_ID, 0, 7,
		"its goroutine", GT_FIELD_AS(gt_cell_field_g, struct gt_gcpart, g), .of = gcpart_longest },
	[GT_GCP_P] = { "max_p", "P", GT_KIND_ID, 0, 4,
		"its processor, if it has one",
		GT_FIELD_AS(gt_cell_field_p, struct gt_gcpart, proc_row), .of = gcpart_longest },
};

const struct gt_report gt_report_gcparts = {
	.name = "gcparts",
	.row = "a part of what the GC cost",
	GT_REPORT_COLUMNS(columns),
	.ops = { .size = sizeof(struct gcparts), .open = gcparts_open, .row = gcparts_row, .close = gcparts_close },
};

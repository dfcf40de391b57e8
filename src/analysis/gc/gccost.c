/* What the garbage collector cost: its workers by mode, mark assists and who paid them. */
#include "analysis/gc/gccost.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/reports.h"
#include "analysis/stacks/where.h"
#include "base/cover.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/query/procs.h"

#define ROWS_PER_STEP 500

static int64_t gccost_part(const struct gt_gccost *c, int64_t a, int64_t b)
{
	a = a > c->from ? a : c->from;
	b = b < c->to ? b : c->to;
	return b > a ? b - a : 0;
}

void gt_gccost_begin(struct gt_gccost *c, const struct gt_trace *t, int64_t from, int64_t to)
{
	int64_t end = gt_trace_info(t)->horizon;

	*c = (struct gt_gccost){
		.trace = t, .from = from > 0 ? from : 0, .to = to < end ? to : end, .longest = GT_NO_ROW,
		.worst = GT_NO_ROW, .left = gt_trace_info(t)->ranges, .low = INT64_MAX };
	for (uint32_t proc_row = 0; proc_row < gt_trace_info(t)->procs; proc_row++)
		gt_sat_grow(&c->busy, gt_slices_busy(t, proc_row, c->from, c->to));
	c->nprocs = gt_trace_info(t)->procs;
	gt_gc_walk_begin(&c->walk, t, 0, c->from, c->to);
}

void gt_gccost_release(struct gt_gccost *c)
{
	free(c->payers);
	gt_map_release(&c->by_g);
	*c = (struct gt_gccost){ 0 };
}

/*
 * Where it was (stacks/where.h); of a stack of the runtime alone the outermost, since the innermost is always the one
 * that writes the event.  0: of one that went on when the trace began the stack is not known.
 */
static uint32_t function_that_allocated(const struct gt_trace *t, uint32_t stack)
{
	uint32_t depth = stack ? gt_stack_depth(t, stack) : 0, i = depth ? gt_where_frame(t, stack) : 0;
	struct gt_frame f;
	const char *s;
	size_t n;

	if (!depth || !gt_stack_frame(t, stack, i, &f))
		return 0;
	s = gt_trace_string(t, f.func, &n);
	if (n > 8 && memcmp(s, "runtime.", 8) == 0 && !gt_stack_frame(t, stack, depth - 1, &f))
		return 0;
	return f.func;
}

static struct gt_gcpayer *payer_of(struct gt_gccost *c, const struct gt_range_row *r)
{
	struct gt_goroutine gor = { .func = 0 };
	bool added = false;
	uint32_t place = 0, i;

	if (c->by_place)
		place = function_that_allocated(c->trace, r->stack);
	i = gt_map_get_or_put(&c->by_g, (uint64_t)place << 32 | r->g, (uint32_t)c->npayers, &added);
	if (added) {
		gt_goroutine_get(c->trace, r->g, &gor);
		GT_GROW(c->payers, c->cap, c->npayers + 1);
		c->payers[c->npayers++] = (struct gt_gcpayer){ .g = r->g, .func = gor.func, .place = place };
	}
	return &c->payers[i];
}

/* How long it was on Ps. */
static int64_t gccost_add_assist(struct gt_gccost *c, uint32_t row, const struct gt_range_row *r, int64_t end,
			      int64_t wall)
{
	int64_t a = r->t0 > c->from ? r->t0 : c->from, b = end < c->to ? end : c->to;
	int64_t ns = gt_goroutine_busy(c->trace, r->g, a, b);
	struct gt_gcpayer *p = payer_of(c, r);

	p->count++;
	gt_sat_grow(&p->assist, ns);
	gt_sat_grow(&p->wall, wall);
	c->assists++;
	gt_sat_grow(&c->assist, ns);
	gt_sat_grow(&c->wall, wall);
	/* Ranges come the other way round, those that ended last first. */
	gt_cover_back(&c->some, &c->low, a, b);
	if (wall >= c->max) {
		c->max = wall;
		c->worst = row;
	}
	return ns;
}

/* `wall` of [t0, t1) is in the range, `ns` of it on Ps. */
static void gccost_add_part(struct gt_gccost *c, enum gt_gcpart_kind kind, int64_t ns, int64_t wall,
			    const struct gt_gcpart *where)
{
	struct gt_gcpart *p = &c->parts[kind];

	p->count++;
	gt_sat_grow(&p->ns, ns);
	gt_sat_grow(&p->wall, wall);
	if (wall > p->max || (wall == p->max && where->t0 < p->t0)) {
		p->max = wall;
		p->t0 = where->t0;
		p->t1 = where->t1;
		p->g = where->g;
		p->proc_row = where->proc_row;
	}
}

static bool is_gc_pause(const struct gt_gccost *c, const struct gt_range_row *r)
{
	size_t n;
	const char *name = gt_trace_string(c->trace, r->name, &n);

	return r->kind == GT_RANGE_STW && n && memmem(name, n, "GC", 2);
}

static void gccost_add_range(struct gt_gccost *c, uint32_t row)
{
	struct gt_gcpart where;
	struct gt_range_row r;
	int64_t end, wall;

	if (!gt_range_get(c->trace, row, &r))
		return;
	end = r.t1 == GT_NO_TIME ? gt_trace_info(c->trace)->duration : r.t1;
	wall = gccost_part(c, r.t0, end);
	if (!wall)
		return;
	where = (struct gt_gcpart){ .t0 = r.t0, .t1 = end, .g = r.g, .proc_row = r.proc_row };
	if (r.kind == GT_RANGE_ASSIST) {
		gccost_add_part(c, GT_GCPART_ASSIST, gccost_add_assist(c, row, &r, end, wall), wall, &where);
	} else if (r.kind == GT_RANGE_SWEEP) {
		gt_sat_grow(&c->sweep, wall);
		gccost_add_part(c, GT_GCPART_SWEEP, wall, wall, &where);
		if (r.g != GT_NO_ROW)
			gt_gcsweeps_add(&payer_of(c, &r)->sweeps, &r, wall, c->to);
	} else if (is_gc_pause(c, &r)) {
		gccost_add_part(c, GT_GCPART_PAUSE, 0, wall, &where);
	} else if (r.kind == GT_RANGE_GC) {
		c->cycles++;
		gt_sat_grow(&c->mark, wall);
		if (wall >= c->longest_ns) {
			c->longest_ns = wall;
			c->longest = row;
		}
	}
}

/* The next worker's slice of any P; false: there is none. */
static bool gccost_add_worker(struct gt_gccost *c)
{
	const struct gt_slice *s = &c->walk.slice;
	int64_t ns;

	while (!gt_gc_walk_next(&c->walk)) {
		if (!c->nprocs || !--c->nprocs)
			return false;
		gt_gc_walk_begin(&c->walk, c->trace, c->walk.proc_row + 1, c->from, c->to);
	}
	ns = gccost_part(c, s->t0, s->t1);
	gt_sat_grow(c->walk.mode == GT_GC_DEDICATED ? &c->dedicated :
		    c->walk.mode == GT_GC_FRACTIONAL ? &c->fractional : &c->idle, ns);
	if (ns)
		gccost_add_part(c, GT_GCPART_DEDICATED + (c->walk.mode - GT_GC_DEDICATED), ns, ns, &(struct gt_gcpart){
			.t0 = s->t0, .t1 = s->t1, .g = s->g, .proc_row = s->proc_row });
	return true;
}

bool gt_gccost_step(struct gt_gccost *c)
{
	int i = 0;

	for (; i < ROWS_PER_STEP && c->left; i++)
		gccost_add_range(c, (uint32_t)--c->left);
	for (; i < ROWS_PER_STEP; i++)
		if (!gccost_add_worker(c))
			return true;
	return false;
}

/* ---- the report ---- */

struct gccost {
	struct gt_table head;
	struct gt_gccost c;
	struct gt_item totals[20];
};

const struct gt_gcpayer *gt_gccost_payer(const struct gt_table *t, uint64_t row)
{
	return &((const struct gccost *)t)->c.payers[row];
}

/* Of what the goroutine itself was on Ps. */
static void payer_share(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_gccost *c = &((const struct gccost *)t)->c;
	const struct gt_gcpayer *p = t->at;
	int64_t own = gt_goroutine_busy(t->trace, p->g, c->from, c->to);

	gt_cell_r(out, own > 0 ? (double)p->assist / (double)own : 0);
}

static void gccost_close(struct gt_table *t)
{
	gt_gccost_release(&((struct gccost *)t)->c);
}

int64_t gt_gccost_procs(const struct gt_gccost *c)
{
	struct gt_procs_walk w;

	gt_procs_begin(&w, c->trace);
	return gt_procs_sum(&w, c->from, c->to);
}

static void gccost_item_part(struct gt_item *item, const char *key, enum gt_kind kind, double part, double whole)
{
	*item = (struct gt_item){ .key = key, .nkey = strlen(key), .value = { .kind = kind, .null = true } };
	if (whole > 0)
		gt_cell_r(&item->value, part / whole);
}

int64_t gt_gccost_took(const struct gt_gccost *c, int64_t procs)
{
	int64_t taken = gt_sat_add(gt_sat_add(c->dedicated, c->fractional), c->assist);

	return procs > 0 ? (int64_t)((__int128)taken * (c->to - c->from) / procs) : 0;
}

static size_t gccost_totals(struct gt_table *t, const struct gt_item **items)
{
	struct gccost *gc = (struct gccost *)t;
	const struct gt_gccost *c = &gc->c;
	double took = (double)c->dedicated + (double)c->fractional + (double)c->assist;
	int64_t procs = gt_gccost_procs(c);
	size_t n = 0;

	gt_item_u(&gc->totals[n++], "cycles", c->cycles);
	gt_item_ns(&gc->totals[n++], "mark_ns", c->mark);
	gt_item_ns(&gc->totals[n++], "dedicated_ns", c->dedicated);
	gt_item_ns(&gc->totals[n++], "fractional_ns", c->fractional);
	gt_item_ns(&gc->totals[n++], "idle_ns", c->idle);
	gt_item_u(&gc->totals[n++], "assists", c->assists);
	gt_item_ns(&gc->totals[n++], "assist_ns", c->assist);
	gt_item_ns(&gc->totals[n++], "assist_wall_ns", c->wall);
	gt_item_ns(&gc->totals[n++], "assist_max_ns", c->assists ? c->max : GT_NO_TIME);
	gt_item_ns(&gc->totals[n++], "assist_some_ns", c->some);
	gt_item_ns(&gc->totals[n++], "sweep_ns", c->sweep);
	gt_item_ns(&gc->totals[n++], "busy_ns", c->busy);
	gt_item_ns(&gc->totals[n++], "procs_ns", procs);
	gccost_item_part(&gc->totals[n++], "busy_share", GT_KIND_SHARE, took, (double)c->busy);
	gccost_item_part(&gc->totals[n++], "procs_share", GT_KIND_SHARE, took, (double)procs);
	gccost_item_part(&gc->totals[n++], "idle_share", GT_KIND_SHARE, (double)c->idle, (double)procs);
	gt_item_ns(&gc->totals[n++], "took_ns", gt_gccost_took(c, procs));
	gccost_item_part(&gc->totals[n++], "cycles_per_s", GT_KIND_REAL, (double)c->cycles * 1e9,
			 (double)(c->to - c->from));
	*items = gc->totals;
	return n;
}

static int gccost_open(struct gt_table *table, const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_gccost *c = &((struct gccost *)table)->c;

	(void)err;
	gt_gccost_begin(c, table->trace, args->from, args->to);
	c->by_place = args->has_key && args->group == GT_PAYERS_BY_ALLOC;
	while (!gt_gccost_step(c))
		;
	for (size_t i = 0; i < c->npayers; i++)
		if (!args->has_key || gt_gcpayer_group(c, &c->payers[i]) == args->key)
			c->payers[table->rows++] = c->payers[i];
	return 0;
}

#define FIELD(member) GT_FIELD(struct gt_gcpayer, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gt_gcpayer, member)

static const struct gt_column columns[] = {
	[GT_GCC_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32,
		"start function of the goroutine", FIELD_AS(gt_cell_field_func, func) },
	[GT_GCC_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine that had to help the GC", FIELD_AS(gt_cell_field_g, g) },
	[GT_GCC_LIFE] = { GT_COLUMN_LIFE, FIELD_AS(gt_cell_field_life, g) },
	[GT_GCC_COUNT] = { "count", "Assists", GT_KIND_COUNT, GT_COL_DESC, 8,
		"how many mark assists it made", FIELD(count) },
	[GT_GCC_ASSIST] = { "assist_ns", "On Ps", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it was on processors in them", FIELD(assist) },
	[GT_GCC_WALL] = { "assist_wall_ns", "Wall", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long they lasted, with waits for work and for processors", FIELD(wall) },
	[GT_GCC_SHARE] = { "share", "Share", GT_KIND_SHARE, GT_COL_DESC, 7,
		"what part of its own time on processors they took", .cell = payer_share },
	[GT_GCC_SWEEP] = { "sweep_ns", "Sweeps", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long it swept", FIELD(sweeps.ns) },
	{ "sweeps", "Sweeps, n", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 9,
		"how many sweeps it made", FIELD(sweeps.count) },
	{ "reclaimed", "Reclaimed", GT_KIND_BYTES, GT_COL_DESC | GT_COL_MORE, 9,
		"what the sweeps that ended reclaimed", FIELD(sweeps.reclaimed) },
};

const struct gt_report gt_report_gccost = {
	.name = "gccost",
	.row = "a goroutine that had to help the GC",
	GT_REPORT_COLUMNS(columns),
	.order = { "assist_ns", "assist_wall_ns", "sweep_ns", "g" },
	.ops = { .size = sizeof(struct gccost), .open = gccost_open, GT_ROWS(struct gccost, c.payers),
		 .close = gccost_close,
		 .totals = gccost_totals },
};

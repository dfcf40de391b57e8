/* Sums of all goroutines, computed when first asked for. */
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gtable.h"
#include "base/xalloc.h"

void gt_gcache_close(struct gt_gcache *c)
{
	gt_scratch_free(&c->sums);
	free(c->blocks);
	gt_gsums_release(&c->work);
	gt_granges_release(&c->ranges);
	gt_gassists_release(&c->assists);
	gt_gscan_release(&c->scan);
	gt_scratch_free(&c->calls);
}

int64_t gt_gcache_total(const struct gt_gcache *c, const struct gt_goroutine *g)
{
	int64_t end = g->end != GT_NO_TIME ? g->end : gt_trace_info(c->t)->duration;
	int64_t from = g->create > c->from ? g->create : c->from;

	end = end < c->to ? end : c->to;
	return end > from ? end - from : 0;
}

/* When so many of the slices were read one by one, the walk over all does not cost much more. */
#define SCAN_AFTER 32
#define WALK_LEAST 64                /* finding the place costs as much */

void gt_gcache_scan(struct gt_gcache *c)
{
	if (!c->tried && !c->quick) {
		c->tried = true;
		c->scanned = gt_gscan_fill(&c->scan, c->t, c->from, c->to);
	}
}

int gt_gcache_open(struct gt_gcache *c, const struct gt_trace *t, const struct gt_table_args *args,
		   struct gt_error *err)
{
	*c = (struct gt_gcache) {
		.t = t, .from = args->from, .to = args->until, .rows = gt_trace_info(t)->goroutines,
		.quick = args->quick,
	};
	c->slices = gt_gscan_slices(t, c->from, c->to);
	if (args->browsed)
		gt_gcache_scan(c);
	return gt_scratch_alloc(&c->sums, c->rows, sizeof(struct gt_gsum), err);
}

/* What the index says of one goroutine's slices costs about as much as so many slices of the walk over all. */
#define BUSY_COST 120

void gt_gcache_scan_running(struct gt_gcache *c)
{
	if (c->tried || c->quick || c->calls.data)
		return;
	if ((uint64_t)c->rows * BUSY_COST > c->slices || gt_trace_beyond(c->t, GT_NO_TIME) ||
	    gt_scratch_alloc(&c->calls, c->rows, sizeof(int64_t), NULL))
		gt_gcache_scan(c);
	else
		gt_gscan_calls(c->t, c->from, c->to, c->calls.data);
}

/* Of a goroutine that is in the walk over all, if that is worth it by now. */
static bool gcache_scan(struct gt_gcache *c, uint32_t row, uint32_t slices)
{
	c->walked += WALK_LEAST + slices;
	if (c->walked * SCAN_AFTER > c->slices)
		gt_gcache_scan(c);
	return c->scanned && gt_gscan_touched(&c->scan, row);
}

static void gcache_fill(struct gt_gcache *c, const struct gt_goroutine *g, struct gt_gsum *sum)
{
	struct gt_gsums *w = &c->work;

	if (gcache_scan(c, g->row, g->slices))
		gt_gscan_sums(&c->scan, g->row, w);
	else
		gt_goroutine_sums(c->t, g->row, c->from, c->to, w);
	memcpy(sum->ns, w->ns, sizeof sum->ns);
	sum->total = gt_gcache_total(c, g);
	sum->block = (uint32_t)c->nblocks;
	sum->nblock = (uint32_t)w->nblock;
	GT_GROW(c->blocks, c->capblocks, c->nblocks + w->nblock);
	if (w->nblock)
		memcpy(c->blocks + c->nblocks, w->block, w->nblock * sizeof *w->block);
	c->nblocks += w->nblock;
	sum->done = true;
}

/* The sums of one with more slices take too long for a row of a screen. */
#define QUICK_SLICES 1000

const struct gt_gsum *gt_gcache_get(struct gt_gcache *c, uint32_t row)
{
	static const struct gt_gsum unknown = { .unknown = true };
	struct gt_gsum *sum = (struct gt_gsum *)c->sums.data + row;
	struct gt_goroutine g;

	if (sum->done)
		return sum;
	if (!gt_goroutine_get(c->t, row, &g) || (c->quick && g.slices > QUICK_SLICES))
		return &unknown;
	gcache_fill(c, &g, sum);
	return sum;
}

int64_t gt_gcache_running(struct gt_gcache *c, uint32_t row, enum gt_spent what)
{
	const struct gt_gsum *sum = (const struct gt_gsum *)c->sums.data + row;
	struct gt_goroutine g;

	/*
	 * It ran in its slices only, but for one of which the trace says nothing else than that it ran, or was in a
	 * call, when the trace began.
	 */
	if (!sum->done && (c->scanned ? !gt_gscan_touched(&c->scan, row) : c->calls.data != NULL) &&
	    gt_goroutine_get(c->t, row, &g) && g.slices && g.first_state != GT_G_RUNNING &&
	    g.first_state != GT_G_SYSCALL) {
		int64_t call = c->scanned ? 0 : ((const int64_t *)c->calls.data)[row];

		if (what == GT_SPENT_SYSCALL || c->scanned)
			return call;
		return gt_goroutine_busy(c->t, row, c->from, c->to) - call;
	}
	sum = gt_gcache_get(c, row);
	return sum->unknown ? GT_NO_TIME : sum->ns[what];
}

const struct gt_granges *gt_gcache_ranges(struct gt_gcache *c)
{
	if (!c->have_ranges)
		gt_granges_fill(&c->ranges, c->t, c->from, c->to);
	c->have_ranges = true;
	return &c->ranges;
}

/* With more of them the walk takes too long for a screen. */
#define QUICK_RANGES 20000

const struct gt_gassist *gt_gcache_assists(struct gt_gcache *c, uint32_t row)
{
	if (c->quick && gt_trace_info(c->t)->ranges > QUICK_RANGES)
		return NULL;
	return gt_gassists_of(&c->assists, c->t, c->from, c->to, row);
}

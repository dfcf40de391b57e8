/* Sums of all goroutines, computed when first asked for. */
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gtable.h"
#include "base/xalloc.h"

int gt_gcache_open(struct gt_gcache *c, const struct gt_trace *t, const struct gt_table_args *args,
		   struct gt_error *err)
{
	*c = (struct gt_gcache) {
		.t = t, .from = args->from, .to = args->until, .rows = gt_trace_info(t)->goroutines,
		.quick = args->quick,
	};
	return gt_scratch_alloc(&c->sums, c->rows, sizeof(struct gt_gsum), err);
}

void gt_gcache_close(struct gt_gcache *c)
{
	gt_scratch_free(&c->sums);
	free(c->blocks);
	gt_gsums_release(&c->work);
	gt_granges_release(&c->ranges);
}

static void gcache_fill(struct gt_gcache *c, uint32_t row, struct gt_gsum *sum)
{
	struct gt_gsums *w = &c->work;

	gt_goroutine_sums(c->t, row, c->from, c->to, w);
	memcpy(sum->ns, w->ns, sizeof sum->ns);
	sum->total = w->total;
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

	if (!sum->done && c->quick && gt_goroutine_get(c->t, row, &g) && g.slices > QUICK_SLICES)
		return &unknown;
	if (!sum->done)
		gcache_fill(c, row, sum);
	return sum;
}

const struct gt_granges *gt_gcache_ranges(struct gt_gcache *c)
{
	if (!c->have_ranges)
		gt_granges_fill(&c->ranges, c->t, c->from, c->to);
	c->have_ranges = true;
	return &c->ranges;
}

/* Sums of a goroutine's states. */
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "base/xalloc.h"

struct adding {
	const struct gt_trace *t;
	struct gt_gsums *sums;
	int64_t from, to;
};

/* A program's reasons are a dozen; a trace that is made to harm has one for each wait. */
#define FEW_REASONS 32

static uint64_t reason_of(const void *block, uint32_t i)
{
	return ((const struct gt_reason_ns *)block)[i].reason;
}

/* Where the reason is in sums->block, or GT_MAP_NONE.  Each text has one row. */
static uint32_t gsums_find_block(struct gt_gsums *sums, uint32_t reason)
{
	if (sums->nblock > FEW_REASONS) {
		for (size_t i = sums->by_reason.count; i < sums->nblock; i++)
			gt_idset_put(&sums->by_reason, (uint32_t)i, reason_of, sums->block);
		return gt_idset_get(&sums->by_reason, reason, reason_of, sums->block);
	}
	for (uint32_t i = 0; i < sums->nblock; i++)
		if (sums->block[i].reason == reason)
			return i;
	return GT_MAP_NONE;
}

static void add_block(struct gt_gsums *sums, uint32_t reason, int64_t ns)
{
	uint32_t i = gsums_find_block(sums, reason);

	if (i != GT_MAP_NONE) {
		sums->block[i].ns += ns;
		return;
	}
	GT_GROW(sums->block, sums->capblock, sums->nblock + 1);
	sums->block[sums->nblock++] = (struct gt_reason_ns) { reason, ns };
}

void gt_gsums_forget_blocks(struct gt_gsums *sums)
{
	sums->nblock = 0;
	gt_idset_release(&sums->by_reason);
}

static bool add_interval(void *arg, const struct gt_interval *iv)
{
	struct adding *ad = arg;
	int64_t t0 = iv->t0 > ad->from ? iv->t0 : ad->from, t1 = iv->t1 < ad->to ? iv->t1 : ad->to;

	if (t1 > t0 && gt_interval_known(ad->t, iv)) {
		ad->sums->ns[iv->what] += t1 - t0;
		if (iv->what == GT_SPENT_BLOCK)
			add_block(ad->sums, iv->reason, t1 - t0);
	}
	return iv->t0 > ad->from; /* the walk goes back in time */
}

static int by_ns(const void *a, const void *b)
{
	const struct gt_reason_ns *x = a, *y = b;

	return GT_DESC(x, y, ns) ?: GT_ASC(x, y, reason);
}

void gt_gsums_add_blocks(struct gt_gsums *sums, const struct gt_reason_ns *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add_block(sums, b[i].reason, b[i].ns);
}

void gt_gsums_sort(struct gt_gsums *sums)
{
	if (sums->nblock)
		qsort(sums->block, sums->nblock, sizeof *sums->block, by_ns);
	/* Places have changed. */
	gt_idset_release(&sums->by_reason);
}

void gt_goroutine_sums(const struct gt_trace *t, uint32_t row, int64_t from, int64_t to,
		       struct gt_gsums *sums)
{
	struct adding ad = { t, sums, from, to };
	struct gt_goroutine g;
	int64_t end;

	memset(sums->ns, 0, sizeof sums->ns);
	sums->total = 0;
	gt_gsums_forget_blocks(sums);
	if (!gt_goroutine_get(t, row, &g))
		return;
	end = g.end != GT_NO_TIME ? g.end : gt_trace_info(t)->duration;
	end = end < to ? end : to;
	from = g.create > from ? g.create : from;
	sums->total = end > from ? end - from : 0;
	gt_goroutine_walk_before(t, row, to, add_interval, &ad);
	gt_gsums_sort(sums);
}

void gt_gsums_release(struct gt_gsums *sums)
{
	gt_gsums_forget_blocks(sums);
	free(sums->block);
	*sums = (struct gt_gsums) { 0 };
}

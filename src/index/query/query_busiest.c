/* Which goroutines ran most in an interval, on any P: exact where few slices or goroutines could be meant. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "index/query/span.h"
#include "index/store/state.h"
#include "index/store/top_sum.h"

/* So many slices are read one by one, so many goroutines asked one by one. */
#define FEW_SLICES (GT_TALLY_SLOTS / 2)
#define FEW_GOROUTINES 128

struct busiest {
	struct gt_busy_g *v;
	size_t n, cap;
};

static void busiest_offer(struct busiest *all, uint32_t g, int64_t ns)
{
	if (ns <= 0)
		return;
	GT_GROW(all->v, all->cap, all->n + 1);
	all->v[all->n++] = (struct gt_busy_g){ .g = g, .ns = ns };
}

static uint64_t slices_within(const struct gt_trace *t, int64_t a, int64_t b)
{
	uint32_t procs = gt_trace_info(t)->procs;
	uint64_t n = 0;

	for (uint32_t p = 0; p < procs; p++)
		n += gt_slices_within(t, p, a, b, NULL);
	return n;
}

static void tally_slices(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b, struct gt_top_sum *tally)
{
	uint64_t first = 0, n = gt_slices_within(t, proc_row, a, b, &first);
	struct gt_slice s;

	for (uint64_t k = first; k < first + n; k++) {
		if (!gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), &s))
			continue;
		s.t0 = s.t0 > a ? s.t0 : a;
		s.t1 = s.t1 < b ? s.t1 : b;
		gt_top_sum_add(tally, s.g, s.t1 > s.t0 ? (uint64_t)(s.t1 - s.t0) : 0);
	}
}

/* Of whole blocks, and summaries of many, only whoever ran most in each is known. */
static void tally_leaders(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b, struct gt_top_sum *tally)
{
	const struct gt_btable *slices = gt_trace_table(t, GT_T_SLICES);
	struct gt_block_sum sum;
	struct gt_piece piece;
	struct gt_span s;

	if (!gt_span_find(slices, proc_row, a, b, &s))
		return;
	while (gt_span_next(&s, &piece)) {
		if (piece.whole)
			gt_top_sum_add(tally, piece.sum.who, piece.sum.who_sum);
		else if (gt_block_sum_of(slices, piece.view.block, &sum))
			gt_top_sum_add(tally, sum.who, sum.who_sum / GT_BLOCK_ROWS * (piece.to - piece.from));
	}
}

/* By the P: goroutines that may have run most, and for how long as far as the tally knows. */
static void offer_tally(const struct gt_trace *t, int64_t a, int64_t b, bool few, struct busiest *all)
{
	uint32_t procs = gt_trace_info(t)->procs;
	struct gt_top_sum tally;

	gt_top_sum_init(&tally, GT_TALLY_SLOTS);
	for (uint32_t p = 0; p < procs; p++)
		(few ? tally_slices : tally_leaders)(t, p, a, b, &tally);
	for (uint32_t i = 0; i <= tally.mask; i++) {
		if (tally.who[i])
			busiest_offer(all, tally.who[i] - 1, (int64_t)tally.sum[i]);
	}
}

static int busiest_by_time(const void *a, const void *b)
{
	const struct gt_busy_g *x = a, *y = b;

	return GT_DESC(x, y, ns) ?: GT_ASC(x, y, g);
}

static void busiest_sort(struct busiest *all, size_t most)
{
	if (all->n)
		qsort(all->v, all->n, sizeof *all->v, busiest_by_time);
	all->n = all->n < most ? all->n : most;
}

size_t gt_trace_busiest(const struct gt_trace *t, int64_t a, int64_t b, struct gt_busy_g *out, size_t most)
{
	uint32_t goroutines = gt_trace_info(t)->goroutines;
	bool few = slices_within(t, a, b) <= FEW_SLICES;
	struct busiest all = { 0 };

	if (!few && goroutines <= FEW_GOROUTINES) {
		for (uint32_t g = 0; g < goroutines; g++)
			busiest_offer(&all, g, gt_goroutine_busy(t, g, a, b));
	} else {
		offer_tally(t, a, b, few, &all);
	}
	busiest_sort(&all, most);
	/* Those that led are known; how long they ran in all is asked of each. */
	for (size_t i = 0; !few && i < all.n; i++)
		all.v[i].ns = gt_goroutine_busy(t, all.v[i].g, a, b);
	busiest_sort(&all, most);
	for (size_t i = 0; i < all.n; i++)
		out[i] = all.v[i];
	free(all.v);
	return all.n;
}

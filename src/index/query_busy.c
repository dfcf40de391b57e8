/* What a processor did in an interval: time in slices, the longest one, whose time it was. */
#include "index/state.h"

#include "index/format.h"
#include "index/span.h"
#include "index/tally.h"

static const struct gt_table *slices(const struct gt_trace *t)
{
	return &t->store.tables[GT_T_SLICES];
}

/* ---- sums ---- */

static uint64_t sum8(const uint8_t *p, uint32_t n)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += p[i];
	return sum;
}

static uint64_t sum16(const uint8_t *p, uint32_t n)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += gt_get16(p + 2 * i);
	return sum;
}

static uint64_t sum32(const uint8_t *p, uint32_t n)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += gt_get32(p + 4 * i);
	return sum;
}

/* Durations of the first n rows of a block. */
static uint64_t sum_rows(const struct gt_view *v, uint32_t n)
{
	const uint8_t *p = v->col[GT_COL_DUR];
	uint64_t sum = v->base[GT_COL_DUR] * n;

	if (v->stride[GT_COL_DUR] == v->width[GT_COL_DUR]) {
		switch (v->width[GT_COL_DUR]) {
		case 0:
			return sum;
		case 1:
			return sum + sum8(p, n);
		case 2:
			return sum + sum16(p, n);
		case 4:
			return sum + sum32(p, n);
		}
	}
	for (uint32_t i = 0; i < n; i++, p += v->stride[GT_COL_DUR])
		sum += gt_view_get(v, GT_COL_DUR, i) - v->base[GT_COL_DUR];
	return sum;
}

/* Durations of the partition's rows before row k. */
static uint64_t sum_before(const struct gt_table *t, uint32_t part, uint64_t k)
{
	struct gt_view v;
	uint32_t place;
	const uint8_t *desc;

	if (!gt_span_at(t, part, k, &v, &place))
		return gt_table_sum(t, part);
	desc = gt_table_desc(t, v.block);
	if (!desc)
		return 0;
	if (gt_get32(desc + GT_DESC_COUNT))
		return gt_get64(desc + GT_DESC_SUM_BEFORE) + sum_rows(&v, place);
	return t->parts[part].sum + sum_rows(&v, place);
}

int64_t gt_slices_busy(const struct gt_trace *t, uint32_t part, int64_t a, int64_t b)
{
	const struct gt_table *table = slices(t);
	struct gt_span s;
	struct gt_view v;
	uint64_t sum;
	uint32_t i;

	if (!gt_span_find(table, part, a, b, &s))
		return 0;
	sum = sum_before(table, part, s.k1) - sum_before(table, part, s.k0);
	if (s.w0 > s.k0 && gt_span_at(table, part, s.k0, &v, &i))
		sum -= (uint64_t)a - (uint64_t)gt_view_t0(&v, i);
	if (s.w1 < s.k1 && gt_span_at(table, part, s.k1 - 1, &v, &i))
		sum -= (uint64_t)gt_view_t1(&v, i) - (uint64_t)b;
	return (int64_t)sum;
}

/* ---- the longest ---- */

uint32_t gt_slices_longest(const struct gt_trace *t, uint32_t part, int64_t a, int64_t b)
{
	uint32_t best = GT_NO_ROW;
	uint64_t longest = 0;
	struct gt_piece piece;
	struct gt_span s;

	if (!gt_span_find(slices(t), part, a, b, &s))
		return GT_NO_ROW;
	while (gt_span_next(&s, &piece)) {
		if (piece.whole) {
			if (best == GT_NO_ROW || piece.sum.max > longest) {
				longest = piece.sum.max;
				best = piece.sum.id;
			}
			continue;
		}
		for (uint32_t i = piece.from; i < piece.to; i++) {
			uint64_t dur = gt_view_get(&piece.view, GT_COL_DUR, i);

			if (best == GT_NO_ROW || dur > longest) {
				longest = dur;
				best = (piece.view.block << GT_BLOCK_SHIFT) + i;
			}
		}
	}
	return best;
}

/* ---- whose time ---- */

static void tally_rows(struct gt_tally *tally, const struct gt_piece *piece, int64_t a, int64_t b)
{
	for (uint32_t i = piece->from; i < piece->to; i++) {
		int64_t t0 = gt_view_t0(&piece->view, i), t1 = gt_view_t1(&piece->view, i);

		t0 = t0 < a ? a : t0;
		t1 = t1 > b ? b : t1;
		gt_tally_add(tally, (uint32_t)gt_view_get(&piece->view, GT_SLICE_COL_G, i),
			     (uint64_t)t1 - (uint64_t)t0);
	}
}

uint32_t gt_slices_dominant(const struct gt_trace *t, uint32_t part, int64_t a, int64_t b)
{
	struct gt_tally tally;
	struct gt_piece piece;
	struct gt_span s;
	uint64_t sum;

	if (!gt_span_find(slices(t), part, a, b, &s))
		return GT_NO_ROW;
	gt_tally_init(&tally, s.k1 - s.k0);
	while (gt_span_next(&s, &piece)) {
		if (piece.whole)
			gt_tally_add(&tally, piece.sum.who, piece.sum.who_sum);
		else
			tally_rows(&tally, &piece, a, b);
	}
	return gt_tally_top(&tally, &sum);
}

/* Binary search in partitions, and walks over stretches of them. */
#include "index/query/span.h"

#include "base/bisect.h"
#include "index/store/format.h"
#include "index/model.h"

/* ---- search ---- */

bool gt_span_open(const struct gt_btable *t, uint32_t part, int64_t time, struct gt_bview *v, uint32_t *place,
		  uint64_t *k)
{
	uint32_t i, hi;
	struct gt_part_view p;

	*k = 0;
	if (!gt_part_view(t, part, &p))
		return false;
	/* The first block that has an end after `time`; the open one if no sealed one has. */
	i = 0;
	hi = p.nlist;
	i = GT_BISECT(at, i, hi, (int64_t)gt_get64(p.list + (size_t)at * GT_LIST_SIZE + GT_LIST_LAST) <= time);
	if (i == p.nblocks || !gt_bview_block(t, gt_part_block(&p, i), v))
		return false;
	*place = gt_bview_seek(v, t->schema->dur != GT_NO_BCOLUMN, time);
	*k = ((uint64_t)i << GT_BLOCK_SHIFT) + *place;
	return *place < v->count;
}

uint64_t gt_span_seek_end(const struct gt_btable *t, uint32_t part, int64_t time)
{
	struct gt_bview v;
	uint32_t place;
	uint64_t k;

	return gt_span_open(t, part, time, &v, &place, &k) ? k : gt_btable_rows(t, part);
}

uint64_t gt_span_seek_start(const struct gt_btable *t, uint32_t part, int64_t time)
{
	uint64_t k;
	struct gt_bview v;
	uint32_t place;

	if (time == INT64_MIN)
		return 0;
	/* Of the rows that end at `time` or later only the first can have started before it. */
	k = gt_span_seek_end(t, part, time - 1);
	if (gt_span_at(t, part, k, &v, &place) && gt_bview_t0(&v, place) < time)
		k++;
	return k;
}

uint32_t gt_span_id(const struct gt_btable *t, uint32_t part, uint64_t k)
{
	struct gt_part_view p;

	if (!gt_part_view(t, part, &p) || k >= p.rows)
		return GT_NO_ROW;
	return (gt_part_block(&p, (uint32_t)(k >> GT_BLOCK_SHIFT)) << GT_BLOCK_SHIFT) +
	       (uint32_t)(k & (GT_BLOCK_ROWS - 1));
}

bool gt_span_at(const struct gt_btable *t, uint32_t part, uint64_t k, struct gt_bview *v, uint32_t *place)
{
	struct gt_part_view p;

	if (!gt_part_view(t, part, &p) || k >= p.rows)
		return false;
	*place = (uint32_t)(k & (GT_BLOCK_ROWS - 1));
	return gt_bview_block(t, gt_part_block(&p, (uint32_t)(k >> GT_BLOCK_SHIFT)), v) && *place < v->count;
}

uint64_t gt_btable_seek_time(const struct gt_btable *t, uint32_t part, int64_t time)
{
	struct gt_bview v;
	uint32_t place;
	uint64_t k;

	if (time == INT64_MIN)
		return 0;
	return gt_span_open(t, part, time - 1, &v, &place, &k) ? k : gt_btable_rows(t, part);
}

/* ---- walks ---- */

bool gt_span_find(const struct gt_btable *t, uint32_t part, int64_t a, int64_t b, struct gt_span *s)
{
	struct gt_bview v;
	uint32_t place;

	*s = (struct gt_span){ .table = t };
	if (a >= b || !gt_part_view(t, part, &s->part))
		return false;
	s->k0 = s->w0 = s->next = gt_span_seek_end(t, part, a);
	s->k1 = s->w1 = gt_span_seek_start(t, part, b);
	if (s->k0 >= s->k1)
		return false;
	if (gt_span_at(t, part, s->k0, &v, &place) && gt_bview_t0(&v, place) < a) {
		s->before = (uint64_t)a - (uint64_t)gt_bview_t0(&v, place);
		s->w0++;
	}
	if (gt_span_at(t, part, s->k1 - 1, &v, &place) && gt_bview_t1(&v, place) > b) {
		s->after = (uint64_t)gt_bview_t1(&v, place) - (uint64_t)b;
		s->w1--;
	}
	return true;
}

bool gt_span_wide(const struct gt_span *s)
{
	return (s->w0 + GT_BLOCK_ROWS - 1) >> GT_BLOCK_SHIFT < s->w1 >> GT_BLOCK_SHIFT;
}

bool gt_span_next(struct gt_span *s, struct gt_piece *piece)
{
	uint32_t i = (uint32_t)(s->next >> GT_BLOCK_SHIFT), covered = 1;
	uint64_t first = (uint64_t)i << GT_BLOCK_SHIFT, end = first + GT_BLOCK_ROWS;

	if (s->next >= s->k1)
		return false;
	piece->whole = false;
	if (first >= s->w0 && end <= s->w1) {
		uint64_t left = (s->w1 >> GT_BLOCK_SHIFT) - i;

		/* The largest summary that starts with block i and stays inside, else that of the block. */
		for (int l = GT_MAX_LEVELS - 1; l >= 0 && !piece->whole; l--) {
			unsigned shift = GT_LEVEL_SHIFT * (unsigned)(l + 1);
			uint64_t entry = i >> shift;

			if (i & ((1u << shift) - 1) || left < UINT64_C(1) << shift || entry >= s->part.nlevel[l])
				continue;
			gt_block_sum_decode(s->part.level[l] + entry * GT_LEVEL_SIZE, &piece->sum);
			covered = 1u << shift;
			piece->whole = true;
		}
		if (!piece->whole)
			piece->whole = gt_block_sum_of(s->table, gt_part_block(&s->part, i), &piece->sum);
		if (piece->whole) {
			s->next += (uint64_t)covered << GT_BLOCK_SHIFT;
			return true;
		}
	}
	if (!gt_bview_block(s->table, gt_part_block(&s->part, i), &piece->view))
		return false;
	piece->from = (uint32_t)(s->next - first);
	piece->to = (uint32_t)((s->k1 < end ? s->k1 : end) - first);
	s->next = end;
	return piece->from < piece->to && piece->to <= piece->view.count;
}

/* ---- sums ---- */

/* Durations of the first n rows of a block. */
static uint64_t sum_rows(const struct gt_bview *v, uint32_t n)
{
	uint64_t dur[GT_BLOCK_ROWS], sum = 0;

	gt_bview_column(v, GT_COL_DUR, 0, n, dur);
	for (uint32_t i = 0; i < n; i++)
		sum += dur[i];
	return sum;
}

/* Durations of the partition's rows before one of a block. */
static uint64_t sum_before_row(const struct gt_btable *t, uint32_t part, const struct gt_bview *v, uint32_t place)
{
	const uint8_t *desc = gt_btable_desc(t, v->block);

	if (!desc)
		return 0;
	if (gt_get32(desc + GT_DESC_COUNT))
		return gt_get64(desc + GT_DESC_SUM_BEFORE) + sum_rows(v, place);
	return t->parts[part].sum + sum_rows(v, place);
}

/* The same before row k. */
static uint64_t sum_before(const struct gt_btable *t, uint32_t part, uint64_t k)
{
	struct gt_bview v;
	uint32_t place;

	return gt_span_at(t, part, k, &v, &place) ? sum_before_row(t, part, &v, place) : gt_btable_sum(t, part);
}

int64_t gt_span_sum_until(const struct gt_btable *t, uint32_t part, int64_t time)
{
	struct gt_bview v;
	uint32_t place;
	uint64_t k, sum;
	int64_t t0;

	if (!gt_span_open(t, part, time, &v, &place, &k))
		return (int64_t)gt_btable_sum(t, part);
	sum = sum_before_row(t, part, &v, place);
	t0 = gt_bview_t0(&v, place);
	return (int64_t)(t0 < time ? sum + ((uint64_t)time - (uint64_t)t0) : sum);
}

int64_t gt_span_sum(const struct gt_btable *t, uint32_t part, int64_t a, int64_t b)
{
	struct gt_span s;
	uint64_t sum;

	if (!gt_span_find(t, part, a, b, &s))
		return 0;
	sum = sum_before(t, part, s.k1) - sum_before(t, part, s.k0);
	return (int64_t)(sum - s.before - s.after);
}

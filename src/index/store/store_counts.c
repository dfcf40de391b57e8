/* Counting: what is written of stretches and changes. */
#include "index/store/store.h"

#include <assert.h>

#include "index/store/block.h"
#include "wire/v1/v1events.h"
#include "wire/v2/v2events.h"

unsigned gt_slice_end_count(bool v1, uint8_t type)
{
	if (v1) {
		if (type == GT_V1_GoEnd)
			return GT_COUNT_NONE;
		return type == GT_V1_GoSched || type == GT_V1_GoPreempt ? GT_COUNT_RUNNABLE : GT_COUNT_WAITING;
	}
	if (type == GT_V2_GoDestroy || type == GT_V2_GoSwitchDestroy)
		return GT_COUNT_NONE;
	return type == GT_V2_GoStop ? GT_COUNT_RUNNABLE : GT_COUNT_WAITING;
}

void gt_count_change_row(struct gt_store *s, int64_t t, unsigned from, unsigned to)
{
	GT_ADD_ROW(s, CHANGES, change, 0, .t = t, .code = gt_change_code(from, to));
	gt_count_change(s, t, from, to);
}

/* ---- stretches ---- */

static uint32_t biased(int64_t v)
{
	return (uint32_t)((uint64_t)v + GT_COUNT_BIAS);
}

static void add_stretch(struct gt_store *s)
{
	const struct gt_count_block *st = &s->counting.newest;
	uint64_t n = gt_btable_rows(&s->tables[GT_T_COUNTS], 0) + 1;
	struct gt_srow_counts r = { .t = st->t };

	for (int i = 0; i < GT_COUNTS; i++) {
		r.v[i] = biased(st->v[i]);
		r.ns[i] = (uint64_t)st->ns[i] + GT_COUNT_NS_BIAS;
		r.max[i] = biased(st->max[i]);
	}
	GT_PUT_ROW(s, COUNTS, counts, 0, &r);
	/* It counts in every level; 64 of the level below are a row. */
	for (uint32_t level = 0; level < GT_MAX_LEVELS; level++) {
		uint32_t *sum = s->counting.level[level];
		struct gt_srow_maxima m;

		for (int i = 0; i < GT_COUNTS; i++)
			sum[i] = r.max[i] > sum[i] ? r.max[i] : sum[i];
		if (n % (UINT64_C(1) << (GT_LEVEL_SHIFT * (level + 1))))
			continue;
		memcpy(m.max, sum, sizeof m.max);
		memset(sum, 0, sizeof m.max);
		GT_PUT_ROW(s, COUNT_MAXIMA, maxima, level, &m);
	}
}

void gt_counts_advance(struct gt_store *s)
{
	struct gt_counting *c = &s->counting;
	struct gt_count_block *st = &c->newest;
	bool full = c->n >= GT_STRETCH && c->t > st->t;

	if (full) {
		add_stretch(s);
		st->t = c->t;
		c->n = 0;
	}
	for (int i = 0; i < GT_COUNTS; i++) {
		if (full) {
			st->v[i] = st->max[i] = c->v[i];
			st->ns[i] = (int64_t)((uint64_t)c->v[i] * (uint64_t)c->t - c->moment[i]);
		} else if (c->grown >> i & 1 && c->v[i] > st->max[i]) {
			st->max[i] = c->v[i];
		}
	}
	c->grown = 0;
	c->due = GT_STRETCH;
}

/* No query needs its largest values: no interval contains all of it. */
void gt_counts_finish(struct gt_store *s)
{
	struct gt_counting *c = &s->counting;

	assert(!c->finished);
	for (int i = 0; i < GT_COUNTS; i++)
		if (c->v[i] > c->newest.max[i])
			c->newest.max[i] = c->v[i];
	add_stretch(s);
	c->finished = true;
}

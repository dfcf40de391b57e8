/* Counting lengths: every number has one place, in order, and a percentile of any numbers is exact. */
#include <stdlib.h>

#include "analysis/table/percentile.h"
#include "analysis/table/ranks.h"
#include "tap/tap.h"

#define GROUPS 5
#define NUMBERS 60000
#define THREADS 3             /* that add numbers */

static const double quantiles[] = { 0.001, 0.5, 0.99, 1 };
#define QUANTILES GT_COUNT(quantiles)

/* Number i of a group: no larger than 1, 2^13, 2^30, 2^62; those of the last group are few. */
static int64_t number(unsigned group, uint64_t i)
{
	static const unsigned shift[GROUPS] = { 63, 51, 34, 2, 34 };

	if (group == GROUPS - 1 && i >= 100)
		return -1;
	/* Half of them equal. */
	return (int64_t)(tap_mix64(i % 2 ? i : 7) >> shift[group]);
}

/* Groups whose numbers several threads counted have the percentiles of a sorted list. */
TAP_TEST(ranks)
{
	static int64_t sorted[NUMBERS], out[GROUPS][QUANTILES];
	struct gt_ranks r = { 0 };
	int passes = 0;

	for (unsigned g = 0; g < GROUPS; g++) {
		struct gt_numbers of[THREADS] = { { 0 } };

		/* The second has few, the third none. */
		for (uint64_t i = 0; i < NUMBERS && number(g, i) >= 0; i++)
			gt_numbers_add(&of[i % 100 == 3], number(g, i));
		for (unsigned k = THREADS; k-- > 1;)
			gt_numbers_join(&of[k - 1], &of[k]);
		gt_ranks_find(&r, g, &of[0], quantiles, QUANTILES, out[g]);
		gt_numbers_release(&of[0]);
	}
	for (; gt_ranks_begin(&r, GROUPS); passes++) {
		for (uint64_t i = 0; i < NUMBERS; i++)
			for (unsigned g = 0; g < GROUPS && number(g, i) >= 0; g++)
				gt_ranks_add(&r, (unsigned)(i % THREADS), g, number(g, i));
		gt_ranks_end(&r);
	}
	gt_ranks_release(&r);
	for (unsigned g = 0; g < GROUPS; g++) {
		size_t n = 0;
		bool same = true;

		for (; n < NUMBERS && number(g, n) >= 0; n++)
			sorted[n] = number(g, n);
		gt_sort_i64(sorted, n);
		for (unsigned k = 0; k < QUANTILES; k++)
			same &= out[g][k] == gt_percentile_i64(sorted, n, quantiles[k]);
		tap_ok(same, "percentiles of group %u", g);
	}
	tap_ok(passes > 0, "numbers were met again");
}

/* A rank whose numbers cannot be read any more is the least that it can be. */
TAP_TEST(lost)
{
	struct gt_numbers c = { 0 };
	struct gt_ranks r = { 0 };
	int64_t out = -1;

	for (int64_t i = 0; i < NUMBERS; i++)
		gt_numbers_add(&c, 1000000 + i % 7);
	gt_ranks_find(&r, 0, &c, &quantiles[1], 1, &out);
	gt_numbers_release(&c);
	tap_ok(gt_ranks_begin(&r, 1), "it needs another pass");
	gt_ranks_end(&r);
	tap_ok(!gt_ranks_begin(&r, 1) && out <= 1000000 && out > 990000, "which ends without any number");
	gt_ranks_release(&r);
}

static bool fits(uint64_t v)
{
	uint32_t place = gt_lengths_place(v);

	return place < GT_LENGTHS && gt_lengths_least(place) <= v && v < gt_lengths_least(place + 1);
}

TAP_TEST(places)
{
	struct gt_lengths *l = calloc(1, sizeof *l);
	uint64_t before;
	int bad = 0, wide = 0;

	for (uint32_t place = 0; place < GT_LENGTHS; place++) {
		uint64_t least = gt_lengths_least(place), next = gt_lengths_least(place + 1);

		bad += gt_lengths_place(least) != place || gt_lengths_place(next - 1) != place;
		wide += next - least > 1 && (next - least) * 100 > least;
	}
	tap_ok(!bad, "places follow each other");
	tap_ok(!wide, "none is wider than a hundredth");
	for (unsigned bit = 0; bit < 63; bit++)
		bad += !fits(UINT64_C(1) << bit) || !fits((UINT64_C(1) << bit) - 1) || !fits((UINT64_C(1) << bit) + 1);
	tap_ok(!bad && fits(INT64_MAX), "numbers of all sizes");
	tap_ok(gt_lengths_least(GT_LENGTHS) == UINT64_C(1) << 63, "up to the largest");
	l->n[3] = 2;
	l->n[8000] = 1;
	l->n[GT_LENGTHS - 1] = 5;
	tap_ok(gt_lengths_find(l, 0, &before) == 3 && before == 0, "the first");
	tap_ok(gt_lengths_find(l, 1, &before) == 3 && before == 0, "an equal one");
	tap_ok(gt_lengths_find(l, 2, &before) == 8000 && before == 2, "one in between");
	tap_ok(gt_lengths_find(l, 7, &before) == GT_LENGTHS - 1 && before == 3, "the last");
	free(l);
}

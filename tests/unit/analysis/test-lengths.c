/* Counting lengths: every number has one place, in order, and a percentile of any numbers is exact. */
#include "analysis/table/lengths.h"

#include <stdlib.h>

#include "tap/tap.h"

static bool fits(uint64_t v)
{
	uint32_t place = gt_lengths_place(v);

	return place < GT_LENGTHS && gt_lengths_least(place) <= v && v < gt_lengths_least(place + 1);
}

int main(void)
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
	return tap_done();
}

/* Sets of row numbers: places and rows are each other's inverse, whatever the gaps. */
#include <stdlib.h>

#include "ui/table/rowset.h"

#include "tests/tap/tap.h"

/* Row numbers that fill words, skip words and skip whole blocks. */
static uint64_t nth(uint64_t i)
{
	return i < 130 ? i : i < 200 ? 1000 + i * 3 : 100000 + (i - 200) * 5000;
}

TAP_TEST(inverse)
{
	struct gt_rowset s = { 0 };
	uint64_t n = 400;
	bool at = true, place = true, has = true, none = true;

	for (uint64_t i = 0; i < n; i++)
		gt_rowset_add(&s, nth(i));
	tap_is_u64(s.count, n, "all are counted");
	for (uint64_t i = 0; i < n; i++) {
		at &= gt_rowset_at(&s, i) == nth(i);
		place &= gt_rowset_place(&s, nth(i)) == i;
		has &= gt_rowset_has(&s, nth(i));
		none &= i < 130 || !gt_rowset_has(&s, nth(i) + 1);
	}
	tap_ok(at, "the row at each place");
	tap_ok(place, "the place of each row");
	tap_ok(has, "each row is in it");
	tap_ok(none, "its neighbour is not");
	tap_is_u64(gt_rowset_place(&s, 131), 130, "a row that is not in it: the place of the next one");
	tap_is_u64(gt_rowset_place(&s, UINT64_C(1) << 40), n, "a row beyond the last");
	tap_ok(!gt_rowset_has(&s, UINT64_C(1) << 40), "which is not in it");
	gt_rowset_release(&s);
}

/* Against a plain array, with random gaps. */
TAP_TEST(random)
{
	struct gt_rowset s = { 0 };
	uint64_t rows[3000], row = 0;
	bool good = true;

	srand(7);
	for (size_t i = 0; i < 3000; i++) {
		row += 1 + (uint64_t)(rand() % 200);
		rows[i] = row;
		gt_rowset_add(&s, row);
		good &= s.count == i + 1 && gt_rowset_at(&s, i) == row;
	}
	tap_ok(good, "found while it grows");
	for (size_t i = 0; i < 3000; i++)
		good &= gt_rowset_at(&s, i) == rows[i] && gt_rowset_place(&s, rows[i]) == i &&
			gt_rowset_place(&s, rows[i] + 1) == i + 1;
	tap_ok(good, "found when it is complete");
	gt_rowset_clear(&s);
	tap_is_u64(s.count, 0, "cleared: empty");
	tap_ok(!gt_rowset_has(&s, rows[0]), "cleared: nothing is in it");
	gt_rowset_add(&s, 5);
	gt_rowset_add(&s, 70000);
	tap_ok(gt_rowset_at(&s, 0) == 5 && gt_rowset_at(&s, 1) == 70000, "and filled again");
	tap_is_u64(gt_rowset_place(&s, 60000), 1, "no old bits come back");
	gt_rowset_release(&s);
}

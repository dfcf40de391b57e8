/* Groups of slices, found by several threads, against adding up one goroutine after the other. */
#include "analysis/slices/greedygroups.h"

#include <stdlib.h>

#include "analysis/slices/greedy.h"
#include "analysis/table/percentile.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"
#include "randslices.h"
#include "tap/tap.h"

static uint64_t cell(struct gt_table *t, uint64_t row, unsigned col)
{
	struct gt_cell c;

	gt_table_cell(t, row, col, &c);
	return c.null ? UINT64_MAX : c.u;
}

/* Row `row` of the groups is goroutine g's. */
static void check_group(const struct randslices *s, struct gt_table *t, struct gt_table *slices, uint64_t row,
			uint32_t g)
{
	int64_t *durs = gt_xcalloc(s->nslices + 1, sizeof *durs), total = 0;
	struct gt_slice_part longest;
	const uint32_t *rows;
	size_t n = 0;
	uint32_t members, slice, bad = 0, last = 0;

	for (uint32_t i = 0; i < s->nslices; i++) {
		if (s->slices[i].g != g)
			continue;
		durs[n] = s->slices[i].t1 - s->slices[i].seen;
		total += durs[n++];
	}
	gt_sort_i64(durs, n);
	tap_is_u64(cell(t, row, GT_GG_COUNT), n, "goroutine %u: slices", g);
	tap_is_u64(cell(t, row, GT_GG_TOTAL), (uint64_t)total, "total");
	tap_is_u64(cell(t, row, GT_GG_MAX), (uint64_t)durs[n - 1], "longest");
	tap_is_u64(cell(t, row, GT_GG_P99), (uint64_t)gt_percentile_i64(durs, n, 0.99), "p99");
	tap_is_u64(cell(t, row, GT_GG_P50), (uint64_t)gt_percentile_i64(durs, n, 0.50), "median");
	rows = gt_greedygroup_rows(t, row, &members);
	for (uint32_t i = 0; i < members; last = rows[i++]) {
		struct gt_slice_part part;

		gt_greedy_get(slices, rows[i], &part);
		bad += part.slice.g != g || (i && rows[i] <= last);
	}
	tap_ok(members == n && !bad, "its members, in order");
	gt_greedy_get(slices, gt_greedygroup_longest(t, row, &slice), &longest);
	tap_ok(longest.slice.id == slice && longest.slice.g == g && longest.t1 - longest.t0 == durs[n - 1],
	       "its longest");
	free(durs);
}

static void check_all(uint64_t seed, uint32_t goroutines, uint32_t slices, bool jumps)
{
	struct gt_table_args args = { .group = GT_SLICES_BY_G, .browsed = true };
	struct randslices s;
	struct gt_table *t, *table;
	uint8_t *seen;

	randslices_open(&s, seed, 5, goroutines, slices, jumps);
	seen = gt_xcalloc(goroutines, 1);
	tap_ok(!gt_table_open(&t, &gt_report_greedygroups, s.t, &args, NULL), "%u slices are grouped",
	       slices);
	gt_table_open(&table, &gt_report_greedy, s.t, &args, NULL);
	for (uint64_t row = 0; row < t->rows; row++) {
		struct gt_cell c;
		uint32_t g;

		gt_table_cell(t, row, GT_GG_G, &c);
		g = gt_goroutine_find(s.t, c.u, INT64_MAX);
		if (g >= goroutines || seen[g]++) {
			tap_ok(false, "row %d is a goroutine's, once", (int)row);
			break;
		}
		check_group(&s, t, table, row, g);
	}
	for (uint32_t g = 0; g < goroutines; g++)
		tap_ok(seen[g], "goroutine %u has a row", g);
	gt_table_close(table);
	gt_table_close(t);
	free(seen);
	randslices_close(&s);
}

TAP_TEST(random)
{
	check_all(1, 3, 50000, true);        /* lengths are counted */
	check_all(2, 40, 40000, false);      /* ... and listed */
	check_all(3, 6, 2000, true);
}

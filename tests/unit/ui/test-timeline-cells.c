/* Cells of a lane: shares equal a brute-force sum, long slices are never lost, whatever the zoom. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "tap/tap.h"
#include "ui/kit/chart.h"
#include "ui/lanes/cells.h"
#include "ui/lanes/spans.h"

#define MAX_COLS 120

/* ---- a lane in memory, asked the slow way ---- */

struct lane {
	struct gt_tl_item *v;
	size_t n;
};

static uint64_t lane_seek(void *src, int64_t time)
{
	const struct lane *l = src;
	uint64_t k = 0;

	while (k < l->n && l->v[k].t1 <= time)
		k++;
	return k;
}

static bool lane_get(void *src, uint64_t k, struct gt_tl_item *out)
{
	const struct lane *l = src;

	if (k >= l->n)
		return false;
	*out = l->v[k];
	return true;
}

static int64_t overlap(const struct gt_tl_item *i, int64_t a, int64_t b)
{
	int64_t from = i->t0 > a ? i->t0 : a, to = i->t1 < b ? i->t1 : b;

	return to > from ? to - from : 0;
}

static int64_t lane_busy(void *src, int64_t a, int64_t b)
{
	const struct lane *l = src;
	int64_t sum = 0;

	for (size_t i = 0; i < l->n; i++)
		sum += overlap(&l->v[i], a, b);
	return sum;
}

static uint32_t lane_dominant(void *src, int64_t a, int64_t b)
{
	const struct lane *l = src;
	int64_t sums[8] = { 0 };
	uint32_t best = GT_NO_ITEM;

	for (size_t i = 0; i < l->n; i++)
		sums[l->v[i].who] += overlap(&l->v[i], a, b);
	for (uint32_t g = 0; g < 8; g++) {
		if (sums[g] && (best == GT_NO_ITEM || sums[g] > sums[best]))
			best = g;
	}
	return best;
}

static bool lane_longest(void *src, int64_t a, int64_t b, int64_t long_ns, struct gt_tl_item *out)
{
	const struct lane *l = src;
	int64_t longest = -1;

	(void)long_ns;
	for (size_t i = 0; i < l->n; i++) {
		if (l->v[i].t0 < b && l->v[i].t1 > a && l->v[i].t1 - l->v[i].t0 > longest) {
			*out = l->v[i];
			longest = out->t1 - out->t0;
		}
	}
	return longest >= 0;
}

static const struct gt_tl_source_ops lane_ops = {
	.seek = lane_seek,
	.get = lane_get,
	.busy = lane_busy,
	.dominant = lane_dominant,
	.longest = lane_longest,
};

/* ---- making lanes ---- */

static uint64_t below(uint64_t *state, uint64_t n)
{
	*state += UINT64_C(0x9e3779b97f4a7c15);
	return tap_mix64(*state) % n;
}

/* Slices of all lengths, some with nothing between them. */
static void make_lane(struct lane *l, uint64_t seed, size_t n)
{
	int64_t time = (int64_t)below(&seed, 50);

	*l = (struct lane){ .v = gt_xcalloc(n, sizeof *l->v), .n = n };
	for (size_t i = 0; i < n; i++) {
		int64_t dur = 1 + (int64_t)below(&seed, below(&seed, 4) == 0 ? 900 : 12);

		l->v[i] = (struct gt_tl_item){
			.t0 = time, .t1 = time + dur, .id = (uint32_t)i, .who = (uint32_t)below(&seed, 8),
		};
		time += dur + (int64_t)(below(&seed, 3) ? below(&seed, 40) : 0);
	}
}

/* ---- what must hold ---- */

static bool cell_ok(const struct lane *l, const struct gt_tl_cell *c, int64_t a, int64_t b)
{
	struct lane *src = (struct lane *)(uintptr_t)l;
	int64_t busy = lane_busy(src, a, b);

	switch (c->kind) {
	case GT_TL_IDLE:
		return busy == 0;
	case GT_TL_FULL:
		return busy == b - a && l->v[c->item].t0 <= a && l->v[c->item].t1 >= b &&
		       l->v[c->item].who == c->who;
	case GT_TL_EDGE:
		return b - a - busy <= (b - a) / 8 && c->eighths >= 1 && c->eighths <= 7 &&
		       l->v[c->item].t1 > a && l->v[c->item].t1 < b && l->v[c->item + 1].who == c->who2;
	default:
		return c->eighths == gt_tl_eighths(busy, b - a) && c->who == lane_dominant(src, a, b);
	}
}

/* A long slice in the window fills a cell of its own, or a cell that it touches has a mark. */
static bool long_ones_seen(const struct lane *l, const struct gt_window *w, int cols, int64_t long_ns,
			   const struct gt_tl_cell *cells)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct gt_tl_item *item = &l->v[i];
		bool seen = false;

		if (item->t1 - item->t0 < long_ns || item->t1 <= w->t0 || item->t0 >= w->t0 + w->span)
			continue;
		for (int x = 0; x < cols && !seen; x++) {
			int64_t a = gt_window_start(w, cols, x), b = gt_window_end(w, cols, x);

			if (!overlap(item, a, b))
				continue;
			seen = (cells[x].kind == GT_TL_FULL && cells[x].item == item->id) || cells[x].hides;
		}
		if (!seen)
			return false;
	}
	return true;
}

static void check_window(const struct lane *l, const struct gt_window *w, int cols, int64_t long_ns,
			 const char *what)
{
	const struct gt_tl_source source = { &lane_ops, (struct lane *)(uintptr_t)l };
	struct gt_tl_cell cells[MAX_COLS];
	int bad = -1;

	gt_tl_cells(&source, w, cols, long_ns, cells);
	for (int x = 0; x < cols && bad < 0; x++) {
		if (!cell_ok(l, &cells[x], gt_window_start(w, cols, x), gt_window_end(w, cols, x)))
			bad = x;
	}
	tap_is_int(bad, -1, "%s: every cell is the sum of its slices", what);
	tap_ok(long_ones_seen(l, w, cols, long_ns, cells), "%s: no long slice is lost", what);
}

static void test_zooms(uint64_t seed)
{
	struct lane l;
	int64_t end;

	make_lane(&l, seed, 400);
	end = l.v[l.n - 1].t1 + 20;
	for (int64_t span = end; span >= 1; span = span * 2 / 3) {
		for (int i = 0; i < 3; i++) {
			const struct gt_window w = { (int64_t)below(&seed, (uint64_t)(end - span + 1)),
						     span };
			char what[80];

			snprintf(what, sizeof what, "[%lld, +%lld)", (long long)w.t0, (long long)span);
			check_window(&l, &w, i == 0 ? MAX_COLS : 1 + (int)below(&seed, MAX_COLS), 300, what);
		}
	}
	free(l.v);
}

TAP_TEST(empty)
{
	struct lane l = { 0 };
	const struct gt_tl_source source = { &lane_ops, &l };
	const struct gt_window w = { 0, 1000 };
	struct gt_tl_cell cells[10];
	int idle = 0;

	gt_tl_cells(&source, &w, 10, 300, cells);
	for (int x = 0; x < 10; x++)
		idle += cells[x].kind == GT_TL_IDLE;
	tap_is_int(idle, 10, "a lane without slices is idle");
}

TAP_TEST(eighths)
{
	static const struct {
		int64_t part, whole;
		unsigned eighths;
	} shares[] = {
		{ 0, 8, 0 }, { 1, 1000000, 1 }, { 1, 16, 1 }, { 3, 16, 2 },
		{ 4, 8, 4 }, { 99, 100, 8 },    { 8, 8, 8 },  { INT64_MAX / 2, INT64_MAX, 4 },
	};

	for (size_t i = 0; i < GT_COUNT(shares); i++)
		tap_is_int(gt_tl_eighths(shares[i].part, shares[i].whole), shares[i].eighths, "%lld of %lld",
			   (long long)shares[i].part, (long long)shares[i].whole);
}

/* ---- ranges ---- */

/* Out of order and overlapping: what is covered counts once. */
TAP_TEST(spans)
{
	struct gt_tl_spans s = { 0 };

	gt_tl_spans_add(&s, 100, 200, 0);
	gt_tl_spans_add(&s, 300, 350, 1);
	gt_tl_spans_settle(&s);
	tap_is_int(gt_tl_spans_ops.busy(&s, 0, 1000), 150, "two of them");
	gt_tl_spans_add(&s, 150, 320, 2);
	gt_tl_spans_add(&s, 900, INT64_MIN, 3);
	gt_tl_spans_settle(&s);
	tap_is_int(gt_tl_spans_ops.busy(&s, 0, 1000), 350, "overlaps count once, an open one to the end");
	tap_is_int(gt_tl_spans_ops.busy(&s, 120, 160), 40, "inside");
	tap_is_int(gt_tl_spans_ops.busy(&s, 350, 900), 0, "between");
	tap_is_int((int64_t)gt_tl_spans_begin(&s, 150), 1, "the first that begins at 150 or later");
	tap_is_int((int64_t)gt_tl_spans_seek(&s, 340), 2, "the first that ends after 340");
	tap_is_int(s.v[1].row, 2, "sorted by start");
	free(s.v);
	free(s.cover);
}

TAP_TEST(classes)
{
	tap_is_int(gt_tl_long_class(9999, 10000), 0, "not long");
	tap_is_int(gt_tl_long_class(10000, 10000), 1, "long");
	tap_is_int(gt_tl_long_class(15000, 10000), 2, "half as long again");
	tap_is_int(gt_tl_long_class(20000, 10000), 3, "twice");
	tap_is_int(gt_tl_long_class(80001, 10000), 7, "eight times");
	tap_ok(gt_tl_long_class(INT64_MAX, 1) > gt_tl_long_class(1000, 1), "as long as can be");
}

TAP_TEST(scale)
{
	double v[200] = { 0 }, flat[] = { 2, 2, 2 }, spike[200] = { 0 };

	for (int i = 0; i < 200; i++)
		v[i] = i % 4;
	v[17] = 1000;
	spike[3] = 7.5;
	tap_ok(gt_chart_scale(v, 200, 1000) == 3, "one peak does not make all else flat");
	tap_ok(gt_chart_scale(flat, 3, 2) == 2, "all the same");
	tap_ok(gt_chart_scale(spike, 200, 9) == 9, "nothing but a peak");
	tap_ok(gt_chart_scale(v, 0, 9) == 0, "nothing");
	for (int i = 0; i < 200; i++)
		spike[i] = i < 99 ? 0.0625 : 0;
	tap_ok(gt_chart_scale(spike, 200, 4) == 0.0625, "less than one on average");
	memset(spike, 0, sizeof spike);
	tap_ok(gt_chart_scale(spike, 200, 0) == GT_CHART_LEAST, "nothing is a full bar");
}

TAP_TEST(random)
{
	for (uint64_t seed = 1; seed < 6; seed++)
		test_zooms(seed);
}

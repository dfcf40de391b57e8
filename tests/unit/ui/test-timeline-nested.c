/* What goroutines are inside of: gathered by goroutine, nested, found by time. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "tap/tap.h"
#include "ui/lanes/nested.h"

/*
 *	0 [0, 100)   outer
 *	1   [10, 40)   inner
 *	2     [20, 30)   innermost
 *	3   [40, 60)   begins where the other ends
 *	4   [40, 50)   inside that, from its start
 *	5 [100, 110)
 *	6 [200, for ever)
 */
static const struct gt_tl_nest_item items[] = {
	{ .t0 = 200, .t1 = INT64_MAX }, { .t0 = 20, .t1 = 30 }, { .t0 = 40, .t1 = 50 }, { .t0 = 40, .t1 = 60 },
	{ .t0 = 10, .t1 = 40 },         { .t0 = 0, .t1 = 100 }, { .t0 = 100, .t1 = 110 },
};

static struct gt_tl_nested make(void)
{
	struct gt_tl_nested n = { 0 };
	struct gt_tl_nest *nest;

	gt_map_put(&n.by_g, 7, 0);
	GT_GROW(n.v, n.cap, 1);
	n.v[n.n++] = (struct gt_tl_nest){ 0 };
	nest = &n.v[0];
	for (size_t i = 0; i < GT_COUNT(items); i++) {
		GT_GROW(nest->v, nest->cap, nest->n + 1);
		nest->v[nest->n++] = items[i];
	}
	return n;
}

static void is_at(const struct gt_tl_nest *nest, int64_t time, int64_t want)
{
	uint32_t i = gt_tl_nest_at(nest, time);

	tap_is_int(i == GT_NO_ROW ? -1 : (int64_t)i, want, "at %lld", (long long)time);
}

static void is_in(const struct gt_tl_nest *nest, int64_t a, int64_t b, int64_t want, bool want_more)
{
	bool more;
	uint32_t i = gt_tl_nest_in(nest, a, b, &more);

	tap_is_int(i == GT_NO_ROW ? -1 : (int64_t)i, want, "in [%lld, %lld)", (long long)a, (long long)b);
	tap_is_int(more, want_more, "more of them");
}

TAP_TEST(nested)
{
	static const int64_t at[][2] = {
		{ -1, -1 }, { 0, 0 }, { 9, 0 },   { 10, 1 },   { 19, 1 },  { 20, 2 },   { 29, 2 },  { 30, 1 },
		{ 39, 1 },  { 40, 4 }, { 50, 3 }, { 60, 0 },   { 99, 0 },  { 100, 5 },  { 110, -1 }, { 199, -1 },
		{ 200, 6 }, { INT64_MAX - 1, 6 },
	};
	static const uint32_t outer[] = { GT_NO_ROW, 0, 1, 0, 3, GT_NO_ROW, GT_NO_ROW };
	struct gt_tl_nested n = make();
	const struct gt_tl_nest *nest = gt_tl_nest_of(&n, 7);

	tap_ok(!gt_tl_nest_of(&n, 8), "another goroutine has none");
	for (size_t i = 0; i < GT_COUNT(at); i++)
		is_at(nest, at[i][0], at[i][1]);
	for (size_t i = 0; i < GT_COUNT(outer); i++)
		tap_is_u64(nest->v[i].outer, outer[i], "what number %zu lies in", i);
	is_in(nest, 5, 9, 0, false);
	is_in(nest, 5, 15, 1, false);
	is_in(nest, 5, 25, 1, true);
	is_in(nest, 35, 45, 3, true);
	is_in(nest, 60, 90, 0, false);
	is_in(nest, 120, 130, -1, false);
	is_in(nest, 120, 1000, 6, false);
	gt_tl_nested_release(&n);
}

/* Tables of records by id: ids in any order and of any size. */
#include "tap/tap.h"
#include "wire/v2/v2table.h"

static void check_walk(const struct gt_v2_table *t, const char *name)
{
	uint64_t it = 0, id, before = 0, n = 0;
	struct gt_v2_ref ref, again;
	bool ascending = true, same = true;

	while (gt_v2_table_next(t, &it, &id, &ref)) {
		ascending = ascending && (n == 0 || id > before);
		same = same && gt_v2_table_get(t, id, &again) && again.off == ref.off && again.len == ref.len;
		before = id;
		n++;
	}
	tap_is_u64(n, t->count, "%s: the walk meets every record", name);
	tap_ok(ascending, "%s: in ascending order", name);
	tap_ok(same, "%s: and each can be looked up", name);
}

/* Offsets are made from the id so that a mix-up shows. */
static unsigned add(struct gt_v2_table *t, uint64_t id)
{
	return gt_v2_table_add(t, id, (id * 3) & 0xffffff, (uint32_t)(id & 0x3ff)) != 0;
}

static bool has(const struct gt_v2_table *t, uint64_t id)
{
	struct gt_v2_ref ref;

	return gt_v2_table_get(t, id, &ref) && ref.off == ((id * 3) & 0xffffff) && ref.len == (id & 0x3ff);
}

TAP_TEST(small)
{
	struct gt_v2_table t = { 0 };
	struct gt_v2_ref ref;

	tap_ok(gt_v2_table_get(&t, 0, &ref) && ref.len == 0, "id 0 is known to an empty table");
	tap_ok(!gt_v2_table_get(&t, 1, &ref), "id 1 is not");
	tap_is_int(gt_v2_table_add(&t, 0, 9, 9), GT_ERR_CORRUPT, "id 0 cannot be added");
	tap_is_u64(add(&t, 3), 0, "id 3 can");
	tap_is_int(gt_v2_table_add(&t, 3, 9, 9), GT_ERR_CORRUPT, "once");
	tap_ok(has(&t, 3) && !has(&t, 2) && !has(&t, 4), "only 3 is known");
	gt_v2_table_finish(&t);
	check_walk(&t, "small");
	gt_v2_table_clear(&t);
	tap_ok(!gt_v2_table_get(&t, 3, &ref), "a cleared table has forgotten it");
	gt_v2_table_release(&t);
}

static void test_order(const char *name, uint64_t first, uint64_t step, unsigned n)
{
	struct gt_v2_table t = { 0 };
	unsigned failed = 0, missing = 0, twice = 0;

	for (unsigned i = 0; i < n; i++)
		failed += add(&t, first + i * step);
	for (unsigned i = 0; i < n; i++)
		twice += add(&t, first + i * step) == 0;
	tap_is_u64(failed, 0, "%s: all are added", name);
	tap_is_u64(twice, 0, "%s: none twice", name);
	gt_v2_table_finish(&t);
	for (unsigned i = 0; i < n; i++)
		missing += !has(&t, first + i * step);
	tap_is_u64(missing, 0, "%s: all are found", name);
	tap_ok(t.dense_len <= 65536 + 16 * (uint64_t)n, "%s: the array stays in proportion", name);
	check_walk(&t, name);
	gt_v2_table_release(&t);
}

TAP_TEST(mixed)
{
	struct gt_v2_table t = { 0 };
	unsigned failed = 0, missing = 0;

	/* These come too early for the array and end up inside it. */
	failed += add(&t, 100000) + add(&t, 90000) + add(&t, UINT64_MAX) + add(&t, UINT64_MAX - 1);
	for (unsigned i = 1; i < 80000; i++)
		failed += add(&t, i);
	for (unsigned i = 110000; i < 120000; i++)
		failed += add(&t, i);
	tap_is_u64(failed, 0, "mixed: all are added");
	tap_is_int(gt_v2_table_add(&t, 90000, 1, 1), GT_ERR_CORRUPT, "mixed: an early one is still known");
	missing += !has(&t, 90000) + !has(&t, UINT64_MAX);
	gt_v2_table_finish(&t);
	missing += !has(&t, 100000) + !has(&t, 90000) + !has(&t, UINT64_MAX) + !has(&t, 119999);
	tap_is_u64(missing, 0, "mixed: found before and after the finish");
	check_walk(&t, "mixed");
	gt_v2_table_release(&t);
}

TAP_TEST(orders)
{
	test_order("counting up", 1, 1, 300000);
	test_order("counting down", 300000, UINT64_MAX, 300000);
	test_order("sparse", 1, 1000003, 5000);
	test_order("huge", UINT64_MAX, UINT64_MAX, 3000);
}

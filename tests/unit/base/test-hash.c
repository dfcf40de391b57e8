/* The map against a plain array, with removals; the interned strings; the hash of bytes. */
#include "base/hash.h"

#include <string.h>

#include "base/strtab.h"
#include "tap/tap.h"

static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

static void test_edges(void)
{
	struct gt_map m = { 0 };
	bool added;

	tap_is_u64(gt_map_get(&m, 1), GT_MAP_NONE, "an empty map has nothing");
	tap_ok(!gt_map_remove(&m, 1), "and nothing to remove");
	gt_map_put(&m, 0, 10);
	gt_map_put(&m, UINT64_MAX, 20);
	gt_map_put(&m, UINT64_MAX - 1, 0);
	tap_is_u64(gt_map_get(&m, 0), 10, "key 0");
	tap_is_u64(gt_map_get(&m, UINT64_MAX), 20, "key 2^64-1");
	tap_is_u64(gt_map_get(&m, UINT64_MAX - 1), 0, "value 0");
	tap_is_u64(gt_map_get_or_put(&m, 0, 11, &added), 10, "get_or_put finds");
	tap_ok(!added, "and adds nothing");
	tap_is_u64(gt_map_get_or_put(&m, 5, 12, &added), 12, "get_or_put puts");
	tap_ok(added, "and says so");
	gt_map_put(&m, 0, 13);
	tap_is_u64(gt_map_get(&m, 0), 13, "put replaces");
	tap_is_u64(m.count, 4, "four keys");
	gt_map_clear(&m);
	tap_is_u64(gt_map_get(&m, 0), GT_MAP_NONE, "clear forgets");
	gt_map_release(&m);
}

#define KEYS 512

/* Few slots and many removals: every probe run gets holes. */
static void test_against_array(void)
{
	uint32_t want[KEYS];
	struct gt_map m = { 0 };
	uint64_t state = 1, key;
	uint32_t value;
	size_t live = 0, seen = 0, it;
	unsigned int bad = 0;

	memset(want, 0xff, sizeof want);
	for (unsigned int step = 0; step < 200000; step++) {
		uint32_t k = (uint32_t)(next_random(&state) % KEYS);

		if (next_random(&state) % 5 < 2) {
			if (gt_map_remove(&m, k) != (want[k] != GT_MAP_NONE))
				bad++;
			want[k] = GT_MAP_NONE;
		} else {
			want[k] = step;
			gt_map_put(&m, k, step);
		}
		k = (uint32_t)(next_random(&state) % KEYS);
		if (gt_map_get(&m, k) != want[k])
			bad++;
	}
	for (size_t k = 0; k < KEYS; k++)
		live += want[k] != GT_MAP_NONE;
	for (it = 0; gt_map_next(&m, &it, &key, &value); seen++)
		if (key >= KEYS || want[key] != value)
			bad++;
	tap_is_u64(bad, 0, "200000 puts, gets and removals agree with an array");
	tap_is_u64(seen, live, "iteration sees each entry once");
	tap_is_u64(m.count, live, "count is right");
	gt_map_release(&m);
}

static void test_growth(void)
{
	struct gt_map m = { 0 };
	unsigned int bad = 0;
	size_t mask;

	for (uint32_t i = 0; i < 100000; i++)
		gt_map_put(&m, (uint64_t)i << 32, i);
	for (uint32_t i = 0; i < 100000; i++)
		bad += gt_map_get(&m, (uint64_t)i << 32) != i;
	tap_is_u64(bad, 0, "100000 keys that differ in high bits only");
	for (uint32_t i = 0; i < 100000; i++)
		bad += !gt_map_remove(&m, (uint64_t)i << 32);
	tap_is_u64(bad, 0, "all removed");
	tap_is_u64(m.count, 0, "none left");
	gt_map_release(&m);
	gt_map_reserve(&m, 1000);
	mask = m.mask;
	for (uint32_t i = 0; i < 1000; i++)
		gt_map_put(&m, i, i);
	tap_is_u64(m.mask, mask, "what was reserved does not grow");
	gt_map_release(&m);
}

static void test_hash_bytes(void)
{
	const char text[] = "0123456789abcdef0123456789abcdef";
	struct gt_map m = { 0 };
	unsigned int same = 0;
	bool added;

	for (size_t n = 0; n < sizeof text; n++) {
		gt_map_get_or_put(&m, gt_hash_bytes(text, n), 0, &added);
		same += !added;
	}
	for (int c = 0; c < 256; c++) {
		char byte[2] = { (char)c, 0 };

		gt_map_get_or_put(&m, gt_hash_bytes(byte, 2), 0, &added);
		same += !added;
	}
	tap_is_u64(same, 0, "prefixes and single bytes have different hashes");
	gt_map_release(&m);
}

static void test_strtab(void)
{
	struct gt_strtab t;
	unsigned int bad = 0;
	size_t len;
	const char *first;

	gt_strtab_init(&t);
	tap_is_u64(gt_strtab_adds(&t, ""), 0, "the empty string is 0");
	tap_is_u64(gt_strtab_adds(&t, "main.main"), 1, "the first text is 1");
	tap_is_u64(gt_strtab_add(&t, "a\0b", 3), 2, "a NUL is text");
	tap_is_u64(gt_strtab_add(&t, "a", 1), 3, "and differs from the text before it");
	tap_is_u64(gt_strtab_adds(&t, "main.main"), 1, "again the same");
	first = gt_strtab_get(&t, 1, NULL);
	for (uint32_t i = 0; i < 50000; i++) {
		char text[16];
		int n = snprintf(text, sizeof text, "s%u", i);

		bad += gt_strtab_add(&t, text, (size_t)n) != i + 4;
	}
	tap_is_u64(bad, 0, "50000 texts get dense ids");
	tap_is_str(gt_strtab_get(&t, 12349, &len), "s12345", "by id");
	tap_is_u64(len, 6, "with its length");
	tap_ok(gt_strtab_get(&t, 1, NULL) == first, "pointers stay");
	tap_is_u64(gt_strtab_find(&t, "s777", 4), 781, "find");
	tap_is_u64(gt_strtab_find(&t, "none", 4), GT_STRTAB_NONE, "find nothing");
	tap_is_u64(t.count, 50004, "find adds nothing");
	gt_strtab_release(&t);
}

int main(void)
{
	test_edges();
	test_against_array();
	test_growth();
	test_hash_bytes();
	test_strtab();
	return tap_done();
}

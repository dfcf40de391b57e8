/* The map against a plain array, with removals; the interned strings; the hash of bytes. */
#include "base/hash.h"

#include <string.h>

#include "base/idset.h"
#include "base/strtab.h"
#include "tap/tap.h"

static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

TAP_TEST(edges)
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
TAP_TEST(against_array)
{
	uint32_t want[KEYS];
	struct gt_map m = { 0 };
	uint64_t state = 1;
	size_t live = 0;
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
	tap_is_u64(bad, 0, "200000 puts, gets and removals agree with an array");
	tap_is_u64(m.count, live, "count is right");
	gt_map_release(&m);
}

static uint64_t id_at(const void *ids, uint32_t place)
{
	return ((const uint64_t *)ids)[place];
}

/* The same with ids that lie in an array; those in one place after the other are multiples of 2^40. */
TAP_TEST(idset)
{
	static uint64_t ids[2 * KEYS];
	uint32_t want[KEYS];
	struct gt_idset s = { 0 };
	uint64_t state = 7;
	unsigned int bad = 0;
	size_t live = 0;

	tap_is_u64(gt_idset_get(&s, 1, id_at, ids), GT_MAP_NONE, "an empty set has nothing");
	gt_idset_remove(&s, 1, id_at, ids);
	memset(want, 0xff, sizeof want);
	for (uint32_t i = 0; i < 2 * KEYS; i++)
		ids[i] = (uint64_t)(i % KEYS) << 40;
	for (unsigned int step = 0; step < 200000; step++) {
		uint32_t place = (uint32_t)(next_random(&state) % (2 * KEYS)), k = place % KEYS;

		if (next_random(&state) % 5 < 2) {
			gt_idset_remove(&s, ids[k], id_at, ids);
			want[k] = GT_MAP_NONE;
		} else {
			bad += gt_idset_put(&s, place, id_at, ids) != want[k];
			want[k] = place;
		}
		k = (uint32_t)(next_random(&state) % KEYS);
		bad += gt_idset_get(&s, ids[k], id_at, ids) != want[k];
	}
	for (size_t k = 0; k < KEYS; k++)
		live += want[k] != GT_MAP_NONE;
	tap_is_u64(bad, 0, "200000 changes of a set of places agree with an array");
	tap_is_u64(s.count, live, "its count is right");
	gt_idset_clear(&s);
	tap_is_u64(gt_idset_get(&s, ids[1], id_at, ids), GT_MAP_NONE, "clear forgets");
	gt_idset_release(&s);
}

TAP_TEST(growth)
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

/* How many slots in a row are taken at most: what the slowest look-up costs. */
static size_t longest_run(const struct gt_map *m)
{
	size_t run = 0, longest = 0;

	for (size_t i = 0; i <= m->mask; i++) {
		run = m->slots[i].value == GT_MAP_NONE ? 0 : run + 1;
		if (run > longest)
			longest = run;
	}
	return longest;
}

#define CHOSEN 200000

/* The inverse of tap_mix64, a good hash without a secret. */
static uint64_t unmix(uint64_t h)
{
	uint64_t inverse = 1;

	for (int i = 0; i < 6; i++)
		inverse *= 2 - UINT64_C(0xd6e8feb86659fd93) * inverse;
	h ^= h >> 32;
	h *= inverse;
	h ^= h >> 32;
	h *= inverse;
	return h ^ h >> 32;
}

/* Keys that share most of their bits, and keys whose hashes by a known function would. */
TAP_TEST(chosen)
{
	struct gt_map plain, mixed;

	tap_is_u64(tap_mix64(unmix(UINT64_C(123) << 40)), UINT64_C(123) << 40, "unmix is the inverse of tap_mix64");
	for (int shift = 20; shift <= 44; shift += 4) {
		gt_map_init(&plain);
		gt_map_init(&mixed);
		for (uint64_t i = 0; i < CHOSEN; i++) {
			gt_map_put(&plain, i << shift, (uint32_t)i);
			gt_map_put(&mixed, unmix(i << shift), (uint32_t)i);
		}
		tap_is_u64(plain.count + mixed.count, 2 * CHOSEN, "keys from bit %d on", shift);
		tap_ok(longest_run(&plain) < 2000, "they do not meet");
		tap_ok(longest_run(&mixed) < 2000, "nor do the keys that such hashes belong to");
		gt_map_release(&plain);
		gt_map_release(&mixed);
	}
}

TAP_TEST(keys)
{
	struct gt_hash_key a = gt_hash_key_new(), b = gt_hash_key_new();

	tap_ok(a.a != b.a && a.b != b.b, "every table has a key of its own");
	tap_ok(gt_hash64(a, 1) != gt_hash64(b, 1), "numbers are hashed with it");
	tap_ok(gt_hash_bytes(a, "0123456789", 10) != gt_hash_bytes(b, "0123456789", 10), "and bytes");
	tap_ok(gt_hash_bytes(a, "01", 2) == gt_hash_bytes(a, "012", 2), "the same key gives the same hash");
}

TAP_TEST(hash_bytes)
{
	struct gt_hash_key key = gt_hash_key_new();
	const char text[] = "0123456789abcdef0123456789abcdef";
	struct gt_map m = { 0 };
	unsigned int same = 0;
	bool added;

	for (size_t n = 0; n < sizeof text; n++) {
		gt_map_get_or_put(&m, gt_hash_bytes(key, text, n), 0, &added);
		same += !added;
	}
	for (int c = 0; c < 256; c++) {
		char byte[2] = { (char)c, 0 };

		gt_map_get_or_put(&m, gt_hash_bytes(key, byte, 2), 0, &added);
		same += !added;
	}
	tap_is_u64(same, 0, "prefixes and single bytes have different hashes");
	gt_map_release(&m);
}

TAP_TEST(strtab)
{
	static char large[100000];
	struct gt_strtab t;
	unsigned int bad = 0;
	uint32_t large_id;
	size_t len;
	const char *first;

	gt_strtab_init(&t);
	tap_is_u64(gt_strtab_add(&t, "", 0), 0, "the empty string is 0");
	tap_is_u64(gt_strtab_add(&t, "main.main", 9), 1, "the first text is 1");
	tap_is_u64(gt_strtab_add(&t, "a\0b", 3), 2, "a NUL is text");
	tap_is_u64(gt_strtab_add(&t, "a", 1), 3, "and differs from the text before it");
	tap_is_u64(gt_strtab_add(&t, "main.main", 9), 1, "again the same");
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
	tap_is_u64(gt_strtab_add(&t, "s777", 4), 781, "one in the middle");
	tap_is_u64(t.count, 50004, "adds nothing");
	memset(large, 'x', sizeof large);
	large_id = gt_strtab_add(&t, large, sizeof large);
	tap_is_u64(gt_strtab_add(&t, "small", 5), large_id + 1, "a text after one that is larger than a block");
	tap_ok(!memcmp(gt_strtab_get(&t, large_id, &len), large, sizeof large), "is kept beside it");
	tap_is_u64(len, sizeof large, "with its length");
	tap_is_str(gt_strtab_get(&t, large_id + 1, NULL), "small", "and is not cut");
	gt_strtab_release(&t);
}

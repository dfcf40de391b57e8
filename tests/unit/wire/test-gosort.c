/* The sort of the frontier: order, and the places of equal items as Go 1.27 leaves them. */
#include "wire/gosort.h"

#include "tap/tap.h"

/*
 * Made by testdata/gen/gosort/gosort.go.  The keys come from formulas, the outcome
 * is a hash of where each item came from.
 */
typedef void fill_fn(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed);

/* Knuth's MMIX generator; its upper bits are good enough here. */
static int64_t below(uint64_t *seed, int64_t k)
{
	*seed = *seed * 6364136223846793005U + 1442695040888963407U;
	return (int64_t)(*seed >> 33) % k;
}

static void random_keys(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed)
{
	for (size_t i = 0; i < n; i++)
		a[i].time = below(seed, k);
}

static void rising(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed)
{
	(void)seed;
	for (size_t i = 0; i < n; i++)
		a[i].time = (int64_t)i * k / (int64_t)n;
}

static void falling(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed)
{
	(void)seed;
	for (size_t i = 0; i < n; i++)
		a[i].time = (int64_t)(n - 1 - i) * k / (int64_t)n;
}

static void organ(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed)
{
	(void)seed;
	for (size_t i = 0; i < n; i++)
		a[i].time = (int64_t)(i < n - 1 - i ? i : n - 1 - i) * k / (int64_t)n;
}

static void cycle(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed)
{
	(void)seed;
	for (size_t i = 0; i < n; i++)
		a[i].time = (int64_t)i % k;
}

/* Rising but for three places. */
static void dented(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed)
{
	rising(a, n, k, seed);
	for (int dent = 0; dent < 3; dent++) {
		size_t at = (size_t)below(seed, (int64_t)n);

		a[at].time = below(seed, k);
	}
}

static int64_t clamp(int64_t v, int64_t least, int64_t most)
{
	return v < least ? least : v > most ? most : v;
}

/* Falling by one, but for equal ones at both ends: where the sort looks, all falls. */
static void sinking(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed)
{
	(void)seed;
	for (size_t i = 0; i < n; i++)
		a[i].time = clamp((int64_t)(n - 1 - i), k, (int64_t)n - k > k ? (int64_t)n - k : k);
}

/* The same, but every 16th has another place: too many to be mended one by one. */
static void torn(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed)
{
	sinking(a, n, k, seed);
	for (size_t i = 9; i < n; i += 16)
		a[i].time = (int64_t)i * 7 % k;
}

/* A binary heap, as the frontier is one. */
static void heaped(struct gt_heap_item *a, size_t n, int64_t k, uint64_t *seed)
{
	for (size_t i = 0; i < n; i++) {
		int64_t key = below(seed, k);
		size_t j = i;

		for (; j > 0 && key < a[(j - 1) / 2].time; j = (j - 1) / 2)
			a[j].time = a[(j - 1) / 2].time;
		a[j].time = key;
	}
}

static const struct vector {
	const char *name;
	fill_fn *fill;
	size_t n;
	int64_t k;
	uint32_t hash;
} vectors[] = {
	{ "random", random_keys, 13, 3, 0xf5245689 },
	{ "random", random_keys, 16, 5, 0x07329e5d },
	{ "random", random_keys, 49, 7, 0xda3dc945 },
	{ "random", random_keys, 50, 7, 0x4bc9ad9c },
	{ "random", random_keys, 128, 16, 0x518f8d0d },
	{ "random", random_keys, 300, 40, 0xad16be69 },
	{ "random", random_keys, 1000, 3, 0x050fe5e5 },
	{ "rising", rising, 13, 3, 0x72683d61 },
	{ "rising", rising, 16, 5, 0x0fe3bde5 },
	{ "rising", rising, 49, 7, 0x9be0bc5d },
	{ "rising", rising, 50, 7, 0x89d0c04c },
	{ "rising", rising, 128, 16, 0x58d6a5c5 },
	{ "rising", rising, 300, 40, 0x179453a1 },
	{ "rising", rising, 1000, 3, 0xb8ed8ab5 },
	{ "falling", falling, 13, 3, 0x2dd9cc29 },
	{ "falling", falling, 16, 5, 0x4585e6d5 },
	{ "falling", falling, 49, 7, 0xb754e645 },
	{ "falling", falling, 50, 7, 0x8655c8d4 },
	{ "falling", falling, 128, 16, 0x338685ed },
	{ "falling", falling, 300, 40, 0x8c525749 },
	{ "falling", falling, 1000, 3, 0x86fc2681 },
	{ "organ", organ, 13, 3, 0xda764b71 },
	{ "organ", organ, 16, 5, 0x983b02f5 },
	{ "organ", organ, 49, 7, 0x62d7b0e5 },
	{ "organ", organ, 50, 7, 0x98e49314 },
	{ "organ", organ, 128, 16, 0xafd4b915 },
	{ "organ", organ, 300, 40, 0xa83abb35 },
	{ "organ", organ, 1000, 3, 0x37fdebdd },
	{ "cycle", cycle, 13, 3, 0x185e2cc1 },
	{ "cycle", cycle, 16, 5, 0x91cc94f5 },
	{ "cycle", cycle, 49, 7, 0x753f32e5 },
	{ "cycle", cycle, 50, 7, 0xee7ee30c },
	{ "cycle", cycle, 128, 16, 0x67a781a5 },
	{ "cycle", cycle, 300, 40, 0x792ce9f5 },
	{ "cycle", cycle, 1000, 3, 0x6519e9a9 },
	{ "dented", dented, 13, 3, 0x57b88829 },
	{ "dented", dented, 16, 5, 0x3ee1a6ad },
	{ "dented", dented, 49, 7, 0x26dc7745 },
	{ "dented", dented, 50, 7, 0x99b7b4f4 },
	{ "dented", dented, 128, 16, 0xbeb32c75 },
	{ "dented", dented, 300, 40, 0xaec33a79 },
	{ "dented", dented, 1000, 3, 0xd9c76e25 },
	{ "heaped", heaped, 13, 3, 0x7f1b8501 },
	{ "heaped", heaped, 16, 5, 0xb7ddf675 },
	{ "heaped", heaped, 49, 7, 0xfcb0e21d },
	{ "heaped", heaped, 50, 7, 0x11f88a3c },
	{ "heaped", heaped, 128, 16, 0x6d94b3cd },
	{ "heaped", heaped, 300, 40, 0x99b14d09 },
	{ "heaped", heaped, 1000, 3, 0x547c16fd },
	{ "sinking", sinking, 13, 3, 0xa0c0f509 },
	{ "sinking", sinking, 16, 5, 0x4eaf7b45 },
	{ "sinking", sinking, 49, 7, 0x73bf97e5 },
	{ "sinking", sinking, 50, 7, 0x3ee55a64 },
	{ "sinking", sinking, 128, 16, 0xe373eac5 },
	{ "sinking", sinking, 300, 40, 0x318e3681 },
	{ "sinking", sinking, 1000, 3, 0x63b4a465 },
	{ "torn", torn, 13, 3, 0xba264529 },
	{ "torn", torn, 16, 5, 0xf531326d },
	{ "torn", torn, 49, 7, 0x27a37655 },
	{ "torn", torn, 50, 7, 0x66025eb4 },
	{ "torn", torn, 128, 16, 0x1a318ffd },
	{ "torn", torn, 300, 40, 0x6255f371 },
	{ "torn", torn, 1000, 3, 0xab84457d },
};

/* Keys that make the quicksort give up, with a tie in what the heap sort gets. */
static const int64_t killer[] = {
	2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 30, 0, 14, 12, 35, 38, 13, 24, 40, 43,
	24, 47, 1, 39, 25, 45, 20, 44, 22, 42, 15, 16, 17, 33, 29, 37, 38, 19, 34, 18,
	32, 31, 21, 23, 28, 27, 26,
};
static const uint32_t killer_hash = 0x9a41acc2;

static uint32_t hash_origins(const struct gt_heap_item *a, size_t n)
{
	uint32_t h = 2166136261U;

	for (size_t i = 0; i < n; i++) {
		h = (h ^ (a[i].cursor & 0xff)) * 16777619U;
		h = (h ^ (a[i].cursor >> 8)) * 16777619U;
	}
	return h;
}

static bool is_sorted(const struct gt_heap_item *a, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (a[i].time < a[i - 1].time)
			return false;
	return true;
}

static void check(struct gt_heap_item *a, size_t n, uint32_t hash, const char *name)
{
	for (size_t i = 0; i < n; i++)
		a[i].cursor = (uint32_t)i;
	gt_gosort(a, n);
	tap_ok(is_sorted(a, n), "%s, %zu items: sorted", name, n);
	tap_is_u64(hash_origins(a, n), hash, "%s, %zu items: equal ones as Go leaves them", name, n);
}

static void check_vectors(void)
{
	struct gt_heap_item a[1000];

	for (size_t i = 0; i < GT_COUNT(vectors); i++) {
		const struct vector *v = &vectors[i];
		uint64_t seed = v->n;

		v->fill(a, v->n, v->k, &seed);
		check(a, v->n, v->hash, v->name);
	}
}

static void check_killer(void)
{
	struct gt_heap_item a[GT_COUNT(killer)];

	for (size_t i = 0; i < GT_COUNT(killer); i++)
		a[i].time = killer[i];
	check(a, GT_COUNT(killer), killer_hash, "killer");
}

/* Short arrays are sorted by insertion, which is stable. */
static void check_short(void)
{
	struct gt_heap_item a[12];
	bool stable = true;

	gt_gosort(NULL, 0);
	for (size_t n = 1; n <= GT_COUNT(a); n++) {
		for (size_t i = 0; i < n; i++)
			a[i] = (struct gt_heap_item){ .time = (int64_t)(n - i) / 3, .cursor = (uint32_t)i };
		gt_gosort(a, n);
		for (size_t i = 1; i < n; i++)
			stable &= a[i - 1].time < a[i].time ||
				  (a[i - 1].time == a[i].time && a[i - 1].cursor < a[i].cursor);
	}
	tap_ok(stable, "up to 12 items: equal ones keep their order");
}

TAP_TEST(orders)
{
	check_short();
	check_vectors();
	check_killer();
}

/* Columns in strips, lines, ticks and lists: what was put in comes back however it is read, and takes less room. */
#include "synth.h"

#include "index/store/block.h"
#include "tap/tap.h"

#define ROWS 1100u      /* two full blocks and one that is not */

typedef uint64_t make_fn(struct rnd *r, uint32_t i, uint64_t before);

/* ns of so many ticks of a clock with a frequency, as Go calculates them. */
static uint64_t ns_of(uint64_t ticks, uint64_t freq)
{
	return (uint64_t)((double)ticks * (1e9 / (double)freq));
}

#define V2_FREQ 15625000u      /* 64 ns */
#define V1_FREQ 46893750u      /* 21.3 ns */

/* Rising, some of them later by what makes equal times different, now and then after a long wait. */
static uint64_t rising(struct rnd *r, uint32_t i, uint64_t before)
{
	(void)i;
	if (rnd_below(r, 8) == 0)
		return before + 1;
	return (before / 64 + 1 + rnd_below(r, 40) + (rnd_below(r, 100) ? 0 : rnd_below(r, 1u << 18))) * 64;
}

/* Distances between such times, before and behind. */
static uint64_t between(struct rnd *r, uint32_t i, uint64_t before)
{
	(void)i, (void)before;
	return 64 * (3 + rnd_below(r, rnd_below(r, 50) ? 100 : 1u << 20)) + rnd_below(r, 7) - 3;
}

static uint64_t of_processor(struct rnd *r, uint32_t i, uint64_t before)
{
	(void)i;
	return ns_of((uint64_t)((double)before * V1_FREQ / 1e9 + 0.5) + rnd_below(r, 1000), V1_FREQ);
}

/* Also 0, which means unknown, and times + 1. */
static uint64_t since_ready(struct rnd *r, uint32_t i, uint64_t before)
{
	(void)i, (void)before;
	return rnd_below(r, 9) ? ns_of(rnd_below(r, 1u << 20) + 5, V1_FREQ) - ns_of(5, V1_FREQ) + 1 : 0;
}

static uint64_t small_but_few(struct rnd *r, uint32_t i, uint64_t before)
{
	(void)before;
	return i % 64 == 5 ? UINT32_MAX - rnd_below(r, 9) : 1000 + rnd_below(r, 3);
}

/* From the smallest to the largest, but not in order: no line is near. */
static uint64_t no_line(struct rnd *r, uint32_t i, uint64_t before)
{
	(void)before;
	return i % 512 == 0 ? 0 : i % 512 == 511 ? 100000000 : (uint64_t)rnd_below(r, 100000000);
}

static uint64_t anything(struct rnd *r, uint32_t i, uint64_t before)
{
	(void)i, (void)before;
	return rnd_next(r) & INT64_MAX;
}

static uint64_t always(struct rnd *r, uint32_t i, uint64_t before)
{
	(void)r, (void)i, (void)before;
	return 77;
}

static const struct {
	const char *name;
	make_fn *make;
	uint64_t freq;       /* 0: of no clock */
	bool rises;
	unsigned most;       /* bits a row of full blocks */
} cases[] = {
	{ "rising times", rising, V2_FREQ, true, 17 },
	{ "rising times of another clock", rising, V1_FREQ, true, 18 },
	{ "distances", between, V2_FREQ, false, 16 },
	{ "times of a processor's clock", of_processor, V1_FREQ, true, 14 },
	{ "distances on it, or unknown", since_ready, V1_FREQ, false, 23 },
	{ "times of a clock that does not tick", of_processor, 0, true, 18 },
	{ "small numbers, a large one in every second strip", small_but_few, 0, false, 19 },
	{ "large and small ones mixed", no_line, 0, false, 28 },
	{ "anything", anything, V2_FREQ, false, 64 },
	{ "always the same", always, V2_FREQ, true, 1 },
};

/* Rows that are not as they were put in, however they are read. */
static unsigned compare(const struct gt_btable *t, const uint64_t *want)
{
	uint64_t all[GT_BLOCK_ROWS], row[GT_COLUMNS(change)];
	struct gt_srow_change r;
	struct gt_bview v;
	unsigned bad = 0;

	for (uint32_t i = 0; i < ROWS; i++) {
		uint32_t place = i % GT_BLOCK_ROWS, from = place * 3 / 4;

		bad += !gt_btable_row(t, i, &r) || (uint64_t)r.t != want[i] || r.code != i % 5;
		if (!gt_bview_block(t, i / GT_BLOCK_ROWS, &v))
			return bad + 1;
		bad += gt_bview_get(&v, GT_COL(change, t), place) != want[i];
		gt_columns_row(&v.in, place, GT_COLUMNS(change), row);
		bad += row[GT_COL(change, t)] != want[i];
		gt_bview_column(&v, GT_COL(change, t), from, place + 1, all);
		bad += all[0] != want[i - place + from] || all[place - from] != want[i];
	}
	return bad;
}

/* Searches that find another row than a walk does. */
static unsigned compare_search(const struct gt_btable *t, const uint64_t *want)
{
	struct gt_bview v;
	unsigned bad = 0;

	for (uint32_t i = 0; i < ROWS; i++) {
		uint32_t first = i - i % GT_BLOCK_ROWS;

		if (!gt_bview_block(t, i / GT_BLOCK_ROWS, &v))
			return bad + 1;
		for (int64_t time = (int64_t)want[i] - 1; time <= (int64_t)want[i] + 1; time++) {
			uint32_t at = 0;

			while (at < v.count && (int64_t)want[first + at] <= time)
				at++;
			bad += gt_bview_seek(&v, false, time) != at;
		}
	}
	return bad;
}

static unsigned bits_of_block(const struct gt_btable *t)
{
	uint32_t bytes = gt_get32(gt_btable_desc(t, 0) + GT_DESC_BYTES);

	return (bytes - GT_COLUMN_SIZE * GT_COLUMNS(change)) * 8 / GT_BLOCK_ROWS;
}

static void test_case(size_t n)
{
	struct gt_trace *t = synth_trace();
	struct gt_btable *table = &t->store.tables[GT_T_CHANGES];
	uint64_t want[ROWS], before = 1000000;
	struct rnd r = { n + 1 };

	if (cases[n].freq)
		table->tick = (UINT64_C(1000000000) << 32) / cases[n].freq;
	for (uint32_t i = 0; i < ROWS; i++) {
		want[i] = before = cases[n].make(&r, i, before);
		GT_ADD_ROW(&t->store, CHANGES, change, 0, .t = (int64_t)want[i], .code = (uint8_t)(i % 5));
	}
	tap_is_u64(compare(table, want), 0, "%s: while the last block is open", cases[n].name);
	if (cases[n].rises)
		tap_is_u64(compare_search(table, want), 0, "and found");
	synth_trace_finish(t);
	tap_is_u64(compare(table, want), 0, "finished");
	if (cases[n].rises)
		tap_is_u64(compare_search(table, want), 0, "and found");
	/* 3 bits are the codes'. */
	tap_ok(bits_of_block(table) <= cases[n].most + 3, "in %u bits a row", bits_of_block(table) - 3);
	synth_trace_close(t);
}

/* ---- few values ---- */

/* Rows of calls: goroutines, and what follows from them or does not. */
struct few {
	uint32_t g, stack;
	uint8_t flags;
};

typedef struct few few_fn(struct rnd *r);

/* The n-th of goroutines that are far from each other. */
static uint32_t far(uint32_t n)
{
	return n * n * 48611 + 5;
}

static struct few of_seven(struct rnd *r)
{
	uint32_t n = (uint32_t)rnd_below(r, 7);

	return (struct few){ far(n), far(n / 2) + 17, (uint8_t)(n / 3) };
}

/* One row in a hundred has a stack that its goroutine does not imply. */
static struct few of_seven_mostly(struct rnd *r)
{
	struct few f = of_seven(r);

	f.stack = rnd_below(r, 100) ? f.stack : far(99);
	return f;
}

/* As many as a list can be long. */
static struct few of_32(struct rnd *r)
{
	uint32_t n = (uint32_t)rnd_below(r, 32);

	return (struct few){ far(n), 3, (uint8_t)(n * n) };
}

/* All bits of a byte, which are places themselves, and what they imply. */
static struct few of_byte(struct rnd *r)
{
	uint8_t n = (uint8_t)rnd_next(r);

	return (struct few){ n % 8 ? 9 : 1000000, far(n % 4), n };
}

static struct few of_thousands(struct rnd *r)
{
	uint32_t n = (uint32_t)rnd_below(r, 5000);

	return (struct few){ far(n), far(n) + 1, (uint8_t)rnd_below(r, 2) };
}

static const struct {
	const char *name;
	few_fn *make;
	uint8_t kinds[3];    /* of the first block's columns g, stack, flags */
} fews[] = {
	{ "seven goroutines and what they imply", of_seven, { GT_KIND_VALUES, GT_KIND_VALUES, GT_KIND_VALUES } },
	{ "stacks that are implied but for some", of_seven_mostly, { GT_KIND_VALUES, GT_KIND_VALUES, GT_KIND_VALUES } },
	{ "32 goroutines", of_32, { GT_KIND_VALUES, 0, GT_KIND_VALUES } },
	{ "what a byte implies", of_byte, { GT_KIND_VALUES, GT_KIND_VALUES, 0 } },
	{ "thousands of goroutines", of_thousands, { 0, 0, 0 } },
};

/* Values of a column that are not as they were put in, however they are read. */
static unsigned compare_column(const struct gt_bview *v, unsigned c, const uint32_t *want)
{
	uint64_t all[GT_BLOCK_ROWS], row[GT_COLUMNS(call)];
	unsigned bad = 0;

	gt_bview_column(v, c, 0, v->count, all);
	for (uint32_t i = 0; i < v->count; i++) {
		gt_columns_row(&v->in, i, GT_COLUMNS(call), row);
		bad += all[i] != want[i] || row[c] != want[i] || gt_bview_get(v, c, i) != want[i];
		gt_bview_column(v, c, i / 2, i + 1, all);
		bad += all[0] != want[i / 2] || all[i - i / 2] != want[i];
		gt_bview_column(v, c, 0, v->count, all);
	}
	return bad;
}

static unsigned compare_few(const struct gt_btable *t, const struct few *want)
{
	uint32_t g[GT_BLOCK_ROWS], stack[GT_BLOCK_ROWS], flags[GT_BLOCK_ROWS];
	unsigned bad = 0;

	for (uint32_t b = 0; b * GT_BLOCK_ROWS < ROWS; b++) {
		struct gt_bview v;

		if (!gt_bview_block(t, b, &v))
			return bad + 1;
		for (uint32_t i = 0; i < v.count; i++) {
			const struct few *w = &want[b * GT_BLOCK_ROWS + i];

			g[i] = w->g;
			stack[i] = w->stack;
			flags[i] = w->flags;
		}
		bad += compare_column(&v, GT_COL(call, g), g) + compare_column(&v, GT_COL(call, stack), stack) +
		       compare_column(&v, GT_COL(call, flags), flags);
	}
	return bad;
}

static unsigned kind_of(const struct gt_btable *t, unsigned c)
{
	struct gt_bview v;

	return gt_bview_block(t, 0, &v) ? v.in.heads[GT_COLUMN_SIZE * c + GT_COLUMN_KIND] : GT_KIND_OPEN;
}

static void test_few(size_t n)
{
	static const uint8_t columns[] = { GT_COL(call, g), GT_COL(call, stack), GT_COL(call, flags) };
	struct gt_trace *t = synth_trace();
	struct gt_btable *table = &t->store.tables[GT_T_CALLS];
	struct few want[ROWS];
	struct rnd r = { n + 1 };

	gt_parts_find_or_add(&t->store, 0, 0);
	for (uint32_t i = 0; i < ROWS; i++) {
		want[i] = fews[n].make(&r);
		GT_ADD_ROW(&t->store, CALLS, call, 0, .t0 = i, .dur = 1, .g = want[i].g, .stack = want[i].stack,
			   .flags = want[i].flags);
	}
	tap_is_u64(compare_few(table, want), 0, "%s: while the last block is open", fews[n].name);
	synth_trace_finish(t);
	tap_is_u64(compare_few(table, want), 0, "finished");
	for (size_t i = 0; i < GT_COUNT(columns); i++)
		tap_is_u64(kind_of(table, columns[i]), fews[n].kinds[i], "of this kind");
	synth_trace_close(t);
}

TAP_TEST(cases)
{
	for (size_t i = 0; i < GT_COUNT(cases); i++)
		test_case(i);
	for (size_t i = 0; i < GT_COUNT(fews); i++)
		test_few(i);
}

/* Sorting: tables with and without bulk keys, in one thread and in several. */
#include "analysis/table/sort.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/radix.h"
#include "base/xalloc.h"
#include "fake.h"
#include "tap/tap.h"

enum { SMALL = 3000, MANY = 300000, SAMPLED = 1 << 20 };

static const char *const names[] = { "pear", "apple", "", "Zoo", "appl", "é" };

/* ---- a table whose keys are read many at a time ---- */

struct bulk {
	struct gt_table head;
	const struct fake_row *rows;
	uint64_t stops;        /* keys are not known from this row on; 0: they are */
};

/* A text has several numbers, as two strings of a trace can be equal. */
static uint64_t number_of_name(const char *name, uint64_t row)
{
	for (uint64_t i = 0; i < GT_COUNT(names); i++)
		if (!strcmp(names[i], name))
			return (i << 40) + row % 3;
	return UINT64_MAX;
}

static uint32_t bulk_keys(struct gt_table *t, uint64_t row, uint32_t n, unsigned col, uint64_t *keys, uint8_t *absent)
{
	const struct bulk *b = (const struct bulk *)t;

	if (b->stops && row + n > b->stops)
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct fake_row *r = &b->rows[row + i];

		keys[i] = col == FAKE_N ? r->n : col == FAKE_DUR ? (uint64_t)r->dur
			: r->name ? number_of_name(r->name, row + i) : 7;
		absent[i] = col == FAKE_N ? r->n == GT_NONE : col == FAKE_DUR ? r->dur == GT_NO_TIME : !r->name;
	}
	return n;
}

static int bulk_twin(struct gt_table *t, struct gt_table *of)
{
	((struct bulk *)t)->rows = ((struct bulk *)of)->rows;
	((struct bulk *)t)->stops = ((struct bulk *)of)->stops;
	return 0;
}

/* ---- what it should be ---- */

static struct {
	const struct fake_row *rows;
	const struct gt_sort_key *keys;
	unsigned nkeys;
} order;

static int by_column(const struct fake_row *x, const struct fake_row *y, int col)
{
	switch (col) {
	case FAKE_N: return x->n < y->n ? -1 : x->n > y->n;
	case FAKE_DUR: return x->dur < y->dur ? -1 : x->dur > y->dur;
	default: return strcmp(x->name, y->name);
	}
}

static bool is_absent(const struct fake_row *r, int col)
{
	return col == FAKE_N ? r->n == GT_NONE : col == FAKE_DUR ? r->dur == GT_NO_TIME : !r->name;
}

static int in_order(uint32_t x, uint32_t y)
{
	for (unsigned i = 0; i < order.nkeys; i++) {
		int col = order.keys[i].col, d;
		bool no_x = is_absent(&order.rows[x], col), no_y = is_absent(&order.rows[y], col);

		d = no_x || no_y ? no_x - no_y : by_column(&order.rows[x], &order.rows[y], col);
		if (d && !no_x && !no_y && order.keys[i].desc)
			d = -d;
		if (d)
			return d;
	}
	return x < y ? -1 : x > y;
}

/* ---- tables ---- */

static uint64_t seed = 1;

static uint64_t random_number(void)
{
	seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return seed >> 16 ^ seed << 20;
}

/* Of numbers all bits are in use, and the extremes; durations are often equal; one of them in 64 is absent. */
static void fill(struct fake_row *r, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		uint64_t x = random_number();

		r[i].n = x % 64 == 0 ? GT_NONE : x % 64 == 1 ? 0 : x % 64 == 2 ? GT_NONE - 1 : random_number();
		r[i].dur = (int64_t)(random_number() << 30) >> 30 >> (x >> 8) % 30;
		r[i].dur = x >> 20 & 63 ? r[i].dur : GT_NO_TIME;
		r[i].name = x >> 30 & 63 ? names[(x >> 40) % GT_COUNT(names)] : NULL;
	}
}

/* How many rows do not come after the one before, or are not there once. */
static uint64_t wrong_places(struct gt_table *t, const struct fake_row *r, const struct gt_view_options *opt)
{
	uint64_t n = opt->only ? opt->nonly : t->rows, wrong = 0;
	uint32_t *got = gt_xcalloc(n, sizeof *got);
	uint8_t *left = gt_xcalloc(t->rows, 1);

	for (uint64_t i = 0; i < n; i++) {
		got[i] = opt->only ? opt->only[i] : (uint32_t)i;
		left[got[i]] = 1;
	}
	order.rows = r;
	order.keys = opt->sort;
	order.nkeys = opt->nsort;
	if (gt_sort_rows(t, got, n, opt->sort, opt->nsort, opt, NULL))
		return n;
	for (uint64_t i = 0; i < n; i++) {
		wrong += !left[got[i]] || (i && in_order(got[i - 1], got[i]) >= 0);
		left[got[i]] = 0;
	}
	free(left);
	free(got);
	return wrong;
}

static const struct gt_view_options orders[] = {
	{ .sort = { { FAKE_N, false } }, .nsort = 1 },
	{ .sort = { { FAKE_N, true } }, .nsort = 1 },
	{ .sort = { { FAKE_DUR, false }, { FAKE_N, true } }, .nsort = 2 },
	{ .sort = { { FAKE_NAME, false }, { FAKE_DUR, true } }, .nsort = 2 },
	{ .sort = { { FAKE_NAME, true }, { FAKE_DUR, false }, { FAKE_N, false } }, .nsort = 3 },
};

static void test_orders(struct gt_table *t, const struct fake_row *r, const char *what)
{
	for (unsigned i = 0; i < GT_COUNT(orders); i++)
		tap_is_u64(wrong_places(t, r, &orders[i]), 0, "%s, order %u", what, i);
}

/* Every other row, and a few. */
static void test_some(struct gt_table *t, const struct fake_row *r, const char *what)
{
	uint32_t *some = gt_xcalloc(t->rows, sizeof *some);
	struct gt_view_options opt = orders[4];

	for (uint32_t i = 0; i < t->rows / 2; i++)
		some[i] = 2 * i + 1;
	opt.only = some;
	opt.nonly = t->rows / 2;
	tap_is_u64(wrong_places(t, r, &opt), 0, "%s, half of the rows", what);
	opt.nonly = 9;
	tap_is_u64(wrong_places(t, r, &opt), 0, "%s, nine rows", what);
	free(some);
}

/* Only a few are equal by the first column, so the others are asked about these. */
static void test_few_ties(struct gt_table *t, struct fake_row *r)
{
	struct gt_view_options opt = { .sort = { { FAKE_N, true }, { FAKE_NAME, false }, { FAKE_DUR, false } },
				       .nsort = 3 };

	for (uint64_t i = 0; i < SAMPLED; i++)
		r[i].n = i % 1000 ? random_number() >> 20 : 1 + i / 100000;
	tap_is_u64(wrong_places(t, r, &opt), 0, "%d rows with few equal ones", SAMPLED);
	for (uint64_t i = 0; i < SAMPLED; i++)
		r[i].n = i;
	tap_is_u64(wrong_places(t, r, &opt), 0, "none is equal");
	for (uint64_t i = 0; i < SAMPLED; i++)
		r[i].n = GT_NONE;
	tap_is_u64(wrong_places(t, r, &opt), 0, "all are absent");
}

/* ---- radix ---- */

static bool never(void *arg, uint64_t done)
{
	(void)arg;
	(void)done;
	return false;
}

TAP_TEST(radix)
{
	uint64_t *from = gt_xcalloc(MANY, sizeof *from), *v = gt_xcalloc(2 * MANY, sizeof *v), wrong;
	struct gt_team stopped = { .n = 3, .go_on = never };
	struct gt_radix r = { .team = &stopped, .v = v, .spare = v + MANY, .n = MANY, .bits = 64 };

	tap_ok(!gt_radix_sort(&r), "a team that is stopped does not sort");
	for (unsigned n = 1; n <= GT_WORKERS; n++) {
		struct gt_team team = { .n = n };

		/* Sorted by the bits 19 to 51 only; places below them tell what is stable. */
		r = (struct gt_radix) { .team = &team, .v = v, .spare = v + MANY, .n = MANY, .low = 19, .bits = 33 };
		for (uint64_t i = 0; i < MANY; i++)
			v[i] = (n == 1 ? from[i] = random_number() << 33 >> 12 | i : from[i]);
		wrong = !gt_radix_sort(&r);
		for (uint64_t i = 1; i < MANY; i++)
			wrong += r.v[i - 1] >= r.v[i];
		tap_is_u64(wrong, 0, "%u threads sort and keep the order of equal ones", n);
	}
	free(from);
	free(v);
}

TAP_TEST(tables)
{
	struct fake_row *r = gt_xcalloc(SAMPLED, sizeof *r);
	struct gt_column columns[FAKE_COLS];
	struct gt_report report = fake_report;
	struct gt_table *slow = fake_open(r, SMALL);
	struct bulk b = { .head = { .report = &report, .rows = MANY }, .rows = r };

	memcpy(columns, fake_report.columns, sizeof columns);
	for (unsigned i = 0; i <= FAKE_NAME; i++)
		columns[i].flags |= GT_COL_BULK;
	report.columns = columns;
	report.ops.keys = bulk_keys;
	report.ops.twin = bulk_twin;
	fill(r, SAMPLED);
	test_orders(slow, r, "cell by cell");
	test_some(slow, r, "cell by cell");
	test_orders(&b.head, r, "many at a time");
	test_some(&b.head, r, "many at a time");
	b.stops = MANY / 2;
	test_orders(&b.head, r, "many at a time, up to a row");
	b.stops = 0;
	b.head.rows = SAMPLED;
	test_few_ties(&b.head, r);
	gt_table_close(slow);
	gt_buf_release(&b.head.text);
	free(r);
}

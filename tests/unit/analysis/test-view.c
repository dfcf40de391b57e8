/* Views: order, ties, absent values, filters, time ranges, limits, and a large table against qsort. */
#include "analysis/reports/registry.h"
#include "analysis/table/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/xalloc.h"
#include "fake.h"
#include "tap/tap.h"

#define NONE GT_NO_TIME

static const struct fake_row rows[] = {
	/* n, dur, name, on, start, end, tag, sync */
	{ 5, 300, "pear", true, 0, 300, "a", 10 },
	{ 3, -20, "apple", false, 50, 60, NULL, NONE },
	{ GT_NONE, 300, NULL, true, 400, NONE, "b", 0 },
	{ 1, NONE, "pear", false, 500, 600, NULL, NONE },
	{ 5, 7, "", true, NONE, 40, "a", NONE },
	{ 2, INT64_MAX, "Zoo", false, 100, 200, NULL, NONE },
};

/* How many rows of the table are not found where they are, or found though they are not shown. */
static unsigned lost_rows(const struct gt_view *v, uint64_t nrows)
{
	uint64_t *places = gt_xcalloc(nrows + 1, sizeof *places);
	unsigned lost = 0;

	for (uint64_t i = 0; i < gt_view_count(v); i++)
		places[gt_view_row(v, i)] = i + 1;
	for (uint64_t row = 0; row <= nrows; row++)
		lost += gt_view_find(v, row) != places[row] - 1;
	free(places);
	return lost;
}

/* The rows of a view, as digits. */
static const char *order_of(struct gt_view *v, uint64_t nrows, struct gt_buf *out)
{
	gt_buf_reset(out);
	for (uint64_t i = 0; i < gt_view_count(v); i++)
		gt_buf_u64(out, gt_view_row(v, i));
	tap_is_int((int)lost_rows(v, nrows), 0, "each row is found at its place");
	gt_view_close(v);
	return gt_buf_str(out);
}

static void is_order(struct gt_table *t, const struct gt_view_options *opt, const char *want, const char *name)
{
	struct gt_buf out = { 0 };
	struct gt_view *v;
	struct gt_error err;

	if (gt_view_open(&v, t, opt, &err))
		tap_fail("%s: %s", name, err.text);
	else
		tap_is_str(order_of(v, t->rows, &out), want, "%s", name);
	gt_buf_release(&out);
}

static void sorted_by(struct gt_table *t, int col, bool desc, const char *want, const char *name)
{
	struct gt_view_options opt = { .sort = { { col, desc } }, .nsort = 1 };

	is_order(t, &opt, want, name);
}

static void test_orders(struct gt_table *t)
{
	struct gt_view_options natural = { .natural = true };
	struct gt_view_options two = { .sort = { { FAKE_NAME, false }, { FAKE_N, false } }, .nsort = 2 };

	is_order(t, NULL, "502413", "the report's order: longest first, then n; absent ones last");
	is_order(t, &natural, "012345", "as the rows come");
	sorted_by(t, FAKE_N, false, "351042", "numbers, ties as they come, absent last");
	sorted_by(t, FAKE_N, true, "041532", "numbers downwards, absent last still");
	sorted_by(t, FAKE_DUR, false, "140253", "signed numbers: -20 first");
	sorted_by(t, FAKE_NAME, false, "451032", "text in the order of bytes, the empty one first");
	sorted_by(t, FAKE_NAME, true, "031542", "text downwards");
	sorted_by(t, FAKE_ON, false, "135024", "no before yes");
	is_order(t, &two, "451302", "two columns");
}

static void test_selection(struct gt_table *t)
{
	struct gt_view_options time = { .natural = true, .limited = true, .from = 50, .to = 400 };
	static const uint32_t some[] = { 0, 3, 5, 6 };
	struct gt_view_options only = { .only = some, .nonly = GT_COUNT(some) };
	struct gt_view_options limit = { .limit = 2 };
	struct gt_view_options filtered = { .limit = 2, .natural = true };
	struct gt_filter *f;
	struct gt_view *v;
	struct gt_buf out = { 0 };
	uint64_t it = 0, row;

	is_order(t, &time, "015", "rows that touch [50, 400): not what ends before or starts at 400");
	time.from = 0;
	is_order(t, &time, "0145", "one without a start reaches back to the beginning");
	time.to = 1000;
	time.from = 700;
	is_order(t, &time, "2", "one without an end to the trace's end");
	is_order(t, &limit, "50", "a limit");

	is_order(t, &only, "503", "only some rows, sorted");
	only.natural = true;
	is_order(t, &only, "035", "as they come; those that the table does not have are left out");

	gt_filter_parse(&f, &fake_report, "on", NULL);
	filtered.filter = f;
	is_order(t, &filtered, "02", "a filter, then the limit");
	gt_view_open(&v, t, &filtered, NULL);
	tap_is_u64(gt_view_matches(v), 3, "matches count before the limit");
	tap_is_u64(gt_view_find(v, 2), 1, "find a row");
	tap_is_u64(gt_view_find(v, 4), UINT64_MAX, "one beyond the limit is not shown");
	tap_is_u64(gt_view_find(v, 1), UINT64_MAX, "nor is one that does not match");
	gt_view_close(v);

	filtered.stream = true;
	gt_view_open(&v, t, &filtered, NULL);
	while (gt_view_next(v, &it, &row))
		gt_buf_u64(&out, row);
	tap_is_str(gt_buf_str(&out), "02", "a stream gives the same rows");
	gt_view_close(v);
	gt_filter_free(f);
	gt_buf_release(&out);
}

struct asked {
	int calls, stop;     /* the call that says no, 0: none */
};

static bool stop(void *arg, uint64_t done, uint64_t total)
{
	struct asked *a = arg;

	(void)done;
	(void)total;
	return ++a->calls < a->stop || !a->stop;
}

/* Wherever it asks whether to go on: it says that it was cancelled, and does not ask again. */
static void test_cancel(struct gt_table *t)
{
	struct asked all = { .stop = 0 };
	struct gt_view_options opt = { .progress = stop, .progress_arg = &all };
	struct gt_view *v;
	int wrong = 0;

	if (tap_is_int(gt_view_open(&v, t, &opt, NULL), 0, "nobody cancels"))
		gt_view_close(v);
	for (int i = 1; i <= all.calls; i++) {
		struct asked some = { .stop = i };

		opt.progress_arg = &some;
		wrong += gt_view_open(&v, t, &opt, NULL) != GT_ERR_CANCELLED || some.calls != i;
	}
	/* Listing the rows; of each key reading, counting, moving and bringing the rows into order. */
	tap_ok(all.calls >= 5, "every phase asks");
	tap_is_int(wrong, 0, "it can be cancelled at each of %d places", all.calls);
}

static void test_errors(struct gt_table *t)
{
	struct gt_view_options opt = { .sort = { { FAKE_TAGS, false } }, .nsort = 1 };
	struct gt_view_options slow = { .progress = stop };
	struct gt_error err = { 0 };
	struct gt_view *v;
	struct asked asked = { .stop = 2 };

	tap_is_int(gt_view_open(&v, t, &opt, &err), GT_ERR_USAGE, "a list has no order");
	slow.progress_arg = &asked;
	tap_is_int(gt_view_open(&v, t, &slow, &err), GT_ERR_CANCELLED, "sorting can be stopped");
	tap_is_int(asked.calls, 2, "when it is asked");
}

/* ---- a large table ---- */

#define LARGE 1500000   /* beyond what scratch arrays keep on the heap */

static const struct fake_row *large;

static int by_dur(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (large[x].dur != large[y].dur)
		return large[x].dur > large[y].dur ? -1 : 1;
	return large[x].n < large[y].n ? -1 : large[x].n > large[y].n ? 1 : x < y ? -1 : x > y;
}

TAP_TEST(large)
{
	struct fake_row *r = gt_xcalloc(LARGE, sizeof *r);
	uint32_t *want = gt_xcalloc(LARGE, sizeof *want);
	uint64_t x = 1, wrong = 0;
	struct gt_table *t;
	struct gt_view *v;

	for (uint32_t i = 0; i < LARGE; i++) {
		x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
		r[i].dur = (int64_t)(x >> 20) >> (x >> 58); /* all sizes, many ties among the small ones */
		r[i].n = x >> 61;
		want[i] = i;
	}
	large = r;
	qsort(want, LARGE, sizeof *want, by_dur);
	t = fake_open(r, LARGE);
	gt_view_open(&v, t, NULL, NULL);
	for (uint32_t i = 0; i < LARGE; i++)
		wrong += gt_view_row(v, i) != want[i];
	tap_is_u64(wrong, 0, "%d rows are sorted as qsort does it", LARGE);
	gt_view_close(v);
	gt_table_close(t);
	free(r);
	free(want);
}

/* ---- every column of every report ---- */

static void test_reports(const char *name)
{
	char *path = gt_xasprintf("%s/testdata/traces/%s", getenv("GT_SRCDIR"), name);
	struct gt_open_options none = { .index = "none" };
	unsigned lost = 0, views = 0;
	struct gt_error err;
	struct gt_trace *trace;
	struct gt_table *t;

	if (gt_trace_open(&trace, path, &none, &err))
		tap_bail("%s: %s", path, err.text);
	for (unsigned i = 0; gt_report_at(i); i++) {
		if (gt_table_open(&t, gt_report_at(i), trace, NULL, NULL))
			continue;       /* of one goroutine, say */
		for (int col = 0; col < (int)t->report->ncolumns; col++) {
			struct gt_view_options opt = { .sort = { { col, col % 2 == 0 } }, .nsort = 1 };
			struct gt_view *v;

			if (t->rows > 4096 || gt_view_open(&v, t, &opt, NULL))
				continue;
			lost += lost_rows(v, t->rows);
			views++;
			gt_view_close(v);
		}
		gt_table_close(t);
	}
	tap_ok(views > 300 && lost == 0, "%s: %u rows not found in %u views of reports", name, lost, views);
	gt_trace_close(trace);
	free(path);
}

TAP_TEST(rows)
{
	struct gt_table *t = fake_open(rows, GT_COUNT(rows)), *empty = fake_open(rows, 0);

	test_orders(t);
	test_selection(t);
	test_errors(t);
	test_cancel(t);
	is_order(empty, NULL, "", "no rows");
	gt_table_close(empty);
	gt_table_close(t);
}

TAP_TEST(recorded)
{
	test_reports("go1.27/greedy.trace");
	test_reports("go1.19/gc.trace");
}

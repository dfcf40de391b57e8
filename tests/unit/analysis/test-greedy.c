/* The slice table, its order, its parts at calls and the longest slices, against plain loops over random slices. */
#include "analysis/slices/greedy.h"

#include <stdio.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/reports.h"
#include "analysis/table/view.h"
#include "base/xalloc.h"
#include "randslices.h"
#include "tap/tap.h"

static const struct randslices *by_length_of;

static uint64_t goroutine_id(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g = { 0 };

	gt_goroutine_get(t, row, &g);
	return g.id;
}

static uint64_t proc_id(const struct gt_trace *t, uint32_t proc_row)
{
	struct gt_proc p = { 0 };

	gt_proc_get(t, proc_row, &p);
	return p.id;
}

#define ORDER(a, b) \
	do { \
		if ((a) != (b)) \
			return (a) < (b) ? -1 : 1; \
	} while (0)

/* Longest first, ties by start, P, G. */
static int by_length(const void *a, const void *b)
{
	const struct gt_slice *x = *(const struct gt_slice *const *)a, *y = *(const struct gt_slice *const *)b;
	const struct gt_trace *t = by_length_of->t;

	ORDER(y->t1 - y->seen, x->t1 - x->seen);
	ORDER(x->seen, y->seen);
	ORDER(proc_id(t, x->proc_row), proc_id(t, y->proc_row));
	ORDER(goroutine_id(t, x->g), goroutine_id(t, y->g));
	return 0;
}

static const struct gt_slice **sorted_slices(const struct randslices *s)
{
	const struct gt_slice **v = gt_xcalloc(s->nslices + 1, sizeof *v);

	for (uint32_t i = 0; i < s->nslices; i++)
		v[i] = &s->slices[i];
	by_length_of = s;
	qsort(v, s->nslices, sizeof *v, by_length);
	return v;
}

static bool same(const struct gt_slice_part *st, const struct gt_slice *s)
{
	return st->slice.id == s->id && st->t0 == s->seen && st->t1 == s->t1;
}

static void test_top(const struct randslices *s, const struct gt_slice **want)
{
	static const size_t counts[] = { 0, 1, 2, 10, 100, 1000, 1000000 };
	struct gt_slice_part *got = gt_xcalloc(s->nslices + 1, sizeof *got);

	for (size_t i = 0; i < GT_COUNT(counts); i++) {
		size_t n = counts[i] < s->nslices ? counts[i] : s->nslices, wrong = 0;

		tap_is_u64(gt_greedy_top(s->t, n, got), n, "the %zu longest", n);
		for (size_t k = 0; k < n; k++)
			wrong += !same(&got[k], want[k]);
		tap_is_u64(wrong, 0, "in order");
	}
	free(got);
}

static void test_table(const struct randslices *s, const struct gt_slice **want)
{
	struct gt_table *t;
	struct gt_view *v;
	uint64_t wrong = 0, lost = 0;

	gt_table_open(&t, &gt_report_greedy, s->t, NULL, NULL);
	tap_is_u64(t->rows, s->nslices, "a row for every slice");
	gt_view_open(&v, t, NULL, NULL);
	for (uint32_t i = 0; i < s->nslices; i++) {
		uint64_t row = gt_view_row(v, i);
		struct gt_slice_part st;

		gt_greedy_get(t, row, &st);
		wrong += !same(&st, want[i]);
		lost += gt_greedy_row(t, st.slice.id) != row;
	}
	tap_is_u64(wrong, 0, "sorted as the plain sort does it");
	tap_is_u64(lost, 0, "every slice's row is found");
	gt_view_close(v);
	gt_table_close(t);
}

static void test_window(const struct randslices *s, int64_t from, int64_t to)
{
	struct gt_table_args args = { .limited = true, .from = from, .to = to };
	uint64_t want = 0, outside = 0;
	struct gt_table *t;

	for (uint32_t i = 0; i < s->nslices; i++)
		want += s->slices[i].t1 > from && s->slices[i].seen < to;
	gt_table_open(&t, &gt_report_greedy, s->t, &args, NULL);
	for (uint64_t row = 0; row < t->rows; row++) {
		struct gt_slice_part st;

		gt_greedy_get(t, row, &st);
		outside += st.t1 <= from || st.t0 >= to || gt_greedy_row(t, st.slice.id) != row;
	}
	tap_is_u64(outside, 0, "only rows inside the window");
	tap_is_u64(t->rows, want, "and all of them: %u", (unsigned)want);
	gt_table_close(t);
}

/* What a slice leaves when its calls are cut out; after one that it did not come back from nothing. */
static uint64_t plain_parts(const struct randslices *s, uint32_t i, int64_t *sum)
{
	bool lost = false, cut = s->slices[i].flags & GT_SLICE_CUT;
	int64_t at = s->slices[i].seen;
	uint64_t parts = 0;

	for (uint32_t c = s->first_call[i]; c < s->first_call[i + 1]; c++) {
		/* There is nothing before a call that was going on when the trace began. */
		if (!lost && (c > s->first_call[i] || !cut || s->calls[c].known_start)) {
			*sum += s->calls[c].t0 - at;
			parts++;
		}
		at = s->calls[c].t1;
		lost = s->calls[c].lost;
	}
	if (lost)
		return parts;
	*sum += s->slices[i].t1 - at;
	return parts + 1;
}

static void test_split(const struct randslices *s)
{
	struct gt_table_args args = { .limited = false };
	uint64_t rows = 0, wrong = 0;
	struct gt_table *t;
	int64_t sum = 0;
	bool first;

	gt_greedy_args_in(&args)->split = true;
	for (uint32_t i = 0; i < s->nslices; i++)
		rows += plain_parts(s, i, &sum);
	gt_table_open(&t, &gt_report_greedy, s->t, &args, NULL);
	tap_is_u64(t->rows, rows, "parts: one more than calls that returned");
	for (uint64_t row = 0; row < t->rows; row++) {
		struct gt_slice_part st;

		gt_greedy_get(t, row, &st);
		sum -= st.t1 - st.t0;
		first = row == gt_greedy_row(t, st.slice.id);
		wrong += st.t1 < st.t0 ||
			 (first ? st.part && !gt_slice_began_in_call(s->t, &st.slice) : st.part == 0);
	}
	tap_is_int(sum, 0, "they last as long as the slices without their calls");
	tap_is_u64(wrong, 0, "they are numbered, and do not run backwards");
	gt_table_close(t);
}

static void test_runs(const struct randslices *s)
{
	uint64_t wrong = 0;

	for (uint32_t i = 0; i < s->nslices; i++) {
		int64_t seen = s->slices[i].seen, at = seen, max = 0, in = 0, run, call;
		struct gt_slice slice;

		for (uint32_t c = s->first_call[i]; c < s->first_call[i + 1]; c++) {
			const struct gt_syscall *k = &s->calls[c];

			max = k->t0 - at > max ? k->t0 - at : max;
			in += k->t1 - (k->t0 > seen ? k->t0 : seen);
			at = k->t1;
		}
		max = s->slices[i].t1 - at > max ? s->slices[i].t1 - at : max;
		gt_slice_get(s->t, s->slices[i].id, &slice);
		gt_slice_runs(s->t, &slice, &run, &call);
		wrong += run != max || call != in;
	}
	tap_is_u64(wrong, 0, "longest runs and time in calls");
}

/* -1, 0, 1; absent cells come last. */
static int compare_cells(struct gt_table *t, uint64_t a, uint64_t b, unsigned col)
{
	char text[2][64] = { "", "" };
	struct gt_cell x, y;

	gt_table_cell(t, a, col, &x);
	if (!x.null && x.kind == GT_KIND_STRING)
		snprintf(text[0], sizeof text[0], "%.*s", (int)x.n, x.s);
	gt_table_cell(t, b, col, &y);
	if (!y.null && y.kind == GT_KIND_STRING)
		snprintf(text[1], sizeof text[1], "%.*s", (int)y.n, y.s);
	if (x.null || y.null)
		return x.null - y.null;
	switch (x.kind) {
	case GT_KIND_STRING: return strcmp(text[0], text[1]);
	case GT_KIND_BOOL: return x.b - y.b;
	case GT_KIND_DUR:
	case GT_KIND_TIME: return (x.i > y.i) - (x.i < y.i);
	default: return (x.u > y.u) - (x.u < y.u);
	}
}

/* By every column, many rows read at a time: as their cells, ties as they come. */
static void test_sorts(const struct randslices *s)
{
	uint64_t wrong = 0;
	struct gt_table *t;

	gt_table_open(&t, &gt_report_greedy, s->t, NULL, NULL);
	for (unsigned col = 0; col < gt_report_greedy.ncolumns; col++) {
		struct gt_view_options opt = { .sort = { { (int)col, false } }, .nsort = 1 };
		struct gt_view *v;

		if (!gt_kind_has_order(gt_report_greedy.columns[col].kind))
			continue;
		gt_view_open(&v, t, &opt, NULL);
		for (uint64_t i = 1; i < gt_view_count(v); i++) {
			uint64_t a = gt_view_row(v, i - 1), b = gt_view_row(v, i);
			int order = compare_cells(t, a, b, col);

			wrong += order > 0 || (order == 0 && a > b);
		}
		gt_view_close(v);
	}
	tap_is_u64(wrong, 0, "sorted by every column, stably");
	gt_table_close(t);
}

/* The first rows of a limit, found without sorting the others: those of the whole order. */
static void test_limits(const struct randslices *s, const struct gt_table_args *args)
{
	static const uint64_t limits[] = { 1, 5, 60 };
	uint64_t wrong = 0;
	struct gt_table *t;

	gt_table_open(&t, &gt_report_greedy, s->t, args, NULL);
	for (unsigned i = 0; i < 2 * gt_report_greedy.ncolumns * GT_COUNT(limits); i++) {
		unsigned col = i / 2 % gt_report_greedy.ncolumns;
		struct gt_view_options opt = {
			.sort = { { (int)col, i % 2 }, { GT_GREEDY_START, false } }, .nsort = 2,
			.limited = args->limited, .from = args->from, .to = args->to,
		};
		struct gt_view *all, *some;

		if (!gt_kind_has_order(gt_report_greedy.columns[col].kind))
			continue;
		gt_view_open(&all, t, &opt, NULL);
		opt.limit = limits[i % GT_COUNT(limits)];
		gt_view_open(&some, t, &opt, NULL);
		wrong += gt_view_matches(some) != gt_view_count(all);
		wrong += gt_view_count(some) != (gt_view_count(all) < opt.limit ? gt_view_count(all) : opt.limit);
		for (uint64_t k = 0; k < gt_view_count(some); k++)
			wrong += gt_view_row(some, k) != gt_view_row(all, k);
		gt_view_close(some);
		gt_view_close(all);
	}
	tap_is_u64(wrong, 0, "the first rows by every column, of %" PRIu64, t->rows);
	gt_table_close(t);
}

/* Rows that one test sorts out many at a time: those that match one by one. */
static void test_filters(const struct randslices *s)
{
	static const char *const filters[] = {
		"dur_ns>20", "dur_ns<=20 && g!=3", "func~f && wait_ns>5", "wait_ns!=7", "!(dur_ns>20)", "wait_ns",
		"(start_ns>=1000 || open) && run_max_ns<50", "start_ns<1us && end_ns>2",
	};
	struct gt_table *t;
	uint64_t wrong = 0;

	gt_table_open(&t, &gt_report_greedy, s->t, NULL, NULL);
	for (size_t i = 0; i < GT_COUNT(filters); i++) {
		struct gt_view_options opt = { .natural = true };
		struct gt_filter *f;
		struct gt_view *v;
		uint64_t at = 0;

		tap_ok(!gt_filter_parse(&f, &gt_report_greedy, filters[i], NULL), "filter %s", filters[i]);
		opt.filter = f;
		gt_view_open(&v, t, &opt, NULL);
		for (uint64_t row = 0; row < t->rows; row++)
			if (gt_filter_match(f, t, row))
				wrong += at >= gt_view_count(v) || gt_view_row(v, at++) != row;
		wrong += at != gt_view_count(v);
		gt_view_close(v);
		gt_filter_free(f);
	}
	tap_is_u64(wrong, 0, "filters show the rows that match");
	gt_table_close(t);
}

static void test_all(uint64_t seed, uint32_t procs, uint32_t goroutines, uint32_t slices, bool jumps)
{
	struct gt_table_args split = { .limited = true, .from = 1000, .to = 5000 };
	struct randslices s;
	const struct gt_slice **sorted;

	tap_diag("%u slices of %u goroutines on %u Ps%s", slices, goroutines, procs, jumps ? ", long times" : "");
	randslices_open(&s, seed, procs, goroutines, slices, jumps);
	sorted = sorted_slices(&s);
	test_top(&s, sorted);
	test_table(&s, sorted);
	test_window(&s, 1000, 50000);
	test_window(&s, 777, 778);
	test_window(&s, INT64_MIN, 0);
	test_split(&s);
	test_runs(&s);
	test_sorts(&s);
	test_filters(&s);
	test_limits(&s, &(struct gt_table_args){ .limited = false });
	test_limits(&s, &(struct gt_table_args){ .limited = true, .from = 1000, .to = 50000 });
	gt_greedy_args_in(&split)->split = true;
	test_limits(&s, &split);
	free(sorted);
	randslices_close(&s);
}

TAP_TEST(random)
{
	test_all(1, 4, 20, 20000, false);
	test_all(2, 1, 3, 700, true);
	test_all(3, 40, 500, 30000, true);
}

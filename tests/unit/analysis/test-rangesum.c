/* The sums of an interval against plain loops over random slices. */
#include "analysis/findings/rangesum.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/reports.h"
#include "base/xalloc.h"
#include "index/store/state.h"
#include "randslices.h"
#include "tap/tap.h"

/* The same, looked up the slow way. */
struct sums {
	int64_t busy, *proc_busy, *g_ns;
	uint64_t slices, *g_slices;
};

static void add_up(const struct randslices *r, int64_t from, int64_t to, struct sums *out)
{
	for (uint32_t i = 0; i < r->nslices; i++) {
		const struct gt_slice *s = &r->slices[i];
		int64_t a = s->t0 > from ? s->t0 : from, b = s->t1 < to ? s->t1 : to;

		if (s->t1 <= from || s->t0 >= to)
			continue;
		out->busy += b - a;
		out->proc_busy[s->proc_row] += b - a;
		out->slices++;
		out->g_ns[s->g] += b - a;
		out->g_slices[s->g]++;
	}
}

/* The goroutine that comes at a place, by time, then row; UINT32_MAX: no more of them. */
static uint32_t nth(const struct sums *want, uint32_t goroutines, size_t n)
{
	for (uint32_t g = 0; g < goroutines; g++) {
		size_t before = 0;

		for (uint32_t h = 0; want->g_slices[g] && h < goroutines; h++)
			before += want->g_slices[h] && (want->g_ns[h] > want->g_ns[g] ||
							(want->g_ns[h] == want->g_ns[g] && h < g));
		if (want->g_slices[g] && before == n)
			return g;
	}
	return UINT32_MAX;
}

static bool same_top(const struct gt_rangesum *s, const struct sums *want, uint32_t goroutines)
{
	struct gt_rangesum_g top[5];
	size_t n = gt_rangesum_top(s, GT_COUNT(top), top);

	for (size_t i = 0; i < GT_COUNT(top); i++) {
		uint32_t g = nth(want, goroutines, i);

		if (i >= n)
			return g == UINT32_MAX;
		if (top[i].g != g || top[i].ns != want->g_ns[g] || top[i].slices != want->g_slices[g])
			return false;
	}
	return true;
}

static int64_t total(const struct gt_item *items, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(items[i].key, key))
			return items[i].value.null ? 0 : items[i].value.i;
	return -1;
}

/* As the report with --from and --to has them: in its sums, and row by row. */
static bool same_waits(const struct randslices *r, const struct gt_rangesum *s)
{
	struct gt_table_args args = { .limited = true, .from = s->from, .to = s->to };
	const struct gt_sweep_waits *w = &s->sweep.waits;
	const struct gt_item *items;
	struct gt_table *t;
	struct gt_cell c;
	int64_t sum = 0, max = 0;
	size_t n;
	bool same;

	if (gt_table_open(&t, &gt_report_sched, r->t, &args, NULL))
		return false;
	for (uint64_t row = 0; row < t->rows; row++) {
		gt_table_cell(t, row, (unsigned)gt_report_column(t->report, "dur", 3), &c);
		sum += c.i;
		max = c.i > max ? c.i : max;
	}
	n = t->report->ops.totals(t, &items);
	same = t->rows == w->n && sum == w->sum && max == w->max && total(items, n, "waits") == (int64_t)w->n &&
	       total(items, n, "sum_ns") == w->sum && total(items, n, "idle_wait_ns") == s->sweep.idle.wait;
	gt_table_close(t);
	return same;
}

static void compare(const struct randslices *r, uint32_t procs, uint32_t goroutines, int64_t from, int64_t to)
{
	struct sums want = {
		.proc_busy = gt_xcalloc(procs, sizeof(int64_t)), .g_ns = gt_xcalloc(goroutines, sizeof(int64_t)),
		.g_slices = gt_xcalloc(goroutines, sizeof(uint64_t)),
	};
	struct gt_blame_index blames = { 0 };
	struct gt_rangesum s;
	int64_t busy = 0;
	bool same = true;

	add_up(r, from, to, &want);
	gt_blame_index_update(&blames, r->t, 0);
	gt_rangesum_begin(&s, r->t, &blames, from, to);
	for (uint32_t i = 0; i < s.nprocs; i++) {
		same &= s.procs[i].busy == want.proc_busy[s.procs[i].proc_row];
		busy += s.procs[i].busy;
	}
	tap_ok(same && busy == want.busy && s.busy == busy && s.slices == want.slices,
	       "%lld .. %lld: the Ps, at once", (long long)from, (long long)to);
	while (!gt_rangesum_step(&s))
		;
	tap_ok(s.sweep.seen == want.slices && same_top(&s, &want, goroutines), "%lld .. %lld: goroutines",
	       (long long)from, (long long)to);
	tap_ok(same_waits(r, &s), "%lld .. %lld: %llu waits", (long long)from, (long long)to,
	       (unsigned long long)s.sweep.waits.n);
	gt_rangesum_release(&s);
	gt_blame_index_release(&blames);
	free(want.proc_busy);
	free(want.g_ns);
	free(want.g_slices);
}

static void test_random(uint64_t seed, uint32_t procs, uint32_t goroutines, uint32_t slices)
{
	struct randslices r;
	int64_t end = 1;

	randslices_open(&r, seed, procs, goroutines, slices, seed % 2);
	for (uint32_t i = 0; i < slices; i++)
		end = r.slices[i].t1 > end ? r.slices[i].t1 : end;
	r.t->info.duration = r.t->info.horizon = end + 30;
	compare(&r, procs, goroutines, 0, end + 1);
	for (int64_t i = 0; i < 10; i++)
		compare(&r, procs, goroutines, end / 11 * i, end / 11 * i + end / 5);
	/* From the start of one slice to the end of another; inside one; where nothing is. */
	compare(&r, procs, goroutines, r.slices[slices / 3].t0, r.slices[slices / 2].t1);
	compare(&r, procs, goroutines, r.slices[0].t0, r.slices[0].t0 + 1);
	compare(&r, procs, goroutines, end + 10, end + 20);
	randslices_close(&r);
}

TAP_TEST(sizes)
{
	test_random(1, 1, 1, 10);
	test_random(2, 4, 20, 3000);
	test_random(3, 9, 300, 20000);
}

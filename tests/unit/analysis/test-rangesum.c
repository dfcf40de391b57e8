/* The sums of an interval against plain loops over random slices. */
#include "analysis/rangesum.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "randslices.h"
#include "tap/tap.h"

/* The same, looked up the slow way. */
struct sums {
	int64_t busy, *proc_busy, *g_ns;
	uint64_t slices, *g_slices, waits;
	int64_t wait_max;
};

static void add_up(const struct randslices *r, int64_t from, int64_t to, struct sums *out)
{
	for (uint32_t i = 0; i < r->nslices; i++) {
		const struct gt_slice *s = &r->slices[i];
		int64_t a = s->t0 > from ? s->t0 : from, b = s->t1 < to ? s->t1 : to;

		if (s->t1 <= from || s->t0 >= to)
			continue;
		out->busy += b - a;
		out->proc_busy[s->part] += b - a;
		out->slices++;
		out->g_ns[s->g] += b - a;
		out->g_slices[s->g]++;
		if (s->t0 < from || s->ready == GT_NO_TIME || s->ready >= s->t0)
			continue;
		out->waits++;
		if (s->t0 - s->ready > out->wait_max)
			out->wait_max = s->t0 - s->ready;
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

static bool same_waits(const struct gt_rangesum *s, const struct sums *want)
{
	struct gt_slice slice;

	if (s->waits != want->waits || s->wait_max != want->wait_max)
		return false;
	if (!s->waits)
		return s->wait_slice == GT_NO_ROW;
	return gt_slice_get(s->trace, s->wait_slice, &slice) && slice.t0 - slice.ready == s->wait_max;
}

static void compare(const struct randslices *r, uint32_t procs, uint32_t goroutines, int64_t from, int64_t to)
{
	struct sums want = {
		.proc_busy = gt_xcalloc(procs, sizeof(int64_t)), .g_ns = gt_xcalloc(goroutines, sizeof(int64_t)),
		.g_slices = gt_xcalloc(goroutines, sizeof(uint64_t)),
	};
	struct gt_rangesum s;
	int64_t busy = 0;
	bool same = true;

	add_up(r, from, to, &want);
	gt_rangesum_begin(&s, r->t, from, to);
	for (uint32_t i = 0; i < s.nprocs; i++) {
		same &= s.procs[i].busy == want.proc_busy[s.procs[i].part];
		busy += s.procs[i].busy;
	}
	tap_ok(same && busy == want.busy && s.busy == busy && s.slices == want.slices,
	       "%lld .. %lld: the Ps, at once", (long long)from, (long long)to);
	while (!gt_rangesum_step(&s))
		;
	tap_ok(s.walked == want.slices && same_top(&s, &want, goroutines), "%lld .. %lld: goroutines",
	       (long long)from, (long long)to);
	tap_ok(same_waits(&s, &want), "%lld .. %lld: %llu waits", (long long)from, (long long)to,
	       (unsigned long long)want.waits);
	gt_rangesum_release(&s);
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
	compare(&r, procs, goroutines, 0, end + 1);
	for (int64_t i = 0; i < 10; i++)
		compare(&r, procs, goroutines, end / 11 * i, end / 11 * i + end / 5);
	/* From the start of one slice to the end of another; inside one; where nothing is. */
	compare(&r, procs, goroutines, r.slices[slices / 3].t0, r.slices[slices / 2].t1);
	compare(&r, procs, goroutines, r.slices[0].t0, r.slices[0].t0 + 1);
	compare(&r, procs, goroutines, end + 10, end + 20);
	randslices_close(&r);
}

int main(void)
{
	test_random(1, 1, 1, 10);
	test_random(2, 4, 20, 3000);
	test_random(3, 9, 300, 20000);
	return tap_done();
}

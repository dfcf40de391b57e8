/* Long waits, searched and looked up the slow way. */
#include "tap/tap.h"
#include "ui/timeline/waits.h"
#include "unit/index/synth.h"

/* The nearest slice beyond `from` and before `limit` that waited long enough; of equal ones any. */
static int64_t slow(const struct synth *s, int64_t from, int dir, int64_t limit, int64_t wait_ns)
{
	int64_t best = limit;

	for (uint32_t i = 0; i < s->nslices; i++) {
		const struct gt_slice *slice = &s->slices[i];

		if (slice->ready == GT_NO_TIME || slice->t0 - slice->ready < wait_ns)
			continue;
		if (dir > 0 ? slice->t0 > from && slice->t0 < best : slice->t0 < from && slice->t0 > best)
			best = slice->t0;
	}
	return best;
}

static int64_t search(const struct synth *s, int64_t from, int dir, int64_t limit, int64_t wait_ns)
{
	struct gt_tl_waits w;
	struct gt_slice slice;

	gt_tl_waits_begin(&w, s->t, from, dir, limit, wait_ns);
	while (!gt_tl_waits_step(&w))
		;
	gt_tl_waits_release(&w);
	if (!gt_slice_get(s->t, w.slice, &slice))
		return limit;
	return slice.t0 == w.t0 && slice.t0 - slice.ready >= wait_ns ? slice.t0 : -2;
}

static void test_random(uint64_t seed, uint32_t procs, uint32_t slices)
{
	const struct synth_options o = {
		.seed = seed, .procs = procs, .goroutines = 30, .slices = slices, .jumps = seed % 2,
	};
	struct synth s;
	struct rnd r = { seed };
	int64_t end = 0, longest = 0, wrong = 0, found = 0;

	synth_open(&s, &o);
	synth_add(&s, slices);
	synth_finish(&s);
	for (uint32_t i = 0; i < slices; i++) {
		const struct gt_slice *slice = &s.slices[i];

		end = slice->t1 > end ? slice->t1 : end;
		if (slice->ready != GT_NO_TIME && slice->t0 - slice->ready > longest)
			longest = slice->t0 - slice->ready;
	}
	for (int i = 0; i < 300; i++) {
		int dir = i % 2 ? 1 : -1;
		int64_t from = (int64_t)rnd_below(&r, (uint64_t)end), limit = dir > 0 ? INT64_MAX : -1;
		int64_t wait = longest - (int64_t)rnd_below(&r, (uint64_t)longest / 4 + 1), got;

		if (i % 3 == 0)
			limit = dir > 0 ? from + end / 20 : from - end / 20;
		if (i % 5 == 0)
			wait = longest + 1;
		got = search(&s, from, dir, limit, wait);
		wrong += got != slow(&s, from, dir, limit, wait);
		found += got != limit;
	}
	tap_is_int(wrong, 0, "%u slices on %u Ps: the same waits", slices, procs);
	tap_ok(found > 10 && found < 290, "some of them there, some not (%lld)", (long long)found);
	synth_close(&s);
}

TAP_TEST(sizes)
{
	test_random(1, 1, 500);
	test_random(2, 4, 5000);
	test_random(3, 7, 20000);
}

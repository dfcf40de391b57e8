/* Who runs alone while others wait, in traces made by hand: many short phases count, the last of several does not. */
#include <inttypes.h>
#include <string.h>

#include "analysis/findings/findkind.h"
#include "stops.h"
#include "tap/tap.h"

#define MS INT64_C(1000000)
#define ROUND (40 * MS)
#define WORKERS 2u

/* The findings of this kind: function, ns, how many times, the longest. */
static void is_alone(const struct scene *s, const char *want, const char *what)
{
	struct gt_findings f;
	struct gt_buf out = { 0 };

	gt_findings_begin(&f, s->t, NULL, 0, INT64_MAX);
	while (gt_findings_step(&f, NULL))
		;
	gt_findings_list(&f);
	for (size_t i = 0; i < f.n; i++) {
		size_t n;
		const char *func = gt_trace_string(f.trace, f.v[i].func, &n);

		if (f.v[i].kind == GT_FINDING_ALONE)
			gt_buf_printf(&out, "%.*s %" PRId64 " ms, %" PRIu64 " times, %" PRId64 " ms\n", (int)n, func,
				      f.v[i].cost / MS, f.v[i].count, f.v[i].max / MS);
	}
	tap_is_str(out.len ? gt_buf_str(&out) : "", want, "%s", what);
	gt_buf_release(&out);
	gt_findings_release(&f);
}

/*
 * A second on two Ps.  In each round main.lead runs for `lead` ms, then it wakes two of main.a: one works for 10 ms,
 * the other for 10 ms and `tail` more.  That one wakes main.lead, which runs in pieces of `piece` ms between which it
 * waits.
 */
static void work(struct scene *s, int64_t lead, int64_t piece, int64_t tail)
{
	uint32_t leader;

	scene_open(s, GT_FORMAT_V2, 26);
	scene_lasts(s, 1000 * MS);
	scene_gomaxprocs(s, 0, WORKERS);
	for (uint32_t p = 0; p < WORKERS; p++)
		scene_run(s, p, 0, 1000 * MS);
	leader = scene_created(s, "main.lead", 0);
	for (int64_t t = 0; t < 1000 * MS; t += ROUND) {
		int64_t end = t + lead * MS;

		for (int64_t x = t; x < end; x += piece * MS + 2 * MS)
			scene_woken(s, 0, leader, x, x + piece * MS < end ? x + piece * MS : end,
				    x == t ? 1 : GT_NO_ROW);
		scene_woken(s, 0, 0, end, end + 10 * MS, leader);
		scene_woken(s, 1, 1, end, end + (10 + tail) * MS, leader);
	}
	scene_finish(s);
}

TAP_TEST(phases)
{
	struct scene s;

	work(&s, 20, 20, 0);
	is_alone(&s, "main.lead 500 ms, 25 times, 20 ms\n", "each is short, all together are half of the time");
	scene_close(&s);
	/* 5 + 5 + 5 in 19 ms. */
	work(&s, 19, 5, 0);
	is_alone(&s, "main.lead 375 ms, 25 times, 15 ms\n", "pieces between which nobody else runs are one phase");
	scene_close(&s);
	work(&s, 3, 3, 0);
	is_alone(&s, "", "less than a tenth of the time, and none is long");
	scene_close(&s);
	work(&s, 0, 1, 20);
	is_alone(&s, "", "the last one of several that share out their work");
	scene_close(&s);
}

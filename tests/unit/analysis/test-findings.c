/* What stands out in traces made by hand, where the answer is known by construction. */
#include "analysis/findings.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "stops.h"
#include "tap/tap.h"

#define MS INT64_C(1000000)

/* ---- percentiles ---- */

/* Against a sorted array: a class is at most an eighth of its values wide. */
static void test_percentiles(void)
{
	struct gt_findings f = { 0 };
	int64_t waits[2000], at = 0;
	struct scene s;
	bool right = true;

	scene_open(&s, GT_FORMAT_V2, 26);
	for (int i = 0; i < 2000; i++) {
		waits[i] = (int64_t)(gt_hash64((uint64_t)i) >> (34 + i % 30));
		at += waits[i] + 10;
		scene_waited(&s, 0, (uint32_t)i % 8, at - waits[i], at, at + 5);
	}
	scene_lasts(&s, at + 10);
	scene_finish(&s);
	while (gt_findings_step(&f, s.t, NULL))
		;
	tap_is_u64(f.walk.waits, 2000, "all waits are counted");
	for (int q = 1; q <= 100; q++) {
		int64_t got = gt_slicewalk_percentile(&f.walk, q / 100.0), below = 0, before = 0;

		for (int i = 0; i < 2000; i++) {
			below += waits[i] <= got;
			before += waits[i] <= got - got / 8 - 1;
		}
		/* Enough are at or below it, and not so much below a class less. */
		right = right && below >= 20 * q && before <= 20 * q;
	}
	tap_ok(right, "percentiles are right to a class");
	gt_findings_release(&f);
	scene_close(&s);
}

/* ---- idle processors ---- */

/*
 * Whatever the parts are: one goroutine is ready for 300 of 1000, while two of five Ps are held;
 * longer traces make the parts larger.
 */
static void test_idle(int64_t scale)
{
	struct gt_findings f = { 0 };
	struct gt_idle_sum sum;
	struct scene s;
	int64_t off;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_lasts(&s, 1000 * scale);
	scene_run(&s, 0, 0, 1000 * scale);
	scene_run(&s, 1, 0, 1000 * scale);
	scene_run(&s, 2, 600 * scale, 1000 * scale);
	scene_waited(&s, 0, 0, 200 * scale, 500 * scale, 900 * scale);
	scene_procs(&s, 0);
	scene_finish(&s);
	while (gt_findings_step(&f, s.t, NULL))
		;
	gt_slicewalk_idle(&f.walk, s.t, &f.blames, &sum);
	off = sum.wasted - 300 * scale;
	tap_ok(off < f.walk.held.unit * 2 && off > -f.walk.held.unit * 2, "wasted time, scale %" PRId64, scale);
	tap_is_int(sum.whole, 5000 * scale, "all Ps, all the time");
	tap_is_int(sum.idle, (5000 - 2400) * scale, "Ps without a thread");
	gt_findings_release(&f);
	scene_close(&s);
}

/* ---- all kinds ---- */

/*
 * 100 ms, 5 Ps.  G0 (main.a) holds P0 for 30 ms, then G4 (main.b), ready since 10 ms, for 15 ms.  G1 (main.a) on P1
 * from 60 ms on stops the world from 61 to 94 ms: G5 (main.b) on P2 lets it wait until 92 ms.  G6 helps the
 * GC for 4 of its 5 ms, G2 waits for ever, G3 and G7 since the start.
 */
static void make_all(struct scene *s)
{
	scene_lasts(s, 100 * MS);
	scene_run(s, 0, 0, 60 * MS);
	scene_slice(s, 0, 0, 0, 30 * MS, SCENE_BLOCKED, 0);
	scene_waited(s, 0, 4, 10 * MS, 30 * MS, 45 * MS);
	scene_run(s, 1, 60 * MS, 100 * MS);
	scene_slice(s, 1, 1, 60 * MS, 97 * MS, SCENE_BLOCKED, 0);
	scene_run(s, 2, 55 * MS, 93 * MS);
	scene_slice(s, 2, 5, 55 * MS, 92 * MS, SCENE_PREEMPTED, 0);
	scene_run(s, 3, 0, 5 * MS);
	scene_slice(s, 3, 6, 0, 5 * MS, SCENE_BLOCKED, 0);
	scene_procs(s, 0);
	scene_procs(s, 95 * MS);
	scene_assist(s, 6, MS, 9 * MS);
	scene_stop(s, "GC sweep termination", 1, 1, 61 * MS, 96 * MS);
	scene_waits(s, 2, 50 * MS, true);
	scene_waits(s, 3, 0, false);
	scene_waits(s, 7, 90 * MS, false);
}

static void put(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	gt_buf_printf(out, "%s: ", gt_severity_name(f->severity));
	gt_finding_text(out, t, f);
	gt_buf_putc(out, '\n');
}

static void test_all(void)
{
	static const char want[] =
		"high: main.b delayed 1 stop-the-world by 31ms\n"
		"high: main.b held a P for 37ms; 2 slices over 10ms, 1 over 20ms\n"
		"high: main.a held a P for 30ms; 1 slice over 10ms, 1 over 20ms\n"
		"high: wait for a P: p99 20ms, median 20ms, longest 20ms (main.b)\n"
		"medium: 1 stop-the-world took 35ms; one stood still for 2ms (GC sweep termination)\n"
		"medium: Ps stood idle 4.0% of the time (20ms) while goroutines were ready to run\n"
		"medium: mark assists took 4ms, 3.2% of the time on Ps; most in main.b: 4ms\n"
		"medium: 1 goroutine of main.a waits for what cannot come: a nil channel, a select without cases\n"
		"low: 1 goroutine of main.a still waited at the end (sync), for 100ms\n";
	struct gt_findings f = { 0 };
	struct gt_buf text = { 0 };
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	make_all(&s);
	scene_refresh(&s);
	while (gt_findings_step(&f, s.t, NULL))
		;
	gt_findings_list(&f, s.t);
	tap_ok(f.n >= 5 && f.v[0].kind == GT_FINDING_STW, "while the index is built, what is there already");
	scene_finish(&s);
	while (gt_findings_step(&f, s.t, NULL))
		;
	gt_findings_list(&f, s.t);
	for (size_t i = 0; i < f.n; i++)
		put(&text, s.t, &f.v[i]);
	tap_is_str(gt_buf_str(&text), want, "all kinds, worst first");
	tap_ok(f.v[0].t0 == 61 * MS && f.v[0].t1 == 96 * MS && f.v[0].g == 5, "the stop, and who to look at");
	tap_ok(f.v[3].t0 == 10 * MS && f.v[3].t1 == 30 * MS && f.v[3].g == 4, "the longest wait");
	gt_buf_release(&text);
	gt_findings_release(&f);
	scene_close(&s);
}

static void test_nothing(void)
{
	struct gt_findings f = { 0 };
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_finish(&s);
	while (gt_findings_step(&f, s.t, NULL))
		;
	gt_findings_list(&f, s.t);
	tap_is_u64(f.n, 0, "nothing in an empty trace");
	gt_findings_release(&f);
	scene_close(&s);
}

int main(void)
{
	test_percentiles();
	test_idle(1);
	test_idle(1000);
	test_idle(1000 * 1000);
	test_idle(INT64_C(1000) * 1000 * 1000);
	test_all();
	test_nothing();
	return tap_done();
}

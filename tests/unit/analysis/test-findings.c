/* What stands out in traces made by hand, where the answer is known by construction. */
#include "analysis/findings/findkind.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "handmade.h"
#include "index/store/state.h"
#include "stops.h"
#include "tap/tap.h"

#define MS INT64_C(1000000)

/* All findings, a line each: whether it has a cause, severity, kind, cost, sentence. */
static void list_in(struct gt_buf *out, const struct scene *s, const struct gt_finding_limits *limits, int64_t from,
		    int64_t to)
{
	struct gt_findings f;

	gt_findings_begin(&f, s->t, limits, from, to);
	while (gt_findings_step(&f, NULL))
		;
	gt_findings_list(&f);
	gt_buf_reset(out);
	for (size_t i = 0; i < f.n; i++) {
		gt_buf_puts(out, f.v[i].because == GT_NO_ROW ? "" : "therefore ");
		gt_buf_printf(out, "%s %s %" PRId64 "us: ", gt_severity_name(f.v[i].severity),
			      gt_finding_kind(f.v[i].kind)->name, f.v[i].cost / 1000);
		gt_finding_text(out, &f, &f.v[i]);
		gt_buf_putc(out, '\n');
	}
	gt_findings_release(&f);
}

static void list(struct gt_buf *out, const struct scene *s)
{
	list_in(out, s, NULL, 0, INT64_MAX);
}

/* The evidence of the first finding of a kind, or its report. */
static void prove(struct gt_buf *out, const struct scene *s, unsigned kind, bool report, int64_t from, int64_t to)
{
	struct gt_findings f;
	size_t i = 0;

	gt_findings_begin(&f, s->t, NULL, from, to);
	while (gt_findings_step(&f, NULL))
		;
	gt_findings_list(&f);
	gt_buf_reset(out);
	while (i < f.n && f.v[i].kind != kind)
		i++;
	if (i < f.n && report)
		gt_finding_report(out, &f, &f.v[i]);
	for (unsigned k = 0; i < f.n && !report && k < f.v[i].nevidence; k++)
		gt_buf_printf(out, "%s%s=%" PRId64, k ? " " : "", f.v[i].evidence[k].name,
			      f.v[i].evidence[k].value);
	gt_findings_release(&f);
}

static void is_list(const struct scene *s, const char *want, const char *what)
{
	struct gt_buf text = { 0 };

	list(&text, s);
	tap_is_str(gt_buf_str(&text), want, "%s", what);
	gt_buf_release(&text);
}

static void is_evidence(const struct scene *s, unsigned kind, const char *want, const char *what)
{
	struct gt_buf text = { 0 };

	prove(&text, s, kind, false, 0, INT64_MAX);
	tap_is_str(gt_buf_str(&text), want, "%s: its evidence", what);
	gt_buf_release(&text);
}

static void is_report(const struct scene *s, unsigned kind, int64_t from, int64_t to, const char *want)
{
	struct gt_buf text = { 0 };

	prove(&text, s, kind, true, from, to);
	tap_is_str(gt_buf_str(&text), want, "its report");
	gt_buf_release(&text);
}

#define NOTHING "none nothing 0us: nothing stands out\n"

static void open_scene(struct scene *s)
{
	scene_open(s, GT_FORMAT_V2, 26);
	scene_lasts(s, 100 * MS);
	scene_procs(s, 0);
}

/* ---- stop-the-worlds ---- */

/* G1 on P1 asks at 20ms; G5 on P2 yields at `yield`, P2 stops at `stop`; then come the restart and the end. */
static void stop_at(struct scene *s, int64_t yield, int64_t stop, int64_t restart, int64_t end)
{
	open_scene(s);
	scene_run(s, 1, 19 * MS, 100 * MS);
	scene_slice(s, 1, 1, 19 * MS, end + 1, SCENE_BLOCKED, 0);
	scene_run(s, 2, 19 * MS, stop);
	scene_slice(s, 2, 5, 19 * MS, yield, SCENE_PREEMPTED, 0);
	scene_procs(s, restart);
	scene_stop(s, "GC sweep termination", 1, 1, 20 * MS, end);
	scene_finish(s);
}

TAP_TEST(stops)
{
	struct scene s;

	stop_at(&s, 23 * MS, 23 * MS, 23 * MS + 1000, 23 * MS + 2000);
	is_list(&s, "medium stop-the-world 3000us: main.b delayed 1 STW pause by 3ms\n",
		"a goroutine delays a stop");
	is_evidence(&s, GT_FINDING_STW, "count=1 delay_ns=3000000 max_ns=3000000", "a delayed stop");
	is_report(&s, GT_FINDING_STW, 0, INT64_MAX, "--report=stwfuncs --filter='func=\"main.b\"'");
	is_report(&s, GT_FINDING_STW, 15 * MS, INT64_MAX,
		  "--report=stwfuncs --filter='func=\"main.b\"' --from=15000000 --to=100000000");
	scene_close(&s);

	stop_at(&s, 20 * MS + 1000, 20 * MS + 1000, 32 * MS, 32 * MS + 1000);
	is_list(&s, "high standstills 11999us: an STW standstill of 12ms (GC sweep termination)\n",
		"a standstill");
	is_evidence(&s, GT_FINDING_PAUSE, "still_count=1 still_ns=11999000 still_max_ns=11999000",
		"a standstill");
	is_report(&s, GT_FINDING_PAUSE, 0, INT64_MAX, "--report=stw");
	scene_close(&s);

	stop_at(&s, 20 * MS + 1000, 20 * MS + 1000, 20 * MS + 2000, 25 * MS);
	is_list(&s, "low restarts 4998us: an STW restart took 5ms (GC sweep termination)\n",
		"a restart, in which the world does not stand still");
	is_evidence(&s, GT_FINDING_RESTART, "restart_count=1 restart_ns=4998000 restart_max_ns=4998000",
		"a restart");
	scene_close(&s);

	stop_at(&s, 20 * MS + 100000, 20 * MS + 200000, 20 * MS + 300000, 20 * MS + 400000);
	is_list(&s, NOTHING, "a stop as it should be");
	scene_close(&s);
}

/* ---- long slices ---- */

/*
 * Two Ps.  G0 (main.a) holds P0 for 30 ms from 10 on, G1 (main.a) P1 from 0 to 60: 60 ms.  G4 (main.b) is ready from
 * `ready` on and runs on P0 from 40 on.
 */
static void hold(struct scene *s, int64_t ready, uint64_t procs)
{
	scene_open(s, GT_FORMAT_V2, 26);
	scene_lasts(s, 100 * MS);
	scene_gomaxprocs(s, 0, procs);
	scene_run(s, 0, 0, 100 * MS);
	scene_slice(s, 0, 0, 10 * MS, 40 * MS, SCENE_PREEMPTED, 0);
	scene_waited(s, 0, 4, ready, 40 * MS, 41 * MS);
	scene_run(s, 1, 0, 100 * MS);
	scene_slice(s, 1, 1, 0, 60 * MS, SCENE_BLOCKED, 0);
	scene_finish(s);
}

TAP_TEST(longs)
{
	struct scene s;

	hold(&s, 25 * MS, 2);
	is_list(&s,
		"high long slices 15000us: main.a held a P for up to 60ms; 2 of 2 "
		"slices of 10ms or more made others wait\n"
		"therefore high scheduling 15000us: 1 of 1 wait for a P lasted over 1ms; max "
		"15ms (main.b), p99 15ms, median 15ms\n",
		"two long slices that somebody queued for; their time counts once");
	is_evidence(&s, GT_FINDING_LONG, "slices=2 harmful=2 max_ns=60000000 queued_ns=15000000 delay_ns=0",
		"queues");
	is_report(&s, GT_FINDING_LONG, 0, INT64_MAX,
		  "--report=greedy --columns=held,start,p,g,queued,stw_delay "
		"--filter='func=\"main.a\" && held>=10000000'");
	is_evidence(&s, GT_FINDING_SCHED,
		    "waits=1 sum_ns=15000000 median_ns=15000000 p99_ns=15000000 "
		"max_ns=15000000 long_ns=15000000 "
		    "long=1 long_created=0 long_unblocked=1 long_preempted=0 long_yielded=0 long_syscall=0",
		    "a long wait");
	is_report(&s, GT_FINDING_SCHED, 0, INT64_MAX, "--report=sched --limit=5");
	scene_close(&s);

	hold(&s, 39 * MS + 1000, 2);
	is_list(&s, NOTHING, "long slices, and nobody queued for more than 1ms");
	scene_close(&s);

	hold(&s, 25 * MS, 3);
	is_list(&s,
		"high scheduling 15000us: 1 of 1 wait for a P lasted over 1ms; max "
		"15ms (main.b), p99 15ms, median 15ms; other findings explain 33.3% of it, and Ps ran main.a for 66.7% of it\n"
		"medium idle processors 15000us: a P was idle for 15ms while a goroutine "
		"was runnable; 5% of all P time; 15ms in waits of over 1ms\n",
		"a third P was idle: it is not the long slices' fault");
	is_evidence(&s, GT_FINDING_IDLE, "idle_wait_ns=15000000 idle_long_ns=15000000 idle_ready_ns=15000000 idle_ns=100000000 "
	"procs_ns=300000000",
		    "idle Ps");
	scene_close(&s);
}

/* One P: G0 (main.a) holds it for 30ms, then G4 (main.b), ready since 10ms, runs for as long as `run`. */
static void take_turns(struct scene *s, int64_t run)
{
	scene_open(s, GT_FORMAT_V2, 26);
	scene_lasts(s, 100 * MS);
	scene_gomaxprocs(s, 0, 1);
	scene_run(s, 0, 0, 100 * MS);
	scene_slice(s, 0, 0, 10 * MS, 40 * MS, SCENE_PREEMPTED, 0);
	scene_waited(s, 0, 4, 10 * MS, 40 * MS, 40 * MS + run);
	scene_finish(s);
}

/* Who computes for a third of the time that he had to wait shares a processor; who answers at once was held up. */
TAP_TEST(turns)
{
	static const struct {
		int64_t run;
		const char *severity, *what;
	} cases[] = {
		{ 10 * MS, "low", "a wait of three times what it then ran is a fair turn" },
		{ 10 * MS - 1, "high", "one that is longer is not" },
	};
	struct gt_buf want = { 0 };
	struct scene s;

	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		take_turns(&s, cases[i].run);
		gt_buf_reset(&want);
		gt_buf_printf(&want, "%s long slices 30000us: main.a held a P for up to 30ms; 1 of %s of 10ms or more made "
			      "others wait\ntherefore %s scheduling 30000us: 1 of 1 wait for a P lasted over 1ms; max 30ms "
			      "(main.b), p99 30ms, median 30ms\n", cases[i].severity, "1 slice", cases[i].severity);
		is_list(&s, gt_buf_str(&want), cases[i].what);
		scene_close(&s);
	}
	gt_buf_release(&want);
}

/* A slice of 31ms that nobody queues for, but a stop waits for it for 1ms and more, or less. */
TAP_TEST(long_stop)
{
	struct scene s;

	for (int late = 0; late < 2; late++) {
		int64_t yield = 40 * MS + (late ? 2 * MS : MS / 2);

		open_scene(&s);
		scene_run(&s, 1, 0, 100 * MS);
		scene_slice(&s, 1, 1, 39 * MS, 50 * MS, SCENE_BLOCKED, 0);
		scene_run(&s, 2, 0, yield);
		scene_slice(&s, 2, 5, 9 * MS, yield, SCENE_PREEMPTED, 0);
		scene_procs(&s, yield + 1000);
		scene_stop(&s, "GC sweep termination", 1, 1, 40 * MS, yield + 2000);
		scene_finish(&s);
		is_list(&s,
			late ? "medium long slices 2000us: main.b held a P for up to 33ms; "
			       "1 of 1 slice of 10ms or more made others wait\n"
			       "therefore medium stop-the-world 2000us: main.b delayed 1 STW pause by 2ms\n"
			     : NOTHING,
			late ? "a long slice that a stop waited for" : "a long slice that a stop "
			"hardly waited for");
		scene_close(&s);
	}
}

/* ---- waits ---- */

/* With P 1 idle, G4 waits for P 0 so many times for 600 us, and once longer, or not. */
static void be_late(struct scene *s, int times, int64_t once)
{
	scene_open(s, GT_FORMAT_V2, 26);
	scene_lasts(s, 100 * MS);
	scene_gomaxprocs(s, 0, 2);
	scene_run(s, 0, 0, 100 * MS);
	for (int i = 0; i < times; i++)
		scene_waited(s, 0, 4, 4 * i * MS, 4 * i * MS + 600000, 4 * i * MS + 700000);
	if (once)
		scene_waited(s, 0, 4, 90 * MS, 90 * MS + once, 99 * MS);
	scene_finish(s);
}

TAP_TEST(late_threads)
{
	static const struct {
		int times;
		int64_t once;
		const char *severity, *what;
	} tests[] = {
		{ 20, 0, "low", "a tenth of the time, but no wait was long" },
		{ 4, 0, "low", "a fiftieth, but no wait was long" },
		{ 4, 1500000, "low", "long waits are no fiftieth" },
		{ 4, 3 * MS, "low", "long waits alone are a fiftieth, but that is the system's doing" },
		{ 20, 3 * MS, "low", "a tenth, but not of long waits" },
	};

	for (size_t i = 0; i < GT_COUNT(tests); i++) {
		int64_t cost = tests[i].times * 600 + tests[i].once / 1000;
		struct gt_buf got = { 0 }, want = { 0 };
		struct scene s;

		be_late(&s, tests[i].times, tests[i].once);
		list(&got, &s);
		gt_buf_printf(&want, "%s idle processors %" PRId64 "us: a P was idle for ", tests[i].severity, cost);
		tap_ok(strstr(gt_buf_str(&got), gt_buf_str(&want)) != NULL, "%s", tests[i].what);
		tap_ok((strstr(gt_buf_str(&got), "of all P time; none in waits of over 1ms\n") != NULL) ==
		       !tests[i].once, "%s: what it says of long ones", tests[i].what);
		gt_buf_release(&got);
		gt_buf_release(&want);
		scene_close(&s);
	}
}

/* Of 3 Ps two are held, P 2 is idle; meanwhile G4 waits six times for 2.5 ms, and so many times for 600 us. */
static void be_without_core(struct scene *s, int shorts)
{
	scene_open(s, GT_FORMAT_V2, 26);
	scene_lasts(s, 100 * MS);
	scene_gomaxprocs(s, 0, 3);
	scene_run(s, 0, 0, 100 * MS);
	scene_run(s, 1, 0, 100 * MS);
	for (int i = 0; i < 6 + shorts; i++) {
		int64_t ready = i * 27 * MS / 10, run = ready + (i < 6 ? 2500000 : 600000);

		scene_waited(s, 0, 4, ready, run, run + 100000);
	}
	scene_finish(s);
}

TAP_TEST(too_many_procs)
{
	struct scene s;

	be_without_core(&s, 0);
	is_list(&s,
		"high too many Ps 15000us: waits of over 1ms for a P went on for 15ms while a P was idle and 2 others "
		"were held\n"
		"therefore high scheduling 15000us: 6 of 6 waits for a P lasted over 1ms; max 2.5ms (main.b), p99 2.5ms, median "
		"2.5ms\n",
		"too many Ps come before the waits that they explain, and say why Ps are idle");
	scene_close(&s);

	be_without_core(&s, 30);
	is_list(&s,
		"high too many Ps 15000us: waits of over 1ms for a P went on for 15ms while a P was idle and 2 others "
		"were held\n"
		"therefore high scheduling 15000us: 6 of 36 waits for a P lasted over 1ms; max 2.5ms (main.b), p99 2.5ms, median "
		"600us\n"
		"low idle processors 33000us: a P was idle for 33ms while a goroutine was runnable; 11% of all P time; "
		"15ms in waits of over 1ms\n",
		"they do not explain most of the time of idle Ps, but all that is felt of it");
	scene_close(&s);
}

/* Of the runtime's goroutines nobody has to know; of those that ran before the trace, how they began is not known. */
TAP_TEST(whose_waits)
{
	struct scene s;

	open_scene(&s);
	for (uint32_t p = 0; p < 5; p++)
		scene_run(&s, p, 0, 100 * MS);
	scene_worker(&s, 1, 3, 0, MS / 2, "GC (idle)");
	scene_waited(&s, 0, 3, 10 * MS, 40 * MS, 41 * MS);
	scene_slice(&s, 2, 4, 50 * MS, 51 * MS, SCENE_BLOCKED, 0);
	scene_finish(&s);
	is_list(&s, NOTHING, "a wait of the runtime's, and one that began before the trace");
	scene_close(&s);
}

/* Without a name: a wait and a slice that would stand out; those of the GC's workers and of G1 are known. */
TAP_TEST(unnamed)
{
	struct scene s;
	uint32_t a, main_g, worker;

	open_scene(&s);
	for (uint32_t p = 0; p < 5; p++)
		scene_run(&s, p, 0, 100 * MS);
	a = scene_created(&s, "", 1);
	worker = scene_created(&s, "", 2);
	scene_waited(&s, 0, a, 10 * MS, 40 * MS, 55 * MS);
	gt_goroutine_at(&s.t->store, worker)->last_slice =
		scene_worker(&s, 1, worker, 20 * MS, 31 * MS, "GC (idle)");
	scene_waited(&s, 1, worker, 32 * MS, 40 * MS, 52 * MS);
	scene_finish(&s);
	is_list(&s, "none not judged 0us: 1 goroutine has no recorded name: it counts neither as the program's nor as the "
		"runtime's; it has 1 wait for a P, 30ms in total, and 1 slice of 10ms or more\n",
		"whose they are nobody knows");
	is_evidence(&s, GT_FINDING_UNJUDGED, "unnamed_goroutines=1 unnamed_waits=1 unnamed_ns=30000000 unnamed_slices=1",
		    "who has no name");
	is_report(&s, GT_FINDING_UNJUDGED, 0, INT64_MAX, "--report=sched --limit=5");
	scene_close(&s);

	open_scene(&s);
	for (uint32_t p = 0; p < 5; p++)
		scene_run(&s, p, 0, 100 * MS);
	main_g = scene_created(&s, "", 1);
	gt_goroutine_at(&s.t->store, main_g)->id = 1;
	scene_waited(&s, 0, main_g, 10 * MS, 40 * MS, 41 * MS);
	scene_finish(&s);
	is_list(&s, "high scheduling 30000us: 1 of 1 wait for a P lasted over 1ms; max 30ms (a function without a name), "
		"p99 30ms, median 30ms; no other finding explains it\n", "the main goroutine is the program's");
	scene_close(&s);
}

/* The tracer runs for 4 of 64 ms, or for 3 of 63. */
TAP_TEST(tracing)
{
	for (int i = 0; i < 2; i++) {
		struct scene s;
		uint32_t tracer;

		scene_open(&s, GT_FORMAT_V2, 26);
		scene_lasts(&s, 100 * MS);
		scene_gomaxprocs(&s, 0, 1);
		tracer = scene_created(&s, "runtime/trace.Start.func1", 1);
		scene_slice(&s, 0, 0, 0, 60 * MS, SCENE_BLOCKED, 0);
		scene_slice(&s, 0, tracer, 60 * MS, (i ? 63 : 64) * MS, SCENE_BLOCKED, 0);
		scene_finish(&s);
		if (i)
			is_list(&s, NOTHING, "3 of 63 ms");
		else
			is_list(&s, "low tracing 4000us: recording this trace (runtime/trace.Start.func1) took 4ms, 6.25% of "
				"the busy time\n", "4 of 64 ms");
		scene_close(&s);
	}
}

/* A pause of 1.2 ms is worth a look, though the GC took more of the time. */
TAP_TEST(severity)
{
	struct scene s;

	open_scene(&s);
	scene_run(&s, 1, 19 * MS, 100 * MS);
	scene_slice(&s, 1, 1, 19 * MS, 22 * MS, SCENE_BLOCKED, 0);
	scene_run(&s, 2, 19 * MS, 20 * MS + 1200000);
	scene_slice(&s, 2, 5, 19 * MS, 20 * MS + 1200000, SCENE_PREEMPTED, 0);
	scene_run(&s, 3, 50 * MS, 59 * MS);
	scene_worker(&s, 3, 3, 50 * MS, 59 * MS, "GC (dedicated)");
	scene_procs(&s, 20 * MS + 1201000);
	scene_stop(&s, "GC sweep termination", 1, 1, 20 * MS, 20 * MS + 1202000);
	scene_finish(&s);
	is_list(&s, "medium stop-the-world 1200us: main.b delayed 1 STW pause by 1.2ms\n"
		"low garbage collection 1800us: the GC took 63.4% of the busy time: workers 9ms, mark assists 0; "
		"0 cycles, 0/s\n",
		"by severity, then by cost");
	scene_close(&s);
}

/* A thousand waits of 100 us, and ten of 2 ms: the median is none of the ten. */
TAP_TEST(percentiles)
{
	struct gt_findings f;
	struct scene s;
	int64_t at = 0;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 0, 0, 1000 * MS);
	scene_gomaxprocs(&s, 0, 1);
	for (int i = 0; i < 1010; i++) {
		int64_t wait = i % 101 == 100 ? 2 * MS : 100 * 1000 + i;

		at += wait;
		scene_waited(&s, 0, (uint32_t)i % 8, at - wait, at, at + 5);
		at += 5;
	}
	scene_lasts(&s, 200 * MS);
	scene_finish(&s);
	gt_findings_begin(&f, s.t, NULL, 0, INT64_MAX);
	while (gt_findings_step(&f, NULL))
		;
	tap_is_u64(f.sweep.waits.n, 1010, "all waits are counted");
	/* Sorted, the 505th of 1010 is the 505th of the short ones: i = 504 + 5 that are long. */
	tap_is_int(gt_sweep_percentile(&f.sweep, 0.5), 100 * 1000 + 509, "the median, to the nanosecond");
	tap_is_int(gt_sweep_percentile(&f.sweep, 0.99), 100 * 1000 + 1008, "p99 is the 1000th, the longest short "
	"one");
	tap_is_int(gt_sweep_percentile(&f.sweep, 0.9902), 2 * MS, "then come the long ones");
	gt_findings_release(&f);
	scene_close(&s);
}

/* ---- the garbage collector ---- */

TAP_TEST(gc)
{
	struct scene s;

	for (int much = 0; much < 2; much++) {
		int64_t unit = much ? MS : MS / 100;

		open_scene(&s);
		scene_worker(&s, 1, 7, 10 * MS, 10 * MS + 20 * unit, "GC (dedicated)");
		scene_worker(&s, 1, 7, 40 * MS, 40 * MS + 5 * unit, "GC (fractional)");
		scene_worker(&s, 1, 7, 50 * MS, 50 * MS + 10 * unit, "GC (idle)");
		scene_slice(&s, 3, 6, 10 * MS, 10 * MS + 5 * unit, SCENE_BLOCKED, 0);
		scene_slice(&s, 4, 5, 10 * MS, 10 * MS + 3 * unit, SCENE_BLOCKED, 0);
		scene_assist(&s, 5, 11 * MS, 10 * MS + 2 * unit);
		scene_assist(&s, 6, 11 * MS, 10 * MS + 9 * unit);
		scene_gc(&s, 10 * MS, 65 * MS);
		scene_finish(&s);
		is_list(&s,
			much ? "medium garbage collection 6000us: the GC took 69.8% of the busy time: workers 25ms, "
			       "mark assists 5ms; 1 cycle, 10/s\n"
			       "therefore medium mark assists 8000us: 2 mark assists held up goroutines for 9ms in total, "
			       "5ms of it on Ps; max 8ms (main.b)\n"
			     : NOTHING,
			much ? "the GC costs: overlapping assists count once, idle marking does not"
			     : "the GC costs little");
		if (much) {
			is_evidence(&s, GT_FINDING_GC,
				    "cycles=1 mark_ns=55000000 dedicated_ns=20000000 fractional_ns=5000000 "
				    "idle_ns=10000000 assist_ns=5000000 busy_ns=43000000", "GC");
			is_evidence(&s, GT_FINDING_ASSIST,
				    "assists=2 assist_ns=5000000 assist_wall_ns=9000000 max_ns=8000000",
					"assists");
			is_report(&s, GT_FINDING_GC, 0, INT64_MAX, "--report=gccost");
		}
		scene_close(&s);
	}
}

/* ---- system calls ---- */

/* Goroutine 5 (main.g) is five times in a function of this name, for 2 ms each. */
static struct gt_trace *call(const char *name)
{
	struct gt_buf spec = { 0 };
	struct gt_trace *t;

	gt_buf_puts(&spec, "b1,none,5[08 u1000000000] b1,none,5[02 03 01 01 10 02 04 05 03 02 01 20 03 04 07] "
			   "b1,none,5[04 05 01 04 73 79 6e 63 05 03 06 6d 61 69 6e 2e 67 05 04 04 78 2e 67 6f ");
	gt_buf_printf(&spec, "05 02 u%zu", strlen(name));
	for (size_t i = 0; name[i]; i++)
		gt_buf_printf(&spec, " %02x", (unsigned)name[i]);
	gt_buf_puts(&spec, "] b1,1,10[0d 01 00 01 19 01 01 01 02 0e 03 05 02 01 14 05 01 01 10 0a 05 01 ");
	for (int i = 1; i <= 5; i++)
		gt_buf_printf(&spec, "16 0a %02x 01 17 u2000000 ", (unsigned)i);
	gt_buf_puts(&spec, "]");
	t = handmade_open_spec(gt_buf_str(&spec));
	gt_buf_release(&spec);
	return t;
}

TAP_TEST(calls)
{
	static const struct {
		const char *name;
		bool told;
	} tests[] = {
		{ "syscall.Fsync", true }, { "syscall.Nanosleep", true }, { "golang.org/x/sys/unix.Flock", true },
		{ "syscall.Wait4", false }, { "syscall.wait6", false }, { "internal/syscall/unix.Waitid", false },
		{ "syscall.Select", false }, { "syscall.pselect", false }, { "golang.org/x/sys/unix.Pselect", false },
		{ "golang.org/x/sys/unix.pselect6", false }, { "golang.org/x/sys/unix.Poll", false },
		{ "example.org/p/vendor/golang.org/x/sys/unix.Ppoll", false }, { "syscall.kevent", false },
		{ "syscall.EpollWait", false }, { "syscall.Pause", false }, { "os.(*Process).Wait", false },
		{ "golang.org/x/sys/windows.WaitForSingleObject", false }, { "os/signal.signal_recv", false },
		{ "main.Select", true }, { "main.(*unix).Poll", true }, { "syscall.SelectAll", true },
		{ "syscall.", true },
	};

	for (size_t i = 0; i < GT_COUNT(tests); i++) {
		struct scene s = { .t = call(tests[i].name) };
		struct gt_buf got = { 0 };

		list(&got, &s);
		tap_ok((strstr(gt_buf_str(&got), "slow calls ") != NULL) == tests[i].told, "%s %s", tests[i].name,
		       tests[i].told ? "is slow" : "is made to wait");
		gt_buf_release(&got);
		gt_trace_close(s.t);
	}
}

/* ---- goroutines that stay ---- */

/* n goroutines in each quarter but the first, where there are `first`; every other one ends. */
static void create(struct scene *s, int n, int first)
{
	open_scene(s);
	for (int q = 0; q < 4; q++) {
		for (int i = 0; i < (q ? n : first); i++) {
			int64_t t = (q * 25 + 1) * MS + 2 * i;

			scene_waits(s, scene_created(s, "main.leak", t), t + 10, false);
			scene_created(s, "main.leak", t + 1);
		}
	}
	scene_waits(s, 3, 0, false);
	scene_finish(s);
}

TAP_TEST(stays)
{
	struct scene s;

	create(&s, 3, 3);
	is_list(&s, "medium leaks 0us: 12 of 24 new goroutines of main.leak are still waiting at the end, "
		    "some from each quarter of the time, in which they grew from 0 to 24, by 240 a second\n",
		"goroutines that are left");
	is_evidence(&s, GT_FINDING_LEAK, "left=12 created=24 alive_begin=0 alive_end=24 left_1=3 left_2=3 "
		    "left_3=3 left_4=3", "a leak");
	is_report(&s, GT_FINDING_LEAK, 0, INT64_MAX,
		  "--report=goroutines --filter='func=\"main.leak\" && state=waiting && !older && !forever'");
	scene_close(&s);

	create(&s, 4, 1);
	is_list(&s, NOTHING, "all but a few were created late: they may still be at work");
	scene_close(&s);

	create(&s, 2, 2);
	is_list(&s, NOTHING, "too few, and one that waits since before the trace");
	scene_close(&s);

	open_scene(&s);
	scene_waits(&s, 2, 50 * MS, true);
	scene_waits(&s, 3, 0, false);
	scene_finish(&s);
	is_list(&s, "low stuck 0us: 1 goroutine of main.a is blocked forever: on a "
	"nil channel, or in a select without cases\n",
		"a goroutine that waits for ever");
	is_report(&s, GT_FINDING_FOREVER, 0, INT64_MAX, "--report=goroutines --filter='func=\"main.a\" && "
	"forever'");
	scene_close(&s);
}

/* ---- ranges, limits, and while the index is built ---- */

TAP_TEST(range)
{
	struct gt_buf text = { 0 };
	struct scene s;

	hold(&s, 25 * MS, 2);
	list_in(&text, &s, NULL, 30 * MS, 50 * MS);
	tap_is_str(gt_buf_str(&text),
		   "high long slices 10000us: main.a held a P for up to 60ms; 2 of 2 "
		"slices of 10ms or more made others wait\n"
		   "therefore high scheduling 10000us: 1 of 1 wait for a P lasted over 1ms; max "
		"10ms (main.b), p99 10ms, median 10ms\n",
		   "waits are cut at the ends of the range");
	list_in(&text, &s, NULL, 45 * MS, 50 * MS);
	tap_is_str(gt_buf_str(&text), NOTHING, "of another part");
	list_in(&text, &s, NULL, 200 * MS, 300 * MS);
	tap_is_str(gt_buf_str(&text), "none not judged 0us: nothing could be judged: the trace has nothing in this range\n",
		   "of no part of the trace");
	gt_buf_release(&text);
	scene_close(&s);
}

TAP_TEST(limits)
{
	struct gt_finding_limits l = gt_finding_defaults;
	struct gt_buf text = { 0 };
	struct scene s;

	hold(&s, 25 * MS, 2);
	l.permille = 200;
	list_in(&text, &s, &l, 0, INT64_MAX);
	tap_ok(!strstr(gt_buf_str(&text), "scheduling"), "what costs less than a share is nothing");
	l.sweep.long_wait = 16 * MS;
	list_in(&text, &s, &l, 0, INT64_MAX);
	tap_is_str(gt_buf_str(&text), NOTHING, "waits of 15ms are not long then");
	gt_buf_release(&text);
	scene_close(&s);
}

TAP_TEST(growing)
{
	struct gt_findings f;
	struct scene s;

	open_scene(&s);
	scene_refresh(&s);
	gt_findings_begin(&f, s.t, NULL, 0, INT64_MAX);
	while (gt_findings_step(&f, NULL))
		;
	gt_findings_list(&f);
	tap_ok(f.n == 0 && !f.complete, "while the index is built it is not said that nothing stands out");
	scene_finish(&s);
	while (gt_findings_step(&f, NULL))
		;
	gt_findings_list(&f);
	tap_ok(f.n == 1 && f.v[0].kind == GT_FINDING_NOTHING, "nothing in an empty trace");
	gt_findings_release(&f);
	scene_close(&s);
}

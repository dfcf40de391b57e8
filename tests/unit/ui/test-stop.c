/* A stop-the-world pause in words: every way in which it can be told who delayed it, or why nobody did. */
#include "ui/detail/detail.h"

#include <string.h>

#include "tap/tap.h"
#include "unit/analysis/stops.h"

static void is_text(struct scene *s, const char *want, const char *what)
{
	struct gt_buf text = { 0 };

	scene_finish(s);
	gt_stop_text(&text, s->t, 0);
	tap_is_str(gt_buf_str(&text), want, "%s", what);
	gt_buf_release(&text);
	scene_close(s);
}

static void begin(struct scene *s, enum gt_format format, int minor)
{
	scene_open(s, format, minor);
	scene_run(s, 0, 0, SCENE_END);
	scene_slice(s, 0, 0, 0, 900, SCENE_BLOCKED, 0);
	scene_procs(s, 0);
}

#define IDLE(p) "        P" p " idle\n"

TAP_TEST(blamed)
{
	struct scene s;

	begin(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 1, 0, 160);
	scene_slice(&s, 1, 5, 0, 150, SCENE_BLOCKED, 0);
	scene_procs(&s, 190);
	scene_stop(&s, "GOMAXPROCS", 0, 0, 100, 200);
	is_text(&s, "GOMAXPROCS, requested at 0.000000100s by G100 main.a on P0\n"
		    "    G105 main.b delayed it by 50ns on P1, let go by itself\n"
		    "    to stop 60ns (thread late 10ns), standstill 30ns, restart 10ns, total 100ns\n"
		    "        P0 requested by G100 main.a\n"
		    "      > P1 +50ns let go: G105 main.b; stopped 10ns later\n" IDLE("2") IDLE("3") IDLE("4"), "a goroutine");

	begin(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 1, 0, 20120);
	scene_slice(&s, 1, 5, 0, 120, SCENE_BLOCKED, 0);
	scene_run(&s, 2, 0, 170);
	scene_slice(&s, 2, 6, 0, 160, SCENE_BLOCKED, 0);
	scene_lasts(&s, 100000);
	scene_procs(&s, 20190);
	scene_stop(&s, "GOMAXPROCS", 0, 0, 100, 20200);
	is_text(&s, "GOMAXPROCS, requested at 0.000000100s by G100 main.a on P0\n"
		    "    Nobody: the system ran P1's thread late, by 20us; G106 main.b delayed it by 60ns\n"
		    "    to stop 20us (thread late 20us), standstill 70ns, restart 10ns, total 20.1us\n"
		    "        P0 requested by G100 main.a\n"
		    "        P1 +20ns let go: G105 main.b; stopped 20us later, the last to stop\n"
		    "      > P2 +60ns let go: G106 main.b; stopped 10ns later\n" IDLE("3") IDLE("4"),
		"a slow thread on another P");

	begin(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 1, 0, SCENE_END);
	scene_slice(&s, 1, 5, 0, SCENE_END, SCENE_NO, GT_SLICE_OPEN);
	scene_stop(&s, "GC mark termination", 0, GT_NO_ROW, 100, GT_NO_TIME);
	is_text(&s, "GC mark termination, requested at 0.000000100s by G100 main.a on P0\n"
		    "    G105 main.b on P1 had not stopped when the trace ended, 900ns after the request\n"
		    "    not over when the trace ended\n"
		    "        P0 requested by G100 main.a\n"
		    "      > P1 never stopped: G105 main.b\n" IDLE("2") IDLE("3") IDLE("4"), "one that never stops");
}

TAP_TEST(nobody)
{
	struct scene s;

	begin(&s, GT_FORMAT_V2, 26);
	scene_procs(&s, 190);
	scene_stop(&s, "read mem stats", 0, 0, 100, 200);
	is_text(&s, "read mem stats, requested at 0.000000100s by G100 main.a on P0\n"
		    "    Nobody: what the world was stopped for took 90ns\n"
		    "    to stop 0, standstill 90ns, restart 10ns, total 100ns\n"
		    "        P0 requested by G100 main.a\n" IDLE("1") IDLE("2") IDLE("3") IDLE("4"), "all are idle");

	begin(&s, GT_FORMAT_V1, 21);
	scene_run(&s, 2, 130, 131);
	scene_procs(&s, 190);
	scene_stop(&s, "read mem stats", GT_NO_ROW, 0, 100, 200);
	is_text(&s, "read mem stats, requested at 0.000000100s by G100 main.a on P0\n"
		    "    No goroutine delayed it: P2 stopped last, 31ns after the request: a thread was about to take it\n"
		    "    to stop 31ns, standstill 59ns, restart 10ns, total 100ns\n"
		    "        P0 requested by G100 main.a\n" IDLE("1")
		    "        P2 +31ns taken late by a thread, the last to stop\n" IDLE("3") IDLE("4"), "a thread on its way");

	begin(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 3, 0, 104);
	scene_caller(&s, 3, 3, 5, 50, 104);
	scene_procs(&s, 190);
	scene_stop(&s, "read mem stats", 0, 0, 100, 200);
	is_text(&s, "read mem stats, requested at 0.000000100s by G100 main.a on P0\n"
		    "    No goroutine delayed it: P3 stopped last, 4ns after the request: it was taken from a system "
		    "call\n"
		    "    to stop 4ns, standstill 86ns, restart 10ns, total 100ns\n"
		    "        P0 requested by G100 main.a\n" IDLE("1") IDLE("2")
		    "        P3 +4ns in a syscall: G103 main.a, the last to stop\n" IDLE("4"), "a system call");

	begin(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 3, 50, 140);
	scene_procs(&s, 190);
	scene_stop(&s, "read mem stats", 0, 0, 100, 200);
	is_text(&s, "read mem stats, requested at 0.000000100s by G100 main.a on P0\n"
		    "    No goroutine delayed it: P3 stopped last, 40ns after the request: a thread held it without a goroutine\n"
		    "    to stop 40ns, standstill 50ns, restart 10ns, total 100ns\n"
		    "        P0 requested by G100 main.a\n" IDLE("1") IDLE("2")
		    "        P3 +40ns no goroutine, the last to stop\n" IDLE("4"), "a thread without a goroutine");
}

TAP_TEST(unknown)
{
	struct scene s;

	begin(&s, GT_FORMAT_V2, 26);
	scene_procs(&s, 190);
	scene_stop(&s, "start trace", 0, 0, 100, 200);
	is_text(&s, "start trace, at 0.000000100s by G100 main.a on P0\n"
		    "    Unknown: the world stood still already when the trace began, so it does not show what delayed the stop\n"
		    "    standstill 90ns, restart 10ns, total 100ns\n", "that of the tracer");

	begin(&s, GT_FORMAT_V1, 9);
	scene_stop(&s, "unknown", GT_NO_ROW, 0, 100, 200);
	is_text(&s, "unknown, at 0.000000100s by G100 main.a on P0\n"
		    "    Traces up to Go 1.9 show which processor worked while the world was stopped, not when the pause "
		    "was requested\n"
		    "    total 100ns\n", "of an old trace");

	begin(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 1, 0, 500);
	scene_procs(&s, 190);
	scene_stop(&s, "GOMAXPROCS", 0, 0, 100, 200);
	is_text(&s, "GOMAXPROCS, requested at 0.000000100s by G100 main.a on P0\n"
		    "    Unknown: the trace does not show when P1 stopped\n"
		    "    restart 10ns, total 100ns\n"
		    "        P0 requested by G100 main.a\n"
		    "        P1 unknown\n" IDLE("2") IDLE("3") IDLE("4"), "what is lost");
}

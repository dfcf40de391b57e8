/* Stop-the-world pauses made by hand, where the parts and who delayed them are known by construction. */
#include "analysis/reports/registry.h"
#include "analysis/stw/blame_index.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/table/table.h"
#include "base/buf.h"
#include "stops.h"
#include "tap/tap.h"

/* ---- looking at it ---- */

static void put_time(struct gt_buf *out, const char *what, int64_t t)
{
	if (t == GT_NO_TIME)
		gt_buf_printf(out, " %s -", what);
	else
		gt_buf_printf(out, " %s %" PRId64, what, t);
}

/* One line about the stop, one about each P. */
static void put_blame(struct gt_buf *out, const struct gt_blame *b)
{
	gt_buf_puts(out, "pause");
	put_time(out, "all", gt_blame_ns(b, GT_PAUSE_ALL));
	put_time(out, "= stop", gt_blame_ns(b, GT_PAUSE_STOP));
	put_time(out, "+ still", gt_blame_ns(b, GT_PAUSE_STILL));
	put_time(out, "+ restart", gt_blame_ns(b, GT_PAUSE_RESTART));
	put_time(out, "late", gt_blame_late_ns(b));
	gt_buf_printf(out, " by G%" PRId64 "\n", b->requester == GT_NO_ROW ? -1 : (int64_t)b->requester);
	for (uint32_t i = 0; i < b->nprocs; i++) {
		const struct gt_blame_proc *p = &b->procs[i];

		gt_buf_printf(out, "%s%sP%" PRIu32 " %s", (int)i == b->last ? "* " : "",
			      (int)i == b->slow ? "< " : "", p->proc_row, gt_stop_cause_text(p->how));
		if (p->g != GT_NO_ROW)
			gt_buf_printf(out, " G%" PRIu32, p->g);
		if (p->how > GT_STOPPED_IDLE) {
			put_time(out, "yield", p->yield);
			put_time(out, "stop", p->stop);
		}
		if (p->restart != GT_NO_TIME)
			put_time(out, "again", p->restart);
		gt_buf_putc(out, '\n');
	}
}

/* What is found while the rows are in memory, and when the index is finished. */
static void is_blame(struct scene *s, uint64_t range, const char *want, const char *what)
{
	static const char *const when[] = { "while it is built", "finished" };
	struct gt_blame b = { 0 };

	for (int i = 0; i < 2; i++) {
		struct gt_buf text = { 0 };

		if (i)
			scene_finish(s);
		else
			scene_refresh(s);
		if (gt_blame_find(&b, s->t, range))
			put_blame(&text, &b);
		tap_is_str(gt_buf_str(&text), want, "%s, %s", what, when[i]);
		gt_buf_release(&text);
	}
	gt_blame_release(&b);
}

/* ---- scenes ---- */

/*
 * The stop of 100 … 210, asked for by G0 on P0, restart at 200.  P1 is
 * preempted at 150; P2 is idle, its thread had left at the very moment; P3 is taken from a call; on
 * P4 one goroutine blocks at 120, and the next one is preempted at 180.
 */
static void make_stop(struct scene *s, const char *reason, uint32_t g)
{
	scene_run(s, 0, 0, SCENE_END);
	scene_slice(s, 0, 0, 0, 220, SCENE_BLOCKED, 0);
	scene_run(s, 1, 10, 152);
	scene_slice(s, 1, 1, 20, 150, SCENE_PREEMPTED, 0);
	scene_run(s, 1, 205, 300);
	scene_slice(s, 1, 1, 206, 299, SCENE_BLOCKED, 0);
	scene_run(s, 2, 30, 100);
	scene_slice(s, 2, 2, 31, 99, SCENE_BLOCKED, 0);
	scene_run(s, 3, 0, 110);
	scene_caller(s, 3, 3, 5, 50, 110);
	scene_run(s, 4, 0, 185);
	scene_slice(s, 4, 4, 0, 120, SCENE_BLOCKED, 0);
	scene_slice(s, 4, 5, 121, 180, SCENE_PREEMPTED, 0);
	scene_run(s, 4, 203, 204);
	scene_procs(s, 0);
	scene_heap(s, 90);
	scene_heap(s, 140);
	scene_procs(s, 200);
	scene_heap(s, 202);
	scene_procs(s, 400);
	scene_stop(s, reason, g, 0, 100, 210);
}

#define THE_STOP \
	"pause all 110 = stop 85 + still 15 + restart 10 late 5 by G0\n" \
	"P0 requested it\n" \
	"P1 preempted G1 yield 150 stop 152 again 205\n" \
	"P2 idle\n" \
	"P3 in a syscall G3 yield 110 stop 110\n" \
	"* < P4 preempted G5 yield 180 stop 185 again 203\n"

TAP_TEST(all_ways)
{
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	make_stop(&s, "GC sweep termination", 0);
	is_blame(&s, 0, THE_STOP, "v2");
	scene_close(&s);

	scene_open(&s, GT_FORMAT_V1, 21);
	make_stop(&s, "GC sweep termination", GT_NO_ROW);
	is_blame(&s, 0, THE_STOP, "v1: the P tells who asked");
	scene_close(&s);

	scene_open(&s, GT_FORMAT_V1, 9);
	make_stop(&s, "unknown", GT_NO_ROW);
	is_blame(&s, 0, "pause all 110 = stop - + still - + restart - late - by G0\n",
		 "up to Go 1.9 it is one P at work");
	scene_close(&s);

	scene_open(&s, GT_FORMAT_V2, 22);
	make_stop(&s, "start trace", 0);
	is_blame(&s, 0, "pause all 110 = stop - + still 100 + restart 10 late - by G0\n",
		 "the pause of the tracer itself was requested before");
	scene_close(&s);
}

/* A thread on its way to a P at the request; one that finds none; a call during the stop. */
TAP_TEST(threads)
{
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_slice(&s, 0, 0, 0, 900, SCENE_BLOCKED, 0);
	scene_run(&s, 1, 130, 131);
	scene_run(&s, 1, 160, 161);
	scene_run(&s, 1, 190, 195);
	scene_run(&s, 2, 90, 140);
	scene_slice(&s, 2, 2, 91, 99, SCENE_BLOCKED, 0);
	scene_run(&s, 3, 90, 150);
	scene_caller(&s, 3, 3, 90, 145, 149);
	scene_procs(&s, 180);
	scene_stop(&s, "GOMAXPROCS", 0, 0, 100, 200);
	is_blame(&s, 0,
		 "pause all 100 = stop 61 + still 19 + restart 20 late 12 by G0\n"
		 "P0 requested it\n"
		 "< P1 taken late by a thread yield 161 stop 161 again 190\n"
		 "P2 no goroutine yield 140 stop 140\n"
		 "* P3 made a syscall G3 yield 149 stop 150\n"
		 "P4 idle\n", "threads without goroutines");
	scene_close(&s);
}

/*
 * The P that stops last is not that of the goroutine that yields last: P1's thread
 * is slow.  P2 and P3 yield at once: in v1 the number of the event decides, else which
 * P stopped later.
 */
static void make_late(struct scene *s, uint64_t n2, uint64_t n3)
{
	scene_run(s, 0, 0, SCENE_END);
	scene_slice(s, 0, 0, 0, 900, SCENE_BLOCKED, 0);
	scene_run(s, 1, 0, 170);
	scene_slice(s, 1, 1, 0, 101, SCENE_BLOCKED, 0);
	scene_run(s, 2, 0, 141);
	scene_numbered(s, 2, 2, 0, 140, n2);
	scene_run(s, 3, 0, 143);
	scene_numbered(s, 3, 3, 0, 140, n3);
	scene_procs(s, 190);
	scene_stop(s, "GC mark termination", 0, 0, 100, 200);
}

TAP_TEST(late)
{
	static const char want2[] = "pause all 100 = stop 70 + still 20 + restart 10 late 30 by G0\n"
				    "P0 requested it\n"
				    "< P1 let go G1 yield 101 stop 170\n"
				    "* P2 preempted G2 yield 140 stop 141\n"
				    "P3 preempted G3 yield 140 stop 143\n"
				    "P4 idle\n";
	static const char want3[] = "pause all 100 = stop 70 + still 20 + restart 10 late 30 by G0\n"
				    "P0 requested it\n"
				    "< P1 let go G1 yield 101 stop 170\n"
				    "P2 preempted G2 yield 140 stop 141\n"
				    "* P3 preempted G3 yield 140 stop 143\n"
				    "P4 idle\n";
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	make_late(&s, GT_NONE, GT_NONE);
	is_blame(&s, 0, want3, "the latest yield is charged, not the last stop");
	scene_close(&s);
	scene_open(&s, GT_FORMAT_V1, 21);
	make_late(&s, 9, 8);
	is_blame(&s, 0, want2, "two yields at once: the later event");
	scene_close(&s);
	scene_open(&s, GT_FORMAT_V1, 21);
	make_late(&s, 8, 9);
	is_blame(&s, 0, want3, "and the other way round");
	scene_close(&s);
}

/* procresize removes the stopper's P: its slice ends there and goes on elsewhere. */
TAP_TEST(moving_stopper)
{
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 25);
	scene_run(&s, 4, 0, 152);
	scene_slice(&s, 4, 0, 0, 151, SCENE_NO, 0);
	scene_run(&s, 0, 50, 120);
	scene_slice(&s, 0, 1, 60, 119, SCENE_PREEMPTED, 0);
	scene_run(&s, 0, 153, 600);
	scene_slice(&s, 0, 0, 154, 600, SCENE_BLOCKED, 0);
	scene_procs(&s, 150);
	scene_stop(&s, "GOMAXPROCS", 0, 0, 100, 170);
	is_blame(&s, 0,
		 "pause all 70 = stop 20 + still 30 + restart 20 late 1 by G0\n"
		 "* < P0 preempted G1 yield 119 stop 120 again 153\n"
		 "P1 idle\nP2 idle\nP3 idle\n"
		 "P4 requested it\n", "the stopper moves");
	scene_close(&s);
}

TAP_TEST(nobody)
{
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 2, 0, SCENE_END);
	scene_slice(&s, 2, 0, 0, SCENE_END, SCENE_NO, GT_SLICE_OPEN);
	scene_run(&s, 3, 0, 100);
	scene_run(&s, 3, 180, 300);
	scene_procs(&s, 180);
	scene_stop(&s, "read mem stats", 0, 2, 100, 190);
	is_blame(&s, 0,
		 "pause all 90 = stop 0 + still 80 + restart 10 late - by G0\n"
		 "P0 idle\nP1 idle\nP2 requested it\nP3 idle again 180\nP4 idle\n", "all others are idle");
	scene_close(&s);
}

/* The trace ends while P1 still runs: that is who all wait for. */
TAP_TEST(never)
{
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 0, 0, SCENE_END);
	scene_slice(&s, 0, 0, 0, SCENE_END, SCENE_NO, GT_SLICE_OPEN);
	scene_run(&s, 1, 0, SCENE_END);
	scene_slice(&s, 1, 1, 50, SCENE_END, SCENE_NO, GT_SLICE_OPEN);
	scene_run(&s, 2, 0, 700);
	scene_slice(&s, 2, 2, 50, 699, SCENE_PREEMPTED, 0);
	scene_procs(&s, 0);
	scene_stop(&s, "GC mark termination", 0, GT_NO_ROW, 100, GT_NO_TIME);
	is_blame(&s, 0,
		 "pause all - = stop - + still - + restart - late - by G0\n"
		 "P0 requested it\n"
		 "* P1 never stopped G1 yield - stop -\n"
		 "P2 preempted G2 yield 699 stop 700\n"
		 "P3 idle\nP4 idle\n", "a stop without an end");
	scene_close(&s);
}

/* A P that nothing stops: what its slice says must do; then what starts again is the restart. */
TAP_TEST(lost)
{
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_slice(&s, 0, 0, 0, 900, SCENE_BLOCKED, 0);
	scene_run(&s, 1, 0, 600);
	scene_slice(&s, 1, 1, 50, 130, SCENE_PREEMPTED, 0);
	scene_slice(&s, 1, 2, 195, 599, SCENE_PREEMPTED, 0);
	scene_run(&s, 2, 0, 600);
	scene_slice(&s, 2, 3, 50, 599, SCENE_PREEMPTED, 0);
	scene_stop(&s, "GC mark termination", 0, 0, 100, 200);
	is_blame(&s, 0,
		 "pause all 100 = stop - + still - + restart - late - by G0\n"
		 "P0 requested it\n"
		 "P1 preempted G1 yield 130 stop 130\n"
		 "P2 unknown G3 yield - stop -\n"
		 "P3 idle\nP4 idle\n", "stops that are missing");
	scene_close(&s);
}

/* The trace ends in the restart; a thread without a goroutine never stops. */
TAP_TEST(open)
{
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_slice(&s, 0, 0, 0, 900, SCENE_BLOCKED, 0);
	scene_run(&s, 1, 0, 140);
	scene_slice(&s, 1, 1, 50, 130, SCENE_PREEMPTED, 0);
	scene_procs(&s, 980);
	scene_stop(&s, "GC mark termination", 0, 0, 100, GT_NO_TIME);
	is_blame(&s, 0,
		 "pause all - = stop 40 + still 840 + restart - late 10 by G0\n"
		 "P0 requested it\n"
		 "* < P1 preempted G1 yield 130 stop 140\n"
		 "P2 idle\nP3 idle\nP4 idle\n", "a restart without an end");
	scene_close(&s);

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_slice(&s, 0, 0, 0, 900, SCENE_BLOCKED, 0);
	scene_run(&s, 1, 0, 140);
	scene_slice(&s, 1, 1, 50, 130, SCENE_PREEMPTED, 0);
	scene_run(&s, 2, 0, SCENE_END);
	scene_stop(&s, "GC mark termination", 0, 0, 100, GT_NO_TIME);
	is_blame(&s, 0,
		 "pause all - = stop - + still - + restart - late - by G0\n"
		 "P0 requested it\n"
		 "P1 preempted G1 yield 130 stop 140\n"
		 "P2 never stopped yield - stop -\n"
		 "P3 idle\nP4 idle\n", "no goroutine delays it when the trace ends");
	scene_close(&s);
}

/* ---- sums ---- */

static void is_delay(const struct gt_blame_index *b, uint32_t slice_id, uint32_t asked, uint32_t last,
		     int64_t sum, const char *what)
{
	const struct gt_slice_delay *d = gt_blame_index_slice(b, slice_id);

	tap_ok(d && d->asked == asked && d->last == last && d->sum == sum,
	       "%s: asked %d, last %d, %d ns", what, d ? (int)d->asked : -1, d ? (int)d->last : -1,
	       d ? (int)d->sum : -1);
}

/* G1 (main.a) delays the first stop by 50, G5 (main.b) the others by 30 and 80; the second asks G1, too. */
static void make_three(struct scene *s, uint32_t ids[5])
{
	scene_run(s, 0, 0, SCENE_END);
	scene_slice(s, 0, 0, 0, SCENE_END, SCENE_NO, GT_SLICE_OPEN);
	scene_run(s, 1, 0, 151);
	ids[0] = scene_slice(s, 1, 1, 0, 150, SCENE_PREEMPTED, 0);
	scene_run(s, 1, 160, 311);
	ids[1] = scene_slice(s, 1, 1, 160, 310, SCENE_BLOCKED, 0);
	scene_run(s, 2, 250, 332);
	ids[2] = scene_slice(s, 2, 5, 250, 330, SCENE_PREEMPTED, 0);
	scene_run(s, 2, 400, 582);
	ids[3] = scene_slice(s, 2, 5, 400, 580, SCENE_PREEMPTED, 0);
	scene_run(s, 3, 450, 510);
	ids[4] = scene_caller(s, 3, 6, 450, 460, 510);
	scene_procs(s, 155);
	scene_procs(s, 340);
	scene_procs(s, 590);
	scene_stop(s, "GC sweep termination", 0, 0, 100, 160);
	scene_stop(s, "GC mark termination", 0, 0, 300, 350);
	scene_stop(s, "read mem stats", 0, 0, 500, 600);
}

static void is_total(const struct gt_blame_total *v, const struct gt_trace *t, const char *want)
{
	struct gt_buf text = { 0 };
	size_t n;
	const char *func = gt_trace_string(t, v->func, &n);

	gt_buf_printf(&text, "%.*s asked %d delayed %d by %d, longest %d, worst %d", (int)n, func, (int)v->asked,
		      (int)v->count, (int)v->sum, (int)v->max, (int)v->worst);
	tap_is_str(gt_buf_str(&text), want, "%s", want);
	gt_buf_release(&text);
}

static void is_pauses(const struct gt_blame_index *b, int64_t from, int64_t to, const char *want)
{
	struct gt_pause_sum sum = gt_blame_index_sum(b, from, to);
	struct gt_blame_total nobody = gt_blame_index_nobody(b, from, to);
	struct gt_buf text = { 0 };

	gt_buf_printf(&text, "all %d: %d = stop %d + still %d + restart %d, late %d; %d nobody's",
		      (int)sum.n[GT_PAUSE_ALL], (int)sum.ns[GT_PAUSE_ALL], (int)sum.ns[GT_PAUSE_STOP],
		      (int)sum.ns[GT_PAUSE_STILL], (int)sum.ns[GT_PAUSE_RESTART], (int)sum.late, (int)nobody.count);
	if (nobody.worst != GT_NO_ROW)
		gt_buf_printf(&text, " by %d, longest %d, worst %d", (int)nobody.sum, (int)nobody.max,
			      (int)nobody.worst);
	tap_is_str(gt_buf_str(&text), want, "%s", want);
	gt_buf_release(&text);
}

/* One pause is charged, one waits for a thread, one for nothing, of one the request is not in the trace. */
static void make_nobody(struct scene *s)
{
	scene_slice(s, 0, 0, 0, 900, SCENE_BLOCKED, 0);
	scene_run(s, 1, 0, 133);
	scene_slice(s, 1, 1, 0, 130, SCENE_PREEMPTED, 0);
	scene_run(s, 2, 300, 308);
	scene_procs(s, 40);
	scene_procs(s, 140);
	scene_procs(s, 340);
	scene_procs(s, 540);
	scene_stop(s, "start trace", 0, 0, 10, 60);
	scene_stop(s, "GC sweep termination", 0, 0, 100, 160);
	scene_stop(s, "GC mark termination", 0, 0, 300, 350);
	scene_stop(s, "read mem stats", 0, 0, 500, 600);
}

TAP_TEST(sum_of_nobody)
{
	struct gt_blame_index b = { 0 };
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	make_nobody(&s);
	scene_finish(&s);
	gt_blame_index_update(&b, s.t, 0);
	is_pauses(&b, 0, INT64_MAX,
		  "all 4: 260 = stop 41 + still 109 + restart 110, late 3; 3 nobody's by 8, longest 8, worst 2");
	is_pauses(&b, 0, 100, "all 1: 50 = stop 0 + still 30 + restart 20, late 0; 1 nobody's");
	gt_blame_index_release(&b);
	scene_close(&s);
}

TAP_TEST(sums)
{
	struct gt_blame_index b = { 0 };
	struct gt_blame_total *v;
	struct scene s;
	uint32_t ids[5];
	size_t n;

	scene_open(&s, GT_FORMAT_V2, 26);
	make_three(&s, ids);
	scene_refresh(&s);
	tap_ok(!gt_blame_index_update(&b, s.t, 2), "a budget of two ranges is not enough");
	tap_is_u64(b.n, 2, "for three stops");
	tap_ok(gt_blame_index_update(&b, s.t, 2), "two more are");
	scene_finish(&s);
	tap_ok(gt_blame_index_update(&b, s.t, 0) && b.n == 3,
	       "all is looked at again when the index is complete");
	is_pauses(&b, 0, INT64_MAX, "all 3: 210 = stop 165 + still 20 + restart 25, late 5; 0 nobody's");
	is_pauses(&b, 300, 500, "all 1: 50 = stop 32 + still 8 + restart 10, late 2; 0 nobody's");
	is_delay(&b, ids[0], 1, 1, 50, "the last one");
	is_delay(&b, ids[1], 1, 0, 0, "asked, not the last");
	is_delay(&b, ids[2], 1, 1, 30, "the last one of the second");
	is_delay(&b, ids[3], 1, 1, 80, "the last one of the third");
	tap_ok(!gt_blame_index_slice(&b, ids[4]), "in a syscall: not asked");
	tap_is_u64(gt_blame_index_seek(&b, 101), 1, "seek between stops");
	tap_is_u64(gt_blame_index_seek(&b, 501), 3, "seek behind them");
	v = gt_blame_index_total(&b, s.t, false, 0, INT64_MAX, &n);
	tap_is_u64(n, 2, "two functions");
	is_total(&v[0], s.t, "main.b asked 2 delayed 2 by 110, longest 80, worst 2");
	is_total(&v[1], s.t, "main.a asked 2 delayed 1 by 50, longest 50, worst 0");
	free(v);
	v = gt_blame_index_total(&b, s.t, true, 0, 400, &n);
	tap_is_u64(n, 2, "two goroutines in the first part");
	is_total(&v[0], s.t, "main.a asked 2 delayed 1 by 50, longest 50, worst 0");
	is_total(&v[1], s.t, "main.b asked 1 delayed 1 by 30, longest 30, worst 1");
	free(v);
	gt_blame_index_release(&b);
	scene_close(&s);
}

/*
 * G1 yields on P1, is taken up on P2 and yields again: asked once.  P3 is found with G2 in a call since
 * before the request: it is not asked, but G3, which runs there then, is.
 */
TAP_TEST(asked_once)
{
	struct gt_blame_index b = { 0 };
	struct gt_blame_total *v;
	struct scene s;
	size_t n;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 0, 0, 900);
	scene_slice(&s, 0, 0, 0, 900, SCENE_BLOCKED, 0);
	scene_run(&s, 1, 0, 112);
	scene_slice(&s, 1, 1, 0, 110, SCENE_PREEMPTED, 0);
	scene_run(&s, 2, 0, 132);
	scene_slice(&s, 2, 4, 0, 105, SCENE_BLOCKED, 0);
	scene_slice(&s, 2, 1, 115, 130, SCENE_PREEMPTED, 0);
	scene_run(&s, 3, 0, 126);
	scene_caller(&s, 3, 2, 0, 90, 104);
	scene_slice(&s, 3, 3, 106, 124, SCENE_PREEMPTED, 0);
	scene_procs(&s, 150);
	scene_stop(&s, "GC sweep termination", 0, 0, 100, 160);
	scene_finish(&s);
	gt_blame_index_update(&b, s.t, 0);
	v = gt_blame_index_total(&b, s.t, true, 0, INT64_MAX, &n);
	tap_is_u64(n, 3, "three goroutines were asked");
	is_total(&v[0], s.t, "main.a asked 1 delayed 1 by 30, longest 30, worst 0");
	is_total(&v[1], s.t, "main.a asked 1 delayed 0 by 0, longest 0, worst -1");
	is_total(&v[2], s.t, "main.b asked 1 delayed 0 by 0, longest 0, worst -1");
	free(v);
	gt_blame_index_release(&b);
	scene_close(&s);
}

/* ---- reports ---- */

static void is_row(struct gt_table *t, uint64_t row, const char *const *keys, const char *want)
{
	struct gt_buf text = { 0 };

	for (; *keys; keys++) {
		int col = gt_report_column(t->report, *keys, strlen(*keys));
		struct gt_cell c;

		gt_table_cell(t, row, (unsigned)col, &c);
		if (c.null)
			gt_buf_puts(&text, "- ");
		else if (c.kind == GT_KIND_STRING)
			gt_buf_printf(&text, "%.*s ", (int)c.n, c.s);
		else
			gt_buf_printf(&text, "%" PRId64 " ", c.i);
	}
	tap_is_str(gt_buf_str(&text), want, "%s row %d", t->report->name, (int)row);
	gt_buf_release(&text);
}

static void open_report(struct gt_table **t, struct gt_trace *trace, const char *report)
{
	struct gt_error err;

	if (gt_table_open(t, gt_report_find(report, strlen(report)), trace, NULL, &err))
		tap_bail("%s", err.text);
}

TAP_TEST(reports)
{
	static const char *const stw[] = { "start", "dur", "stop", "still", "restart", "thread_late", "g",
					   "last_p", "last_g", "last_func", "last_how", "last_yield", "waited", NULL };
	static const char *const funcs[] = { "func", "goroutines", "count", "delay", "max", "asked", "worst_start",
					     "worst_reason", "worst_how", NULL };
	static const char *const gors[] = { "func", "g", "count", "delay", "max", "asked", "worst_start",
					    "worst_reason", "worst_how", NULL };
	static const char *const greedy[] = { "start", "g", "stw_delay", NULL };
	struct gt_table *t;
	struct scene s;
	uint32_t ids[5];

	scene_open(&s, GT_FORMAT_V2, 26);
	make_three(&s, ids);
	scene_finish(&s);
	open_report(&t, s.t, "stw");
	is_row(t, 0, stw, "100 60 51 4 5 1 100 1 101 main.a preempted 50 1 ");
	is_row(t, 1, stw, "300 50 32 8 10 2 100 2 105 main.b preempted 30 2 ");
	is_row(t, 2, stw, "500 100 82 8 10 2 100 2 105 main.b preempted 80 1 ");
	gt_table_close(t);
	open_report(&t, s.t, "stwfuncs");
	is_row(t, 0, funcs, "main.b 1 2 110 80 2 500 read mem stats preempted ");
	gt_table_close(t);
	open_report(&t, s.t, "stwgoroutines");
	is_row(t, 1, gors, "main.a 101 1 50 50 2 100 GC sweep termination preempted ");
	tap_is_u64(t->rows, 2, "somebody delayed each pause");
	gt_table_close(t);
	open_report(&t, s.t, "greedy");
	is_row(t, 0, greedy, "0 100 - ");
	is_row(t, 1, greedy, "0 101 50 ");
	is_row(t, 2, greedy, "160 101 0 ");
	is_row(t, 3, greedy, "250 105 30 ");
	is_row(t, 5, greedy, "450 106 - ");
	gt_table_close(t);
	scene_close(&s);

	scene_open(&s, GT_FORMAT_V2, 26);
	make_nobody(&s);
	scene_finish(&s);
	open_report(&t, s.t, "stwfuncs");
	tap_is_u64(t->rows, 2, "the pauses of nobody are a row");
	is_row(t, 0, funcs, "main.a 1 1 30 30 1 100 GC sweep termination preempted ");
	is_row(t, 1, funcs, "nobody to blame - 3 8 8 - 300 GC mark termination - ");
	gt_table_close(t);
	open_report(&t, s.t, "stw");
	is_row(t, 0, stw, "10 50 - 30 20 - 100 - - - - - - ");
	is_row(t, 2, stw, "300 50 8 32 10 - 100 - - - - - 1 ");
	is_row(t, 3, stw, "500 100 0 40 60 - 100 - - - - - 0 ");
	gt_table_close(t);
	scene_close(&s);
}

/* A pane asks for the same rows again and again, and for others between them: what is kept of a row is that row's. */
TAP_TEST(browsed)
{
	static const char *const start[] = { "start", "dur", NULL };
	const struct gt_table_args args = { .browsed = true };
	struct gt_table *t;
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_run(&s, 2, 0, SCENE_END);
	scene_slice(&s, 2, 0, 0, SCENE_END, SCENE_NO, GT_SLICE_OPEN);
	for (int i = 0; i < 600; i++)
		scene_stop(&s, "read mem stats", 0, 2, 100 + i, 110 + 2 * i);
	scene_finish(&s);
	if (gt_table_open(&t, gt_report_find("stw", 3), s.t, &args, NULL))
		tap_bail("stw cannot be opened");
	for (int i = 0; i < 2; i++) {
		is_row(t, 1, start, "101 11 ");
		is_row(t, 2, start, "102 12 ");
		is_row(t, 513, start, "613 523 ");
		is_row(t, 1, start, "101 11 ");
	}
	gt_table_close(t);
	scene_close(&s);
}

/* A P that the trace mentions late is there from the start; one that GOMAXPROCS has taken away is not. */
TAP_TEST(there)
{
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 22);
	scene_proc(&s, 5, 900);
	scene_run(&s, 0, 0, SCENE_END);
	scene_slice(&s, 0, 0, 0, SCENE_END, SCENE_NO, GT_SLICE_OPEN);
	scene_gomaxprocs(&s, 0, 6);
	scene_gomaxprocs(&s, 205, 2);
	scene_stop(&s, "GOMAXPROCS", 0, 0, 200, 210);
	is_blame(&s, 0, "pause all 10 = stop 0 + still 5 + restart 5 late - by G0\n"
			"P0 requested it\nP1 idle\nP2 idle\nP3 idle\nP4 idle\nP5 idle\n", "six Ps, of which four go");
	scene_close(&s);
}

TAP_TEST(gone)
{
	struct gt_blame b = { 0 };
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 22);
	scene_run(&s, 0, 0, SCENE_END);
	scene_slice(&s, 0, 0, 0, SCENE_END, SCENE_NO, GT_SLICE_OPEN);
	scene_run(&s, 3, 500, 502);
	scene_gomaxprocs(&s, 0, 2);
	scene_gomaxprocs(&s, 405, 2);
	scene_gomaxprocs(&s, 505, 2);
	scene_stop(&s, "GC", 0, 0, 400, 410);
	scene_stop(&s, "GC", 0, 0, 500, 510);
	scene_refresh(&s);
	tap_ok(gt_blame_find(&b, s.t, 0) && b.nprocs == 2, "Ps beyond GOMAXPROCS are not in the picture");
	tap_ok(gt_blame_find(&b, s.t, 1) && b.nprocs == 3 && b.procs[2].proc_row == 3,
	       "but one that a thread holds is");
	gt_blame_release(&b);
	scene_close(&s);
}

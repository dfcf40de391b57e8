/* Who made a stop-the-world wait: stops made by hand, where the answer is known by construction. */
#include "analysis/blames.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/table.h"
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
	gt_buf_puts(out, "stop");
	put_time(out, "to stop", gt_blame_stop_ns(b));
	put_time(out, "stopped", gt_blame_stopped_ns(b));
	put_time(out, "restart", b->restart);
	gt_buf_printf(out, " by G%" PRId64 "\n", b->asker == GT_NO_ROW ? -1 : (int64_t)b->asker);
	for (uint32_t i = 0; i < b->nprocs; i++) {
		const struct gt_blame_proc *p = &b->procs[i];

		gt_buf_printf(out, "%sP%" PRIu32 " %s", (int)i == b->last ? "* " : "", p->part,
			      gt_yield_text(p->how));
		if (p->g != GT_NO_ROW)
			gt_buf_printf(out, " G%" PRIu32, p->g);
		if (p->how > GT_YIELD_IDLE) {
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
	"stop to stop 85 stopped 25 restart 200 by G0\n" \
	"P0 asked for it\n" \
	"P1 preempted G1 yield 150 stop 152 again 205\n" \
	"P2 idle\n" \
	"P3 in a syscall G3 yield 110 stop 110\n" \
	"* P4 preempted G5 yield 180 stop 185 again 203\n"

static void test_all_ways(void)
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
	is_blame(&s, 0, "stop to stop - stopped - restart - by G0\n", "up to Go 1.9 it is one P at work");
	scene_close(&s);

	scene_open(&s, GT_FORMAT_V2, 22);
	make_stop(&s, "start trace", 0);
	is_blame(&s, 0, "stop to stop - stopped 110 restart 200 by G0\n",
		 "the stop of the tracer itself was asked for before");
	scene_close(&s);
}

/* A thread on its way to a P at the request; one that finds none; a call during the stop. */
static void test_threads(void)
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
		 "stop to stop 61 stopped 39 restart 180 by G0\n"
		 "P0 asked for it\n"
		 "* P1 woke up for it yield 161 stop 161 again 190\n"
		 "P2 no goroutine yield 140 stop 140\n"
		 "P3 made a syscall G3 yield 149 stop 150\n"
		 "P4 idle\n", "threads without goroutines");
	scene_close(&s);
}

/* procresize removes the stopper's P: its slice ends there and goes on elsewhere. */
static void test_moving_stopper(void)
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
		 "stop to stop 20 stopped 50 restart 150 by G0\n"
		 "* P0 preempted G1 yield 119 stop 120 again 153\n"
		 "P1 idle\nP2 idle\nP3 idle\n"
		 "P4 asked for it\n", "the stopper moves");
	scene_close(&s);
}

static void test_nobody(void)
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
		 "stop to stop 0 stopped 90 restart 180 by G0\n"
		 "P0 idle\nP1 idle\nP2 asked for it\nP3 idle again 180\nP4 idle\n", "all others are idle");
	scene_close(&s);
}

/* The trace ends while P1 still runs: that is who all wait for. */
static void test_never(void)
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
		 "stop to stop - stopped - restart - by G0\n"
		 "P0 asked for it\n"
		 "* P1 never stopped G1 yield - stop -\n"
		 "P2 preempted G2 yield 699 stop 700\n"
		 "P3 idle\nP4 idle\n", "a stop without an end");
	scene_close(&s);
}

/* A P that nothing stops: what its slice says must do; then what starts anew is the restart. */
static void test_lost(void)
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
		 "stop to stop - stopped - restart - by G0\n"
		 "P0 asked for it\n"
		 "P1 preempted G1 yield 130 stop 130\n"
		 "* P2 unknown G3 yield - stop -\n"
		 "P3 idle\nP4 idle\n", "stops that are missing");
	scene_close(&s);
}

/* ---- sums ---- */

static void is_delay(const struct gt_blames *b, uint32_t slice_id, uint32_t asked, uint32_t last, int64_t sum,
		     const char *what)
{
	const struct gt_slice_delay *d = gt_blames_slice(b, slice_id);

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

static void test_sums(void)
{
	struct gt_blames b = { 0 };
	struct gt_blame_total *v;
	struct scene s;
	uint32_t ids[5];
	size_t n;

	scene_open(&s, GT_FORMAT_V2, 26);
	make_three(&s, ids);
	scene_refresh(&s);
	tap_ok(!gt_blames_update(&b, s.t, 2), "a budget of two ranges is not enough");
	tap_is_u64(b.n, 2, "for three stops");
	tap_ok(gt_blames_update(&b, s.t, 2), "two more are");
	scene_finish(&s);
	tap_ok(gt_blames_update(&b, s.t, 0) && b.n == 3, "all is looked at again when the index is complete");
	is_delay(&b, ids[0], 1, 1, 50, "the last one");
	is_delay(&b, ids[1], 1, 0, 0, "asked, not the last");
	is_delay(&b, ids[2], 1, 1, 30, "the last one of the second");
	is_delay(&b, ids[3], 1, 1, 80, "the last one of the third");
	tap_ok(!gt_blames_slice(&b, ids[4]), "in a syscall: not asked");
	tap_is_u64(gt_blames_seek(&b, 101), 1, "seek between stops");
	tap_is_u64(gt_blames_seek(&b, 501), 3, "seek behind them");
	v = gt_blames_total(&b, s.t, false, 0, INT64_MAX, &n);
	tap_is_u64(n, 2, "two functions");
	is_total(&v[0], s.t, "main.b asked 2 delayed 2 by 110, longest 80, worst 2");
	is_total(&v[1], s.t, "main.a asked 2 delayed 1 by 50, longest 50, worst 0");
	free(v);
	v = gt_blames_total(&b, s.t, true, 0, 400, &n);
	tap_is_u64(n, 2, "two goroutines in the first part");
	is_total(&v[0], s.t, "main.a asked 2 delayed 1 by 50, longest 50, worst 0");
	is_total(&v[1], s.t, "main.b asked 1 delayed 1 by 30, longest 30, worst 1");
	free(v);
	gt_blames_release(&b);
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

static void test_reports(void)
{
	static const char *const stw[] = { "start", "dur", "stop", "stopped", "restart", "g", "last_p", "last_g",
					   "last_func", "last_how", "last_yield", "waited", NULL };
	static const char *const funcs[] = { "g", "func", "count", "delay", "max", "asked", "goroutines",
					     "worst_start", "worst_how", NULL };
	static const char *const greedy[] = { "start", "g", "stw_delay", NULL };
	struct gt_table *t;
	struct scene s;
	uint32_t ids[5];

	scene_open(&s, GT_FORMAT_V2, 26);
	make_three(&s, ids);
	scene_finish(&s);
	open_report(&t, s.t, "stw");
	is_row(t, 0, stw, "100 60 51 9 5 100 1 101 main.a preempted 50 1 ");
	is_row(t, 1, stw, "300 50 32 18 10 100 2 105 main.b preempted 30 2 ");
	is_row(t, 2, stw, "500 100 82 18 10 100 2 105 main.b preempted 80 1 ");
	gt_table_close(t);
	open_report(&t, s.t, "stwfuncs");
	is_row(t, 0, funcs, "- main.b 2 110 80 2 1 500 preempted ");
	gt_table_close(t);
	open_report(&t, s.t, "stwgoroutines");
	is_row(t, 1, funcs, "101 main.a 1 50 50 2 1 100 preempted ");
	gt_table_close(t);
	open_report(&t, s.t, "greedy");
	is_row(t, 0, greedy, "0 100 - ");
	is_row(t, 1, greedy, "0 101 50 ");
	is_row(t, 2, greedy, "160 101 0 ");
	is_row(t, 3, greedy, "250 105 30 ");
	is_row(t, 5, greedy, "450 106 - ");
	gt_table_close(t);
	scene_close(&s);
}

int main(void)
{
	test_all_ways();
	test_threads();
	test_moving_stopper();
	test_nobody();
	test_never();
	test_lost();
	test_sums();
	test_reports();
	return tap_done();
}

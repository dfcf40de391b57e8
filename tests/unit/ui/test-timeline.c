/* The timeline on a small trace made by hand: what is drawn, moves, arriving, export. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/kit/exporting.h"
#include "ui/timeline/pane.h"
#include "ui/app/program.h"
#include "ui/kit/search.h"
#include "ui/timeline/act.h"
#include "ui/timeline/clock.h"
#include "ui/timeline/pick.h"
#include "ui/detail/wakees.h"
#include "unit/wire/build.h"

#define FILE_NAME "test-timeline.trace"

/* ---- the trace: 100 us, 1 unit is 1 ns ---- */

static void put_string(struct gt_buf *spec, unsigned id, const char *s)
{
	gt_buf_printf(spec, "05 u%u u%zu ", id, strlen(s));
	for (; *s; s++)
		gt_buf_printf(spec, "%02x ", (unsigned char)*s);
}

/*
 * P0: G1 runs until 31 us, which its status tells at 1 us, blocks, 41 .. 61.5 (in a call 51 .. 56), is preempted
 * and goes on at once until 71.5; G7, which it created, runs 71.6 .. 79.6.
 */
static const char p0[] =
	"b1,1,1["
	"0d u1000 u0 u1 "    /* ProcStatus P0 running */
	"19 u0 u1 u1 u2 "    /* GoStatus G1 running on M1 */
	"14 u30000 u3 u1 "   /* GoBlock */
	"10 u10000 u1 u2 "   /* GoStart G1 */
	"16 u10000 u1 u1 "   /* GoSyscallBegin */
	"17 u5000 "          /* GoSyscallEnd */
	"13 u5500 u4 u1 "    /* GoStop */
	"10 u1 u1 u3 "       /* GoStart G1 */
	"0e u4000 u7 u1 u1 " /* GoCreate G7 */
	"14 u5999 u3 u1 "    /* GoBlock */
	"10 u100 u7 u1 "     /* GoStart G7 */
	"11 u8000 "          /* GoDestroy */
	"0b u1 ]";           /* ProcStop */

/*
 * P1: G2, whose status comes at 1.5 us, from 10 to 20 us stopped every 300 ns for 200 ns, then
 * to the end; it wakes G1 at 40 us, marks from 60.5 to 79, stops the world from 80 to 82.5.
 */
static void put_p1(struct gt_buf *spec)
{
	gt_buf_puts(spec, "b1,2,1[0d u1500 u1 u1 19 u0 u2 u2 u2 13 u8500 u4 u1 ");
	for (int i = 1; i <= 20; i++)
		gt_buf_printf(spec, "10 u200 u2 u%d 13 u300 u4 u1 ", i);
	gt_buf_puts(spec, "10 u200 u2 u21 "
			  "15 u19800 u1 u1 u1 "    /* GoUnblock G1 */
			  "1d u20500 u1 u1 "       /* GCBegin */
			  "1e u18500 u2 "          /* GCEnd */
			  "1a u1000 u6 u1 "        /* STWBegin */
			  "1b u2500 "              /* STWEnd */
			  "25 u17500 u4194304 ]"); /* HeapAlloc */
}

static void write_trace(int minor, const char *clock)
{
	struct gt_buf spec = { 0 }, trace = { 0 };
	int fd = open(FILE_NAME, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	gt_buf_printf(&spec, "b1,none,0[%s 08 u1000000000 %s]", minor < 25 ? "" : "32", clock);
	gt_buf_puts(&spec, p0);
	put_p1(&spec);
	gt_buf_puts(&spec, "b1,none,0[02 03 u1 u1 u4096 u2 u5 u17] b1,none,0[04 ");
	put_string(&spec, 2, "main.f");
	put_string(&spec, 3, "chan receive");
	put_string(&spec, 4, "preempted");
	put_string(&spec, 5, "f.go");
	put_string(&spec, 6, "GC mark termination");
	gt_buf_putc(&spec, ']');
	gt_build_trace(&trace, minor, gt_buf_str(&spec), NULL);
	if (fd < 0 || write(fd, trace.data, trace.len) != (ssize_t)trace.len || close(fd) != 0)
		tap_bail("cannot write %s", FILE_NAME);
	gt_buf_release(&spec);
	gt_buf_release(&trace);
}

/* ---- the pane ---- */

static const struct gt_app_ops ops;

struct fixture {
	struct gt_program prog;
	struct gt_app *app;
	struct gt_pane *pane;
	struct gt_timeline *tl;
	struct gt_grid *grid;
};

static void open_pane(struct fixture *f, int rows, int cols)
{
	const struct gt_open_options opt = { .index = "none" };
	struct gt_error err;

	f->prog = (struct gt_program){ .greedy_ns = 20000, .wait_ns = 20000, .wake = { -1, -1 } };
	if (gt_trace_open(&f->prog.trace, FILE_NAME, &opt, &err) < 0)
		tap_bail("%s", err.text);
	f->prog.events = gt_events_open(f->prog.trace);
	f->app = f->prog.app = gt_app_new(&ops, &f->prog);
	if (gt_app_add_pane(f->app, GT_VIEW_TIMELINE, &gt_pane_timeline, &err) < 0)
		tap_bail("%s", err.text);
	gt_app_show(f->app, GT_VIEW_TIMELINE);
	f->pane = gt_app_pane(f->app, GT_VIEW_TIMELINE);
	f->tl = gt_timeline_of(f->pane);
	/* Few rows: without the charts that a screen of this height would scroll. */
	for (uint8_t kind = GT_LANE_RUNNING; kind <= GT_LANE_M_CALLS; kind++)
		gt_lanes_show(&f->tl->view.lanes, kind, 0, false);
	f->tl->members.widest[GT_SECTION_CHARTS] = 5;    /* 11 columns of names: a round number is left to the time */
	f->grid = gt_grid_new(rows, cols);
}

static void close_pane(struct fixture *f)
{
	gt_grid_free(f->grid);
	gt_app_free(f->app);
	gt_blame_index_release(&f->prog.blames);
	gt_events_close(f->prog.events);
	gt_trace_close(f->prog.trace);
}

static void draw(struct fixture *f)
{
	const struct gt_canvas c = gt_grid_canvas(f->grid);

	f->tl->view.pace.all = true;
	f->pane->ops->draw(f->pane, &c);
}

/* The part of timeline.golden under the line "== NAME". */
static void read_golden(const char *name, struct gt_buf *out)
{
	const char *top = getenv("GT_SRCDIR");
	struct gt_buf path = { 0 };
	char line[1024];
	bool in = false;
	FILE *file;

	gt_buf_printf(&path, "%s/tests/unit/ui/timeline.golden", top ? top : ".");
	file = fopen(gt_buf_str(&path), "r");
	gt_buf_release(&path);
	while (file && fgets(line, sizeof line, file)) {
		if (strncmp(line, "== ", 3) == 0)
			in = strncmp(line + 3, name, strlen(name)) == 0 && line[3 + strlen(name)] == '\n';
		else if (in)
			gt_buf_puts(out, line);
	}
	if (file)
		fclose(file);
}

/* GENERATE=1: the file is written again.  Read it. */
static void write_golden(const struct gt_buf *got, const char *name, bool first)
{
	const char *top = getenv("GT_SRCDIR");
	struct gt_buf path = { 0 };
	FILE *file;

	gt_buf_printf(&path, "%s/tests/unit/ui/timeline.golden", top ? top : ".");
	file = fopen(gt_buf_str(&path), first ? "w" : "a");
	if (!file || fprintf(file, "== %s\n%s", name, gt_buf_str(got)) < 0 || fclose(file) != 0)
		tap_bail("cannot write %s", gt_buf_str(&path));
	gt_buf_release(&path);
}

static void is_golden(const struct gt_buf *got, const char *name)
{
	struct gt_buf want = { 0 };

	if (getenv("GENERATE"))
		write_golden(got, name, strcmp(name, "whole") == 0);
	read_golden(name, &want);
	tap_is_str(gt_buf_str(got), gt_buf_str(&want), "%s", name);
	gt_buf_release(&want);
}

static void is_drawn(struct fixture *f, const char *name)
{
	struct gt_buf out = { 0 };

	draw(f);
	gt_grid_dump(f->grid, &out);
	is_golden(&out, name);
	gt_buf_release(&out);
}

static void act(struct fixture *f, enum gt_action action, uint64_t count)
{
	const struct gt_act a = { .action = action, .count = count, .y = -1, .x = -1 };

	gt_app_act(f->app, &a);
	draw(f);
}

static void window(struct fixture *f, int64_t t0, int64_t span)
{
	f->tl->view.win = (struct gt_window){ t0, span };
	f->tl->whole = false;
	gt_tl_set_cursor(f->tl, t0);
	f->tl->view.slice = f->tl->view.range = GT_NO_ROW;
}

static struct gt_lane current_lane(struct fixture *f)
{
	struct gt_lane lane = { 0 };

	gt_lanes_current(&f->tl->view.lanes, &lane);
	return lane;
}

static void is_slice(struct fixture *f, int64_t t0, const char *what)
{
	struct gt_slice s = { .t0 = -1 };

	gt_slice_get(f->prog.trace, f->tl->view.slice, &s);
	tap_is_int(s.t0, t0, "%s: the slice that starts at %lld is selected", what, (long long)t0);
	tap_ok(gt_app_sel(f->app)->has & GT_SEL_SLICE && gt_app_sel(f->app)->slice == f->tl->view.slice,
	       "%s: and the others are told", what);
}

/* ---- what is drawn ---- */

static void test_drawing(void)
{
	struct fixture f;

	/* 11 columns of names and 100 of time: a column is 1 us, 100 ns, 10 ns, and in ASCII 500 ns. */
	open_pane(&f, 7, 112);
	is_drawn(&f, "whole");
	window(&f, 9500, 10000);
	is_drawn(&f, "a hundred nanoseconds a column");
	window(&f, 61395, 1000);
	is_drawn(&f, "ten nanoseconds a column");
	gt_grid_set_ascii(f.grid, true);
	window(&f, 40000, 50000);
	is_drawn(&f, "ASCII");
	close_pane(&f);
}

/* The styles of what a slice's cells are made of: in its colour, selected, hidden, at the cursor. */
static void test_styles(void)
{
	struct gt_buf out = { 0 };
	struct fixture f;

	open_pane(&f, 7, 112);
	window(&f, 0, 100001);
	gt_tl_pick_slice(f.tl, gt_slice_of_proc(f.prog.trace, 0, 1));
	f.prog.greedy_ns = 200;
	draw(&f);
	gt_grid_dump_styles(f.grid, &out);
	is_golden(&out, "styles");
	gt_buf_release(&out);
	close_pane(&f);
}

/* As if the trace were being read: what a thread does after its last run is not known yet. */
static void test_unread(void)
{
	struct gt_trace_info *info;
	struct fixture f;

	open_pane(&f, 9, 112);
	gt_lanes_set_on(&f.tl->view.lanes, GT_SECTION_THREADS, true);
	gt_lanes_set_on(&f.tl->view.lanes, GT_SECTION_CHARTS, false);
	info = (struct gt_trace_info *)(uintptr_t)gt_trace_info(f.prog.trace);
	info->done = false;
	is_drawn(&f, "being read");
	gt_grid_set_ascii(f.grid, true);
	window(&f, 75000, 10000);
	is_drawn(&f, "being read, in ASCII");
	window(&f, 80000, 1000);
	is_drawn(&f, "being read: nothing is known of a thread");
	info->done = true;
	is_drawn(&f, "read to the end: the thread ran no more");
	close_pane(&f);
}

/* Any size, any window: nothing is drawn outside, nothing falls over. */
static void test_sizes(void)
{
	struct fixture f;

	open_pane(&f, 1, 1);
	for (int rows = 1; rows < 14; rows += 3) {
		for (int cols = 1; cols < 90; cols += 11) {
			gt_grid_resize(f.grid, rows, cols);
			act(&f, GT_ACT_ZOOM_IN, 3);
			act(&f, GT_ACT_DOWN, 1);
			act(&f, GT_ACT_RIGHT, 2);
		}
	}
	tap_is_int(f.tl->view.win.span, 1, "zoomed in as far as it goes");
	tap_ok(gt_window_shows(&f.tl->view.win, f.tl->view.cursor), "and the cursor is there");
	close_pane(&f);
}

/* ---- moves ---- */

static void test_slices(void)
{
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	act(&f, GT_ACT_NEXT_SLICE, 0);
	is_slice(&f, 0, "next, which was there when the trace began");
	act(&f, GT_ACT_NEXT_SLICE, 2);
	is_slice(&f, 61501, "two on");
	act(&f, GT_ACT_NEXT_SLICE, 9);
	is_slice(&f, 71600, "no further than the last");
	act(&f, GT_ACT_PREV_SLICE, 2);
	is_slice(&f, 41000, "two back");
	act(&f, GT_ACT_FIT, 0);
	tap_is_int(f.tl->view.win.t0, 41000, "fit: start");
	tap_is_int(f.tl->view.win.span, 20500, "fit: span");
	act(&f, GT_ACT_DOWN, 0);
	is_slice(&f, 20200, "what P1 does at that time");
	act(&f, GT_ACT_WHOLE, 0);
	tap_is_int(f.tl->view.win.span, 100001, "whole");
	act(&f, GT_ACT_UP, 9);
	act(&f, GT_ACT_DOWN, 1);
	act(&f, GT_ACT_NEXT_SLICE, 0);
	tap_is_int(f.tl->view.cursor, 60500, "on the lane of collections, the next one");
	close_pane(&f);
}

static void test_anomalies(void)
{
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	act(&f, GT_ACT_NEXT_ANOMALY, 0);
	is_slice(&f, 20200, "a long slice");
	act(&f, GT_ACT_PREV_ANOMALY, 0);
	is_slice(&f, 0, "the one at the trace's begin, where the cursor was");
	act(&f, GT_ACT_NEXT_ANOMALY, 0);
	is_slice(&f, 20200, "one on another P");
	act(&f, GT_ACT_NEXT_ANOMALY, 2);
	tap_is_int(f.tl->view.cursor, 80000, "a stop-the-world");
	tap_is_int(current_lane(&f).kind, GT_LANE_STW, "on its lane");
	act(&f, GT_ACT_NEXT_ANOMALY, 0);
	tap_is_int(f.tl->view.cursor, 80000, "no later one");
	act(&f, GT_ACT_PREV_ANOMALY, 0);
	is_slice(&f, 41000, "and back");
	act(&f, GT_ACT_BACK, 0);
	tap_is_int(f.tl->view.cursor, 80000, "they are jumps");
	close_pane(&f);
}

static void test_panning(void)
{
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	act(&f, GT_ACT_FINE_RIGHT, 45);
	tap_is_int(f.tl->view.cursor, 45000, "45 columns right: the window cannot, the cursor does");
	is_slice(&f, 41000, "what is there");
	act(&f, GT_ACT_ZOOM_IN, 1);
	tap_is_int(gt_window_column(&f.tl->view.win, 100, 45000), 45, "zoom leaves the cursor in its column");
	act(&f, GT_ACT_PAN_RIGHT, 1);
	tap_is_int(f.tl->view.cursor, 70000, "half a window");
	tap_is_int(gt_window_column(&f.tl->view.win, 100, f.tl->view.cursor), 45, "the window went along");
	act(&f, GT_ACT_RIGHT, 100);
	tap_is_int(f.tl->view.cursor, 100000, "to the end");
	act(&f, GT_ACT_FIRST, 0);
	tap_is_int(f.tl->view.win.t0, 0, "to the start");
	close_pane(&f);
}

static void test_search(void)
{
	struct gt_matcher *g7 = gt_matcher_new("G7", NULL), *none = gt_matcher_new("nobody", NULL);
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	tap_ok(f.pane->ops->find(f.pane, g7, 1), "G7 is found");
	is_slice(&f, 71600, "found");
	tap_ok(!f.pane->ops->find(f.pane, g7, 1), "only once");
	tap_ok(!f.pane->ops->find(f.pane, none, -1), "nobody is not");
	is_slice(&f, 71600, "and nothing moved");
	gt_matcher_free(g7);
	gt_matcher_free(none);
	close_pane(&f);
}

static void test_mouse(void)
{
	struct gt_act a = { .action = GT_ACT_CLICK, .y = 6, .x = 12 + 75 };
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	tap_ok(f.pane->ops->handle(f.pane, &a), "a click on P1");
	tap_is_int(f.tl->view.cursor, 75000, "its time");
	is_slice(&f, 20200, "its slice");
	a = (struct gt_act){ .action = GT_ACT_WHEEL_UP, .y = 6, .x = 12 + 50 };
	f.pane->ops->handle(f.pane, &a);
	tap_is_int(gt_window_column(&f.tl->view.win, 100, 50000), 50, "the wheel zooms where the mouse is");
	a = (struct gt_act){ .action = GT_ACT_CLICK, .y = 1, .x = 12 + 10 };
	f.pane->ops->handle(f.pane, &a);
	tap_is_int(f.tl->view.cursor, 10000, "a click on the minimap");
	tap_ok(gt_window_shows(&f.tl->view.win, 10000), "brings the window there");
	close_pane(&f);
}

/* ---- with the other panes ---- */

static void test_arriving(void)
{
	struct gt_sel sel = { .has = GT_SEL_TIME, .time_ns = 75000 };
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	window(&f, 0, 1000);
	gt_app_jump(f.app, GT_VIEW_TIMELINE, &sel);
	tap_is_int(f.tl->view.win.span, 1000, "a time alone does not zoom");
	tap_is_int(f.tl->view.win.t0, 74500, "it is in the middle");
	sel = (struct gt_sel){ .has = GT_SEL_SLICE, .slice = gt_slice_of_proc(f.prog.trace, 0, 1) };
	gt_app_jump(f.app, GT_VIEW_TIMELINE, &sel);
	tap_is_int(f.tl->view.win.t0, 20500, "a slice: its width before it");
	tap_is_int(f.tl->view.win.span, 61500, "and after it");
	tap_is_int(f.tl->view.cursor, 41000, "the cursor at its start");
	tap_is_int(current_lane(&f).kind, GT_LANE_PROC, "on a P's lane");
	tap_is_int(current_lane(&f).row, 0, "its own");
	act(&f, GT_ACT_BACK, 0);
	tap_is_int(f.tl->view.win.t0, 74500, "back: the window as it was");
	tap_is_int(f.tl->view.cursor, 75000, "and the time");
	act(&f, GT_ACT_FORWARD, 0);
	tap_is_int(f.tl->view.win.span, 61500, "go forward again");
	act(&f, GT_ACT_CREATOR, 0);
	tap_is_int(f.tl->view.cursor, 41000, "G1 is older than the trace: nowhere to go");
	act(&f, GT_ACT_NEXT_SLICE, 2);
	act(&f, GT_ACT_CREATOR, 0);
	tap_is_int(f.tl->view.cursor, 65501, "G7's creator, when it did it");
	is_slice(&f, 61501, "the slice it did it in");
	close_pane(&f);
}

static bool has_line(const struct gt_buf *b, const char *line)
{
	return strstr(gt_buf_str(b), line);
}

static void test_range(void)
{
	struct gt_buf out = { 0 };
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	act(&f, GT_ACT_FINE_RIGHT, 31);
	act(&f, GT_ACT_MARKER_A, 0);
	act(&f, GT_ACT_FINE_RIGHT, 10);
	act(&f, GT_ACT_MARKER_B, 0);
	gt_tl_status(f.tl->pane, &out);
	tap_ok(has_line(&out, "  A-B 10us: Ps busy 50.0%, 1 slice"), "status: %s", gt_buf_str(&out));
	act(&f, GT_ACT_FIT, 0);
	tap_is_int(f.tl->view.win.t0, 31000, "fit shows the range");
	tap_is_int(f.tl->view.win.span, 10000, "and nothing more");
	gt_buf_release(&out);
	close_pane(&f);
}

/* The detail pane as text, 20 rows. */
static void dump_detail(struct fixture *f, struct gt_buf *out)
{
	struct gt_grid *g = gt_grid_new(20, 90);
	const struct gt_canvas c = gt_grid_canvas(g);

	draw(f);
	f->pane->ops->draw_detail(f->pane, &c);
	gt_buf_reset(out);
	gt_grid_dump(g, out);
	gt_grid_free(g);
}

static void test_measuring(void)
{
	struct gt_buf out = { 0 };
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	act(&f, GT_ACT_RANGE_DETAIL, 0);
	tap_ok(strstr(gt_buf_str(&f.app->screen.message), "markers"), "without a range it says so");
	gt_app_set_marker(f.app, 0, 31000);
	gt_app_set_marker(f.app, 1, 41001);
	dump_detail(&f, &out);
	tap_ok(has_line(&out, "A to B: 10us, 100%\n") && has_line(&out, "busy        50.0% of 2 Ps, 10us\n"),
	       "it is measured");
	tap_ok(has_line(&out, "counts      2 slices, 3 events\n"), "slices and events");
	tap_ok(has_line(&out, "waits       1 for a P, total 1us, longest 1us: G1 main.f\n"), "the wait in it");
	tap_ok(has_line(&out, "100.0%    10.001us  G2 main.f\n"), "which goroutine ran");
	gt_app_set_marker(f.app, 1, 40500);
	dump_detail(&f, &out);
	tap_ok(has_line(&out, "waits       1 for a P, total 500ns, longest 500ns: G1 main.f\n"), "a marker moves: so do the sums");
	act(&f, GT_ACT_RANGE_DETAIL, 0);
	dump_detail(&f, &out);
	tap_ok(!has_line(&out, "A to B"), "the selection again");
	act(&f, GT_ACT_RANGE_DETAIL, 0);
	dump_detail(&f, &out);
	tap_ok(has_line(&out, "A to B"), "and back");
	gt_buf_release(&out);
	close_pane(&f);
}

static void test_woken(void)
{
	struct gt_wakees woken[4];
	struct gt_slice s, to;
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	gt_slice_get(f.prog.trace, gt_slice_of_proc(f.prog.trace, 0, 2), &s);
	tap_is_int((int64_t)gt_wakees_by(f.prog.trace, &s, 0, 100000, 4, woken), 1, "the slice created one");
	tap_ok(woken[0].created && woken[0].t == 65501 && gt_slice_get(f.prog.trace, woken[0].slice, &to) &&
	       to.t0 == 71600, "G7, which ran later");
	gt_slice_get(f.prog.trace, gt_slice_of_proc(f.prog.trace, 1, 21), &s);
	tap_is_int((int64_t)gt_wakees_by(f.prog.trace, &s, 0, 100000, 4, woken), 1, "another woke one");
	tap_ok(!woken[0].created && woken[0].t == 40000, "G1");
	tap_is_int((int64_t)gt_wakees_by(f.prog.trace, &s, 40001, 100000, 4, woken), 0, "none after that");
	gt_tl_pick_slice(f.tl, s.id);
	act(&f, GT_ACT_UNBLOCKED, 0);
	is_slice(&f, 41000, "jumped to whom it woke");
	tap_is_int(f.tl->view.win.span, f.tl->view.extent, "at the same zoom");
	act(&f, GT_ACT_UNBLOCKER, 0);
	is_slice(&f, 20200, "and back to who woke it");
	act(&f, GT_ACT_BACK, 0);
	act(&f, GT_ACT_NEXT_RUN, 0);
	is_slice(&f, 61501, "the goroutine's next slice");
	act(&f, GT_ACT_PREV_RUN, 2);
	is_slice(&f, 0, "two before that");
	act(&f, GT_ACT_PREV_RUN, 1);
	tap_ok(strstr(gt_buf_str(&f.app->screen.message), "no earlier slice"), "there is none before");
	close_pane(&f);
}

/* The mouse at a column of time and a row; then with a button held at others. */
static void mouse(struct fixture *f, enum gt_action action, int x, int y)
{
	const struct gt_act a = {
		.action = action, .y = y, .x = f->tl->frame.left + x,
		.has_mouse = action == GT_ACT_DRAG || action == GT_ACT_MEASURE_TO,
	};

	f->pane->ops->handle(f->pane, &a);
	draw(f);
}

static void test_dragging(void)
{
	int64_t a = 0, b = 0;
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	window(&f, 20000, 50000);
	draw(&f);
	mouse(&f, GT_ACT_CLICK, 50, 5);
	mouse(&f, GT_ACT_DRAG, 40, 6);
	tap_is_int(f.tl->view.win.t0, 25000, "what was under the mouse stays there");
	mouse(&f, GT_ACT_DRAG, -30, 6);
	tap_is_int(f.tl->view.win.t0, f.tl->view.extent - 50000, "as far as the trace goes");
	mouse(&f, GT_ACT_DRAG, 60, 0);
	tap_is_int(f.tl->view.win.t0, 15000, "back, though the mouse is over the axis now");
	tap_ok(!gt_app_range(f.app, &a, &b), "nothing is measured by that");
	mouse(&f, GT_ACT_CLICK, 10, 0);
	mouse(&f, GT_ACT_DRAG, 30, 4);
	tap_ok(gt_app_range(f.app, &a, &b) && a == 20000 && b == 30000, "from the axis: measured");
	mouse(&f, GT_ACT_MEASURE, 40, 5);
	mouse(&f, GT_ACT_MEASURE_TO, 100, 5);
	tap_ok(gt_app_range(f.app, &a, &b) && a == 35000 && b == 65000, "with the other button, to the end");
	mouse(&f, GT_ACT_CLICK, 90, 1);
	mouse(&f, GT_ACT_DRAG, 50, 1);
	tap_is_int(f.tl->view.win.t0, 25000, "on the minimap: the window");
	close_pane(&f);
}

static void test_clocks(void)
{
	struct gt_axis axis;
	struct fixture f;

	open_pane(&f, 7, 112);
	draw(&f);
	act(&f, GT_ACT_RIGHT, 1);
	gt_tl_axis(f.tl, &axis);
	tap_ok(axis.mode == GT_AXIS_START && axis.zero == 0, "times since the start");
	act(&f, GT_ACT_CLOCK, 0);
	gt_tl_axis(f.tl, &axis);
	tap_ok(axis.mode == GT_AXIS_CURSOR && axis.zero == f.tl->view.cursor, "from the cursor");
	act(&f, GT_ACT_CLOCK, 0);
	gt_tl_axis(f.tl, &axis);
	tap_ok(axis.mode == GT_AXIS_START, "no clock on the wall in a trace of Go 1.22");
	tap_ok(strstr(gt_buf_str(&f.app->screen.message), "need a trace of"), "which is said");
	/* As if the configuration wanted it. */
	f.prog.clock = GT_AXIS_WALL;
	gt_tl_axis(f.tl, &axis);
	tap_ok(axis.mode == GT_AXIS_START, "and does no harm as an option");
	close_pane(&f);
}

/* With a ClockSnapshot; seconds whose nanoseconds have no room are nonsense. */
static void test_wall_clock(void)
{
	static const struct { const char *snapshot; enum gt_axis_mode mode; } cases[] = {
		{ "33 u0 u0 u86400 u5", GT_AXIS_WALL },
		{ "33 u0 u0 u4611686018 u0", GT_AXIS_WALL },
		{ "33 u0 u0 u4611686019 u0", GT_AXIS_START },
		{ "33 u0 u0 unone u0", GT_AXIS_START },
	};
	struct gt_axis axis;
	struct fixture f;

	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		write_trace(25, cases[i].snapshot);
		open_pane(&f, 7, 112);
		f.prog.clock = GT_AXIS_WALL;
		gt_tl_axis(f.tl, &axis);
		tap_is_int(axis.mode, cases[i].mode, "%s", cases[i].snapshot);
		close_pane(&f);
	}
	write_trace(22, "");
}

static bool average_is(const struct fixture *f, const struct gt_tl_counts *k, enum gt_count count, int x)
{
	int64_t a = gt_window_start(&k->win, k->cols, x), b = gt_window_end(&k->win, k->cols, x);
	double got = gt_tl_counts_average(k, count, x), want;
	struct gt_counts over;

	gt_counts_over(f->prog.trace, a, b, &over);
	want = (double)over.ns[count] / (double)(b - a);
	return got > want - 1e-4 && got < want + 1e-4;
}

/* Charts of states: eight columns a frame, if there is no time for more; until then what was known before. */
static void test_counts(void)
{
	const struct gt_window all = { 0, 100000 }, half = { 50000, 50000 };
	struct gt_tl_counts k = { 0 };
	bool right = true, same = true;
	struct fixture f;
	int frames = 1;
	double before;

	open_pane(&f, 7, 112);
	while (!gt_tl_counts_update(&k, f.prog.trace, &all, 50, 0))
		frames++;
	tap_is_int(frames, 7, "eight columns in each frame at least");
	for (int x = 0; x < 50; x++)
		right &= average_is(&f, &k, GT_COUNT_RUNNING, x) && average_is(&f, &k, GT_COUNT_WAITING, x);
	tap_ok(right, "and then all are what the index says");
	tap_ok(gt_tl_counts_update(&k, f.prog.trace, &all, 50, 0), "the same window: nothing to do");
	before = gt_tl_counts_average(&k, GT_COUNT_RUNNING, 49);
	tap_ok(!gt_tl_counts_update(&k, f.prog.trace, &half, 50, 0), "another one");
	for (int x = 48; x < 50; x++)
		same &= gt_tl_counts_average(&k, GT_COUNT_RUNNING, x) == before;
	tap_ok(same, "shows what is known of it");
	tap_ok(gt_tl_counts_update(&k, f.prog.trace, &half, 50, INT64_MAX), "with time: at once");
	tap_ok(average_is(&f, &k, GT_COUNT_RUNNING, 7), "and right");
	gt_tl_counts_release(&k);
	close_pane(&f);
}

static int count_lines_with(const struct gt_buf *b, const char *text)
{
	const char *s = gt_buf_str(b);
	int n = 0;

	while ((s = strstr(s, text))) {
		n++;
		s++;
	}
	return n;
}

static void export_all(struct gt_pane *pane, const char *format, struct gt_buf *out)
{
	struct gt_exporting *e;
	struct gt_error err;

	if (!tap_is_int(pane->ops->export_open(pane, format, &e, &err), 0, "%s", format))
		return;
	while (!e->ops->step(e, out))
		;
	e->ops->close(e);
}

static void test_export(void)
{
	struct gt_exporting *e;
	struct gt_buf out = { 0 };
	struct gt_error err;
	struct fixture f;

	open_pane(&f, 4, 112);
	window(&f, 15000, 60000);
	draw(&f);
	tap_is_int(f.pane->ops->export_open(f.pane, "yaml", &e, &err), GT_ERR_USAGE, "no such format");
	export_all(f.pane, "csv", &out);
	tap_is_int(count_lines_with(&out, "\r\n"), 1 + 4 + 11, "csv");
	gt_buf_reset(&out);
	export_all(f.pane, "text", &out);
	tap_ok(has_line(&out, "\n P1    "), "lanes that the screen has no row for are there");
	tap_ok(has_line(&out, "0.000041000s    20.500us  P0    G1 main.f  GoStart -> GoStop  !\n"),
	       "a slice");
	tap_is_int((int64_t)f.tl->frame.lanes, 3, "the screen's own rows are as they were");
	tap_is_int(count_lines_with(&out, "  GoStart -> ") + count_lines_with(&out, "  GoStatus -> "), 4 + 11,
		   "a line for each slice in the window");
	gt_buf_reset(&out);
	gt_app_set_marker(f.app, 0, 40000);
	gt_app_set_marker(f.app, 1, 71500);
	draw(&f);
	export_all(f.pane, "text", &out);
	tap_ok(has_line(&out, "Slices of A to B, 0.000040000s to 0.000071500s\n"), "those of A to B");
	tap_is_int(count_lines_with(&out, "  GoStart -> "), 3, "and no others");
	gt_buf_release(&out);
	close_pane(&f);
}

int main(void)
{
	write_trace(22, "");
	test_drawing();
	test_styles();
	test_unread();
	test_sizes();
	test_slices();
	test_anomalies();
	test_panning();
	test_search();
	test_mouse();
	test_arriving();
	test_range();
	test_measuring();
	test_counts();
	test_clocks();
	test_wall_clock();
	test_woken();
	test_dragging();
	test_export();
	unlink(FILE_NAME);
	return tap_done();
}

/* The timeline on a small trace made by hand: what is drawn, moves, arriving. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/matcher.h"
#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/detail/wakees.h"
#include "ui/timeline/act.h"
#include "ui/timeline/pick.h"
#include "unit/ui/scene.h"

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

TAP_TEST(drawing)
{
	struct fixture f;

	/* 11 columns of names and 100 of time: a column is 1 us, 100 ns, 10 ns, and in ASCII 500 ns. */
	fixture_open(&f, 7, 112);
	is_drawn(&f, "whole");
	window(&f, 9500, 10000);
	is_drawn(&f, "a hundred nanoseconds a column");
	window(&f, 61395, 1000);
	is_drawn(&f, "ten nanoseconds a column");
	gt_grid_set_ascii(f.grid, true);
	window(&f, 40000, 50000);
	is_drawn(&f, "ASCII");
	fixture_close(&f);
}

/* The styles of what a slice's cells are made of: in its colour, selected, hidden, at the cursor. */
TAP_TEST(styles)
{
	struct gt_buf out = { 0 };
	struct fixture f;

	fixture_open(&f, 7, 112);
	window(&f, 0, 100001);
	gt_tl_pick_slice(f.tl, gt_slice_of_proc(f.prog.trace, 0, 1));
	f.prog.greedy_ns = 200;
	draw(&f);
	gt_grid_dump_styles(f.grid, &out);
	is_golden(&out, "styles");
	gt_buf_release(&out);
	fixture_close(&f);
}

/* As if the trace were being read: what a thread does after its last run is not known yet. */
TAP_TEST(unread)
{
	struct gt_trace_info *info;
	struct fixture f;

	fixture_open(&f, 9, 112);
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
	fixture_close(&f);
}

/* Any size, any window: nothing is drawn outside, nothing falls over. */
TAP_TEST(sizes)
{
	struct fixture f;

	fixture_open(&f, 1, 1);
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
	fixture_close(&f);
}

/* ---- moves ---- */

TAP_TEST(slices)
{
	struct fixture f;

	fixture_open(&f, 7, 112);
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
	act(&f, GT_ACT_NEXT_SLICE, 0);
	tap_is_int(f.tl->view.cursor, 60500, "on the lane of collections, the next one");
	fixture_close(&f);
}

TAP_TEST(anomalies)
{
	struct fixture f;

	fixture_open(&f, 7, 112);
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
	fixture_close(&f);
}

TAP_TEST(panning)
{
	struct fixture f;

	fixture_open(&f, 7, 112);
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
	fixture_close(&f);
}

TAP_TEST(search)
{
	struct gt_matcher *g7 = gt_matcher_new("G7", NULL), *none = gt_matcher_new("nobody", NULL);
	struct fixture f;

	fixture_open(&f, 7, 112);
	draw(&f);
	tap_ok(f.pane->ops->content->find(f.pane, g7, 1), "G7 is found");
	is_slice(&f, 71600, "found");
	tap_ok(!f.pane->ops->content->find(f.pane, g7, 1), "only once");
	tap_ok(!f.pane->ops->content->find(f.pane, none, -1), "nobody is not");
	is_slice(&f, 71600, "and nothing moved");
	gt_matcher_free(g7);
	gt_matcher_free(none);
	fixture_close(&f);
}

TAP_TEST(mouse)
{
	struct gt_act a = { .action = GT_ACT_CLICK, .y = 5, .x = 12 + 75 };
	struct fixture f;

	fixture_open(&f, 7, 112);
	draw(&f);
	tap_ok(f.pane->ops->handle(f.pane, &a), "a click on P1");
	tap_is_int(f.tl->view.cursor, 75000, "its time");
	is_slice(&f, 20200, "its slice");
	a = (struct gt_act){ .action = GT_ACT_WHEEL_UP, .y = 5, .x = 12 + 50 };
	f.pane->ops->handle(f.pane, &a);
	tap_is_int(gt_window_column(&f.tl->view.win, 100, 50000), 50, "the wheel zooms where the mouse is");
	a = (struct gt_act){ .action = GT_ACT_CLICK, .y = 1, .x = 12 + 10 };
	f.pane->ops->handle(f.pane, &a);
	tap_is_int(f.tl->view.cursor, 10000, "a click on the minimap");
	tap_ok(gt_window_shows(&f.tl->view.win, 10000), "brings the window there");
	fixture_close(&f);
}

/* ---- with the other panes ---- */

TAP_TEST(arriving)
{
	struct gt_sel sel = { .has = GT_SEL_TIME, .time_ns = 75000 };
	struct fixture f;

	fixture_open(&f, 7, 112);
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
	fixture_close(&f);
}

TAP_TEST(woken)
{
	struct gt_wakees woken[4];
	struct gt_slice s, to;
	struct fixture f;

	fixture_open(&f, 7, 112);
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
	fixture_close(&f);
}

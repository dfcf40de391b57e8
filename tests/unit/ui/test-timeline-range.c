/* The timeline on a small trace made by hand: the range A to B, clocks, charts of counts, what is exported. */
#include <string.h>

#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/kit/exporting.h"
#include "ui/lanes/counts.h"
#include "ui/timeline/act.h"
#include "ui/timeline/clock.h"
#include "unit/ui/scene.h"

static bool has_line(const struct gt_buf *b, const char *line)
{
	return strstr(gt_buf_str(b), line);
}

TAP_TEST(range)
{
	struct gt_buf out = { 0 };
	struct fixture f;

	fixture_open(&f, 7, 112);
	draw(&f);
	act(&f, GT_ACT_FINE_RIGHT, 31);
	act(&f, GT_ACT_MARKER_A, 0);
	act(&f, GT_ACT_FINE_RIGHT, 10);
	act(&f, GT_ACT_MARKER_B, 0);
	gt_tl_status(f.tl->pane, &out);
	tap_ok(has_line(&out, "  A-B 10us: Ps busy 50%, 1 slice"), "status: %s", gt_buf_str(&out));
	act(&f, GT_ACT_FIT, 0);
	tap_is_int(f.tl->view.win.t0, 31000, "fit shows the range");
	tap_is_int(f.tl->view.win.span, 10000, "and nothing more");
	gt_buf_release(&out);
	fixture_close(&f);
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

TAP_TEST(measuring)
{
	struct gt_buf out = { 0 };
	struct fixture f;

	fixture_open(&f, 7, 112);
	draw(&f);
	act(&f, GT_ACT_RANGE_DETAIL, 0);
	tap_ok(strstr(gt_buf_str(&f.app->screen.message), "markers"), "without a range it says so");
	gt_app_set_marker(f.app, 0, 31000);
	gt_app_set_marker(f.app, 1, 41001);
	dump_detail(&f, &out);
	tap_ok(has_line(&out, "A to B: 10us, 100%\n") && has_line(&out, "busy        50% of 2 Ps, 10us\n"),
	       "it is measured");
	tap_ok(has_line(&out, "counts      2 slices, 3 events\n"), "slices and events");
	tap_ok(has_line(&out, "waits       1 for a P, total 1us, longest 1us: G1 main.f\n"), "the wait in it");
	tap_ok(has_line(&out, "  100%        10us  G2 main.f\n"), "which goroutine ran");
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
	fixture_close(&f);
}

/* The mouse at a column of time and a row; drag: with a button held since it was elsewhere. */
static void mouse(struct fixture *f, enum gt_action action, bool drag, int x, int y)
{
	const struct gt_act a = { .action = action, .y = y, .x = f->tl->frame.left + x, .drag = drag };

	f->pane->ops->handle(f->pane, &a);
	draw(f);
}

TAP_TEST(dragging)
{
	int64_t a = 0, b = 0;
	struct fixture f;

	fixture_open(&f, 7, 112);
	draw(&f);
	window(&f, 20000, 50000);
	draw(&f);
	mouse(&f, GT_ACT_CLICK, false, 50, 5);
	mouse(&f, GT_ACT_CLICK, true, 40, 6);
	tap_is_int(f.tl->view.win.t0, 25000, "what was under the mouse stays there");
	mouse(&f, GT_ACT_CLICK, true, -30, 6);
	tap_is_int(f.tl->view.win.t0, f.tl->view.extent - 50000, "as far as the trace goes");
	mouse(&f, GT_ACT_CLICK, true, 60, 0);
	tap_is_int(f.tl->view.win.t0, 15000, "back, though the mouse is over the axis now");
	tap_ok(!gt_app_range(f.app, &a, &b), "nothing is measured by that");
	mouse(&f, GT_ACT_CLICK, false, 10, 0);
	mouse(&f, GT_ACT_CLICK, true, 30, 4);
	tap_ok(gt_app_range(f.app, &a, &b) && a == 20000 && b == 30000, "from the axis: measured");
	mouse(&f, GT_ACT_MEASURE, false, 40, 5);
	mouse(&f, GT_ACT_MEASURE, true, 100, 5);
	tap_ok(gt_app_range(f.app, &a, &b) && a == 35000 && b == 65000, "with the other button, to the end");
	mouse(&f, GT_ACT_CLICK, false, 90, 1);
	mouse(&f, GT_ACT_CLICK, true, 50, 1);
	tap_is_int(f.tl->view.win.t0, 25000, "on the minimap: the window");
	fixture_close(&f);
}

TAP_TEST(clocks)
{
	struct gt_axis axis;
	struct fixture f;

	fixture_open(&f, 7, 112);
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
	fixture_close(&f);
}

/* With a ClockSnapshot; seconds whose nanoseconds have no room are nonsense. */
TAP_TEST(wall_clock)
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
		scene_set(25, cases[i].snapshot);
		fixture_open(&f, 7, 112);
		f.prog.clock = GT_AXIS_WALL;
		gt_tl_axis(f.tl, &axis);
		tap_is_int(axis.mode, cases[i].mode, "%s", cases[i].snapshot);
		fixture_close(&f);
	}
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
TAP_TEST(counts)
{
	const struct gt_window all = { 0, 100000 }, half = { 50000, 50000 };
	struct gt_tl_counts k = { 0 };
	bool right = true, same = true;
	struct fixture f;
	int frames = 1;
	double before;

	fixture_open(&f, 7, 112);
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
	fixture_close(&f);
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

	if (!tap_is_int(pane->ops->content->export_open(pane, format, false, &e, &err), 0, "%s", format))
		return;
	while (!e->ops->step(e, out))
		;
	e->ops->close(e);
}

TAP_TEST(export)
{
	struct gt_exporting *e;
	struct gt_buf out = { 0 };
	struct gt_error err;
	struct fixture f;

	fixture_open(&f, 4, 112);
	window(&f, 15000, 60000);
	draw(&f);
	tap_is_int(f.pane->ops->content->export_open(f.pane, "yaml", false, &e, &err), GT_ERR_USAGE, "no such format");
	export_all(f.pane, "csv", &out);
	tap_is_int(count_lines_with(&out, "\r\n"), 1 + 4 + 11, "csv");
	gt_buf_reset(&out);
	export_all(f.pane, "text", &out);
	tap_ok(has_line(&out, "\n P1    "), "lanes that the screen has no row for are there");
	tap_ok(has_line(&out, "0.000041000s      20.5us  P0    G1 main.f  GoStart -> GoStop  !\n"),
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
	fixture_close(&f);
}

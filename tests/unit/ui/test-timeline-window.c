/* The timeline's window, axis and lanes: arithmetic. */
#include <string.h>

#include "tap/tap.h"
#include "ui/timeline/axis.h"
#include "ui/lanes/window.h"

#define US INT64_C(1000)
#define MS (US * 1000)
#define SEC (MS * 1000)

/* ---- the window ---- */

/* Columns are a partition: each begins where the one before ends, and a time is found in its column. */
static bool is_partition(int64_t t0, int64_t span, int cols)
{
	const struct gt_window w = { t0, span };

	for (int x = 0; x < cols; x++) {
		int64_t a = gt_window_start(&w, cols, x), b = gt_window_end(&w, cols, x);

		if (b <= a || (span >= cols && b != gt_window_start(&w, cols, x + 1)))
			return false;
		if (span >= cols &&
		    (gt_window_column(&w, cols, a) != x || gt_window_column(&w, cols, b - 1) != x))
			return false;
		if (span < cols && gt_window_start(&w, cols, gt_window_column(&w, cols, a)) != a)
			return false;
	}
	return gt_window_start(&w, cols, 0) == t0 && gt_window_end(&w, cols, cols - 1) == t0 + span &&
	       gt_window_column(&w, cols, t0 - 1) == -1 && gt_window_column(&w, cols, t0 + span) == cols;
}

TAP_TEST(columns)
{
	static const int64_t spans[] = {
		1, 2, 3, 70, 71, 72, 100, 999, 12345, INT64_C(7200000000001), INT64_MAX / 4
	};

	for (size_t i = 0; i < GT_COUNT(spans); i++) {
		for (int cols = 1; cols < 200; cols += 23)
			tap_ok(is_partition(1000003, spans[i], cols), "span %lld in %d columns",
			       (long long)spans[i], cols);
	}
}

static void is_window(const struct gt_window *w, int64_t t0, int64_t span, const char *what)
{
	tap_is_int(w->t0, t0, "%s: start", what);
	tap_is_int(w->span, span, "%s: span", what);
}

TAP_TEST(moves)
{
	const struct gt_window all = { 0, 1000 }, shorter = { 0, 650 };
	struct gt_window w;

	gt_window_whole(&w, &all);
	is_window(&w, 0, 1000, "whole");
	gt_window_zoom(&w, &all, 250, 1, 2);
	is_window(&w, 125, 500, "in at a quarter");
	gt_window_zoom(&w, &all, 250, 2, 1);
	is_window(&w, 0, 1000, "and out again");
	gt_window_zoom(&w, &all, 999, 1, 2);
	gt_window_pan(&w, &all, 9999);
	is_window(&w, 500, 500, "pan beyond the end");
	gt_window_pan(&w, &all, -100);
	is_window(&w, 400, 500, "pan left");
	gt_window_pan(&w, &all, INT64_MIN / 2);
	is_window(&w, 0, 500, "pan before the start");
	gt_window_fit(&w, &all, 400, 500, 3);
	is_window(&w, 300, 300, "three times as wide");
	gt_window_fit(&w, &all, 0, 100, 3);
	is_window(&w, 0, 300, "at the start of the trace");
	gt_window_fit(&w, &all, 7, 7, 1);
	is_window(&w, 7, 1, "of no length");
	gt_window_zoom(&w, &all, 7, 1, 2);
	is_window(&w, 7, 1, "no further in");
	for (int i = 0; i < 20; i++)
		gt_window_zoom(&w, &all, 7, 2, 1);
	is_window(&w, 0, 1000, "all the way out");
	gt_window_fit(&w, &all, 600, 700, 1);
	gt_window_clamp(&w, &shorter);
	is_window(&w, 550, 100, "a shorter trace");
}

/* ---- the axis ---- */

TAP_TEST(steps)
{
	static const struct {
		int64_t step, next;
	} steps[] = {
		{ 0, 1 }, { 1, 2 }, { 2, 5 }, { 5, 10 }, { 10, 20 }, { 500, US }, { 200 * US, 500 * US },
		{ 500 * MS, SEC }, { SEC, 2 * SEC }, { 5 * SEC, 10 * SEC }, { 10 * SEC, 15 * SEC },
		{ 30 * SEC, 60 * SEC }, { 1800 * SEC, 3600 * SEC }, { 6 * 3600 * SEC, 12 * 3600 * SEC },
		{ 24 * 3600 * SEC, 48 * 3600 * SEC },
	};

	for (size_t i = 0; i < GT_COUNT(steps); i++)
		tap_is_int(gt_axis_next_step(steps[i].step), steps[i].next, "after %lld",
			   (long long)steps[i].step);
}

TAP_TEST(labels)
{
	static const struct {
		int64_t time, step, largest;
		const char *label;
	} labels[] = {
		{ 0, 10, 100, "0" },
		{ 350, 50, 999, "350ns" },
		{ 1500, 500, 5000, "1.5us" },
		{ 20 * MS, 10 * MS, 100 * MS, "20ms" },
		{ 739889400, 100, 739890000, "739.8894ms" },
		{ 2500 * MS, 500 * MS, 10 * SEC, "2.5s" },
		{ 3021 * MS, MS, 4 * SEC, "3.021s" },
		{ 30 * SEC, 30 * SEC, 300 * SEC, "0m30s" },
		{ 62500 * MS, 500 * MS, 70 * SEC, "1m02.5s" },
		{ 120 * SEC, 60 * SEC, 600 * SEC, "2m" },
		{ 3723 * SEC, SEC, 4000 * SEC, "1h02m03s" },
		{ 7200 * SEC, 3600 * SEC, 90000 * SEC, "2h" },
	};
	struct gt_buf b = { 0 };

	for (size_t i = 0; i < GT_COUNT(labels); i++) {
		gt_buf_reset(&b);
		gt_axis_label(&b, labels[i].time, labels[i].step, labels[i].largest);
		tap_is_str(gt_buf_str(&b), labels[i].label, "label %zu", i);
	}
	gt_buf_release(&b);
}

static const struct gt_axis from_start;

/* Ticks are neither crowded nor missing, at any zoom. */
TAP_TEST(step_of_window)
{
	for (int64_t span = 20; span < INT64_C(90000) * SEC; span = span * 3 + 1) {
		const struct gt_window w = { 12345678, span };
		int64_t step = gt_axis_step(&from_start, &w, 100), apart = gt_mul_div(step, 100, span);

		tap_ok(apart >= 4 && apart <= 70, "span %lld: a tick every %lld columns", (long long)span,
		       (long long)apart);
	}
}

TAP_TEST(axis)
{
	struct gt_grid *g = gt_grid_new(1, 60);
	struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf out = { 0 };
	const struct gt_window ms = { 0, 100 * MS }, deep = { 739889000, 600 };
	const struct gt_axis from_cursor = { GT_AXIS_CURSOR, 35 * MS };
	/* Five hundredths of a second to midnight when the trace begins. */
	const struct gt_axis on_wall = { GT_AXIS_WALL, -(86399 * SEC + 950 * MS) };

	gt_axis_draw(&from_start, &c, 0, 0, 60, &ms);
	gt_grid_dump(g, &out);
	gt_axis_draw(&from_start, &c, 0, 0, 60, &deep);
	gt_grid_dump(g, &out);
	gt_axis_draw(&from_cursor, &c, 0, 0, 60, &ms);
	gt_grid_dump(g, &out);
	gt_axis_draw(&on_wall, &c, 0, 0, 60, &ms);
	gt_grid_dump(g, &out);
	tap_is_str(gt_buf_str(&out),
		   "│0          │20ms       │40ms       │60ms       │80ms\n"
		   "│739.8890ms         │739.8892ms         │739.8894ms\n"
		   "         │-20ms      │0          │+20ms      │+40ms      │\n"
		   "│23:59:59.95                  │00:00:00.00\n",
		   "axes of the three clocks");
	gt_buf_release(&out);
	gt_grid_free(g);
}

/* Two timelines on one time scale: what the other one shows, and windows that reach beyond a trace. */
#include <string.h>

#include "tap/tap.h"
#include "ui/compare/align.h"
#include "ui/kit/glyph.h"
#include "ui/shell/dispatch.h"
#include "ui/timeline/beside.h"
#include "ui/timeline/timeline.h"
#include "unit/ui/scene.h"

#define END 100000        /* ns that the trace of scene.h has, about */

static void is_window(struct gt_window w, int64_t t0, int64_t span, const char *what)
{
	tap_is_int(w.t0, t0, "%s: start", what);
	tap_is_int(w.span, span, "%s: span", what);
}

/* ---- arithmetic ---- */

TAP_TEST(follow)
{
	/* 300 of the old one stands above 1000 of the new one. */
	const struct gt_align a = { .at = { 300, 1000 }, .extent = { 2000, 1500 } };
	const struct gt_window w = { 900, 400 };

	is_window(gt_align_window(&a, GT_CMP_NEW, &w), 200, 400, "the old one follows");
	is_window(gt_align_window(&a, GT_CMP_OLD, &w), 1600, 400, "the new one follows");
	tap_is_int(gt_align_time(&a, GT_CMP_OLD, 300), 1000, "the old one's time in the new one");
	tap_is_int(gt_align_time(&a, GT_CMP_NEW, 1000), 300, "and back");
	/* The new one begins 700 before the old one; that ends at 2700 of the new one's time. */
	is_window(gt_align_all(&a, GT_CMP_NEW), 0, 2700, "all, in the new one's time");
	is_window(gt_align_all(&a, GT_CMP_OLD), -700, 2700, "all, in the old one's time");
}

TAP_TEST(apart)
{
	/* Recorded one after the other. */
	const struct gt_align a = { .at = { 5000, 0 }, .extent = { 100, 200 } };

	is_window(gt_align_all(&a, GT_CMP_OLD), 0, 5200, "the old one, then the new one");
	is_window(gt_align_all(&a, GT_CMP_NEW), -5000, 5200, "the same in the new one's time");
}

/* What is all of both is so for both, and no move of either leaves it. */
TAP_TEST(moves)
{
	uint64_t x = 1;

	for (int i = 0; i < 2000; i++) {
		struct gt_align a;
		struct gt_window all[GT_CMP_SIDES], w, other;
		bool old = i & 1;

		for (int k = 0; k < GT_CMP_SIDES; k++) {
			x = x * 6364136223846793005u + 1442695040888963407u;
			a.at[k] = (int64_t)(x >> 40) - (1 << 23);
			a.extent[k] = (int64_t)(x >> 20 & 0xfffff) + 1;
		}
		all[GT_CMP_OLD] = gt_align_all(&a, GT_CMP_OLD);
		all[GT_CMP_NEW] = gt_align_all(&a, GT_CMP_NEW);
		other = gt_align_window(&a, GT_CMP_OLD, &all[GT_CMP_OLD]);
		if (other.t0 != all[GT_CMP_NEW].t0 || other.span != all[GT_CMP_NEW].span) {
			tap_ok(false, "all is the same for both, in round %d", i);
			return;
		}
		w = all[old ? GT_CMP_OLD : GT_CMP_NEW];
		gt_window_zoom(&w, &all[old ? GT_CMP_OLD : GT_CMP_NEW], w.t0 + w.span / 3, 1, 4);
		gt_window_pan(&w, &all[old ? GT_CMP_OLD : GT_CMP_NEW], (int64_t)(x >> 30 & 0xffff) - 0x8000);
		other = gt_align_window(&a, old ? GT_CMP_OLD : GT_CMP_NEW, &w);
		w = other;
		gt_window_clamp(&w, &all[old ? GT_CMP_NEW : GT_CMP_OLD]);
		if (w.t0 != other.t0 || w.span != other.span) {
			tap_ok(false, "the other one can show it, in round %d", i);
			return;
		}
	}
	tap_ok(true, "2000 windows");
}

/* ---- beyond a trace ---- */

/* Nothing in any row of a lane. */
static bool is_blank_at(const struct fixture *f, const struct gt_lane_row *lane, int x)
{
	const struct gt_canvas c = gt_grid_canvas(f->grid);

	for (int y = 0; y < lane->rows; y++) {
		const struct gt_screen_cell *cell = gt_canvas_cell(&c, f->tl->frame.first + lane->y + y,
								   f->tl->frame.left + x);

		if (!cell || cell->style != GT_ROLE_NORMAL || cell->len != 1 || *cell->text != ' ')
			return false;
	}
	return true;
}

/* P0's lane has nothing outside of the trace, and in it at least a dot. */
static bool is_within(const struct fixture *f)
{
	const struct gt_lane_view *v = &f->tl->view;
	const struct gt_lane_row *lane = f->tl->frame.row;

	while (lane->lane.kind != GT_LANE_PROC)
		lane++;
	for (int x = 0; x < v->width; x++) {
		int64_t a = gt_window_start(&v->win, v->width, x), b = gt_window_end(&v->win, v->width, x);
		bool outside = b <= 0 || a >= v->extent;

		if (outside != is_blank_at(f, lane, x)) {
			tap_diag("column %d, %lld to %lld", x, (long long)a, (long long)b);
			return false;
		}
	}
	return true;
}

TAP_TEST(beyond)
{
	static const struct gt_window windows[] = {
		{ -50000, 200000 }, { -300000, 400000 }, { 50000, 100000 }, { -1, 100 }, { END - 10, 20 }, { 0, END },
		{ -1000, 1003 }, { 99000, 500000 },
	};
	const struct gt_window all = { -1000000, 3000000 };
	struct fixture f;

	fixture_open(&f, 14, 91);
	for (size_t i = 0; i < GT_COUNT(windows); i++) {
		gt_tl_show_beside(f.pane, &all, &windows[i]);
		draw(&f);
		tap_is_int(gt_tl_window(f.pane)->t0, windows[i].t0, "window %zu stays", i);
		tap_ok(is_within(&f), "nothing outside of the trace, all inside");
	}
	fixture_close(&f);
}

/* Every kind of lane at any window, as the sanitizers see it. */
TAP_TEST(all_lanes)
{
	const struct gt_window all = { -(INT64_C(1) << 50), INT64_C(1) << 51 };
	struct fixture f;
	uint64_t x = 7;

	fixture_open(&f, 60, 120);
	f.tl->view.shows_nested = f.tl->view.shows_instants = true;
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++)
		if (f.tl->members.has[kind])
			gt_tl_show_kind(f.tl, kind, true);
	gt_app_command(f.app, "lanes threads on", NULL);
	gt_app_command(f.app, "lanes goroutines all", NULL);
	for (int i = 0; i < 300; i++) {
		struct gt_window w;

		x = x * 6364136223846793005u + 1442695040888963407u;
		w.span = (int64_t)((x >> 33) & 0x7ffff) + 1;
		w.t0 = (int64_t)(x >> 10 & 0x3ffff) - 0x20000;
		if (i % 50 == 0)
			w = all;
		gt_tl_show_beside(f.pane, &all, &w);
		draw(&f);
		gt_tl_look_in(f.pane, w.t0 + w.span / 2);
		draw(&f);
	}
	tap_ok(f.tl->frame.lanes > 10, "lanes of all kinds were drawn: %zu", f.tl->frame.lanes);
	fixture_close(&f);
}

/* A screen of 80x24 and 64 processors: scrolling, folding, choosing lanes, going back. */
#include <stdio.h>
#include <string.h>

#include "analysis/table/matcher.h"
#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/lanes/critlane.h"
#include "ui/shell/dispatch.h"
#include "ui/timeline/pane.h"
#include "ui/app/program.h"
#include "ui/timeline/act.h"
#include "ui/timeline/clock.h"
#include "ui/timeline/pick.h"
#include "unit/ui/scene.h"

#define PROCS 64

/* ---- the trace ---- */

/*
 * P i on M i + 1: G 100 + i runs for 2 us, wakes G 500 + i in the middle and
 * blocks; that one runs for 2 us and blocks.
 */
static void put_proc(struct gt_buf *spec, unsigned i, bool last_first)
{
	gt_buf_printf(spec, "b1,%u,1[0d u%u u%u u1 19 u0 u%u u%u u2 ", i + 1, 1000 + (last_first ? PROCS - i : i), i,
		      100 + i, i + 1);
	gt_buf_printf(spec, "19 u1 u%u u18446744073709551615 u4 15 u1000 u%u u1 u1 14 u999 u3 u1 ", 500 + i,
		      500 + i);
	gt_buf_printf(spec, "10 u100 u%u u2 14 u2000 u3 u1 ] ", 500 + i);
}

/* Ps start in the order of their numbers, or the last one first. */
static void write_many(bool last_first)
{
	struct gt_buf events = { 0 };

	gt_buf_puts(&events, "b1,none,0[08 u1000000000] ");
	for (unsigned i = 0; i < PROCS; i++)
		put_proc(&events, i, last_first);
	scene_set_spec(22, &events);
	gt_buf_release(&events);
}

/* 16 rows of a screen of 80x24 are the pane's own. */
static void open_many(struct fixture *f, bool last_first)
{
	write_many(last_first);
	fixture_open(f, 16, 80);
	gt_lanes_set_on(&f->tl->view.lanes, GT_SECTION_CHARTS, false);
	draw(f);
}

static void open_pane(struct fixture *f)
{
	open_many(f, false);
}

/* ---- what is asked ---- */

static void command(struct fixture *f, const char *line)
{
	struct gt_error err = { 0 };

	tap_ok(gt_app_command(f->app, line, &err) == 0, "%s%s%s", line, err.text[0] ? ": " : "", err.text);
	draw(f);
}

static void refuses(struct fixture *f, const char *line)
{
	struct gt_error err = { 0 };

	tap_ok(gt_app_command(f->app, line, &err) < 0, "%s: %s", line, err.text);
}

/* The names at the left of the rows with lanes, the cursor's with its mark. */
static void is_names(struct fixture *f, const char *want, const char *what)
{
	struct gt_buf got = { 0 }, name = { 0 };

	for (size_t i = 0; i < f->tl->frame.lanes; i++) {
		const struct gt_lane_row *r = &f->tl->frame.row[i];

		gt_buf_puts(&got, i ? " " : "");
		gt_buf_puts(&got, r->place == f->tl->view.lanes.cursor ? ">" : "");
		gt_buf_reset(&name);
		gt_lane_put_title(&f->tl->view, &r->lane, &name);
		/* Without a function's name. */
		gt_buf_add(&got, gt_buf_str(&name), strcspn(gt_buf_str(&name), " "));
	}
	tap_is_str(gt_buf_str(&got), want, "%s", what);
	gt_buf_release(&got);
	gt_buf_release(&name);
}

static void has_text(struct fixture *f, const char *text)
{
	struct gt_buf out = { 0 };

	gt_grid_dump(f->grid, &out);
	tap_ok(strstr(gt_buf_str(&out), text), "on the screen: %s", text);
	gt_buf_release(&out);
}

/* ---- tests ---- */

TAP_TEST(scrolling)
{
	struct fixture f;

	open_pane(&f);
	is_names(&f, "GC STW >P0 P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11", "64 Ps on 80x24");
	has_text(&f, "↑0 ↓52");
	act(&f, GT_ACT_DOWN, 20);
	is_names(&f, "GC STW P9 P10 P11 P12 P13 P14 P15 P16 P17 P18 P19 >P20", "twenty down");
	has_text(&f, "↑9 ↓43");
	act(&f, GT_ACT_LANE_PIN, 0);
	act(&f, GT_ACT_PAGE_UP, 9);
	act(&f, GT_ACT_DOWN, 3);
	is_names(&f, "GC STW P20 >P0 P1 P2 P3 P4 P5 P6 P7 P8 P9 P10", "pinned");
	act(&f, GT_ACT_LANE_HIDE, 0);
	act(&f, GT_ACT_LANE_DOWN, 2);
	is_names(&f, "GC STW P20 P2 P3 >P1 P4 P5 P6 P7 P8 P9 P10 P11", "hidden, moved");
	act(&f, GT_ACT_LANE_SHOW_ALL, 0);
	command(&f, "lanes charts off");
	act(&f, GT_ACT_LANE_FOLD, 0);
	is_names(&f, "GC STW >▸P", "folded: what is pinned of it as well");
	has_text(&f, "processors (folded)");
	act(&f, GT_ACT_OPEN, 0);
	is_names(&f, "GC STW >P20 P0 P2 P3 P1 P4 P5 P6 P7 P8 P9 P10", "unfolded by Enter");
	fixture_close(&f);
}

TAP_TEST(choosing)
{
	struct fixture f;

	open_pane(&f);
	command(&f, "lanes threads on");
	command(&f, "lanes procs off");
	is_names(&f, "GC STW M1 >M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 M12", "threads only");
	command(&f, "lanes gc off");
	is_names(&f, "STW M1 >M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 M12 M13", "one kind less");
	command(&f, "lanes goroutines related G107");
	is_names(&f, "STW M55 M56 M57 M58 M59 M60 M61 M62 M63 M64 ▾G >G107 G507", "a goroutine and whom it woke");
	command(&f, "lanes goroutines related 507");
	command(&f, "lanes threads off");
	is_names(&f, "STW >G507 G107", "the other way round");
	act(&f, GT_ACT_LANE_PIN, 0);
	command(&f, "lanes goroutines related 109");
	is_names(&f, "STW G507 >G109 G509", "pinned: it stays when others are shown");
	command(&f, "lanes goroutines none");
	is_names(&f, ">STW", "none");
	command(&f, "lanes procs on");
	command(&f, "lanes goroutines all");
	act(&f, GT_ACT_LANE_FOLD, 0);
	act(&f, GT_ACT_LANE_HIDE, 0);
	command(&f, "lanes procs fold");
	command(&f, "lanes goroutines all");
	has_text(&f, "goroutines, in order");
	command(&f, "lanes procs off");
	command(&f, "lanes goroutines group 107");
	has_text(&f, "G107");
	command(&f, "lanes goroutines all");
	command(&f, "lanes order id");
	act(&f, GT_ACT_PAGE_UP, 99);
	is_names(&f, ">STW G507 G100 G101 G102 G103 G104 G105 G106 G107 G108 G109 G110 G111", "by number");
	has_text(&f, "↓115");
	refuses(&f, "lanes goroutines some");
	refuses(&f, "lanes goroutines related G1");
	refuses(&f, "lanes nothing on");
	refuses(&f, "lanes procs maybe");
	refuses(&f, "lanes order size");
	fixture_close(&f);
}

/* What a goroutine does between slices can be selected, told to others and fitted. */
TAP_TEST(waits)
{
	struct gt_sel sel;
	struct fixture f;

	open_pane(&f);
	command(&f, "lanes goroutines related G507");
	act(&f, GT_ACT_WHOLE, 0);
	gt_tl_set_cursor(f.tl, 2500);
	gt_tl_pick(f.tl);
	sel = *gt_app_sel(f.app);
	tap_ok(f.tl->view.has_state_interval && f.tl->view.state_interval.what == GT_SPENT_SCHED, "runnable");
	tap_ok(sel.has & GT_SEL_G && sel.g == 507 && !(sel.has & GT_SEL_SLICE), "its goroutine is selected");
	act(&f, GT_ACT_FIT, 0);
	tap_is_int(f.tl->view.win.t0, f.tl->view.state_interval.t0, "fit: from");
	tap_is_int(f.tl->view.win.span, f.tl->view.state_interval.t1 - f.tl->view.state_interval.t0, "and how long");
	act(&f, GT_ACT_NEXT_SLICE, 0);
	tap_ok(gt_app_sel(f.app)->has & GT_SEL_SLICE, "the next slice");
	is_names(&f, "GC STW P55 P56 P57 P58 P59 P60 P61 P62 P63 ▾G >G507 G107", "on its lane");
	fixture_close(&f);
}

TAP_TEST(search)
{
	struct gt_matcher *m = gt_matcher_new("G105", NULL), *none = gt_matcher_new("G9999", NULL);
	struct fixture f;

	open_pane(&f);
	command(&f, "lanes procs off");
	command(&f, "lanes goroutines all");
	tap_ok(gt_tl_find(f.tl->pane, m, 1), "G105 is found among the lanes");
	tap_is_int((int64_t)gt_app_sel(f.app)->g, 105, "and selected");
	tap_ok(!gt_tl_find(f.tl->pane, none, 1), "G9999 is not");
	tap_is_int((int64_t)gt_app_sel(f.app)->g, 105, "nothing moved");
	gt_matcher_free(m);
	gt_matcher_free(none);
	fixture_close(&f);
}

/* Lanes left out of a frame follow in the next ones, however many a screen has: it comes to rest. */
TAP_TEST(pace)
{
	struct gt_canvas c;
	struct fixture f;
	int frames = 0;

	open_pane(&f);
	command(&f, "lanes threads on");
	command(&f, "lanes goroutines all");
	gt_grid_resize(f.grid, 280, 80);
	c = gt_grid_canvas(f.grid);
	f.tl->view.pace.all = false;
	do {
		f.tl->pane->ops->draw(f.tl->pane, &c);
	} while (f.tl->view.pace.left && ++frames < 1000);
	tap_ok(!f.tl->view.pace.left, "all lanes are ready after %d more frames", frames);
	f.tl->pane->ops->draw(f.tl->pane, &c);
	tap_is_int(f.tl->view.pace.lanes, 0, "none is computed again");
	fixture_close(&f);
}

/* Other lanes are chosen: back brings those that were needed. */
TAP_TEST(back)
{
	struct gt_sel sel = { .has = GT_SEL_TIME | GT_SEL_P, .p = 3, .time_ns = 1500 };
	struct fixture f;

	open_pane(&f);
	command(&f, "lanes goroutines related G107");
	gt_app_jump(f.app, GT_VIEW_TIMELINE, &sel);
	draw(&f);
	sel.p = 40;
	gt_app_jump(f.app, GT_VIEW_TIMELINE, &sel);
	draw(&f);
	command(&f, "lanes goroutines none");
	act(&f, GT_ACT_BACK, 2);
	is_names(&f, "GC STW P55 P56 P57 P58 P59 P60 P61 P62 P63 ▾G >G107 G507", "back");
	fixture_close(&f);
}

/* As if the trace were being read, the last P first: the timeline is opened when two are known. */
static void test_growing(bool moved)
{
	struct gt_trace_info *info;
	struct fixture f;

	open_many(&f, true);
	info = (struct gt_trace_info *)(uintptr_t)gt_trace_info(f.prog.trace);
	gt_tl_members_release(f.tl);
	memset(&f.tl->members, 0, sizeof f.tl->members);
	gt_tl_members_init(f.tl);
	gt_lanes_set_on(&f.tl->view.lanes, GT_SECTION_CHARTS, false);
	info->procs = 2;
	draw(&f);
	is_names(&f, "GC STW >P62 P63", "two Ps are known");
	if (moved)
		act(&f, GT_ACT_DOWN, 1);
	info->procs = 5;
	draw(&f);
	is_names(&f, moved ? "GC STW P59 P60 P61 P62 >P63" : "GC STW >P59 P60 P61 P62 P63",
		 moved ? "five: the cursor stays where it was moved to" : "five: the cursor is on the first");
	info->procs = PROCS;
	draw(&f);
	if (!moved)
		is_names(&f, "GC STW >P0 P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11", "all: the cursor is on the first");
	fixture_close(&f);
}

/* Two goroutines a frame get their lanes: each gets one, and the cursor the one that it is meant for. */
TAP_TEST(few_a_frame)
{
	struct gt_sel sel = { .has = GT_SEL_TIME | GT_SEL_G, .time_ns = 3500 };
	struct fixture f;
	size_t frames = 0;

	open_pane(&f);
	command(&f, "lanes procs off");
	f.app->settings.limits.lanes_ns = 0;
	f.app->settings.limits.lane_rows = 2;
	command(&f, "lanes goroutines all");
	sel.g_row = gt_goroutine_find(f.prog.trace, 107, INT64_MAX);
	gt_app_jump(f.app, GT_VIEW_TIMELINE, &sel);
	for (; frames < 1000 && !f.tl->members.complete; frames++)
		draw(&f);
	draw(&f);
	tap_is_u64(gt_lanes_shown(&f.tl->view.lanes, GT_SECTION_GOROUTINES), 2 * PROCS, "a lane for each of 2 per P");
	tap_ok(frames > PROCS / 2 && frames < 2 * PROCS, "in %zu frames", frames);
	command(&f, "lanes order id");
	for (frames = 0; frames < 1000 && !f.tl->members.complete; frames++)
		draw(&f);
	draw(&f);
	is_names(&f, "GC STW G103 G104 G105 G106 >G107 G108 G109 G110 G111 G112 G113 G114",
		 "by number: the cursor is where it was");
	fixture_close(&f);
}

/* However many get their lanes in a frame: once all have, the screen is the same. */
static void test_filling(bool slowly)
{
	struct fixture f;
	size_t frames = 0;

	open_pane(&f);
	if (slowly) {
		f.app->settings.limits.lanes_ns = 0;
		f.app->settings.limits.lane_rows = 2;
	}
	command(&f, "lanes goroutines all");
	for (; frames < 1000 && !f.tl->members.complete; frames++)
		draw(&f);
	tap_ok(slowly == (frames > 0), "in %zu more frames", frames);
	draw(&f);
	is_names(&f, "GC STW ▾G >G100 G500 G101 G501 G102 G502 G103 G503 G104 G504 G105",
		 "from the section's head on");
	fixture_close(&f);
}

/* A critical path that was asked for while the trace was read is walked again when all is known, and only then. */
TAP_TEST(path_again)
{
	struct gt_tl_crit crit = { .chosen = false };
	struct gt_trace_info *info;
	struct fixture f;

	open_pane(&f);
	info = (struct gt_trace_info *)(uintptr_t)gt_trace_info(f.prog.trace);
	info->done = false;
	tap_ok(!gt_tl_crit_is(&crit, f.prog.trace, 0, 0, 3000), "the path of a window");
	gt_tl_crit_choose(&crit, f.prog.trace, 0, 0, 3000);
	tap_ok(gt_tl_crit_is(&crit, f.prog.trace, 0, 0, 3000), "the trace is still being read");
	tap_ok(!gt_tl_crit_is(&crit, f.prog.trace, 0, 0, 4000), "another window");
	info->done = true;
	tap_ok(!gt_tl_crit_is(&crit, f.prog.trace, 0, 0, 3000), "it has been read");
	gt_tl_crit_choose(&crit, f.prog.trace, 0, 0, 3000);
	tap_ok(gt_tl_crit_is(&crit, f.prog.trace, 0, 0, 3000), "nothing is new");
	gt_tl_crit_release(&crit);
	fixture_close(&f);
}

TAP_TEST(goroutines)
{
	test_filling(false);
	test_filling(true);
	test_growing(false);
	test_growing(true);
}

/* Each kind finds what it keeps, and kinds with the same table find the same; a selection reaches the keeper. */
TAP_TEST(lane_data)
{
	const struct gt_sel goroutine = { .has = GT_SEL_G }, task = { .has = GT_SEL_TASK, .task = 7 };
	const struct gt_lane lane = { .kind = GT_LANE_TASK };
	struct fixture f;
	void **kept;

	open_pane(&f);
	kept = f.tl->view.data;
	for (uint8_t a = 0; a < GT_LANE_KINDS; a++) {
		const struct gt_lane_data *d = gt_lane_ops_by_kind(a)->data;
		bool same = !d == !kept[a];

		for (uint8_t b = 0; d && b < a; b++)
			same &= (gt_lane_ops_by_kind(b)->data == d) == (kept[b] == kept[a]);
		tap_ok(same, "%s", gt_lane_info(a)->name);
	}
	tap_ok(!gt_lane_data_selected(&f.tl->view, &goroutine), "nothing is kept of a goroutine");
	tap_ok(gt_lane_data_selected(&f.tl->view, &task), "a task is");
	tap_ok(gt_lane_ops_of(&lane)->exists(&f.tl->view, &lane), "it has a lane then");
	fixture_close(&f);
}

/* ---- who is in the column of a chart ---- */

struct wanted {
	int64_t time, longest;
	enum gt_spent what;
	uint64_t n;
};

static bool want_state(void *arg, const struct gt_interval *iv)
{
	struct wanted *w = arg;

	if (iv->t0 <= w->time && w->time < iv->t1 && iv->what == w->what) {
		w->n++;
		w->longest = iv->t1 - iv->t0 > w->longest ? iv->t1 - iv->t0 : w->longest;
	}
	return true;
}

/* The charts of states name some of the goroutines that are in one at the cursor, the longest first. */
TAP_TEST(members)
{
	static const struct {
		uint8_t kind;
		enum gt_spent what;
		const char *first;       /* of those that are there equally long the first row */
	} cases[] = {
		{ GT_LANE_RUNNING, GT_SPENT_EXEC, "G163" },
		{ GT_LANE_RUNNABLE, GT_SPENT_SCHED, "G500" },
		{ GT_LANE_WAITING, GT_SPENT_BLOCK, "G563" },
	};
	struct fixture f;

	open_pane(&f);
	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		const struct gt_lane lane = { .kind = cases[i].kind };
		struct wanted w = { .time = i < 2 ? 2500 : 1500, .what = cases[i].what };
		struct gt_buf first = { 0 }, more = { 0 };
		struct gt_detail d = { 0 };

		for (uint32_t row = 0; row < gt_trace_info(f.prog.trace)->goroutines; row++)
			gt_goroutine_walk(f.prog.trace, row, false, want_state, &w);
		f.tl->view.cursor = w.time;
		gt_lane_ops_of(&lane)->detail(&f.tl->view, &lane, &d);
		gt_buf_printf(&first, "first  %s from ", gt_dur_text(w.longest).s);
		gt_buf_printf(&more, "and %llu more", (unsigned long long)w.n - 4);
		tap_ok(strstr(gt_buf_str(&d.text), gt_buf_str(&first)), "%s: %s",
		       gt_lane_info(lane.kind)->name, gt_buf_str(&first));
		tap_ok(strstr(gt_buf_str(&d.text), cases[i].first), "%s is named", cases[i].first);
		tap_ok(w.n > 4 && strstr(gt_buf_str(&d.text), gt_buf_str(&more)), "%s", gt_buf_str(&more));
		gt_buf_release(&first);
		gt_buf_release(&more);
		gt_detail_release(&d);
	}
	fixture_close(&f);
}

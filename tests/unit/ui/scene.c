/* The trace of most scenes, and the pane over any. */
#include "unit/ui/scene.h"

#include <string.h>

#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/timeline/act.h"
#include "ui/timeline/pick.h"
#include "unit/analysis/handmade.h"

/* What is opened, in the notation of unit/wire/build.h. */
static struct {
	struct gt_buf spec;
	int minor;
} scene;

/* ---- the trace: 100 us, 1 unit is 1 ns ---- */

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

static void put_string(struct gt_buf *spec, unsigned id, const char *s)
{
	gt_buf_printf(spec, "05 u%u u%zu ", id, strlen(s));
	for (; *s; s++)
		gt_buf_printf(spec, "%02x ", (unsigned char)*s);
}

void scene_set_spec(int minor, const struct gt_buf *events)
{
	static const char *const strings[] = { "main.f", "chan receive", "preempted", "f.go", "GC mark termination" };

	scene.minor = minor;
	gt_buf_reset(&scene.spec);
	gt_buf_add(&scene.spec, events->data, events->len);
	gt_buf_puts(&scene.spec, "b1,none,0[02 03 u1 u1 u4096 u2 u5 u17] b1,none,0[04 ");
	for (unsigned i = 0; i < GT_COUNT(strings); i++)
		put_string(&scene.spec, 2 + i, strings[i]);
	gt_buf_putc(&scene.spec, ']');
}

void scene_set(int minor, const char *clock)
{
	struct gt_buf events = { 0 };

	gt_buf_printf(&events, "b1,none,0[%s 08 u1000000000 %s]", minor < 25 ? "" : "32", clock);
	gt_buf_puts(&events, p0);
	put_p1(&events);
	scene_set_spec(minor, &events);
	gt_buf_release(&events);
}

/* ---- the pane ---- */

static const struct gt_app_ops ops;

/* No clock decides what is in a frame: a busy machine draws the same.  Tests of jobs set their own. */
static void wait_for_all(struct gt_app *app)
{
	struct gt_limits *l = &app->settings.limits;

	l->measure_ns = l->anomaly_ns = l->export_ns = l->look_ns = l->lanes_ns = INT64_MAX / 2;
}

void fixture_open(struct fixture *f, int rows, int cols)
{
	if (!scene.spec.len)
		scene_set(22, "");
	f->prog = (struct gt_program){ .greedy_ns = 20000, .wait_ns = 20000, .wake = { -1, -1 } };
	f->prog.trace = handmade_open_minor(scene.minor, gt_buf_str(&scene.spec));
	f->prog.events = gt_events_open(f->prog.trace);
	f->app = f->prog.app = gt_app_new(&ops, &f->prog);
	wait_for_all(f->app);
	gt_app_add_pane(f->app, GT_VIEW_TIMELINE, &gt_pane_timeline);
	gt_app_show(f->app, GT_VIEW_TIMELINE);
	f->pane = gt_app_pane(f->app, GT_VIEW_TIMELINE);
	f->tl = gt_timeline_of(f->pane);
	/* Few rows: without charts.  11 columns of names: a round number is left to the time. */
	gt_lanes_set_on(&f->tl->view.lanes, GT_SECTION_CHARTS, false);
	f->tl->members.widest[GT_SECTION_PROCS] = 5;
	f->grid = gt_grid_new(rows, cols);
}

void fixture_close(struct fixture *f)
{
	gt_grid_free(f->grid);
	gt_app_free(f->app);
	gt_blame_index_release(&f->prog.blames);
	gt_events_close(f->prog.events);
	gt_trace_close(f->prog.trace);
}

void draw(struct fixture *f)
{
	const struct gt_canvas c = gt_grid_canvas(f->grid);

	f->tl->view.pace.all = true;
	f->pane->ops->refresh(f->pane);
	f->pane->ops->draw(f->pane, &c);
}

void act(struct fixture *f, enum gt_action action, uint64_t count)
{
	const struct gt_act a = { .action = action, .count = count, .y = -1, .x = -1 };

	gt_app_act(f->app, &a);
	draw(f);
}

void window(struct fixture *f, int64_t t0, int64_t span)
{
	f->tl->view.win = (struct gt_window){ t0, span };
	f->tl->whole = false;
	gt_tl_set_cursor(f->tl, t0);
	f->tl->view.slice = f->tl->view.range = GT_NO_ROW;
}

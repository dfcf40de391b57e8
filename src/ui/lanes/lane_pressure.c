/* Charts of pressure: in which part of the time goroutines of the program were short of processors. */
#include "analysis/pressure/pressgrid.h"
#include "ui/app/job.h"
#include "ui/lanes/lane.h"

#define PARTS_WHOLE 65536    /* of the whole trace */
#define PARTS_NEAR 16384     /* of some time around the window, where those are too coarse: */
#define PARTS_COLUMN 4       /* a column has fewer of them than these */

/* What both lanes keep. */
struct pressure {
	struct gt_press_grid whole, near;
	struct gt_press_grid *made;    /* in the job; NULL: none */
	bool drawn;                    /* this frame has one of the lanes */
	bool stopped;                  /* by the user, until no lane is on the screen */
	bool failed;                   /* no memory for it */
};

static struct pressure *pressure_of(const struct gt_lane_view *view)
{
	return view->data[GT_LANE_SOME];
}

static bool lane_pressure_exists(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	struct gt_counts all;

	(void)lane;
	gt_counts_over(view->trace, 0, view->extent, &all);
	return all.max[GT_COUNT_RUNNABLE] > 0;
}

/* The finer of those that have all of the window; NULL: none is there yet. */
static const struct gt_press_grid *grid_of(const struct gt_lane_view *view)
{
	const struct pressure *p = pressure_of(view);
	int64_t a, b;

	gt_lane_whole(view, &a, &b);
	if (p->near.done && p->near.from <= a && b <= p->near.to)
		return &p->near;
	return p->whole.done ? &p->whole : NULL;
}

/* Of what is known of [a, b); false: nothing is. */
static bool pressure_in(const struct gt_lane_view *view, const struct gt_lane *lane, int64_t a, int64_t b,
			int64_t *ns, int64_t *whole)
{
	const struct gt_press_grid *grid = grid_of(view);
	int64_t some, full;

	b = gt_trace_until(view->trace, b);
	if (!grid || a >= b)
		return false;
	gt_press_over(grid, a, b, &some, &full);
	*ns = lane->kind == GT_LANE_FULL ? full : some;
	*whole = b - a;
	return true;
}

static void lane_pressure_value(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	int64_t a, b, ns, whole;

	gt_lane_whole(view, &a, &b);
	if (pressure_in(view, lane, a, b, &ns, &whole))
		gt_lane_put_percent(out, ns, whole);
}

/* A full bar is all of a column's time. */
static void lane_pressure_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	enum gt_role role = lane->kind == GT_LANE_FULL ? GT_ROLE_GREEDY : GT_ROLE_RUNNABLE;
	int64_t ns, whole;

	pressure_of(view)->drawn = true;
	for (int x = 0; x < c->cols; x++)
		if (pressure_in(view, lane, gt_window_start(&view->win, c->cols, x),
				gt_window_end(&view->win, c->cols, x), &ns, &whole))
			gt_lane_chart_bar(c, x, role, (double)ns / (double)whole);
	if (!grid_of(view))
		gt_canvas_fill(c, 0, 0, c->rows, c->cols, GT_ROLE_UNREAD, GT_LANE_UNREAD);
}

/* Only of a whole trace. */
static int64_t lane_pressure_known(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	(void)view;
	(void)lane;
	return 0;
}

static void tell_share(struct gt_lane_view *view, const char *name, int64_t a, int64_t b, struct gt_detail *d)
{
	static const uint8_t kinds[] = { GT_LANE_SOME, GT_LANE_FULL };
	int64_t ns[2], whole = 0;

	for (unsigned i = 0; i < 2; i++) {
		const struct gt_lane lane = { .kind = kinds[i] };

		if (!pressure_in(view, &lane, a, b, &ns[i], &whole))
			return;
	}
	gt_detail_pair(d, name, "some %s, full %s", gt_share_text((double)ns[0] / (double)whole).s,
		       gt_share_text((double)ns[1] / (double)whole).s);
}

static void lane_pressure_detail(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d)
{
	const struct pressure *p = pressure_of(view);
	int64_t a, b;

	(void)lane;
	gt_lane_cursor_cell(view, &a, &b);
	tell_share(view, "column", a, b, d);
	gt_lane_whole(view, &a, &b);
	tell_share(view, "window", a, b, d);
	if (!grid_of(view))
		gt_detail_pair(d, "pressure", "%s", p->failed ? "unknown: out of memory"
						  : p->stopped ? "stopped; hide the lane and show it to go on"
						  : "is being added up");
	gt_detail_pair(d, "some", "at least one goroutine of the program waited for a processor");
	gt_detail_pair(d, "full", "the same, while none of the program's goroutines was on one");
}

/* ---- adding it up ---- */

static bool pressed_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct pressure *p = arg;

	(void)app;
	while (!p->failed && !gt_press_step(p->made)) {
		if (gt_job_due(job))
			break;
	}
	gt_job_progress(job, gt_press_share(p->made));
	return p->failed || p->made->done;
}

/* Another job goes first: then it is taken up again afterwards. */
static void pressed_done(struct gt_app *app, void *arg, bool cancelled)
{
	struct pressure *p = arg;

	p->made = NULL;
	p->stopped = cancelled && !gt_app_displaces(app);
}

static const struct gt_job_ops pressed_job = {
	.what = "adding up the pressure", .step = pressed_step, .done = pressed_done,
};

/* True if it is fine enough for the window's columns, or nothing finer would be made; it need not be done. */
static bool suits(const struct gt_press_grid *grid, const struct gt_lane_view *view, int64_t a, int64_t b)
{
	return grid->begun && grid->from <= a && b <= grid->to &&
	       (grid->width == 1 || view->win.span / view->width >= PARTS_COLUMN * grid->width ||
		(grid->to - grid->from) / 3 <= view->win.span);
}

static bool pressed_begin(struct gt_lane_view *v, struct gt_press_grid *grid, int64_t from, int64_t to,
			  size_t parts)
{
	bool failed;

	gt_press_release(grid);
	failed = gt_press_begin(grid, v->trace, gt_program_blame_index(v->prog), from, to, parts, NULL) != 0;
	if (failed)
		gt_press_release(grid);
	pressure_of(v)->failed = failed;
	return !failed;
}

/* While one of the lanes is on the screen, a job adds up what it lacks: begins that, or goes on with it. */
static void pressure_drawn(struct gt_lane_view *v, void *data)
{
	struct pressure *p = data;
	struct gt_press_grid *grid = &p->whole;
	bool drawn = p->drawn;
	int64_t a, b;

	p->drawn = false;
	if (!drawn || !gt_trace_info(v->trace)->done) {
		p->stopped = false;
		return;
	}
	if (p->failed || p->stopped || (gt_app_works(v->prog->app) && !p->made))
		return;
	gt_lane_whole(v, &a, &b);
	if (!grid->begun && !pressed_begin(v, grid, 0, INT64_MAX, PARTS_WHOLE))
		return;
	if (grid->done && !suits(grid, v, a, b)) {
		grid = &p->near;
		if (!suits(grid, v, a, b) &&
		    !pressed_begin(v, grid, a - v->win.span, b + v->win.span, PARTS_NEAR))
			return;
	}
	if (grid->done || p->made)
		return;
	p->made = grid;
	gt_app_start_job(v->prog->app, &pressed_job, p);
}

static void pressure_release(void *data)
{
	struct pressure *p = data;

	gt_press_release(&p->whole);
	gt_press_release(&p->near);
}

static const struct gt_lane_data pressure_data = {
	.size = sizeof(struct pressure), .drawn = pressure_drawn, .release = pressure_release,
};

const struct gt_lane_ops gt_lane_pressure = {
	.data = &pressure_data,
	.exists = lane_pressure_exists,
	.value = lane_pressure_value,
	.draw = lane_pressure_draw,
	.known = lane_pressure_known,
	.detail = lane_pressure_detail,
};

/* Pressure for its lanes: added up in a job, while one of them is on the screen. */
#include "ui/timeline/pressed.h"

/* The whole trace has so many parts, some time around the window so many, and a column at least so many. */
#define PARTS_WHOLE 65536
#define PARTS_NEAR 16384
#define PARTS_COLUMN 4

static bool pressed_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct gt_tl_pressure *p = &((struct gt_timeline *)arg)->view.pressure;

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
	struct gt_tl_pressure *p = &((struct gt_timeline *)arg)->view.pressure;

	p->made = NULL;
	p->stopped = cancelled && !gt_app_displaces(app);
}

static const struct gt_job_ops pressed_job = {
	.what = "adding up the pressure", .step = pressed_step, .done = pressed_done,
};

/* Whether the window's columns can be told from it, now or when it is done; or nothing finer would be made. */
static bool suits(const struct gt_press_grid *grid, const struct gt_lane_view *view, int64_t a, int64_t b)
{
	return grid->begun && grid->from <= a && b <= grid->to &&
	       (grid->width == 1 || view->win.span / view->width >= PARTS_COLUMN * grid->width ||
		(grid->to - grid->from) / 3 <= view->win.span);
}

static bool pressed_begin(struct gt_timeline *tl, struct gt_press_grid *grid, int64_t from, int64_t to, size_t parts)
{
	struct gt_lane_view *v = &tl->view;

	gt_press_release(grid);
	v->pressure.failed = gt_press_begin(grid, v->trace, gt_program_blame_index(v->prog), from, to, parts,
					    NULL) != 0;
	if (v->pressure.failed)
		gt_press_release(grid);
	return !v->pressure.failed;
}

void gt_tl_pressed_update(struct gt_timeline *tl)
{
	struct gt_lane_view *v = &tl->view;
	struct gt_tl_pressure *p = &v->pressure;
	struct gt_press_grid *grid = &p->whole;
	int64_t a, b;

	if (!p->drawn || !gt_trace_info(v->trace)->done) {
		p->stopped = false;
		return;
	}
	if (p->failed || p->stopped || (gt_app_works(tl->pane->app) && !p->made))
		return;
	gt_lane_whole(v, &a, &b);
	if (!grid->begun && !pressed_begin(tl, grid, 0, INT64_MAX, PARTS_WHOLE))
		return;
	if (grid->done && !suits(grid, v, a, b)) {
		grid = &p->near;
		if (!suits(grid, v, a, b) &&
		    !pressed_begin(tl, grid, a - v->win.span, b + v->win.span, PARTS_NEAR))
			return;
	}
	if (grid->done || p->made)
		return;
	p->made = grid;
	gt_app_start_job(tl->pane->app, &pressed_job, tl);
}

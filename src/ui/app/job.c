/* Long work in slices, between keys. */
#include "ui/app/job.h"

#include <assert.h>

#include "base/clock.h"
#include "ui/app/app_state.h"

static void end_job(struct gt_app *app, bool cancelled)
{
	struct gt_job job = app->work.job;

	/* Forgotten first: done may start another one. */
	app->work.job = (struct gt_job){ 0 };
	gt_app_dirty(app, GT_DIRTY_REPAINT);
	if (job.ops->done)
		job.ops->done(app, job.arg, cancelled);
	if (app->work.owed && !app->work.job.ops && !app->work.displacing) {
		app->work.owed = false;
		gt_app_data_changed(app);
	}
}

void gt_app_start_job(struct gt_app *app, const struct gt_job_ops *ops, void *arg)
{
	app = app->top;
	app->work.displacing = true;
	gt_app_cancel_job(app);
	app->work.displacing = false;
	assert(!app->work.job.ops && app->settings.limits.job_calls > 0);
	app->work.job = (struct gt_job){ .ops = ops, .arg = arg, .share = -1, .every = app->settings.limits.job_calls };
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

bool gt_app_displaces(const struct gt_app *app)
{
	return app->top->work.displacing;
}

void gt_app_owe_job(struct gt_app *app)
{
	app->top->work.owed = true;
}

bool gt_app_works(const struct gt_app *app)
{
	return app->top->work.job.ops != NULL;
}

bool gt_app_cancel_job(struct gt_app *app)
{
	app = app->top;
	if (!app->work.job.ops)
		return false;
	end_job(app, true);
	return true;
}

bool gt_app_run_job(struct gt_app *app, int64_t slice_ns)
{
	if (!app->work.job.ops)
		return false;
	app->work.job.deadline_ns = gt_clock_now() + slice_ns;
	app->work.job.calls = 0;
	if (app->work.job.ops->step(app, app->work.job.arg, &app->work.job))
		end_job(app, false);
	gt_app_dirty(app, GT_DIRTY_REPAINT);
	return app->work.job.ops != NULL;
}

bool gt_job_expired(struct gt_job *job)
{
	return ++job->calls % job->every == 0 && gt_clock_now() >= job->deadline_ns;
}

bool gt_job_due(const struct gt_job *job)
{
	return gt_clock_now() >= job->deadline_ns;
}

void gt_job_progress(struct gt_job *job, double share)
{
	job->share = share;
}

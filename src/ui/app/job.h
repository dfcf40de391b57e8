/* A running job: the clock of its slices. */
#ifndef GT_UI_JOB_H
#define GT_UI_JOB_H

#include "ui/app/app.h"

struct gt_job {
	const struct gt_job_ops *ops;   /* NULL: none runs */
	void *arg;
	double share;                   /* below 0: not known */
	int64_t deadline_ns;            /* of the slice, CLOCK_MONOTONIC */
	unsigned calls, every;          /* steps so far; the clock is looked at each time so many were made */
};

/* One slice; true while there is more to do. */
bool gt_app_run_job(struct gt_app *app, int64_t slice_ns);
bool gt_app_cancel_job(struct gt_app *app);   /* true if one ran */

#endif

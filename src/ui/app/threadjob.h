/* Work that takes long and reads the index, in a thread beside the keys: a job watches it. */
#ifndef GT_UI_THREADJOB_H
#define GT_UI_THREADJOB_H

#include "ui/app/app.h"

struct gt_thread_job;

struct gt_thread_job_ops {
	const char *what;     /* as in struct gt_job_ops: "sorting" */
	/* In the thread: 0 or an error.  It calls gt_thread_job_report(job, …) now and then. */
	int (*run)(void *arg, struct gt_thread_job *job, struct gt_error *err);
	/* In the UI's thread, once: the error, whose code is 0 if there is none; GT_ERR_CANCELLED: it was stopped. */
	void (*done)(struct gt_app *app, void *arg, const struct gt_error *err);
};

/* Starts it; *ops is copied.  Where no thread is to be had it runs at once, however long it takes. */
void gt_thread_job_start(struct gt_app *app, const struct gt_thread_job_ops *ops, void *arg);

/* How far it is; false: it is to stop.  `job` is that of run, so that this is a `progress` of tables and views. */
bool gt_thread_job_report(void *job, uint64_t done, uint64_t total);

#endif

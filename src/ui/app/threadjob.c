/* Work in a thread beside the keys, watched by a job. */
#include "ui/app/threadjob.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/thread.h"
#include "base/xalloc.h"

#define LOOK_NS INT64_C(15000000)  /* how long a step waits for the thread */

struct gt_thread_job {
	struct gt_thread_job_ops ops;
	void *arg;
	struct gt_thread thread;
	struct gt_mutex lock;
	struct gt_cond moved;
	struct gt_cancel cancel;
	bool finished;                      /* under the lock */
	atomic_uint_least64_t at, total;
	struct gt_error err;
	struct gt_job_ops watch;
};

/* ---- in the thread ---- */

bool gt_thread_job_report(void *job, uint64_t done, uint64_t total)
{
	struct gt_thread_job *j = job;

	atomic_store_explicit(&j->at, done, memory_order_relaxed);
	atomic_store_explicit(&j->total, total, memory_order_relaxed);
	return !gt_cancelled(&j->cancel);
}

static int thread_job_run(void *arg)
{
	struct gt_thread_job *j = arg;

	if (j->ops.run(j->arg, j, &j->err) == 0)
		j->err.code = 0;
	gt_mutex_lock(&j->lock);
	j->finished = true;
	gt_cond_signal(&j->moved);
	gt_mutex_unlock(&j->lock);
	return 0;
}

/* ---- in the UI ---- */

static bool thread_job_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct gt_thread_job *j = arg;
	uint64_t at = atomic_load_explicit(&j->at, memory_order_relaxed);
	uint64_t total = atomic_load_explicit(&j->total, memory_order_relaxed);
	bool finished;

	(void)app;
	gt_mutex_lock(&j->lock);
	if (!j->finished)
		gt_cond_wait_for(&j->moved, &j->lock, LOOK_NS);
	finished = j->finished;
	gt_mutex_unlock(&j->lock);
	if (total)
		gt_job_progress(job, (double)at / (double)total);
	return finished;
}

static void thread_job_end(struct gt_app *app, void *arg, bool cancelled)
{
	struct gt_thread_job *j = arg;

	if (cancelled)
		gt_cancel_set(&j->cancel);
	gt_thread_join(&j->thread);
	/* The thread may have finished or failed before it saw the request to stop. */
	if (cancelled)
		j->err = (struct gt_error){ .code = GT_ERR_CANCELLED };
	j->ops.done(app, j->arg, &j->err);
	gt_cond_release(&j->moved);
	gt_mutex_release(&j->lock);
	free(j);
}

void gt_thread_job_start(struct gt_app *app, const struct gt_thread_job_ops *ops, void *arg)
{
	struct gt_thread_job *j = gt_xcalloc(1, sizeof *j);

	j->ops = *ops;
	j->arg = arg;
	j->watch = (struct gt_job_ops){ .what = ops->what, .step = thread_job_step, .done = thread_job_end };
	gt_mutex_init(&j->lock);
	gt_cond_init(&j->moved);
	if (gt_thread_start(&j->thread, thread_job_run, j, NULL) < 0)
		thread_job_run(j);
	gt_app_start_job(app, &j->watch, j);
}

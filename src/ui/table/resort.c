/* Sorting and filtering a table, a large one beside the UI: a thread, watched by a job. */
#include "ui/table/table_own.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "base/xalloc.h"

#define LOOK_NS INT64_C(15000000)  /* how long a step waits for the thread */

struct sorter {
	struct gt_resort r;
	void (*done)(struct gt_pane_table *pt, struct gt_resort *r, const struct gt_error *err);
	struct gt_thread thread;
	struct gt_mutex lock;
	struct gt_cond moved;
	struct gt_cancel cancel;
	bool finished;                      /* under the lock */
	atomic_uint_least64_t at, total;
	struct gt_error err;
	int rc;
	struct gt_job_ops ops;
};

void gt_resort_drop(struct gt_resort *r)
{
	gt_view_close(r->view);
	gt_table_close(r->table);
	gt_filter_free(r->filter);
	r->view = NULL;
	r->table = NULL;
	r->filter = NULL;
}

/* Beside the keys, like the rest: of millions of rows it takes longer than a frame. */
static int measure_rows(struct gt_resort *r, struct gt_error *err)
{
	const struct gt_pane_table_spec *spec = r->pt->spec;
	int col = spec->measure ? gt_report_column(spec->report, spec->measure, strlen(spec->measure)) : GT_NO_COLUMN;

	if (col == GT_NO_COLUMN)
		return 0;
	r->measure.from = r->args.limited && r->args.from > 0 ? r->args.from : 0;
	r->measure.to = gt_trace_info(r->table->trace)->duration;
	if (r->args.limited && r->args.to < r->measure.to)
		r->measure.to = r->args.to;
	return gt_measure_view(&r->measure, r->table, r->view, (unsigned)col, spec->apart, &r->opt, err);
}

int gt_resort_now(struct gt_resort *r, struct gt_error *err)
{
	struct gt_pane_table *pt = r->pt;
	int rc;

	assert(!r->table && !r->view);
	r->opt.filter = r->filter;
	r->args.progress = r->opt.progress;
	r->args.progress_arg = r->opt.progress_arg;
	r->args.browsed = true;
	rc = gt_table_open(&r->table, pt->spec->report, pt->prog->trace, &r->args, err);
	if (rc == 0)
		rc = gt_view_open(&r->view, r->table, &r->opt, err);
	if (rc == 0)
		rc = measure_rows(r, err);
	if (rc == 0 && pt->spec->compute)
		pt->spec->compute(pt, r->table, r->view);
	return rc;
}

/* ---- in the thread ---- */

static bool report(void *arg, uint64_t done, uint64_t total)
{
	struct sorter *s = arg;

	atomic_store_explicit(&s->at, done, memory_order_relaxed);
	atomic_store_explicit(&s->total, total, memory_order_relaxed);
	return !gt_cancelled(&s->cancel);
}

static int resort_run(void *arg)
{
	struct sorter *s = arg;

	s->rc = gt_resort_now(&s->r, &s->err);
	gt_mutex_lock(&s->lock);
	s->finished = true;
	gt_cond_signal(&s->moved);
	gt_mutex_unlock(&s->lock);
	return 0;
}

/* ---- in the UI ---- */

static bool resort_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct sorter *s = arg;
	uint64_t at = atomic_load_explicit(&s->at, memory_order_relaxed);
	uint64_t total = atomic_load_explicit(&s->total, memory_order_relaxed);
	bool finished;

	(void)app;
	gt_mutex_lock(&s->lock);
	if (!s->finished)
		gt_cond_wait_for(&s->moved, &s->lock, LOOK_NS);
	finished = s->finished;
	gt_mutex_unlock(&s->lock);
	if (total)
		gt_job_progress(job, (double)at / (double)total);
	return finished;
}

static void resort_end(struct gt_app *app, void *arg, bool cancelled)
{
	struct sorter *s = arg;

	(void)app;
	if (cancelled)
		gt_cancel_set(&s->cancel);
	gt_thread_join(&s->thread);
	/* The thread may have finished or failed before it saw the request to stop. */
	if (cancelled) {
		s->rc = GT_ERR_CANCELLED;
		s->err = (struct gt_error){ .code = GT_ERR_CANCELLED };
	}
	if (s->rc < 0)
		gt_resort_drop(&s->r);
	s->done(s->r.pt, &s->r, &s->err);
	gt_cond_release(&s->moved);
	gt_mutex_release(&s->lock);
	free(s);
}

static const struct gt_job_ops job_ops = { .what = "sorting", .step = resort_step, .done = resort_end };

void gt_resort_start(const struct gt_resort *r,
		     void (*done)(struct gt_pane_table *pt, struct gt_resort *r, const struct gt_error *err))
{
	struct sorter *s = gt_xcalloc(1, sizeof *s);

	s->r = *r;
	s->r.opt.progress = report;
	s->r.opt.progress_arg = s;
	s->done = done;
	s->ops = job_ops;
	if (r->pt->spec->doing)
		s->ops.what = r->pt->spec->doing;
	gt_mutex_init(&s->lock);
	gt_cond_init(&s->moved);
	/* No thread is to be had: now, however long it takes. */
	if (gt_thread_start(&s->thread, resort_run, s, NULL) < 0)
		resort_run(s);
	gt_app_start_job(s->r.pt->pane->app, &s->ops, s);
}

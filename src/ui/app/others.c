/* Further traces, opened beside the keys. */
#include "ui/app/others.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "wire/stream.h"

#define LOOK_NS INT64_C(15000000)  /* how long a step waits for the thread */
#define FOLLOW_NS INT64_C(50000000)/* and that one for the worker */

void gt_others_init(struct gt_others *o, const struct gt_open_options *opt)
{
	*o = (struct gt_others){ .opt = *opt };
	gt_mutex_init(&o->lock);
	gt_cond_init(&o->moved);
}

void gt_others_add(struct gt_others *o, const char *path)
{
	o->paths = gt_xrealloc(o->paths, o->n + 1, sizeof *o->paths);
	o->v = gt_xrealloc(o->v, o->n + 1, sizeof *o->v);
	o->paths[o->n] = path;
	o->v[o->n++] = NULL;
}

/* ---- in the thread ---- */

static bool others_stop(void *arg)
{
	return gt_cancelled(&((struct gt_others *)arg)->cancel);
}

/* The reading of a stream says how many bytes; the share is of traces. */
static void others_tell(void *arg, uint64_t taken, uint64_t total)
{
	(void)arg;
	(void)taken;
	(void)total;
}

static void others_end(void *arg)
{
	(void)arg;
}

static void others_notify(void *arg)
{
	struct gt_others *o = arg;

	gt_mutex_lock(&o->lock);
	gt_cond_broadcast(&o->moved);
	gt_mutex_unlock(&o->lock);
}

/* False: the worker has come to its end. */
static bool others_look(struct gt_others *o, size_t i)
{
	const struct gt_trace_info *info = gt_trace_info(o->v[i]);
	double part;
	bool done;

	gt_trace_lock(o->v[i]);
	part = info->bytes ? (double)info->bytes_done / (double)info->bytes : 0;
	done = info->done;
	gt_trace_unlock(o->v[i]);
	gt_mutex_lock(&o->lock);
	o->share = ((double)i + (done ? 1 : part)) / (double)o->n;
	gt_cond_broadcast(&o->moved);
	if (!done)
		gt_cond_wait_for(&o->moved, &o->lock, FOLLOW_NS);
	gt_mutex_unlock(&o->lock);
	return !done;
}

static int others_open_one(struct gt_others *o, size_t i, struct gt_error *err)
{
	const struct gt_watch none = { 0 }, *how = o->opt.watch ? o->opt.watch : &none;
	const struct gt_watch watch = {
		.tell = others_tell, .end = others_end, .stop = others_stop, .arg = o,
		.limit = how->limit, .part = how->part, .as = how->as,
	};
	struct gt_open_options opt = o->opt;
	const struct gt_trace_info *info;
	int rc;

	opt.watch = &watch;
	opt.notify = others_notify;
	opt.notify_arg = o;
	rc = gt_trace_open_async(&o->v[i], o->paths[i], &opt, err);
	if (rc)
		return rc;
	while (others_look(o, i))
		if (gt_cancelled(&o->cancel))
			gt_trace_cancel(o->v[i]);
	info = gt_trace_info(o->v[i]);
	if (info->cancelled)
		return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "stopped");
	if (info->complete || gt_error_exit(info->damage.code) != GT_EXIT_NOT_TRACE)
		return 0;
	*err = info->damage;
	return err->code;
}

static int others_run(void *arg)
{
	struct gt_others *o = arg;
	struct gt_error err = { .offset = GT_NO_OFFSET };
	size_t i;
	int rc = 0;

	for (i = 0; i < o->n && !rc; i++)
		rc = gt_cancelled(&o->cancel) ? GT_ERR_CANCELLED : others_open_one(o, i, &err);
	gt_mutex_lock(&o->lock);
	o->rc = rc;
	o->err = err;
	o->failed = rc ? i - 1 : 0;
	o->finished = true;
	gt_cond_broadcast(&o->moved);
	gt_mutex_unlock(&o->lock);
	return 0;
}

/* ---- in the UI ---- */

static void others_close_all(struct gt_others *o)
{
	for (size_t i = 0; i < o->n; i++) {
		if (o->v[i])
			gt_trace_close(o->v[i]);
		o->v[i] = NULL;
	}
}

/* The thread has come to its end, or does so now. */
static void others_join(struct gt_others *o)
{
	if (o->running)
		gt_thread_join(&o->thread);
	o->running = false;
	if (o->rc)
		others_close_all(o);
}

static bool others_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct gt_others *o = arg;
	bool finished;

	(void)app;
	gt_mutex_lock(&o->lock);
	if (!o->finished)
		gt_cond_wait_for(&o->moved, &o->lock, LOOK_NS);
	finished = o->finished;
	gt_job_progress(job, o->share);
	gt_mutex_unlock(&o->lock);
	return finished;
}

static void others_done(struct gt_app *app, void *arg, bool cancelled)
{
	struct gt_others *o = arg;

	/* The thread goes on; when the other job has ended this one is started again. */
	if (cancelled && gt_app_displaces(app)) {
		gt_app_owe_job(app);
		return;
	}
	if (cancelled)
		gt_cancel_set(&o->cancel);
	others_join(o);
	o->state = !o->rc ? GT_OTHERS_OPEN : o->rc == GT_ERR_CANCELLED ? GT_OTHERS_STOPPED : GT_OTHERS_FAILED;
	gt_buf_reset(&o->why);
	if (o->state == GT_OTHERS_FAILED)
		gt_buf_printf(&o->why, "%s: %s", o->paths[o->failed], o->err.text);
	gt_app_data_changed(app);
}

static const struct gt_job_ops others_job = { .what = "reading what to compare with", .step = others_step,
					      .done = others_done };

void gt_others_start(struct gt_others *o, struct gt_app *app)
{
	if (o->state == GT_OTHERS_OPEN || o->state == GT_OTHERS_FAILED)
		return;
	if (!o->running) {
		atomic_store(&o->cancel.set, false);
		o->finished = false;
		o->share = 0;
		o->rc = 0;
		/* No thread is to be had: now, however long it takes. */
		o->running = !gt_thread_start(&o->thread, others_run, o, NULL);
		if (!o->running)
			others_run(o);
	}
	o->state = GT_OTHERS_READING;
	gt_app_start_job(app, &others_job, o);
}

void gt_others_release(struct gt_others *o)
{
	gt_cancel_set(&o->cancel);
	others_join(o);
	others_close_all(o);
	free(o->v);
	free(o->paths);
	gt_buf_release(&o->why);
	gt_cond_release(&o->moved);
	gt_mutex_release(&o->lock);
}

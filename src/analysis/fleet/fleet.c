/* Many traces, one after the other: opened, looked at, closed; as many at a time as there are processors. */
#include "analysis/fleet/fleet.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define LOOK_NS INT64_C(100000000)      /* how often who waits for a worker asks whether to go on */

/* How much of a packed trace is unpacked is not told. */
static void fleet_watch_tell(void *arg, uint64_t taken, uint64_t total)
{
	(void)arg;
	(void)taken;
	(void)total;
}

static void fleet_watch_end(void *arg)
{
	(void)arg;
}

static bool fleet_watch_stop(void *arg)
{
	return gt_cancelled(&((struct gt_fleet *)arg)->cancel);
}

void gt_fleet_init(struct gt_fleet *f, const struct gt_open_options *opt)
{
	const struct gt_watch none = { 0 }, *how = opt->watch ? opt->watch : &none;

	*f = (struct gt_fleet){ .opt = *opt, .worst = SIZE_MAX };
	f->watch = (struct gt_watch){
		.tell = fleet_watch_tell, .end = fleet_watch_end, .stop = fleet_watch_stop, .arg = f,
		.limit = how->limit, .part = how->part, .as = how->as,
	};
	f->opt.watch = &f->watch;
	gt_mutex_init(&f->lock);
}

void gt_fleet_add(struct gt_fleet *f, const char *path, size_t inside)
{
	GT_GROW(f->rows, f->cap, f->n + 1);
	f->rows[f->n++] = (struct gt_fleet_row){ .path = gt_xstrdup(path), .inside = inside };
}

void gt_fleet_release(struct gt_fleet *f)
{
	for (size_t i = 0; i < f->n; i++)
		gt_fleet_row_release(&f->rows[i]);
	free(f->rows);
	gt_buf_release(&f->why);
	gt_mutex_release(&f->lock);
}

size_t gt_fleet_listed(struct gt_fleet *f, const struct gt_fleet_row **out)
{
	size_t n = 0;

	gt_mutex_lock(&f->lock);
	for (size_t i = 0; i < f->n; i++)
		if (f->rows[i].state == GT_FLEET_LISTED)
			out[n++] = &f->rows[i];
	gt_mutex_unlock(&f->lock);
	return n;
}

/* ---- one trace ---- */

/* Who waits for the worker that makes an index. */
struct fleet_waiter {
	struct gt_mutex lock;
	struct gt_cond moved;
};

static void waiter_notify(void *arg)
{
	struct fleet_waiter *w = arg;

	gt_mutex_lock(&w->lock);
	gt_cond_broadcast(&w->moved);
	gt_mutex_unlock(&w->lock);
}

static bool is_indexed(struct gt_trace *t)
{
	bool done;

	gt_trace_lock(t);
	done = gt_trace_info(t)->done;
	gt_trace_unlock(t);
	return done;
}

/* Until the index is there, or nobody wants it any more. */
static void wait_for_index(struct fleet_waiter *w, struct gt_trace *t, const struct gt_cancel *cancel)
{
	gt_mutex_lock(&w->lock);
	while (!gt_cancelled(cancel)) {
		gt_mutex_unlock(&w->lock);
		if (is_indexed(t))
			return;
		gt_mutex_lock(&w->lock);
		gt_cond_wait_for(&w->moved, &w->lock, LOOK_NS);
	}
	gt_mutex_unlock(&w->lock);
	gt_trace_cancel(t);
}

/* What the facts are worth: LISTED unless nothing of it could be read, or its answers cannot be relied on. */
static enum gt_fleet_state judge_trace(struct gt_fleet_row *r, struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_error fault;

	if (gt_trace_cache_fault(t))
		r->cache_fault = *gt_trace_cache_fault(t);
	if (gt_trace_unreliable(t, &fault)) {
		r->err = fault;
		return GT_FLEET_FAILED;
	}
	if (!info->complete)
		r->err = info->damage;
	return info->complete || gt_error_exit(info->damage.code) != GT_EXIT_NOT_TRACE ? GT_FLEET_LISTED
										   : GT_FLEET_FAILED;
}

static enum gt_fleet_state make_row(struct gt_fleet *f, struct gt_fleet_row *r, unsigned workers)
{
	struct gt_open_options opt = f->opt;
	enum gt_fleet_state state;
	struct fleet_waiter w;
	struct gt_trace *t = NULL;
	int rc;

	gt_mutex_init(&w.lock);
	gt_cond_init(&w.moved);
	opt.notify = waiter_notify;
	opt.notify_arg = &w;
	/* As many traces as there are processors are a thread each. */
	if (workers > 1)
		opt.jobs = 1;
	rc = gt_trace_open_async(&t, r->path, &opt, &r->err);
	if (!rc) {
		wait_for_index(&w, t, &f->cancel);
		if (!f->index_only && !gt_cancelled(&f->cancel))
			gt_fleet_row_fill(r, t, workers > 1 ? 1 : gt_workers(), &f->cancel);
		state = judge_trace(r, t);
		gt_trace_close(t);
	} else {
		state = rc == GT_ERR_NOT_TRACE && r->inside ? GT_FLEET_NO_TRACE : GT_FLEET_FAILED;
	}
	gt_cond_release(&w.moved);
	gt_mutex_release(&w.lock);
	return state;
}

/* ---- all of them ---- */

struct fleet_crew {
	struct gt_fleet *f;
	unsigned n;
};

static void work_through(void *arg, unsigned worker)
{
	struct fleet_crew *crew = arg;
	struct gt_fleet *f = crew->f;
	size_t i;

	(void)worker;
	while (!gt_cancelled(&f->cancel) && (i = atomic_fetch_add(&f->next, 1)) < f->n) {
		enum gt_fleet_state state = make_row(f, &f->rows[i], crew->n);

		if (gt_cancelled(&f->cancel))
			return;
		gt_mutex_lock(&f->lock);
		f->rows[i].state = state;
		f->made++;
		gt_mutex_unlock(&f->lock);
		if (f->tell)
			f->tell(f->tell_arg);
	}
}

/* The row that stands apart most, of those that do. */
static size_t fleet_worst(const struct gt_fleet_verdict *v, size_t n)
{
	size_t worst = SIZE_MAX;

	for (size_t i = 0; i < n; i++)
		if (v[i].metric != GT_FLEET_NO_METRIC && v[i].z >= GT_FLEET_APART &&
		    (worst == SIZE_MAX || v[i].z > v[worst].z))
			worst = i;
	return worst;
}

static void explain_worst(struct gt_fleet *f)
{
	const struct gt_fleet_row **rows = gt_xcalloc(f->n + 1, sizeof *rows);
	struct gt_fleet_verdict *v = gt_xcalloc(f->n + 1, sizeof *v);
	size_t n = gt_fleet_listed(f, rows), worst;
	struct gt_buf why = { 0 };

	gt_fleet_judge(rows, n, v);
	worst = fleet_worst(v, n);
	if (worst != SIZE_MAX)
		gt_fleet_why(&why, rows, n, worst, v, &f->opt);
	gt_mutex_lock(&f->lock);
	f->worst = worst != SIZE_MAX ? (size_t)(rows[worst] - f->rows) : SIZE_MAX;
	f->why = why;
	gt_mutex_unlock(&f->lock);
	free(rows);
	free(v);
}

void gt_fleet_run(struct gt_fleet *f)
{
	unsigned most = gt_workers();
	struct fleet_crew crew = { .f = f, .n = f->n < most ? (unsigned)f->n : most };

	if (f->n)
		gt_work_together(crew.n, work_through, &crew);
	if (!f->index_only && !gt_cancelled(&f->cancel))
		explain_worst(f);
	gt_mutex_lock(&f->lock);
	f->done = true;
	gt_mutex_unlock(&f->lock);
	if (f->tell)
		f->tell(f->tell_arg);
}

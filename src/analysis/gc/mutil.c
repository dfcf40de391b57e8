/* Mutator utilisation: from slices and ranges to step functions. */
#include "analysis/gc/mutil.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/gc/gcworkers.h"
#include "analysis/gc/mutil_own.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"

#define ROWS_PER_LOOK 1024

static int mutil_no_memory(struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "there is no memory for the mutator utilisation");
}

static int mutil_cancelled(struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "cancelled");
}

/* What lies in the interval is kept; an empty rest is nothing. */
static bool mutil_add(struct gt_mutil_work *w, struct gt_mutil_spans *s, uint32_t p, int64_t t0, int64_t t1)
{
	t0 = t0 > w->from ? t0 : w->from;
	t1 = t1 < w->to ? t1 : w->to;
	if (t0 >= t1)
		return true;
	if (!GT_TRY_GROW(s->v, s->cap, s->n + 1))
		return false;
	s->v[s->n++] = (struct gt_mutil_span){ t0, t1, p };
	return true;
}

static bool add_on_proc(struct gt_mutil_work *w, uint32_t proc_row, int64_t t0, int64_t t1)
{
	struct gt_proc p;

	/* A P beyond every GOMAXPROCS takes nothing from anybody. */
	if (!gt_proc_get(w->trace, proc_row, &p) || p.id >= w->most)
		return true;
	return mutil_add(w, &w->busy, (uint32_t)p.id, t0, t1);
}

/* ---- GOMAXPROCS ---- */

/* Its values up to `to`, changes only. */
static bool read_steps(struct gt_mutil_work *w, int64_t to)
{
	uint64_t n = gt_trace_info(w->trace)->counters;
	struct gt_counter c;

	for (uint64_t i = 0; i < n && gt_counter_get(w->trace, i, &c) && c.t < to; i++) {
		uint32_t value = c.value < UINT32_MAX ? (uint32_t)c.value : UINT32_MAX;

		if (c.metric != GT_METRIC_GOMAXPROCS || !value || (w->nsteps && w->steps[w->nsteps - 1].n == value))
			continue;
		if (!GT_TRY_GROW(w->steps, w->cap_steps, w->nsteps + 1))
			return false;
		w->steps[w->nsteps++] = (struct gt_mutil_step){ c.t, value };
		w->most = value > w->most ? value : w->most;
	}
	return true;
}

/* ---- slices and ranges ---- */

/* `done` rows were looked at; false: nobody waits for the answer any more. */
static bool mutil_goes_on(const struct gt_mutil_work *w, uint64_t done)
{
	return done % ROWS_PER_LOOK || !w->progress || w->progress(w->progress_arg, done, w->total);
}

static int add_workers(struct gt_mutil_work *w, uint32_t proc_row, struct gt_error *err)
{
	struct gt_gc_walk walk;

	gt_gc_walk_begin(&walk, w->trace, proc_row, w->from, w->to);
	for (; gt_gc_walk_next(&walk); w->done++) {
		if (!mutil_goes_on(w, w->done))
			return mutil_cancelled(err);
		if (walk.mode != GT_GC_IDLE && !(walk.mode == GT_GC_DEDICATED && (w->parts & GT_MUTIL_PER_P)) &&
		    !add_on_proc(w, proc_row, walk.labelled, walk.slice.t1))
			return mutil_no_memory(err);
	}
	return 0;
}

static bool mutil_add_assist(void *arg, uint32_t proc_row, int64_t t0, int64_t t1)
{
	return add_on_proc(arg, proc_row, t0, t1);
}

static bool mutil_add_range(struct gt_mutil_work *w, const struct gt_range_row *r)
{
	int64_t end = r->t1 == GT_NO_TIME ? w->to : r->t1;
	const char *name;
	size_t n;

	if (r->kind == GT_RANGE_STW && (w->parts & GT_MUTIL_STW)) {
		name = gt_trace_string(w->trace, r->name, &n);
		/* v1 has none but the GC's up to Go 1.20; Go 1.21's own tool counts all of them. */
		if (gt_trace_info(w->trace)->header.format == GT_FORMAT_V1 || (n && memmem(name, n, "GC", 2)))
			return mutil_add(w, &w->stops, 0, r->t0, end);
	} else if (r->kind == GT_RANGE_ASSIST && (w->parts & GT_MUTIL_ASSIST) && r->g != GT_NO_ROW) {
		return gt_gc_assist_pieces(w->trace, r, w->from, w->to, mutil_add_assist, w);
	} else if (r->kind == GT_RANGE_SWEEP && (w->parts & GT_MUTIL_SWEEP) && r->proc_row != GT_NO_ROW) {
		return add_on_proc(w, r->proc_row, r->t0, end);
	}
	return true;
}

/* All that works for the GC, in no order. */
static int collect(struct gt_mutil_work *w, struct gt_error *err)
{
	const struct gt_trace_info *info = gt_trace_info(w->trace);
	struct gt_range_row r;
	int rc = 0;

	w->total = info->ranges;
	for (uint32_t p = 0; p < info->procs; p++)
		w->total += gt_instants(w->trace, GT_INSTANT_LABEL, p);
	for (uint64_t i = 0; i < info->ranges; i++, w->done++) {
		if (gt_range_get(w->trace, i, &r) && !mutil_add_range(w, &r))
			return mutil_no_memory(err);
		if (!mutil_goes_on(w, w->done))
			return mutil_cancelled(err);
	}
	for (uint32_t p = 0; !rc && (w->parts & GT_MUTIL_BACKGROUND) && p < info->procs; p++)
		rc = add_workers(w, p, err);
	return rc;
}

static int compare_spans(const void *a, const void *b)
{
	const struct gt_mutil_span *x = a, *y = b;

	return GT_ASC(x, y, p) ?: GT_ASC(x, y, t0);
}

/* By P and time; those of a P that touch or overlap become one. */
static void unite(struct gt_mutil_spans *s)
{
	size_t n = 0;

	if (s->n)
		qsort(s->v, s->n, sizeof *s->v, compare_spans);
	for (size_t i = 0; i < s->n; i++) {
		struct gt_mutil_span *last = n ? &s->v[n - 1] : NULL;

		if (last && last->p == s->v[i].p && s->v[i].t0 <= last->t1)
			last->t1 = s->v[i].t1 > last->t1 ? s->v[i].t1 : last->t1;
		else
			s->v[n++] = s->v[i];
	}
	s->n = n;
}

/* ---- all of it ---- */

/* Only now do the points stay where they are. */
static void settle_fns(struct gt_mutil *u)
{
	for (size_t i = 0; i < u->nfns; i++)
		u->fns[i].v = u->points + u->fns[i].first;
}

int gt_mutil_fill(struct gt_mutil *u, const struct gt_trace *t, unsigned parts, int64_t from, int64_t to,
		  gt_mutil_progress *progress, void *progress_arg, struct gt_error *err)
{
	struct gt_mutil_work w = {
		.trace = t, .out = u, .parts = parts & GT_MUTIL_PARTS ? parts : parts | GT_MUTIL_DEFAULT,
		.progress = progress, .progress_arg = progress_arg };
	int64_t end = gt_trace_info(t)->horizon;
	int rc = 0;

	*u = (struct gt_mutil){ .scale = 1 };
	to = to < end ? to : end;
	if (!read_steps(&w, to)) {
		rc = mutil_no_memory(err);
	} else if (w.nsteps) {
		w.from = u->from = from > w.steps[0].t ? from : w.steps[0].t;
		w.to = u->to = to;
		if (w.from < w.to)
			rc = collect(&w, err);
		unite(&w.busy);
		unite(&w.stops);
		if (!rc && w.from < w.to && !(w.parts & GT_MUTIL_PER_P ? gt_mutil_each : gt_mutil_all)(&w))
			rc = w.work > GT_MUTIL_WORK_MAX ?
			     gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET, "too many Ps and pauses for curves by P") :
			     mutil_no_memory(err);
	}
	free(w.busy.v);
	free(w.stops.v);
	free(w.steps);
	settle_fns(u);
	if (rc)
		gt_mutil_release(u);
	return rc;
}

void gt_mutil_release(struct gt_mutil *u)
{
	free(u->fns);
	free(u->points);
	*u = (struct gt_mutil){ 0 };
}

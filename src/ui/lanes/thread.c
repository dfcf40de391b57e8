/* The slices that ran on a thread. */
#include "base/bisect.h"
#include "ui/lanes/track.h"

/* Runs without a slice are stepped over so often before a search is cheaper. */
#define STEPS 8

#define NOWHERE UINT64_MAX

/* A place: the run in the upper half, the slice's place on the run's P in the lower one. */
static uint64_t place(uint64_t run, uint64_t slice)
{
	return run << 32 | (slice & UINT32_MAX);
}

static bool load_run(struct gt_tl_thread *m, uint64_t k)
{
	if (!m->has_run || m->run_k != k) {
		m->has_run = gt_thread_run_get(m->src.trace, m->src.row, k, &m->run);
		m->run_k = k;
	}
	return m->has_run;
}

/* True if the thread ran anything in runs [from, to). */
static bool any_busy(const struct gt_tl_thread *m, uint64_t from, uint64_t to)
{
	struct gt_thread_run first, thread_last;

	return from < to && gt_thread_run_get(m->src.trace, m->src.row, from, &first) &&
	       gt_thread_run_get(m->src.trace, m->src.row, to - 1, &thread_last) &&
	       gt_thread_busy(m->src.trace, m->src.row, first.t0, thread_last.t1) > 0;
}

/* The first run from k on with a slice in it. */
static uint64_t busy_after(struct gt_tl_thread *m, uint64_t k, uint64_t n)
{
	for (int i = 0; i < STEPS; i++, k++) {
		if (!load_run(m, k))
			return n;
		if (m->run.longest != GT_NO_ROW)
			return k;
	}
	if (!any_busy(m, k, n))
		return n;
	return GT_BISECT(i, k, n, !any_busy(m, k, i + 1));
}

/* The last run before k with a slice in it, NOWHERE: none. */
static uint64_t thread_busy_before(struct gt_tl_thread *m, uint64_t k)
{
	for (int i = 0; i < STEPS; i++) {
		if (k == 0 || !load_run(m, --k))
			return NOWHERE;
		if (m->run.longest != GT_NO_ROW)
			return k;
	}
	if (!any_busy(m, 0, k))
		return NOWHERE;
	return GT_BISECT(i, UINT64_C(0), k, any_busy(m, i, k)) - 1;
}

static uint64_t runs_of(const struct gt_tl_thread *m)
{
	struct gt_thread_row th;

	return gt_thread_get(m->src.trace, m->src.row, &th) ? th.runs : 0;
}

/* The slice of the run loaded that ends after a time, NOWHERE: none. */
static uint64_t slice_in_run(const struct gt_tl_thread *m, int64_t time)
{
	const struct gt_trace *t = m->src.trace;
	uint64_t p = gt_slice_seek(t, m->run.proc_row, time > m->run.t0 ? time : m->run.t0);
	struct gt_slice s;

	if (!gt_slice_get(t, gt_slice_of_proc(t, m->run.proc_row, p), &s) || s.t0 >= m->run.t1)
		return NOWHERE;
	return place(m->run_k, p);
}

static uint64_t thread_src_seek(void *src, int64_t time)
{
	struct gt_tl_thread *m = src;
	uint64_t n = runs_of(m), k = gt_thread_run_seek(m->src.trace, m->src.row, time), at;

	for (;; k++) {
		k = busy_after(m, k, n);
		if (k >= n || !load_run(m, k))
			return NOWHERE;
		at = slice_in_run(m, time);
		if (at != NOWHERE)
			return at;
	}
}

static bool thread_slice_at(struct gt_tl_thread *m, uint64_t k, struct gt_slice *s)
{
	const struct gt_trace *t = m->src.trace;

	return k != NOWHERE && load_run(m, k >> 32) &&
	       gt_slice_get(t, gt_slice_of_proc(t, m->run.proc_row, k & UINT32_MAX), s);
}

static uint64_t src_next(void *src, uint64_t k)
{
	struct gt_tl_thread *m = src;
	struct gt_slice s;

	if (thread_slice_at(m, k + 1, &s) && s.t0 < m->run.t1)
		return k + 1;
	return load_run(m, k >> 32) ? thread_src_seek(src, m->run.t1) : NOWHERE;
}

static uint64_t src_prev(struct gt_tl_thread *m, uint64_t k)
{
	struct gt_slice s;
	uint64_t run;

	if ((k & UINT32_MAX) && thread_slice_at(m, k - 1, &s) && s.t1 > m->run.t0)
		return k - 1;
	run = thread_busy_before(m, k >> 32);
	if (run == NOWHERE || !load_run(m, run))
		return NOWHERE;
	/* The last slice that begins before the run ends. */
	k = gt_slice_seek(m->src.trace, m->run.proc_row, m->run.t1 - 1);
	if (!thread_slice_at(m, place(run, k), &s) || s.t0 >= m->run.t1)
		k--;
	return place(run, k);
}

static bool thread_src_get(void *src, uint64_t k, struct gt_tl_item *out)
{
	struct gt_tl_thread *m = src;
	struct gt_slice s;

	if (!thread_slice_at(m, k, &s) || s.t0 >= m->run.t1)
		return false;
	*out = gt_track_item(&s);
	out->t0 = s.t0 > m->run.t0 ? s.t0 : m->run.t0;
	out->t1 = s.t1 < m->run.t1 ? s.t1 : m->run.t1;
	return true;
}

const struct gt_tl_source_ops gt_tl_thread_ops = {
	.seek = thread_src_seek,
	.next = src_next,
	.get = thread_src_get,
	.busy = gt_track_src_busy,
	.dominant = gt_track_src_dominant,
	.longest = gt_track_src_longest,
	.inside = gt_track_src_inside,
};

/* ---- as a track ---- */

static struct gt_tl_thread thread_source_of(const struct gt_trace *t, uint32_t row)
{
	return (struct gt_tl_thread){ .src = { .track = &gt_thread_track, .trace = t, .row = row } };
}

static uint32_t id_at(struct gt_tl_thread *m, uint64_t k)
{
	struct gt_slice s;

	return thread_slice_at(m, k, &s) ? s.id : GT_NO_ROW;
}

/* The number of runs, not of slices: callers only compare it with 0. */
static uint64_t thread_count(const struct gt_trace *t, uint32_t row)
{
	struct gt_thread_row th;

	return gt_thread_get(t, row, &th) && th.busy > 0 ? th.runs : 0;
}

static uint32_t thread_seek(const struct gt_trace *t, uint32_t row, int64_t time)
{
	struct gt_tl_thread m = thread_source_of(t, row);

	return id_at(&m, thread_src_seek(&m, time));
}

static uint32_t thread_last(const struct gt_trace *t, uint32_t row)
{
	struct gt_tl_thread m = thread_source_of(t, row);

	return id_at(&m, src_prev(&m, place(runs_of(&m), 0)));
}

static uint32_t thread_beside(const struct gt_trace *t, uint32_t row, uint32_t slice, int dir, uint64_t *n)
{
	struct gt_tl_thread m = thread_source_of(t, row);
	uint64_t went = 0, k, to;
	struct gt_slice s;

	if (!gt_slice_get(t, slice, &s)) {
		*n = 0;
		return slice;
	}
	k = thread_src_seek(&m, s.t0);
	for (; went < *n; went++) {
		to = dir > 0 ? src_next(&m, k) : src_prev(&m, k);
		if (to == NOWHERE)
			break;
		k = to;
	}
	*n = went;
	return id_at(&m, k);
}

uint32_t gt_tl_thread_of(const struct gt_trace *t, const struct gt_slice *s)
{
	uint64_t id = gt_proc_thread(t, s->proc_row, s->t0);

	return id == GT_NONE ? GT_NO_ROW : gt_thread_find(t, id);
}

static bool thread_has(const struct gt_trace *t, uint32_t row, const struct gt_slice *s)
{
	return gt_tl_thread_of(t, s) == row;
}

const struct gt_track_ops gt_thread_track = {
	.what = "thread",
	.count = thread_count,
	.seek = thread_seek,
	.last = thread_last,
	.beside = thread_beside,
	.has = thread_has,
	.longest = gt_thread_longest,
	.busy = gt_thread_busy,
	.dominant = gt_thread_dominant,
};

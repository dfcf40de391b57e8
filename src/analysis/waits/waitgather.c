/* Rows about some of the waits of a range, and the stacks of those who ended them: one scan that threads share. */
#include "analysis/waits/waitgather.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gscan.h"
#include "base/thread.h"
#include "base/xalloc.h"

#define MANY 4096             /* rows: for fewer, one thread looks for those who ended them */
#define MANY_SLICES 32768u    /* of so many, several threads read */
#define TELL 4096             /* rows between two calls of progress */

/* ---- one scan ---- */

void gt_gather_begin(struct gt_gather *k, struct gt_trace *t, const struct gt_gather_ops *ops, int64_t from,
		     int64_t until)
{
	*k = (struct gt_gather){ .t = t, .ops = ops, .from = from, .until = until };
}

void gt_gather_release(struct gt_gather *k)
{
	gt_gather_close(k);
	gt_scratch_free(&k->rows);
	k->n = 0;
}

static int too_many(const struct gt_gather *k, struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET, "there are too many %s", k->ops->what);
}

static int gather_room(struct gt_gather *k)
{
	size_t room = k->room ? 2 * k->room : 1024;
	struct gt_scratch more;
	int rc;

	if (k->n < k->room)
		return 0;
	if (room > GT_NO_ROW)
		return too_many(k, k->err);
	rc = gt_scratch_alloc(&more, room, k->ops->row, k->err);
	if (rc)
		return rc;
	if (k->n)
		memcpy(more.data, k->rows.data, k->n * k->ops->row);
	gt_scratch_free(&k->rows);
	k->rows = more;
	k->room = room;
	return 0;
}

static bool gather_take(void *arg, const struct gt_waited *w)
{
	struct gt_gather *k = arg;

	k->rc = gather_room(k);
	if (!k->rc && k->ops->take(k->own, w, (char *)k->rows.data + k->n * k->ops->row))
		k->n++;
	return !k->rc;
}

int gt_gather_open(struct gt_gather *k, struct gt_error *err)
{
	const struct gt_waits_args a = { .from = k->from, .to = k->until };
	int rc;

	k->own = gt_xcalloc(1, k->ops->own);
	rc = k->ops->open(k->own, k->t, k->asked, err);
	return rc ? rc : gt_waitscan_open(&k->scan, k->t, &a, gather_take, k, err);
}

int gt_gather_step(struct gt_gather *k, uint64_t n, struct gt_error *err)
{
	int rc;

	k->err = err;
	rc = gt_waitscan_step(k->scan, n, err);
	return k->rc ? k->rc : rc;
}

void gt_gather_close(struct gt_gather *k)
{
	gt_waitscan_free(k->scan);
	if (k->own)
		k->ops->close(k->own);
	free(k->own);
	k->own = NULL;
	k->scan = NULL;
}

/* ---- by threads: a share each, in a list of its own ---- */

struct gather_share {
	struct gt_gather own;
	struct gt_waits_args args;
	struct gt_error err;
	int rc;
};

static void gather_share(void *arg, unsigned worker)
{
	struct gather_share *share = (struct gather_share *)arg + worker;
	struct gt_gather *k = &share->own;

	k->err = &share->err;
	k->own = gt_xcalloc(1, k->ops->own);
	share->rc = k->ops->open(k->own, k->t, k->asked, k->err);
	if (!share->rc)
		share->rc = gt_waitscan_open(&k->scan, k->t, &share->args, gather_take, k, k->err);
	if (!share->rc)
		share->rc = gt_gather_step(k, UINT64_MAX, k->err);
	gt_gather_close(k);
}

/* One after the other: as one scan would have met them. */
static int join_gathered(struct gt_gather *k, const struct gather_share *shares, unsigned n, struct gt_error *err)
{
	size_t row = k->ops->row;
	uint64_t rows = 0;
	int rc;

	for (unsigned i = 0; i < n; i++) {
		rows += shares[i].own.n;
		if (!shares[i].rc)
			continue;
		if (err)
			*err = shares[i].err;
		return shares[i].rc;
	}
	if (rows >= GT_NO_ROW)
		return too_many(k, err);
	rc = gt_scratch_alloc(&k->rows, rows, row, err);
	for (unsigned i = 0; i < n && !rc; i++) {
		if (shares[i].own.n)
			memcpy((char *)k->rows.data + k->n * row, shares[i].own.rows.data, shares[i].own.n * row);
		k->n += shares[i].own.n;
	}
	return rc;
}

int gt_gather_all(struct gt_gather *k, unsigned threads, const struct gt_table_args *args, struct gt_error *err)
{
	uint64_t slices = gt_gscan_slices(k->t, k->from, k->until);
	struct gather_share *shares;
	int rc;

	/* Each share looks at every goroutine once. */
	if (!threads || slices < MANY_SLICES || slices / threads < gt_trace_info(k->t)->goroutines)
		threads = 1;
	shares = gt_xcalloc(threads, sizeof *shares);
	for (unsigned i = 0; i < threads; i++) {
		gt_gather_begin(&shares[i].own, k->t, k->ops, k->from, k->until);
		shares[i].own.asked = k->asked;
		/* One thread speaks for all. */
		shares[i].args = (struct gt_waits_args){
			.from = k->from, .to = k->until, .progress = i ? NULL : args->progress,
			.progress_arg = args->progress_arg, .parts = 2, .share = i, .shares = threads };
	}
	gt_work_together(threads, gather_share, shares);
	rc = join_gathered(k, shares, threads, err);
	for (unsigned i = 0; i < threads; i++)
		gt_gather_release(&shares[i].own);
	free(shares);
	return rc;
}

/* ---- the stacks of those who ended them: a thread for each part of the time ---- */

struct gather_wakers {
	struct gt_trace *t;
	const struct gt_gather_ops *ops;
	char *rows;
	uint32_t n;
	const struct gt_table_args *args;
	unsigned nworkers;
	atomic_bool cancelled;
	struct {
		int rc;
		struct gt_error err;
	} workers[GT_WORKERS];
};

/* *g, *end: of the wait that a row is about. */
static uint32_t *row_woken(const struct gather_wakers *k, uint32_t i, uint32_t *g, int64_t *end)
{
	return k->ops->woken(k->rows + i * k->ops->row, g, end);
}

static void find_some_wakers(void *arg, unsigned worker)
{
	struct gather_wakers *k = arg;
	uint32_t i = (uint32_t)((uint64_t)k->n * worker / k->nworkers), g;
	uint32_t first = i, end = (uint32_t)((uint64_t)k->n * (worker + 1) / k->nworkers);
	struct gt_error *err = &k->workers[worker].err;
	struct gt_wakers w;
	int64_t time, from = INT64_MAX;
	int rc;

	for (uint32_t j = first; j < end; j++) {
		row_woken(k, j, &g, &time);
		from = time < from ? time : from;
	}
	rc = gt_wakers_open(&w, k->t, false, from, err);
	w.jumps = true;
	for (; !rc && i < end && !atomic_load_explicit(&k->cancelled, memory_order_relaxed); i++) {
		uint32_t *stack = row_woken(k, i, &g, &time);

		if (stack)
			gt_wakers_at(&w, g, time, stack);
		rc = w.rc;
		if (worker == 0 && (i - first) % TELL == 0 && k->args->progress &&
		    !k->args->progress(k->args->progress_arg, (uint64_t)end + i, 2 * (uint64_t)end))
			rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	}
	gt_wakers_close(&w);
	k->workers[worker].rc = rc;
	if (rc)
		atomic_store_explicit(&k->cancelled, true, memory_order_relaxed);
}

int gt_gather_wakers(struct gt_trace *t, const struct gt_gather_ops *ops, void *rows, uint32_t n,
		     const struct gt_table_args *args, struct gt_error *err)
{
	struct gather_wakers k = { .t = t, .ops = ops, .rows = rows, .n = n, .args = args,
				   .nworkers = n < MANY ? 1 : gt_workers() };

	if (!n)
		return 0;
	gt_work_together(k.nworkers, find_some_wakers, &k);
	for (unsigned i = 0; i < k.nworkers; i++) {
		if (k.workers[i].rc) {
			if (err)
				*err = k.workers[i].err;
			return k.workers[i].rc;
		}
	}
	return 0;
}

/* The sums of locks. */
#include <stdlib.h>

#include "analysis/locks/locks_own.h"
#include "analysis/table/percentile.h"
#include "base/cover.h"
#include "base/sat.h"
#include "base/xalloc.h"

/* ---- one wait ---- */

static void keep_longest_lock_wait(const struct gt_locks *l, struct gt_lock *k, uint32_t i, int64_t ns)
{
	const struct gt_lock_wait *best = k->longest != GT_NO_ROW ? gt_lock_wait_at(l, k->longest) : NULL;
	bool ended = gt_lock_wait_at(l, i)->ended;

	if (!best || ended > best->ended ||
	    (ended == best->ended && ns > gt_lock_clip(l, best->end) - gt_lock_clip(l, best->begin)))
		k->longest = i;
}

/* Waits to read that one goroutine ended together are of one hold. */
static void add_hold(const struct gt_locks *l, struct gt_lock *k, const struct gt_lock_wait *w,
		     const struct gt_lock_wait *last)
{
	int64_t since = w->held, end = gt_lock_clip(l, w->end), ns;

	if (since == GT_NO_TIME)
		return;
	ns = end - gt_lock_clip(l, since);
	k->hold_max = ns > k->hold_max ? ns : k->hold_max;
	if (last && last->waker == w->waker && last->end > since)
		since = last->end;
	gt_sat_grow(&k->hold, end - gt_lock_clip(l, since));
}

static void add_lock_wait(const struct gt_locks *l, uint32_t i, const struct gt_lock_wait *last)
{
	const struct gt_lock_wait *w = gt_lock_wait_at(l, i);
	int64_t ns = gt_lock_clip(l, w->end) - gt_lock_clip(l, w->begin);
	struct gt_lock *k = &l->v[w->lock];

	keep_longest_lock_wait(l, k, i, ns);
	if (!w->ended) {
		k->nopen++;
		gt_sat_grow(&k->open, ns);
		return;
	}
	k->n++;
	gt_sat_grow(&k->wait, ns);
	k->max = ns > k->max ? ns : k->max;
	if (w->ran != GT_NO_TIME)
		gt_sat_grow(&k->sched, gt_lock_clip(l, w->ran) - gt_lock_clip(l, w->end));
	else
		gt_sat_grow(&k->sched, l->until - gt_lock_clip(l, w->end));
	add_hold(l, k, w, last);
}

static void add_convoy(const struct gt_locks *l, const struct gt_lock_wait *w)
{
	struct gt_lock *k = &l->v[gt_lock_wait_at(l, w->first)->lock];
	int64_t ns = gt_lock_clip(l, w->end) - gt_lock_clip(l, gt_lock_wait_at(l, w->first)->end);

	if (w->handed || w->nth < GT_CONVOY)
		return;
	k->convoys++;
	gt_sat_grow(&k->convoy, ns);
	if (w->nth > k->convoy_max || (w->nth == k->convoy_max && ns > k->convoy_max_ns)) {
		k->convoy_max = w->nth;
		k->convoy_max_ns = ns;
		k->convoy_at = w->first;
	}
}

/* ---- of all ---- */

/* The last waits first. */
static void add_some(const struct gt_locks *l)
{
	int64_t *since = gt_xcalloc(l->n + 1, sizeof *since);

	for (size_t i = 0; i < l->n; i++)
		since[i] = INT64_MAX;
	for (uint32_t i = l->nwaits; i-- > 0;) {
		const struct gt_lock_wait *w = gt_lock_wait_at(l, i);
		int64_t begin = gt_lock_clip(l, w->begin), end = gt_lock_clip(l, w->end);

		if (w->ended)
			gt_cover_back(&l->v[w->lock].some, &since[w->lock], begin, end);
	}
	free(since);
}

static int rank_waits(const struct gt_locks *l, struct gt_error *err)
{
	static const double ranks[] = { 0.5, 0.99 };
	uint64_t *first = gt_xcalloc(l->n + 1, sizeof *first), n = 0;
	int64_t at[GT_COUNT(ranks)];
	struct gt_scratch durs;
	int rc = gt_scratch_alloc(&durs, l->nwaits, sizeof(int64_t), err);

	for (size_t i = 0; i < l->n; n += l->v[i++].n)
		first[i] = n;
	for (uint32_t i = 0; !rc && i < l->nwaits; i++) {
		const struct gt_lock_wait *w = gt_lock_wait_at(l, i);

		if (w->ended)
			((int64_t *)durs.data)[first[w->lock]++] =
				gt_lock_clip(l, w->end) - gt_lock_clip(l, w->begin);
	}
	for (size_t i = 0; !rc && i < l->n; i++) {
		struct gt_lock *k = &l->v[i];

		if (!k->n)
			continue;
		gt_percentiles_pick_i64((int64_t *)durs.data + (first[i] - k->n), k->n, ranks, GT_COUNT(ranks), at);
		k->p50 = at[0];
		k->p99 = at[1];
	}
	gt_scratch_free(&durs);
	free(first);
	return rc;
}

int gt_locks_sum(struct gt_locks *l, struct gt_error *err)
{
	uint32_t *last = gt_xcalloc(l->n + 1, sizeof *last);

	for (size_t i = 0; i <= l->n; i++)
		last[i] = GT_NO_ROW;
	for (uint32_t i = 0; i < l->nwaits; i++) {
		const struct gt_lock_wait *w = gt_lock_wait_at(l, i);
		uint32_t *of = &last[l->v[w->lock].number];

		add_lock_wait(l, i, *of != GT_NO_ROW ? gt_lock_wait_at(l, *of) : NULL);
		add_convoy(l, w);
		if (w->gives)
			*of = i;
	}
	free(last);
	add_some(l);
	return rank_waits(l, err);
}

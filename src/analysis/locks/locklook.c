/* Locks that cost the program time, found in small steps. */
#include "analysis/locks/locklook.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/locks/locks_own.h"
#include "analysis/waits/wakings.h"
#include "base/cover.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/file/answers.h"

#define SLICES 65536          /* that a step reads */
#define EVENTS 100000
#define WAITS 1024            /* whose wakers a step looks for, at most */

struct gt_lock_look {
	struct gt_locks l;
	struct gt_gather gather;
	struct gt_wakers wakers;
	uint32_t at;              /* wait whose waker comes next */
	unsigned step;            /* of steps[] */
	bool is_all;
	int64_t limit;
	unsigned threads;
	struct gt_lock_cost costs[GT_LOCK_COSTS];
	size_t ncosts;
};

/* ---- what they cost ---- */

static bool of_program(const struct gt_lock_wait *w)
{
	return w->ended && w->owner == GT_OWNER_PROGRAM;
}

/* The waits of each chain; of a chain of one: 1. */
static uint32_t *chain_lengths(const struct gt_locks *l)
{
	uint32_t *n = gt_xcalloc((size_t)l->nwaits + 1, sizeof *n);

	for (uint32_t i = 0; i < l->nwaits; i++) {
		const struct gt_lock_wait *w = gt_lock_wait_at(l, i);

		n[w->first] = w->nth > n[w->first] ? w->nth : n[w->first];
	}
	return n;
}

static void cost_of_waits(const struct gt_locks *l, int64_t limit, struct gt_lock_cost *costs, uint32_t n)
{
	struct since {
		int64_t some, heavy;
	} *since = gt_xcalloc((size_t)n + 1, sizeof *since);
	uint32_t *chains = chain_lengths(l);

	for (uint32_t i = 0; i <= n; i++)
		since[i] = (struct since){ INT64_MAX, INT64_MAX };
	for (uint32_t i = l->nwaits; i-- > 0;) {
		const struct gt_lock_wait *w = gt_lock_wait_at(l, i);
		int64_t begin = gt_lock_clip(l, w->begin), end = gt_lock_clip(l, w->end);
		uint32_t number = l->v[w->lock].number;
		struct gt_lock_cost *c = &costs[number];

		if (!of_program(w))
			continue;
		gt_cover_back(&c->some, &since[number].some, begin, end);
		if (end - begin <= limit && chains[w->first] < GT_CONVOY)
			continue;
		c->nheavy++;
		gt_cover_back(&c->heavy, &since[number].heavy, begin, end);
	}
	free(chains);
	free(since);
}

static void cost_of_longest(const struct gt_locks *l, const struct gt_lock *k, struct gt_lock_cost *c)
{
	const struct gt_lock_wait *w = gt_lock_wait_at(l, k->longest);

	c->max = k->max;
	c->g = w->g;
	c->t0 = gt_lock_clip(l, w->begin);
	c->t1 = gt_lock_clip(l, w->end);
}

static void cost_of_pairs(const struct gt_locks *l, struct gt_lock_cost *costs)
{
	int64_t *most = gt_xcalloc(l->n + 1, sizeof *most);

	for (size_t i = 0; i < l->n; i++) {
		const struct gt_lock *k = &l->v[i];
		struct gt_lock_cost *c = &costs[k->number];

		if (k->owner != GT_OWNER_PROGRAM || !k->n)
			continue;
		c->n += k->n;
		gt_sat_grow(&c->wait, k->wait);
		gt_sat_grow(&c->sched, k->sched);
		gt_sat_grow(&c->hold, k->hold);
		c->hold_max = k->hold_max > c->hold_max ? k->hold_max : c->hold_max;
		c->convoys += k->convoys;
		c->convoy_max = k->convoy_max > c->convoy_max ? k->convoy_max : c->convoy_max;
		if (c->g == GT_NO_ROW || k->max > c->max)
			cost_of_longest(l, k, c);
		if (k->wait > most[k->number]) {
			most[k->number] = k->wait;
			c->func = l->sites.v[k->takes].func;
			c->line = l->sites.v[k->takes].line;
		}
	}
	free(most);
}

/* The function in which it was given back after the longest holds together; of equal ones that with the lower row. */
static uint32_t find_holder(const struct gt_locks *l, uint64_t number)
{
	struct func {
		uint32_t func;
		int64_t ns;
	} *v = NULL;
	size_t n = 0, cap = 0, best = 0;
	struct gt_map by_func;

	gt_map_init(&by_func);
	for (uint32_t i = 0; i < l->nwaits; i++) {
		const struct gt_lock_wait *w = gt_lock_wait_at(l, i);
		const struct gt_lock_site *gives = gt_lock_site_at(l, l->v[w->lock].gives);
		bool added = false;
		uint32_t at;

		if (l->v[w->lock].number != number || w->held == GT_NO_TIME || !gives)
			continue;
		at = gt_map_get_or_put(&by_func, gives->func, (uint32_t)n, &added);
		if (added) {
			GT_GROW(v, cap, n + 1);
			v[n++] = (struct func){ .func = gives->func };
		}
		gt_sat_grow(&v[at].ns, gt_lock_clip(l, w->end) - gt_lock_clip(l, w->held));
	}
	for (size_t i = 1; i < n; i++)
		if (v[i].ns > v[best].ns || (v[i].ns == v[best].ns && v[i].func < v[best].func))
			best = i;
	best = n ? v[best].func : 0;
	gt_map_release(&by_func);
	free(v);
	return (uint32_t)best;
}

static int by_heavy(const void *a, const void *b)
{
	const struct gt_lock_cost *x = a, *y = b;

	return GT_DESC(x, y, heavy) ?: GT_ASC(x, y, number);
}

/* ---- costs of a whole trace are kept ---- */

static void name_costs(const struct gt_lock_look *k, char name[GT_ANSWER_NAME])
{
	snprintf(name, GT_ANSWER_NAME, "locks.%" PRIx64, (uint64_t)k->limit);
}

/* What is kept says only what could have been found. */
static bool is_cost(const struct gt_lock_look *k, const struct gt_lock_cost *c)
{
	int64_t length = k->l.until;

	return c->g < gt_trace_info(k->l.t)->goroutines && c->heavy >= 0 && c->heavy <= length && c->some >= 0 &&
	       c->some <= length && c->t0 >= 0 && c->t0 <= c->t1 && c->t1 <= length && c->max >= 0 &&
	       c->max <= length && c->wait >= 0 && c->sched >= 0 && c->hold >= 0 && c->hold_max <= length &&
	       c->nheavy <= c->n && c->over >= 0 &&
	       c->over <= c->overs && c->overs <= c->looked;
}

static bool costs_recall(struct gt_lock_look *k)
{
	char name[GT_ANSWER_NAME];
	struct gt_lock_cost *kept;
	uint64_t n = 0;

	name_costs(k, name);
	kept = k->is_all ? gt_answer_get(k->l.t, name, sizeof *kept, &n) : NULL;
	if (!kept || n > GT_LOCK_COSTS) {
		free(kept);
		return false;
	}
	for (k->ncosts = 0; k->ncosts < n && is_cost(k, &kept[k->ncosts]); k->ncosts++)
		k->costs[k->ncosts] = kept[k->ncosts];
	free(kept);
	return k->ncosts == n;
}

/* ---- steps: 1: again, 0: done ---- */

static int look_begin(struct gt_lock_look *k, struct gt_error *err)
{
	gt_gather_begin(&k->gather, k->l.t, &gt_lock_gather, k->l.from, k->l.until);
	return k->threads > 1 ? 0 : gt_gather_open(&k->gather, err);
}

static int look_gather(struct gt_lock_look *k, struct gt_error *err)
{
	if (k->threads > 1)
		return gt_gather_all(&k->gather, k->threads, &(struct gt_table_args){ 0 }, err);
	return gt_gather_step(&k->gather, SLICES, err);
}

static int look_sort(struct gt_lock_look *k, struct gt_error *err)
{
	gt_locks_gathered(&k->l, &k->gather);
	return k->l.nwaits ? gt_wakers_open(&k->wakers, k->l.t, false, gt_lock_wait_at(&k->l, 0)->end, err) : 0;
}

static int look_for_wakers(struct gt_lock_look *k, struct gt_error *err)
{
	uint64_t begin = k->wakers.at;
	uint32_t first = k->at;

	k->wakers.jumps = true;
	k->wakers.err = err;
	for (; k->at < k->l.nwaits; k->at++) {
		struct gt_lock_wait *w = gt_lock_wait_at(&k->l, k->at);

		if (k->at - first >= WAITS || k->wakers.at - begin > EVENTS)
			return 1;
		if (w->waker != GT_NO_ROW)
			gt_wakers_at(&k->wakers, w->g, w->end, &w->waking);
		if (k->wakers.rc)
			return k->wakers.rc;
	}
	return 0;
}

static int look_tell(struct gt_lock_look *k, struct gt_error *err)
{
	(void)err;
	gt_locks_tell_apart(&k->l);
	gt_locks_number(&k->l);
	return 0;
}

static int look_hold(struct gt_lock_look *k, struct gt_error *err)
{
	(void)err;
	gt_locks_find_holders(&k->l);
	return 0;
}

static int look_sum(struct gt_lock_look *k, struct gt_error *err)
{
	return gt_locks_sum(&k->l, err);
}

static int look_cost(struct gt_lock_look *k, struct gt_error *err)
{
	const struct gt_locks *l = &k->l;
	struct gt_lock_cost *costs;
	char name[GT_ANSWER_NAME];
	uint32_t n = 0;

	(void)err;
	for (size_t i = 0; i < l->n; i++)
		n = l->v[i].number > n ? l->v[i].number : n;
	costs = gt_xcalloc((size_t)n + 1, sizeof *costs);
	for (uint32_t i = 0; i <= n; i++)
		costs[i] = (struct gt_lock_cost){ .number = i, .g = GT_NO_ROW };
	cost_of_waits(l, k->limit, costs, n);
	cost_of_pairs(l, costs);
	qsort(costs, (size_t)n + 1, sizeof *costs, by_heavy);
	for (; k->ncosts <= n && k->ncosts < GT_LOCK_COSTS && costs[k->ncosts].nheavy; k->ncosts++) {
		k->costs[k->ncosts] = costs[k->ncosts];
		k->costs[k->ncosts].holder = find_holder(l, costs[k->ncosts].number);
		gt_locks_held_over(l, &k->costs[k->ncosts]);
	}
	free(costs);
	name_costs(k, name);
	if (k->is_all)
		gt_answer_keep(l->t, name, k->costs, sizeof *k->costs, k->ncosts);
	return 0;
}

static int (*const steps[])(struct gt_lock_look *k, struct gt_error *err) = {
	look_begin, look_gather, look_sort, look_for_wakers, look_tell, look_hold, look_sum,
	look_cost,
};

struct gt_lock_look *gt_lock_look_new(struct gt_trace *t, int64_t from, int64_t to, int64_t limit,
					unsigned threads)
{
	struct gt_lock_look *k = gt_xcalloc(1, sizeof *k);

	gt_locks_begin(&k->l, t, from, to);
	k->limit = limit;
	k->threads = threads;
	k->is_all = k->l.from == 0 && to >= gt_trace_info(t)->duration;
	if (costs_recall(k))
		k->step = GT_COUNT(steps);
	else
		k->ncosts = 0;
	return k;
}

void gt_lock_look_free(struct gt_lock_look *k)
{
	if (!k)
		return;
	if (k->gather.ops)
		gt_gather_release(&k->gather);
	if (k->wakers.t)
		gt_wakers_close(&k->wakers);
	gt_locks_release(&k->l);
	free(k);
}

int gt_lock_look_step(struct gt_lock_look *k, struct gt_error *err)
{
	int rc = k->step < GT_COUNT(steps) ? steps[k->step](k, err) : 0;

	if (!rc)
		k->step++;
	return rc < 0 ? rc : k->step < GT_COUNT(steps);
}

const struct gt_lock_cost *gt_lock_look_costs(const struct gt_lock_look *k, size_t *n)
{
	*n = k->ncosts;
	return k->costs;
}

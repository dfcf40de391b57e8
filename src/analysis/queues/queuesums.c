/* The sums of a queue: how long goroutines waited, how many at a time, and what those did who ended it. */
#include <stdlib.h>
#include <string.h>

#include "analysis/queues/queueing_own.h"
#include "analysis/table/percentile.h"
#include "base/cover.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/query/procs.h"
#include "index/query/tracks.h"

static const struct gt_queue_wait *queue_waits(const struct gt_queueing *q, const struct gt_queue *k)
{
	return gt_queue_wait_at(q, k->first);
}

/* ---- waits ---- */

static void keep_longest_queue_wait(const struct gt_queueing *q, struct gt_queue *k, uint32_t i, int64_t ns)
{
	const struct gt_queue_wait *best = k->longest != GT_NO_ROW ? gt_queue_wait_at(q, k->longest) : NULL;
	bool ended = gt_queue_wait_at(q, i)->ended;

	if (!best || ended > best->ended || (ended == best->ended && ns > gt_queue_wait_ns(q, best)))
		k->longest = i;
}

/* The most of n intervals at a time, in the order of their ends; who ends when another begins does not meet it. */
static uint32_t most_at_a_time(int64_t *begins, int64_t *ends, size_t n)
{
	size_t most = 0, now = 0, ended = 0;

	if (!n)
		return 0;
	gt_sort_i64(begins, n);
	for (size_t i = 0; i < n; i++) {
		for (now++; ended < n && ends[ended] <= begins[i]; ended++)
			now--;
		most = now > most ? now : most;
	}
	return (uint32_t)most;
}

void gt_queue_sum(const struct gt_queueing *q, struct gt_queue *k)
{
	const struct gt_queue_wait *waits = queue_waits(q, k);
	int64_t *begins = gt_xcalloc(2 * (size_t)k->count + 1, sizeof *begins), *ends = begins + k->count;
	int64_t since = INT64_MAX;

	for (uint32_t i = k->count; i-- > 0;) {
		int64_t begin = gt_queue_clip(q, waits[i].begin), end = gt_queue_clip(q, waits[i].end);

		if (waits[i].ended)
			gt_cover_back(&k->some, &since, begin, end);
	}
	for (uint32_t i = 0; i < k->count; i++) {
		int64_t ns = gt_queue_wait_ns(q, &waits[i]);

		keep_longest_queue_wait(q, k, k->first + i, ns);
		if (!waits[i].ended) {
			k->nopen++;
			gt_sat_grow(&k->open, ns);
			continue;
		}
		begins[k->n] = gt_queue_clip(q, waits[i].begin);
		ends[k->n++] = gt_queue_clip(q, waits[i].end);
		gt_sat_grow(&k->wait, ns);
		k->max = ns > k->max ? ns : k->max;
	}
	k->waiters = most_at_a_time(begins, ends, k->n);
	free(begins);
}

int gt_queue_rank(const struct gt_queueing *q, struct gt_queue *k, struct gt_error *err)
{
	static const double ranks[] = { 0.5, 0.99 };
	const struct gt_queue_wait *waits = queue_waits(q, k);
	int64_t at[GT_COUNT(ranks)], *v;
	struct gt_scratch durs;
	size_t n = 0;
	int rc;

	if (!k->n)
		return 0;
	rc = gt_scratch_alloc(&durs, k->n, sizeof *v, err);
	if (rc)
		return rc;
	v = durs.data;
	for (uint32_t i = 0; i < k->count; i++)
		if (waits[i].ended)
			v[n++] = gt_queue_wait_ns(q, &waits[i]);
	gt_percentiles_pick_i64(v, n, ranks, GT_COUNT(ranks), at);
	k->p50 = at[0];
	k->p99 = at[1];
	gt_scratch_free(&durs);
	return 0;
}

/* ---- who ended them ---- */

/* What a goroutine did until it ended a wait: in [t0, t1), while that went on; it had been about it since `since`. */
struct queue_hold {
	int64_t since, t0, t1;
	uint32_t g;
};

/* A number for each key, with its sum; the first of the largest is `best`. */
struct tally {
	struct gt_map of;
	struct {
		uint32_t key;
		int64_t ns;
	} *v;
	size_t n, cap;
};

static void tally_add(struct tally *y, uint32_t key, int64_t ns)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&y->of, key, (uint32_t)y->n, &added);

	if (added) {
		GT_GROW(y->v, y->cap, y->n + 1);
		y->v[y->n].key = key;
		y->v[y->n++].ns = 0;
	}
	gt_sat_grow(&y->v[i].ns, ns);
}

/* The key with the largest sum, `none` without any; releases it. */
static uint32_t tally_most(struct tally *y, uint32_t none)
{
	size_t best = 0;

	for (size_t i = 1; i < y->n; i++)
		if (y->v[i].ns > y->v[best].ns)
			best = i;
	none = y->n ? y->v[best].key : none;
	gt_map_release(&y->of);
	free(y->v);
	return none;
}

/* Of the goroutines of a queue, by row: waits, by their place among its own. */
struct queue_past {
	struct gt_map passed;     /* its own that ended last */
	struct gt_map woke;       /* that which it ended last */
	struct gt_map woken;      /* who ended its last one: a goroutine row */
};

/* GT_NO_TIME: not known. */
static int64_t end_of(const struct gt_queue_wait *waits, const struct gt_map *past, uint32_t g)
{
	uint32_t i = gt_map_get(past, g);

	return i == GT_MAP_NONE ? GT_NO_TIME : waits[i].end;
}

/* Since when who ended a wait was there for nobody else, as far as that is known; GT_NO_TIME. */
static int64_t about_since(const struct gt_queueing *q, const struct gt_queue_wait *waits,
			   const struct queue_past *past, const struct gt_queue_wait *w)
{
	int64_t passed = end_of(waits, &past->passed, w->waker), woke = end_of(waits, &past->woke, w->waker);
	struct gt_goroutine g;

	if (passed == GT_NO_TIME && woke == GT_NO_TIME && w->equal && gt_goroutine_get(q->t, w->waker, &g))
		return g.create;
	return passed > woke ? passed : woke;
}

/*
 * It ended another wait before, while this one went on already, and did not pass in between: nobody gives back more
 * than it took.
 */
static bool gives_more(const struct gt_queue_wait *waits, const struct queue_past *past, const struct gt_queue_wait *w)
{
	int64_t passed = end_of(waits, &past->passed, w->waker), woke = end_of(waits, &past->woke, w->waker);

	return woke != GT_NO_TIME && w->begin <= woke && (passed == GT_NO_TIME || passed < woke);
}

static void meet_queue_wait(const struct gt_queueing *q, struct gt_queue *k, struct queue_past *past, uint32_t i,
			    struct queue_hold *v)
{
	const struct gt_queue_wait *waits = queue_waits(q, k), *w = &waits[i];
	int64_t since = about_since(q, waits, past, w), t1 = gt_queue_clip(q, w->end);
	uint32_t before = gt_map_get(&past->woken, w->g);

	since = since == GT_NO_TIME || since > w->end ? w->begin : since;
	*v = (struct queue_hold){ .since = gt_queue_clip(q, since), .t1 = t1, .g = w->waker,
				  .t0 = gt_queue_clip(q, since > w->begin ? since : w->begin) };
	/* Who passed may have left since, and come back without a wait. */
	if (gt_map_get(&past->passed, w->waker) != GT_MAP_NONE)
		v->since = v->t0;
	k->nmore += gives_more(waits, past, w);
	k->nagain += before != GT_MAP_NONE;
	k->nsame += before == w->waker;
	gt_map_put(&past->woken, w->g, w->waker);
	gt_map_put(&past->woke, w->waker, i);
}

/* It opened a connection of net/http's, and had none itself. */
static bool has_dialed(const struct gt_queueing *q, const struct gt_queue *k, uint32_t waker)
{
	const struct gt_queue_site *site = gt_queue_site_at(q, k->site);
	struct gt_goroutine g;

	return site && site->pool == GT_POOL_HTTP && gt_goroutine_get(q->t, waker, &g) &&
	       gt_queue_is_dialer(q->t, g.func);
}

static size_t list_holds(const struct gt_queueing *q, struct gt_queue *k, struct queue_hold *v)
{
	const struct gt_queue_wait *waits = queue_waits(q, k);
	struct queue_past past;
	size_t n = 0;

	gt_map_init(&past.passed);
	gt_map_init(&past.woke);
	gt_map_init(&past.woken);
	for (uint32_t i = 0; i < k->count; i++) {
		if (!waits[i].ended)
			continue;
		if (waits[i].waker != GT_NO_ROW && !has_dialed(q, k, waits[i].waker)) {
			meet_queue_wait(q, k, &past, i, &v[n]);
			n += v[n].t1 > v[n].t0;
		}
		gt_map_put(&past.passed, waits[i].g, i);
	}
	gt_map_release(&past.passed);
	gt_map_release(&past.woke);
	gt_map_release(&past.woken);
	return n;
}

static void add_what_they_did(const struct gt_queueing *q, struct gt_queue *k, const struct queue_hold *v, size_t n)
{
	struct gt_gsums all = { 0 }, one = { 0 };
	size_t few = n < GT_QUEUE_HOLDS ? n : GT_QUEUE_HOLDS;

	for (size_t i = 0; i < few; i++) {
		const struct queue_hold *h = &v[n / few * i + n % few * i / few];

		gt_goroutine_sums(q->t, h->g, h->t0, h->t1, &one);
		for (int s = 0; s < GT_SPENT_KINDS; s++)
			gt_sat_grow(&k->did[s], one.ns[s]);
		gt_gsums_add_blocks(&all, one.block, one.nblock);
	}
	gt_gsums_sort(&all);
	k->blocks = all.block;
	k->nblocks = all.nblock;
	all.block = NULL;
	all.nblock = all.capblock = 0;
	gt_gsums_release(&one);
	gt_gsums_release(&all);
}

/* The site where those stood who ended most of the time. */
static void find_waking_site(const struct gt_queueing *q, struct gt_queue *k)
{
	const struct gt_queue_wait *waits = queue_waits(q, k);
	struct gt_queue_sites *sites = (struct gt_queue_sites *)&q->sites;
	struct tally by_site = { 0 };
	enum gt_queue_act act;

	gt_map_init(&by_site.of);
	for (uint32_t i = 0; i < k->count; i++)
		if (waits[i].waking)
			tally_add(&by_site, gt_queue_sites_find(sites, waits[i].waking, &act),
				  gt_queue_wait_ns(q, &waits[i]));
	k->nwakes = (uint32_t)by_site.n;
	k->wakes = tally_most(&by_site, GT_NO_ROW);
}

void gt_queue_hold(const struct gt_queueing *q, struct gt_queue *k)
{
	struct queue_hold *v = gt_xcalloc((size_t)k->count + 1, sizeof *v);
	size_t n = list_holds(q, k, v);
	int64_t *begins = gt_xcalloc(2 * n + 1, sizeof *begins), *ends = begins + n;
	struct tally by_func = { 0 };
	struct gt_goroutine g;

	gt_map_init(&by_func.of);
	for (size_t i = 0; i < n; i++) {
		int64_t ns = v[i].t1 - v[i].t0;

		begins[i] = v[i].since;
		ends[i] = v[i].t1;
		gt_sat_grow(&k->hold, ns);
		k->hold_max = ns > k->hold_max ? ns : k->hold_max;
		if (gt_goroutine_get(q->t, v[i].g, &g))
			tally_add(&by_func, g.func, ns);
	}
	k->holds = n;
	k->holders = most_at_a_time(begins, ends, n);
	k->holder = tally_most(&by_func, 0);
	add_what_they_did(q, k, v, n);
	find_waking_site(q, k);
	free(begins);
	free(v);
}

/* ---- harm: while a P had nothing to run ---- */

struct idle_walk {
	struct gt_idle_times *idle;
	struct gt_procs_walk procs;
	int64_t since;            /* the values are those since then */
	uint64_t running;
};

static void add_idle_time(struct idle_walk *w, int64_t until)
{
	struct gt_idle_times *idle = w->idle;

	while (w->procs.t1 <= w->since && gt_procs_next(&w->procs))
		;
	if (until <= w->since || w->running >= w->procs.procs)
		return;
	if (idle->n && idle->v[idle->n - 1].t1 == w->since) {
		idle->v[idle->n - 1].t1 = until;
		return;
	}
	GT_GROW(idle->v, idle->cap, idle->n + 1);
	idle->v[idle->n++] = (struct gt_idle_time){ w->since, until };
}

static bool meet_counts(void *arg, int64_t time, const uint64_t v[GT_COUNTS])
{
	struct idle_walk *w = arg;

	add_idle_time(w, time);
	w->since = time;
	w->running = v[GT_COUNT_RUNNING];
	return true;
}

void gt_idle_times_find(struct gt_idle_times *idle, const struct gt_trace *t, int64_t from, int64_t to)
{
	struct idle_walk w = { .idle = idle, .since = from, .running = UINT64_MAX };

	*idle = (struct gt_idle_times){ 0 };
	gt_procs_begin(&w.procs, t);
	gt_counts_walk(t, from, to, meet_counts, &w);
	add_idle_time(&w, to);
}

void gt_idle_times_release(struct gt_idle_times *idle)
{
	free(idle->v);
	*idle = (struct gt_idle_times){ 0 };
}

/* Of [t0, t1), the times from the *at-th back; later calls ask for earlier ones. */
static int64_t idle_within(const struct gt_idle_times *idle, size_t *at, int64_t t0, int64_t t1)
{
	int64_t sum = 0;

	while (*at && idle->v[*at - 1].t0 >= t1)
		--*at;
	for (size_t i = *at; i-- > 0 && idle->v[i].t1 > t0;) {
		int64_t a = idle->v[i].t0 > t0 ? idle->v[i].t0 : t0, b = idle->v[i].t1 < t1 ? idle->v[i].t1 : t1;

		sum += b > a ? b - a : 0;
	}
	return sum;
}

int64_t gt_queue_harm(const struct gt_queueing *q, const struct gt_queue *k, const struct gt_idle_times *idle,
		      int64_t longer, int64_t *some, uint64_t *n)
{
	const struct gt_queue_wait *waits = queue_waits(q, k);
	int64_t since = INT64_MAX, harm = 0, covered = 0;
	uint64_t counted = 0;
	size_t at = idle->n;

	for (uint32_t i = k->count; i-- > 0;) {
		int64_t t0 = gt_queue_clip(q, waits[i].begin), t1 = gt_queue_clip(q, waits[i].end), before = since;

		if (!waits[i].ended || waits[i].waker == GT_NO_ROW || t1 - t0 <= longer)
			continue;
		counted++;
		gt_cover_back(&covered, &since, t0, t1);
		if (since < before)
			harm += idle_within(idle, &at, since, t1 < before ? t1 : before);
	}
	if (some)
		*some = covered;
	if (n)
		*n = counted;
	return harm;
}

/* Goroutines that share work, one of which gets most of it. */
#include "analysis/findings/shards.h"

#include <stdlib.h>

#include "analysis/findings/busyplaces.h"
#include "analysis/goroutines/owner.h"
#include "analysis/queues/queuewoken.h"
#include "base/cover.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"

#define ROWS_PER_STEP 2000
#define FEW_SHARDS 4
#define MOST_SHARDS 64u
#define MOMENTS 32            /* at which a first look is taken: who waits for work then */
#define HOT 0.8               /* of the time the hot one has work, */
#define COLD 3                /* ... this many times as much as the others on the average, */
#define SECOND 2              /* ... and as the second */
#define FELT 0.1              /* of the time somebody waits for it */
#define MOST_SLICES 200000    /* of a goroutine that is looked at closely */
#define ASKED 16              /* waits in select: does the hot one receive there? */

struct shard {
	uint32_t g;
	int64_t idle;             /* at the site, in the time of all */
};

/* Those of one start function that live in the middle of the range. */
struct shard_group {
	uint32_t func, n;         /* n: MOST_SHARDS + 1: too many */
	uint32_t rows[MOST_SHARDS];
};

struct shard_wait {
	int64_t t0, t1;
	uint32_t g, stack, reason, func;
};

struct gt_shard_look {
	struct gt_trace *t;
	int64_t from, to;
	uint32_t next;            /* goroutine row */
	struct gt_map by_func;
	struct shard_group *groups;
	size_t ngroups, capgroups, at;
	struct shard_wait *waits; /* for the hot one */
	size_t nwaits, capwaits;
	struct gt_shards *found;
	size_t nfound, capfound;
};

/* ---- who belongs together ---- */

static void add_shard(struct gt_shard_look *k, uint32_t row)
{
	struct gt_goroutine g;
	struct shard_group *group;
	int64_t middle = k->from + (k->to - k->from) / 2;
	bool added = false;
	uint32_t i;

	if (!gt_goroutine_get(k->t, row, &g) || g.create > middle || (g.end != GT_NO_TIME && g.end < middle) ||
	    g.slices == 0 || gt_owner_of(k->t, &g) != GT_OWNER_PROGRAM)
		return;
	i = gt_map_get_or_put(&k->by_func, g.func, (uint32_t)k->ngroups, &added);
	if (added) {
		GT_GROW(k->groups, k->capgroups, k->ngroups + 1);
		k->groups[k->ngroups++] = (struct shard_group){ .func = g.func };
	}
	group = &k->groups[i];
	if (group->n < MOST_SHARDS)
		group->rows[group->n] = row;
	group->n += group->n <= MOST_SHARDS;
}

static bool is_for_work(uint32_t reason)
{
	return reason == GT_STR_CHAN_RECEIVE || reason == GT_STR_SELECT || reason == GT_STR_COND;
}

/* The wait before slice i of a goroutine, for something to do perhaps; its stack, 0: there is none. */
static uint32_t wait_before(const struct gt_shard_look *k, uint32_t g, uint32_t i, struct gt_slice *before,
			    struct gt_slice *s)
{
	if (!gt_slice_get(k->t, gt_goroutine_slice(k->t, g, i), s) || s->ready == GT_NO_TIME || s->prev == GT_NO_ROW ||
	    !gt_slice_get(k->t, s->prev, before) || s->ready <= before->t1)
		return 0;
	return before->end_stack;
}

/* Where a goroutine waits for something to do at a time; 0: it does something. */
static uint32_t idle_at(const struct gt_shard_look *k, uint32_t row, int64_t t)
{
	uint32_t i = gt_goroutine_seek(k->t, row, t), stack;
	struct gt_slice s, before;
	struct gt_goroutine g;

	if (!gt_goroutine_get(k->t, row, &g))
		return 0;
	if (i >= g.slices)
		return is_for_work(g.end_reason) && g.end == GT_NO_TIME ? g.end_stack : 0;
	stack = wait_before(k, row, i, &before, &s);
	return stack && before.t1 <= t && t < s.ready && is_for_work(before.reason) ? stack : 0;
}

/* The place where most of them wait most of the time; 0: there is none. */
static uint32_t guess_site(const struct gt_shard_look *k, const struct shard_group *v, int64_t a, int64_t b)
{
	uint32_t at = 0, lead = 0;

	/* Who has more than half of the moments at which somebody waits is left over. */
	for (uint32_t i = 0; i < v->n; i++)
		for (int m = 0; m < MOMENTS; m++) {
			uint32_t stack = idle_at(k, v->rows[i], a + (b - a) / MOMENTS * m);

			if (!stack)
				continue;
			at = lead ? at : stack;
			lead = stack == at ? lead + 1 : lead - 1;
		}
	return at;
}

static bool looks_hot(const struct gt_shard_look *k, const struct shard_group *v, uint32_t site, int64_t a, int64_t b)
{
	unsigned most = 0, all = 0;

	for (uint32_t i = 0; i < v->n; i++) {
		unsigned busy = 0;

		for (int m = 0; m < MOMENTS; m++)
			busy += idle_at(k, v->rows[i], a + (b - a) / MOMENTS * m) != site;
		all += busy;
		most = busy > most ? busy : most;
	}
	/* With room for chance. */
	return most * 10 >= MOMENTS * 6 && (all - most) * 2 <= most * (v->n - 1);
}

/* ---- who does what ---- */

static int64_t in_span(int64_t t0, int64_t t1, int64_t a, int64_t b)
{
	t0 = t0 > a ? t0 : a;
	t1 = t1 < b ? t1 : b;
	return t1 > t0 ? t1 - t0 : 0;
}

/* False: it does too much to be looked at. */
static bool sum_idle_at(const struct gt_shard_look *k, uint32_t row, uint32_t site, int64_t a, int64_t b, int64_t *idle)
{
	struct gt_slice s, before;
	struct gt_goroutine g;
	uint32_t i;

	*idle = 0;
	if (!gt_goroutine_get(k->t, row, &g) || g.slices > MOST_SLICES)
		return false;
	for (i = gt_goroutine_seek(k->t, row, a); i < g.slices; i++) {
		uint32_t stack = wait_before(k, row, i, &before, &s);

		if (stack == site)
			gt_sat_grow(idle, in_span(before.t1, s.ready, a, b));
		if (s.t0 >= b)
			return true;
	}
	if (g.end == GT_NO_TIME && g.end_stack == site)
		gt_sat_grow(idle, in_span(g.since, b, a, b));
	return true;
}

static bool find_hot(const struct gt_shard_look *k, const struct shard_group *v, int64_t a, int64_t b,
		     struct gt_shards *out)
{
	int64_t least = INT64_MAX, next = INT64_MAX, all = 0;

	for (uint32_t i = 0; i < v->n; i++) {
		int64_t idle;

		if (!sum_idle_at(k, v->rows[i], out->site, a, b, &idle))
			return false;
		gt_sat_grow(&all, b - a - idle);
		if (idle < least) {
			next = least;
			least = idle;
			out->g = v->rows[i];
		} else if (idle < next) {
			next = idle;
		}
	}
	out->func = v->func;
	out->goroutines = v->n;
	out->span = b - a;
	out->hot = b - a - least;
	out->second = b - a - next;
	out->others = all - out->hot;
	return (double)out->hot >= HOT * (double)(b - a) && (double)out->hot >= SECOND * (double)out->second &&
	       (double)out->hot * (v->n - 1) >= COLD * (double)out->others;
}

/* ---- who waits for the hot one ---- */

static void add_waiter(struct gt_shard_look *k, const struct gt_shards *v, uint32_t row, int64_t t)
{
	struct gt_slice s, before;
	struct gt_goroutine g;
	uint32_t stack;

	if (!gt_goroutine_get(k->t, row, &g) || gt_owner_of(k->t, &g) != GT_OWNER_PROGRAM || g.func == v->func)
		return;
	stack = wait_before(k, row, gt_goroutine_seek(k->t, row, t), &before, &s);
	if (!stack || s.ready != t || s.waker != v->g)
		return;
	GT_GROW(k->waits, k->capwaits, k->nwaits + 1);
	k->waits[k->nwaits++] = (struct shard_wait){ before.t1, t, row, stack, before.reason, g.func };
}

/* All that it woke. */
static void find_waiters(struct gt_shard_look *k, const struct gt_shards *v, int64_t a, int64_t b)
{
	struct gt_goroutine g;
	struct gt_slice s;

	k->nwaits = 0;
	if (!gt_goroutine_get(k->t, v->g, &g))
		return;
	for (uint32_t i = gt_goroutine_seek(k->t, v->g, a); i < g.slices; i++) {
		struct gt_instant_row r;
		uint64_t at;

		if (!gt_slice_get(k->t, gt_goroutine_slice(k->t, v->g, i), &s) || s.t0 >= b)
			return;
		at = gt_instant_seek(k->t, GT_INSTANT_UNBLOCK, s.proc_row, s.t0);
		for (; gt_instant_get(k->t, GT_INSTANT_UNBLOCK, s.proc_row, at, &r) && r.t <= s.t1; at++)
			add_waiter(k, v, r.g, r.t);
	}
}

static int by_shard_wait(const void *a, const void *b)
{
	const struct shard_wait *x = a, *y = b;

	return GT_ASC(x, y, t0) ?: GT_ASC(x, y, t1) ?: GT_ASC(x, y, g);
}

/* Whether those that wait in select want to send: that is so if the hot one receives. */
static int ask_selects(const struct gt_shard_look *k, bool *sends, struct gt_error *err)
{
	struct gt_queue_woken asked[ASKED];
	unsigned n = 0, received = 0;
	int rc;

	for (size_t i = 0; i < k->nwaits && n < ASKED; i++)
		if (k->waits[i].reason == GT_STR_SELECT)
			asked[n++] = (struct gt_queue_woken){ .t = k->waits[i].t1, .g = k->waits[i].g };
	rc = gt_queue_ask_woken(k->t, asked, n, err);
	for (unsigned i = 0; i < n && !rc; i++)
		received += asked[i].act == GT_ACT_RECEIVES;
	*sends = received * 2 > n;
	return rc;
}

/*
 * What is sent has to wait for it, and who waits until all is done.  Who receives waits for whatever comes; but if
 * several do at a time, each waits for an answer of its own.
 */
static void sum_shard_waits(struct gt_shard_look *k, struct gt_shards *v, bool selects_send, int64_t a, int64_t b)
{
	int64_t until = INT64_MIN, asking = 0, asked = 0;
	size_t n = 0;

	if (k->nwaits)
		qsort(k->waits, k->nwaits, sizeof *k->waits, by_shard_wait);
	for (size_t i = 0; i < k->nwaits; i++) {
		const struct shard_wait *w = &k->waits[i];

		if (w->reason != GT_STR_CHAN_RECEIVE && (w->reason != GT_STR_SELECT || selects_send))
			continue;
		gt_sat_grow(&asking, w->t1 - w->t0);
		gt_cover_on(&asked, &until, w->t0, w->t1);
	}
	until = a;
	for (size_t i = 0; i < k->nwaits; i++) {
		struct shard_wait w = k->waits[i];
		bool asks = w.reason == GT_STR_CHAN_RECEIVE || (w.reason == GT_STR_SELECT && !selects_send);

		if ((asks && asking / 2 < asked) || w.t1 > b || w.t0 < a)
			continue;
		k->waits[n++] = w;
		v->n++;
		gt_sat_grow(&v->wait, w.t1 - w.t0);
		gt_cover_on(&v->ns, &until, w.t0, w.t1);
		if (w.t1 - w.t0 > v->max) {
			v->max = w.t1 - w.t0;
			v->waiting = w.stack;
			v->t0 = w.t0;
			v->t1 = w.t1;
		}
	}
	k->nwaits = n;
}

static int look_at_shards(struct gt_shard_look *k, const struct shard_group *group, struct gt_error *err)
{
	struct gt_shards v = { .func = group->func, .g = GT_NO_ROW };
	struct gt_goroutine g;
	int64_t a = k->from, b = k->to;
	bool selects_send = false;
	int rc;

	if (group->n < FEW_SHARDS || group->n > MOST_SHARDS)
		return 0;
	for (uint32_t i = 0; i < group->n; i++) {
		gt_goroutine_get(k->t, group->rows[i], &g);
		a = !g.predates_trace && g.create > a ? g.create : a;
		b = g.end != GT_NO_TIME && g.end < b ? g.end : b;
	}
	if (b - a < (k->to - k->from) / 2)
		return 0;
	v.site = guess_site(k, group, a, b);
	if (!v.site || !looks_hot(k, group, v.site, a, b) || !find_hot(k, group, a, b, &v))
		return 0;
	find_waiters(k, &v, a, b);
	rc = ask_selects(k, &selects_send, err);
	sum_shard_waits(k, &v, selects_send, a, b);
	if (rc || (double)v.ns < FELT * (double)(b - a))
		return rc;
	v.work = gt_busiest_place(k->t, v.g, v.site, a, b);
	GT_GROW(k->found, k->capfound, k->nfound + 1);
	k->found[k->nfound++] = v;
	return 0;
}

/* ---- steps ---- */

struct gt_shard_look *gt_shard_look_new(struct gt_trace *t, int64_t from, int64_t to)
{
	struct gt_shard_look *k = gt_xcalloc(1, sizeof *k);

	k->t = t;
	k->from = from;
	k->to = to;
	gt_map_init(&k->by_func);
	return k;
}

void gt_shard_look_free(struct gt_shard_look *k)
{
	if (!k)
		return;
	free(k->groups);
	free(k->waits);
	free(k->found);
	gt_map_release(&k->by_func);
	free(k);
}

int gt_shard_look_step(struct gt_shard_look *k, struct gt_error *err)
{
	uint32_t n = gt_trace_info(k->t)->goroutines, end;
	int rc;

	if (k->next < n) {
		end = n - k->next > ROWS_PER_STEP ? k->next + ROWS_PER_STEP : n;
		for (; k->next < end; k->next++)
			add_shard(k, k->next);
		return 1;
	}
	if (k->at == k->ngroups)
		return 0;
	rc = look_at_shards(k, &k->groups[k->at++], err);
	return rc ? rc : 1;
}

const struct gt_shards *gt_shard_look_shards(const struct gt_shard_look *k, size_t *n)
{
	*n = k->nfound;
	return k->found;
}

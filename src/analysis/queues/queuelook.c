/* Queues that cost the program time, found in small steps. */
#include "analysis/queues/queuelook.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/goroutines/owner.h"
#include "analysis/queues/queueing_own.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/file/answers.h"

#define SLICES 65536          /* that a step reads */
#define ASKED 16              /* waits of a queue whose wakers' stacks are looked for: each is a jump in the events */

struct gt_queue_look {
	struct gt_queueing longs; /* the long waits alone: few */
	struct gt_queueing q;     /* all waits of those queues that may cost something */
	struct gt_gather gather;
	struct gt_queue_asked asked;
	struct gt_idle_times idle;
	bool knows_idle;
	size_t at;                /* queue that comes next */
	unsigned step;            /* of queue_steps[] */
	bool is_all;
	int64_t longer;
	unsigned threads;
	struct gt_queue_cost costs[GT_QUEUE_COSTS];
	size_t ncosts;
};

/* ---- costs of a whole trace are kept ---- */

static void name_queue_costs(const struct gt_queue_look *k, char name[GT_ANSWER_NAME])
{
	snprintf(name, GT_ANSWER_NAME, "queuecosts.%" PRIx64, (uint64_t)k->longer);
}

/* What is kept says only what could have been found. */
static bool is_queue_cost(const struct gt_queue_look *k, const struct gt_queue_cost *c)
{
	int64_t length = k->q.until;

	return c->g < gt_trace_info(k->q.t)->goroutines && c->harm >= 0 && c->harm <= length && c->some >= 0 &&
	       c->some <= length && c->t0 >= 0 && c->t0 <= c->t1 && c->t1 <= length && c->max >= 0 &&
	       c->max <= length && c->wait >= 0 && c->nlong <= c->n && c->kind <= GT_QUEUE_WORK &&
	       c->pool <= GT_POOL_SQL &&
	       c->running >= 0 && c->syscalls >= 0 && c->network >= 0 && c->asleep >= 0 && c->held >= 0;
}

static bool queue_costs_recall(struct gt_queue_look *k)
{
	char name[GT_ANSWER_NAME];
	struct gt_queue_cost *kept;
	uint64_t n = 0;

	name_queue_costs(k, name);
	kept = k->is_all ? gt_answer_get(k->q.t, name, sizeof *kept, &n) : NULL;
	if (!kept || n > GT_QUEUE_COSTS) {
		free(kept);
		return false;
	}
	for (k->ncosts = 0; k->ncosts < n && is_queue_cost(k, &kept[k->ncosts]); k->ncosts++)
		k->costs[k->ncosts] = kept[k->ncosts];
	free(kept);
	return k->ncosts == n;
}

/* ---- one queue ---- */

static void cost_of_doing(const struct gt_queue *k, struct gt_queue_cost *c)
{
	for (unsigned i = 0; i < GT_SPENT_KINDS; i++)
		c->held += k->did[i];
	c->running = k->did[GT_SPENT_EXEC];
	c->syscalls = k->did[GT_SPENT_SYSCALL] + k->did[GT_SPENT_SYSCALL_BLOCK];
	for (size_t i = 0; i < k->nblocks; i++) {
		if (k->blocks[i].reason == GT_STR_NETWORK)
			c->network = k->blocks[i].ns;
		else if (k->blocks[i].reason == GT_STR_SLEEP)
			c->asleep = k->blocks[i].ns;
	}
}

static struct gt_queue_cost cost_of_queue(const struct gt_queueing *q, const struct gt_queue *k)
{
	const struct gt_queue_wait *w = gt_queue_wait_at(q, k->longest);
	const struct gt_queue_site *site = gt_queue_site_at(q, k->site), *wakes = gt_queue_site_at(q, k->wakes);
	struct gt_queue_cost c = {
		.n = k->n, .some = k->some, .wait = k->wait, .max = k->max, .g = w->g, .kind = k->kind,
		.t0 = gt_queue_clip(q, w->begin), .t1 = gt_queue_clip(q, w->end), .reason = k->reason,
		.waiters = k->waiters, .holders = k->holders,
	};

	if (site) {
		c.func = site->func;
		c.line = site->line;
		c.pool = site->pool;
	}
	if (wakes) {
		c.waker_func = wakes->func;
		c.waker_line = wakes->line;
	}
	cost_of_doing(k, &c);
	return c;
}

/* Keeps the highest, in order. */
static void keep_queue_cost(struct gt_queue_look *k, struct gt_queue_cost c)
{
	size_t i = 0;

	while (i < k->ncosts && k->costs[i].harm >= c.harm)
		i++;
	if (i == GT_QUEUE_COSTS)
		return;
	k->ncosts += k->ncosts < GT_QUEUE_COSTS;
	for (size_t j = k->ncosts - 1; j > i; j--)
		k->costs[j] = k->costs[j - 1];
	k->costs[i] = c;
}

/* The stacks of who ended some of its waits, which are in the order of their ends: these stand for all. */
static int ask_for_wakers(const struct gt_queueing *q, const struct gt_queue *queue, struct gt_error *err)
{
	uint32_t few = queue->count < ASKED ? queue->count : ASKED;
	struct gt_wakers wakers;
	int rc = gt_wakers_open(&wakers, q->t, false, gt_queue_wait_at(q, queue->first)->end, err);

	wakers.jumps = true;
	for (uint32_t i = 0; i < few && !rc; i++) {
		uint32_t at = (uint32_t)((uint64_t)queue->count * i / few);
		struct gt_queue_wait *w = gt_queue_wait_at(q, queue->first + at);

		if (w->waker != GT_NO_ROW)
			gt_wakers_at(&wakers, w->g, w->end, &w->waking);
		rc = wakers.rc;
	}
	gt_wakers_close(&wakers);
	return rc;
}

/* By its long waits alone: may they be harm?  Then all of them are asked for. */
static int judge_long_waits(struct gt_queue_look *k, struct gt_queue *queue, struct gt_error *err)
{
	const struct gt_queue_site *site = gt_queue_site_at(&k->longs, queue->site);
	int rc = 0;

	if (queue->owner != GT_OWNER_PROGRAM || !site)
		return 0;
	gt_queue_tell(&k->longs, queue);
	if (queue->kind == GT_QUEUE_UNKNOWN && queue->reason == GT_STR_SELECT) {
		gt_queue_sort(&k->longs, queue);
		rc = ask_for_wakers(&k->longs, queue, err);
		gt_queue_tell(&k->longs, queue);
	}
	if (rc || (queue->kind != GT_QUEUE_LIMIT && queue->kind != GT_QUEUE_ROOM) ||
	    k->asked.n == GT_COUNT(k->asked.of))
		return rc;
	k->asked.of[k->asked.n].site = *site;
	k->asked.of[k->asked.n].reason = queue->reason;
	k->asked.of[k->asked.n++].owner = queue->owner;
	return 0;
}

static int look_at_queue(struct gt_queue_look *k, struct gt_queue *queue, struct gt_error *err)
{
	struct gt_queue_cost c;
	int rc;

	gt_queue_sort(&k->q, queue);
	rc = ask_for_wakers(&k->q, queue, err);
	if (rc)
		return rc;
	gt_queue_tell(&k->q, queue);
	gt_queue_sum(&k->q, queue);
	gt_queue_hold(&k->q, queue);
	gt_queue_judge(&k->q, queue);
	if (!queue->harmful)
		return 0;
	if (!k->knows_idle)
		gt_idle_times_find(&k->idle, k->q.t, k->q.from, k->q.until);
	k->knows_idle = true;
	c = cost_of_queue(&k->q, queue);
	c.harm = gt_queue_harm(&k->q, queue, &k->idle, k->longer, NULL, &c.nlong);
	if (c.harm > 0)
		keep_queue_cost(k, c);
	return 0;
}

/* ---- steps: 1: again, 0: done ---- */

static int queue_look_begin(struct gt_queue_look *k, struct gt_error *err)
{
	gt_gather_begin(&k->gather, k->q.t, &gt_queue_gather, k->q.from, k->q.until);
	k->gather.asked = &k->asked;
	return k->threads > 1 ? 0 : gt_gather_open(&k->gather, err);
}

static int queue_look_gather(struct gt_queue_look *k, struct gt_error *err)
{
	if (k->threads > 1)
		return gt_gather_all(&k->gather, k->threads, &(struct gt_table_args){ 0 }, err);
	return gt_gather_step(&k->gather, SLICES, err);
}

static int queue_look_divide(struct gt_queue_look *k, struct gt_error *err)
{
	return gt_queueing_divide(&k->longs, &k->gather, err);
}

/* Which cost most is seen first. */
static int by_long_time(const void *a, const void *b)
{
	const struct gt_queue *x = a, *y = b;

	return GT_DESC(x, y, wait) ?: GT_ASC(x, y, first);
}

static int queue_look_order(struct gt_queue_look *k, struct gt_error *err)
{
	(void)err;
	for (size_t i = 0; i < k->longs.n; i++)
		for (uint32_t j = 0; j < k->longs.v[i].count; j++)
			gt_sat_grow(&k->longs.v[i].wait,
				    gt_queue_wait_ns(&k->longs, gt_queue_wait_at(&k->longs, k->longs.v[i].first + j)));
	if (k->longs.n)
		qsort(k->longs.v, k->longs.n, sizeof *k->longs.v, by_long_time);
	return 0;
}

static int queue_look_judge(struct gt_queue_look *k, struct gt_error *err)
{
	int rc = k->at < k->longs.n ? judge_long_waits(k, &k->longs.v[k->at], err) : 0;

	return rc ? rc : ++k->at < k->longs.n;
}

/* The second time: all waits of these, if there are some. */
static int queue_look_again(struct gt_queue_look *k, struct gt_error *err)
{
	k->at = 0;
	k->asked.longer = INT64_MIN;
	return k->asked.n ? queue_look_begin(k, err) : 0;
}

static int queue_look_gather_all(struct gt_queue_look *k, struct gt_error *err)
{
	return k->asked.n ? queue_look_gather(k, err) : 0;
}

static int queue_look_divide_all(struct gt_queue_look *k, struct gt_error *err)
{
	return k->asked.n ? gt_queueing_divide(&k->q, &k->gather, err) : 0;
}

static int queue_look_at_next(struct gt_queue_look *k, struct gt_error *err)
{
	int rc = k->at < k->q.n ? look_at_queue(k, &k->q.v[k->at], err) : 0;

	return rc ? rc : ++k->at < k->q.n;
}

static int queue_look_keep(struct gt_queue_look *k, struct gt_error *err)
{
	char name[GT_ANSWER_NAME];

	(void)err;
	name_queue_costs(k, name);
	if (k->is_all)
		gt_answer_keep(k->q.t, name, k->costs, sizeof *k->costs, k->ncosts);
	return 0;
}

static int (*const queue_steps[])(struct gt_queue_look *k, struct gt_error *err) = {
	queue_look_begin, queue_look_gather, queue_look_divide, queue_look_order, queue_look_judge, queue_look_again,
	queue_look_gather_all, queue_look_divide_all, queue_look_at_next, queue_look_keep,
};

struct gt_queue_look *gt_queue_look_new(struct gt_trace *t, int64_t from, int64_t to, int64_t longer,
					unsigned threads)
{
	struct gt_queue_look *k = gt_xcalloc(1, sizeof *k);

	gt_queueing_begin(&k->q, t, from, to);
	gt_queueing_begin(&k->longs, t, from, to);
	k->longer = k->asked.longer = longer;
	k->threads = threads;
	k->is_all = k->q.from == 0 && to >= gt_trace_info(t)->duration;
	if (queue_costs_recall(k))
		k->step = GT_COUNT(queue_steps);
	else
		k->ncosts = 0;
	return k;
}

void gt_queue_look_free(struct gt_queue_look *k)
{
	if (!k)
		return;
	if (k->gather.ops)
		gt_gather_release(&k->gather);
	gt_idle_times_release(&k->idle);
	gt_queueing_release(&k->longs);
	gt_queueing_release(&k->q);
	free(k);
}

int gt_queue_look_step(struct gt_queue_look *k, struct gt_error *err)
{
	int rc = k->step < GT_COUNT(queue_steps) ? queue_steps[k->step](k, err) : 0;

	if (!rc)
		k->step++;
	return rc < 0 ? rc : k->step < GT_COUNT(queue_steps);
}

const struct gt_queue_cost *gt_queue_look_costs(const struct gt_queue_look *k, size_t *n)
{
	*n = k->ncosts;
	return k->costs;
}

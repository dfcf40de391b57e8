/* Waits in queues: gathered, with the stacks of who ended them; which queues these are, and of what kind. */
#include "analysis/queues/queueing.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/ginfo.h"
#include "analysis/queues/queueing_own.h"
#include "base/sat.h"
#include "base/thread.h"
#include "base/xalloc.h"

/* ---- the waits ---- */

/* What a thread has that gathers them. */
struct queuescan {
	struct gt_ginfos goroutines;
	struct gt_queue_sites sites;
	const struct gt_queue_asked *asked;
};

static int queuescan_open(void *own, const struct gt_trace *t, const void *asked, struct gt_error *err)
{
	struct queuescan *s = own;

	s->asked = asked;
	gt_queue_sites_init(&s->sites, t);
	return gt_ginfos_open(&s->goroutines, t, err);
}

static void queuescan_close(void *own)
{
	struct queuescan *s = own;

	gt_queue_sites_release(&s->sites);
	gt_ginfos_release(&s->goroutines);
}

static bool is_asked(struct queuescan *s, const struct gt_waited *w, uint32_t reason)
{
	const struct gt_queue_asked *asked = s->asked;
	const struct gt_queue_site *site;
	enum gt_queue_act act;
	uint32_t at;

	if (!asked)
		return true;
	if (asked->longer != INT64_MIN && (!w->ended || w->iv.waker == GT_NO_ROW || w->t1 - w->t0 <= asked->longer))
		return false;
	if (!asked->n)
		return true;
	at = gt_queue_sites_find(&s->sites, w->iv.stack, &act);
	site = &s->sites.v[at == GT_NO_ROW ? 0 : at];
	for (size_t i = 0; i < asked->n && at != GT_NO_ROW; i++)
		if (asked->of[i].reason == reason && asked->of[i].site.func == site->func &&
		    asked->of[i].site.line == site->line && asked->of[i].site.leaf == site->leaf &&
		    asked->of[i].owner == gt_ginfos_get(&s->goroutines, w->g)->owner)
			return true;
	return false;
}

static bool take_queue_wait(void *own, const struct gt_waited *w, void *row)
{
	struct queuescan *s = own;
	bool inferred;
	uint32_t reason = gt_interval_reason(s->sites.t, &w->iv, &inferred);

	if (!gt_queue_is_reason(reason) || !is_asked(s, w, reason))
		return false;
	*(struct gt_queue_wait *)row = (struct gt_queue_wait){
		.begin = w->iv.t0, .end = w->ended ? w->iv.t1 : w->t1, .g = w->g,
		.waker = w->ended ? w->iv.waker : GT_NO_ROW, .stack = w->iv.stack, .reason = reason,
		.ended = w->ended, .owner = gt_ginfos_get(&s->goroutines, w->g)->owner,
	};
	return true;
}

static uint32_t *queue_wait_woken(void *row, uint32_t *g, int64_t *end)
{
	struct gt_queue_wait *w = row;

	*g = w->g;
	*end = w->end;
	return w->waker != GT_NO_ROW ? &w->waking : NULL;
}

const struct gt_gather_ops gt_queue_gather = {
	.what = "waits in queues", .row = sizeof(struct gt_queue_wait), .own = sizeof(struct queuescan),
	.open = queuescan_open, .close = queuescan_close, .take = take_queue_wait, .woken = queue_wait_woken,
};

/* ---- which queues they are ---- */

static int by_queue_end(const void *a, const void *b)
{
	const struct gt_queue_wait *x = a, *y = b;

	return GT_ASC(x, y, end) ?: GT_ASC(x, y, g) ?: GT_ASC(x, y, begin);
}

/* Sites are numbered from GT_NO_ROW (no stack) on. */
static void put_to_queue(struct gt_queueing *q, struct gt_map *known, struct gt_queue_wait *w)
{
	enum gt_queue_act act;
	uint32_t site = gt_queue_sites_find(&q->sites, w->stack, &act);
	bool added = false;

	w->queue = gt_map_get_or_put(known, (uint64_t)site << 8 | w->reason << 2 | w->owner, (uint32_t)q->n, &added);
	if (added) {
		GT_GROW(q->v, q->cap, q->n + 1);
		q->v[q->n++] = (struct gt_queue){
			.site = site, .reason = w->reason, .owner = w->owner, .max = GT_NO_TIME, .p50 = GT_NO_TIME,
			.p99 = GT_NO_TIME, .longest = GT_NO_ROW, .wakes = GT_NO_ROW, .hold_max = GT_NO_TIME,
		};
	}
	q->v[w->queue].count++;
}

int gt_queueing_divide(struct gt_queueing *q, struct gt_gather *from, struct gt_error *err)
{
	struct gt_queue_wait *waits = from->rows.data;
	uint32_t first = 0, *next;
	struct gt_map known;
	int rc = gt_scratch_alloc(&q->waits, from->n, sizeof *waits, err);

	if (rc)
		return rc;
	gt_map_init(&known);
	for (uint32_t i = 0; i < from->n; i++)
		put_to_queue(q, &known, &waits[i]);
	next = gt_xcalloc(q->n + 1, sizeof *next);
	for (size_t i = 0; i < q->n; first += q->v[i++].count)
		q->v[i].first = next[i] = first;
	for (uint32_t i = 0; i < from->n; i++)
		*gt_queue_wait_at(q, next[waits[i].queue]++) = waits[i];
	q->nwaits = from->n;
	free(next);
	gt_map_release(&known);
	gt_gather_release(from);
	return 0;
}

/* Scans meet waits nearly in this order: few have to go back, and not far. */
void gt_queue_sort(const struct gt_queueing *q, const struct gt_queue *k)
{
	struct gt_queue_wait *waits = gt_queue_wait_at(q, k->first);
	uint64_t steps = 0;

	for (uint32_t i = 1; i < k->count && steps / 8 <= k->count; i++) {
		struct gt_queue_wait w = waits[i];
		uint32_t at = i;

		for (; at && by_queue_end(&w, &waits[at - 1]) < 0; at--, steps++)
			waits[at] = waits[at - 1];
		waits[at] = w;
		if (steps / 8 > k->count)
			qsort(waits, k->count, sizeof *waits, by_queue_end);
	}
}

/* ---- who wakes whom ---- */

/* What somebody did to a channel who was woken or woke; the direction of a select is the other one's of its waker. */
static enum gt_queue_act act_of_wait(struct gt_queueing *q, const struct gt_queue_wait *w)
{
	enum gt_queue_act act = GT_ACT_OTHER;

	if (w->reason == GT_STR_SELECT)
		gt_queue_sites_find(&q->sites, w->waking, &act);
	if (w->reason == GT_STR_CHAN_SEND || act == GT_ACT_RECEIVES)
		return GT_ACT_SENDS;
	return w->reason == GT_STR_CHAN_RECEIVE || act == GT_ACT_SENDS || act == GT_ACT_CLOSES ? GT_ACT_RECEIVES
											     : GT_ACT_OTHER;
}

/*
 * A goroutine that waits there; or, of who waits to send, one that such a one created after it had passed: it gives
 * back what that took.  (Who waits to receive from a goroutine of its own waits for a result.)
 */
static bool is_equal_waker(const struct gt_queueing *q, const struct gt_map *passed, const struct gt_queue_wait *waits,
			   const struct gt_queue_wait *w, bool sends)
{
	struct gt_goroutine g;
	uint32_t i;

	if (gt_map_get(passed, w->waker) != GT_MAP_NONE)
		return true;
	if (!sends || !gt_goroutine_get(q->t, w->waker, &g) || g.creator == GT_NO_ROW || g.predates_trace)
		return false;
	i = gt_map_get(passed, g.creator);
	return i != GT_MAP_NONE && waits[i].ended && g.create >= waits[i].end;
}

static bool is_sure_limit(const struct gt_queueing *q, const struct gt_queue *k)
{
	const struct gt_queue_site *site = gt_queue_site_at(q, k->site);

	return site && (site->limit || (site->pool == GT_POOL_HTTP && gt_queue_is_pooled(q, k)));
}

static enum gt_queue_kind kind_of_queue(const struct gt_queue *k, int64_t told)
{
	if (k->equal > k->other || (k->sure && k->equal + k->other))
		return GT_QUEUE_LIMIT;
	if (2 * k->sent > told)
		return GT_QUEUE_ROOM;
	return 2 * k->received > told ? GT_QUEUE_WORK : GT_QUEUE_UNKNOWN;
}

/* Its waits by goroutine row: that which ended first. */
static void find_who_passed(const struct gt_queueing *q, const struct gt_queue *k, struct gt_map *passed)
{
	const struct gt_queue_wait *waits = gt_queue_wait_at(q, k->first);

	gt_map_init(passed);
	for (uint32_t i = 0; i < k->count; i++) {
		bool added = false;
		uint32_t at = gt_map_get_or_put(passed, waits[i].g, i, &added);

		if (!added && by_queue_end(&waits[i], &waits[at]) < 0)
			gt_map_put(passed, waits[i].g, i);
	}
}

void gt_queue_tell(struct gt_queueing *q, struct gt_queue *k)
{
	struct gt_queue_wait *waits = gt_queue_wait_at(q, k->first);
	struct gt_map passed;
	int64_t told = 0;

	find_who_passed(q, k, &passed);
	k->nequal = k->nother = 0;
	k->equal = k->other = k->sent = k->received = 0;
	for (uint32_t i = 0; i < k->count; i++) {
		const struct gt_queue_wait *w = &waits[i];
		enum gt_queue_act act = act_of_wait(q, w);
		int64_t ns = gt_queue_wait_ns(q, w);

		if (!w->ended || w->waker == GT_NO_ROW || (k->reason == GT_STR_SELECT && !w->waking))
			continue;
		gt_sat_grow(&told, ns);
		if (act != GT_ACT_OTHER)
			gt_sat_grow(act == GT_ACT_SENDS ? &k->sent : &k->received, ns);
	}
	for (uint32_t i = 0; i < k->count; i++) {
		struct gt_queue_wait *w = &waits[i];

		if (!w->ended || w->waker == GT_NO_ROW)
			continue;
		w->equal = is_equal_waker(q, &passed, waits, w, w->waking ? act_of_wait(q, w) == GT_ACT_SENDS
									  : 2 * k->sent > told);
		*(w->equal ? &k->nequal : &k->nother) += 1;
		gt_sat_grow(w->equal ? &k->equal : &k->other, gt_queue_wait_ns(q, w));
	}
	k->sure = is_sure_limit(q, k);
	k->kind = (uint8_t)kind_of_queue(k, told);
	gt_map_release(&passed);
}

/*
 * A ring of goroutines that compute in turn looks like a limit of one: each is woken by the same one every time.  And
 * workers that make work for each other wake more than they were.
 */
static bool is_no_limit(const struct gt_queue *k, int64_t on_p, int64_t all)
{
	if (k->sure)
		return false;
	return (k->sent <= k->received && 2 * k->nsame > k->nagain && 2 * on_p > all) || 10 * k->nmore > k->nequal;
}

void gt_queue_judge(const struct gt_queueing *q, struct gt_queue *k)
{
	int64_t ran = k->did[GT_SPENT_EXEC], ready = k->did[GT_SPENT_SCHED], all = 0, most = ran;
	uint32_t waited = k->nblocks ? k->blocks[0].reason : 0;

	for (int i = 0; i < GT_SPENT_KINDS; i++)
		all += k->did[i];
	if (k->kind == GT_QUEUE_LIMIT && is_no_limit(k, ran + ready, all))
		k->kind = GT_QUEUE_UNKNOWN;
	most = k->did[GT_SPENT_SYSCALL] > most ? k->did[GT_SPENT_SYSCALL] : most;
	most = k->did[GT_SPENT_SYSCALL_BLOCK] > most ? k->did[GT_SPENT_SYSCALL_BLOCK] : most;
	if (k->nblocks && k->blocks[0].ns > most)
		most = k->blocks[0].ns;
	else
		waited = 0;
	/* The scheduler is to blame, or another queue, or there is no more to be had: all Ps are for these. */
	k->harmful = (k->kind == GT_QUEUE_LIMIT || (k->kind == GT_QUEUE_ROOM && !gt_queue_is_reason(waited))) &&
		     ready <= most && (ran < most || k->holders < gt_info_procs(gt_trace_info(q->t)));
}

/* ---- the whole ---- */

void gt_queueing_begin(struct gt_queueing *q, struct gt_trace *t, int64_t from, int64_t to)
{
	const struct gt_trace_info *info = gt_trace_info(t);

	*q = (struct gt_queueing){ .t = t, .from = from > 0 ? from : 0, .until = gt_trace_until(t, to) };
	if (q->until > info->duration)
		q->until = info->duration;
	gt_queue_sites_init(&q->sites, t);
}

static int queues_gather(struct gt_queueing *q, const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_gather k;
	int rc;

	gt_gather_begin(&k, q->t, &gt_queue_gather, q->from, q->until);
	rc = gt_gather_all(&k, gt_workers(), args, err);
	if (!rc)
		rc = gt_gather_wakers(q->t, &gt_queue_gather, k.rows.data, k.n, args, err);
	if (!rc)
		rc = gt_queueing_divide(q, &k, err);
	gt_gather_release(&k);
	return rc;
}

int gt_queueing_make(struct gt_queueing *q, struct gt_trace *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_idle_times idle = { 0 };
	int rc;

	gt_queueing_begin(q, t, args->limited ? args->from : INT64_MIN, args->limited ? args->to : INT64_MAX);
	rc = queues_gather(q, args, err);
	if (!rc && q->n)
		gt_idle_times_find(&idle, t, q->from, q->until);
	for (size_t i = 0; !rc && i < q->n; i++) {
		struct gt_queue *k = &q->v[i];

		gt_queue_tell(q, k);
		gt_queue_sort(q, k);
		gt_queue_sum(q, k);
		gt_queue_hold(q, k);
		gt_queue_judge(q, k);
		if (k->harmful)
			k->harm = gt_queue_harm(q, k, &idle, 0, NULL, NULL);
		rc = gt_queue_rank(q, k, err);
	}
	gt_idle_times_release(&idle);
	return rc;
}

void gt_queueing_release(struct gt_queueing *q)
{
	for (size_t i = 0; i < q->n; i++)
		free(q->v[i].blocks);
	gt_queue_sites_release(&q->sites);
	gt_scratch_free(&q->waits);
	free(q->v);
	memset(q, 0, sizeof *q);
}

/* ---- words ---- */

const char *gt_queue_kind_name(enum gt_queue_kind kind)
{
	static const char *const names[] = {
		[GT_QUEUE_UNKNOWN] = "unknown", [GT_QUEUE_LIMIT] = "limit", [GT_QUEUE_ROOM] = "room",
		[GT_QUEUE_WORK] = "work",
	};

	return (unsigned)kind < GT_COUNT(names) ? names[kind] : "?";
}

const char *gt_queue_confidence(const struct gt_queue *k)
{
	int64_t all = k->equal + k->other, agree = 0;

	switch ((enum gt_queue_kind)k->kind) {
	case GT_QUEUE_LIMIT: agree = k->equal; break;
	case GT_QUEUE_ROOM: agree = k->sent < k->other ? k->sent : k->other; break;
	case GT_QUEUE_WORK: agree = k->received < k->other ? k->received : k->other; break;
	case GT_QUEUE_UNKNOWN: return "low";
	}
	if (k->nequal + k->nother < 3)
		return "low";
	return k->nequal + k->nother >= 10 && agree >= all / 10 * 9 ? "high" : "medium";
}

const char *gt_queue_did_most(const struct gt_queueing *q, const struct gt_queue *k, double *share, size_t *n)
{
	int64_t best = k->nblocks ? k->blocks[0].ns : 0, all = 0;
	const char *text = k->nblocks ? gt_trace_string(q->t, k->blocks[0].reason, n) : NULL;

	for (int i = 0; i < GT_SPENT_KINDS; i++) {
		all += k->did[i];
		if (i == GT_SPENT_BLOCK || k->did[i] <= best)
			continue;
		best = k->did[i];
		text = gt_spent_name((enum gt_spent)i);
		*n = strlen(text);
	}
	*share = all ? (double)best / (double)all : 0;
	return all ? text : NULL;
}

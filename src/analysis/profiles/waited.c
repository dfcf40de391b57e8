/* Profiles of waits: net, sync, sched, offcpu.  All waits of the scope, from scans of parts of its time. */
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gscan.h"
#include "analysis/profiles/making.h"
#include "analysis/waits/waitkeys.h"
#include "analysis/waits/waitscan.h"
#include "base/sat.h"
#include "base/xalloc.h"

/* Of so many slices, several threads read. */
#define MANY (UINT64_C(1) << 16)
/* How many parts a thread has: the last ones to end do so at about the same time. */
#define SHARES 4

/* A wait whose waker's stack is not known yet. */
struct waking {
	struct gt_tally tally;
	int64_t time;         /* of the wake-up */
};

/* A thread, and the part of the scope's time that it is at: waits that end in (after, until]. */
struct waited {
	struct gt_profile_job *job;
	struct pool *pool;
	bool tells;                     /* it is the one that tells the user */
	int64_t after, until;
	int64_t seen;                   /* its events are read up to here */
	struct gt_tallies tallies;
	uint8_t *matches;               /* by string row of a reason: 0 not looked at, 1 no, 2 yes */
	size_t nmatches;
	struct gt_waitkeys keys;        /* if only waits of one group count */
	struct gt_wakers wakers;
	struct waking *wakings;
	size_t n, cap;
	/* offcpu: the wait before, and where it stood */
	uint32_t g, stood;
	int64_t end;
	int rc;
	struct gt_error err;
};

/* Parts of the time, taken one after the other. */
struct pool {
	struct gt_profile_job *job;
	unsigned nworkers;
	size_t nparts;
	int64_t from, until;
	atomic_size_t next;
	struct waited *workers;
};

/* ---- one wait ---- */

static bool has_word(const char *s, size_t n, const char *word)
{
	return memmem(s, n, word, strlen(word)) != NULL;
}

static bool reason_matches(struct waited *v, uint32_t reason)
{
	size_t n, old = v->nmatches;
	const char *text;
	bool yes;

	if (reason >= old) {
		GT_GROW(v->matches, v->nmatches, (size_t)reason + 1);
		memset(v->matches + old, 0, v->nmatches - old);
	}
	if (v->matches[reason])
		return v->matches[reason] == 2;
	text = gt_trace_string(v->job->t, reason, &n);
	if (v->job->args->kind == GT_PROFILE_NET)
		yes = n == strlen("network") && !memcmp(text, "network", n);
	else
		yes = has_word(text, n, "chan") || has_word(text, n, "sync") || has_word(text, n, "select");
	v->matches[reason] = yes ? 2 : 1;
	return yes;
}

static struct gt_tally waited_tally(const struct gt_waited *w, uint32_t stack, int64_t ns)
{
	const struct gt_tally_place place = { .g = w->g, .t = w->iv.t0 };

	return (struct gt_tally){
		.stack = stack, .count = 1, .ns = ns, .first = place, .end = w->iv.t1, .last = place };
}

static void take_wait(struct waited *v, const struct gt_waited *w, int64_t t0, uint32_t stack)
{
	int64_t ns = gt_profile_measure(v->job, &v->tallies, w->g, t0, w->iv.t1, w->iv.open);
	struct gt_tally one = waited_tally(w, stack, ns);

	if (ns > 0)
		gt_tallies_add(&v->tallies, &one);
}

static void waking_found(struct gt_tallies *ts, struct gt_tally *one, enum gt_profile_kind kind, uint32_t waker)
{
	if (kind == GT_PROFILE_SCHED)
		one->stack = waker;
	else
		one->waker = waker;
	gt_tallies_add(ts, one);
}

/* A wait that a wake-up at `time` began or ended, whose stack is charged, too. */
static void take_waking(struct waited *v, const struct gt_waited *w, uint32_t stack, int64_t time)
{
	int64_t ns = gt_profile_measure(v->job, &v->tallies, w->g, w->iv.t0, w->iv.t1, w->iv.open);
	struct gt_tally one = waited_tally(w, stack, ns);
	uint32_t waker;

	if (ns <= 0)
		return;
	one.first.late = one.last.late = true;
	one.end = v->job->args->kind == GT_PROFILE_SCHED ? time + ns : time;
	/* The wake-up of a wait that goes on at the end of the part: its goroutine was not woken again before. */
	if (v->wakers.events && time <= v->seen && gt_wakers_at(&v->wakers, w->g, time, &waker)) {
		waking_found(&v->tallies, &one, v->job->args->kind, waker);
		return;
	}
	GT_GROW(v->wakings, v->cap, v->n + 1);
	v->wakings[v->n++] = (struct waking){ one, time };
}

/* ---- which waits: a function per profile ---- */

static void take_block(struct waited *v, const struct gt_waited *w)
{
	if (w->iv.what == GT_SPENT_BLOCK && reason_matches(v, w->iv.reason))
		take_wait(v, w, w->iv.t0, w->iv.stack);
}

static uint32_t create_stack(const struct gt_trace *t, uint32_t g)
{
	struct gt_goroutine row;

	return gt_goroutine_get(t, g, &row) ? row.create_stack : 0;
}

/* The events of which the trace tells the stack: of wake-ups they are looked for. */
static void take_sched(struct waited *v, const struct gt_waited *w)
{
	const struct gt_profile_job *job = v->job;
	uint8_t by = w->iv.begin_type;
	int64_t t0;

	if (w->iv.what != GT_SPENT_SCHED)
		return;
	t0 = gt_profile_shown_since(job, w->g, &w->iv);
	if (w->iv.t1 <= t0)
		return;
	if (by == (job->v1 ? GT_V1_GoUnblock : GT_V2_GoUnblock))
		take_waking(v, w, 0, w->iv.t0);
	else if (by == (job->v1 ? GT_V1_GoCreate : GT_V2_GoCreate))
		take_wait(v, w, t0, create_stack(job->t, w->g));
	else
		take_wait(v, w, t0, by == job->types->call_back ? 0 : w->iv.stack);
}

/* Where a goroutine stands after that slice of it, or before its first. */
static uint32_t stood_after(const struct gt_trace *t, const struct gt_waited *w)
{
	struct gt_slice s;
	struct gt_goroutine g;

	if (w->iv.slice != GT_NO_ROW)
		return gt_slice_get(t, w->iv.slice, &s) ? s.end_stack : 0;
	return gt_goroutine_get(t, w->g, &g) ? gt_goroutine_first_stood(t, &g) : 0;
}

static void take_offcpu(struct waited *v, const struct gt_waited *w)
{
	/* One that was woken stands where it waited. */
	if (w->iv.what != GT_SPENT_SCHED || w->iv.stack)
		v->stood = w->iv.stack;
	else if (w->g != v->g || w->iv.t0 != v->end)
		v->stood = stood_after(v->job->t, w);
	v->g = w->g;
	v->end = w->iv.t1;
	if (v->job->wakers && w->iv.woken)
		take_waking(v, w, v->stood, w->iv.t1);
	else
		take_wait(v, w, w->iv.t0, v->stood);
}

/* Whether a wait is of the group that was asked for, if one was. */
static bool is_of_group(struct waited *v, const struct gt_waited *w)
{
	const struct gt_profile_scope *scope = &v->job->args->scope;
	struct gt_waitkey key;

	if (!scope->has_wait_key)
		return true;
	/* As the report schedgroups: the program's waits for a P. */
	if (scope->wait_group == GT_WAITS_BY_CAUSE &&
	    (w->iv.what != GT_SPENT_SCHED || gt_ginfos_get(&v->keys.goroutines, w->g)->owner != GT_OWNER_PROGRAM))
		return false;
	key = gt_waitkey_of(&v->keys, w);
	return gt_waitkey_number(&key) == scope->wait_key;
}

static bool take_waited(void *arg, const struct gt_waited *w)
{
	struct waited *v = arg;

	if (!gt_profile_job_has(v->job, w->g))
		return true;
	if (w->iv.t1 <= v->after || w->iv.t1 > v->until) {
		/* Of another part; take_offcpu looks up where it stood. */
		v->g = GT_NO_ROW;
		return true;
	}
	if (!is_of_group(v, w)) {
		v->g = GT_NO_ROW;
		return true;
	}
	switch (v->job->args->kind) {
	case GT_PROFILE_SCHED: take_sched(v, w); break;
	case GT_PROFILE_OFFCPU: take_offcpu(v, w); break;
	default: take_block(v, w); break;
	}
	return !v->wakers.rc;
}

/* ---- the whole ---- */

static bool needs_wakers(const struct gt_profile_job *job)
{
	return job->args->kind == GT_PROFILE_SCHED || job->wakers;
}

/* Of scans one after the other: how far all are. */
static bool tell_scan(void *arg, uint64_t done, uint64_t total)
{
	struct waited *v = arg;
	const struct pool *pool = v->pool;
	size_t taken = atomic_load_explicit(&pool->next, memory_order_relaxed);
	uint64_t before = taken > pool->nworkers ? taken - pool->nworkers : 0;

	if (v->tells && total)
		return gt_profile_job_tell(v->job, before * 1000 + done * 1000 / total, pool->nparts * 1000);
	return !atomic_load_explicit(&v->job->cancelled, memory_order_relaxed);
}

static int scan_part(struct waited *v, int64_t from, int64_t to)
{
	struct gt_waits_args a = {
		.from = from, .to = to, .progress = tell_scan, .progress_arg = v };
	int rc = 0;

	v->seen = to;
	v->g = GT_NO_ROW;
	if (needs_wakers(v->job))
		rc = gt_wakers_open(&v->wakers, v->job->t, v->job->args->kind == GT_PROFILE_SCHED, from, &v->err);
	if (!rc)
		rc = gt_waits_scan(v->job->t, &a, take_waited, v, &v->err);
	if (!rc)
		rc = v->wakers.rc;
	gt_wakers_close(&v->wakers);
	return rc;
}

static void work_on_parts(void *arg, unsigned worker)
{
	struct pool *pool = arg;
	struct waited *v = &pool->workers[worker];
	int64_t length = pool->until - pool->from, n = (int64_t)pool->nparts;
	size_t i;

	while (!v->rc && (i = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed)) < pool->nparts) {
		int64_t a = pool->from + length / n * (int64_t)i;
		int64_t b = i + 1 < pool->nparts ? pool->from + length / n * ((int64_t)i + 1) : pool->until;

		v->after = i ? a : INT64_MIN;
		v->until = i + 1 < pool->nparts ? b : INT64_MAX;
		v->rc = scan_part(v, a, b);
	}
	if (v->rc)
		atomic_store_explicit(&v->job->cancelled, true, memory_order_relaxed);
}

/* Each goroutine on its own. */
static void work_on_few(struct pool *pool)
{
	const struct gt_profile_job *job = pool->job;
	struct waited *v = &pool->workers[0];
	struct gt_waits_args a = {
		.from = pool->from, .to = pool->until, .has_g = true,
		.progress = tell_scan, .progress_arg = v };

	v->after = INT64_MIN;
	v->until = INT64_MAX;
	for (size_t i = 0; i < job->nfew && !v->rc; i++) {
		atomic_store_explicit(&pool->next, i + 1, memory_order_relaxed);
		a.g = job->few[i];
		v->g = GT_NO_ROW;
		v->rc = gt_waits_scan(job->t, &a, take_waited, v, &v->err);
		if (!v->rc && !tell_scan(v, 1, 1))
			v->rc = gt_error_set(&v->err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	}
}

static int by_wakeup(const void *a, const void *b)
{
	const struct waking *x = a, *y = b;

	return GT_ASC(x, y, time) ?: GT_ASC(x, y, tally.first.g);
}

/* What was left, in the order of time. */
static int find_wakings(struct waited *v)
{
	struct gt_profile_job *job = v->job;
	uint32_t waker;
	int rc;

	if (!v->n)
		return 0;
	qsort(v->wakings, v->n, sizeof *v->wakings, by_wakeup);
	rc = gt_wakers_open(&v->wakers, job->t, job->args->kind == GT_PROFILE_SCHED, v->wakings[0].time, &v->err);
	v->wakers.jumps = true;
	for (size_t i = 0; i < v->n && !rc; i++) {
		struct waking *w = &v->wakings[i];

		gt_wakers_at(&v->wakers, w->tally.first.g, w->time, &waker);
		waking_found(&v->tallies, &w->tally, job->args->kind, waker);
		rc = v->wakers.rc;
		if (!rc && i % 1024 == 0 && !gt_profile_job_tell(job, i, v->n))
			rc = gt_error_set(&v->err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	}
	gt_wakers_close(&v->wakers);
	return rc;
}

/* Adds what the threads found to that of the first. */
static void join_workers(struct pool *pool)
{
	struct waited *all = &pool->workers[0];

	for (unsigned i = 1; i < pool->nworkers; i++) {
		struct waited *v = &pool->workers[i];

		for (size_t k = 0; k < v->tallies.n; k++)
			gt_tallies_add(&all->tallies, &v->tallies.v[k]);
		all->tallies.unfinished += v->tallies.unfinished;
		gt_sat_grow(&all->tallies.unfinished_ns, v->tallies.unfinished_ns);
		for (size_t k = 0; k < v->n; k++) {
			GT_GROW(all->wakings, all->cap, all->n + 1);
			all->wakings[all->n++] = v->wakings[k];
		}
		/* The first error counts, not that the others were told to end. */
		if (v->rc && (!all->rc || all->rc == GT_ERR_CANCELLED)) {
			all->rc = v->rc;
			all->err = v->err;
		}
	}
}

static struct pool pool_of(struct gt_profile_job *job)
{
	uint64_t slices = gt_gscan_slices(job->t, job->scope.from, job->scope.until);
	struct pool pool = { .job = job, .nworkers = 1, .nparts = 1, .from = job->scope.from,
			     .until = job->scope.until };

	if (job->narrow)
		pool.nparts = job->nfew;
	/* Each part looks at every goroutine once. */
	else if (slices >= MANY && pool.until - pool.from > GT_WORKERS * SHARES) {
		pool.nworkers = gt_workers();
		pool.nparts = (size_t)pool.nworkers * SHARES;
		while (pool.nparts > pool.nworkers && pool.nparts * gt_trace_info(job->t)->goroutines > slices)
			pool.nparts -= pool.nworkers;
	}
	return pool;
}

static void open_keys(struct waited *v, const struct gt_profile_scope *scope)
{
	v->rc = gt_waitkeys_open(&v->keys, v->job->t, scope->wait_group, &v->err);
	/* The stack of the key stands for its equals, as it was asked for first. */
	if (!v->rc && scope->wait_group == GT_WAITS_BY_STACK)
		gt_stackset_find(&v->keys.stacks, gt_waitkey_of_number(scope->wait_key).row);
}

int gt_profile_waits(struct gt_profile_job *job, struct gt_tallies *ts, struct gt_error *err)
{
	struct pool pool = pool_of(job);
	struct waited *first;
	int rc;

	if (pool.from >= pool.until)
		return 0;
	first = pool.workers = gt_xcalloc(pool.nworkers, sizeof *pool.workers);
	for (unsigned i = 0; i < pool.nworkers; i++) {
		pool.workers[i] = (struct waited){ .job = job, .pool = &pool, .tells = i == 0 };
		gt_tallies_init(&pool.workers[i].tallies);
		if (job->args->scope.has_wait_key)
			open_keys(&pool.workers[i], &job->args->scope);
	}
	if (job->narrow)
		work_on_few(&pool);
	else
		gt_work_together(pool.nworkers, work_on_parts, &pool);
	join_workers(&pool);
	if (!first->rc)
		first->rc = find_wakings(first);
	rc = first->rc;
	if (rc && err)
		*err = first->err;
	gt_tallies_release(ts);
	*ts = first->tallies;
	gt_tallies_init(&first->tallies);
	for (unsigned i = 0; i < pool.nworkers; i++) {
		gt_tallies_release(&pool.workers[i].tallies);
		if (job->args->scope.has_wait_key)
			gt_waitkeys_release(&pool.workers[i].keys);
		free(pool.workers[i].matches);
		free(pool.workers[i].wakings);
	}
	free(pool.workers);
	return rc;
}

/* Waits for locks: gathered, with the stacks of who ended them; which locks these are, and their sums. */
#include "analysis/locks/locks.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gscan.h"
#include "analysis/locks/locks_own.h"
#include "analysis/waits/wakings.h"
#include "base/thread.h"
#include "base/xalloc.h"

#define MANY 4096             /* waits: for fewer, one thread looks for those who woke them */
#define MANY_SLICES 32768u    /* of so many, several threads read */
#define TELL 4096             /* waits between two calls of progress */

/* ---- the waits ---- */

static int make_room(struct gt_lockscan *s)
{
	struct gt_locks *l = s->l;
	size_t room = s->room ? 2 * s->room : 1024;
	struct gt_scratch more;
	int rc;

	if (l->nwaits < s->room)
		return 0;
	if (room > GT_NO_ROW)
		return gt_error_set(s->err, GT_ERR_LIMIT, GT_NO_OFFSET, "there are too many waits for locks");
	rc = gt_scratch_alloc(&more, room, sizeof(struct gt_lock_wait), s->err);
	if (rc)
		return rc;
	if (l->nwaits)
		memcpy(more.data, l->waits.data, l->nwaits * sizeof(struct gt_lock_wait));
	gt_scratch_free(&l->waits);
	l->waits = more;
	s->room = room;
	return 0;
}

/* A wait that began before the trace has no reason. */
static bool may_be_lock(struct gt_lockscan *s, uint32_t reason)
{
	const char *text;
	size_t n;

	if (!reason || reason == s->sync)
		return true;
	if (reason == s->other)
		return false;
	text = gt_trace_string(s->l->t, reason, &n);
	if (n == strlen("sync") && !memcmp(text, "sync", n)) {
		s->sync = reason;
		return true;
	}
	s->other = reason;
	return false;
}

static int64_t ran_after(const struct gt_trace *t, uint32_t next)
{
	struct gt_slice s;

	return next != GT_NO_ROW && gt_slice_get(t, next, &s) ? s.t0 : GT_NO_TIME;
}

static bool take_lock_wait(void *arg, const struct gt_waited *w)
{
	struct gt_lockscan *s = arg;
	enum gt_lock_use use;
	uint8_t owner;
	uint32_t site;

	if (w->iv.what != GT_SPENT_BLOCK || !may_be_lock(s, w->iv.reason))
		return true;
	use = gt_lock_sites_find(&s->l->sites, w->iv.stack, &site);
	if (use != GT_LOCK_TAKES && use != GT_LOCK_TAKES_TO_READ)
		return true;
	s->rc = make_room(s);
	if (s->rc)
		return false;
	owner = gt_ginfos_get(&s->goroutines, w->g)->owner;
	*gt_lock_wait_at(s->l, s->l->nwaits++) = (struct gt_lock_wait){
		.begin = w->iv.t0, .end = w->ended ? w->iv.t1 : w->t1, .again = GT_NO_TIME,
		.held = GT_NO_TIME, .g = w->g, .waker = w->ended ? w->iv.waker : GT_NO_ROW, .after = w->iv.slice,
		.next = w->next, .stack = w->iv.stack, .ended = w->ended, .reads = use == GT_LOCK_TAKES_TO_READ,
		.ran = w->ended ? ran_after(s->l->t, w->next) : GT_NO_TIME,
		.owner = owner,
	};
	return true;
}

static int by_lock_end(const void *a, const void *b)
{
	const struct gt_lock_wait *x = a, *y = b;

	return GT_ASC(x, y, end) ?: GT_ASC(x, y, g) ?: GT_ASC(x, y, begin);
}

int gt_lockscan_open(struct gt_lockscan *s, struct gt_locks *l, const struct gt_waits_args *a, struct gt_error *err)
{
	int rc;

	*s = (struct gt_lockscan){ .l = l, .sync = GT_NO_ROW, .other = GT_NO_ROW };
	rc = gt_ginfos_open(&s->goroutines, l->t, err);
	return rc ? rc : gt_waitscan_open(&s->waits, l->t, a, take_lock_wait, s, err);
}

void gt_lockscan_close(struct gt_lockscan *s)
{
	gt_waitscan_free(s->waits);
	gt_ginfos_release(&s->goroutines);
}

int gt_lockscan_step(struct gt_lockscan *s, uint64_t n, struct gt_error *err)
{
	int rc;

	s->err = err;
	rc = gt_waitscan_step(s->waits, n, err);
	return s->rc ? s->rc : rc;
}

void gt_locks_sort(struct gt_locks *l)
{
	if (l->nwaits)
		qsort(l->waits.data, l->nwaits, sizeof(struct gt_lock_wait), by_lock_end);
}

/* A thread's share, in a list of its own. */
struct lockshare {
	struct gt_locks own;
	struct gt_waits_args args;
	struct gt_error err;
	int rc;
};

static void gather_share(void *arg, unsigned worker)
{
	struct lockshare *share = (struct lockshare *)arg + worker;
	struct gt_lockscan s;

	share->rc = gt_lockscan_open(&s, &share->own, &share->args, &share->err);
	if (!share->rc)
		share->rc = gt_lockscan_step(&s, UINT64_MAX, &share->err);
	gt_lockscan_close(&s);
}

/* One after the other: as one scan would have met them. */
static int join_lock_shares(struct gt_locks *l, const struct lockshare *shares, unsigned n, struct gt_error *err)
{
	uint64_t waits = 0;
	int rc;

	for (unsigned i = 0; i < n; i++) {
		waits += shares[i].own.nwaits;
		if (!shares[i].rc)
			continue;
		if (err)
			*err = shares[i].err;
		return shares[i].rc;
	}
	if (waits >= GT_NO_ROW)
		return gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET, "there are too many waits for locks");
	rc = gt_scratch_alloc(&l->waits, waits, sizeof(struct gt_lock_wait), err);
	for (unsigned i = 0; i < n && !rc; i++) {
		if (shares[i].own.nwaits)
			memcpy(gt_lock_wait_at(l, l->nwaits), shares[i].own.waits.data,
			       shares[i].own.nwaits * sizeof(struct gt_lock_wait));
		l->nwaits += shares[i].own.nwaits;
	}
	return rc;
}

int gt_locks_gather(struct gt_locks *l, unsigned threads, const struct gt_table_args *args, struct gt_error *err)
{
	uint64_t slices = gt_gscan_slices(l->t, l->from, l->until);
	struct lockshare *shares;
	int rc;

	/* Each share looks at every goroutine once. */
	if (!threads || slices < MANY_SLICES || slices / threads < gt_trace_info(l->t)->goroutines)
		threads = 1;
	shares = gt_xcalloc(threads, sizeof *shares);
	for (unsigned i = 0; i < threads; i++) {
		gt_locks_begin(&shares[i].own, l->t, l->from, l->until);
		/* One thread speaks for all. */
		shares[i].args = (struct gt_waits_args){
			.from = l->from, .to = l->until, .progress = i ? NULL : args->progress,
			.progress_arg = args->progress_arg, .parts = 2, .share = i, .shares = threads };
	}
	gt_work_together(threads, gather_share, shares);
	rc = join_lock_shares(l, shares, threads, err);
	for (unsigned i = 0; i < threads; i++)
		gt_locks_release(&shares[i].own);
	free(shares);
	return rc;
}

/* ---- the stacks of those who ended them: a thread for each part of the time ---- */

struct lockwakers {
	struct gt_locks *l;
	const struct gt_table_args *args;
	unsigned nworkers;
	atomic_bool cancelled;
	struct {
		int rc;
		struct gt_error err;
	} workers[GT_WORKERS];
};

static void find_some_wakers(void *arg, unsigned worker)
{
	struct lockwakers *k = arg;
	struct gt_locks *l = k->l;
	uint32_t i = (uint32_t)((uint64_t)l->nwaits * worker / k->nworkers);
	uint32_t first = i, end = (uint32_t)((uint64_t)l->nwaits * (worker + 1) / k->nworkers);
	struct gt_error *err = &k->workers[worker].err;
	struct gt_wakers w;
	int rc = gt_wakers_open(&w, l->t, false, gt_lock_wait_at(l, i)->end, err);

	w.jumps = true;
	for (; !rc && i < end && !atomic_load_explicit(&k->cancelled, memory_order_relaxed); i++) {
		struct gt_lock_wait *x = gt_lock_wait_at(l, i);

		if (x->waker != GT_NO_ROW)
			gt_wakers_at(&w, x->g, x->end, &x->waking);
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

static int find_wakers(struct gt_locks *l, const struct gt_table_args *args, struct gt_error *err)
{
	struct lockwakers k = { .l = l, .args = args, .nworkers = l->nwaits < MANY ? 1 : gt_workers() };

	if (!l->nwaits)
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

/* ---- which locks they are ---- */

void gt_locks_tell_apart(struct gt_locks *l)
{
	struct gt_map by_pair, several;

	gt_map_init(&by_pair);
	gt_map_init(&several);
	for (uint32_t i = 0; i < l->nwaits; i++) {
		struct gt_lock_wait *w = gt_lock_wait_at(l, i);
		uint32_t takes, gives = GT_NO_ROW, pair;
		bool added = false, is_new = false;

		gt_lock_sites_find(&l->sites, w->stack, &takes);
		w->gives = w->waking && gt_lock_sites_find(&l->sites, w->waking, &gives) == GT_LOCK_GIVES;
		if (!w->gives)
			gives = GT_NO_ROW;
		/* Pairs are numbered, and then again with the owner. */
		pair = gt_map_get_or_put(&several, (uint64_t)takes << 32 | gives, (uint32_t)several.count, &is_new);
		w->lock = gt_map_get_or_put(&by_pair, (uint64_t)pair << 2 | w->owner, (uint32_t)l->n, &added);
		if (!added)
			continue;
		GT_GROW(l->v, l->cap, l->n + 1);
		l->v[l->n++] = (struct gt_lock){
			.takes = takes, .gives = gives, .owner = w->owner, .reads = w->reads, .is_new = is_new,
			.max = GT_NO_TIME, .p50 = GT_NO_TIME, .p99 = GT_NO_TIME, .hold_max = GT_NO_TIME,
			.longest = GT_NO_ROW, .convoy_at = GT_NO_ROW,
		};
	}
	gt_map_release(&by_pair);
	gt_map_release(&several);
}

/* Sites of taking are nodes, those of giving back others; each points towards the first of its lock. */
static uint32_t lock_root(uint32_t *up, uint32_t i)
{
	for (; up[i] != i; i = up[i])
		up[i] = up[up[i]];
	return i;
}

/*
 * Readers and writers of a sync.RWMutex share no site: the readers wait for the writer, who gives back with Unlock,
 * the writer for the readers, who do so with RUnlock.  But the functions that do this are the same ones.
 */
static void join_readers(struct gt_locks *l, uint32_t *up)
{
	struct gt_map pairs[2];

	gt_map_init(&pairs[0]);
	gt_map_init(&pairs[1]);
	for (unsigned pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < l->n; i++) {
			const struct gt_lock_site *gives = gt_lock_site_at(l, l->v[i].gives);
			uint64_t a = l->sites.v[l->v[i].takes].func, b = gives ? gives->func : 0;
			uint32_t other;

			if (!a || !b)
				continue;
			if (pass == 0) {
				gt_map_get_or_put(&pairs[l->v[i].reads], a << 32 | b, (uint32_t)i, NULL);
				continue;
			}
			other = gt_map_get(&pairs[!l->v[i].reads], b << 32 | a);
			if (other != GT_MAP_NONE)
				up[lock_root(up, l->v[other].takes)] = lock_root(up, l->v[i].takes);
		}
	gt_map_release(&pairs[0]);
	gt_map_release(&pairs[1]);
}

void gt_locks_number(struct gt_locks *l)
{
	uint32_t n = (uint32_t)l->sites.n, *up = gt_xcalloc(4 * (size_t)n + 1, sizeof *up), *pairs = up + 2 * (size_t)n;
	struct gt_map numbers;

	gt_map_init(&numbers);
	for (uint32_t i = 0; i < 2 * n; i++)
		up[i] = i;
	for (size_t i = 0; i < l->n; i++)
		if (l->v[i].gives != GT_NO_ROW)
			up[lock_root(up, n + l->v[i].gives)] = lock_root(up, l->v[i].takes);
	join_readers(l, up);
	for (size_t i = 0; i < l->n; i++) {
		struct gt_lock *k = &l->v[i];

		k->number = gt_map_get_or_put(&numbers, lock_root(up, k->takes), (uint32_t)numbers.count, NULL) + 1;
	}
	for (size_t i = 0; i < l->n; i++) {
		const struct gt_lock *k = &l->v[i];

		if (k->is_new && k->gives != GT_NO_ROW) {
			pairs[k->takes]++;
			pairs[n + k->gives]++;
		}
	}
	for (size_t i = 0; i < l->n; i++) {
		struct gt_lock *k = &l->v[i];

		k->ngives = pairs[k->takes];
		k->ntakes = k->gives != GT_NO_ROW ? pairs[n + k->gives] : 0;
	}
	gt_map_release(&numbers);
	free(up);
}

/* ---- the whole ---- */

void gt_locks_begin(struct gt_locks *l, struct gt_trace *t, int64_t from, int64_t to)
{
	const struct gt_trace_info *info = gt_trace_info(t);

	*l = (struct gt_locks){ .t = t, .from = from > 0 ? from : 0, .until = gt_trace_until(t, to) };
	if (l->until > info->duration)
		l->until = info->duration;
	gt_lock_sites_init(&l->sites, t);
}

int gt_locks_make(struct gt_locks *l, struct gt_trace *t, const struct gt_table_args *args, struct gt_error *err)
{
	int rc;

	gt_locks_begin(l, t, args->limited ? args->from : INT64_MIN, args->limited ? args->to : INT64_MAX);
	rc = gt_locks_gather(l, gt_workers(), args, err);
	gt_locks_sort(l);
	if (!rc)
		rc = find_wakers(l, args, err);
	if (rc)
		return rc;
	gt_locks_tell_apart(l);
	gt_locks_number(l);
	gt_locks_find_holders(l);
	return gt_locks_sum(l, err);
}

void gt_locks_release(struct gt_locks *l)
{
	gt_lock_sites_release(&l->sites);
	gt_scratch_free(&l->waits);
	free(l->v);
	memset(l, 0, sizeof *l);
}

enum gt_lock_confidence gt_lock_confidence(const struct gt_lock *k)
{
	if (k->gives == GT_NO_ROW || k->n < 3)
		return GT_LOCK_LOW;
	return k->n >= 10 && k->ntakes == 1 && k->ngives == 1 ? GT_LOCK_HIGH : GT_LOCK_MEDIUM;
}

const char *gt_lock_confidence_name(enum gt_lock_confidence c)
{
	static const char *const names[] = { [GT_LOCK_LOW] = "low", [GT_LOCK_MEDIUM] = "medium",
					     [GT_LOCK_HIGH] = "high" };

	return (unsigned)c < GT_COUNT(names) ? names[c] : "?";
}

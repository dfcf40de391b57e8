/* Waits for locks: gathered, with the stacks of who ended them; which locks these are, and their sums. */
#include "analysis/locks/locks.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/locks/locks_own.h"
#include "base/thread.h"
#include "base/xalloc.h"

/* ---- the waits ---- */

/* What a thread has that gathers them. */
struct lockscan {
	struct gt_lock_sites sites;
	struct gt_ginfos goroutines;
	uint32_t sync, other;     /* string rows of reasons: "sync", and one that is not; GT_NO_ROW: not met */
};

static int lockscan_open(void *own, const struct gt_trace *t, const void *asked, struct gt_error *err)
{
	struct lockscan *s = own;

	(void)asked;
	s->sync = s->other = GT_NO_ROW;
	gt_lock_sites_init(&s->sites, t);
	return gt_ginfos_open(&s->goroutines, t, err);
}

static void lockscan_close(void *own)
{
	struct lockscan *s = own;

	gt_lock_sites_release(&s->sites);
	gt_ginfos_release(&s->goroutines);
}

/* A wait that began before the trace has no reason. */
static bool may_be_lock(struct lockscan *s, uint32_t reason)
{
	const char *text;
	size_t n;

	if (!reason || reason == s->sync)
		return true;
	if (reason == s->other)
		return false;
	text = gt_trace_string(s->sites.t, reason, &n);
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

static bool take_lock_wait(void *own, const struct gt_waited *w, void *row)
{
	struct lockscan *s = own;
	enum gt_lock_use use;
	uint32_t site;

	if (w->iv.what != GT_SPENT_BLOCK || !may_be_lock(s, w->iv.reason))
		return false;
	use = gt_lock_sites_find(&s->sites, w->iv.stack, &site);
	if (use != GT_LOCK_TAKES && use != GT_LOCK_TAKES_TO_READ)
		return false;
	*(struct gt_lock_wait *)row = (struct gt_lock_wait){
		.begin = w->iv.t0, .end = w->ended ? w->iv.t1 : w->t1, .again = GT_NO_TIME,
		.held = GT_NO_TIME, .g = w->g, .waker = w->ended ? w->iv.waker : GT_NO_ROW, .after = w->iv.slice,
		.next = w->next, .stack = w->iv.stack, .ended = w->ended, .reads = use == GT_LOCK_TAKES_TO_READ,
		.ran = w->ended ? ran_after(s->sites.t, w->next) : GT_NO_TIME,
		.owner = gt_ginfos_get(&s->goroutines, w->g)->owner,
	};
	return true;
}

static uint32_t *lock_wait_woken(void *row, uint32_t *g, int64_t *end)
{
	struct gt_lock_wait *w = row;

	*g = w->g;
	*end = w->end;
	return w->waker != GT_NO_ROW ? &w->waking : NULL;
}

const struct gt_gather_ops gt_lock_gather = {
	.what = "waits for locks", .row = sizeof(struct gt_lock_wait), .own = sizeof(struct lockscan),
	.open = lockscan_open, .close = lockscan_close, .take = take_lock_wait, .woken = lock_wait_woken,
};

void gt_locks_gathered(struct gt_locks *l, struct gt_gather *from)
{
	l->waits = from->rows;
	l->nwaits = from->n;
	from->rows = (struct gt_scratch){ 0 };
	gt_gather_release(from);
	gt_locks_sort(l);
}

static int by_lock_end(const void *a, const void *b)
{
	const struct gt_lock_wait *x = a, *y = b;

	return GT_ASC(x, y, end) ?: GT_ASC(x, y, g) ?: GT_ASC(x, y, begin);
}

void gt_locks_sort(struct gt_locks *l)
{
	if (l->nwaits)
		qsort(l->waits.data, l->nwaits, sizeof(struct gt_lock_wait), by_lock_end);
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
	struct gt_gather k;
	int rc;

	gt_locks_begin(l, t, args->limited ? args->from : INT64_MIN, args->limited ? args->to : INT64_MAX);
	gt_gather_begin(&k, t, &gt_lock_gather, l->from, l->until);
	rc = gt_gather_all(&k, gt_workers(), args, err);
	gt_locks_gathered(l, &k);
	if (!rc)
		rc = gt_gather_wakers(t, &gt_lock_gather, l->waits.data, l->nwaits, args, err);
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

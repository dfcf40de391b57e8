/* Who ran instead of critical paths that waited for a processor: a walk over all these waits, which threads share. */
#include "analysis/paths/critby.h"

#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define WAITS_ALONE 16384u    /* that are not worth a second thread */
#define ROUND 1024u           /* waits of a thread, until it says how many there are */

struct gt_crit_wait {
	struct gt_held_span time;
	uint32_t key;
};

struct gt_crit_by_part {
	struct gt_held_part part;
	uint32_t key;
};

/* Those that end in a part of the time, one thread's: [first, end) of each list. */
struct crit_share {
	struct gt_crit_by *by;
	unsigned n;                   /* how many shares there are */
	size_t first[GT_WORKERS], end[GT_WORKERS];
	struct gt_held held;
	uint32_t *keys;               /* of its waits, in their order */
	struct gt_crit_by_part *parts;
	size_t nparts, cap_parts;
	struct gt_map keys_met;       /* key -> a number, */
	struct gt_map places;         /* number, kind and function -> place in parts */
	uint32_t key, number;         /* the one that was asked for last */
	GT_APART;
};

/* ---- waits ---- */

/* There may be some more of them than are told of, but not many times as many. */
void gt_crit_by_add(struct gt_crit_by *b, unsigned worker, uint32_t key, const struct gt_seg *seg)
{
	struct gt_crit_waits *l = &b->waits[worker];

	if (seg->kind != GT_SEG_RUNNABLE)
		return;
	if (l->n % ROUND == 0) {
		uint64_t all = atomic_load_explicit(&b->taken, memory_order_relaxed);

		if (all > GT_CRIT_ROWS + GT_WORKERS * ROUND)
			return;
		atomic_fetch_add_explicit(&b->taken, ROUND, memory_order_relaxed);
	}
	GT_GROW(l->v, l->cap, l->n + 1);
	l->v[l->n++] = (struct gt_crit_wait){ { seg->hop.t0, seg->hop.t1 }, key };
}

static int wait_later(const void *pa, const void *pb)
{
	const struct gt_crit_wait *a = pa, *b = pb;

	return (a->time.t1 < b->time.t1) - (a->time.t1 > b->time.t1);
}

static void sort_waits(void *arg, unsigned worker)
{
	const struct crit_share *s = (const struct crit_share *)arg + worker;

	for (unsigned i = worker; i < GT_WORKERS; i += s->n)
		if (s->by->waits[i].n)
			qsort(s->by->waits[i].v, s->by->waits[i].n, sizeof(struct gt_crit_wait), wait_later);
}

/* How many of a list end after t. */
static size_t waits_after(const struct gt_crit_waits *l, int64_t t)
{
	return GT_BISECT(i, 0, l->n, l->v[i].time.t1 > t);
}

static size_t all_after(const struct gt_crit_by *b, int64_t t)
{
	size_t n = 0;

	for (unsigned i = 0; i < GT_WORKERS; i++)
		n += waits_after(&b->waits[i], t);
	return n;
}

/* ---- a share of them ---- */

static void take_parts(void *arg, size_t i, const struct gt_held *h)
{
	struct crit_share *s = arg;
	uint32_t key = s->keys[i];

	if (!s->keys_met.count || key != s->key)
		s->number = gt_map_get_or_put(&s->keys_met, key, (uint32_t)s->keys_met.count, NULL);
	s->key = key;
	for (size_t k = 0; k < h->nparts; k++) {
		const struct gt_held_part *p = &h->parts[k];
		bool added = false;
		uint32_t at = gt_map_get_or_put(&s->places, (uint64_t)s->number << 36 | (uint64_t)p->kind << 32 |
						p->func, (uint32_t)s->nparts, &added);

		if (added) {
			GT_GROW(s->parts, s->cap_parts, s->nparts + 1);
			s->parts[s->nparts++] = (struct gt_crit_by_part){ *p, key };
		} else {
			gt_sat_grow(&s->parts[at].part.ns, p->ns);
		}
	}
}

/* The last of all lists that is left. */
static const struct gt_crit_wait *next_wait(struct crit_share *s)
{
	const struct gt_crit_wait *next = NULL;
	unsigned from = 0;

	for (unsigned i = 0; i < GT_WORKERS; i++) {
		const struct gt_crit_wait *w = s->by->waits[i].v;

		if (s->first[i] == s->end[i] || (next && next->time.t1 >= w[s->first[i]].time.t1))
			continue;
		next = &w[s->first[i]];
		from = i;
	}
	if (next)
		s->first[from]++;
	return next;
}

static void walk_share(void *arg, unsigned worker)
{
	struct crit_share *s = (struct crit_share *)arg + worker;
	const struct gt_crit_wait *w;
	struct gt_held_span *times;
	size_t n = 0, at = 0;

	for (unsigned i = 0; i < GT_WORKERS; i++)
		n += s->end[i] - s->first[i];
	times = gt_xcalloc(n + 1, sizeof *times);
	s->keys = gt_xcalloc(n + 1, sizeof *s->keys);
	while ((w = next_wait(s))) {
		times[at] = w->time;
		s->keys[at++] = w->key;
	}
	gt_map_init(&s->places);
	gt_map_init(&s->keys_met);
	gt_held_each(&s->held, times, n, take_parts, s);
	gt_map_release(&s->places);
	gt_map_release(&s->keys_met);
	free(times);
	free(s->keys);
}

/* ---- all shares ---- */

/* A time: n of the waits end after it, or more. */
static int64_t end_of_share(const struct gt_crit_by *b, const struct gt_held *h, size_t n)
{
	return h->from + GT_BISECT(t, 0, h->to - h->from, all_after(b, h->from + t) >= n) - 1;
}

static void cut_shares(const struct gt_crit_by *b, struct crit_share *shares, unsigned n, size_t waits)
{
	for (unsigned i = 0; i < n; i++) {
		int64_t t = end_of_share(b, &shares[i].held, waits / n * (i + 1));

		for (unsigned k = 0; k < GT_WORKERS; k++) {
			shares[i].first[k] = i ? shares[i - 1].end[k] : 0;
			shares[i].end[k] = i + 1 < n ? waits_after(&b->waits[k], t) : b->waits[k].n;
		}
	}
}

static int part_by_key(const void *pa, const void *pb)
{
	const struct gt_crit_by_part *a = pa, *b = pb;

	return GT_ASC(a, b, key) ?: GT_ASC(a, b, part.kind) ?: GT_ASC(a, b, part.func);
}

static int largest_of_key(const void *pa, const void *pb)
{
	const struct gt_crit_by_part *a = pa, *b = pb;

	return GT_ASC(a, b, key) ?: GT_DESC(a, b, part.ns) ?: part_by_key(pa, pb);
}

static void join_crit_shares(struct gt_crit_by *b, const struct crit_share *shares, unsigned n)
{
	size_t left = 0;

	for (unsigned i = 0; i < n; i++) {
		for (size_t k = 0; k < shares[i].nparts; k++) {
			GT_GROW(b->parts, b->cap_parts, b->nparts + 1);
			b->parts[b->nparts++] = shares[i].parts[k];
		}
	}
	if (!b->nparts)
		return;
	qsort(b->parts, b->nparts, sizeof *b->parts, part_by_key);
	for (size_t i = 1; i < b->nparts; i++) {
		if (part_by_key(&b->parts[left], &b->parts[i]) == 0)
			gt_sat_grow(&b->parts[left].part.ns, b->parts[i].part.ns);
		else
			b->parts[++left] = b->parts[i];
	}
	b->nparts = left + 1;
	qsort(b->parts, b->nparts, sizeof *b->parts, largest_of_key);
}

static bool open_shares(struct crit_share *shares, unsigned n, struct gt_table *t)
{
	const struct gt_held_args a = { .from = INT64_MIN, .to = INT64_MAX, .whole = true };
	struct gt_blame_index blames = { 0 };
	int rc = 0;

	gt_blame_index_update(&blames, t->trace, 0);
	for (unsigned i = 0; i < n && !rc; i++)
		rc = gt_held_begin(&shares[i].held, t->trace, &blames, &a, &t->fault);
	gt_blame_index_release(&blames);
	return rc == 0;
}

static void release_waits(struct gt_crit_by *b)
{
	for (unsigned i = 0; i < GT_WORKERS; i++)
		free(b->waits[i].v);
	memset(b->waits, 0, sizeof b->waits);
}

void gt_crit_by_fill(struct gt_crit_by *b, struct gt_table *t)
{
	unsigned n = gt_workers();
	struct crit_share *shares;
	size_t waits = 0;

	for (unsigned i = 0; i < GT_WORKERS; i++)
		waits += b->waits[i].n;
	b->too_many = waits > GT_CRIT_ROWS;
	n = waits < WAITS_ALONE ? 1 : n;
	shares = gt_xcalloc(n, sizeof *shares);
	for (unsigned i = 0; i < n; i++) {
		shares[i].by = b;
		shares[i].n = n;
	}
	if (waits && !b->too_many && open_shares(shares, n, t)) {
		gt_work_together(n, sort_waits, shares);
		cut_shares(b, shares, n, waits);
		gt_work_together(n, walk_share, shares);
		join_crit_shares(b, shares, n);
	}
	for (unsigned i = 0; i < n; i++) {
		gt_held_release(&shares[i].held);
		free(shares[i].parts);
	}
	free(shares);
	release_waits(b);
}

/* ---- a cell ---- */

void gt_crit_by_cell(struct gt_crit_by *b, const struct gt_trace *t, uint32_t key, struct gt_cell *out)
{
	size_t first = GT_BISECT(i, 0, b->nparts, b->parts[i].key < key), n = 0;

	for (size_t i = first; i < b->nparts && b->parts[i].key == key; i++) {
		GT_GROW(b->of_key, b->cap_of_key, n + 1);
		b->of_key[n++] = b->parts[i].part;
	}
	if (b->too_many)
		out->absent = "too many waits";
	else if (n)
		gt_ranby_parts(&b->ranby, t, b->of_key, n, out);
}

void gt_crit_by_release(struct gt_crit_by *b)
{
	gt_ranby_release(&b->ranby);
	release_waits(b);
	free(b->parts);
	free(b->of_key);
	memset(b, 0, sizeof *b);
}

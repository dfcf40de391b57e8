/* Sums of critical paths, without their segments. */
#include "analysis/paths/critsums.h"

#include <stdlib.h>

#include "base/sat.h"
#include "base/thread.h"
#include "base/xalloc.h"

#define ROUND_SEGS 131072u    /* of a thread, until progress is told */

void gt_crit_sums_init(struct gt_crit_sums *s)
{
	*s = (struct gt_crit_sums){ .v = NULL };
	gt_map_init(&s->by_key);
}

void gt_crit_sums_release(struct gt_crit_sums *s)
{
	gt_map_release(&s->by_key);
	free(s->v);
	s->v = NULL;
	s->n = s->cap = 0;
}

static uint32_t crit_key(struct gt_crit_keys *k, const struct gt_seg *seg)
{
	struct gt_goroutine g;

	if (k->by == GT_CRIT_BY_G)
		return seg->hop.g;
	if (k->by != GT_CRIT_BY_FUNC)
		return 0;
	if (k->g != seg->hop.g) {
		k->g = seg->hop.g;
		k->func = gt_goroutine_get(k->t, k->g, &g) ? g.func : 0;
	}
	return k->func;
}

/* Whether one comes before the other in a list of all. */
static bool seg_before(uint32_t window, int64_t t1, uint32_t than, int64_t than_t1)
{
	return window != than ? window < than : t1 > than_t1;
}

static struct gt_crit_sum *sum_of(struct gt_crit_sums *s, uint32_t key, enum gt_seg_kind kind)
{
	uint32_t at = s->last[kind];
	bool added = false;

	if (at < s->n && s->v[at].key == key && s->v[at].kind == kind)
		return &s->v[at];
	at = gt_map_get_or_put(&s->by_key, (uint64_t)key << 8 | kind, (uint32_t)s->n, &added);
	s->last[kind] = at;
	if (added) {
		GT_GROW(s->v, s->cap, s->n + 1);
		s->v[s->n++] = (struct gt_crit_sum){ .key = key, .kind = kind, .first_window = UINT32_MAX };
	}
	return &s->v[at];
}

static void sum_longer(struct gt_crit_sum *g, int64_t dur, const struct gt_seg *seg)
{
	const struct gt_seg *was = &g->longest;

	if (dur < g->max ||
	    (dur == g->max && !seg_before(seg->window, seg->hop.t1, was->window, was->hop.t1)))
		return;
	g->max = dur;
	g->longest = *seg;
}

static void sum_first(struct gt_crit_sum *g, uint32_t window, int64_t t1)
{
	if (!seg_before(window, t1, g->first_window, g->first_t1))
		return;
	g->first_window = window;
	g->first_t1 = t1;
}

void gt_crit_sums_add(struct gt_crit_sums *s, uint32_t key, const struct gt_seg *seg)
{
	struct gt_crit_sum *g = sum_of(s, key, seg->kind);
	int64_t dur = seg->hop.t1 - seg->hop.t0;

	g->count++;
	gt_sat_grow(&g->total, dur);
	sum_longer(g, dur, seg);
	sum_first(g, seg->window, seg->hop.t1);
	s->segments++;
	gt_sat_grow(&s->ns[seg->kind], dur);
}

static int sum_by_first(const void *pa, const void *pb)
{
	const struct gt_crit_sum *a = pa, *b = pb;

	return GT_ASC(a, b, first_window) ?: GT_DESC(a, b, first_t1);
}

void gt_crit_sums_settle(struct gt_crit_sums *s)
{
	if (s->n)
		qsort(s->v, s->n, sizeof *s->v, sum_by_first);
	gt_map_release(&s->by_key);
	gt_map_init(&s->by_key);
}

static void sums_join(struct gt_crit_sums *all, const struct gt_crit_sums *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct gt_crit_sum *from = &s->v[i];
		struct gt_crit_sum *g = sum_of(all, from->key, from->kind);

		g->count += from->count;
		gt_sat_grow(&g->total, from->total);
		sum_longer(g, from->max, &from->longest);
		sum_first(g, from->first_window, from->first_t1);
	}
	all->segments += s->segments;
	for (int k = 0; k < GT_SEGS; k++)
		gt_sat_grow(&all->ns[k], s->ns[k]);
}

/* ---- threads ---- */

struct summer {
	struct gt_crit_sums sums;
	struct gt_crit walk;
	struct gt_gspans one;         /* the window that is walked */
	uint32_t window;
	bool walks;
	struct gt_crit_keys keys;
	GT_APART;
};

struct summing {
	const struct gt_trace *t;
	const struct gt_gspans *windows;
	uint64_t next;                /* window that nobody has taken; atomic */
	struct gt_crit_by *by;        /* NULL: nobody asks */
	struct summer *workers;
};

static bool take_window(struct summing *all, struct summer *w)
{
	uint64_t i = __atomic_fetch_add(&all->next, 1, __ATOMIC_RELAXED);

	w->walks = i < all->windows->n;
	if (!w->walks)
		return false;
	w->window = (uint32_t)i;
	w->one = (struct gt_gspans){ .v = &all->windows->v[i], .n = 1 };
	gt_crit_open(&w->walk, all->t, &w->one);
	return true;
}

static void sum_some(void *arg, unsigned worker)
{
	struct summing *all = arg;
	struct summer *w = &all->workers[worker];
	struct gt_seg seg;

	for (unsigned n = 0; n < ROUND_SEGS && (w->walks || take_window(all, w)); n++) {
		if (gt_crit_next(&w->walk, &seg)) {
			uint32_t key = crit_key(&w->keys, &seg);

			seg.window = w->window;
			gt_crit_sums_add(&w->sums, key, &seg);
			if (all->by)
				gt_crit_by_add(all->by, worker, key, &seg);
		} else {
			gt_crit_close(&w->walk);
			w->walks = false;
		}
	}
}

static bool summing_ends(const struct summing *all, unsigned n)
{
	bool ends = __atomic_load_n(&all->next, __ATOMIC_RELAXED) >= all->windows->n;

	for (unsigned i = 0; i < n; i++)
		ends &= !all->workers[i].walks;
	return ends;
}

/* In thousandths. */
static bool summing_goes_on(const struct summing *all, unsigned n, const struct gt_table_args *args)
{
	int64_t length = gt_crit_length(all->windows), done = 0;

	for (unsigned i = 0; i < n; i++)
		for (int k = 0; k < GT_SEGS; k++)
			gt_sat_grow(&done, all->workers[i].sums.ns[k]);
	return !args->progress || args->progress(args->progress_arg, length ? (uint64_t)(
		(double)done * 1000 / (double)length) : 1000, 1000);
}

int gt_crit_sums_fill(struct gt_crit_sums *s, const struct gt_trace *t, const struct gt_gspans *windows,
		      const struct gt_table_args *args, struct gt_crit_by *by, struct gt_error *err)
{
	struct summing all = { .t = t, .windows = windows, .by = by };
	unsigned n = gt_workers();
	int rc = 0;

	n = n < windows->n ? n : windows->n ? (unsigned)windows->n : 1;
	all.workers = gt_xcalloc(n, sizeof *all.workers);
	for (unsigned i = 0; i < n; i++) {
		gt_crit_sums_init(&all.workers[i].sums);
		all.workers[i].keys = (struct gt_crit_keys){ t, args->group, GT_NO_ROW, 0 };
	}
	while (!rc && !summing_ends(&all, n)) {
		gt_work_together(n, sum_some, &all);
		if (!summing_goes_on(&all, n, args))
			rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	}
	for (unsigned i = 0; i < n; i++) {
		if (!rc)
			sums_join(s, &all.workers[i].sums);
		if (all.workers[i].walks)
			gt_crit_close(&all.workers[i].walk);
		gt_crit_sums_release(&all.workers[i].sums);
	}
	free(all.workers);
	gt_crit_sums_settle(s);
	return rc;
}

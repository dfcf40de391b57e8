/* Waits in groups: the scans of all waits, by several threads. */
#include "analysis/waitlist/waitgroups_own.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gscan.h"
#include "analysis/table/ranks.h"
#include "base/sat.h"
#include "base/xalloc.h"

static const double ranks[GT_WGROUP_RANKS] = { 0.5, 0.9, 0.99, 0.999 };
#define MANY 32768u           /* of so many slices several threads read */

/* ---- groups and sums ---- */

/* A group that a thread met, while it scans. */
struct wgroup_met {
	struct gt_wgroup group;
	struct gt_numbers durs;         /* of the ended ones */
	int64_t when[GT_PARTS];
};

/* A thread scans a share of the waits, the same in each pass. */
struct wgroup_scan {
	struct wgroup_pass *pass;
	unsigned share;
	struct gt_waitkeys keys;
	struct gt_map by_key;
	struct wgroup_met *met;
	size_t n, cap;
	uint32_t *place;                /* of these among the groups of all, when all are known */
	struct gt_error err;
	int rc;
};

struct wgroup_pass {
	struct gt_waitgroups *wg;
	const struct gt_table_args *args;
	struct wgroup_scan *scans;
	unsigned nscans, number;        /* number of the pass */
	gt_waited_fn *fn;
	atomic_bool stopped;
	struct gt_ranks ranks;
};

/* Whether the wait is in a group, and in which. */
static bool find_key(struct wgroup_scan *s, const struct gt_waited *w, struct gt_waitkey *key)
{
	const struct gt_waitgroups *wg = s->pass->wg;

	if (wg->sched && (w->iv.what != GT_SPENT_SCHED ||
			  gt_ginfos_get(&s->keys.goroutines, w->g)->owner != GT_OWNER_PROGRAM))
		return false;
	*key = gt_waitkey_of(&s->keys, w);
	return !wg->sched || gt_waitkeys_cause(&s->keys, w) != GT_WAKER_UNKNOWN;
}

/* One that ended counts as longer than any that did not; of equal ones the first stays. */
static bool is_longest(const struct gt_wgroup *group, bool ended, int64_t dur)
{
	return ended != group->longest.ended ? ended : dur > group->longest.dur;
}

/* What follows in the order of the scan. */
static void join_wgroup(struct gt_wgroup *group, const struct gt_wgroup *other)
{
	if (is_longest(group, other->longest.ended, other->longest.dur))
		group->longest = other->longest;
	group->n += other->n;
	group->nopen += other->nopen;
	group->states |= other->states;
	gt_sat_grow(&group->total, other->total);
	gt_sat_grow(&group->open, other->open);
	group->max = other->max > group->max ? other->max : group->max;
}

static void add_to_wgroup(struct gt_wgroup *group, const struct gt_waited *w)
{
	int64_t dur = w->t1 - w->t0;

	group->states |= (uint8_t)(1U << w->iv.what);
	if (is_longest(group, w->ended, dur)) {
		group->longest.g = w->g;
		group->longest.next = w->next;
		group->longest.t0 = w->iv.t0;
		group->longest.dur = dur;
		group->longest.ended = w->ended;
	}
	if (w->ended) {
		group->n++;
		gt_sat_grow(&group->total, dur);
		group->max = dur > group->max ? dur : group->max;
	} else {
		group->nopen++;
		gt_sat_grow(&group->open, dur);
	}
}

static struct wgroup_met *meet_wgroup(struct wgroup_scan *s, const struct gt_waitkey *key)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&s->by_key, gt_waitkey_number(key), (uint32_t)s->n, &added);

	if (added) {
		GT_GROW(s->met, s->cap, s->n + 1);
		s->met[s->n++] = (struct wgroup_met){ .group = { .key = *key, .max = GT_NO_TIME, .longest.dur = -1 } };
	}
	return &s->met[i];
}

static bool group_wait(void *arg, const struct gt_waited *w)
{
	struct wgroup_scan *s = arg;
	struct wgroup_met *met;
	struct gt_waitkey key;

	if (!find_key(s, w, &key))
		return true;
	met = meet_wgroup(s, &key);
	add_to_wgroup(&met->group, w);
	gt_parts_add(met->when, s->pass->wg->from, s->pass->wg->to, w->t0, w->t1);
	if (w->ended)
		gt_numbers_add(&met->durs, w->t1 - w->t0);
	return !atomic_load_explicit(&s->pass->stopped, memory_order_relaxed);
}

/* ---- more passes: what is in the step of a percentile ---- */

static bool rank_wait(void *arg, const struct gt_waited *w)
{
	struct wgroup_scan *s = arg;
	struct gt_ranks *r = &s->pass->ranks;
	struct gt_waitkey key;
	uint32_t i;

	if (!w->ended || !gt_ranks_want(r, w->t1 - w->t0) || !find_key(s, w, &key))
		return true;
	i = gt_map_get(&s->by_key, gt_waitkey_number(&key));
	if (i != GT_MAP_NONE)
		gt_ranks_add(r, s->share, s->place[i], w->t1 - w->t0);
	return !atomic_load_explicit(&s->pass->stopped, memory_order_relaxed);
}

/* ---- all of it ---- */

static void scan_share(void *arg, unsigned worker)
{
	struct wgroup_pass *pass = arg;
	const struct gt_table_args *args = pass->args;
	struct wgroup_scan *s = &pass->scans[worker];
	struct gt_waits_args a = {
		.from = args->from, .to = args->to, .share = worker, .shares = pass->nscans,
		/* One thread speaks for all. */
		.progress = worker ? NULL : args->progress, .progress_arg = args->progress_arg,
		.part = pass->number < 2 ? pass->number : 1, .parts = 2,
	};

	s->rc = gt_waits_scan(pass->wg->head.trace, &a, pass->fn, s, &s->err);
	if (s->rc)
		atomic_store_explicit(&pass->stopped, true, memory_order_relaxed);
}

static int scan_shares(struct wgroup_pass *pass, gt_waited_fn *fn, struct gt_error *err)
{
	pass->fn = fn;
	gt_work_together(pass->nscans, scan_share, pass);
	pass->number++;
	for (unsigned i = 0; i < pass->nscans; i++) {
		if (!pass->scans[i].rc)
			continue;
		if (err)
			*err = pass->scans[i].err;
		return pass->scans[i].rc;
	}
	return 0;
}

/* The groups of all go to the first scan, in the order in which one scan meets them. */
static void join_shares(struct wgroup_pass *pass)
{
	struct wgroup_scan *all = &pass->scans[0];

	for (unsigned i = 0; i < pass->nscans; i++) {
		struct wgroup_scan *s = &pass->scans[i];

		s->place = gt_xcalloc(s->n + 1, sizeof *s->place);
		for (size_t k = 0; k < s->n; k++) {
			struct wgroup_met *from = &s->met[k], *to = from;
			struct gt_waitkey key = from->group.key;

			/* Another stack may stand for the same ones there. */
			if (i && pass->wg->keys.by == GT_WAITS_BY_STACK)
				key.row = gt_stackset_find(&all->keys.stacks, key.row);
			if (i) {
				to = meet_wgroup(all, &key);
				join_wgroup(&to->group, &from->group);
				gt_numbers_join(&to->durs, &from->durs);
				for (unsigned p = 0; p < GT_PARTS; p++)
					gt_sat_grow(&to->when[p], from->when[p]);
			}
			s->place[k] = (uint32_t)(to - all->met);
		}
	}
}

static int take_groups(struct gt_waitgroups *wg, struct wgroup_pass *pass, struct gt_error *err)
{
	struct wgroup_scan *all = &pass->scans[0];
	int rc = gt_scratch_alloc(&wg->when, all->n, GT_PARTS * sizeof(int64_t), err);

	if (rc)
		return rc;
	wg->groups = gt_xcalloc(all->n + 1, sizeof *wg->groups);
	wg->head.rows = all->n;
	for (size_t i = 0; i < all->n; i++) {
		struct gt_wgroup *group = &wg->groups[i];

		*group = all->met[i].group;
		memcpy((int64_t *)wg->when.data + i * GT_PARTS, all->met[i].when, sizeof all->met[i].when);
		gt_ranks_find(&pass->ranks, (uint32_t)i, &all->met[i].durs, ranks, GT_WGROUP_RANKS, group->at);
		gt_numbers_release(&all->met[i].durs);
	}
	while (!rc && gt_ranks_begin(&pass->ranks, all->n)) {
		rc = scan_shares(pass, rank_wait, err);
		gt_ranks_end(&pass->ranks);
	}
	return rc;
}

static void close_shares(struct wgroup_pass *pass)
{
	for (unsigned i = 0; i < pass->nscans; i++) {
		struct wgroup_scan *s = &pass->scans[i];

		for (size_t k = 0; k < s->n; k++)
			gt_numbers_release(&s->met[k].durs);
		gt_waitkeys_release(&s->keys);
		gt_map_release(&s->by_key);
		free(s->met);
		free(s->place);
	}
	free(pass->scans);
	gt_ranks_release(&pass->ranks);
}

int gt_waitgroups_scan(struct gt_waitgroups *wg, const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_trace *t = wg->head.trace;
	uint64_t slices = gt_gscan_slices(t, wg->from, wg->to), goroutines = gt_trace_info(t)->goroutines;
	struct wgroup_pass pass = { .wg = wg, .args = args, .nscans = gt_workers() };
	int rc = 0;

	/* Each share looks at every goroutine once. */
	if (slices < MANY || slices / pass.nscans < goroutines)
		pass.nscans = 1;
	pass.scans = gt_xcalloc(pass.nscans, sizeof *pass.scans);
	for (unsigned i = 0; i < pass.nscans; i++) {
		pass.scans[i] = (struct wgroup_scan){ .pass = &pass, .share = i };
		rc = rc ? rc : gt_waitkeys_open(&pass.scans[i].keys, t, wg->keys.by, err);
	}
	if (!rc)
		rc = scan_shares(&pass, group_wait, err);
	if (!rc) {
		join_shares(&pass);
		rc = take_groups(wg, &pass, err);
	}
	close_shares(&pass);
	return rc;
}

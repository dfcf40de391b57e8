/* Slices in groups: all rows are read twice or three times, by several threads. */
#include "analysis/slices/slicegroups.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/ginfo.h"
#include "analysis/slices/greedy.h"
#include "analysis/table/percentile.h"
#include "analysis/table/ranks.h"
#include "analysis/stacks/stackset.h"
#include "base/hash.h"
#include "base/thread.h"
#include "base/xalloc.h"

#define LONG_NS INT64_C(10000000)   /* the runtime preempts a goroutine after so long */
#define UNIT 16384u                 /* rows that a thread takes at a time */
#define COUNTED 4096u                /* groups of so many slices, and of … */
#define COUNTED_SHARE 32            /* … this part of all have their lengths counted; those of others are listed */
#define MANY_GROUPS 65536u
#define NO_GROUP UINT32_MAX

/* The groups that one thread found; in the end those of all are the first one's. */
struct grouping {
	struct walk *walk;
	struct gt_ginfos goroutines;
	struct gt_slicegroup *groups;
	size_t n, cap;
	struct gt_map by_key;
	struct gt_stackset stacks;
	uint32_t *known;                /* group + 1 of a goroutine or stack row; 0: not known */
	size_t nknown;
	struct gt_greedy_chunk c;
	GT_APART;
};

struct walk {
	struct gt_table *slices;
	const struct gt_table_args *args;
	unsigned nworkers;
	struct grouping *workers;
	struct gt_mutex lock;           /* of the first one's maps, when all groups are known */

	/* The present walk. */
	void (*fn)(struct walk *walk, unsigned worker, uint64_t row, const struct gt_greedy_chunk *c);
	bool stacks;                    /* it needs them */
	atomic_uint_fast64_t next;
	atomic_bool stopped;
	uint64_t before, total;         /* rows of walks before this one; of all */

	/* All groups. */
	struct gt_slicegroup *groups;
	uint64_t n;
	uint32_t *known;                /* group + 1, as in struct grouping */
	size_t nknown;
	uint32_t *place;                /* of the first one's groups in `groups` */
	uint8_t *counted;               /* which of `lengths` a group's are counted in, + 1; 0: they are listed */
	uint64_t *listed;               /* ... or where in `durs` the next one comes */
	struct gt_numbers lengths[GT_WORKERS][COUNTED_SHARE];
	struct gt_scratch durs;         /* int64_t */
	struct gt_ranks ranks;
	uint32_t *members;
};

/* ---- walks ---- */

static void walk_rows(void *arg, unsigned worker)
{
	struct walk *walk = arg;
	struct gt_greedy_chunk *c = &walk->workers[worker].c;
	uint64_t rows = walk->slices->rows, a;

	while (!atomic_load_explicit(&walk->stopped, memory_order_relaxed) &&
	       (a = atomic_fetch_add_explicit(&walk->next, UNIT, memory_order_relaxed)) < rows) {
		uint64_t end = rows - a < UNIT ? rows : a + UNIT;

		for (uint64_t row = a; row < end; row += c->n) {
			gt_greedy_chunk_read(walk->slices, row, walk->stacks, c);
			c->n = c->n < end - row ? c->n : (uint32_t)(end - row);
			walk->fn(walk, worker, row, c);
		}
		/* One thread speaks for all. */
		if (!worker && walk->args->progress &&
		    !walk->args->progress(walk->args->progress_arg, walk->before + end, walk->total))
			atomic_store_explicit(&walk->stopped, true, memory_order_relaxed);
	}
}

static int walk_all(struct walk *walk, unsigned nworkers,
		    void (*fn)(struct walk *, unsigned, uint64_t, const struct gt_greedy_chunk *), struct gt_error *err)
{
	walk->fn = fn;
	atomic_store_explicit(&walk->next, 0, memory_order_relaxed);
	gt_work_together(nworkers, walk_rows, walk);
	walk->before += walk->slices->rows;
	return walk->stopped ? gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "grouping was cancelled") : 0;
}

/* ---- first walk: groups and their sums ---- */

static uint32_t slicegroup_key(struct grouping *w, uint32_t g, uint32_t stack)
{
	switch (w->walk->args->group) {
	case GT_SLICES_BY_STACK: return gt_stackset_find(&w->stacks, stack);
	case GT_SLICES_BY_G: return g;
	default: return gt_ginfos_get(&w->goroutines, g)->func;
	}
}

/* What is stored of a damaged index may be any number. */
static bool is_sound(struct grouping *w, uint32_t g, uint32_t stack)
{
	return w->walk->args->group == GT_SLICES_BY_STACK ? gt_stack_depth(w->walk->slices->trace, stack) > 0
							  : gt_ginfos_get(&w->goroutines, g)->known;
}

static void remember(uint32_t **known, size_t *nknown, uint32_t row, uint32_t number)
{
	size_t old = *nknown;

	GT_GROW(*known, *nknown, (size_t)row + 1);
	memset(*known + old, 0, (*nknown - old) * sizeof **known);
	(*known)[row] = number + 1;
}

/* The group with a key; *added: there was none, it has only that. */
static uint32_t group_with(struct grouping *w, uint32_t key, bool *added)
{
	uint32_t number = gt_map_get_or_put(&w->by_key, key, (uint32_t)w->n, added);

	if (*added) {
		GT_GROW(w->groups, w->cap, w->n + 1);
		w->groups[w->n++] = (struct gt_slicegroup){ .key = key, .max = -1 };
	}
	return number;
}

/* The group of a goroutine or stack row that was not asked for before. */
static uint32_t slicegroup_new(struct grouping *w, uint64_t row, uint32_t g, uint32_t stack)
{
	bool added = false;
	uint32_t number = group_with(w, slicegroup_key(w, g, stack), &added);

	if (added) {
		const struct gt_ginfo *info = gt_ginfos_get(&w->goroutines, g);
		struct gt_slicegroup *group = &w->groups[number];

		group->func = info->func;
		group->owner = info->owner;
		group->g = group->newest = g;
		group->first_row = (uint32_t)row;
	}
	if (is_sound(w, g, stack))
		remember(&w->known, &w->nknown, w->walk->args->group == GT_SLICES_BY_STACK ? stack : g, number);
	return number;
}

/* Of slices of another goroutine than the one before. */
static void join_goroutine(struct grouping *w, struct gt_slicegroup *group, uint32_t g)
{
	const struct gt_ginfo *info = gt_ginfos_get(&w->goroutines, g);

	group->newest = g;
	group->owner = gt_owner_join(group->owner, info->owner);
	group->mixed |= group->func != info->func;
}

static void sum_chunk(struct walk *walk, unsigned worker, uint64_t row, const struct gt_greedy_chunk *c)
{
	struct grouping *w = &walk->workers[worker];
	const uint64_t *keys = walk->args->group == GT_SLICES_BY_STACK ? c->end_stack : c->g;

	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t g = (uint32_t)c->g[i], key = (uint32_t)keys[i];
		int64_t dur = c->dur[i];
		struct gt_slicegroup *group;
		uint32_t number;

		if (dur == GT_NO_TIME)
			continue;
		number = key < w->nknown && w->known[key] ? w->known[key] - 1 : slicegroup_new(w, row + i, g, key);
		group = &w->groups[number];
		if (group->newest != g)
			join_goroutine(w, group, g);
		group->n++;
		/* Broken clocks make it wrap. */
		group->total = (int64_t)((uint64_t)group->total + (uint64_t)dur);
		group->over += dur >= LONG_NS;
		if (dur > group->max) {
			group->max = dur;
			group->longest = (uint32_t)(row + i);
		}
	}
}

/* ---- the groups of all threads ---- */

static void join_group(struct gt_slicegroup *to, const struct gt_slicegroup *from)
{
	to->mixed |= from->mixed || from->func != to->func;
	to->owner = gt_owner_join(to->owner, from->owner);
	if (from->first_row < to->first_row) {
		to->first_row = from->first_row;
		to->func = from->func;
		to->g = from->g;
	}
	to->n += from->n;
	to->total = (int64_t)((uint64_t)to->total + (uint64_t)from->total);
	to->over += from->over;
	if (from->max > to->max || (from->max == to->max && from->longest < to->longest)) {
		to->max = from->max;
		to->longest = from->longest;
	}
}

static int by_first_row(const void *a, const void *b)
{
	const struct gt_slicegroup *x = *(struct gt_slicegroup *const *)a, *y = *(struct gt_slicegroup *const *)b;

	return x->first_row < y->first_row ? -1 : x->first_row > y->first_row;
}

/* In the order of the table, whoever found them. */
static void order_groups(struct walk *walk)
{
	struct grouping *all = &walk->workers[0];
	struct gt_slicegroup **order = gt_xcalloc(all->n + 1, sizeof *order);

	walk->n = all->n;
	walk->groups = gt_xcalloc(all->n + 1, sizeof *walk->groups);
	walk->place = gt_xcalloc(all->n + 1, sizeof *walk->place);
	for (size_t i = 0; i < all->n; i++)
		order[i] = &all->groups[i];
	qsort(order, all->n, sizeof *order, by_first_row);
	for (size_t i = 0; i < all->n; i++) {
		walk->groups[i] = *order[i];
		walk->place[order[i] - all->groups] = (uint32_t)i;
	}
	free(order);
}

static void join_groups(struct walk *walk)
{
	struct grouping *all = &walk->workers[0];
	uint32_t **to = gt_xcalloc(walk->nworkers, sizeof *to);

	for (unsigned i = 1; i < walk->nworkers; i++) {
		const struct grouping *w = &walk->workers[i];

		to[i] = gt_xcalloc(w->n + 1, sizeof **to);
		for (size_t k = 0; k < w->n; k++) {
			const struct gt_slicegroup *from = &w->groups[k];
			bool added = false;
			/* Another stack may stand for the same ones there. */
			uint32_t key = walk->args->group == GT_SLICES_BY_STACK
					       ? gt_stackset_find(&all->stacks, from->key) : from->key;

			to[i][k] = group_with(all, key, &added);
			if (added) {
				all->groups[to[i][k]] = *from;
				all->groups[to[i][k]].key = key;
			} else {
				join_group(&all->groups[to[i][k]], from);
			}
		}
	}
	order_groups(walk);
	for (unsigned i = 0; i < walk->nworkers; i++) {
		const struct grouping *w = &walk->workers[i];

		for (size_t row = 0; row < w->nknown; row++)
			if (w->known[row])
				remember(&walk->known, &walk->nknown, (uint32_t)row,
					 walk->place[i ? to[i][w->known[row] - 1] : w->known[row] - 1]);
		free(to[i]);
	}
	free(to);
}

/* Of a number that no row has; a block can become unreadable between two walks. */
static uint32_t slicegroup_odd(struct walk *walk, uint32_t g, uint32_t stack)
{
	struct grouping *all = &walk->workers[0];
	uint32_t number;

	gt_mutex_lock(&walk->lock);
	number = gt_map_get(&all->by_key, slicegroup_key(all, g, stack));
	gt_mutex_unlock(&walk->lock);
	return number == GT_MAP_NONE ? NO_GROUP : walk->place[number];
}

/* The group of row i of a chunk. */
GT_INLINE uint32_t group_of_row(struct walk *walk, const struct gt_greedy_chunk *c, uint32_t i)
{
	uint32_t g = (uint32_t)c->g[i];
	uint32_t key = walk->args->group == GT_SLICES_BY_STACK ? (uint32_t)c->end_stack[i] : g;

	if (c->dur[i] == GT_NO_TIME)
		return NO_GROUP;
	return key < walk->nknown && walk->known[key] ? walk->known[key] - 1 : slicegroup_odd(walk, g, key);
}

/* ---- second walk: lengths, counted or listed ---- */

static void length_chunk(struct walk *walk, unsigned worker, uint64_t row, const struct gt_greedy_chunk *c)
{
	int64_t *durs = walk->durs.data;

	(void)row;
	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t group = group_of_row(walk, c, i);
		int64_t dur = c->dur[i] > 0 ? c->dur[i] : 0;
		uint64_t at;

		if (group == NO_GROUP)
			continue;
		if (walk->counted[group]) {
			gt_numbers_add(&walk->lengths[worker][walk->counted[group] - 1], dur);
			continue;
		}
		at = __atomic_fetch_add(&walk->listed[group], 1, __ATOMIC_RELAXED);
		if (at < walk->groups[group].first + (uint64_t)walk->groups[group].n)
			durs[at] = c->dur[i];
	}
}

/* Each group knows where it begins among the listed ones. */
static int prepare_lengths(struct walk *walk, struct gt_error *err)
{
	unsigned ncounted = 0;
	uint64_t at = 0;

	walk->counted = gt_xcalloc(walk->n + 1, 1);
	walk->listed = gt_xcalloc(walk->n + 1, sizeof *walk->listed);
	for (uint64_t i = 0; i < walk->n; i++) {
		struct gt_slicegroup *group = &walk->groups[i];

		if (ncounted < COUNTED_SHARE && group->n >= COUNTED && group->n >= walk->slices->rows / COUNTED_SHARE)
			walk->counted[i] = (uint8_t)++ncounted;
		group->first = (uint32_t)at;
		walk->listed[i] = at;
		at += walk->counted[i] ? 0 : group->n;
	}
	return gt_scratch_alloc(&walk->durs, at, sizeof(int64_t), err);
}

/* ---- more walks: what is in the step of a percentile ---- */

static void rank_chunk(struct walk *walk, unsigned worker, uint64_t row, const struct gt_greedy_chunk *c)
{
	(void)row;
	for (uint32_t i = 0; i < c->n; i++) {
		int64_t dur = c->dur[i] > 0 ? c->dur[i] : 0;
		uint32_t group = gt_ranks_want(&walk->ranks, dur) ? group_of_row(walk, c, i) : NO_GROUP;

		if (group != NO_GROUP)
			gt_ranks_add(&walk->ranks, worker, group, dur);
	}
}

static void find_ranks_of(struct walk *walk, uint32_t i)
{
	static const double ranks[GT_SLICEGROUP_RANKS] = { 0.50, 0.99 };
	struct gt_slicegroup *group = &walk->groups[i];
	unsigned slot = walk->counted[i];

	if (!slot--) {
		gt_percentiles_pick_i64((int64_t *)walk->durs.data + group->first, group->n, ranks,
					GT_SLICEGROUP_RANKS, group->at);
		return;
	}
	for (unsigned k = 1; k < walk->nworkers; k++)
		gt_numbers_join(&walk->lengths[0][slot], &walk->lengths[k][slot]);
	gt_ranks_find(&walk->ranks, i, &walk->lengths[0][slot], ranks, GT_SLICEGROUP_RANKS, group->at);
}

static int find_percentiles(struct walk *walk, struct gt_error *err)
{
	int rc = prepare_lengths(walk, err);

	if (!rc)
		rc = walk_all(walk, walk->nworkers, length_chunk, err);
	for (uint64_t i = 0; i < walk->n && !rc; i++)
		find_ranks_of(walk, (uint32_t)i);
	while (!rc && gt_ranks_begin(&walk->ranks, walk->n)) {
		rc = walk_all(walk, walk->nworkers, rank_chunk, err);
		gt_ranks_end(&walk->ranks);
	}
	return rc;
}

/* ---- all of it ---- */

static int walk_open(struct walk *walk, struct gt_table *slices, const struct gt_table_args *args, unsigned walks,
		     struct gt_error *err)
{
	int rc = 0;

	*walk = (struct walk){ .slices = slices, .args = args, .total = walks * slices->rows,
			       .stacks = args->group == GT_SLICES_BY_STACK };
	/* Parts of slices, and those of one goroutine, have to be looked up one by one. */
	walk->nworkers = gt_workers();
	if (slices->rows < 2 * UNIT || gt_greedy_args_of(args)->split || args->has_g)
		walk->nworkers = 1;
	/* Each has groups of its own: not a million. */
	if (args->group == GT_SLICES_BY_G && gt_trace_info(slices->trace)->goroutines > MANY_GROUPS)
		walk->nworkers = 1;
	walk->workers = gt_xcalloc(walk->nworkers, sizeof *walk->workers);
	gt_mutex_init(&walk->lock);
	for (unsigned i = 0; i < walk->nworkers; i++) {
		struct grouping *w = &walk->workers[i];

		w->walk = walk;
		gt_stackset_init(&w->stacks, slices->trace);
		if (!rc)
			rc = gt_ginfos_open(&w->goroutines, slices->trace, err);
	}
	if (!rc && slices->rows > UINT32_MAX)
		rc = gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET, "more than 2^32 slices cannot be grouped");
	return rc ? rc : walk_all(walk, walk->nworkers, sum_chunk, err);
}

static void walk_close(struct walk *walk)
{
	for (unsigned i = 0; i < walk->nworkers; i++) {
		struct grouping *w = &walk->workers[i];

		gt_ginfos_release(&w->goroutines);
		gt_map_release(&w->by_key);
		gt_stackset_release(&w->stacks);
		free(w->groups);
		free(w->known);
		for (unsigned k = 0; k < COUNTED_SHARE; k++)
			gt_numbers_release(&walk->lengths[i][k]);
	}
	gt_mutex_release(&walk->lock);
	gt_scratch_free(&walk->durs);
	free(walk->workers);
	free(walk->known);
	free(walk->place);
	free(walk->counted);
	free(walk->listed);
	gt_ranks_release(&walk->ranks);
}

static void member_chunk(struct walk *walk, unsigned worker, uint64_t row, const struct gt_greedy_chunk *c)
{
	(void)worker;
	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t group = group_of_row(walk, c, i);
		uint64_t *at = group == NO_GROUP ? NULL : &walk->listed[group];

		if (at && *at < walk->groups[group].first + (uint64_t)walk->groups[group].n)
			walk->members[(*at)++] = (uint32_t)(row + i);
	}
}

/* The members of all groups, in the order of the table: by one thread. */
static int list_members(struct walk *walk, struct gt_scratch *members, struct gt_error *err)
{
	uint32_t first = 0;
	int rc = gt_scratch_alloc(members, walk->slices->rows, sizeof(uint32_t), err);

	if (rc)
		return rc;
	walk->members = members->data;
	for (uint64_t i = 0; i < walk->n; i++) {
		walk->groups[i].first = first;
		walk->listed[i] = first;
		first += walk->groups[i].n;
	}
	return walk_all(walk, 1, member_chunk, err);
}

int gt_slicegroups_fill(struct gt_table *slices, const struct gt_table_args *args, struct gt_slicegroup **groups,
			uint64_t *n, struct gt_scratch *members, struct gt_error *err)
{
	struct walk walk;
	int rc = walk_open(&walk, slices, args, members ? 4 : 3, err);

	if (!rc) {
		join_groups(&walk);
		rc = find_percentiles(&walk, err);
	}
	if (!rc && members)
		rc = list_members(&walk, members, err);
	for (uint64_t i = 0; i < walk.n && !rc; i++) {
		struct gt_slice_part s;

		gt_greedy_get(slices, walk.groups[i].longest, &s);
		walk.groups[i].slice = s.slice.id;
		walk.groups[i].end_stack = s.end_stack;
	}
	walk_close(&walk);
	*groups = walk.groups;
	*n = walk.n;
	return rc;
}

/* Who ran instead of the waits in each group of the report "schedgroups": by kinds, in one walk over all of them. */
#include "analysis/waitlist/schedinstead.h"

#include <stdlib.h>

#include "base/sat.h"
#include "base/thread.h"
#include "base/xalloc.h"

struct gt_sched_instead {
	bool by_func;
	struct gt_held h;
	struct gt_map rows;                     /* by what the waits of a group share */
	unsigned threads;
	struct gt_held_split *splits[GT_WORKERS]; /* of each group, by thread; in the end those of the first have all */
	struct gt_ranby ranby;                  /* of a cell */
};

static uint64_t key_of_group(const struct gt_sched_instead *in, const struct gt_waitkey *key)
{
	return in->by_func ? key->row : key->waker;
}

/* Goroutines were all looked at before the walk began, so that threads may ask for them. */
static void add_group_split(void *arg, unsigned worker, const struct gt_wait *w, const struct gt_held_split *split)
{
	struct gt_sched_instead *in = arg;
	const struct gt_ginfo *g = (const struct gt_ginfo *)in->h.goroutines.items.data + w->g;
	uint64_t key = in->by_func ? g->func : (uint64_t)gt_waker_kind_of_cause(w->cause);
	uint32_t row = gt_map_get(&in->rows, key);

	for (unsigned k = 0; row != GT_MAP_NONE && k < GT_HELD_LEVELS; k++)
		gt_sat_grow(&in->splits[worker][row].ns[k], split->ns[k]);
}

int gt_sched_instead_find(struct gt_waitgroups *wg, const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_sched_instead *in = wg->instead = gt_xcalloc(1, sizeof *wg->instead);
	const struct gt_held_args a = { .from = wg->from, .to = wg->to, .threads = gt_workers(), .always_known = true,
					.on_wait = add_group_split, .arg = in };
	size_t n = wg->head.rows;
	int rc;

	in->threads = a.threads;
	in->by_func = wg->keys.by == GT_WAITS_BY_FUNC;
	gt_map_init(&in->rows);
	for (uint32_t i = 0; i < n; i++)
		gt_map_put(&in->rows, key_of_group(in, &wg->groups[i].key), i);
	for (unsigned i = 0; i < in->threads; i++)
		in->splits[i] = gt_xcalloc(n + 1, sizeof *in->splits[i]);
	rc = gt_held_run(&in->h, wg->head.trace, &a, args ? args->progress : NULL, args ? args->progress_arg : NULL,
			 err);
	for (unsigned i = 1; i < in->threads; i++)
		for (size_t row = 0; row < n; row++)
			for (unsigned k = 0; k < GT_HELD_LEVELS; k++)
				gt_sat_grow(&in->splits[0][row].ns[k], in->splits[i][row].ns[k]);
	return rc;
}

/* Of the group that a cell is asked of; NULL: t->fault says why it is not known. */
static const struct gt_held_split *instead_of(struct gt_table *t)
{
	struct gt_waitgroups *wg = (struct gt_waitgroups *)t;

	if (!wg->instead)
		gt_sched_instead_find(wg, NULL, &t->fault);
	return t->fault.code ? NULL : &wg->instead->splits[0][t->row];
}

void gt_sched_instead_part(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_held_split *split = instead_of(t);

	if (split)
		gt_cell_i(out, split->ns[t->column->at]);
}

static int largest_part(const void *pa, const void *pb)
{
	const struct gt_held_part *a = pa, *b = pb;

	return GT_DESC(a, b, ns) ?: GT_ASC(a, b, kind);
}

void gt_sched_instead_by(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_held_split *split = instead_of(t);
	struct gt_held_part parts[GT_HELD_KINDS];
	size_t n = 0;

	for (unsigned kind = 0; split && kind < GT_HELD_KINDS; kind++)
		if (split->ns[kind])
			parts[n++] = (struct gt_held_part){ .ns = split->ns[kind], .kind = (uint8_t)kind };
	if (!split)
		return;
	if (n)
		qsort(parts, n, sizeof *parts, largest_part);
	gt_ranby_parts(&((struct gt_waitgroups *)t)->instead->ranby, t->trace, parts, n, out);
}

void gt_sched_instead_release(struct gt_sched_instead *in)
{
	if (!in)
		return;
	gt_ranby_release(&in->ranby);
	gt_held_release(&in->h);
	gt_map_release(&in->rows);
	for (unsigned i = 0; i < in->threads; i++)
		free(in->splits[i]);
	free(in);
}

/* Sums of waits by stack, before stacks with the same text are one; and what of a wait counts. */
#include <stdlib.h>

#include "analysis/profiles/making.h"
#include "base/sat.h"
#include "base/xalloc.h"

void gt_tallies_init(struct gt_tallies *ts)
{
	*ts = (struct gt_tallies){ .n = 0 };
	gt_map_init(&ts->by_stack);
}

void gt_tallies_release(struct gt_tallies *ts)
{
	gt_map_release(&ts->by_stack);
	free(ts->v);
	ts->v = NULL;
}

bool gt_tally_place_before(const struct gt_tally_place *a, const struct gt_tally_place *b)
{
	if (a->late != b->late)
		return b->late;
	return a->g != b->g ? a->g < b->g : a->t < b->t;
}

void gt_tallies_add(struct gt_tallies *ts, const struct gt_tally *one)
{
	bool added = false;
	uint64_t key = (uint64_t)one->waker << 32 | one->stack;
	uint32_t at = gt_map_get_or_put(&ts->by_stack, key, (uint32_t)ts->n, &added);
	struct gt_tally *sum;

	if (added) {
		GT_GROW(ts->v, ts->cap, ts->n + 1);
		ts->v[ts->n++] = *one;
		return;
	}
	sum = &ts->v[at];
	sum->count += one->count;
	gt_sat_grow(&sum->ns, one->ns);
	if (gt_tally_place_before(&one->first, &sum->first))
		sum->first = one->first;
	if (one->end > sum->end || (one->end == sum->end && gt_tally_place_before(&sum->last, &one->last))) {
		sum->end = one->end;
		sum->last = one->last;
	}
}

/* ---- one wait ---- */

int64_t gt_profile_measure(const struct gt_profile_job *job, struct gt_tallies *ts, uint32_t g, int64_t t0, int64_t t1,
			   bool open)
{
	int64_t ns = gt_scope_part_of(&job->scope, g, t0, t1);

	if (ns <= 0 || !(open || gt_trace_beyond(job->t, t1)))
		return ns;
	ts->unfinished++;
	gt_sat_grow(&ts->unfinished_ns, ns);
	return 0;
}

int64_t gt_profile_shown_since(const struct gt_profile_job *job, uint32_t g, const struct gt_interval *iv)
{
	struct gt_goroutine row;

	if (iv->begin_type || !gt_goroutine_get(job->t, g, &row) || !row.predates_trace || iv->t0 >= row.first_seen)
		return iv->t0;
	return row.first_seen;
}

bool gt_profile_job_tell(struct gt_profile_job *job, uint64_t done, uint64_t total)
{
	if (!atomic_load_explicit(&job->cancelled, memory_order_relaxed) && job->args->progress &&
	    !job->args->progress(job->args->progress_arg, done, total))
		atomic_store_explicit(&job->cancelled, true, memory_order_relaxed);
	return !atomic_load_explicit(&job->cancelled, memory_order_relaxed);
}

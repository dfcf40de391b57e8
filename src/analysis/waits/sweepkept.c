/* What a walk over all of a large trace found, kept for the next one. */
#include "analysis/waits/sweep_own.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "index/file/answers.h"

struct sweep_kept {
	struct gt_sweep_waits waits;
	struct gt_sweep_idle idle;
	struct gt_sweep_unnamed unnamed;
	int64_t at[GT_SWEEP_RANKS];
};

#define FOUND "sweep"
#define LONGS "sweep.longs"

/* Other limits are another walk. */
static bool is_usual(const struct gt_sweep *s)
{
	static const struct gt_sweep_limits defaults = GT_SWEEP_DEFAULTS;

	return s->from == 0 && s->to > 0 && s->to == gt_trace_info(s->trace)->horizon &&
	       s->limits.long_wait == defaults.long_wait && s->limits.long_slice == defaults.long_slice;
}

static bool is_sweep_time(const struct gt_sweep *s, int64_t ns)
{
	return ns >= 0 && ns <= s->to;
}

/* What is kept says only what a walk could have found. */
static bool is_sweep(const struct gt_sweep *s, const struct sweep_kept *k, const struct gt_long_slice *longs,
		     uint64_t n)
{
	const struct gt_trace_info *info = gt_trace_info(s->trace);
	const struct gt_sweep_idle *idle = &k->idle;
	bool sound = is_sweep_time(s, k->waits.max) && is_sweep_time(s, k->waits.some_long) &&
		     is_sweep_time(s, idle->wait) && idle->wait_long >= 0 && idle->wait_long <= idle->wait &&
		     k->waits.sum >= 0 && k->unnamed.sum >= 0 &&
		     idle->procs >= 0 && idle->idle >= 0 && idle->ready >= 0 &&
		     k->waits.n <= 2 * info->slices + info->goroutines;

	if (idle->worst0 != GT_NO_TIME || idle->worst1 != GT_NO_TIME)
		sound = sound && is_sweep_time(s, idle->worst0) && is_sweep_time(s, idle->worst1);
	for (unsigned i = 0; i < GT_SWEEP_LATE_KINDS && sound; i++)
		sound = k->waits.late[i].n <= k->waits.nlong && k->waits.late[i].sum >= 0 &&
			is_sweep_time(s, k->waits.late[i].max) && is_sweep_time(s, k->waits.late[i].some);
	for (unsigned i = 0; i < GT_SWEEP_RANKS && sound; i++)
		sound = is_sweep_time(s, k->at[i]);
	for (uint64_t i = 0; i < n && sound; i++)
		sound = longs[i].ns >= 0 && longs[i].ns <= info->duration && is_sweep_time(s, longs[i].queue) &&
			is_sweep_time(s, longs[i].c0) && is_sweep_time(s, longs[i].c1);
	return sound;
}

bool gt_sweep_recall(struct gt_sweep *s)
{
	uint64_t n = 0, nlongs = 0;
	struct gt_long_slice *longs;
	struct sweep_kept *k;

	if (s->done || !is_usual(s))
		return false;
	k = gt_answer_get(s->trace, FOUND, sizeof *k, &n);
	longs = gt_answer_get(s->trace, LONGS, sizeof *longs, &nlongs);
	s->recalled = k && longs && n == 1 && is_sweep(s, k, longs, nlongs);
	if (s->recalled) {
		s->waits = k->waits;
		s->idle = k->idle;
		s->unnamed = k->unnamed;
		for (unsigned i = 0; i < GT_SWEEP_RANKS; i++)
			s->at[i] = k->at[i];
		s->longs = longs;
		s->nlongs = s->cap_longs = (size_t)nlongs;
		s->ranked = s->done = true;
		longs = NULL;
	}
	free(k);
	free(longs);
	return s->recalled;
}

void gt_sweep_keep(struct gt_sweep *s)
{
	struct sweep_kept k = { .waits = s->waits, .idle = s->idle, .unnamed = s->unnamed };

	if (!s->done || s->recalled || !is_usual(s) || !gt_answers_wanted(s->trace))
		return;
	for (unsigned i = 0; i < GT_SWEEP_RANKS; i++)
		k.at[i] = gt_sweep_percentile(s, gt_sweep_ranks[i]);
	gt_answer_keep(s->trace, FOUND, &k, sizeof k, 1);
	gt_answer_keep(s->trace, LONGS, s->longs, sizeof *s->longs, s->nlongs);
}

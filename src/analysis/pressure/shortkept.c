/* Why all of a large trace was short of processors, kept for the next time. */
#include <stdlib.h>

#include "analysis/pressure/held.h"
#include "index/file/answers.h"

struct short_kept {
	int64_t some, full, late_held, several;
	struct gt_short_sum sums[GT_SHORT_KINDS];
};

#define SUMS "short"
#define CALLS "short.calls"
#define ALONE "short.alone"

static bool is_usual_short(const struct gt_shortage *s, const struct gt_trace *t, int64_t from, int64_t to)
{
	return from == 0 && to > 0 && to == gt_trace_info(t)->horizon && s->long_wait == GT_SHORT_LONG_WAIT;
}

static bool is_part(int64_t t0, int64_t t1, int64_t to)
{
	return t0 >= 0 && t0 <= t1 && t1 <= to;
}

/* What is kept says only what a walk could have found. */
static bool is_shortage(const struct short_kept *k, const struct gt_short_calls *calls, uint64_t ncalls, int64_t to)
{
	bool sound = is_part(0, k->some, to) && is_part(0, k->full, to) && is_part(0, k->several, to) &&
		     k->late_held >= 0;

	for (unsigned i = 0; i < GT_SHORT_KINDS && sound; i++)
		sound = is_part(0, k->sums[i].ns, to) &&
			(k->sums[i].ns ? is_part(k->sums[i].t0, k->sums[i].t1, to) : k->sums[i].t0 == GT_NO_TIME);
	for (uint64_t i = 0; i < ncalls && sound; i++)
		sound = calls[i].ns >= 0 && is_part(0, calls[i].max, to) && is_part(calls[i].t0, calls[i].t1, to);
	return sound;
}

static bool is_alone(const struct gt_short_alone *v, uint64_t n, const struct gt_trace *t, int64_t to)
{
	bool sound = true;

	for (uint64_t i = 0; i < n && sound; i++)
		sound = is_part(v[i].t0, v[i].t1, to) && is_part(0, v[i].ns, v[i].t1 - v[i].t0) &&
			v[i].g < gt_trace_info(t)->goroutines;
	return sound;
}

bool gt_shortage_recall(struct gt_held *h, struct gt_shortage *s, const struct gt_trace *t, int64_t from, int64_t to)
{
	uint64_t n = 0, ncalls = 0, nalone = 0;
	struct gt_short_calls *calls;
	struct gt_short_alone *alone;
	struct short_kept *k;
	bool sound;

	if (!is_usual_short(s, t, from, to))
		return false;
	k = gt_answer_get(t, SUMS, sizeof *k, &n);
	calls = gt_answer_get(t, CALLS, sizeof *calls, &ncalls);
	alone = gt_answer_get(t, ALONE, sizeof *alone, &nalone);
	sound = k && calls && alone && n == 1 && is_shortage(k, calls, ncalls, to) && is_alone(alone, nalone, t, to);
	if (sound) {
		*h = (struct gt_held){ .trace = t, .from = from, .to = to, .done = true, .some = k->some,
				       .full = k->full };
		for (unsigned i = 0; i < GT_SHORT_KINDS; i++)
			s->sums[i] = k->sums[i];
		s->late_held = k->late_held;
		s->several = k->several;
		s->alone = alone;
		s->nalone = s->cap_alone = (size_t)nalone;
		s->calls = calls;
		s->ncalls = s->cap_calls = (size_t)ncalls;
		gt_stalls_find(&s->stalls, t, from, to);
		calls = NULL;
		alone = NULL;
	}
	free(k);
	free(calls);
	free(alone);
	return sound;
}

void gt_shortage_keep(const struct gt_held *h, const struct gt_shortage *s)
{
	struct short_kept k = { .some = h->some, .full = h->full, .late_held = s->late_held,
				.several = s->several };

	if (!is_usual_short(s, h->trace, h->from, h->to) || !gt_answers_wanted(h->trace))
		return;
	for (unsigned i = 0; i < GT_SHORT_KINDS; i++)
		k.sums[i] = s->sums[i];
	gt_answer_keep(h->trace, SUMS, &k, sizeof k, 1);
	gt_answer_keep(h->trace, CALLS, s->calls, sizeof *s->calls, s->ncalls);
	gt_answer_keep(h->trace, ALONE, s->alone, sizeof *s->alone, s->nalone);
}

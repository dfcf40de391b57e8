/* Timers that wake goroutines for next to nothing. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>

#include "base/sat.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"

#define WAKES_PER_STEP 2000
#define SHORT_NS INT64_C(50000) /* a goroutine that runs longer has work to do */
#define STORM 1000            /* such wake-ups a second, four fifths of those of a function, */
#define FEW_WAKES 200         /* and at least this many */

static void add_wake(struct gt_findings *f, const struct gt_instant_row *r)
{
	uint32_t k = gt_goroutine_seek(f->trace, r->g, r->t), i;
	struct gt_storm *s;
	struct gt_goroutine g;
	struct gt_slice slice;
	bool added = false;

	if (!gt_goroutine_get(f->trace, r->g, &g) || gt_owner_of(f->trace, &g) != GT_OWNER_PROGRAM || k >= g.slices ||
	    !gt_slice_get(f->trace, gt_goroutine_slice(f->trace, r->g, k), &slice) || slice.ready != r->t ||
	    slice.t0 >= f->to)
		return;
	i = gt_map_get_or_put(&f->storm_by_func, g.func, (uint32_t)f->nstorms, &added);
	if (added) {
		GT_GROW(f->storms, f->cap_storms, f->nstorms + 1);
		f->storms[f->nstorms++] = (struct gt_storm){ .func = g.func, .g = r->g };
	}
	s = &f->storms[i];
	s->wakes++;
	if (slice.t1 - slice.t0 > SHORT_NS || slice.t1 > f->to)
		return;
	s->n++;
	gt_sat_grow(&s->ns, slice.t1 - slice.t0);
	if (slice.t1 - slice.t0 > s->max) {
		s->max = slice.t1 - slice.t0;
		s->slice = slice.id;
	}
}

static bool is_often(const struct gt_findings *f, uint64_t n)
{
	return n >= FEW_WAKES && (double)n * 1e9 >= STORM * (double)(f->to - f->from);
}

bool gt_finding_storms_step(struct gt_findings *f)
{
	struct gt_instant_row r;

	if (!f->next_wake) {
		/* Not of waits that begin at `from`: in the report they look like those that were cut there. */
		f->next_wake = gt_instant_seek(f->trace, GT_INSTANT_TIMER, GT_NO_ROW, f->from + 1);
		f->end_wake = gt_instant_seek(f->trace, GT_INSTANT_TIMER, GT_NO_ROW, f->to);
		if (!is_often(f, f->end_wake - f->next_wake))
			f->next_wake = f->end_wake;
	}
	for (unsigned i = 0; i < WAKES_PER_STEP && f->next_wake < f->end_wake; i++, f->next_wake++)
		if (gt_instant_get(f->trace, GT_INSTANT_TIMER, GT_NO_ROW, f->next_wake, &r))
			add_wake(f, &r);
	return f->next_wake < f->end_wake;
}

static void list_storms(struct gt_findings *f, unsigned kind)
{
	struct gt_finding *x;

	for (size_t i = 0; i < f->nstorms; i++) {
		const struct gt_storm *s = &f->storms[i];
		int64_t cost = gt_finding_of_procs(f, s->ns);

		if (!is_often(f, s->n) || s->n * 5 < s->wakes * 4 || !gt_finding_matters(f, cost))
			continue;
		x = gt_finding_add(f, kind, cost);
		/* What each of them did may have been worth it. */
		gt_finding_judge_less(f, x, 0);
		x->count = s->n;
		x->of = s->wakes;
		x->max = s->max;
		x->func = s->func;
		gt_finding_at_slice(f, x, s->slice);
		gt_finding_prove(x, "wakes", (int64_t)s->wakes);
		gt_finding_prove(x, "short", (int64_t)s->n);
		gt_finding_prove(x, "short_ns", s->ns);
	}
}

static void text_storm(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "timers woke goroutines of {} {} times a second for at most {} each; together they ran for {}",
	       gt_as_func(fs->trace, f->func), gt_as_rate(fs, (double)f->count), gt_as_dur(SHORT_NS),
	       gt_as_evidence(f, "short_ns"));
}

static void report_storm(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	/* Waits that go on at an end of the range are rows of the report, too, but not counted here. */
	gt_say(out, "--report=sched --filter='{} && waker_kind=timer && start>{} && end<{}'",
	       gt_as_test(fs, "func", f->func), gt_as_i64(fs->from), gt_as_i64(fs->to));
}

const struct gt_finding_ops gt_finding_storms = {
	.name = "timer storms",
	.subject = GT_FINDING_OF_SLICE,
	.list = list_storms,
	.text = text_storm,
	.report = report_storm,
	.advice = "Each wake-up also costs the scheduler and the system's timers, which is not counted here. Wait for the event "
		  "itself instead of looking for it at intervals, use longer ones, or one timer for many goroutines.",
};

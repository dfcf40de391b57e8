/* What stands out in a trace: looking, step by step. */
#include "analysis/findings/findings.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/findings/findkind.h"
#include "analysis/findings/handovers.h"
#include "analysis/findings/herds.h"
#include "analysis/findings/shards.h"
#include "analysis/findings/tickloops.h"
#include "analysis/locks/locklook.h"
#include "analysis/queues/queuelook.h"
#include "base/thread.h"
#include "base/xalloc.h"

#define MS INT64_C(1000000)
#define GOROUTINES_PER_STEP 500
#define STOPS_PER_STEP 10

const struct gt_finding_limits gt_finding_defaults = {
	.sweep = GT_SWEEP_DEFAULTS, .stop = MS, .permille = 10, .leak = 10, .gcs = 10,
};

void gt_findings_begin(struct gt_findings *f, struct gt_trace *t, const struct gt_finding_limits *limits,
		       int64_t from, int64_t to)
{
	*f = (struct gt_findings){
		.trace = t, .limits = limits ? *limits : gt_finding_defaults, .from = from > 0 ? from : 0,
		.until = to };
}

void gt_findings_release(struct gt_findings *f)
{
	gt_blame_index_release(&f->blames);
	gt_map_release(&f->stay_by_func);
	gt_map_release(&f->last_made);
	free(f->stay);
	free(f->calls);
	free(f->storms);
	gt_map_release(&f->storm_by_func);
	for (size_t i = 0; i < f->nspins; i++)
		gt_busy_places_release(&f->spins[i].preempted);
	free(f->spins);
	gt_map_release(&f->spin_by_func);
	gt_inarow_release(&f->inarow);
	for (size_t i = 0; i < f->ndials; i++) {
		free(f->dials[i].waits);
		free(f->dials[i].calls);
	}
	free(f->dials);
	gt_lock_look_free(f->locks);
	gt_queue_look_free(f->queues);
	gt_tick_look_free(f->ticks);
	gt_herd_look_free(f->herds);
	gt_shard_look_free(f->shards);
	gt_handover_look_free(f->handovers);
	free(f->v);
	if (f->begun) {
		gt_sweep_release(&f->sweep);
		gt_gccost_release(&f->gc);
		gt_held_release(&f->held);
		gt_shortage_release(&f->shortage);
		gt_harm_release(&f->harm);
	}
	*f = (struct gt_findings){ 0 };
}

static struct gt_stay_group *stay_of(struct gt_findings *f, uint32_t func)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&f->stay_by_func, func, (uint32_t)f->nstay, &added);

	if (added) {
		GT_GROW(f->stay, f->cap_stay, f->nstay + 1);
		f->stay[f->nstay++] = (struct gt_stay_group){ .func = func, .g = GT_NO_ROW, .forever_g = GT_NO_ROW };
	}
	return &f->stay[i];
}

/* Counts goroutines created in the range that still wait when the trace ends, by the quarter of their creation. */
static void findings_add_goroutine(struct gt_findings *f, const struct gt_goroutine *g)
{
	/* In a damaged trace the end of a goroutine may be lost. */
	bool waits = g->state == GT_G_WAITING && !gt_trace_beyond(f->trace, GT_NO_TIME);
	bool made = !g->predates_trace && g->create >= f->from && g->create < f->to;
	int64_t end = g->end == GT_NO_TIME ? INT64_MAX : g->end;
	struct gt_stay_group *s;

	f->unnamed += gt_is_unnamed(f->trace, g);
	if (gt_owner_of(f->trace, g) != GT_OWNER_PROGRAM)
		return;
	s = stay_of(f, g->func);
	/* They come in the order of their creation. */
	s->together |= g->create < s->latest;
	if (end > s->latest)
		s->latest = end;
	for (int i = 0; i < 5; i++) {
		int64_t t = f->from + (f->to - f->from) / 4 * i + (f->to - f->from) % 4 * i / 4;

		s->alive[i] += (g->predates_trace || g->create <= t) && (g->end == GT_NO_TIME || g->end > t);
	}
	/* The main goroutine may wait for ever, that is how many servers are written. */
	if (g->forever && g->since < f->to && g->id != 1) {
		if (!s->forever++)
			s->forever_g = g->row;
	}
	if (!made)
		return;
	s->created++;
	if (!waits || g->forever)
		return;
	if (!s->left++)
		s->g = g->row;
	s->quarter[(uint64_t)(g->create - f->from) * 4 / (uint64_t)(f->to - f->from)]++;
}

/* What a goroutine waits for at the end is known only then. */
static bool step_goroutines(struct gt_findings *f)
{
	uint32_t n = gt_trace_info(f->trace)->goroutines, end;
	struct gt_goroutine g;

	if (f->goroutines >= n)
		return false;
	end = n - f->goroutines > GOROUTINES_PER_STEP ? f->goroutines + GOROUTINES_PER_STEP : n;
	for (; f->goroutines < end; f->goroutines++)
		if (gt_goroutine_get(f->trace, f->goroutines, &g))
			findings_add_goroutine(f, &g);
	return true;
}

/* What is too long for the sums is not judged. */
static bool step_pressure(struct gt_findings *f)
{
	const struct gt_held_args a = { .from = f->from, .to = f->to, .moments = f->threads ? 0 : GT_HELD_FRAME,
					.threads = f->threads, .shortage = &f->shortage };

	if (!f->pressed) {
		f->shortage.long_wait = f->limits.sweep.long_wait;
		f->pressed = gt_shortage_recall(&f->held, &f->shortage, f->trace, f->from, f->to);
		if (f->pressed)
			return false;
		f->pressed = gt_held_begin(&f->held, f->trace, &f->blames, &a, &f->fault) == 0;
		if (f->fault.code == GT_ERR_LIMIT)
			f->fault.code = GT_OK;
		return f->pressed;
	}
	if (!gt_held_step(&f->held))
		return true;
	gt_shortage_keep(&f->held, &f->shortage);
	return false;
}

static bool step_gc(struct gt_findings *f)
{
	return !gt_gccost_step(&f->gc);
}

/* After step_gc. */
static bool step_pace(struct gt_findings *f)
{
	gt_finding_find_allocator(f);
	if (f->gc.cycles >= GT_PACE_CYCLES)
		gt_gc_fills_of(&f->pace, f->trace, f->from, f->to);
	return false;
}

static bool step_sweep(struct gt_findings *f)
{
	if (!f->sweep.done) {
		gt_sweep_step(&f->sweep);
		return true;
	}
	gt_sweep_keep(&f->sweep);
	return false;
}

/* After step_sweep.  What is too long for the sums is explained by nobody. */
static bool step_harm_begin(struct gt_findings *f)
{
	if (gt_harm_recall(&f->harm, &f->sweep))
		return false;
	f->harmed = gt_harm_begin(&f->harm, &f->sweep, &f->blames, &f->fault) == 0;
	if (f->fault.code == GT_ERR_LIMIT)
		f->fault.code = GT_OK;
	return false;
}

static bool step_harm(struct gt_findings *f)
{
	if (!f->harmed)
		return false;
	if (!gt_harm_step(&f->harm))
		return true;
	gt_harm_keep(&f->harm, &f->sweep);
	return false;
}

/* Each of these is made by one thread, and they need nothing of each other, nor of step_harm. */
static bool (*const singles[])(struct gt_findings *f) = {
	gt_finding_storms_step, gt_finding_spins_step, gt_finding_ticks_step, gt_finding_herds_step,
	gt_finding_shards_step, gt_finding_handovers_step,
};

static bool step_singles(struct gt_findings *f)
{
	if (f->single < GT_COUNT(singles) && !singles[f->single](f))
		f->single++;
	return !f->fault.code && f->single < GT_COUNT(singles);
}

static void look_beside(void *arg, unsigned worker)
{
	while (worker ? step_harm(arg) : step_singles(arg))
		;
}

/* A frame takes one step after the other; a report has a thread for what takes longest, and one for the rest. */
static bool step_beside(struct gt_findings *f)
{
	if (f->threads < 2)
		return step_singles(f) || step_harm(f);
	gt_work_together(2, look_beside, f);
	return false;
}

/* What is computed once the index is complete, one after the other; a step, true: there is more to do. */
static bool (*const looks[])(struct gt_findings *f) = {
	step_gc, step_pace, step_goroutines, gt_finding_churn_step, gt_finding_calls_step, gt_finding_locks_step,
	gt_finding_queues_step, gt_finding_inarow_step, gt_finding_dials_step, step_sweep, step_pressure,
	step_harm_begin, step_beside,
};

static int findings_begin_looks(struct gt_findings *f)
{
	int rc;

	gt_gccost_begin(&f->gc, f->trace, f->from, f->to);
	f->gc.by_place = true;
	f->begun = true;
	rc = gt_sweep_begin(&f->sweep, f->trace, &f->blames, f->from, f->to, &f->limits.sweep, &f->fault);
	f->sweep.threads = f->threads;
	if (!rc)
		gt_sweep_recall(&f->sweep);
	return rc;
}

bool gt_findings_step(struct gt_findings *f, double *share)
{
	int64_t end = gt_trace_info(f->trace)->horizon;

	/* Slices are nearly all of the work. */
	if (share)
		*share = f->sweep.slices ? (double)f->sweep.seen / (double)f->sweep.slices : 0;
	if (f->fault.code)
		return false;
	if (f->complete)
		return false;
	f->to = f->until < end ? f->until : end;
	f->to = f->to > f->from ? f->to : f->from;
	f->limited = f->from > 0 || f->to < gt_trace_info(f->trace)->duration;
	if (!gt_blame_index_update(&f->blames, f->trace, STOPS_PER_STEP))
		return true;
	if (!gt_trace_info(f->trace)->done)
		return false;
	if (!f->begun)
		return findings_begin_looks(f) == 0;
	if (!looks[f->looking](f))
		f->looking++;
	if (f->fault.code)
		return false;
	f->complete = f->looking == GT_COUNT(looks);
	return !f->complete;
}

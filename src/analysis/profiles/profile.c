/* A profile is made: which goroutines, what of a wait counts, stacks with the same text as one. */
#include "analysis/profiles/profile.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gscan.h"
#include "analysis/profiles/making.h"
#include "analysis/stacks/stackset.h"
#include "base/sat.h"
#include "base/xalloc.h"

/* Reading a slice of a goroutine takes as long as so many of them all. */
#define ONE_BY_ONE 24
/* Samples, or goroutines, between two calls of progress. */
#define TELL 16384

static const char *const profile_names[] = {
	[GT_PROFILE_NET] = "net", [GT_PROFILE_SYNC] = "sync", [GT_PROFILE_SYSCALL] = "syscall",
	[GT_PROFILE_SCHED] = "sched", [GT_PROFILE_CPU] = "cpu", [GT_PROFILE_OFFCPU] = "offcpu",
	[GT_PROFILE_CRITPATH] = "critpath",
};

const char *gt_profile_name(enum gt_profile_kind kind)
{
	return (unsigned)kind < GT_PROFILES ? profile_names[kind] : "?";
}

enum gt_profile_kind gt_profile_find(const char *name)
{
	enum gt_profile_kind k = 0;

	while (k < GT_PROFILES && strcmp(profile_names[k], name) != 0)
		k++;
	return k;
}

/* ---- which goroutines ---- */

static void take_goroutine(struct gt_profile_job *job, const struct gt_goroutine *g, uint64_t *slices)
{
	((uint8_t *)job->has.data)[g->row] = 1;
	*slices += g->slices;
	if (g->create >= job->scope.until || (g->end != GT_NO_TIME && g->end <= job->scope.from))
		return;
	GT_GROW(job->few, job->capfew, job->nfew + 1);
	job->few[job->nfew++] = g->row;
}

static int find_goroutines(struct gt_profile_job *job, struct gt_error *err)
{
	struct gt_scope *scope = &job->scope;
	uint32_t rows = gt_trace_info(job->t)->goroutines;
	uint64_t slices = 0;
	struct gt_goroutine g;
	int rc;

	job->all = !scope->has_g && !scope->program && !scope->by_func && !scope->by_parts;
	rc = job->all ? 0 : gt_scratch_alloc(&job->has, rows, 1, err);
	if (rc || job->all)
		return rc;
	if (scope->has_g && !scope->lives) {
		if (gt_goroutine_get(job->t, scope->g, &g) && gt_scope_has(scope, &g))
			take_goroutine(job, &g, &slices);
	} else {
		for (uint32_t row = 0; row < rows; row++) {
			if (gt_goroutine_get(job->t, row, &g) && gt_scope_has(scope, &g))
				take_goroutine(job, &g, &slices);
			if (row % TELL == TELL - 1 && !gt_profile_job_tell(job, 0, 1))
				return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
		}
	}
	job->narrow = slices * ONE_BY_ONE <= gt_gscan_slices(job->t, scope->from, scope->until) ||
		      (scope->has_g && job->nfew < 2);
	return 0;
}

/* ---- samples ---- */

static int profile_samples(struct gt_profile_job *job, struct gt_tallies *ts, struct gt_error *err)
{
	uint64_t total = gt_trace_info(job->t)->samples;
	const struct gt_scope *scope = &job->scope;
	struct gt_sample sample;

	for (uint64_t i = 0; i < total; i++) {
		uint32_t g;
		struct gt_tally one = { .count = 1, .ns = 1 };

		if (i % TELL == TELL - 1 && !gt_profile_job_tell(job, i, total))
			return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
		if (!gt_sample_get(job->t, i, &sample) || sample.t < scope->from || sample.t >= scope->until)
			continue;
		g = job->all ? 0 : gt_goroutine_find(job->t, sample.g, sample.t);
		if (!job->all && (g >= gt_trace_info(job->t)->goroutines || !gt_profile_job_has(job, g) ||
				  !gt_scope_holds(scope, g, sample.t)))
			continue;
		one.stack = sample.stack;
		one.end = sample.t;
		/* Samples are in an order of their own. */
		one.first.t = one.last.t = (int64_t)i;
		gt_tallies_add(ts, &one);
	}
	return 0;
}

/* ---- stacks that show the same text ---- */

static int tally_by_place(const void *a, const void *b)
{
	const struct gt_tally_place *x = &((const struct gt_tally *)a)->first;
	const struct gt_tally_place *y = &((const struct gt_tally *)b)->first;

	return GT_ASC(x, y, late) ?: GT_ASC(x, y, g) ?: GT_ASC(x, y, t);
}

static void profile_charge(struct gt_profile *p, struct gt_stackset *stacks, struct gt_map *rows,
			   const struct gt_tally *one)
{
	uint32_t stack = gt_stackset_find(stacks, one->stack), at;
	uint32_t waker = one->waker ? gt_stackset_find(stacks, one->waker) : 0;
	bool added = false;

	at = gt_map_get_or_put(rows, (uint64_t)waker << 32 | stack, (uint32_t)p->n, &added);
	if (added) {
		GT_GROW(p->stacks, p->cap, p->n + 1);
		p->stacks[p->n++] = (struct gt_profile_stack){ .stack = stack, .waker = waker };
	}
	p->stacks[at].count += one->count;
	gt_sat_grow(&p->stacks[at].ns, one->ns);
	p->count += one->count;
	gt_sat_grow(&p->ns, one->ns);
}

/*
 * A stack that says nothing is none.  Where a trace has both, Go's tool shows the one of the wait that ended last,
 * and so do we.
 */
static void fill_blank(struct gt_profile *p, const struct gt_trace *t, struct gt_stackset *stacks,
		       const struct gt_tallies *ts)
{
	const struct gt_tally *last = NULL;
	uint32_t stack;

	for (size_t i = 0; i < ts->n; i++) {
		const struct gt_tally *one = &ts->v[i];

		if (!gt_stackset_find(stacks, one->stack) &&
		    (!last || one->end > last->end ||
		     (one->end == last->end && gt_tally_place_before(&last->last, &one->last))))
			last = one;
	}
	stack = last && last->stack && gt_stack_depth(t, last->stack) ? last->stack : 0;
	for (size_t i = 0; stack && i < p->n; i++)
		if (!p->stacks[i].stack)
			p->stacks[i].stack = stack;
}

static void take_tallies(struct gt_profile *p, const struct gt_trace *t, struct gt_tallies *ts)
{
	struct gt_stackset stacks;
	struct gt_map rows;

	gt_stackset_init(&stacks, t);
	gt_map_init(&rows);
	if (ts->n)
		qsort(ts->v, ts->n, sizeof *ts->v, tally_by_place);
	for (size_t i = 0; i < ts->n; i++)
		profile_charge(p, &stacks, &rows, &ts->v[i]);
	fill_blank(p, t, &stacks, ts);
	p->unfinished = ts->unfinished;
	p->unfinished_ns = ts->unfinished_ns;
	gt_stackset_release(&stacks);
	gt_map_release(&rows);
}

/* ---- the whole ---- */

int gt_profile_make(struct gt_profile *p, struct gt_trace *t, const struct gt_profile_args *args,
		    struct gt_error *err)
{
	struct gt_profile_job job = {
		.t = t, .args = args, .types = gt_types_of(t), .v1 = gt_trace_info(t)->header.format == GT_FORMAT_V1,
		.wakers = args->wakers && args->kind == GT_PROFILE_OFFCPU };
	struct gt_tallies ts;
	int rc;

	*p = (struct gt_profile){ .kind = args->kind };
	if (args->scope.has_wait_key && !gt_profile_of_waits(args->kind))
		return 0;
	if (args->kind == GT_PROFILE_CRITPATH)
		return gt_profile_critical(p, t, args, err);
	gt_tallies_init(&ts);
	gt_scope_open(&job.scope, t, &args->scope);
	rc = find_goroutines(&job, err);
	if (!rc && args->kind == GT_PROFILE_CPU)
		rc = profile_samples(&job, &ts, err);
	else if (!rc && args->kind == GT_PROFILE_SYSCALL)
		rc = gt_profile_calls(&job, &ts, err);
	else if (!rc)
		rc = gt_profile_waits(&job, &ts, err);
	if (!rc)
		take_tallies(p, t, &ts);
	gt_tallies_release(&ts);
	gt_scope_close(&job.scope);
	gt_scratch_free(&job.has);
	free(job.few);
	return rc;
}

void gt_profile_release(struct gt_profile *p)
{
	free(p->stacks);
	*p = (struct gt_profile){ .stacks = NULL };
}

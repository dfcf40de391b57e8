/* Long slices that made others wait. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>

#include "base/cover.h"
#include "base/sat.h"
#include "analysis/stacks/where.h"
#include "base/hash.h"
#include "base/xalloc.h"

/* Of the goroutines of a function. */
struct longs {
	uint32_t func;
	uint64_t count, harmful;
	int64_t max;          /* the longest of all */
	int64_t queue;        /* the longest queue */
	int64_t crowded, delay; /* see list_longs */
	uint32_t worst;       /* the slice with the longest queue, or delay */
	int64_t worst_harm;
};

/* How long it made the stops of the range wait that waited for it last. */
static int64_t findlist_delay_of(const struct gt_findings *f, uint32_t slice)
{
	const struct gt_slice_delay *d = gt_blame_index_slice(&f->blames, slice);
	int64_t sum = 0;

	if (!d || !d->last || !f->limited)
		return d ? d->sum : 0;
	for (size_t i = 0; i < f->blames.nasks; i++) {
		const struct gt_blame_ask *a = &f->blames.asks[i];

		if (a->slice == slice && a->delay != GT_NO_TIME && a->t0 >= f->from && a->t0 < f->to)
			gt_sat_grow(&sum, a->delay);
	}
	return sum;
}

static int by_func(const void *a, const void *b)
{
	const struct gt_long_slice *x = a, *y = b;

	return GT_ASC(x, y, func) ?: GT_ASC(x, y, c0) ?: GT_ASC(x, y, slice);
}

/* One function's slices in the order of c0: a union of their crowded times. */
static void add_long(const struct gt_findings *f, struct longs *l, const struct gt_long_slice *s, int64_t *covered)
{
	int64_t delay = findlist_delay_of(f, s->slice);
	int64_t harm = s->queue > delay ? s->queue : delay;

	l->func = s->func;
	l->count++;
	l->max = s->ns > l->max ? s->ns : l->max;
	l->queue = s->queue > l->queue ? s->queue : l->queue;
	if (harm <= f->limits.sweep.long_wait)
		return;
	l->harmful++;
	gt_sat_grow(&l->delay, delay);
	gt_cover_on(&l->crowded, covered, s->c0, s->c1);
	if (harm > l->worst_harm) {
		l->worst_harm = harm;
		l->worst = s->slice;
	}
}

/* Where a slice that did harm was preempted. */
struct long_place {
	uint32_t func, stack;
	uint64_t line;
	int64_t ns, max;      /* of the slice; in a sum of several the longest */
};

static int by_place(const void *a, const void *b)
{
	const struct long_place *x = a, *y = b;

	return GT_ASC(x, y, func) ?: GT_ASC(x, y, line) ?: GT_ASC(x, y, stack);
}

/* The preempted ones of the goroutines of a function, into v: how many. */
static size_t list_long_places(const struct gt_findings *f, uint32_t func, struct long_place *v)
{
	const struct gt_sweep *s = &f->sweep;
	size_t n = 0;

	for (size_t i = 0; i < s->nlongs; i++) {
		const struct gt_long_slice *l = &s->longs[i];
		struct gt_slice slice;
		struct gt_frame at;

		if (l->func != func || !gt_slice_get(f->trace, l->slice, &slice) || slice.reason != GT_STR_PREEMPTED ||
		    (l->queue <= f->limits.sweep.long_wait &&
		     findlist_delay_of(f, l->slice) <= f->limits.sweep.long_wait) ||
		    !gt_stack_frame(f->trace, slice.end_stack, gt_where_frame(f->trace, slice.end_stack), &at) ||
		    !at.func)
			continue;
		v[n++] = (struct long_place){ at.func, slice.end_stack, at.line, l->ns, l->ns };
	}
	return n;
}

/* Adds up neighbours in the same function, or on the same line of it: the first of those with the most. */
static struct long_place most_of_places(const struct long_place *v, size_t n, bool by_line)
{
	struct long_place most = { 0 }, one = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (!i || v[i].func != v[i - 1].func || (by_line && v[i].line != v[i - 1].line)) {
			one = v[i];
		} else {
			gt_sat_grow(&one.ns, v[i].ns);
			one.max = v[i].max > one.max ? v[i].max : one.max;
		}
		most = one.ns > most.ns ? one : most;
	}
	return most;
}

/* x->where: the function in which most of the time of harmful slices was preempted, and the line with most of that. */
static void name_place_of_longs(const struct gt_findings *f, struct gt_finding *x)
{
	struct long_place *v = gt_xcalloc(f->sweep.nlongs + 1, sizeof *v), most;
	size_t n = list_long_places(f, x->func, v), first = 0, end;

	if (n)
		qsort(v, n, sizeof *v, by_place);
	most = most_of_places(v, n, false);
	while (first < n && v[first].func != most.func)
		first++;
	for (end = first; end < n && v[end].func == most.func;)
		end++;
	x->where = most_of_places(v + first, end - first, true).stack;
	if (x->where) {
		gt_finding_prove(x, "place_ns", most.ns);
		gt_finding_prove(x, "place_max_ns", most.max);
	}
	free(v);
}

static int64_t cost_of_longs(const struct longs *l)
{
	return gt_sat_add(l->crowded, l->delay);
}

static int by_cost(const void *a, const void *b)
{
	const struct longs *x = a, *y = b;
	int64_t c = cost_of_longs(x), d = cost_of_longs(y);

	return (c < d) - (c > d) ?: GT_ASC(x, y, func);
}

static void put_longs(struct gt_findings *f, unsigned kind, const struct longs *l)
{
	struct gt_finding *x;

	if (!l->harmful)
		return;
	x = gt_finding_add(f, kind, cost_of_longs(l));
	x->count = l->harmful;
	x->of = l->count;
	x->max = l->max;
	x->func = l->func;
	gt_finding_at_slice(f, x, l->worst);
	gt_finding_prove(x, "slices", (int64_t)l->count);
	gt_finding_prove(x, "harmful", (int64_t)l->harmful);
	gt_finding_prove(x, "max_ns", l->max);
	gt_finding_prove(x, "queued_ns", l->queue);
	gt_finding_prove(x, "delay_ns", l->delay);
	name_place_of_longs(f, x);
}

/* A long slice does harm only if a goroutine waited for its P while no other was free, or if a pause waited for it. */
static void list_longs(struct gt_findings *f, unsigned kind)
{
	struct gt_sweep *s = &f->sweep;
	struct longs *v = gt_xcalloc(s->nlongs + 1, sizeof *v);
	int64_t covered = 0;
	size_t n = 0;

	if (s->nlongs)
		qsort(s->longs, s->nlongs, sizeof *s->longs, by_func);
	for (size_t i = 0; i < s->nlongs; i++) {
		if (!i || s->longs[i].func != s->longs[i - 1].func) {
			n++;
			covered = 0;
		}
		add_long(f, &v[n - 1], &s->longs[i], &covered);
	}
	if (n)
		qsort(v, n, sizeof *v, by_cost);
	for (size_t i = 0; i < n && i < GT_FINDINGS_OF_A_KIND; i++)
		put_longs(f, kind, &v[i]);
	free(v);
}

static void text_long(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	/* The longest slice of these goroutines may have ended elsewhere. */
	gt_say(out, "{} held a P for up to {}; {} of {} of {} or more made others wait", gt_as_doer(fs, f),
	       gt_as_dur(f->where ? gt_finding_evidence(f, "place_max_ns") : f->max), gt_as_count(f->count), gt_as_many(f->of, "slice"),
	       gt_as_dur(fs->limits.sweep.long_slice));
}

static void report_long(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=greedy --columns=held,start,p,g,queued,stw_delay --filter='{} && held>={}'",
	       gt_as_test(fs, "func", f->func), gt_as_i64(fs->limits.sweep.long_slice));
}

const struct gt_finding_ops gt_finding_longs = {
	.name = "long slices",
	.subject = GT_FINDING_OF_SLICE,
	.list = list_longs,
	.text = text_long,
	.report = report_long,
	.advice = "A long slice costs something only if others wait: for a P while none is idle, or for a "
		  "stop-the-world pause. The runtime asks a goroutine to yield after 10ms; slices far over that were "
		  "not preemptible.",
};

/* What stands out in a trace: looking, step by step, and judging. */
#include "analysis/findings.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define RANGES_PER_STEP 500
#define GOROUTINES_PER_STEP 500
#define STOPS_PER_STEP 10
#define MS INT64_C(1000000)
#define MOST_OF_A_KIND 5     /* functions named for one kind of finding */

/* Goroutines of a function that wait for the same thing at the end. */
struct gt_waiting_group {
	uint32_t func, reason;
	bool forever;
	uint64_t count;
	int64_t longest;
	uint32_t g;           /* who waits longest */
};

/* Mark assists of the goroutines of a function. */
struct gt_assist_group {
	uint32_t func;
	int64_t ns;
};

void gt_findings_release(struct gt_findings *f)
{
	if (f->begun)
		gt_slicewalk_release(&f->walk);
	gt_blames_release(&f->blames);
	gt_map_release(&f->assist_by_func);
	gt_map_release(&f->waiting_by_key);
	free(f->assist_groups);
	free(f->waiting);
	free(f->v);
	*f = (struct gt_findings){ 0 };
}

/* ---- looking ---- */

static void add_assist(struct gt_findings *f, const struct gt_trace *t, uint32_t row, const struct gt_range_row *r)
{
	/* An assist may wait for work and for its P: that is no work. */
	int64_t ns = gt_goroutine_busy(t, r->g, r->t0, r->t1 == GT_NO_TIME ? INT64_MAX : r->t1);
	struct gt_goroutine g;
	bool added = false;
	uint32_t i;

	f->assists++;
	f->assist += ns;
	if (f->assists == 1 || ns > f->assist_max) {
		f->assist_max = ns;
		f->assist_worst = row;
	}
	if (!gt_goroutine_get(t, r->g, &g))
		return;
	i = gt_map_get_or_put(&f->assist_by_func, g.func, (uint32_t)f->nassists, &added);
	if (added) {
		GT_GROW(f->assist_groups, f->cap_assists, f->nassists + 1);
		f->assist_groups[f->nassists++] = (struct gt_assist_group){ .func = g.func };
	}
	f->assist_groups[i].ns += ns;
}

static bool step_ranges(struct gt_findings *f, const struct gt_trace *t)
{
	uint64_t n = gt_trace_info(t)->ranges, end = n - f->ranges > RANGES_PER_STEP ? f->ranges + RANGES_PER_STEP : n;
	bool some = f->ranges < end;
	struct gt_range_row r;

	for (; f->ranges < end; f->ranges++)
		if (gt_range_get(t, f->ranges, &r) && r.kind == GT_RANGE_ASSIST)
			add_assist(f, t, (uint32_t)f->ranges, &r);
	return some;
}

static void add_waiting(struct gt_findings *f, const struct gt_trace *t, const struct gt_goroutine *g)
{
	int64_t ns = gt_trace_info(t)->duration - g->since;
	struct gt_waiting_group *w;
	bool added = false;
	uint64_t key;
	uint32_t i;

	if (g->state != GT_G_WAITING || g->system || gt_is_tracer(t, g))
		return;
	key = (uint64_t)g->func << 33 ^ (uint64_t)g->end_reason << 1 ^ g->forever;
	i = gt_map_get_or_put(&f->waiting_by_key, key, (uint32_t)f->nwaiting, &added);
	if (added) {
		GT_GROW(f->waiting, f->cap_waiting, f->nwaiting + 1);
		f->waiting[f->nwaiting++] = (struct gt_waiting_group){
			.func = g->func, .reason = g->end_reason, .forever = g->forever, .longest = -1 };
	}
	w = &f->waiting[i];
	w->count++;
	if (ns > w->longest) {
		w->longest = ns;
		w->g = g->row;
	}
}

/* What a goroutine waits for at the end is known only then. */
static bool step_goroutines(struct gt_findings *f, const struct gt_trace *t)
{
	uint32_t n = gt_trace_info(t)->goroutines, end;
	struct gt_goroutine g;

	if (!gt_trace_info(t)->done || f->goroutines >= n)
		return false;
	end = n - f->goroutines > GOROUTINES_PER_STEP ? f->goroutines + GOROUTINES_PER_STEP : n;
	for (; f->goroutines < end; f->goroutines++)
		if (gt_goroutine_get(t, f->goroutines, &g))
			add_waiting(f, t, &g);
	return true;
}

/* Slices are nearly all of the work. */
static double share_done(const struct gt_findings *f, const struct gt_trace *t)
{
	uint64_t all = gt_trace_info(t)->slices;

	return all ? (double)f->walk.seen / (double)all : 1;
}

bool gt_findings_step(struct gt_findings *f, const struct gt_trace *t, double *share)
{
	bool more;

	if (share)
		*share = share_done(f, t);
	if (!f->begun) {
		gt_slicewalk_init(&f->walk);
		f->begun = true;
	}
	/* The walk asks who stopped the world. */
	if (!gt_blames_update(&f->blames, t, STOPS_PER_STEP))
		return true;
	more = step_ranges(f, t);
	more = step_goroutines(f, t) || more;
	more = gt_slicewalk_step(&f->walk, t, &f->blames) || more;
	return more;
}

/* ---- judging ---- */

static struct gt_finding *add(struct gt_findings *f, unsigned kind, unsigned severity)
{
	struct gt_finding *v;

	GT_GROW(f->v, f->cap, f->n + 1);
	v = &f->v[f->n++];
	*v = (struct gt_finding){
		.kind = (uint8_t)kind, .severity = (uint8_t)severity, .t0 = GT_NO_TIME, .t1 = GT_NO_TIME,
		.g = GT_NO_ROW, .part = GT_NO_ROW, .slice = GT_NO_ROW, .range = GT_NO_ROW };
	return v;
}

static unsigned judge(int64_t v, int64_t medium, int64_t high)
{
	return v >= high ? GT_SEVERITY_HIGH : v >= medium ? GT_SEVERITY_MEDIUM : GT_SEVERITY_LOW;
}

static unsigned judge_share(double v, double medium, double high)
{
	return v >= high ? GT_SEVERITY_HIGH : v >= medium ? GT_SEVERITY_MEDIUM : GT_SEVERITY_LOW;
}

static double ratio(int64_t a, int64_t b)
{
	return b > 0 ? (double)a / (double)b : 0;
}

static void take_slice(struct gt_finding *v, const struct gt_trace *t, uint32_t slice)
{
	struct gt_slice s;

	if (!gt_slice_get(t, slice, &s))
		return;
	v->slice = slice;
	v->g = s.g;
	v->part = s.part;
	v->t0 = s.t0;
	v->t1 = s.t1;
}

static void list_stops(struct gt_findings *f, const struct gt_trace *t)
{
	size_t n;
	struct gt_blame_total *v = gt_blames_total(&f->blames, t, false, INT64_MIN, INT64_MAX, &n);

	for (size_t i = 0; i < n && i < MOST_OF_A_KIND && v[i].count; i++) {
		const struct gt_blame_row *b = gt_blames_of_range(&f->blames, t, v[i].worst);
		struct gt_finding *x;

		/* Less is what stopping the world costs. */
		if (v[i].max < MS / 10 || !b)
			continue;
		x = add(f, GT_FINDING_STW, judge(v[i].max, MS, 10 * MS));
		take_slice(x, t, b->slice);
		x->ns = v[i].sum;
		x->max = v[i].max;
		x->count = v[i].count;
		x->more = f->blames.n;
		x->func = v[i].func;
		x->range = b->range;
		x->t0 = b->t0;
		x->t1 = b->t1 == GT_NO_TIME ? gt_trace_info(t)->duration : b->t1;
	}
	free(v);
}

/* A stop that took long for another reason than waiting for a goroutine. */
static void list_pauses(struct gt_findings *f, const struct gt_trace *t)
{
	const struct gt_blame_row *worst = NULL;
	struct gt_finding v = { .max = 0 }, *x;
	struct gt_range_row r;

	for (size_t i = 0; i < f->blames.n; i++) {
		const struct gt_blame_row *b = &f->blames.rows[i];
		int64_t ns = b->t1 == GT_NO_TIME ? 0 : b->t1 - b->t0;

		v.ns += ns;
		/* GT_NO_TIME is less than all others. */
		if (b->t1 != GT_NO_TIME && b->ns[GT_PAUSE_STILL] > v.max) {
			v.max = b->ns[GT_PAUSE_STILL];
			worst = b;
		}
	}
	if (v.max < MS || !gt_range_get(t, worst->range, &r))
		return;
	x = add(f, GT_FINDING_PAUSE, judge(v.max, MS, 10 * MS));
	x->ns = v.ns;
	x->max = v.max;
	x->count = f->blames.n;
	x->more = (uint64_t)(worst->t1 - worst->t0);
	x->reason = r.name;
	x->range = worst->range;
	x->g = worst->asker;
	x->t0 = worst->t0;
	x->t1 = worst->t1;
}

static int by_longest(const void *a, const void *b)
{
	const struct gt_long_func *x = a, *y = b;

	if (x->max != y->max)
		return x->max > y->max ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

static void list_longs(struct gt_findings *f, const struct gt_trace *t)
{
	size_t n = f->walk.nlongs;
	struct gt_long_func *v = gt_xcalloc(n + 1, sizeof *v);

	if (n) {
		memcpy(v, f->walk.longs, n * sizeof *v);
		qsort(v, n, sizeof *v, by_longest);
	}
	for (size_t i = 0; i < n && i < MOST_OF_A_KIND; i++) {
		struct gt_finding *x = add(f, GT_FINDING_LONG, judge(v[i].max, GT_LONG_NS, GT_VERY_LONG_NS));

		take_slice(x, t, v[i].slice);
		x->ns = x->max = v[i].max;
		x->count = v[i].count;
		x->more = v[i].very;
		x->func = v[i].func;
	}
	free(v);
}

static void list_waits(struct gt_findings *f, const struct gt_trace *t)
{
	const struct gt_slicewalk *w = &f->walk;
	int64_t p99 = gt_slicewalk_percentile(w, 0.99);
	struct gt_finding *x;
	struct gt_goroutine g;
	struct gt_slice s;

	if (!w->waits || !gt_slice_get(t, w->wait_slice, &s))
		return;
	x = add(f, GT_FINDING_SCHED, judge(p99, MS, 10 * MS));
	if (w->wait_max >= 100 * MS && x->severity < GT_SEVERITY_MEDIUM)
		x->severity = GT_SEVERITY_MEDIUM;
	take_slice(x, t, s.id);
	x->ns = p99;
	x->median = gt_slicewalk_percentile(w, 0.5);
	x->max = w->wait_max;
	x->count = w->waits;
	x->t0 = s.ready;
	x->t1 = s.t0;
	if (gt_goroutine_get(t, s.g, &g))
		x->func = g.func;
}

static void list_idle(struct gt_findings *f, const struct gt_trace *t)
{
	struct gt_idle_sum sum;
	struct gt_finding *x;
	unsigned most;
	double share;

	/* While the index is built, threads that hold a P for long are missing; in a damaged trace they may be lost. */
	if (!gt_trace_info(t)->done || !gt_trace_info(t)->complete)
		return;
	gt_slicewalk_idle(&f->walk, t, &f->blames, &sum);
	share = ratio(sum.wasted, sum.whole);
	if (share < 0.005)
		return;
	/* A large share of next to nothing is nothing. */
	most = judge(sum.wasted, MS, 10 * MS);
	x = add(f, GT_FINDING_IDLE, judge_share(share, 0.02, 0.10));
	x->severity = x->severity < most ? x->severity : (uint8_t)most;
	x->ns = sum.wasted;
	x->max = sum.worst_ns;
	x->share = share;
	x->t0 = sum.worst;
	x->t1 = sum.worst_end;
}

static int64_t busy_of_all(const struct gt_trace *t)
{
	int64_t busy = 0;
	struct gt_proc p;

	for (uint32_t i = 0; i < gt_trace_info(t)->procs; i++)
		if (gt_proc_get(t, i, &p))
			busy += p.busy;
	return busy;
}

static void list_assists(struct gt_findings *f, const struct gt_trace *t)
{
	double share = ratio(f->assist, busy_of_all(t));
	const struct gt_assist_group *most = NULL;
	struct gt_range_row r;
	struct gt_finding *x;

	if (!f->assists || share < 0.005 || !gt_range_get(t, f->assist_worst, &r))
		return;
	for (size_t i = 0; i < f->nassists; i++)
		if (!most || f->assist_groups[i].ns > most->ns)
			most = &f->assist_groups[i];
	x = add(f, GT_FINDING_ASSIST, judge_share(share, 0.02, 0.10));
	x->ns = f->assist;
	x->max = f->assist_max;
	x->count = f->assists;
	x->share = share;
	x->range = f->assist_worst;
	x->g = r.g;
	x->t0 = r.t0;
	x->t1 = r.t1 == GT_NO_TIME ? gt_trace_info(t)->duration : r.t1;
	if (most) {
		x->func = most->func;
		x->more = (uint64_t)most->ns;
	}
}

static void list_gc(struct gt_findings *f, const struct gt_trace *t)
{
	int64_t end = gt_trace_info(t)->duration, sum = 0;
	struct gt_finding v = { .max = -1 }, *x;
	struct gt_range_row r;
	double share;

	for (uint64_t i = 0; i < f->ranges; i++) {
		int64_t ns;

		if (!gt_range_get(t, i, &r) || r.kind != GT_RANGE_GC)
			continue;
		ns = (r.t1 == GT_NO_TIME ? end : r.t1) - r.t0;
		sum += ns;
		v.count++;
		if (ns > v.max) {
			v.max = ns;
			v.t0 = r.t0;
			v.t1 = r.t0 + ns;
			v.range = (uint32_t)i;
		}
	}
	share = ratio(sum, end);
	if (share < 0.10)
		return;
	x = add(f, GT_FINDING_GC, judge_share(share, 0.25, 0.60));
	x->ns = sum;
	x->max = v.max;
	x->count = v.count;
	x->share = share;
	x->range = v.range;
	x->t0 = v.t0;
	x->t1 = v.t1;
}

static int by_wait(const void *a, const void *b)
{
	const struct gt_waiting_group *x = a, *y = b;

	if (x->forever != y->forever)
		return x->forever ? -1 : 1;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	if (x->longest != y->longest)
		return x->longest > y->longest ? -1 : 1;
	return x->g < y->g ? -1 : x->g > y->g;
}

/* A wait of less than half of the trace may well end. */
static void list_waiting(struct gt_findings *f, const struct gt_trace *t)
{
	int64_t end = gt_trace_info(t)->duration;
	struct gt_waiting_group *v = gt_xcalloc(f->nwaiting + 1, sizeof *v);
	size_t n = 0;

	for (size_t i = 0; i < f->nwaiting; i++)
		if (f->waiting[i].forever || f->waiting[i].longest >= end / 2)
			v[n++] = f->waiting[i];
	if (n)
		qsort(v, n, sizeof *v, by_wait);
	for (size_t i = 0; i < n && i < MOST_OF_A_KIND; i++) {
		struct gt_finding *x = v[i].forever ? add(f, GT_FINDING_FOREVER, GT_SEVERITY_MEDIUM)
						    : add(f, GT_FINDING_WAITING, GT_SEVERITY_LOW);

		x->ns = x->max = v[i].longest;
		x->count = v[i].count;
		x->func = v[i].func;
		x->reason = v[i].reason;
		x->g = v[i].g;
		x->t0 = end - v[i].longest;
		x->t1 = end;
	}
	free(v);
}

static int worst_first(const void *a, const void *b)
{
	const struct gt_finding *x = a, *y = b;

	if (x->severity != y->severity)
		return x->severity > y->severity ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->ns != y->ns)
		return x->ns > y->ns ? -1 : 1;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

void gt_findings_list(struct gt_findings *f, const struct gt_trace *t)
{
	f->n = 0;
	if (!f->begun)
		return;
	list_stops(f, t);
	list_pauses(f, t);
	list_longs(f, t);
	list_waits(f, t);
	list_idle(f, t);
	list_assists(f, t);
	list_gc(f, t);
	list_waiting(f, t);
	if (f->n)
		qsort(f->v, f->n, sizeof *f->v, worst_first);
}

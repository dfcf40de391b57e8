/* What stands out in a trace: judging by what it cost. */
#include "analysis/findings/findlist.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/sat.h"
#include "base/xalloc.h"

#define MS INT64_C(1000000)
#define MOST_OF_A_KIND 5      /* functions named for one kind of finding */

/* ---- findings ---- */

static struct gt_finding *findlist_add(struct gt_findings *f, unsigned kind, int64_t cost)
{
	struct gt_finding *v;

	GT_GROW(f->v, f->cap, f->n + 1);
	v = &f->v[f->n++];
	*v = (struct gt_finding){
		.kind = (uint8_t)kind, .cost = cost, .max = GT_NO_TIME, .count = GT_NONE, .of = GT_NONE,
		.t0 = GT_NO_TIME, .t1 = GT_NO_TIME, .g = GT_NO_ROW, .proc_row = GT_NO_ROW, .slice = GT_NO_ROW,
		.range = GT_NO_ROW };
	v->share = f->to > f->from ? (double)cost / (double)(f->to - f->from) : 0;
	v->severity = v->share >= 0.1 ? GT_SEVERITY_HIGH : v->share >= 0.02 ? GT_SEVERITY_MEDIUM : GT_SEVERITY_LOW;
	return v;
}

/* A row that only says that there are no findings, or that nothing can be judged. */
static struct gt_finding *add_none(struct gt_findings *f, unsigned kind)
{
	struct gt_finding *v = findlist_add(f, kind, 0);

	v->severity = GT_SEVERITY_NONE;
	return v;
}

/* A single long one is felt, too, whatever its share. */
static void judge_max(const struct gt_findings *f, struct gt_finding *v)
{
	if (v->max >= 10 * f->limits.stop)
		v->severity = GT_SEVERITY_HIGH;
	else if (v->max >= f->limits.stop && v->severity < GT_SEVERITY_MEDIUM)
		v->severity = GT_SEVERITY_MEDIUM;
}

static void prove(struct gt_finding *v, const char *name, int64_t value)
{
	size_t n = strlen(name);

	assert(v->nevidence < GT_EVIDENCE);
	v->evidence[v->nevidence].name = name;
	v->evidence[v->nevidence].value = value;
	v->ns[v->nevidence] = n > 3 && !strcmp(name + n - 3, "_ns");
	v->nevidence++;
}

/* Whether the cost is worth a finding: a large share of a very short range is not. */
static bool matters(const struct gt_findings *f, int64_t cost)
{
	return cost >= f->limits.stop && (double)cost * 1000 >= (double)f->limits.permille * (double)(f->to - f->from);
}

static void look_at_slice(const struct gt_findings *f, struct gt_finding *v, uint32_t slice)
{
	struct gt_slice s;

	if (!gt_slice_get(f->trace, slice, &s))
		return;
	v->slice = slice;
	v->g = s.g;
	v->proc_row = s.proc_row;
	v->t0 = s.t0;
	v->t1 = s.t1;
}

static void look_at_range(const struct gt_findings *f, struct gt_finding *v, uint32_t range)
{
	struct gt_range_row r;

	if (!gt_range_get(f->trace, range, &r))
		return;
	v->range = range;
	v->t0 = r.t0;
	v->t1 = r.t1 == GT_NO_TIME ? gt_trace_info(f->trace)->duration : r.t1;
}

/* ---- stop-the-world pauses ---- */

static void list_stops(struct gt_findings *f)
{
	size_t n;
	struct gt_blame_total *v = gt_blame_index_total(&f->blames, f->trace, false, f->from, f->to, &n);

	for (size_t i = 0; i < n && i < MOST_OF_A_KIND && v[i].count; i++) {
		const struct gt_blame_row *b = gt_blame_index_of_range(&f->blames, f->trace, v[i].worst);
		struct gt_finding *x;

		if (!b || (v[i].max < f->limits.stop && !matters(f, v[i].sum)))
			continue;
		x = findlist_add(f, GT_FINDING_STW, v[i].sum);
		x->count = v[i].count;
		x->max = v[i].max;
		x->func = v[i].func;
		judge_max(f, x);
		look_at_slice(f, x, b->slice);
		look_at_range(f, x, b->range);
		prove(x, "count", (int64_t)v[i].count);
		prove(x, "delay_ns", v[i].sum);
		prove(x, "max_ns", v[i].max);
	}
	free(v);
}

/* The parts in which it was not a goroutine that took the time. */
static void list_part(struct gt_findings *f, enum gt_pause_part part, unsigned kind, const char *const names[3])
{
	struct gt_pause_sum sum = gt_blame_index_sum(&f->blames, f->from, f->to);
	const struct gt_blame_row *worst = NULL;
	struct gt_range_row r;
	struct gt_finding *x;

	for (size_t i = gt_blame_index_seek(&f->blames, f->from); i < f->blames.n; i++) {
		const struct gt_blame_row *b = &f->blames.rows[i];

		if (b->t0 < f->to && b->ns[part] != GT_NO_TIME && (!worst || b->ns[part] > worst->ns[part]))
			worst = b;
	}
	if (!worst || (sum.max[part] < f->limits.stop && !matters(f, sum.ns[part])) ||
	    !gt_range_get(f->trace, worst->range, &r))
		return;
	x = findlist_add(f, kind, sum.ns[part]);
	x->count = sum.n[part];
	x->max = sum.max[part];
	x->reason = r.name;
	x->g = worst->requester;
	judge_max(f, x);
	look_at_range(f, x, worst->range);
	prove(x, names[0], (int64_t)sum.n[part]);
	prove(x, names[1], sum.ns[part]);
	prove(x, names[2], sum.max[part]);
}

/* ---- long slices ---- */

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

	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	if (x->c0 != y->c0)
		return x->c0 < y->c0 ? -1 : 1;
	return x->slice < y->slice ? -1 : x->slice > y->slice;
}

/* One function's slices in the order of c0: a union of their crowded times. */
static void add_long(const struct gt_findings *f, struct longs *l, const struct gt_long_slice *s, int64_t *covered)
{
	int64_t delay = findlist_delay_of(f, s->slice), since = s->c0 > *covered ? s->c0 : *covered;
	int64_t harm = s->queue > delay ? s->queue : delay;

	l->func = s->func;
	l->count++;
	l->max = s->ns > l->max ? s->ns : l->max;
	l->queue = s->queue > l->queue ? s->queue : l->queue;
	if (harm <= f->limits.sweep.long_wait)
		return;
	l->harmful++;
	gt_sat_grow(&l->delay, delay);
	if (s->c1 > since) {
		gt_sat_grow(&l->crowded, s->c1 - since);
		*covered = s->c1;
	}
	if (harm > l->worst_harm) {
		l->worst_harm = harm;
		l->worst = s->slice;
	}
}

static int by_cost(const void *a, const void *b)
{
	const struct longs *x = a, *y = b;
	int64_t c = x->crowded + x->delay, d = y->crowded + y->delay;

	if (c != d)
		return c > d ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

static void put_longs(struct gt_findings *f, const struct longs *l)
{
	struct gt_finding *x;

	if (!l->harmful)
		return;
	x = findlist_add(f, GT_FINDING_LONG, l->crowded + l->delay);
	x->count = l->harmful;
	x->of = l->count;
	x->max = l->max;
	x->func = l->func;
	look_at_slice(f, x, l->worst);
	prove(x, "slices", (int64_t)l->count);
	prove(x, "harmful", (int64_t)l->harmful);
	prove(x, "max_ns", l->max);
	prove(x, "queued_ns", l->queue);
	prove(x, "delay_ns", l->delay);
}

/* A long slice does harm only if a goroutine waited for its P while no other was free, or if a pause waited for it. */
static void list_longs(struct gt_findings *f)
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
	for (size_t i = 0; i < n && i < MOST_OF_A_KIND; i++)
		put_longs(f, &v[i]);
	free(v);
}

/* ---- waits and idle processors ---- */

static void list_waits(struct gt_findings *f)
{
	const struct gt_sweep_waits *w = &f->sweep.waits;
	struct gt_goroutine g;
	struct gt_finding *x;
	struct gt_slice s;

	if (!matters(f, w->some_long) || !gt_slice_get(f->trace, w->slice, &s))
		return;
	x = findlist_add(f, GT_FINDING_SCHED, w->some_long);
	x->count = w->nlong;
	x->of = w->n;
	x->max = w->max;
	look_at_slice(f, x, s.id);
	x->t0 = s.ready;
	x->t1 = s.t0;
	if (gt_goroutine_get(f->trace, s.g, &g))
		x->func = g.func;
	prove(x, "waits", (int64_t)w->n);
	prove(x, "sum_ns", w->sum);
	prove(x, "median_ns", gt_sweep_percentile(&f->sweep, 0.5));
	prove(x, "p99_ns", gt_sweep_percentile(&f->sweep, 0.99));
	prove(x, "max_ns", w->max);
	prove(x, "long_ns", w->some_long);
	prove(x, "long", (int64_t)w->nlong);
	for (unsigned i = 0; i < GT_WAIT_CAUSES; i++)
		prove(x, gt_wait_long_name(i), (int64_t)w->by_cause[i]);
}

static void list_idle(struct gt_findings *f)
{
	const struct gt_sweep_idle *idle = &f->sweep.idle;
	struct gt_finding *x;

	if (!matters(f, idle->wait))
		return;
	x = findlist_add(f, GT_FINDING_IDLE, idle->wait);
	x->max = idle->worst1 - idle->worst0;
	x->t0 = idle->worst0;
	x->t1 = idle->worst1;
	prove(x, "idle_wait_ns", idle->wait);
	prove(x, "idle_ready_ns", idle->ready);
	prove(x, "idle_ns", idle->idle);
	prove(x, "procs_ns", idle->procs);
}

/* ---- the garbage collector ---- */

static void list_gc(struct gt_findings *f)
{
	const struct gt_gccost *c = &f->gc;
	int64_t taken = c->dedicated + c->fractional + c->assist, procs = f->sweep.idle.procs;
	int64_t cost = procs > 0 ? (int64_t)((__int128)taken * (f->to - f->from) / procs) : 0;
	struct gt_finding *x;

	if (!matters(f, cost))
		return;
	x = findlist_add(f, GT_FINDING_GC, cost);
	x->count = c->cycles;
	x->max = c->longest_ns;
	look_at_range(f, x, c->longest);
	prove(x, "cycles", (int64_t)c->cycles);
	prove(x, "mark_ns", c->mark);
	prove(x, "dedicated_ns", c->dedicated);
	prove(x, "fractional_ns", c->fractional);
	prove(x, "idle_ns", c->idle);
	prove(x, "assist_ns", c->assist);
	prove(x, "busy_ns", c->busy);
}

static void list_assists(struct gt_findings *f)
{
	const struct gt_gccost *c = &f->gc;
	struct gt_range_row r;
	struct gt_finding *x;
	struct gt_goroutine g;

	if (!matters(f, c->some) || !gt_range_get(f->trace, c->worst, &r))
		return;
	x = findlist_add(f, GT_FINDING_ASSIST, c->some);
	x->count = c->assists;
	x->max = c->max;
	look_at_range(f, x, c->worst);
	x->g = r.g;
	if (gt_goroutine_get(f->trace, r.g, &g))
		x->func = g.func;
	prove(x, "assists", (int64_t)c->assists);
	prove(x, "assist_ns", c->assist);
	prove(x, "assist_wall_ns", c->wall);
	prove(x, "max_ns", c->max);
}

/* ---- goroutines that stay ---- */

/* Not only those that happen to be at work when the trace ends: of each quarter some are left. */
static bool findlist_grows(const struct gt_findings *f, const struct gt_stay_group *s)
{
	uint64_t least = (uint64_t)f->limits.leak / 4;

	least = least ? least : 1;
	return s->left >= (uint64_t)f->limits.leak && s->quarter[0] >= least && s->quarter[1] >= least &&
	       s->quarter[2] >= least && s->quarter[3] >= least;
}

static void look_at_goroutine(const struct gt_findings *f, struct gt_finding *x, uint32_t row)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(f->trace, row, &g))
		return;
	x->g = row;
	x->reason = g.end_reason;
	x->t0 = g.since;
	x->t1 = gt_trace_info(f->trace)->duration;
}

static void list_stays(struct gt_findings *f)
{
	static const char *const quarters[] = { "left_1", "left_2", "left_3", "left_4" };
	struct gt_finding *x;

	for (size_t i = 0; i < f->nstay; i++) {
		const struct gt_stay_group *s = &f->stay[i];

		if (findlist_grows(f, s)) {
			x = findlist_add(f, GT_FINDING_LEAK, 0);
			x->severity = GT_SEVERITY_MEDIUM;
			x->count = s->left;
			x->of = s->created;
			x->func = s->func;
			look_at_goroutine(f, x, s->g);
			prove(x, "left", (int64_t)s->left);
			prove(x, "created", (int64_t)s->created);
			for (int k = 0; k < 4; k++)
				prove(x, quarters[k], (int64_t)s->quarter[k]);
		}
		if (s->forever) {
			x = findlist_add(f, GT_FINDING_FOREVER, 0);
			x->count = s->forever;
			x->func = s->func;
			look_at_goroutine(f, x, s->forever_g);
			prove(x, "goroutines", (int64_t)s->forever);
		}
	}
}

/* ---- what cannot be judged ---- */

/* Unless all that those without names could have waited would cost next to nothing. */
static void list_unnamed(struct gt_findings *f)
{
	const struct gt_sweep_unnamed *u = &f->sweep.unnamed;
	struct gt_finding *x;

	if (!matters(f, u->sum) && !u->slices)
		return;
	x = add_none(f, GT_FINDING_UNJUDGED);
	x->count = f->unnamed;
	prove(x, "unnamed_goroutines", (int64_t)f->unnamed);
	prove(x, "unnamed_waits", (int64_t)u->waits);
	prove(x, "unnamed_ns", u->sum);
	prove(x, "unnamed_slices", (int64_t)u->slices);
}

/* ---- the list ---- */

static int worst_first(const void *a, const void *b)
{
	const struct gt_finding *x = a, *y = b;

	if (x->severity != y->severity)
		return x->severity > y->severity ? -1 : 1;
	if (x->cost != y->cost)
		return x->cost > y->cost ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

void gt_findings_list(struct gt_findings *f)
{
	static const char *const still[] = { "still_count", "still_ns", "still_max_ns" };
	static const char *const restart[] = { "restart_count", "restart_ns", "restart_max_ns" };
	const struct gt_trace_info *info = gt_trace_info(f->trace);
	bool anything = f->to > f->from && (info->events || info->goroutines);

	f->n = 0;
	list_stops(f);
	list_part(f, GT_PAUSE_STILL, GT_FINDING_PAUSE, still);
	list_part(f, GT_PAUSE_RESTART, GT_FINDING_RESTART, restart);
	if (f->complete) {
		list_longs(f);
		list_waits(f);
		list_idle(f);
		list_gc(f);
		list_assists(f);
		list_stays(f);
		list_unnamed(f);
		if (!f->n)
			add_none(f, anything ? GT_FINDING_NOTHING : GT_FINDING_UNJUDGED);
	}
	if (f->n)
		qsort(f->v, f->n, sizeof *f->v, worst_first);
}

/* One walk over all slices: how long goroutines waited for processors, who held them long, who stood idle. */
#include "analysis/slicewalk.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define CHUNK 256
#define FIRST_UNIT 1024      /* ns */

/* ---- parts of time ---- */

static void parts_init(struct gt_walk_parts *p)
{
	p->unit = FIRST_UNIT;
	p->ns = gt_xcalloc(GT_WALK_PARTS, sizeof *p->ns);
	p->diff = gt_xcalloc(GT_WALK_PARTS + 1, sizeof *p->diff);
}

static void parts_release(struct gt_walk_parts *p)
{
	free(p->ns);
	free(p->diff);
}

/* Two parts become one. */
static void parts_double(struct gt_walk_parts *p)
{
	int64_t cover = 0;

	for (size_t i = 0; i < GT_WALK_PARTS; i++) {
		int64_t ns = p->ns[i];

		cover += p->diff[i];
		p->ns[i] = 0;
		p->ns[i / 2] += ns + cover * p->unit;
	}
	memset(p->diff, 0, (GT_WALK_PARTS + 1) * sizeof *p->diff);
	p->unit *= 2;
}

static void parts_add(struct gt_walk_parts *p, int64_t a, int64_t b)
{
	int64_t i, j;

	a = a < 0 ? 0 : a;
	if (a >= b)
		return;
	while ((b - 1) / p->unit >= GT_WALK_PARTS)
		parts_double(p);
	i = a / p->unit;
	j = (b - 1) / p->unit;
	if (i == j) {
		p->ns[i] += b - a;
		return;
	}
	p->ns[i] += (i + 1) * p->unit - a;
	p->ns[j] += b - j * p->unit;
	p->diff[i + 1]++;
	p->diff[j]--;
}

/* ---- slices ---- */

void gt_slicewalk_init(struct gt_slicewalk *w)
{
	*w = (struct gt_slicewalk){ .wait_slice = GT_NO_ROW };
	parts_init(&w->held);
	parts_init(&w->ready);
}

void gt_slicewalk_release(struct gt_slicewalk *w)
{
	free(w->next);
	free(w->next_run);
	free(w->longs);
	gt_map_release(&w->long_by_func);
	parts_release(&w->held);
	parts_release(&w->ready);
	*w = (struct gt_slicewalk){ 0 };
}

static unsigned class_of(int64_t ns)
{
	uint64_t v = ns > 0 ? (uint64_t)ns : 0;
	unsigned bits;

	if (v < 8)
		return (unsigned)v;
	bits = 63 - (unsigned)__builtin_clzll(v);
	return (bits - 2) * 8 + (unsigned)(v >> (bits - 3) & 7);
}

/* The largest value of a class. */
static int64_t class_end(unsigned c)
{
	unsigned bits = c / 8 + 2;

	return c < 8 ? (int64_t)c : (int64_t)(((uint64_t)(c % 8) + 9) << (bits - 3)) - 1;
}

static void add_wait(struct gt_slicewalk *w, const struct gt_slice *s)
{
	int64_t ns;

	if (s->ready == GT_NO_TIME || s->flags & GT_SLICE_CUT)
		return;
	ns = s->t0 - s->ready;
	w->waits++;
	w->classes[class_of(ns)]++;
	w->wait_sum += ns;
	if (w->wait_slice == GT_NO_ROW || ns > w->wait_max) {
		w->wait_max = ns;
		w->wait_slice = s->id;
	}
	parts_add(&w->ready, s->ready, s->t0);
}

bool gt_is_tracer(const struct gt_trace *t, const struct gt_goroutine *g)
{
	static const char prefix[] = "runtime/trace.";
	size_t n;
	const char *s = gt_trace_string(t, g->func, &n);

	return n > sizeof prefix - 1 && !memcmp(s, prefix, sizeof prefix - 1);
}

static void add_long(struct gt_slicewalk *w, const struct gt_trace *t, const struct gt_slice *s,
		     const struct gt_blames *b)
{
	int64_t ns = s->t1 - s->t0 - gt_blames_asked(b, s);
	struct gt_long_func *l;
	struct gt_goroutine g;
	bool added = false;
	uint32_t i;

	if (ns < GT_LONG_NS || !gt_goroutine_get(t, s->g, &g) || g.system || gt_is_tracer(t, &g))
		return;
	i = gt_map_get_or_put(&w->long_by_func, g.func, (uint32_t)w->nlongs, &added);
	if (added) {
		GT_GROW(w->longs, w->cap_longs, w->nlongs + 1);
		w->longs[w->nlongs++] = (struct gt_long_func){ .func = g.func };
	}
	l = &w->longs[i];
	l->count++;
	l->very += ns >= GT_VERY_LONG_NS;
	l->sum += ns;
	if (ns > l->max) {
		l->max = ns;
		l->slice = s->id;
	}
}

static void take_procs(struct gt_slicewalk *w, const struct gt_trace *t)
{
	uint32_t n = gt_trace_info(t)->procs;

	GT_GROW(w->next, w->cap, (size_t)n + 1);
	GT_GROW(w->next_run, w->cap_runs, (size_t)n + 1);
	for (; w->procs < n; w->procs++)
		w->next[w->procs] = w->next_run[w->procs] = 0;
}

/* Threads hold Ps much longer than goroutines do: some runs of each P. */
static bool step_runs(struct gt_slicewalk *w, const struct gt_trace *t)
{
	bool some = false;
	struct gt_run r;

	for (uint32_t i = 0; i < w->procs; i++)
		for (int k = 0; k < CHUNK / 8 && gt_proc_run_get(t, i, w->next_run[i], &r); k++) {
			parts_add(&w->held, r.t0, r.t1);
			w->next_run[i]++;
			some = true;
		}
	return some;
}

bool gt_slicewalk_step(struct gt_slicewalk *w, const struct gt_trace *t, const struct gt_blames *b)
{
	struct gt_slice s[CHUNK];
	uint32_t n = 0;
	bool runs;

	take_procs(w, t);
	runs = step_runs(w, t);
	for (uint32_t tries = 0; tries < w->procs && n == 0; tries++) {
		w->part = w->part < w->procs ? w->part : 0;
		n = gt_slices_read(t, w->part, w->next[w->part], CHUNK, s);
		w->next[w->part] += n;
		w->part += n == 0;
	}
	for (uint32_t i = 0; i < n; i++) {
		add_wait(w, &s[i]);
		if (s[i].t1 - s[i].t0 >= GT_LONG_NS)
			add_long(w, t, &s[i], b);
	}
	w->seen += n;
	return n > 0 || runs;
}

/* ---- questions ---- */

int64_t gt_slicewalk_percentile(const struct gt_slicewalk *w, double q)
{
	uint64_t rank = (uint64_t)(q * (double)w->waits + 0.999999), sum = 0;

	for (unsigned c = 0; c < GT_WAIT_CLASSES; c++) {
		sum += w->classes[c];
		if (sum >= rank && sum > 0)
			return class_end(c) < w->wait_max ? class_end(c) : w->wait_max;
	}
	return 0;
}

/* GOMAXPROCS as it changes: a cursor over the counters. */
struct procs_now {
	uint64_t next, value;
};

static uint64_t procs_at(struct procs_now *p, const struct gt_trace *t, int64_t time)
{
	uint64_t n = gt_trace_info(t)->counters;
	struct gt_counter c;

	for (; p->next < n && gt_counter_get(t, p->next, &c) && c.t < time; p->next++)
		if (c.metric == GT_METRIC_GOMAXPROCS)
			p->value = c.value;
	return p->value;
}

/* Whether the world was stopped in [a, b); *next is a cursor over the stops. */
static bool was_stopped(const struct gt_blames *b, size_t *next, int64_t a, int64_t end)
{
	for (; *next < b->n && b->rows[*next].t1 != GT_NO_TIME && b->rows[*next].t1 <= a; ++*next)
		;
	return *next < b->n && b->rows[*next].t0 < end;
}

static void same_unit(struct gt_slicewalk *w)
{
	while (w->held.unit < w->ready.unit)
		parts_double(&w->held);
	while (w->ready.unit < w->held.unit)
		parts_double(&w->ready);
}

void gt_slicewalk_idle(struct gt_slicewalk *w, const struct gt_trace *t, const struct gt_blames *b,
		       struct gt_idle_sum *out)
{
	int64_t end = gt_trace_info(t)->duration, held_cover = 0, ready_cover = 0, unit;
	struct procs_now procs = { 0, gt_trace_info(t)->procs };
	size_t stop = 0;

	same_unit(w);
	unit = w->held.unit;
	*out = (struct gt_idle_sum){ 0 };
	for (int64_t i = 0; i < GT_WALK_PARTS && i * unit < end; i++) {
		int64_t a = i * unit, len = a + unit <= end ? unit : end - a, held, ready, idle, wasted, whole;

		held_cover += w->held.diff[i];
		ready_cover += w->ready.diff[i];
		held = w->held.ns[i] + held_cover * unit;
		ready = w->ready.ns[i] + ready_cover * unit;
		whole = (int64_t)procs_at(&procs, t, a + len) * len;
		idle = whole > held ? whole - held : 0;
		wasted = was_stopped(b, &stop, a, a + len) ? 0 : ready < idle ? ready : idle;
		out->whole += whole;
		out->idle += idle;
		out->wasted += wasted;
		if (wasted > out->worst_ns) {
			out->worst_ns = wasted;
			out->worst = a;
			out->worst_end = a + len;
		}
	}
}

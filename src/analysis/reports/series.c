/* Counters, states, the GC's shares and rates over time: in equal parts of a range of the trace. */
#include "analysis/reports/series.h"

#include <stdlib.h>

#include "analysis/gc/gcworkers.h"
#include "base/bisect.h"
#include "base/xalloc.h"
#include "index/query/procs.h"
#include "index/query/tracks.h"

#define SECOND 1e9
#define ROWS_PER_LOOK 4096
/* Go's own tools take larger goals for none. */

/*
 * While it is filled.  What lies in whole buckets is only counted at the first and behind the last of them, so
 * that an interval costs the same however many buckets it covers.
 */
struct series_work {
	struct gt_series_set *s;
	int64_t from, to;
	int64_t (*full)[GT_SERIES_N];   /* n + 1 */
	enum gt_series kind;            /* of pieces of assists */
	bool (*progress)(void *arg, uint64_t done, uint64_t total);
	void *progress_arg;
	uint64_t done, total;
};

static size_t bucket_of(const struct gt_series_set *s, int64_t time)
{
	return GT_BISECT(i, 1, s->n, s->edges[i] <= time) - 1;
}

/* [a, b) belongs to it. */
static void series_add(struct series_work *w, enum gt_series k, int64_t a, int64_t b)
{
	struct gt_series_set *s = w->s;
	size_t i, j;

	a = a > w->from ? a : w->from;
	b = b < w->to ? b : w->to;
	if (a >= b)
		return;
	i = bucket_of(s, a);
	j = bucket_of(s, b - 1);
	if (i == j) {
		s->v[i].part[k] += (double)(b - a);
		return;
	}
	s->v[i].part[k] += (double)(s->edges[i + 1] - a);
	s->v[j].part[k] += (double)(b - s->edges[j]);
	w->full[i + 1][k]++;
	w->full[j][k]--;
}

/* At a time. */
static void series_count(struct series_work *w, enum gt_series k, int64_t time, double v)
{
	if (time >= w->from && time < w->to)
		w->s->v[bucket_of(w->s, time)].part[k] += v;
}

static void series_peak(struct gt_series_set *s, enum gt_series k, double v)
{
	s->peak[k] = s->has_peak[k] && s->peak[k] > v ? s->peak[k] : v;
	s->has_peak[k] = true;
}

static bool series_goes_on(struct series_work *w)
{
	return ++w->done % ROWS_PER_LOOK || !w->progress || w->progress(w->progress_arg, w->done, w->total);
}

/* ---- states, Ps ---- */

static void series_add_counts(struct series_work *w)
{
	static const struct { uint8_t k, count; } states[] = {
		{ GT_SERIES_RUNNING, GT_COUNT_RUNNING }, { GT_SERIES_RUNNABLE, GT_COUNT_RUNNABLE },
		{ GT_SERIES_WAITING, GT_COUNT_WAITING }, { GT_SERIES_SYSCALL, GT_COUNT_SYSCALL },
		{ GT_SERIES_THREADS, GT_COUNT_THREADS },
	};
	struct gt_series_set *s = w->s;
	struct gt_counts *c = gt_xcalloc(s->n, sizeof *c);

	gt_counts_columns(s->trace, s->edges, s->n, c);
	for (size_t i = 0; i < s->n; i++) {
		for (size_t j = 0; j < GT_COUNT(states); j++) {
			s->v[i].part[states[j].k] = (double)c[i].ns[states[j].count];
			series_peak(s, states[j].k, (double)c[i].max[states[j].count]);
		}
		for (enum gt_series k = GT_SERIES_RUNNING; k <= GT_SERIES_SYSCALL; k++)
			s->v[i].part[GT_SERIES_GOROUTINES] += s->v[i].part[k];
	}
	free(c);
}

/* Of a P, from edge to edge: how long it was busy, and how often something happened. */
static void series_add_proc(struct series_work *w, uint32_t proc_row)
{
	static const struct { uint8_t k, kind; } moments[] = {
		{ GT_SERIES_CREATED, GT_INSTANT_CREATE }, { GT_SERIES_WOKEN, GT_INSTANT_UNBLOCK },
		{ GT_SERIES_PREEMPTED, GT_INSTANT_PREEMPT },
		{ GT_SERIES_WOKEN, GT_INSTANT_NETWORK }, { GT_SERIES_WOKEN, GT_INSTANT_TIMER },
	};
	const struct gt_trace *t = w->s->trace;
	bool none = proc_row == GT_NO_ROW;
	size_t first = none ? 3 : 0, end = none ? GT_COUNT(moments) : 3;

	for (size_t m = first; m < end; m++) {
		uint64_t before = gt_instant_seek(t, moments[m].kind, proc_row, w->from);

		for (size_t i = 0; i < w->s->n && before < gt_instants(t, moments[m].kind, proc_row); i++) {
			uint64_t k = gt_instant_seek(t, moments[m].kind, proc_row, w->s->edges[i + 1]);

			w->s->v[i].part[moments[m].k] += (double)(k - before);
			before = k;
		}
	}
	for (size_t i = 0; i < w->s->n && !none; i++)
		w->s->v[i].part[GT_SERIES_BUSY] +=
			(double)(gt_slices_busy(t, proc_row, w->s->edges[i], w->s->edges[i + 1]));
}

/* ---- counters ---- */

/* A value that holds from a time on. */
struct holding {
	int64_t since;
	uint64_t value;
	bool known;
};

/* Value `h` held until now: its time, and as many times its value. */
static void add_held(struct series_work *w, enum gt_series k, const struct holding *h, int64_t until)
{
	struct gt_series_set *s = w->s;
	int64_t a = h->since > w->from ? h->since : w->from;

	until = until < w->to ? until : w->to;
	if (!h->known || a >= until)
		return;
	series_peak(s, k, (double)h->value);
	for (size_t i = bucket_of(s, a); i < s->n && s->edges[i] < until; i++) {
		int64_t x = a > s->edges[i] ? a : s->edges[i];
		int64_t y = until < s->edges[i + 1] ? until : s->edges[i + 1];

		s->v[i].part[k] += (double)h->value * (double)(y - x);
		s->v[i].whole[k] += (double)(y - x);
	}
}

static void series_add_procs(struct series_work *w)
{
	struct gt_procs_walk p;

	gt_procs_begin(&p, w->s->trace);
	do {
		const struct holding h = { p.t0, p.procs, true };

		add_held(w, GT_SERIES_GOMAXPROCS, &h, p.t1);
	} while (gt_procs_next(&p));
}

static bool series_add_heap(struct series_work *w)
{
	static const uint8_t kinds[] = {
		[GT_METRIC_HEAP_ALLOC] = GT_SERIES_HEAP, [GT_METRIC_HEAP_GOAL] = GT_SERIES_GOAL,
	};
	struct holding held[GT_COUNT(kinds)] = { 0 };
	const struct gt_trace *t = w->s->trace;
	uint64_t n = gt_trace_info(t)->counters;
	struct gt_counter c;

	for (uint64_t i = 0; i < n && gt_counter_get(t, i, &c) && c.t < w->to; i++) {
		struct holding *h;

		if (!series_goes_on(w))
			return false;
		if (c.metric == GT_METRIC_GOMAXPROCS || c.metric >= GT_COUNT(kinds))
			continue;
		h = &held[c.metric];
		add_held(w, kinds[c.metric], h, c.t);
		if (c.metric == GT_METRIC_HEAP_ALLOC && h->known && c.value > h->value)
			series_count(w, GT_SERIES_ALLOCATED, c.t, (double)(c.value - h->value) * SECOND);
		if (c.value == GT_NONE)
			c.value = 0;
		*h = (struct holding){ c.t, c.value, true };
	}
	for (size_t m = GT_METRIC_HEAP_ALLOC; m < GT_COUNT(kinds); m++)
		add_held(w, kinds[m], &held[m], w->to);
	return true;
}

/* ---- the GC ---- */

static bool add_piece(void *arg, uint32_t proc_row, int64_t t0, int64_t t1)
{
	(void)proc_row;
	series_add(arg, GT_SERIES_ASSIST, t0, t1);
	series_add(arg, GT_SERIES_GC, t0, t1);
	return true;
}

static bool series_add_ranges(struct series_work *w)
{
	const struct gt_trace_info *info = gt_trace_info(w->s->trace);
	struct gt_range_row r;

	for (uint64_t i = 0; i < info->ranges; i++) {
		if (!series_goes_on(w))
			return false;
		if (!gt_range_get(w->s->trace, i, &r))
			continue;
		if (r.kind == GT_RANGE_ASSIST)
			gt_gc_assist_pieces(w->s->trace, &r, w->from, w->to, add_piece, w);
		else
			series_add(w, r.kind == GT_RANGE_SWEEP ? GT_SERIES_SWEEP :
				   r.kind == GT_RANGE_STW ? GT_SERIES_STW : GT_SERIES_MARK,
				   r.t0, r.t1 == GT_NO_TIME ? w->to : r.t1);
		if (r.kind == GT_RANGE_GC && !r.active)
			series_count(w, GT_SERIES_CYCLES, r.t0, 1);
	}
	return true;
}

static bool series_add_workers(struct series_work *w, uint32_t proc_row)
{
	struct gt_gc_walk walk;

	gt_gc_walk_begin(&walk, w->s->trace, proc_row, w->from, w->to);
	while (gt_gc_walk_next(&walk)) {
		if (!series_goes_on(w))
			return false;
		series_add(w, walk.mode == GT_GC_IDLE ? GT_SERIES_IDLE : GT_SERIES_GC, walk.slice.t0, walk.slice.t1);
	}
	return true;
}

/* ---- all of it ---- */

/* Bucket i begins here. */
static int64_t edge_of(int64_t from, int64_t to, size_t n, size_t i)
{
	uint64_t len = (uint64_t)(to - from);

	return from + (int64_t)(len / n * i + len % n * i / n);
}

/* Whole buckets that intervals cover; what values are parts of; the sums. */
static void series_settle(struct series_work *w)
{
	struct gt_series_set *s = w->s;
	int64_t full[GT_SERIES_N] = { 0 };
	struct gt_series_bucket *all = &s->v[s->n];

	for (size_t i = 0; i < s->n; i++) {
		struct gt_series_bucket *b = &s->v[i];
		double ns = (double)(s->edges[i + 1] - s->edges[i]);

		for (enum gt_series k = 0; k < GT_SERIES_N; k++) {
			full[k] += w->full[i][k];
			b->part[k] += (double)full[k] * ns;
			if (k >= GT_SERIES_CYCLES)
				b->part[k] *= SECOND;
			if (k >= GT_SERIES_GC && k <= GT_SERIES_IDLE)
				b->whole[k] = b->part[GT_SERIES_GOMAXPROCS];
			else if (k != GT_SERIES_HEAP && k != GT_SERIES_GOAL)
				b->whole[k] = ns;
			all->part[k] += b->part[k];
			all->whole[k] += b->whole[k];
		}
	}
}

int gt_series_fill(struct gt_series_set *s, const struct gt_trace *t, int64_t from, int64_t to, size_t n,
		   bool (*progress)(void *arg, uint64_t done, uint64_t total), void *arg, struct gt_error *err)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct series_work w = { .s = s, .progress = progress, .progress_arg = arg };
	bool ok;

	w.from = from > 0 ? from : 0;
	w.to = to < info->duration ? to : info->duration;
	w.total = info->counters + info->ranges + info->procs;
	if (w.from >= w.to)
		n = 0;
	else if (n > (uint64_t)(w.to - w.from))
		n = (size_t)(w.to - w.from);
	*s = (struct gt_series_set){ .trace = t, .n = n };
	s->v = gt_xcalloc(n + 1, sizeof *s->v);
	s->edges = gt_xcalloc(n + 1, sizeof *s->edges);
	if (!n)
		return 0;
	for (size_t i = 0; i <= n; i++)
		s->edges[i] = edge_of(w.from, w.to, n, i);
	w.full = gt_xcalloc(n + 1, sizeof *w.full);
	series_add_counts(&w);
	series_add_proc(&w, GT_NO_ROW);
	series_add_procs(&w);
	ok = series_add_heap(&w) && series_add_ranges(&w);
	for (uint32_t p = 0; ok && p < info->procs; p++) {
		series_add_proc(&w, p);
		ok = series_goes_on(&w) && series_add_workers(&w, p);
	}
	series_settle(&w);
	free(w.full);
	return ok ? 0 : gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "cancelled");
}

void gt_series_release(struct gt_series_set *s)
{
	free(s->v);
	free(s->edges);
	*s = (struct gt_series_set){ 0 };
}

bool gt_series_value(const struct gt_series_set *s, size_t i, enum gt_series k, double *out)
{
	const struct gt_series_bucket *b = &s->v[i];

	*out = b->whole[k] > 0 ? b->part[k] / b->whole[k] : 0;
	return b->whole[k] > 0;
}

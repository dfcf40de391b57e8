/* Goroutines and threads by state against plain counting of the events, while the index is built and after. */
#include <stdlib.h>

#include "ask.h"
#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "index/query/events.h"
#include "index/file/indexfile.h"
#include "index/query/tracks.h"
#include "synth.h"
#include "tap/tap.h"
#include "truth.h"
#include "wire/v1/v1events.h"

/* The values after each event, without what was there before the trace. */
struct step {
	int64_t t;
	int64_t v[GT_COUNTS];
};

struct plain {
	const struct truth *truth;
	bool v1;
	struct step *steps;        /* by event */
	struct step *base;         /* by event: what the events up to it have shown to be older than the trace */
};

static int count_of(unsigned state)
{
	switch (state) {
	case GT_G_RUNNING: return GT_COUNT_RUNNING;
	case GT_G_RUNNABLE: return GT_COUNT_RUNNABLE;
	case GT_G_WAITING: return GT_COUNT_WAITING;
	case GT_G_SYSCALL: return GT_COUNT_SYSCALL;
	default: return -1;
	}
}

static void move(int64_t *v, int from, int to)
{
	if (from >= 0)
		v[from]--;
	if (to >= 0)
		v[to]++;
}

/* ---- the plain way ---- */

/* What is known of goroutines and Ps between events. */
struct world {
	uint8_t *state;            /* by goroutine row: enum gt_gstate */
	bool *lost;                /* in a call without a P */
	bool *old;                 /* v1: its start-up event was its last */
	struct { uint64_t id, m; uint32_t caller; } ps[256];
	int nps;
};

static int find_p(struct world *w, uint64_t id)
{
	for (int i = 0; i < w->nps; i++)
		if (w->ps[i].id == id)
			return i;
	if (w->nps == 256)
		tap_bail("too many Ps");
	w->ps[w->nps].id = id;
	w->ps[w->nps].m = GT_NONE;
	w->ps[w->nps].caller = GT_NO_ROW;
	return w->nps++;
}

static void lose_p(struct world *w, int p, int64_t *v)
{
	uint32_t row = w->ps[p].caller;

	w->ps[p].caller = GT_NO_ROW;
	if (row == GT_NO_ROW)
		return;
	w->lost[row] = true;
	v[GT_COUNT_THREADS_SYSCALL]++;
}

static void p_event(struct world *w, const struct gt_event *e, bool v1, int64_t *v, int64_t *base)
{
	int p = find_p(w, e->subject);

	if (e->from == e->to)
		return;
	if (e->to == GT_P_IDLE) {
		if (!v1)
			lose_p(w, p, v);
		v[GT_COUNT_THREADS] -= w->ps[p].m != GT_NONE;
		w->ps[p].m = GT_NONE;
	} else if (e->to == GT_P_RUNNING && w->ps[p].m == GT_NONE && e->m != GT_NONE) {
		w->ps[p].m = e->m;
		(e->from == GT_P_UNDETERMINED ? base : v)[GT_COUNT_THREADS]++;
	}
}

/* v2: a call begins, with the P of the event or without one, or ends. */
static void call_event(struct world *w, const struct gt_event *e, uint32_t row, int64_t *v, int64_t *base)
{
	if (w->state[row] == GT_G_SYSCALL) {
		v[GT_COUNT_THREADS_SYSCALL] -= w->lost[row];
		w->lost[row] = false;
		for (int p = 0; p < w->nps; p++)
			if (w->ps[p].caller == row)
				w->ps[p].caller = GT_NO_ROW;
	}
	if (e->to != GT_G_SYSCALL)
		return;
	if (e->p != GT_NONE) {
		w->ps[find_p(w, e->p)].caller = row;
		return;
	}
	w->lost[row] = true;
	(e->from == GT_G_UNDETERMINED ? base : v)[GT_COUNT_THREADS_SYSCALL]++;
}

static uint8_t v1_state(const struct gt_event *e, uint8_t before)
{
	return e->type == GT_V1_GoSysCall ? before : e->to;
}

static void g_event(struct world *w, const struct gt_event *e, uint32_t row, bool v1, int64_t *v, int64_t *base)
{
	uint8_t from = w->state[row], to = v1 ? v1_state(e, from) : e->to;

	if (!v1) {
		if (e->from == e->to)
			return;
		call_event(w, e, row, v, base);
	}
	if (v1 && w->old[row] && (e->type == GT_V1_GoWaiting || e->type == GT_V1_GoInSyscall))
		move(base, count_of(from), count_of(to));
	else if (e->from == GT_G_UNDETERMINED && from == GT_G_UNDETERMINED)
		move(base, -1, count_of(to));
	else
		move(v, count_of(from), count_of(to));
	w->old[row] = v1 && e->type == GT_V1_GoCreate && e->from == GT_G_UNDETERMINED;
	w->state[row] = to;
}

static void count_plainly(struct plain *p, const struct truth *truth, bool v1)
{
	struct world w = { .nps = 0 };
	int64_t v[GT_COUNTS] = { 0 }, base[GT_COUNTS] = { 0 };

	*p = (struct plain){ .truth = truth, .v1 = v1 };
	w.state = gt_xcalloc(truth->rows + 1, sizeof *w.state);
	w.lost = gt_xcalloc(truth->rows + 1, sizeof *w.lost);
	w.old = gt_xcalloc(truth->rows + 1, sizeof *w.old);
	p->steps = gt_xcalloc(truth->n + 1, sizeof *p->steps);
	p->base = gt_xcalloc(truth->n + 1, sizeof *p->base);
	for (size_t i = 0; i < truth->n; i++) {
		const struct gt_event *e = &truth->ev[i];

		if (e->kind == GT_EV_P_STATE)
			p_event(&w, e, v1, v, base);
		if (e->kind == GT_EV_G_STATE && truth->subject[i] != GT_NO_ROW)
			g_event(&w, e, truth->subject[i], v1, v, base);
		if (v1) {
			v[GT_COUNT_THREADS_SYSCALL] = v[GT_COUNT_SYSCALL];
			base[GT_COUNT_THREADS_SYSCALL] = base[GT_COUNT_SYSCALL];
		}
		p->steps[i].t = e->time;
		memcpy(p->steps[i].v, v, sizeof v);
		memcpy(p->base[i].v, base, sizeof base);
	}
	free(w.state);
	free(w.lost);
	free(w.old);
}

/* ---- comparing ---- */

struct check {
	const struct plain *p;
	struct gt_trace *t;
	size_t n;                  /* events that the index has */
	struct rnd r;
	unsigned bad_at, bad_ns, bad_max;
};

/* The value after the last event at or before x. */
static int64_t value(const struct check *c, size_t i, int count)
{
	return (i ? c->p->steps[i - 1].v[count] : 0) + (c->n ? c->p->base[c->n - 1].v[count] : 0);
}

/* Events up to and with time x. */
static size_t events_at(const struct check *c, int64_t x)
{
	size_t lo = 0, hi = c->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (c->p->steps[mid].t <= x)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void check_at(struct check *c, int64_t x)
{
	bool inside = x >= 0 && x <= c->t->info.duration;
	uint64_t v[GT_COUNTS];

	gt_counts_at(c->t, x, v);
	for (int k = 0; k < GT_COUNTS; k++)
		c->bad_at += v[k] != (uint64_t)(inside ? value(c, events_at(c, x), k) : 0);
}

static void check_over(struct check *c, int64_t a, int64_t b)
{
	struct gt_counts got, want = { .ns = { 0 } };
	int64_t from = a > 0 ? a : 0, end = b < c->t->info.duration ? b : c->t->info.duration;
	size_t i = events_at(c, from);

	gt_counts_over(c->t, a, b, &got);
	while (from < end) {
		int64_t to = i < c->n && c->p->steps[i].t < end ? c->p->steps[i].t : end;

		for (int k = 0; k < GT_COUNTS && to > from; k++) {
			int64_t v = value(c, i, k);

			want.ns[k] += v * (to - from);
			want.max[k] = (uint64_t)v > want.max[k] ? (uint64_t)v : want.max[k];
		}
		from = to;
		i++;
	}
	c->bad_ns += memcmp(got.ns, want.ns, sizeof got.ns) != 0;
	c->bad_max += memcmp(got.max, want.max, sizeof got.max) != 0;
}

static int64_t some_time(struct check *c)
{
	switch (rnd_below(&c->r, 12)) {
	case 0: return INT64_MIN;
	case 1: return INT64_MAX;
	case 2: return (int64_t)rnd_below(&c->r, (uint64_t)c->t->info.duration + 10);
	default:
		return c->n ? c->p->steps[rnd_below(&c->r, c->n)].t + (int64_t)rnd_below(&c->r, 3) - 1 : 0;
	}
}

static int by_value(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Neighbours together are as each of them alone. */
static void check_columns(struct check *c)
{
	int64_t edges[21];
	struct gt_counts all[20], one;

	for (size_t i = 0; i < GT_COUNT(edges); i++)
		edges[i] = some_time(c);
	qsort(edges, GT_COUNT(edges), sizeof edges[0], by_value);
	gt_counts_columns(c->t, edges, GT_COUNT(all), all);
	for (size_t i = 0; i < GT_COUNT(all); i++) {
		gt_counts_over(c->t, edges[i], edges[i + 1], &one);
		c->bad_ns += memcmp(one.ns, all[i].ns, sizeof one.ns) != 0;
		c->bad_max += memcmp(one.max, all[i].max, sizeof one.max) != 0;
	}
}

static void check_all(struct check *c, int times)
{
	for (int i = 0; i < times; i += 10)
		check_columns(c);
	for (int i = 0; i < times; i++) {
		int64_t a = some_time(c), b = some_time(c);

		check_at(c, a);
		check_over(c, a < b ? a : b, a < b ? b : a);
		if (a < INT64_MAX - 1000)
			check_over(c, a, a + 1 + (int64_t)rnd_below(&c->r, 1000));
	}
	check_over(c, 10, 10);
	check_over(c, 20, 10);
}

static void tell(const struct check *c, const char *name, const char *when)
{
	tap_is_u64(c->bad_at, 0, "%s: values %s", name, when);
	tap_is_u64(c->bad_ns, 0, "%s: integrals %s", name, when);
	tap_is_u64(c->bad_max, 0, "%s: largest %s", name, when);
}

/* ---- traces ---- */

#define LOOKS 12

/* A reader while the index is built. */
struct live {
	struct check c;
	unsigned looks;
};

static void look(void *arg, struct gt_trace *t)
{
	struct live *l = arg;
	uint64_t n = gt_trace_info(t)->events;

	if (gt_trace_info(t)->done || n < l->looks * l->c.p->truth->n / LOOKS)
		return;
	l->looks++;
	l->c.t = t;
	l->c.n = n;
	check_all(&l->c, 20);
}

static void check_live(const char *path, const struct plain *p, const char *name)
{
	struct live l = { .c = { .p = p, .r = { 3 } } };
	struct gt_mapfile trace;

	if (gt_mapfile_open(&trace, path, NULL))
		tap_bail("cannot read %s", name);
	ask_watch(trace.data, trace.size, look, &l);
	tap_ok(l.looks > 1, "%s: %u times while it is built", name, l.looks);
	tell(&l.c, name, "while it is built");
	gt_mapfile_close(&trace);
}

static void check_trace(const char *path, const char *name)
{
	const struct gt_open_options opt = { .index = "none" };
	struct check c = { .r = { 77 } };
	struct truth truth;
	struct gt_error err = { 0 };
	struct plain p;

	if (gt_trace_open(&c.t, path, &opt, &err)) {
		tap_fail("%s: %s", name, err.text);
		return;
	}
	truth_load(&truth, c.t);
	count_plainly(&p, &truth, c.t->header.format == GT_FORMAT_V1);
	c.p = &p;
	c.n = truth.n;
	check_all(&c, 150);
	tell(&c, name, "after");
	tap_ok(!gt_trace_verify(c.t, &err), "%s: the index is sound%s%s", name, err.code ? ": " : "",
	       err.code ? err.text : "");
	check_live(path, &p, name);
	free(p.steps);
	free(p.base);
	truth_free(&truth);
	gt_trace_close(c.t);
}

TAP_TEST(recorded)
{
	static const char *const patterns[] = {
		"demo.trace", "traces/go1.2[2-7]/*.trace", "traces/go1.19/*.trace", "traces/go1.21/*.trace", NULL };

	truth_for_traces(patterns, check_trace);
}

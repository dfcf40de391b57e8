/* Clocks that differ: the bounds that the order gives, numbers that satisfy them, and a generation moved by these. */
#include "order/align.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/xalloc.h"
#include "order/orderops.h"

#define NO_BOUND INT64_MIN
#define NO_CLOCK GT_MAP_NONE

/* Of states of Ps, too. */
_Static_assert((int)GT_G_NOT_EXIST == (int)GT_P_NOT_EXIST, "what comes after it has been before");

/* The last event of a goroutine or P. */
struct seen {
	uint64_t gen;
	int64_t ns;
	uint32_t clock;          /* its place, NO_CLOCK: unknown */
};

struct gt_bounds {
	struct gt_map places;    /* of clocks, which are at most GT_ALIGN_CLOCKS */
	uint64_t clocks[GT_ALIGN_CLOCKS];
	uint32_t n;
	struct seen *gs;         /* by slot */
	size_t ngs, gs_cap;
	struct gt_map ps_by_id;
	struct seen *ps;
	size_t nps, ps_cap;
	uint64_t events;
	int64_t base;            /* the time of the first */
	/* [a][b]: the largest time of a minus that of b, where an event of b came after one of a. */
	int64_t most[GT_ALIGN_CLOCKS][GT_ALIGN_CLOCKS];
};

/* ---- bounds ---- */

static uint32_t place_of_clock(struct gt_bounds *b, uint64_t clock)
{
	uint32_t place = gt_map_get(&b->places, clock);

	if (place != GT_MAP_NONE || b->n == GT_ALIGN_CLOCKS)
		return place;
	for (uint32_t i = 0; i <= b->n; i++)
		b->most[i][b->n] = b->most[b->n][i] = NO_BOUND;
	gt_map_put(&b->places, clock, b->n);
	b->clocks[b->n] = clock;
	return b->n++;
}

/* Where the last event of what the event is about stands: NULL if it changes neither a goroutine nor a P. */
static struct seen *seen_of(struct gt_bounds *b, const struct gt_event *e)
{
	bool added;
	uint32_t i;

	if (e->kind == GT_EV_G_STATE && e->sslot != GT_NO_SLOT) {
		GT_GROW(b->gs, b->gs_cap, (size_t)e->sslot + 1);
		for (; b->ngs <= e->sslot; b->ngs++)
			b->gs[b->ngs].clock = NO_CLOCK;
		return &b->gs[e->sslot];
	}
	if (e->kind != GT_EV_P_STATE)
		return NULL;
	i = gt_map_get_or_put(&b->ps_by_id, e->subject, (uint32_t)b->nps, &added);
	if (added) {
		GT_GROW(b->ps, b->ps_cap, b->nps + 1);
		b->ps[b->nps++].clock = NO_CLOCK;
	}
	return &b->ps[i];
}

void gt_bounds_add(struct gt_bounds *b, const struct gt_event *e, uint64_t clock, bool known, int64_t ns)
{
	struct seen *last = seen_of(b, e);
	uint32_t place = known ? place_of_clock(b, clock) : NO_CLOCK;
	int64_t *most;

	if (!b->events++)
		b->base = ns;
	if (!last)
		return;
	ns = (int64_t)((uint64_t)ns - (uint64_t)b->base);
	if (ns < -GT_LAST_NS / 2 || ns > GT_LAST_NS / 2)
		place = NO_CLOCK;        /* no clock says that */
	/* A slot may have been somebody else's. */
	known = e->from > GT_G_NOT_EXIST && last->clock != NO_CLOCK && place != NO_CLOCK && last->gen == e->gen;
	if (known) {
		most = &b->most[last->clock][place];
		if (*most == NO_BOUND || last->ns - ns > *most)
			*most = last->ns - ns;
	}
	*last = (struct seen){ .gen = e->gen, .ns = ns, .clock = place };
}

static void bounds_free(struct gt_bounds *b)
{
	gt_map_release(&b->places);
	gt_map_release(&b->ps_by_id);
	free(b->gs);
	free(b->ps);
	free(b);
}

/* ---- a solution ---- */

/*
 * The bounds of all pairs, less `slack`, that follow from one or more others; false: they contradict each other.
 * No sum of them is too large: no bound is larger than GT_LAST_NS, and no way meets a clock twice.
 */
static bool close_bounds(const struct gt_bounds *b, int64_t slack, int64_t (*d)[GT_ALIGN_CLOCKS])
{
	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t j = 0; j < b->n; j++)
			d[i][j] = i == j ? 0 : b->most[i][j] == NO_BOUND ? NO_BOUND : b->most[i][j] - slack;
	for (uint32_t k = 0; k < b->n; k++) {
		for (uint32_t i = 0; i < b->n; i++)
			for (uint32_t j = 0; j < b->n && d[i][k] != NO_BOUND; j++)
				if (d[k][j] != NO_BOUND && d[i][k] + d[k][j] > d[i][j])
					d[i][j] = d[i][k] + d[k][j];
		for (uint32_t i = 0; i < b->n; i++)
			if (d[i][i] > 0)
				return false;
	}
	return true;
}

/* The same with the least slack with which no bounds contradict each other. */
static void close_some(const struct gt_bounds *b, int64_t (*d)[GT_ALIGN_CLOCKS])
{
	int64_t low = 0, high = 0;

	if (close_bounds(b, 0, d))
		return;
	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t j = 0; j < b->n; j++)
			if (b->most[i][j] > high)
				high = b->most[i][j];
	while (high - low > 1) {
		int64_t slack = low + (high - low) / 2;

		if (close_bounds(b, slack, d))
			high = slack;
		else
			low = slack;
	}
	close_bounds(b, high, d);
}

struct moving {
	uint32_t place, against; /* how many others it contradicts */
	int64_t ns;
};

static int by_against(const void *x, const void *y)
{
	const struct moving *a = x, *b = y;

	return GT_ASC(a, b, against) ?: GT_ASC(a, b, place);
}

/* The number nearest to 0 that fits to those of the clocks before it. */
static int64_t least_move(const struct moving *m, uint32_t i, int64_t (*d)[GT_ALIGN_CLOCKS])
{
	int64_t low = INT64_MIN, high = INT64_MAX;

	for (uint32_t j = 0; j < i; j++) {
		int64_t at_least = d[m[j].place][m[i].place], at_most = d[m[i].place][m[j].place];

		if (at_least != NO_BOUND && m[j].ns + at_least > low)
			low = m[j].ns + at_least;
		if (at_most != NO_BOUND && m[j].ns - at_most < high)
			high = m[j].ns - at_most;
	}
	return low > 0 ? low : high < 0 ? high : 0;
}

static void solve(const struct gt_bounds *b, struct gt_shifts *s)
{
	int64_t (*d)[GT_ALIGN_CLOCKS] = gt_xmalloc(GT_ALIGN_CLOCKS * sizeof *d);
	struct moving m[GT_ALIGN_CLOCKS];

	close_some(b, d);
	for (uint32_t i = 0; i < b->n; i++) {
		m[i] = (struct moving){ .place = i };
		for (uint32_t j = 0; j < b->n; j++)
			m[i].against += d[i][j] > GT_CLOCK_STEP || d[j][i] > GT_CLOCK_STEP;
	}
	qsort(m, b->n, sizeof *m, by_against);
	for (uint32_t i = 0; i < b->n; i++)
		m[i].ns = least_move(m, i, d);
	free(d);
	for (uint32_t i = 0; i < b->n; i++)
		if (m[i].ns <= -GT_CLOCK_STEP || m[i].ns >= GT_CLOCK_STEP)
			s->v[s->n++] = (struct gt_shift){ .clock = b->clocks[m[i].place], .ns = m[i].ns };
}

void gt_shifts_find(struct gt_shifts *s, struct gt_source *src, const struct gt_header *h,
		    const struct gt_cancel *cancel)
{
	struct gt_event buf[GT_ORDER_BATCH];
	struct gt_bounds *b = gt_xcalloc(1, sizeof *b);
	struct gt_order *o;
	int n;

	s->n = 0;
	if (!gt_order_open(&o, src, h, NULL)) {
		gt_order_cancel_with(o, cancel);
		o->bounds = b;
		while (!gt_cancelled(cancel) && gt_order_next_gen(o, NULL) > 0)
			while (!gt_cancelled(cancel) && gt_order_next(o, buf, GT_ORDER_BATCH, &n, NULL) > 0)
				;
		if (gt_clocks_differ(gt_order_clock(o), b->events))
			solve(b, s);
		gt_order_close(o);
	}
	bounds_free(b);
}

/* ---- a generation, moved ---- */

int64_t gt_shifts_units(const struct gt_shifts *s, uint64_t clock, double ns_per_unit)
{
	for (size_t i = 0; s && i < s->n; i++)
		if (s->v[i].clock == clock) {
			double units = (double)s->v[i].ns / ns_per_unit;

			return (int64_t)(units < 0 ? units - 0.5 : units + 0.5);
		}
	return 0;
}

static uint64_t moved_time(uint64_t time, int64_t units)
{
	return units < 0 && time < 0 - (uint64_t)units ? 0 : time + (uint64_t)units;
}

static uint64_t least_time(const struct gt_v2_gen *g)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < g->nbatches; i++)
		if (g->batches[i].time < least)
			least = g->batches[i].time;
	return least;
}

static int by_sample(const void *a, const void *b)
{
	const struct gt_v2_sample *x = a, *y = b;

	return GT_ASC(x, y, time) ?: GT_ASC(x, y, off);
}

void gt_shift_gen(const struct gt_order *o, struct gt_v2_gen *g, bool v1)
{
	uint64_t before = least_time(g), after;

	if (!o->shifts || !o->shifts->n)
		return;
	for (size_t i = 0; i < g->nstreams; i++) {
		struct gt_v2_stream *st = &g->streams[i];

		st->shift = gt_shifts_units(o->shifts, st->m, g->ns_per_unit);
		for (uint32_t j = st->first; st->shift && j != UINT32_MAX; j = g->batches[j].next)
			g->batches[j].time = moved_time(g->batches[j].time, st->shift);
	}
	/* Batches without events may be before all others. */
	after = least_time(g);
	if (g->min_time == before || after < g->min_time)
		g->min_time = after;
	for (size_t i = 0; i < g->nsamples; i++) {
		struct gt_v2_sample *sample = &g->samples[i];
		int64_t units = gt_shifts_units(o->shifts, v1 ? sample->p : sample->m, g->ns_per_unit);

		sample->time += v1 ? units : (int64_t)((double)units * g->ns_per_unit);
	}
	if (g->nsamples)
		qsort(g->samples, g->nsamples, sizeof *g->samples, by_sample);
}

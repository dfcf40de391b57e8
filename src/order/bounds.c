/* Clocks that differ: the bounds that the order gives, and a generation with its clocks moved. */
#include "order/bounds.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "order/orderops.h"

/* Of states of Ps, too. */
_Static_assert((int)GT_G_NOT_EXIST == (int)GT_P_NOT_EXIST, "what comes after it has been before");

static uint32_t place_of_clock(struct gt_bounds *b, uint64_t clock)
{
	uint32_t place = gt_map_get(&b->places, clock);

	if (place != GT_MAP_NONE || b->n == GT_ALIGN_CLOCKS)
		return place;
	for (uint32_t i = 0; i <= b->n; i++)
		b->most[i][b->n] = b->most[b->n][i] = GT_NO_BOUND;
	gt_map_put(&b->places, clock, b->n);
	b->clocks[b->n] = clock;
	return b->n++;
}

/* Where the last event of what the event is about stands: NULL if it changes neither a goroutine nor a P. */
static struct gt_seen *seen_of(struct gt_bounds *b, const struct gt_event *e)
{
	bool added;
	uint32_t i;

	if (e->kind == GT_EV_G_STATE && e->sslot != GT_NO_SLOT) {
		GT_GROW(b->gs, b->gs_cap, (size_t)e->sslot + 1);
		for (; b->ngs <= e->sslot; b->ngs++)
			b->gs[b->ngs].clock = GT_MAP_NONE;
		return &b->gs[e->sslot];
	}
	if (e->kind != GT_EV_P_STATE)
		return NULL;
	i = gt_map_get_or_put(&b->ps_by_id, e->subject, (uint32_t)b->nps, &added);
	if (added) {
		GT_GROW(b->ps, b->ps_cap, b->nps + 1);
		b->ps[b->nps++].clock = GT_MAP_NONE;
	}
	return &b->ps[i];
}

void gt_bounds_add(struct gt_bounds *b, const struct gt_event *e, uint64_t clock, bool known, int64_t ns)
{
	struct gt_seen *last = seen_of(b, e);
	uint32_t place = known ? place_of_clock(b, clock) : GT_MAP_NONE;
	int64_t *most;

	if (!b->events++)
		b->base = ns;
	if (!last)
		return;
	ns = (int64_t)((uint64_t)ns - (uint64_t)b->base);
	if (ns < -GT_LAST_NS / 2 || ns > GT_LAST_NS / 2)
		place = GT_MAP_NONE;        /* no clock says that */
	/* A slot may have been somebody else's. */
	known = e->from > GT_G_NOT_EXIST && last->clock != GT_MAP_NONE && place != GT_MAP_NONE && last->gen == e->gen;
	if (known) {
		most = &b->most[last->clock][place];
		if (*most == GT_NO_BOUND || last->ns - ns > *most)
			*most = last->ns - ns;
	}
	*last = (struct gt_seen){ .gen = e->gen, .ns = ns, .clock = place };
}

void gt_bounds_free(struct gt_bounds *b)
{
	gt_map_release(&b->places);
	gt_map_release(&b->ps_by_id);
	free(b->gs);
	free(b->ps);
	free(b);
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
	uint64_t before, after;

	if (!o->shifts || !o->shifts->n)
		return;
	before = least_time(g);
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

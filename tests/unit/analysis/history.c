/* Random histories of processors and goroutines, as rows of a store and moment by moment. */
#include "history.h"

#include <string.h>

#include "index/store/state.h"
#include "wire/v2/v2events.h"

bool history_chance(struct history *h, uint64_t in)
{
	return rnd_below(&h->rnd, in) == 0;
}

static void end_slice(struct history *h, uint32_t p, int64_t t)
{
	struct history_slice *s = &h->slices[h->nslices++];

	*s = (struct history_slice){ h->p[p].ready, h->p[p].t0, t, h->p[p].g, 0 };
	s->id = scene_waited(&h->s, p, s->g, s->ready, s->t0, s->t1);
	h->p[p].t0 = -1;
}

static void start_slice(struct history *h, uint32_t p, int64_t t)
{
	uint32_t g = (uint32_t)rnd_below(&h->rnd, GS);

	if (h->ready[g] < 0)
		return;
	h->p[p].g = g;
	h->p[p].t0 = t;
	h->p[p].ready = h->ready[g];
	h->ready[g] = -1;
}

static bool runs(const struct history *h, uint32_t g)
{
	for (uint32_t p = 0; p < PS; p++)
		if (h->p[p].t0 >= 0 && h->p[p].g == g)
			return true;
	return false;
}

static void live(struct history *h, uint32_t p, int64_t t)
{
	if (h->p[p].held < 0) {
		if (history_chance(h, 6))
			h->p[p].held = t;
	} else if (h->p[p].t0 >= 0) {
		if (history_chance(h, 14))
			end_slice(h, p, t);
	} else if (history_chance(h, 5) && t > h->p[p].held) {
		scene_run(&h->s, p, h->p[p].held, t);
		h->p[p].held = -1;
	} else {
		start_slice(h, p, t);
	}
	h->held[p][t] = h->p[p].held >= 0;
	h->who[p][t] = h->p[p].t0 >= 0 ? (int)h->p[p].g : -1;
}

/* Who is still at it when the trace ends. */
static void finish(struct history *h)
{
	for (uint32_t p = 0; p < PS; p++) {
		if (h->p[p].t0 >= 0)
			end_slice(h, p, END);
		if (h->p[p].held >= 0)
			scene_run(&h->s, p, h->p[p].held, END);
	}
	for (uint32_t g = 0; g < GS; g++) {
		struct gt_goroutine *gor = gt_goroutine_at(&h->s.t->store, g);

		if (h->ready[g] < 0)
			continue;
		gor->state = GT_G_RUNNABLE;
		gor->since = h->ready[g];
		gor->last_type = GT_V2_GoUnblock;
		h->slices[h->nslices++] = (struct history_slice){ h->ready[g], END, END, g, GT_NO_ROW };
	}
	scene_finish(&h->s);
}

void history_make(struct history *h, uint64_t seed, history_stop_fn *stop)
{
	uint64_t procs = 5;           /* those that there are, until a number is written */
	bool written = false;

	*h = (struct history){ .rnd = { seed } };
	scene_open(&h->s, GT_FORMAT_V2, 26);
	scene_lasts(&h->s, END);
	gt_goroutine_at(&h->s.t->store, GS - 1)->system = true;
	h->blames.rows = h->stops;
	memset(h->ready, 0xff, sizeof h->ready);
	for (uint32_t p = 0; p < PS; p++)
		h->p[p].held = h->p[p].t0 = -1;
	for (int64_t t = 0; t < END; t++) {
		if (t > 10 && history_chance(h, 60)) {
			procs = rnd_below(&h->rnd, 7) + 1;
			scene_gomaxprocs(&h->s, t, procs);
			/* What is written first holds before, too. */
			for (int64_t i = 0; !written && i < t; i++)
				h->procs[i] = procs;
			written = true;
		}
		h->procs[t] = procs;
		for (uint32_t g = 0; g < GS; g++)
			if (h->ready[g] < 0 && !runs(h, g) && history_chance(h, 8))
				h->ready[g] = t;
		for (uint32_t p = 0; p < PS; p++)
			live(h, p, t);
		stop(h, t);
	}
	finish(h);
}

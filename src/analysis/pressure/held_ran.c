/*
 * What goroutines of the program held, by start function, in each of many times that overlap.  What they held is
 * listed, the latest first, and marked now and then with the sums so far: so a time costs no more than the
 * functions and what happened until the first mark in it.
 */
#include "analysis/pressure/held_own.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define BETWEEN_MARKS 16u     /* and more, if there are many Ps, */
#define PER_PROC 2u           /* since each may go on at a mark */
#define MANY_RAN 65536u

struct gt_held_each *gt_held_each_open(void)
{
	struct gt_held_each *e = gt_xcalloc(1, sizeof *e);

	gt_map_init(&e->places);
	e->drop_at = MANY_RAN;
	return e;
}

void gt_held_each_close(struct gt_held_each *e)
{
	if (!e)
		return;
	gt_map_release(&e->places);
	free(e->ran);
	free(e->funcs);
	free(e->marks);
	free(e->marked);
	free(e);
}

/* The function of the goroutine that holds it. */
static uint32_t ran_func(struct gt_held_worker *w, struct gt_held_proc *p)
{
	struct gt_held_each *e = w->each;
	const struct gt_ginfo *g;
	bool unnamed, added = false;
	uint64_t key;

	if (p->func_place && p->func_g == p->g && p->func_long == p->long_slice)
		return p->func_place - 1;
	g = gt_ginfos_get(&w->h->goroutines, p->g);
	unnamed = g->owner == GT_OWNER_UNKNOWN;
	p->func_g = p->g;
	p->func_long = p->long_slice;
	key = (uint64_t)g->func << 2 | (unsigned)p->long_slice << 1 | unnamed;
	p->func_place = 1 + gt_map_get_or_put(&e->places, key, (uint32_t)e->nfuncs, &added);
	if (added) {
		GT_GROW(e->funcs, e->cap_funcs, e->nfuncs + 1);
		e->funcs[e->nfuncs++] = (struct gt_held_func){
			.func = g->func, .kind = unnamed ? GT_HELD_UNNAMED : GT_HELD_PROGRAM,
			.is_long = p->long_slice };
	}
	return p->func_place - 1;
}

void gt_held_ran_add(struct gt_held_worker *w, struct gt_held_proc *p)
{
	struct gt_held_each *e = w->each;
	uint32_t func = ran_func(w, p);

	e->funcs[func].sum += p->since - w->t;
	GT_GROW(e->ran, e->cap_ran, e->nran + 1);
	e->ran[e->nran++] = (struct gt_held_ran){ w->t, p->since, func };
}

bool gt_held_ran_is_due(const struct gt_held_worker *w)
{
	const struct gt_held_each *e = w->each;
	size_t last = e->nmarks ? e->marks[e->nmarks - 1].ran : 0;

	return e->nran - last >= BETWEEN_MARKS + (size_t)PER_PROC * w->nprocs;
}

void gt_held_ran_mark(struct gt_held_worker *w)
{
	struct gt_held_each *e = w->each;

	GT_GROW(e->marks, e->cap_marks, e->nmarks + 1);
	e->marks[e->nmarks++] = (struct gt_held_mark){ e->nran, e->nmarked, e->nfuncs };
	GT_GROW(e->marked, e->cap_marked, e->nmarked + e->nfuncs + 1);
	for (size_t i = 0; i < e->nfuncs; i++)
		e->marked[e->nmarked++] = e->funcs[i].sum;
}

/* From t0 to the end of the time, or where it ended before that. */
GT_INLINE int64_t ran_within(const struct gt_held_open *o, int64_t t0, int64_t t1)
{
	return (t1 < o->t1 ? t1 : o->t1) - t0;
}

void gt_held_ran_sum(struct gt_held_worker *w, const struct gt_held_open *o)
{
	struct gt_held_each *e = w->each;
	const struct gt_held_mark *m = o->mark < e->nmarks ? &e->marks[o->mark] : NULL;
	size_t end = m ? m->ran : e->nran;

	for (size_t i = 0; i < e->nfuncs; i++)
		e->funcs[i].ns = !m ? 0 : e->funcs[i].sum - (i < m->n ? e->marked[m->first + i] : 0);
	for (size_t i = o->ran; i < end; i++)
		e->funcs[e->ran[i].func].ns += ran_within(o, e->ran[i].t0, e->ran[i].t1);
	for (uint32_t i = 0; i < w->nprocs && !w->stills; i++) {
		struct gt_held_proc *p = &w->procs[i];
		uint32_t func;

		if (p->state > GT_HELD_UNNAMED)
			continue;
		func = ran_func(w, p);
		assert(func < e->nfuncs);
		e->funcs[func].ns += ran_within(o, w->t, p->since);
	}
}

void gt_held_ran_drop(struct gt_held_worker *w)
{
	struct gt_held_each *e = w->each;
	size_t ran = e->nran, mark = e->nmarks, marked;

	if (w->nheap && e->nran < e->drop_at)
		return;
	for (size_t i = 0; i < w->nheap; i++) {
		const struct gt_held_open *o = &w->open[w->heap[i].slot];

		ran = o->ran < ran ? o->ran : ran;
		mark = o->mark < mark ? o->mark : mark;
	}
	marked = mark < e->nmarks ? e->marks[mark].first : e->nmarked;
	e->nran -= ran;
	e->nmarks -= mark;
	e->nmarked -= marked;
	if (e->nran)
		memmove(e->ran, e->ran + ran, e->nran * sizeof *e->ran);
	if (e->nmarked)
		memmove(e->marked, e->marked + marked, e->nmarked * sizeof *e->marked);
	for (size_t i = 0; i < e->nmarks; i++)
		e->marks[i] = (struct gt_held_mark){ e->marks[mark + i].ran - ran, e->marks[mark + i].first - marked,
						     e->marks[mark + i].n };
	for (size_t i = 0; i < w->nheap; i++) {
		w->open[w->heap[i].slot].ran -= ran;
		w->open[w->heap[i].slot].mark -= mark;
	}
	e->drop_at = 2 * e->nran > MANY_RAN ? 2 * e->nran : MANY_RAN;
}

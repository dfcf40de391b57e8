/* A part of the range, going back in time: waits that go on, and pressure. */
#include "analysis/pressure/held_own.h"

#include <assert.h>

#include "analysis/goroutines/goroutines.h"
#include "base/sat.h"
#include "base/xalloc.h"

uint8_t gt_held_class(const struct gt_held_worker *w, uint32_t g)
{
	uint8_t class;

	if (g >= w->h->goroutines.n)
		return GT_HELD_RUNTIME;
	if (w->h->classes.data)
		return ((const uint8_t *)w->h->classes.data)[g];
	class = gt_held_class_of(w->h, g);
	return class == GT_HELD_PROGRAM ? class | GT_HELD_WANTED : class;
}

uint8_t gt_held_class_of(struct gt_held *h, uint32_t g)
{
	static const uint8_t kinds_of[] = {
		[GT_OWNER_UNKNOWN] = GT_HELD_UNNAMED, [GT_OWNER_PROGRAM] = GT_HELD_PROGRAM,
		[GT_OWNER_RUNTIME] = GT_HELD_RUNTIME,
	};

	return kinds_of[gt_ginfos_get(&h->goroutines, g)->owner];
}

static bool take_ready(void *arg, const struct gt_interval *iv)
{
	int64_t *ready = arg;

	/* The first of two: an event may have told once more that it was. */
	if (iv->what == GT_SPENT_SCHED)
		*ready = iv->t0;
	return iv->what != GT_SPENT_SCHED;
}

int64_t gt_held_ready(const struct gt_held *h, uint32_t g, uint32_t slice)
{
	int64_t ready = GT_NO_TIME;

	gt_goroutine_walk_gap(h->trace, g, slice, take_ready, &ready);
	return ready;
}

/* A wait as it is told: cut at the ends of the range. */
void gt_held_tell(struct gt_held *h, unsigned worker, const struct gt_held_piece *p)
{
	struct gt_wait w = p->w;

	w.t0 = w.t0 > h->from ? w.t0 : h->from;
	w.t1 = w.t1 < h->to ? w.t1 : h->to;
	if (h->args.on_wait)
		h->args.on_wait(h->args.arg, worker, &w, &p->split);
}

/* ---- waits that go on: a heap of slots ---- */

/* The slot of one that began at t0; who calls fills it. */
static struct gt_held_open *push_open(struct gt_held_worker *w, int64_t t0)
{
	uint32_t slot;
	size_t i;

	if (!w->nunused) {
		GT_GROW(w->open, w->cap_open, w->nslots + 1);
		GT_GROW(w->unused, w->cap_unused, w->nslots + 1);
		w->unused[w->nunused++] = (uint32_t)w->nslots++;
	}
	slot = w->unused[--w->nunused];
	GT_GROW(w->heap, w->cap_heap, w->nheap + 1);
	for (i = w->nheap++; i && w->heap[(i - 1) / 2].t0 < t0; i = (i - 1) / 2)
		w->heap[i] = w->heap[(i - 1) / 2];
	w->heap[i] = (struct gt_held_place){ t0, slot };
	return &w->open[slot];
}

static const struct gt_held_open *pop_open(struct gt_held_worker *w)
{
	struct gt_held_place last = w->heap[--w->nheap];
	uint32_t top = w->heap[0].slot;
	size_t i = 0;

	for (size_t kid; (kid = 2 * i + 1) < w->nheap; i = kid) {
		kid += kid + 1 < w->nheap && w->heap[kid + 1].t0 > w->heap[kid].t0;
		if (w->heap[kid].t0 <= last.t0)
			break;
		w->heap[i] = w->heap[kid];
	}
	if (w->nheap)
		w->heap[i] = last;
	w->unused[w->nunused++] = top;
	return &w->open[top];
}

/* Of which more lies in the range, not only in the part of it. */
static bool is_long_wait(const struct gt_held_worker *w, const struct gt_wait *wait, bool crosses)
{
	const struct gt_held *h = w->h;
	int64_t end = !crosses ? w->t : wait->t1 < h->to ? wait->t1 : h->to;

	return end - (wait->t0 > h->from ? wait->t0 : h->from) > h->args.shortage->long_wait;
}

void gt_held_enter(struct gt_held_worker *w, const struct gt_wait *wait, bool counts, bool crosses)
{
	struct gt_held_open *o = push_open(w, wait->t0);
	int64_t d = w->hi - w->t;

	o->w = *wait;
	o->t1 = w->t;
	o->counts = counts && w->splits;
	o->crosses = crosses;
	for (unsigned i = 0; o->counts && i < GT_HELD_LEVELS; i++)
		o->at[i] = gt_held_at(&w->levels[i], d);
	o->ran = w->each ? w->each->nran : 0;
	o->mark = w->each ? w->each->nmarks : 0;
	o->is_long = w->shortage && is_long_wait(w, wait, crosses);
	w->long_waits += o->is_long;
	if (o->counts)
		gt_held_add(&w->weight, 1, d);
	w->runnable++;
	gt_held_note(w);
}

void gt_held_leave(struct gt_held_worker *w)
{
	const struct gt_held_open *o = pop_open(w);
	struct gt_held_piece p;
	int64_t d = w->hi - w->t, sum = 0;

	gt_shortage_pass(w);
	assert(w->runnable);
	w->runnable--;
	w->long_waits -= o->is_long;
	gt_held_note(w);
	if (!o->counts)
		return;
	p.w = o->w;
	gt_held_add(&w->weight, -1, d);
	for (unsigned i = 0; i < GT_HELD_LEVELS; i++) {
		p.split.ns[i] = gt_held_at(&w->levels[i], d) - o->at[i];
		gt_sat_grow(&w->split.ns[i], p.split.ns[i]);
		sum += i < GT_HELD_KINDS ? p.split.ns[i] : 0;
	}
	assert(sum == p.split.ns[GT_HELD_PROCS]);
	gt_sat_grow(&w->sum, o->t1 - w->t);
	if (w->on_leave) {
		w->on_leave(w, o, &p.split);
		return;
	}
	if (o->crosses || p.w.t0 < w->lo) {
		GT_GROW(w->pieces, w->cap_pieces, w->npieces + 1);
		w->pieces[w->npieces++] = p;
		return;
	}
	w->waits++;
	if (w->h->args.on_wait)
		gt_held_tell(w->h, w->number, &p);
}

/* ---- pressure ---- */

/* Coming from later, it begins where it ends.  A span that ends where the last one begins goes on with it. */
static void span_note(struct gt_held_worker *w, bool full, bool on)
{
	struct gt_held_spans *spans = full ? &w->full_spans : &w->some_spans;
	int64_t *end = full ? &w->full_end : &w->some_end, *sum = full ? &w->full : &w->some;
	struct gt_held_span *last = spans->n ? &spans->v[spans->n - 1] : NULL;

	if (on) {
		*end = w->t;
		return;
	}
	*sum += *end - w->t;
	if (w->h->args.on_span && *end > w->t)
		w->h->args.on_span(w->h->args.arg, full, w->t, *end);
	if (w->h->args.spans && *end > w->t) {
		if (last && last->t0 == *end) {
			last->t0 = w->t;
		} else {
			GT_GROW(spans->v, spans->cap, spans->n + 1);
			spans->v[spans->n++] = (struct gt_held_span){ w->t, *end };
		}
	}
	*end = GT_NO_TIME;
}

void gt_held_note(struct gt_held_worker *w)
{
	bool some = w->runnable > 0, full = some && w->running == 0;

	if (some != (w->some_end != GT_NO_TIME))
		span_note(w, false, some);
	if (full != (w->full_end != GT_NO_TIME))
		span_note(w, true, full);
}

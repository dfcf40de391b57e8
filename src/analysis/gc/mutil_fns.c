/* Step functions of what Ps lose to the GC: one of all Ps, or one of each. */
#include <assert.h>
#include <stdlib.h>

#include "analysis/gc/mutil_own.h"
#include "base/bisect.h"
#include "base/xalloc.h"

/* A new function begins; p: GT_NONE: of all Ps.  False: no memory. */
static bool open_fn(struct gt_mutil_work *w, uint64_t p, int64_t t)
{
	struct gt_mutil *u = w->out;

	if (!GT_TRY_GROW(u->fns, u->cap_fns, u->nfns + 1))
		return false;
	u->fns[u->nfns++] = (struct gt_mutil_fn){ .first = u->npoints, .p = p };
	w->t = t;
	w->lost = 0;
	w->rate = -1;
	return true;
}

/* From t on it loses `rate`, until the next point: in ns of gt_mutil.scale per ns.  False: no memory. */
static bool put_point(struct gt_mutil_work *w, int64_t t, double rate)
{
	struct gt_mutil *u = w->out;

	assert(t >= w->t);
	if (rate == w->rate)
		return true;
	if (!GT_TRY_GROW(u->points, u->cap, u->npoints + 1))
		return false;
	if (w->rate > 0)
		w->lost += w->rate * (double)(t - w->t);
	w->t = t;
	w->rate = rate;
	u->points[u->npoints++] = (struct gt_mutil_point){ t, w->lost };
	u->fns[u->nfns - 1].n = u->npoints - u->fns[u->nfns - 1].first;
	return true;
}

/* ---- of all ---- */

/* P p begins (delta 1) or stops (-1) to work for the GC. */
struct mutil_edge {
	int64_t t;
	uint32_t p;
	int32_t delta;
};

/* How many of the Ps below a number work for the GC: a tree of sums. */
struct busy_ps {
	int32_t *tree;
	uint32_t n;
};

static void busy_add(struct busy_ps *b, uint32_t p, int32_t delta)
{
	for (uint32_t i = p + 1; i <= b->n; i += i & -i)
		b->tree[i] += delta;
}

static int32_t busy_below(const struct busy_ps *b, uint32_t p)
{
	int32_t sum = 0;

	for (uint32_t i = p < b->n ? p : b->n; i; i -= i & -i)
		sum += b->tree[i];
	return sum;
}

static int compare_edges(const void *a, const void *b)
{
	const struct mutil_edge *x = a, *y = b;

	return x->t < y->t ? -1 : x->t > y->t;
}

static struct mutil_edge *edges_of(const struct gt_mutil_spans *s)
{
	struct mutil_edge *edges = gt_checked_alloc(s->n ? s->n : 1, 2 * sizeof *edges);

	for (size_t i = 0; edges && i < s->n; i++) {
		edges[2 * i] = (struct mutil_edge){ s->v[i].t0, s->v[i].p, 1 };
		edges[2 * i + 1] = (struct mutil_edge){ s->v[i].t1, s->v[i].p, -1 };
	}
	if (edges && s->n)
		qsort(edges, 2 * s->n, sizeof *edges, compare_edges);
	return edges;
}

/* Walks over edges, pauses and steps at once; at each time all of them count before a point is made. */
static bool mutil_walk_all(struct gt_mutil_work *w, const struct mutil_edge *edges, struct busy_ps *busy)
{
	size_t e = 0, s = 0, k = 0, nedges = 2 * w->busy.n;
	uint32_t procs = 0;

	for (int64_t t = w->from; t < w->to;) {
		int64_t next = w->to;
		double lost;

		for (; k < w->nsteps && w->steps[k].t <= t; k++)
			procs = w->steps[k].n;
		for (; e < nedges && edges[e].t <= t; e++)
			busy_add(busy, edges[e].p, edges[e].delta);
		while (s < w->stops.n && w->stops.v[s].t1 <= t)
			s++;
		assert(procs);
		lost = s < w->stops.n && w->stops.v[s].t0 <= t ? (double)procs : (double)busy_below(busy, procs);
		if (!put_point(w, t, lost * (w->out->scale / procs)))
			return false;
		if (k < w->nsteps && w->steps[k].t < next)
			next = w->steps[k].t;
		if (e < nedges && edges[e].t < next)
			next = edges[e].t;
		if (s < w->stops.n) {
			int64_t at = w->stops.v[s].t0 > t ? w->stops.v[s].t0 : w->stops.v[s].t1;

			next = at < next ? at : next;
		}
		t = next;
	}
	return put_point(w, w->to, -2);
}

bool gt_mutil_all(struct gt_mutil_work *w)
{
	uint32_t nps = 0;
	struct mutil_edge *edges;
	struct busy_ps busy;
	bool ok;

	/* Spans are sorted by P: as large as the last one's number, and not as GOMAXPROCS, which a file says. */
	if (w->busy.n)
		nps = w->busy.v[w->busy.n - 1].p + 1;
	busy = (struct busy_ps){ gt_checked_alloc((uint64_t)nps + 1, sizeof *busy.tree), nps };
	for (uint32_t i = 0; busy.tree && i <= nps; i++)
		busy.tree[i] = 0;
	edges = edges_of(&w->busy);
	w->out->scale = w->most;
	ok = busy.tree && edges && open_fn(w, GT_NONE, w->from) && mutil_walk_all(w, edges, &busy);
	free(edges);
	free(busy.tree);
	return ok;
}

/* ---- of each P ---- */

static bool too_much(struct gt_mutil_work *w)
{
	return ++w->work > GT_MUTIL_WORK_MAX;
}

/* One P from a to b: 1 is lost in its own spans and in pauses.  own: the first of its spans that ends after a. */
static bool walk_one(struct gt_mutil_work *w, uint32_t p, size_t own, int64_t a, int64_t b)
{
	const struct gt_mutil_span *o = w->busy.v, *stop = w->stops.v;
	size_t s = GT_BISECT(i, 0, w->stops.n, stop[i].t1 <= a);

	if (!open_fn(w, p, a))
		return false;
	for (int64_t t = a; t < b;) {
		int64_t next = b;
		bool lost = false;

		while (own < w->busy.n && o[own].p == p && o[own].t1 <= t)
			own++;
		while (s < w->stops.n && stop[s].t1 <= t)
			s++;
		if (own < w->busy.n && o[own].p == p) {
			lost = o[own].t0 <= t;
			next = lost ? o[own].t1 : o[own].t0;
		}
		if (s < w->stops.n && stop[s].t0 <= t) {
			next = lost && next > stop[s].t1 ? next : stop[s].t1;
			lost = true;
		} else if (s < w->stops.n && !lost && stop[s].t0 < next) {
			next = stop[s].t0;
		}
		if (too_much(w) || !put_point(w, t, lost))
			return false;
		t = next < b ? next : b;
	}
	return put_point(w, b, -2);
}

bool gt_mutil_each(struct gt_mutil_work *w)
{
	const struct gt_mutil_span *o = w->busy.v;

	w->out->scale = 1;
	for (uint32_t p = 0; p < w->most; p++) {
		for (size_t k = 0; k < w->nsteps; k++) {
			int64_t a = w->steps[k].t > w->from ? w->steps[k].t : w->from, b;
			size_t own;

			if (too_much(w))
				return false;
			if (w->steps[k].n <= p)
				continue;
			while (k + 1 < w->nsteps && w->steps[k + 1].n > p)
				k++;
			b = k + 1 < w->nsteps ? w->steps[k + 1].t : w->to;
			own = GT_BISECT(i, 0, w->busy.n, o[i].p < p || (o[i].p == p && o[i].t1 <= a));
			if (a < b && !walk_one(w, p, own, a, b))
				return false;
		}
	}
	return true;
}

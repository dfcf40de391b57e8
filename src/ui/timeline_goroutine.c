/* A goroutine's slices, and what it does between them. */
#include "ui/timeline_goroutine.h"

/* ---- its slices, as a track ---- */

static uint64_t count(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	return gt_goroutine_get(t, row, &g) ? g.slices : 0;
}

static uint32_t seek(const struct gt_trace *t, uint32_t row, int64_t time)
{
	uint32_t k = gt_goroutine_seek(t, row, time);

	return k < count(t, row) ? gt_goroutine_slice(t, row, k) : GT_NO_ROW;
}

static uint32_t last(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	return gt_goroutine_get(t, row, &g) ? g.last_slice : GT_NO_ROW;
}

static uint32_t beside(const struct gt_trace *t, uint32_t row, uint32_t slice, int dir, uint64_t *n)
{
	uint64_t went = 0;
	struct gt_slice s;

	(void)row;
	for (; went < *n && gt_slice_get(t, slice, &s); went++) {
		uint32_t to = dir > 0 ? gt_slice_next_of_g(t, slice) : s.prev;

		if (to == GT_NO_ROW)
			break;
		slice = to;
	}
	*n = went;
	return slice;
}

static bool has(const struct gt_trace *t, uint32_t row, const struct gt_slice *s)
{
	(void)t;
	return s->g == row;
}

const struct gt_track_ops gt_goroutine_track = {
	.what = "goroutine",
	.count = count,
	.seek = seek,
	.last = last,
	.beside = beside,
	.has = has,
	.longest = gt_goroutine_longest,
	.busy = gt_goroutine_busy,
};

/* ---- as cells ---- */

static const struct gt_trace *trace_of(const struct gt_tl_goroutine *g)
{
	return g->inner.trace;
}

static uint64_t src_seek(void *src, int64_t time)
{
	const struct gt_tl_goroutine *g = src;

	return seek(trace_of(g), g->row, time);
}

static uint64_t src_next(void *src, uint64_t k)
{
	const struct gt_tl_goroutine *g = src;

	return gt_slice_next_of_g(trace_of(g), (uint32_t)k);
}

static bool src_get(void *src, uint64_t k, struct gt_tl_item *out)
{
	const struct gt_tl_goroutine *g = src;
	struct gt_slice s;

	if (!gt_slice_get(trace_of(g), (uint32_t)k, &s))
		return false;
	gt_tl_slice_item(&s, out);
	return true;
}

static int64_t src_busy(void *src, int64_t a, int64_t b)
{
	const struct gt_tl_goroutine *g = src;

	return gt_goroutine_busy(trace_of(g), g->row, a, b);
}

static uint32_t src_dominant(void *src, int64_t a, int64_t b)
{
	const struct gt_tl_goroutine *g = src;

	(void)a;
	(void)b;
	return g->row;
}

static bool src_longest(void *src, int64_t a, int64_t b, struct gt_tl_item *out)
{
	const struct gt_tl_goroutine *g = src;

	return src_get(src, gt_goroutine_longest(trace_of(g), g->row, a, b), out);
}

static uint8_t src_inside(void *src, const struct gt_tl_item *item, int64_t a, int64_t b)
{
	struct gt_tl_goroutine *g = src;

	return gt_tl_inside(&g->inner, item, a, b);
}

const struct gt_tl_source_ops gt_tl_goroutine_ops = {
	.seek = src_seek,
	.next = src_next,
	.get = src_get,
	.busy = src_busy,
	.dominant = src_dominant,
	.longest = src_longest,
	.inside = src_inside,
};

/* ---- between slices ---- */

struct collector {
	struct gt_tl_gap *gap;
	int64_t end;         /* where the next slice begins */
};

static bool collect(void *arg, const struct gt_interval *iv)
{
	struct collector *c = arg;

	if (iv->t0 >= c->end || c->gap->n == GT_TL_SPELLS)
		return false;
	c->gap->v[c->gap->n++] = *iv;
	return true;
}

void gt_tl_gap_at(const struct gt_trace *t, uint32_t row, int64_t time, struct gt_tl_gap *out)
{
	uint32_t k = gt_goroutine_seek(t, row, time), n = (uint32_t)count(t, row);
	struct collector c = { .gap = out, .end = INT64_MAX };
	struct gt_slice s;

	out->n = 0;
	if (k < n && gt_slice_get(t, gt_goroutine_slice(t, row, k), &s))
		c.end = s.t0;
	gt_goroutine_walk_part(t, row, k, k < n ? k + 1 : n, collect, &c);
}

const struct gt_interval *gt_tl_gap_in(const struct gt_tl_gap *gap, int64_t a, int64_t b)
{
	const struct gt_interval *best = NULL;
	int64_t most = 0;

	for (int i = 0; i < gap->n; i++) {
		const struct gt_interval *iv = &gap->v[i];
		int64_t from = iv->t0 > a ? iv->t0 : a, to = iv->t1 < b ? iv->t1 : b;

		if (to - from > most) {
			most = to - from;
			best = iv;
		}
	}
	return best;
}

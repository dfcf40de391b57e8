/* A goroutine's slices, and what it does between them. */
#include <assert.h>

#include "ui/lanes/track.h"

#include "base/bisect.h"
#include "base/sat.h"

/* ---- its slices, as a track ---- */

static uint64_t goroutine_count(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	return gt_goroutine_get(t, row, &g) ? g.slices : 0;
}

static uint32_t goroutine_seek(const struct gt_trace *t, uint32_t row, int64_t time)
{
	uint32_t k = gt_goroutine_seek(t, row, time);

	return k < goroutine_count(t, row) ? gt_goroutine_slice(t, row, k) : GT_NO_ROW;
}

static uint32_t goroutine_last(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	return gt_goroutine_get(t, row, &g) ? g.last_slice : GT_NO_ROW;
}

static uint32_t goroutine_beside(const struct gt_trace *t, uint32_t row, uint32_t slice, int dir, uint64_t *n)
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

static bool goroutine_has(const struct gt_trace *t, uint32_t row, const struct gt_slice *s)
{
	(void)t;
	return s->g == row;
}

static uint32_t goroutine_dominant(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b)
{
	(void)t;
	(void)a;
	(void)b;
	return row;
}

const struct gt_track_ops gt_goroutine_track = {
	.what = "goroutine",
	.count = goroutine_count,
	.seek = goroutine_seek,
	.last = goroutine_last,
	.beside = goroutine_beside,
	.has = goroutine_has,
	.longest = gt_goroutine_longest,
	.busy = gt_goroutine_busy,
	.dominant = goroutine_dominant,
};

/* ---- between slices ---- */

static bool goroutine_collect(void *arg, const struct gt_interval *iv)
{
	struct gt_tl_gap *gap = arg;

	if (gap->n < GT_TL_GAP_STATES)
		gap->v[gap->n++] = *iv;
	return gap->n < GT_TL_GAP_STATES;
}

/* As in gt_tl_source_ops.between. */
static void goroutine_gap_before(const struct gt_trace *t, uint32_t row, uint32_t next, struct gt_tl_gap *out)
{
	out->n = 0;
	gt_goroutine_walk_gap(t, row, next, goroutine_collect, out);
}

void gt_tl_gap_at(const struct gt_trace *t, uint32_t row, int64_t time, struct gt_tl_gap *out)
{
	goroutine_gap_before(t, row, goroutine_seek(t, row, time), out);
}

const struct gt_interval *gt_tl_gap_in(const struct gt_tl_gap *gap, int64_t a, int64_t b)
{
	const struct gt_interval *best = NULL;
	int64_t most = 0;

	assert(gap->n <= GT_TL_GAP_STATES);
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

/* ---- as cells ---- */

/* The stretch of a time; NULL: there are no slices. */
static const struct gt_goroutine_stretch *goroutine_stretch_at(struct gt_tl_goroutine *g, int64_t time)
{
	for (int i = 0; i < 2; i++) {
		const struct gt_goroutine_stretch *s = &g->near[i];

		if (g->has[i] && time >= s->from && (s->last || (s->n && time < s->v[s->n - 1].t1)))
			return s;
	}
	g->newest ^= 1;
	g->has[g->newest] = gt_goroutine_stretch(g->src.trace, g->src.row, time, &g->near[g->newest]);
	return g->has[g->newest] ? &g->near[g->newest] : NULL;
}

static uint64_t goroutine_src_seek(void *src, int64_t time)
{
	const struct gt_goroutine_stretch *s = goroutine_stretch_at(src, time);

	return s ? s->k0 + GT_BISECT(i, 0, s->n, s->v[i].t1 <= time) : 0;
}

/* The stretch that has the k-th slice, of those at hand; else the one after them. */
static const struct gt_goroutine_stretch *stretch_of(struct gt_tl_goroutine *g, uint64_t k)
{
	const struct gt_goroutine_stretch *s = NULL;

	for (int i = 0; i < 2; i++) {
		s = &g->near[i];
		if (g->has[i] && k >= s->k0 && k < s->k0 + s->n)
			return s;
	}
	s = &g->near[g->newest];
	if (g->has[g->newest] && s->n && !s->last && k == s->k0 + s->n)
		s = goroutine_stretch_at(g, s->v[s->n - 1].t1);
	return s && k >= s->k0 && k < s->k0 + s->n ? s : NULL;
}

static bool goroutine_src_get(void *src, uint64_t k, struct gt_tl_item *out)
{
	struct gt_tl_goroutine *g = src;
	const struct gt_goroutine_stretch *s = stretch_of(g, k);
	uint32_t i;

	if (!s)
		return false;
	i = (uint32_t)k - s->k0;
	*out = (struct gt_tl_item){
		.t0 = s->v[i].t0, .t1 = s->v[i].t1, .id = s->v[i].id, .who = g->src.row, .inner = true,
	};
	return true;
}

/* ns in slices before a time. */
static int64_t lanes_goroutine_busy_before(struct gt_tl_goroutine *g, int64_t time)
{
	const struct gt_goroutine_stretch *s = goroutine_stretch_at(g, time);
	int64_t sum = s ? s->busy : 0;

	for (uint32_t i = 0; s && i < s->n && s->v[i].t0 < time; i++)
		gt_sat_grow(&sum, (s->v[i].t1 < time ? s->v[i].t1 : time) - s->v[i].t0);
	return sum;
}

static int64_t goroutine_src_busy(void *src, int64_t a, int64_t b)
{
	int64_t before = lanes_goroutine_busy_before(src, a);

	return lanes_goroutine_busy_before(src, b) - before;
}

static void src_between(void *src, const struct gt_window *w, int cols, int x, int n, uint32_t next,
			struct gt_tl_cell *cells)
{
	const struct gt_tl_goroutine *g = src;
	const struct gt_interval *iv;
	struct gt_tl_gap gap;

	goroutine_gap_before(g->src.trace, g->src.row, next, &gap);
	for (int i = x; i < x + n; i++) {
		iv = gt_tl_gap_in(&gap, gt_window_start(w, cols, i), gt_window_end(w, cols, i));
		if (!iv)
			continue;
		cells[i].inside = (uint8_t)(iv->what + 1);
		cells[i].item = iv->reason;
	}
}

const struct gt_tl_source_ops gt_tl_goroutine_ops = {
	.seek = goroutine_src_seek,
	.get = goroutine_src_get,
	.busy = goroutine_src_busy,
	.dominant = gt_track_src_dominant,
	.longest = gt_track_src_longest,
	.between = src_between,
	.inside = gt_track_src_inside,
};

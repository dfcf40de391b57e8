/* Questions about goroutines: their lives and their slices in time order. */
#include "index/store/anchors.h"

#include "base/bisect.h"
#include "index/query/span.h"

/* ---- lives ---- */

static int64_t goroutines_optional(uint64_t v, int64_t from)
{
	return v ? (int64_t)((uint64_t)from + v - 1) : GT_NO_TIME;
}

bool gt_goroutine_get(const struct gt_trace *t, uint32_t row, struct gt_goroutine *g)
{
	const struct gt_store *s = &t->store;
	struct gt_srow_goroutine r;

	if (!s->sealed) {
		if (row >= s->nlives)
			return false;
		*g = *gt_goroutine_at(s, row);
		if (!g->func)
			g->func = g->wrapper;
		return true;
	}
	if (!gt_btable_row(&s->tables[GT_T_GOROUTINES], row, &r))
		return false;
	*g = (struct gt_goroutine){
		.row = row, .id = r.id, .create = r.create, .first_seen = r.first_seen,
		.start = goroutines_optional(r.start, r.create), .end = goroutines_optional(r.end, r.create),
		.since = goroutines_optional(r.since, r.create), .mid = goroutines_optional(r.mid, r.create),
		.creator = r.creator - 1, .create_stack = r.create_stack, .first_stack = r.first_stack,
		.func = r.func, .wrapper = r.wrapper, .end_stack = r.end_stack, .end_reason = r.end_reason,
		.last_slice = r.last_slice - 1, .waker = r.waker - 1,
		/* A damaged index may have a larger number than is possible, and callers loop over it. */
		.slices = r.slices > t->info.slices ? (uint32_t)t->info.slices : r.slices,
		.first_type = (uint8_t)(r.kinds >> GT_KINDS_FIRST_TYPE),
		.last_type = (uint8_t)(r.kinds >> GT_KINDS_LAST_TYPE),
		.first_state = r.kinds >> GT_KINDS_FIRST_STATE & 15,
		.state = r.kinds >> GT_KINDS_STATE & 15,
		.predates_trace = r.kinds >> GT_KINDS_OLDER & 1,
		.system = r.kinds >> GT_KINDS_SYSTEM & 1,
		.forever = r.kinds >> GT_KINDS_FOREVER & 1,
	};
	return true;
}

bool gt_goroutine_get_v1(const struct gt_trace *t, uint32_t row, struct gt_goroutine_v1 *g)
{
	const struct gt_store *s = &t->store;
	struct gt_srow_goroutine_v1 r;

	if (!s->sealed) {
		if (row >= s->nlives)
			return false;
		*g = gt_life_at(s, row)->v1;
		return true;
	}
	if (!gt_btable_row(&s->tables[GT_T_GOROUTINES_V1], row, &r))
		return false;
	*g = (struct gt_goroutine_v1){ .last_n = r.last_n, .first_stack_id = r.first_stack_id };
	return true;
}

uint32_t gt_goroutine_find(const struct gt_trace *t, uint64_t id, int64_t time)
{
	const struct gt_btable *lives = &t->store.tables[GT_T_LIVES];
	uint64_t lo = 0, hi = gt_btable_rows(lives, 0);
	struct gt_srow_incarnation life;
	struct gt_goroutine g;

	if (!t->store.sealed) {
		uint32_t row = gt_goroutine_newest(&t->store, id);

		while (row != GT_NO_ROW && gt_life_at(&t->store, row)->g.create > time &&
		       gt_life_at(&t->store, row)->before)
			row = gt_life_at(&t->store, row)->before - 1;
		return row;
	}
	/* The first entry that is not before (id, time): the one in front of it, or a life that began later. */
	lo = GT_BISECT(i, lo, hi,
		  gt_btable_row(lives, i, &life) &&
		  (life.id < id || (life.id == id && gt_goroutine_get(t, life.row, &g) && g.create <= time)));
	if (lo && gt_btable_row(lives, lo - 1, &life) && life.id == id)
		return life.row;
	return gt_btable_row(lives, lo, &life) && life.id == id ? life.row : GT_NO_ROW;
}

/* While building: how many lives of the id began before `row`, or that one itself. */
static uint32_t count_back(const struct gt_store *s, uint64_t id, uint32_t row)
{
	uint32_t at = gt_goroutine_newest(s, id), n = 0;

	for (; at != GT_NO_ROW; at = gt_life_at(s, at)->before ? gt_life_at(s, at)->before - 1 : GT_NO_ROW)
		n += at <= row;
	return n;
}

/* Place of the first entry that is not before (id, row); in a damaged index anywhere. */
static uint64_t life_place(const struct gt_trace *t, uint64_t id, uint32_t row)
{
	const struct gt_btable *lives = &t->store.tables[GT_T_LIVES];
	uint64_t lo = 0, hi = gt_btable_rows(lives, 0);
	struct gt_srow_incarnation life;

	lo = GT_BISECT(i, lo, hi,
		  gt_btable_row(lives, i, &life) && (life.id < id || (life.id == id && life.row < row)));
	return lo;
}

uint32_t gt_goroutine_lives(const struct gt_trace *t, uint64_t id)
{
	uint64_t first, end;

	if (!t->store.sealed)
		return count_back(&t->store, id, UINT32_MAX);
	first = life_place(t, id, 0);
	end = life_place(t, id, GT_NO_ROW);
	return end > first ? (uint32_t)(end - first) : 0;
}

uint32_t gt_goroutine_life(const struct gt_trace *t, uint64_t id, uint32_t k)
{
	const struct gt_store *s = &t->store;
	struct gt_srow_incarnation life;
	uint32_t row, n;

	if (s->sealed)
		return gt_btable_row(&s->tables[GT_T_LIVES], life_place(t, id, 0) + k, &life) && life.id == id
			       ? life.row : GT_NO_ROW;
	n = gt_goroutine_lives(t, id);
	if (k >= n)
		return GT_NO_ROW;
	row = gt_goroutine_newest(s, id);
	for (; n - 1 > k; n--)
		row = gt_life_at(s, row)->before - 1;
	return row;
}

uint32_t gt_goroutine_which_life(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;
	uint64_t first, place;

	if (t->info.goroutines == t->info.goroutine_ids || !gt_goroutine_get(t, row, &g))
		return 0;
	if (!t->store.sealed)
		return count_back(&t->store, g.id, row) - 1;
	first = life_place(t, g.id, 0);
	place = life_place(t, g.id, row);
	return place > first ? (uint32_t)(place - first) : 0;
}

/* ---- the slices of a goroutine ---- */

uint32_t gt_goroutine_slice(const struct gt_trace *t, uint32_t row, uint32_t k)
{
	struct gt_goroutine g;
	uint32_t i = k ? (k - 1) / GT_ANCHOR_SLICES : 0, at;
	struct gt_anchor a;
	struct gt_step s;

	if (!gt_goroutine_get(t, row, &g) || k >= g.slices)
		return GT_NO_ROW;
	at = (i + 1) * GT_ANCHOR_SLICES;
	/* Back from anchor i, or from the last slice if there are not so many. */
	if (!gt_anchor_newest(t, row, &a) || a.r.place < i)
		s.prev = g.last_slice;
	else
		s.prev = gt_anchor_back_to(t, &a, i) ? a.r.slice : GT_NO_ROW;
	for (at = at < g.slices ? at : g.slices - 1; at > k; at--)
		if (!gt_step_at(t, s.prev, &s))
			return GT_NO_ROW;
	return s.prev;
}

uint32_t gt_goroutine_seek(const struct gt_trace *t, uint32_t row, int64_t time)
{
	struct gt_goroutine g;
	struct gt_slice_place p;
	struct gt_step s;
	uint32_t least;

	if (!gt_goroutine_get(t, row, &g) || !gt_place_after(t, &g, time, &p))
		return 0;
	if (!gt_step_at(t, p.id, &s))
		return g.slices;
	if (s.t1 <= time)
		return p.k + 1;
	/* The anchor before it ends too early, and only in a damaged index is it farther away than anchors are. */
	least = p.has_before ? (p.before.r.place + 1) * GT_ANCHOR_SLICES : 0;
	for (uint32_t n = 0; n < 2 * GT_ANCHOR_SLICES && p.k > least && gt_step_at(t, s.prev, &s) && s.t1 > time; n++)
		p.k--;
	return p.k;
}

uint32_t gt_goroutine_slices_within(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b, uint32_t *first)
{
	uint32_t k = gt_goroutine_seek(t, row, a), end = gt_goroutine_seek(t, row, b);
	struct gt_goroutine g;
	struct gt_slice s;

	if (first)
		*first = k;
	if (gt_goroutine_get(t, row, &g) && end < g.slices &&
	    gt_slice_get(t, gt_goroutine_slice(t, row, end), &s) && s.t0 < b)
		end++;
	return end > k ? end - k : 0;
}

/* Back from the next place that can be reached at once: at most 64 steps, a few more if times repeat. */
uint32_t gt_slice_next_of_g(const struct gt_trace *t, uint32_t id)
{
	struct gt_goroutine g;
	struct gt_slice from;
	struct gt_slice_place p;
	struct gt_step s;

	if (!gt_slice_get(t, id, &from) || !gt_goroutine_get(t, from.g, &g) || id == g.last_slice ||
	    !gt_place_after(t, &g, from.t1, &p))
		return GT_NO_ROW;
	s.prev = p.id;
	for (uint32_t n = 0; n < 4 * GT_ANCHOR_SLICES && gt_step_at(t, s.prev, &s); n++)
		if (s.prev == id)
			return s.id;
	return GT_NO_ROW;
}

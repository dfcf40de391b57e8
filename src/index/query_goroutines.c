/* Questions about goroutines: their lives and their slices in time order. */
#include "index/state.h"

#include "index/span.h"

/* ---- lives ---- */

static int64_t optional(uint64_t v, int64_t from)
{
	return v ? (int64_t)((uint64_t)from + v - 1) : GT_NO_TIME;
}

static void decode(const struct gt_srow_goroutine *r, uint32_t row, struct gt_goroutine *g)
{
	*g = (struct gt_goroutine){
		.row = row, .id = r->id, .create = r->create, .first_seen = r->first_seen,
		.start = optional(r->start, r->create), .end = optional(r->end, r->create),
		.since = optional(r->since, r->create), .mid = optional(r->mid, r->create),
		.creator = r->creator - 1, .create_stack = r->create_stack, .first_stack = r->first_stack,
		.func = r->func, .end_stack = r->end_stack, .end_reason = r->end_reason,
		.last_slice = r->last_slice - 1, .slices = r->slices,
		.first_type = (uint8_t)(r->kinds >> GT_KINDS_FIRST_TYPE),
		.last_type = (uint8_t)(r->kinds >> GT_KINDS_LAST_TYPE),
		.first_state = r->kinds >> GT_KINDS_FIRST_STATE & 15,
		.state = r->kinds >> GT_KINDS_STATE & 15,
		.older = r->kinds >> GT_KINDS_OLDER & 1, .system = r->kinds >> GT_KINDS_SYSTEM & 1,
		.forever = r->kinds >> GT_KINDS_FOREVER & 1,
	};
}

bool gt_goroutine_get(const struct gt_trace *t, uint32_t row, struct gt_goroutine *g)
{
	const struct gt_store *s = &t->store;
	struct gt_srow_goroutine r;

	if (!s->sealed) {
		if (row >= s->nlives)
			return false;
		*g = *gt_goroutine_at(s, row);
		return true;
	}
	if (!gt_table_row(&s->tables[GT_T_GOROUTINES], row, &r))
		return false;
	decode(&r, row, g);
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
	if (!gt_table_row(&s->tables[GT_T_GOROUTINES_V1], row, &r))
		return false;
	*g = (struct gt_goroutine_v1){ .last_n = r.last_n, .first_stack_id = r.first_stack_id };
	return true;
}

/* While building: back from the newest life. */
static uint32_t find_life(const struct gt_store *s, uint64_t id, int64_t time)
{
	uint32_t row = gt_map_get(&s->life_by_id, id);
	const struct gt_life *life;

	if (row == GT_MAP_NONE)
		return GT_NO_ROW;
	for (life = gt_life_at(s, row); life->g.create > time && life->before; life = gt_life_at(s, row))
		row = life->before - 1;
	return row;
}

static bool life_before(const struct gt_trace *t, const struct gt_srow_life *life, uint64_t id, int64_t time)
{
	struct gt_goroutine g;

	if (life->id != id)
		return life->id < id;
	return gt_goroutine_get(t, life->row, &g) && g.create <= time;
}

uint32_t gt_goroutine_find(const struct gt_trace *t, uint64_t id, int64_t time)
{
	const struct gt_table *lives = &t->store.tables[GT_T_LIVES];
	uint64_t lo = 0, hi;
	struct gt_srow_life life;

	if (!t->store.sealed)
		return find_life(&t->store, id, time);
	/* The first entry that is not before (id, time): the one in front of it, or a life that began later. */
	for (hi = gt_table_rows(lives, 0); lo < hi;) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (gt_table_row(lives, mid, &life) && life_before(t, &life, id, time))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo && gt_table_row(lives, lo - 1, &life) && life.id == id)
		return life.row;
	return gt_table_row(lives, lo, &life) && life.id == id ? life.row : GT_NO_ROW;
}

/* ---- the slices of a goroutine ---- */

/* What is read of a slice when a goroutine's are walked. */
struct step {
	uint32_t id, prev;
	int64_t t1;
};

static bool step_at(const struct gt_trace *t, uint32_t id, struct step *s)
{
	struct gt_view v;
	uint32_t i = id & (GT_BLOCK_ROWS - 1);

	if (!gt_view_block(&t->store.tables[GT_T_SLICES], id >> GT_BLOCK_SHIFT, &v) || i >= v.count)
		return false;
	s->id = id;
	s->prev = gt_prev_id(id, (uint32_t)gt_view_get(&v, GT_SLICE_COL_PREV, i));
	s->t1 = gt_view_t1(&v, i);
	return true;
}

static uint32_t count_anchors(const struct gt_goroutine *g)
{
	return g->slices ? (g->slices - 1) / GT_ANCHOR_SLICES : 0;
}

static uint64_t first_anchor(const struct gt_store *s, uint32_t row)
{
	struct gt_view v;
	uint32_t i = row & (GT_BLOCK_ROWS - 1);

	if (!gt_view_block(&s->tables[GT_T_GOROUTINES], row >> GT_BLOCK_SHIFT, &v) || i >= v.count)
		return UINT32_MAX;
	return gt_view_get(&v, GT_GOROUTINE_COL_ANCHORS, i);
}

/*
 * A place in a goroutine's list that can be reached at once: anchor i (0 …
 * count_anchors - 1) is slice (i + 1) * 64, one beyond them is the last slice.
 */
static uint32_t sealed_anchor(const struct gt_store *s, uint32_t row, uint32_t i)
{
	uint64_t at = first_anchor(s, row) + i;

	return at < s->map.nanchors ? gt_get32(s->map.anchors + 4 * at) : GT_NO_ROW;
}

/* While building: back from the newest anchor to number i of n. */
static uint32_t open_anchor(const struct gt_store *s, uint32_t row, uint32_t i, uint32_t n)
{
	struct gt_srow_anchor a = { .before = gt_life_at(s, row)->anchor };

	for (; n > i; n--)
		if (!a.before || !gt_table_row(&s->tables[GT_T_ANCHORS], a.before - 1, &a))
			return GT_NO_ROW;
	return a.slice;
}

static uint32_t anchor(const struct gt_trace *t, const struct gt_goroutine *g, uint32_t i)
{
	uint32_t n = count_anchors(g);

	if (i >= n)
		return g->last_slice;
	return t->store.sealed ? sealed_anchor(&t->store, g->row, i) : open_anchor(&t->store, g->row, i, n);
}

/* Number of the slice that anchor i is. */
static uint32_t anchor_place(const struct gt_goroutine *g, uint32_t i)
{
	return i >= count_anchors(g) ? g->slices - 1 : (i + 1) * GT_ANCHOR_SLICES;
}

uint32_t gt_goroutine_slice(const struct gt_trace *t, uint32_t row, uint32_t k)
{
	struct gt_goroutine g;
	struct step s;
	uint32_t i;

	if (!gt_goroutine_get(t, row, &g) || k >= g.slices)
		return GT_NO_ROW;
	i = k ? (k - 1) / GT_ANCHOR_SLICES : 0;
	s.prev = anchor(t, &g, i);
	for (uint32_t at = anchor_place(&g, i); at > k; at--)
		if (!step_at(t, s.prev, &s))
			return GT_NO_ROW;
	return s.prev;
}

/* The first anchor whose slice ends after `time` (the last slice's number if none of them does). */
static uint32_t seek_sealed_anchor(const struct gt_trace *t, const struct gt_goroutine *g, int64_t time)
{
	uint32_t lo = 0, hi = count_anchors(g);
	struct step s;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (step_at(t, sealed_anchor(&t->store, g->row, mid), &s) && s.t1 <= time)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static uint32_t seek_open_anchor(const struct gt_trace *t, const struct gt_goroutine *g, int64_t time)
{
	struct gt_srow_anchor a = { .before = gt_life_at(&t->store, g->row)->anchor };
	uint32_t i = count_anchors(g);
	struct step s;

	while (i && a.before && gt_table_row(&t->store.tables[GT_T_ANCHORS], a.before - 1, &a) &&
	       step_at(t, a.slice, &s) && s.t1 > time)
		i--;
	return i;
}

static uint32_t seek_anchor(const struct gt_trace *t, const struct gt_goroutine *g, int64_t time)
{
	return t->store.sealed ? seek_sealed_anchor(t, g, time) : seek_open_anchor(t, g, time);
}

uint32_t gt_goroutine_seek(const struct gt_trace *t, uint32_t row, int64_t time)
{
	struct gt_goroutine g;
	struct step s;
	uint32_t i, k;

	if (!gt_goroutine_get(t, row, &g) || !g.slices)
		return 0;
	i = seek_anchor(t, &g, time);
	k = anchor_place(&g, i);
	s.prev = anchor(t, &g, i);
	if (!step_at(t, s.prev, &s))
		return g.slices;
	if (s.t1 <= time)
		return k + 1;
	/* The anchor before i ends too early. */
	while (k > i * GT_ANCHOR_SLICES && step_at(t, s.prev, &s) && s.t1 > time)
		k--;
	return k;
}

/* Back from the next place that can be reached at once: at most 64 steps, a few more if times repeat. */
uint32_t gt_slice_next_of_g(const struct gt_trace *t, uint32_t id)
{
	struct gt_goroutine g;
	struct gt_slice from;
	struct step s;

	if (!gt_slice_get(t, id, &from) || !gt_goroutine_get(t, from.g, &g) || id == g.last_slice)
		return GT_NO_ROW;
	s.prev = anchor(t, &g, seek_anchor(t, &g, from.t1));
	for (uint32_t n = 0; n < 4 * GT_ANCHOR_SLICES && step_at(t, s.prev, &s); n++)
		if (s.prev == id)
			return s.id;
	return GT_NO_ROW;
}

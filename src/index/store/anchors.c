/* The list of a goroutine's anchors: adding one, walking back. */
#include "index/store/anchors.h"

#include <assert.h>

#include "index/store/block.h"

/* A walk back takes fewer steps; a damaged index could have more. */
#define MAX_STEPS 256

static bool get(const struct gt_store *s, uint64_t row, struct gt_anchor *a)
{
	a->row = row;
	return gt_btable_row(&s->tables[GT_T_ANCHORS], row, &a->r);
}

/* The anchor so many rows before a, if it is the same goroutine's and an earlier one. */
static bool get_back(const struct gt_store *s, const struct gt_anchor *a, uint32_t distance, struct gt_anchor *out)
{
	return distance && distance <= a->row && get(s, a->row - distance, out) && out->r.g == a->r.g &&
	       out->r.place < a->r.place;
}

/* ---- adding ---- */

/* What of an anchor is needed to find out where another one behind it jumps. */
struct jump {
	uint64_t row;
	uint32_t place, back, longest;
	uint64_t dur;
};

static bool get_jump(const struct gt_store *s, uint64_t row, struct jump *j)
{
	uint32_t i = (uint32_t)(row & (GT_BLOCK_ROWS - 1));
	struct gt_bview v;

	if (!gt_bview_block(&s->tables[GT_T_ANCHORS], (uint32_t)(row >> GT_BLOCK_SHIFT), &v))
		return false;
	j->row = row;
	j->place = (uint32_t)gt_bview_get(&v, GT_COL(anchor, place), i);
	j->back = (uint32_t)gt_bview_get(&v, GT_COL(anchor, jump), i);
	j->dur = gt_bview_get(&v, GT_COL(anchor, jump_dur), i);
	j->longest = (uint32_t)gt_bview_get(&v, GT_COL(anchor, jump_longest), i);
	return true;
}

static void take_longer(struct gt_srow_anchor *r, const struct jump *j)
{
	if (j->dur < r->jump_dur)
		return;
	r->jump_dur = j->dur;
	r->jump_longest = j->longest;
}

void gt_anchor_add(struct gt_store *s, struct gt_incarnation *life, uint32_t slice, int64_t t1)
{
	struct gt_btable *t = &s->tables[GT_T_ANCHORS];
	uint64_t row = gt_btable_rows(t, 0);
	struct jump p, q, q2;
	struct gt_srow_anchor r = {
		.t1 = t1, .busy = (uint64_t)life->busy, .dur = life->longest_dur, .jump_dur = life->longest_dur,
		.g = life->g.row, .slice = slice, .longest = life->longest, .jump_longest = life->longest };

	assert(life->longest != GT_NO_ROW);
	if (life->anchor && get_jump(s, life->anchor - 1, &p)) {
		r.place = p.place + 1;
		r.before = (uint32_t)(row - p.row);
		r.jump = r.before;
		/* As far as p's and its target's jumps together, if they are alike. */
		if (p.back && get_jump(s, p.row - p.back, &q) && q.back && get_jump(s, q.row - q.back, &q2) &&
		    p.place - q.place == q.place - q2.place) {
			r.jump = (uint32_t)(row - q2.row);
			take_longer(&r, &p);
			take_longer(&r, &q);
		}
	}
	GT_PUT_ROW(s, ANCHORS, anchor, 0, &r);
	life->anchor = (uint32_t)row + 1;
	life->longest = GT_NO_ROW;
	life->longest_dur = 0;
}

/* ---- walking ---- */

bool gt_anchor_newest(const struct gt_trace *t, uint32_t g, struct gt_anchor *a)
{
	const struct gt_store *s = &t->store;
	uint32_t i = g & (GT_BLOCK_ROWS - 1);
	uint64_t newest;
	struct gt_bview v;

	if (!s->sealed) {
		newest = g < s->nlives ? gt_life_at(s, g)->anchor : 0;
	} else {
		if (!gt_bview_block(&s->tables[GT_T_GOROUTINES], g >> GT_BLOCK_SHIFT, &v) || i >= v.count)
			return false;
		newest = gt_bview_get(&v, GT_COL(goroutine, anchor), i);
	}
	return newest && get(s, newest - 1, a) && a->r.g == g;
}

/* The anchor before a; false: a is the first. */
static bool anchor_before(const struct gt_trace *t, const struct gt_anchor *a, struct gt_anchor *out)
{
	return get_back(&t->store, a, a->r.before, out);
}

bool gt_anchor_back_to(const struct gt_trace *t, struct gt_anchor *a, uint32_t i)
{
	struct gt_anchor next;

	for (int n = 0; n < MAX_STEPS && a->r.place > i; n++) {
		if (!get_back(&t->store, a, a->r.jump, &next) || next.r.place < i)
			if (!anchor_before(t, a, &next))
				return false;
		*a = next;
	}
	return a->r.place == i;
}

void gt_anchor_back_to_time(const struct gt_trace *t, struct gt_anchor *a, int64_t time)
{
	struct gt_anchor next;

	for (int n = 0; n < MAX_STEPS; n++) {
		if (!get_back(&t->store, a, a->r.jump, &next) || next.r.t1 <= time)
			if (!anchor_before(t, a, &next) || next.r.t1 <= time)
				return;
		*a = next;
	}
}

uint32_t gt_anchor_longest_since(const struct gt_trace *t, const struct gt_anchor *from, uint32_t i, uint64_t *dur)
{
	struct gt_anchor a = *from, next;
	uint32_t longest = GT_NO_ROW;

	*dur = 0;
	for (int n = 0; n < MAX_STEPS && a.r.place > i; n++) {
		bool far = get_back(&t->store, &a, a.r.jump, &next) && next.r.place >= i;
		uint64_t here = far ? a.r.jump_dur : a.r.dur;

		if (here >= *dur) {
			*dur = here;
			longest = far ? a.r.jump_longest : a.r.longest;
		}
		if (!far && !anchor_before(t, &a, &next))
			break;
		a = next;
	}
	return longest;
}

/* ---- places to walk from ---- */

bool gt_step_at(const struct gt_trace *t, uint32_t id, struct gt_step *s)
{
	struct gt_bview v;
	uint32_t i = id & (GT_BLOCK_ROWS - 1);

	if (!gt_bview_block(&t->store.tables[GT_T_SLICES], id >> GT_BLOCK_SHIFT, &v) || i >= v.count)
		return false;
	s->id = id;
	s->prev = gt_prev_id(id, (uint32_t)gt_bview_get(&v, GT_COL(slice, prev), i));
	s->t0 = gt_bview_t0(&v, i);
	s->t1 = gt_bview_t1(&v, i);
	return true;
}

bool gt_place_after(const struct gt_trace *t, const struct gt_goroutine *g, int64_t time,
		    struct gt_slice_place *p)
{
	struct gt_anchor a;

	if (!g->slices)
		return false;
	p->id = g->last_slice;
	p->k = g->slices - 1;
	p->has_before = gt_anchor_newest(t, g->row, &p->before);
	if (!p->has_before || p->before.r.t1 <= time)
		return true;
	a = p->before;
	gt_anchor_back_to_time(t, &a, time);
	p->id = a.r.slice;
	p->k = (a.r.place + 1) * GT_ANCHOR_SLICES;
	p->has_before = anchor_before(t, &a, &p->before);
	return true;
}

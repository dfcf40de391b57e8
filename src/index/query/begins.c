/* Rows by when they begin: sorted once, when the first link is asked for. */
#include "index/query/begins.h"

#include <stdlib.h>

#include "base/bisect.h"
#include "base/xalloc.h"
#include "index/query/events.h"
#include "index/store/state.h"

struct begun {
	struct gt_begun of;
	uint32_t row;
};

struct gt_begins {
	struct begun *v;
	uint64_t n;
};

/* ---- owners ---- */

/* No id is so large, and a collision would only be a wrong link between two events of one time. */
static uint64_t begins_mix(uint64_t a, uint64_t b)
{
	return gt_hash_fold(a ^ UINT64_C(0x9e3779b97f4a7c15), b ^ UINT64_C(0xc2b2ae3d27d4eb4f)) | 1;
}

/* Whether a range is its goroutine's, its P's, or nobody's: at its end a pause is (since Go 1.10) nobody's. */
static uint64_t owner_of_range(const struct gt_trace *t, uint8_t kind, uint64_t g, uint64_t p, bool end)
{
	if (kind == GT_RANGE_ASSIST)
		return begins_mix(kind, g);
	if (kind == GT_RANGE_GC || (end && kind == GT_RANGE_STW && t->header.minor >= 10))
		return begins_mix(kind, GT_NONE);
	return begins_mix(kind, p);
}

static uint64_t owner_of_region(uint64_t task, uint64_t g, uint32_t stack, bool end)
{
	return begins_mix(begins_mix(task, g), end ? 0 : stack);
}

uint64_t gt_begun_owner(const struct gt_trace *t, enum gt_begun_kind kind, const struct gt_event *ev, bool end)
{
	if (t->header.format != GT_FORMAT_V1)
		return 0;
	if (kind == GT_BEGUN_RANGE)
		return owner_of_range(t, ev->range, ev->g, ev->p, end);
	if (kind == GT_BEGUN_TASK)
		return begins_mix(ev->subject, 0);
	return owner_of_region(ev->subject, ev->g, end ? 0 : gt_event_stack(t, ev), end);
}

/* ---- rows ---- */

static uint64_t begins_g_id(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	return gt_goroutine_get(t, row, &g) ? g.id : GT_NONE;
}

static uint64_t begins_p_id(const struct gt_trace *t, uint32_t row)
{
	struct gt_proc p;

	return row != GT_NO_ROW && gt_proc_get(t, row, &p) ? p.id : GT_NONE;
}

/* False: there is no such row.  t0 is GT_NO_TIME if no event began it. */
static bool begins_row(const struct gt_trace *t, enum gt_begun_kind kind, uint64_t row, struct gt_begun *b,
		       uint64_t *end)
{
	bool v1 = t->header.format == GT_FORMAT_V1;
	struct gt_range_row range;
	struct gt_region region;
	struct gt_task task;

	*b = (struct gt_begun){ .owner = 0 };
	*end = 0;
	if (kind == GT_BEGUN_RANGE && gt_range_get(t, row, &range)) {
		b->t0 = range.active ? GT_NO_TIME : range.t0;
		b->t1 = range.t1;
		for (int i = 0; v1 && i < 2; i++)
			*(i ? end : &b->owner) = owner_of_range(t, range.kind, begins_g_id(t, range.g),
								begins_p_id(t, range.proc_row), i);
	} else if (kind == GT_BEGUN_REGION && gt_region_get(t, row, &region)) {
		b->t0 = region.t0;
		b->t1 = region.t1;
		for (int i = 0; v1 && i < 2; i++)
			*(i ? end : &b->owner) = owner_of_region(region.task, begins_g_id(t, region.g),
								 region.stack, i);
	} else if (kind == GT_BEGUN_TASK && gt_task_get(t, row, &task)) {
		b->t0 = task.t0;
		b->t1 = task.t1;
		b->owner = *end = v1 ? begins_mix(task.id, 0) : 0;
	} else {
		return false;
	}
	return true;
}

static int begins_in_order(const void *a, const void *b)
{
	const struct begun *x = a, *y = b;

	if (x->of.t0 != y->of.t0)
		return x->of.t0 < y->of.t0 ? -1 : 1;
	if (x->of.owner != y->of.owner)
		return x->of.owner < y->of.owner ? -1 : 1;
	return x->row > y->row ? -1 : x->row < y->row;
}

static struct gt_begins *make_begins(const struct gt_trace *t, enum gt_begun_kind kind)
{
	const uint64_t rows[] = {
		[GT_BEGUN_RANGE] = t->info.ranges, [GT_BEGUN_REGION] = t->info.regions,
		[GT_BEGUN_TASK] = t->info.tasks };
	struct gt_begins *all = gt_xcalloc(1, sizeof *all);
	struct gt_map ended = { 0 };            /* of the rows that end at `last`: how many of each owner */
	int64_t last = GT_NO_TIME;
	uint64_t end;

	all->v = gt_xrealloc(NULL, (size_t)rows[kind] + 1, sizeof *all->v);
	for (uint64_t row = 0; row < rows[kind]; row++) {
		struct begun *b = &all->v[all->n];

		if (!begins_row(t, kind, row, &b->of, &end))
			continue;
		b->row = (uint32_t)row;
		if (end && b->of.t1 != GT_NO_TIME) {
			/* To clear a large one each time would take longer than all else. */
			if (b->of.t1 != last && ended.mask < 256)
				gt_map_clear(&ended);
			else if (b->of.t1 != last)
				gt_map_release(&ended);
			last = b->of.t1;
			b->of.rank = gt_map_get_or_put(&ended, end, 0, NULL);
			gt_map_put(&ended, end, b->of.rank + 1);
		}
		all->n += b->of.t0 != GT_NO_TIME;
	}
	gt_map_release(&ended);
	qsort(all->v, (size_t)all->n, sizeof *all->v, begins_in_order);
	return all;
}

/* ---- questions ---- */

bool gt_begun_find(struct gt_trace *t, enum gt_begun_kind kind, int64_t time, uint64_t owner, uint64_t nth,
		   struct gt_begun *out)
{
	const struct gt_begins *all;
	uint64_t i;

	if (!t->info.done)
		return false;
	gt_mutex_lock(&t->begins_lock);
	if (!t->begins[kind])
		t->begins[kind] = make_begins(t, kind);
	all = t->begins[kind];
	gt_mutex_unlock(&t->begins_lock);
	i = GT_BISECT(k, 0, all->n, all->v[k].of.t0 < time ||
		      (all->v[k].of.t0 == time && all->v[k].of.owner < owner));
	if (nth >= all->n - i || all->v[i + nth].of.t0 != time || all->v[i + nth].of.owner != owner)
		return false;
	*out = all->v[i + nth].of;
	return true;
}

void gt_begins_release(struct gt_trace *t)
{
	for (int i = 0; i < GT_BEGUN_KINDS; i++) {
		if (t->begins[i])
			free(t->begins[i]->v);
		free(t->begins[i]);
	}
}

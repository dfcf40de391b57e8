/* What is going on where a cut begins, and only a goroutine on a P can say: numbers, tasks, regions. */
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "format/cut/cutown.h"

void cut_add(struct gt_cut *c, struct cut_record r)
{
	GT_GROW(c->made, c->made_cap, c->nmade + 1);
	c->made[c->nmade++] = r;
}

static void add_waiting(struct gt_cut *c, struct cut_record r)
{
	GT_GROW(c->waiting, c->waiting_cap, c->nwaiting + 1);
	c->waiting[c->nwaiting++] = r;
}

/* ---- numbers ---- */

static void add_metrics(struct gt_cut *c)
{
	static const uint8_t types[] = {
		[GT_METRIC_GOMAXPROCS] = GT_V2_ProcsChange,
		[GT_METRIC_HEAP_ALLOC] = GT_V2_HeapAlloc,
		[GT_METRIC_HEAP_GOAL] = GT_V2_HeapGoal,
	};
	uint64_t values[GT_COUNT(types)] = { GT_NONE, GT_NONE, GT_NONE };
	bool seen[GT_COUNT(types)] = { false };
	size_t left = GT_COUNT(types);
	struct gt_counter v;

	for (uint64_t i = gt_counter_seek(c->t, c->from - c->first_ts); i-- && left && gt_counter_get(c->t, i, &v);) {
		if (v.metric >= GT_COUNT(types) || seen[v.metric])
			continue;
		seen[v.metric] = true;
		values[v.metric] = v.value;
		left--;
	}
	for (size_t i = 0; i < GT_COUNT(types); i++)
		if (values[i] != GT_NONE)
			add_waiting(c, (struct cut_record){ .type = types[i], .args = { values[i] } });
}

/* ---- tasks and regions ---- */

/* The record of a thread; while it waits, the name of a task is a row of the index. */
static struct cut_record waited(struct gt_cut *c, size_t i, uint64_t m)
{
	struct cut_record r = c->waiting[i];

	r.m = m;
	if (r.type == GT_V2_UserTaskBegin)
		r.args[2] = cut_string_of_row(c, (uint32_t)r.args[2]);
	return r;
}

struct open_task {
	int64_t t0;
	uint64_t row;
};

static int cutwait_by_time(const void *a, const void *b)
{
	const struct open_task *x = a, *y = b;

	if (x->t0 != y->t0)
		return x->t0 < y->t0 ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

/* Whether what went on from t0 to t1 does so at the start. */
static bool goes_on_at_start(const struct gt_cut *c, int64_t t0, int64_t t1)
{
	int64_t from = c->from - c->first_ts;

	return t0 < from && (t1 == GT_NO_TIME || t1 >= from);
}

static void add_tasks(struct gt_cut *c)
{
	uint64_t all = gt_trace_info(c->t)->tasks;
	struct open_task *open = NULL;
	size_t n = 0, cap = 0;
	struct gt_task task;

	for (uint64_t i = 0; i < all && gt_task_get(c->t, i, &task); i++) {
		if (task.t0 == GT_NO_TIME || !goes_on_at_start(c, task.t0, task.t1))
			continue;
		GT_GROW(open, cap, n + 1);
		open[n++] = (struct open_task){ .t0 = task.t0, .row = i };
	}
	if (n)
		qsort(open, n, sizeof *open, cutwait_by_time);
	for (size_t i = 0; i < n && gt_task_get(c->t, open[i].row, &task); i++)
		add_waiting(c, (struct cut_record){ .type = GT_V2_UserTaskBegin, .args = {
			task.id, task.parent == GT_NONE ? 0 : task.parent, task.name, 0 } });
	free(open);
}

static int cutwait_by_goroutine(const void *a, const void *b)
{
	const struct cut_region *x = a, *y = b;

	if (x->g != y->g)
		return x->g < y->g ? -1 : 1;
	if (x->t0 != y->t0)
		return x->t0 < y->t0 ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

/* Those that end in the cut need no begin: their ends say what they were, and readers know that they were open. */
static void find_regions(struct gt_cut *c)
{
	uint64_t all = gt_trace_info(c->t)->regions;
	struct gt_region r;
	struct gt_goroutine g;

	for (uint64_t i = 0; i < all && gt_region_get(c->t, i, &r); i++) {
		if (!goes_on_at_start(c, r.t0, r.t1) || (r.t1 != GT_NO_TIME && r.t1 < c->to - c->first_ts))
			continue;
		/* A goroutine that has ended has left its regions. */
		if (!gt_goroutine_get(c->t, r.g, &g) || (g.end != GT_NO_TIME && g.end < c->from - c->first_ts))
			continue;
		GT_GROW(c->regions, c->regions_cap, c->nregions + 1);
		c->regions[c->nregions++] = (struct cut_region){ .g = g.id, .t0 = r.t0, .row = i };
	}
	if (c->nregions)
		qsort(c->regions, c->nregions, sizeof *c->regions, cutwait_by_goroutine);
}

void cut_make_waiting(struct gt_cut *c)
{
	add_metrics(c);
	add_tasks(c);
	find_regions(c);
}

static struct cut_record region_begin(struct gt_cut *c, uint64_t m, const struct cut_region *open)
{
	struct gt_region r;

	if (!gt_region_get(c->t, open->row, &r))
		r = (struct gt_region){ 0 };
	return (struct cut_record){ .m = m, .type = GT_V2_UserRegionBegin, .args = {
		r.task == GT_NONE ? 0 : r.task, cut_string_of_row(c, r.name), cut_stack_of_row(c, r.stack) } };
}

/* The first region of a goroutine. */
static size_t regions_of(const struct gt_cut *c, uint64_t g)
{
	size_t lo = 0, hi = c->nregions;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (c->regions[mid].g < g)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

void cut_make_there(struct gt_cut *c, uint64_t m, uint64_t g)
{
	for (size_t i = 0; i < c->nwaiting; i++)
		cut_add(c, waited(c, i, m));
	c->nwaiting = 0;
	for (size_t i = regions_of(c, g); i < c->nregions && c->regions[i].g == g; i++) {
		cut_add(c, region_begin(c, m, &c->regions[i]));
		c->regions[i].done = true;
	}
}

void cut_drop_regions(struct gt_cut *c, uint64_t g)
{
	for (size_t i = regions_of(c, g); i < c->nregions && c->regions[i].g == g; i++)
		c->regions[i].done = true;
}

static void write_made(struct gt_cut *c, const struct cut_record *r)
{
	gt_v2_write_event(&c->w, r->m, (uint64_t)++c->time, r->type, r->args);
}

void cut_write_waiting(struct gt_cut *c, int64_t next)
{
	size_t n = 0, region = c->place.there ? regions_of(c, c->place.g) : c->nregions;
	struct cut_record r;

	if (!c->place.there)
		return;
	for (; n < c->nwaiting && c->time + 1 < next; n++) {
		r = waited(c, n, c->place.m);
		write_made(c, &r);
	}
	if (n) {
		memmove(c->waiting, c->waiting + n, (c->nwaiting - n) * sizeof *c->waiting);
		c->nwaiting -= n;
	}
	for (; region < c->nregions && c->regions[region].g == c->place.g && c->time + 1 < next; region++) {
		if (c->regions[region].done)
			continue;
		r = region_begin(c, c->place.m, &c->regions[region]);
		write_made(c, &r);
		c->regions[region].done = true;
	}
	c->place.there = false;
}

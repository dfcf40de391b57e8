/* Which goroutines, and when, a profile is about. */
#include "analysis/profiles/scope.h"

#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/hash.h"
#include "base/xalloc.h"

static bool scope_is_name(const struct gt_trace *t, uint32_t row, const char *name)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	return n == strlen(name) && !memcmp(s, name, n);
}

static void scope_add(struct gt_scope *s, uint32_t g, int64_t t0, int64_t t1)
{
	if (g == GT_NO_ROW || t1 <= t0)
		return;
	GT_GROW(s->parts, s->cap, s->nparts + 1);
	s->parts[s->nparts++] = (struct gt_scope_part){ .t0 = t0, .t1 = t1, .g = g };
}

static int by_goroutine_and_time(const void *a, const void *b)
{
	const struct gt_scope_part *x = a, *y = b;

	if (x->g != y->g)
		return x->g < y->g ? -1 : 1;
	if (x->t0 != y->t0)
		return x->t0 < y->t0 ? -1 : 1;
	return (x->t1 > y->t1) - (x->t1 < y->t1);
}

/* Nested regions are one stretch. */
static void scope_join(struct gt_scope *s)
{
	size_t n = 0;

	if (s->nparts)
		qsort(s->parts, s->nparts, sizeof *s->parts, by_goroutine_and_time);
	for (size_t i = 0; i < s->nparts; i++) {
		struct gt_scope_part *last = n ? &s->parts[n - 1] : NULL;

		if (last && last->g == s->parts[i].g && s->parts[i].t0 <= last->t1) {
			if (last->t1 < s->parts[i].t1)
				last->t1 = s->parts[i].t1;
		} else {
			s->parts[n++] = s->parts[i];
		}
	}
	s->nparts = n;
}

/* The end of what may not have ended, and the begin of what began before the trace. */
static int64_t part_end(const struct gt_trace *t, int64_t t1)
{
	return t1 == GT_NO_TIME ? gt_trace_info(t)->duration : t1;
}

static int64_t part_begin(int64_t t0)
{
	return t0 == GT_NO_TIME ? 0 : t0;
}

/* Ids of tasks with the name; their own stretches become parts. */
static void scope_take_tasks(struct gt_scope *s, const char *name, struct gt_map *ids)
{
	struct gt_task task;

	for (uint64_t i = 0; i < gt_trace_info(s->t)->tasks; i++) {
		if (!gt_task_get(s->t, i, &task) || !scope_is_name(s->t, task.name, name))
			continue;
		gt_map_put(ids, task.id, 0);
		if (task.g0 == task.g1 && task.t1 != GT_NO_TIME)
			scope_add(s, task.g0, part_begin(task.t0), task.t1);
	}
}

static void scope_take_regions(struct gt_scope *s, const char *name, const struct gt_map *tasks)
{
	struct gt_region r;

	for (uint64_t i = 0; i < gt_trace_info(s->t)->regions; i++) {
		if (!gt_region_get(s->t, i, &r) || (name && !scope_is_name(s->t, r.name, name)) ||
		    (tasks && gt_map_get(tasks, r.task) == GT_MAP_NONE))
			continue;
		scope_add(s, r.g, part_begin(r.t0), part_end(s->t, r.t1));
	}
}

void gt_scope_open(struct gt_scope *s, const struct gt_trace *t, const struct gt_profile_scope *scope)
{
	struct gt_goroutine g;
	struct gt_map ids;

	*s = (struct gt_scope){
		.t = t, .from = scope->from > 0 ? scope->from : 0, .has_g = scope->has_g, .lives = scope->lives,
		.g = scope->g, .by_func = scope->func != NULL, .func = scope->func,
		.by_parts = scope->region || scope->task, .func_row = GT_NO_ROW,
	};
	s->until = gt_trace_until(t, scope->to < gt_trace_info(t)->duration ? scope->to : gt_trace_info(t)->duration);
	s->id = s->has_g && gt_goroutine_get(t, s->g, &g) ? g.id : GT_NONE;
	s->nfunc = s->func ? strlen(s->func) : 0;
	if (!s->by_parts)
		return;
	gt_map_init(&ids);
	if (scope->task)
		scope_take_tasks(s, scope->task, &ids);
	if (scope->task && scope->region)
		s->nparts = 0; /* only the task's regions with that name */
	scope_take_regions(s, scope->region, scope->task ? &ids : NULL);
	gt_map_release(&ids);
	scope_join(s);
}

void gt_scope_close(struct gt_scope *s)
{
	free(s->parts);
	*s = (struct gt_scope){ .t = NULL };
}

/* The first part that ends after t, or belongs to a later goroutine. */
static size_t scope_seek(const struct gt_scope *s, uint32_t g, int64_t t)
{
	size_t lo = 0, hi = s->nparts;

	return GT_BISECT(i, lo, hi, s->parts[i].g < g || (s->parts[i].g == g && s->parts[i].t1 <= t));
}

bool gt_scope_has(struct gt_scope *s, const struct gt_goroutine *g)
{
	size_t i;

	if (s->has_g && (s->lives ? g->id != s->id : g->row != s->g))
		return false;
	if (s->by_func && g->func != s->func_row) {
		if (!scope_is_name(s->t, g->func, s->func))
			return false;
		s->func_row = g->func;
	}
	if (!s->by_parts)
		return true;
	i = scope_seek(s, g->row, INT64_MIN);
	return i < s->nparts && s->parts[i].g == g->row;
}

int64_t gt_scope_part_of(const struct gt_scope *s, uint32_t g, int64_t t0, int64_t t1)
{
	int64_t ns = 0;

	if (t0 < s->from)
		t0 = s->from;
	if (t1 > s->until)
		t1 = s->until;
	if (!s->by_parts)
		return t1 > t0 ? t1 - t0 : 0;
	for (size_t i = scope_seek(s, g, t0); i < s->nparts && s->parts[i].g == g && s->parts[i].t0 < t1; i++) {
		int64_t a = s->parts[i].t0 > t0 ? s->parts[i].t0 : t0;
		int64_t b = s->parts[i].t1 < t1 ? s->parts[i].t1 : t1;

		ns += b > a ? b - a : 0;
	}
	return ns;
}

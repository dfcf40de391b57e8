/* Which goroutines, and when, a profile is about. */
#include "analysis/profiles/scope.h"

#include <string.h>

#include "analysis/goroutines/owner.h"
#include "base/bisect.h"

static bool scope_is_name(const struct gt_trace *t, uint32_t row, const char *name)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	return n == strlen(name) && !memcmp(s, name, n);
}

/* Tasks that one goroutine began and ended. */
static void scope_take_tasks(struct gt_scope *s, const struct gt_region_pick *pick)
{
	struct gt_task_list l = { 0 };
	gt_task_list_fill(&l, s->t);
	for (size_t i = 0; i < l.n; i++) {
		const struct gt_task *task = &l.tasks[i];
		int64_t t0 = task->t0 == GT_NO_TIME ? 0 : task->t0;

		if (gt_task_picked(s->t, pick, task) && task->g0 == task->g1 && task->g0 != GT_NO_ROW &&
		    task->t1 != GT_NO_TIME && t0 < task->t1)
			gt_gspans_add(&s->parts, task->g0, t0, task->t1);
	}
	gt_task_list_release(&l);
}

static void scope_take_parts(struct gt_scope *s, const struct gt_region_pick *pick)
{
	gt_region_spans(&s->parts, s->t, pick);
	if (pick->name || pick->site)
		return;
	scope_take_tasks(s, pick);
	gt_gspans_join(&s->parts);
}

void gt_scope_open(struct gt_scope *s, const struct gt_trace *t, const struct gt_profile_scope *scope)
{
	const struct gt_region_pick *pick = &scope->inside;
	struct gt_goroutine g;

	*s = (struct gt_scope){
		.t = t, .from = scope->from > 0 ? scope->from : 0, .has_g = scope->has_g, .lives = scope->lives,
		.program = scope->program, .g = scope->g, .by_func = scope->func != NULL, .func = scope->func,
		.by_parts = pick->name || pick->site || pick->type || pick->has_task, .func_row = GT_NO_ROW,
	};
	s->until = gt_trace_until(t, scope->to < gt_trace_info(t)->duration ? scope->to : gt_trace_info(t)->duration);
	s->id = s->has_g && gt_goroutine_get(t, s->g, &g) ? g.id : GT_NONE;
	s->nfunc = s->func ? strlen(s->func) : 0;
	if (s->by_parts)
		scope_take_parts(s, pick);
}

void gt_scope_close(struct gt_scope *s)
{
	gt_gspans_release(&s->parts);
	*s = (struct gt_scope){ .t = NULL };
}

/* The first part that ends after t, or belongs to a later goroutine. */
static size_t scope_seek(const struct gt_scope *s, uint32_t g, int64_t t)
{
	size_t lo = 0, hi = s->parts.n;

	return GT_BISECT(i, lo, hi, s->parts.v[i].g < g || (s->parts.v[i].g == g && s->parts.v[i].t1 <= t));
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
	if (s->program && gt_owner_of(s->t, g) == GT_OWNER_RUNTIME)
		return false;
	if (!s->by_parts)
		return true;
	i = scope_seek(s, g->row, INT64_MIN);
	return i < s->parts.n && s->parts.v[i].g == g->row;
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
	for (size_t i = scope_seek(s, g, t0); i < s->parts.n && s->parts.v[i].g == g && s->parts.v[i].t0 < t1; i++) {
		int64_t a = s->parts.v[i].t0 > t0 ? s->parts.v[i].t0 : t0;
		int64_t b = s->parts.v[i].t1 < t1 ? s->parts.v[i].t1 : t1;

		ns += b > a ? b - a : 0;
	}
	return ns;
}

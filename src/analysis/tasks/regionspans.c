/* Regions of a name, of a place in the program, of a task: when goroutines were inside. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stacks/where.h"
#include "analysis/tasks/regionspans.h"
#include "base/xalloc.h"

void gt_region_bounds(const struct gt_trace *t, const struct gt_region *r, int64_t *t0, int64_t *t1)
{
	struct gt_goroutine g;

	*t0 = r->t0 == GT_NO_TIME ? 0 : r->t0;
	*t1 = r->t1;
	if (*t1 == GT_NO_TIME)
		*t1 = gt_goroutine_get(t, r->g, &g) && g.end != GT_NO_TIME ? g.end : gt_trace_info(t)->duration;
	*t1 = gt_trace_until(t, *t1);
	/* What begins beyond the horizon is empty. */
	if (*t1 < *t0)
		*t1 = *t0;
}

bool gt_region_site(const struct gt_trace *t, const struct gt_region *r, struct gt_frame *f)
{
	return r->stack && gt_stack_frame(t, r->stack, gt_where_frame(t, r->stack), f);
}

void gt_site_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_frame *f)
{
	if (!gt_put_string(out, t, "", f->func, NULL))
		gt_frame_pc_text(out, f);
	if (f->func)
		gt_buf_printf(out, ":%" PRIu64, f->line);
}

/* ---- lists of spans ---- */

void gt_gspans_add(struct gt_gspans *s, uint32_t g, int64_t t0, int64_t t1)
{
	assert(t0 <= t1);
	if (t0 == t1)
		return;
	GT_GROW(s->v, s->cap, s->n + 1);
	s->v[s->n++] = (struct gt_gspan) { g, t0, t1 };
}

static int by_g_time(const void *pa, const void *pb)
{
	const struct gt_gspan *a = pa, *b = pb;

	return GT_ASC(a, b, g) ?: GT_ASC(a, b, t0);
}

void gt_gspans_join(struct gt_gspans *s)
{
	size_t n = 0;

	if (s->n)
		qsort(s->v, s->n, sizeof *s->v, by_g_time);
	for (size_t i = 0; i < s->n; i++) {
		struct gt_gspan *last = n ? &s->v[n - 1] : NULL;

		if (!last || last->g != s->v[i].g || last->t1 < s->v[i].t0)
			s->v[n++] = s->v[i];
		else if (last->t1 < s->v[i].t1)
			last->t1 = s->v[i].t1;
	}
	s->n = n;
}

void gt_gspans_release(struct gt_gspans *s)
{
	free(s->v);
	*s = (struct gt_gspans) { 0 };
}

/* ---- which regions ---- */

static bool picker_has_name(const struct gt_trace *t, uint32_t row, const char *name)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	return n == strlen(name) && !memcmp(s, name, n);
}

bool gt_task_picked(const struct gt_trace *t, const struct gt_region_pick *pick, const struct gt_task *task)
{
	return (!pick->has_task || task->id == pick->task) &&
	       (!pick->type || picker_has_name(t, task->name, pick->type));
}

static void region_picker_open(struct gt_region_picker *p, const struct gt_trace *t, const struct gt_region_pick *pick)
{
	*p = (struct gt_region_picker){ .t = t, .pick = *pick };
	gt_map_init(&p->by_stack);
	if (pick->type)
		gt_task_list_fill(&p->tasks, t);
}

static void region_picker_close(struct gt_region_picker *p)
{
	gt_task_list_release(&p->tasks);
	gt_map_release(&p->by_stack);
	gt_buf_release(&p->text);
}

static bool begins_at_site(struct gt_region_picker *p, const struct gt_region *r)
{
	uint32_t known = gt_map_get(&p->by_stack, r->stack);
	struct gt_frame f;

	if (known != GT_MAP_NONE)
		return known;
	gt_buf_reset(&p->text);
	if (gt_region_site(p->t, r, &f))
		gt_site_text(&p->text, p->t, &f);
	known = p->text.len == strlen(p->pick.site) && !memcmp(gt_buf_str(&p->text), p->pick.site, p->text.len);
	gt_map_put(&p->by_stack, r->stack, known);
	return known;
}

static bool region_picked(struct gt_region_picker *p, const struct gt_region *r)
{
	const struct gt_region_pick *pick = &p->pick;
	uint32_t place;

	if (r->g == GT_NO_ROW || (gt_region_inherited(r) && (!pick->inherited || pick->name || pick->site)) ||
	    (pick->has_task && r->task != pick->task) || (pick->name && !picker_has_name(p->t, r->name, pick->name)))
		return false;
	place = pick->type ? gt_task_list_find(&p->tasks, r->task) : GT_NO_ROW;
	if (pick->type && (place == GT_NO_ROW || !gt_task_picked(p->t, pick, &p->tasks.tasks[place])))
		return false;
	return !pick->site || begins_at_site(p, r);
}

void gt_region_spans(struct gt_gspans *out, const struct gt_trace *t, const struct gt_region_pick *pick)
{
	uint64_t n = gt_trace_info(t)->regions;
	struct gt_region_picker p;
	struct gt_region r;
	int64_t t0, t1;

	out->n = 0;
	region_picker_open(&p, t, pick);
	for (uint64_t i = 0; i < n; i++) {
		if (!gt_region_get(t, i, &r) || !region_picked(&p, &r))
			continue;
		gt_region_bounds(t, &r, &t0, &t1);
		gt_gspans_add(out, r.g, t0, t1);
	}
	gt_gspans_join(out);
	region_picker_close(&p);
}

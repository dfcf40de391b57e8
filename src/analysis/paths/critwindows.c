/* Which windows a critical path is asked of. */
#include <string.h>

#include "analysis/paths/critical.h"
#include "analysis/slices/greedy.h"
#include "analysis/tasks/tasklist.h"

struct wanted {
	struct gt_gspans *out;
	const struct gt_trace *t;
	int64_t from, until;
	const struct gt_table_args *args;
	uint64_t id;          /* of the goroutine asked for, GT_NONE */
};

static bool wanted_name(const struct gt_trace *t, uint32_t row, const char *name)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	return n == strlen(name) && !memcmp(s, name, n);
}

static void wanted_add(struct wanted *w, uint32_t g, int64_t t0, int64_t t1)
{
	t0 = t0 > w->from ? t0 : w->from;
	t1 = t1 < w->until ? t1 : w->until;
	if (g != GT_NO_ROW && t0 < t1)
		gt_gspans_add(w->out, g, t0, t1);
}

static bool wanted_goroutine(const struct wanted *w, uint32_t row)
{
	struct gt_goroutine g;

	if (!w->args->has_g)
		return true;
	return w->args->lives ? gt_goroutine_get(w->t, row, &g) && g.id == w->id : row == w->args->g;
}

static void wanted_life(struct wanted *w, uint32_t row, bool before)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(w->t, row, &g) || g.create >= w->until)
		return;
	wanted_add(w, row, before ? w->from : g.create, g.end == GT_NO_TIME ? gt_trace_info(w->t)->duration : g.end);
}

static void wanted_regions(struct wanted *w, const struct gt_region_pick *pick)
{
	struct gt_gspans all = { 0 };

	gt_region_spans(&all, w->t, pick);
	for (size_t i = 0; i < all.n; i++)
		if (wanted_goroutine(w, all.v[i].g))
			wanted_add(w, all.v[i].g, all.v[i].t0, all.v[i].t1);
	gt_gspans_release(&all);
}

static void wanted_tasks(struct wanted *w, const struct gt_region_pick *pick)
{
	struct gt_task_list l = { 0 };

	gt_task_list_fill(&l, w->t);
	for (size_t i = 0; i < l.n; i++) {
		const struct gt_task *task = &l.tasks[i];

		if (task->t1 != GT_NO_TIME && gt_task_picked(w->t, pick, task) && wanted_goroutine(w, task->g1))
			wanted_add(w, task->g1, task->t0 == GT_NO_TIME ? 0 : task->t0, task->t1);
	}
	gt_task_list_release(&l);
}

static void wanted_lives(struct wanted *w)
{
	uint32_t n = gt_trace_info(w->t)->goroutines;
	struct gt_goroutine g;

	for (uint32_t row = 0; row < n; row++)
		if ((!w->args->func || (gt_goroutine_get(w->t, row, &g) && wanted_name(w->t, g.func, w->args->func))) &&
		    wanted_goroutine(w, row))
			wanted_life(w, row, false);
}

static void wanted_default(struct wanted *w)
{
	uint32_t row = gt_goroutine_find(w->t, 1, INT64_MAX);
	struct gt_slice_part longest;

	if (row == GT_NO_ROW && gt_greedy_top(w->t, 1, &longest))
		row = longest.slice.g;
	wanted_life(w, row, false);
}

void gt_crit_windows(struct gt_gspans *out, const struct gt_trace *t, const struct gt_table_args *args)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	const struct gt_region_pick pick = {
		args->region, args->site, args->task_name, args->has_task, args->task, false };
	struct wanted w = { .out = out, .t = t, .args = args, .id = GT_NONE };
	struct gt_goroutine g;

	out->n = 0;
	w.from = args->limited && args->from > 0 ? args->from : 0;
	w.until = gt_trace_until(t, args->limited && args->to < info->duration ? args->to : info->duration);
	if (args->has_g && gt_goroutine_get(t, args->g, &g))
		w.id = g.id;
	if (pick.name || pick.site)
		wanted_regions(&w, &pick);
	else if (pick.type || pick.has_task)
		wanted_tasks(&w, &pick);
	else if (args->func || (args->has_g && args->lives && !args->limited))
		wanted_lives(&w);
	else if (args->has_g)
		wanted_life(&w, args->g, args->limited);
	else
		wanted_default(&w);
}

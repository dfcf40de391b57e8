/* Trace-event JSON: what may overlap, as asynchronous events: ranges of the GC, pauses, tasks, regions. */

#include "analysis/goroutines/granges.h"
#include "analysis/tasks/tasklist.h"
#include "format/chromew.h"

/* Its begin, up to `name`, which is c->text; what is not there by then began before, and ends after, the trace. */
static bool begin_span(struct gt_chrome *c, enum gt_chrome_pid pid, const char *cat, uint64_t id, int64_t t0,
		       int64_t t1, struct gt_chrome_span *span)
{
	int64_t end = gt_trace_info(c->t)->duration;

	if (!gt_chrome_clip(c, t0 != GT_NO_TIME ? t0 : 0, t1 != GT_NO_TIME ? t1 : end, span))
		return false;
	gt_chrome_event(c, 'b', pid, 0, span->t0, cat);
	gt_chrome_id(c, id);
	gt_chrome_name_text(c);
	gt_chrome_args(c, span, t1);
	gt_chrome_flag(c, "open", t1 == GT_NO_TIME);
	return true;
}

/* name: c->text, as it was at the begin. */
static bool end_span(struct gt_chrome *c, enum gt_chrome_pid pid, const char *cat, uint64_t id,
		     const struct gt_chrome_span *span)
{
	gt_chrome_event(c, 'e', pid, 0, span->t1, cat);
	gt_chrome_id(c, id);
	gt_chrome_name_text(c);
	return gt_chrome_close(c);
}

/* ---- ranges ---- */

static bool write_range(struct gt_chrome *c, uint64_t i, const struct gt_range_row *r)
{
	static const char *const cats[] = {
		[GT_RANGE_STW] = "stw", [GT_RANGE_GC] = "gc", [GT_RANGE_SWEEP] = "sweep", [GT_RANGE_ASSIST] = "assist",
	};
	const char *cat = r->kind < GT_COUNT(cats) ? cats[r->kind] : "range";
	struct gt_chrome_span span;
	struct gt_proc p;

	gt_buf_reset(&c->text);
	gt_range_name(&c->text, c->t, r);
	if (!begin_span(c, GT_CHROME_RANGES, cat, i, r->t0, r->t1, &span))
		return true;
	gt_chrome_g(c, "g", r->g);
	if (gt_proc_get(c->t, r->proc_row, &p))
		gt_chrome_u64(c, "p", p.id);
	if (r->kind == GT_RANGE_SWEEP && r->t1 != GT_NO_TIME) {
		gt_chrome_u64(c, "swept", r->value);
		gt_chrome_u64(c, "reclaimed", r->value2);
	}
	gt_chrome_top(c, "stack", r->stack);
	if (!gt_chrome_close(c))
		return false;
	gt_buf_reset(&c->text);
	gt_range_name(&c->text, c->t, r);
	return end_span(c, GT_CHROME_RANGES, cat, i, &span);
}

void gt_chrome_ranges(struct gt_chrome *c)
{
	uint64_t n = gt_trace_info(c->t)->ranges;
	struct gt_range_row r;

	for (uint64_t i = 0; i < n; i++)
		if (gt_range_get(c->t, i, &r) && !write_range(c, i, &r))
			return;
}

/* ---- tasks ---- */

static void name_of_string(struct gt_chrome *c, uint32_t string)
{
	size_t n;
	const char *s = gt_trace_string(c->t, string, &n);

	gt_buf_reset(&c->text);
	gt_buf_add(&c->text, s, n);
}

static bool write_task(struct gt_chrome *c, const struct gt_task *task)
{
	struct gt_chrome_span span;

	name_of_string(c, task->name);
	if (!begin_span(c, GT_CHROME_TASKS, "task", task->id, task->t0, task->t1, &span))
		return true;
	gt_chrome_u64(c, "task", task->id);
	gt_chrome_u64(c, "parent", task->parent);
	gt_chrome_g(c, "g", task->g0);
	gt_chrome_g(c, "end_g", task->g1);
	return gt_chrome_close(c) && end_span(c, GT_CHROME_TASKS, "task", task->id, &span);
}

static bool write_region(struct gt_chrome *c, uint64_t i, const struct gt_region *r)
{
	struct gt_chrome_span span;

	name_of_string(c, r->name);
	if (!begin_span(c, GT_CHROME_TASKS, "region", i, r->t0, r->t1, &span))
		return true;
	gt_chrome_g(c, "g", r->g);
	gt_chrome_u64(c, "task", r->task);
	gt_chrome_top(c, "stack", r->stack);
	if (!gt_chrome_close(c))
		return false;
	name_of_string(c, r->name);
	return end_span(c, GT_CHROME_TASKS, "region", i, &span);
}

/* A log as an instant of its task; its text is with the goroutine. */
static bool write_task_log(struct gt_chrome *c, const struct gt_log *l)
{
	if (l->task == 0 || l->task == GT_NONE)
		return true;
	gt_chrome_event(c, 'n', GT_CHROME_TASKS, 0, l->t, "task");
	gt_chrome_id(c, l->task);
	gt_chrome_name(c, "log");
	gt_chrome_args(c, NULL, l->t);
	gt_chrome_g(c, "g", l->g);
	gt_chrome_string(c, "category", l->category);
	return gt_chrome_close(c);
}

void gt_chrome_tasks(struct gt_chrome *c)
{
	const struct gt_trace_info *info = gt_trace_info(c->t);
	struct gt_task_list tasks = { 0 };
	struct gt_region region;
	struct gt_log log;
	bool more = true;

	/* Those that are only mentioned have no times. */
	gt_task_list_fill(&tasks, c->t);
	for (size_t i = 0; i < tasks.n && more; i++)
		if (tasks.tasks[i].t0 != GT_NO_TIME || tasks.tasks[i].t1 != GT_NO_TIME)
			more = write_task(c, &tasks.tasks[i]);
	gt_task_list_release(&tasks);
	if (!more)
		return;
	for (uint64_t i = 0; i < info->regions; i++)
		if (gt_region_get(c->t, i, &region) && !write_region(c, i, &region))
			return;
	for (uint64_t i = gt_log_seek(c->t, c->from); gt_log_get(c->t, i, &log) && log.t < c->to; i++)
		if (!write_task_log(c, &log))
			return;
}

/* The task that was selected last, for its lane. */
#include "ui/lanes/tasklane.h"

#include <stdlib.h>

#include "analysis/tasks/regionspans.h"
#include "analysis/tasks/tasklist.h"
#include "base/bisect.h"
#include "base/clock.h"
#include "base/xalloc.h"

#define ROWS_AT_A_TIME 256

void gt_tl_task_release(struct gt_tl_task *task)
{
	free(task->parts.v);
	free(task->parts.cover);
	free(task->regions);
	free(task->logs);
	*task = (struct gt_tl_task){ 0 };
}

void gt_tl_task_choose(struct gt_tl_task *task, uint64_t id)
{
	if (task->chosen && task->id == id)
		return;
	gt_tl_task_release(task);
	task->chosen = true;
	task->id = id;
	task->task = (struct gt_task){ .id = id, .t0 = GT_NO_TIME, .t1 = GT_NO_TIME };
}

/* ---- gathering ---- */

static void take_task(struct gt_tl_task *task, const struct gt_trace *t, uint64_t row)
{
	struct gt_task r;

	if (!gt_task_get(t, row, &r) || r.id != task->id)
		return;
	gt_task_merge(&task->task, &r);
}

static void take_region(struct gt_tl_task *task, const struct gt_trace *t, uint64_t row)
{
	struct gt_region r;
	int64_t t0, t1;

	if (!gt_region_get(t, row, &r) || r.task != task->id || gt_region_inherited(&r))
		return;
	gt_region_bounds(t, &r, &t0, &t1);
	if (t0 == t1)
		return;
	GT_GROW(task->regions, task->regions_cap, task->nregions + 1);
	task->regions[task->nregions++] = (struct gt_tl_span){ t0, t1, (uint32_t)row };
}

static void take_log(struct gt_tl_task *task, const struct gt_trace *t, uint64_t row)
{
	struct gt_log l;

	if (!gt_log_get(t, row, &l) || l.task != task->id)
		return;
	GT_GROW(task->logs, task->logs_cap, task->nlogs + 1);
	task->logs[task->nlogs++] = (struct gt_tl_task_log){ l.t, (uint32_t)row };
}

/* ---- parts ---- */

/* An outer one before those that begin with it. */
static int tasklane_compare(const void *pa, const void *pb)
{
	const struct gt_tl_span *a = pa, *b = pb;

	return GT_ASC(a, b, t0) ?: GT_DESC(a, b, t1) ?: GT_ASC(a, b, row);
}

/* Those that are open at `at` stand on the stack, the one begun last at its end; adds parts up to `until`. */
static void add_parts(struct gt_tl_spans *parts, const struct gt_tl_span *stack, size_t *depth, int64_t *at,
		      int64_t until)
{
	while (*depth && *at < until) {
		const struct gt_tl_span *top = &stack[*depth - 1];
		int64_t end = top->t1 < until ? top->t1 : until;

		if (end > *at) {
			gt_tl_spans_add(parts, *at, end, top->row);
			*at = end;
		}
		if (top->t1 <= until)
			--*depth;
	}
}

static void make_parts(struct gt_tl_task *task)
{
	struct gt_tl_span *stack = gt_xcalloc(task->nregions + 1, sizeof *stack);
	int64_t at = INT64_MIN;
	size_t depth = 0;

	qsort(task->regions, task->nregions, sizeof *task->regions, tasklane_compare);
	task->parts.n = task->parts.sorted = task->parts.ncover = 0;
	for (size_t i = 0; i < task->nregions; i++) {
		add_parts(&task->parts, stack, &depth, &at, task->regions[i].t0);
		at = task->regions[i].t0;
		stack[depth++] = task->regions[i];
	}
	add_parts(&task->parts, stack, &depth, &at, INT64_MAX);
	gt_tl_spans_settle(&task->parts);
	task->made_of = task->nregions;
	free(stack);
}

bool gt_tl_task_update(struct gt_tl_task *task, const struct gt_trace *t, int64_t deadline)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	const struct {
		uint64_t rows;
		void (*take)(struct gt_tl_task *, const struct gt_trace *, uint64_t);
	} tables[] = { { info->tasks, take_task }, { info->regions, take_region }, { info->logs, take_log } };

	for (size_t i = 0; task->chosen && i < GT_COUNT(tables); i++) {
		for (uint64_t *row = &task->seen[i]; *row < tables[i].rows; ++*row) {
			if (*row % ROWS_AT_A_TIME == 0 && gt_clock_now() > deadline)
				return false;
			tables[i].take(task, t, *row);
		}
	}
	/* While the trace is read not for each new one: they have to be sorted. */
	if (task->nregions > task->made_of + task->made_of / 4 || (info->done && task->nregions > task->made_of))
		make_parts(task);
	return true;
}

size_t gt_tl_task_log_at(const struct gt_tl_task *task, int64_t time)
{
	return GT_BISECT(i, 0, task->nlogs, task->logs[i].t < time);
}

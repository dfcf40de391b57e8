/* What belongs to which task, and how deep regions lie in each other. */
#include "analysis/tasks/members.h"

#include <string.h>

#include "analysis/tasks/regionspans.h"

/* ---- rows by group ---- */

int gt_grouped_fill(struct gt_grouped *gr, uint64_t rows, uint32_t n, uint32_t (*group_of)(void *arg, uint64_t row),
		    void *arg, struct gt_error *err)
{
	uint32_t *first, *items, group;
	int rc;

	gr->n = 0;
	if (rows > UINT32_MAX - 1)
		return gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET, "more than 2^32 annotations cannot be grouped");
	rc = gt_scratch_alloc(&gr->first, (uint64_t)n + 2, sizeof(uint32_t), err);
	if (!rc)
		rc = gt_scratch_alloc(&gr->items, rows + 1, sizeof(uint32_t), err);
	if (rc)
		return rc;
	first = gr->first.data;
	items = gr->items.data;
	/* Two places further on, so that filling moves each to where the group begins, one place further on. */
	for (uint64_t i = 0; i < rows; i++)
		if ((group = group_of(arg, i)) < n)
			first[(size_t)group + 2]++;
	for (uint32_t i = 1; i <= n; i++)
		first[i + 1] += first[i];
	for (uint64_t i = 0; i < rows; i++)
		if ((group = group_of(arg, i)) < n)
			items[first[(size_t)group + 1]++] = (uint32_t)i;
	gr->n = n;
	return 0;
}

void gt_grouped_release(struct gt_grouped *gr)
{
	gt_scratch_free(&gr->first);
	gt_scratch_free(&gr->items);
	gr->n = 0;
}

/* ---- tasks ---- */

struct grouping {
	const struct gt_trace *t;
	const struct gt_task_list *list;
};

static uint32_t task_of_region(void *arg, uint64_t row)
{
	const struct grouping *g = arg;
	struct gt_region r;

	if (!gt_region_get(g->t, row, &r) || gt_region_inherited(&r))
		return GT_NO_ROW;
	return gt_task_list_find(g->list, r.task);
}

static uint32_t task_of_log(void *arg, uint64_t row)
{
	const struct grouping *g = arg;
	struct gt_log l;

	return gt_log_get(g->t, row, &l) ? gt_task_list_find(g->list, l.task) : GT_NO_ROW;
}

static uint32_t parent_of(void *arg, uint64_t row)
{
	const struct grouping *g = arg;
	uint64_t parent = g->list->tasks[row].parent;

	return parent == GT_NONE ? GT_NO_ROW : gt_task_list_find(g->list, parent);
}

int gt_members_fill(struct gt_members *m, const struct gt_trace *t, struct gt_error *err)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct grouping g = { t, &m->list };
	uint32_t n;
	int rc;

	gt_task_list_fill(&m->list, t);
	n = (uint32_t)m->list.n;
	rc = gt_grouped_fill(&m->regions, info->regions, n, task_of_region, &g, err);
	if (!rc)
		rc = gt_grouped_fill(&m->logs, info->logs, n, task_of_log, &g, err);
	if (!rc)
		rc = gt_grouped_fill(&m->children, n, n, parent_of, &g, err);
	return rc;
}

void gt_members_release(struct gt_members *m)
{
	gt_task_list_release(&m->list);
	gt_grouped_release(&m->regions);
	gt_grouped_release(&m->logs);
	gt_grouped_release(&m->children);
}

/* ---- goroutines of tasks ---- */

/* The task that was counted last for each goroutine, from 1: so each is counted once. */
struct stamping {
	uint32_t *stamps, n;
};

static uint32_t new_here(const struct stamping *st, uint32_t g, uint32_t task)
{
	if (g >= st->n || st->stamps[g] == task + 1)
		return 0;
	st->stamps[g] = task + 1;
	return 1;
}

int gt_members_goroutines(const struct gt_members *m, const struct gt_trace *t, struct gt_scratch *counts,
			  struct gt_error *err)
{
	struct gt_scratch stamps = { 0 };
	struct stamping st = { .n = gt_trace_info(t)->goroutines };
	int rc = gt_scratch_alloc(counts, m->list.n + 1, sizeof(uint32_t), err);
	const uint32_t *rows;
	struct gt_region r;
	struct gt_log l;
	uint32_t n, sum;

	if (!rc)
		rc = gt_scratch_alloc(&stamps, (uint64_t)st.n + 1, sizeof(uint32_t), err);
	if (rc)
		return rc;
	st.stamps = stamps.data;
	for (uint32_t i = 0; i < m->list.n; i++) {
		sum = new_here(&st, m->list.tasks[i].g0, i) + new_here(&st, m->list.tasks[i].g1, i);
		rows = gt_grouped_of(&m->regions, i, &n);
		for (uint32_t k = 0; k < n; k++)
			sum += gt_region_get(t, rows[k], &r) ? new_here(&st, r.g, i) : 0;
		rows = gt_grouped_of(&m->logs, i, &n);
		for (uint32_t k = 0; k < n; k++)
			sum += gt_log_get(t, rows[k], &l) ? new_here(&st, l.g, i) : 0;
		((uint32_t *)counts->data)[i] = sum;
	}
	gt_scratch_free(&stamps);
	return 0;
}

/* ---- how deep regions lie ---- */

/*
 * Rows are in the order of their ends, so going back an outer one comes before those in it.  last[g] is, from 1, the
 * innermost region that can hold the next one: those that begin after that one's begin hold none that comes later.
 */
int gt_region_depths(const struct gt_trace *t, struct gt_scratch *depths, struct gt_error *err)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_scratch last = { 0 }, outer = { 0 };
	struct gt_region r, o;
	uint32_t *depth, at;
	int rc = gt_scratch_alloc(depths, info->regions + 1, sizeof(uint32_t), err);

	if (!rc && info->regions >= UINT32_MAX)
		rc = gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET, "more than 2^32 regions");
	if (!rc)
		rc = gt_scratch_alloc(&last, (uint64_t)info->goroutines + 1, sizeof(uint32_t), err);
	if (!rc)
		rc = gt_scratch_alloc(&outer, info->regions + 1, sizeof(uint32_t), err);
	depth = depths->data;
	for (uint64_t i = rc ? 0 : info->regions; i--;) {
		if (!gt_region_get(t, i, &r) || r.g >= info->goroutines || gt_region_inherited(&r))
			continue;
		at = ((uint32_t *)last.data)[r.g];
		while (at && gt_region_get(t, at - 1, &o) && o.t0 > r.t0)
			at = ((uint32_t *)outer.data)[at - 1];
		((uint32_t *)outer.data)[i] = at;
		depth[i] = at ? depth[at - 1] + 1 : 0;
		((uint32_t *)last.data)[r.g] = (uint32_t)i + 1;
	}
	gt_scratch_free(&last);
	gt_scratch_free(&outer);
	return rc;
}

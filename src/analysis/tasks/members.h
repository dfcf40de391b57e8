/* What belongs to which task: its regions, logs, child tasks; and how deep regions lie in each other. */
#ifndef GT_ANALYSIS_MEMBERS_H
#define GT_ANALYSIS_MEMBERS_H

#include "analysis/table/scratch.h"
#include "analysis/tasks/tasklist.h"

/* Rows by group: those of group i are items[first[i]] … items[first[i + 1] - 1], ascending. */
struct gt_grouped {
	struct gt_scratch first, items;   /* uint32_t */
	uint32_t n;                       /* groups */
};

/*
 * Sorts rows 0 … rows - 1 into n groups; group_of says which, GT_NO_ROW: none.  It is asked twice for each row.
 * GT_ERR_NOMEM, GT_ERR_IO, GT_ERR_LIMIT; release in any case.
 */
int gt_grouped_fill(struct gt_grouped *gr, uint64_t rows, uint32_t n, uint32_t (*group_of)(void *arg, uint64_t row),
		    void *arg, struct gt_error *err);
void gt_grouped_release(struct gt_grouped *gr);
GT_INLINE const uint32_t *gt_grouped_of(const struct gt_grouped *gr, uint32_t i, uint32_t *n)
{
	const uint32_t *first = gr->first.data;

	*n = i < gr->n ? first[i + 1] - first[i] : 0;
	return *n ? (const uint32_t *)gr->items.data + first[i] : NULL;
}

/* Groups are places in the list of tasks. */
struct gt_members {
	struct gt_task_list list;
	struct gt_grouped regions;        /* rows; without those that are inherited */
	struct gt_grouped logs;           /* rows */
	struct gt_grouped children;       /* places in the list */
};

int gt_members_fill(struct gt_members *m, const struct gt_trace *t, struct gt_error *err);
void gt_members_release(struct gt_members *m);

/*
 * How many goroutines have begin, end, a named region or a log of a task: counts[place in the list], uint32_t.
 * O(everything) for all at once.
 */
int gt_members_goroutines(const struct gt_members *m, const struct gt_trace *t, struct gt_scratch *counts,
			  struct gt_error *err);

/* In how many regions of the same goroutine each lies, but for inherited ones: uint32_t by row.  O(regions). */
int gt_region_depths(const struct gt_trace *t, struct gt_scratch *depths, struct gt_error *err);

#endif

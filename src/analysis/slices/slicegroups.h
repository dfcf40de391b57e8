/* Slices in groups, with what they add up to: the walks behind the report greedygroups. */
#ifndef GT_ANALYSIS_SLICEGROUPS_H
#define GT_ANALYSIS_SLICEGROUPS_H

#include "analysis/goroutines/owner.h"
#include "analysis/table/scratch.h"
#include "analysis/table/table.h"

/* What slices of a group have in common, by gt_table_args.group. */
enum gt_slice_group { GT_SLICES_BY_FUNC, GT_SLICES_BY_STACK, GT_SLICES_BY_G, GT_SLICES_BY_COUNT };

#define GT_SLICEGROUP_RANKS 2 /* p50, p99 */

struct gt_slicegroup {
	uint32_t key;         /* of its slices: start function, goroutine row, or the stack that stands for others */
	uint32_t func;        /* string row of the first slice's start function, 0: it has no name */
	uint32_t g;           /* goroutine row of its first slice */
	uint32_t newest;      /* goroutine row of the slice that a thread met last */
	uint32_t first_row;   /* that slice's row */
	uint32_t first, n;    /* its slices: members[first …] */
	uint32_t longest;     /* row */
	uint32_t slice;       /* id of that */
	uint32_t end_stack;   /* of that */
	uint32_t over;
	int64_t total, max, at[GT_SLICEGROUP_RANKS];
	enum gt_owner owner;
	bool mixed;           /* not all have this function */
};

/*
 * Groups the rows of a table of gt_report_greedy, in the order of their first rows, by what args says, with which the
 * table was opened.  members: NULL, or what becomes their rows in that table's order (uint32_t), group by group;
 * without, `first` means nothing.  The caller frees *groups and members, also after an error.
 */
int gt_slicegroups_fill(struct gt_table *slices, const struct gt_table_args *args, struct gt_slicegroup **groups,
			uint64_t *n, struct gt_scratch *members, struct gt_error *err);

#endif

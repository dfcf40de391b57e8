/* The view of slices from inside: groups of them, and the head. */
#ifndef GT_UI_GREEDY_H
#define GT_UI_GREEDY_H

#include "analysis/slices/greedy.h"
#include "analysis/slices/greedygroups.h"
#include "ui/kit/canvas.h"
#include "ui/app/program.h"
#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

extern const struct gt_pane_table_spec gt_greedy_by_func_spec, gt_greedy_by_stack_spec, gt_greedy_by_g_spec;

/* "main.worker", "G42 main.worker": to be freed. */
char *gt_greedy_group_name(const struct gt_pane_table *pt, uint64_t row);

/* The group under the cursor: its numbers, and its longest slice. */
void gt_greedy_group_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

struct gt_greedy_head {
	struct gt_tmax tmax;
	int64_t greedy_ns;    /* from here on columns are marked */
	bool split;           /* the table has parts of slices */
	bool counted;         /* facts are of this table */
	struct gt_greedy_facts facts;

	/* Of the range A-B, as it was looked at last. */
	bool restricted;              /* all of it is about the range A-B only */
	bool ranged;
	int64_t from, to;
	uint64_t slices;
	struct gt_tmax range;
};

/* Draws it; the numbers of the range A-B are computed again if that or the trace has changed.  Returns its rows. */
int gt_greedy_head_draw(struct gt_greedy_head *g, const struct gt_program *prog, const struct gt_canvas *c);

#endif

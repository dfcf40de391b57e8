/* The head of the view of slices: Tmax_stw, and how long slices last. */
#ifndef GT_UI_GREEDY_H
#define GT_UI_GREEDY_H

#include "analysis/slices/greedy.h"
#include "ui/app/program.h"
#include "ui/kit/canvas.h"

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

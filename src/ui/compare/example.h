/* Where a trace shows a difference best. */
#ifndef GT_UI_EXAMPLE_H
#define GT_UI_EXAMPLE_H

#include "analysis/compare/compare.h"
#include "ui/app/program.h"

/*
 * Selects the longest of a difference's own kind among those that are kept of the side's first trace, which is the
 * one of prog: its time, and the slice where there is one.  False: that trace has none with a time.
 */
bool gt_difference_example(struct gt_sel *sel, const struct gt_program *prog, const struct gt_comparison *c,
			   enum gt_cmp_side side, const struct gt_difference *d);

#endif

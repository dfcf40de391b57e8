/* One difference in the detail pane: before and after beside each other, both histograms, the stack. */
#ifndef GT_UI_DIFFERENCE_H
#define GT_UI_DIFFERENCE_H

#include "analysis/compare/compare.h"
#include "ui/detail/detail.h"

/* prog: the stack is one of its trace, if that has the difference: only then its frames can be opened. */
void gt_difference_detail(struct gt_detail *d, const struct gt_program *prog, const struct gt_comparison *c,
			  const struct gt_difference *of);

/* A stack of a trace of either side, 0: nothing.  Of another trace than the one on the screen: the names alone. */
void gt_difference_stack(struct gt_detail *d, const struct gt_program *prog, const struct gt_trace *t, uint32_t stack);

#endif
